#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/torch/lambda_head_recipe.h"

namespace fenwick::model {

// Gives the tensors of one layer by their name within it ("lambda_module.W1.weight").
using ParameterLookup = std::function<at::Tensor(const std::string& name)>;

// Turns what dl_proj reads from a token into the weights of the levels. Holds references to its layer's parameters.
//   d      | [N, H, L] | dl_proj of the layer's input; undefined where the head does not read it
//   result | [N, H, L] | λ; N tokens of any batch and position
class LambdaHead {
 public:
  virtual ~LambdaHead() = default;
  virtual at::Tensor lambda(const at::Tensor& d, std::int64_t tokens) const = 0;
};

std::unique_ptr<LambdaHead> makeLambdaHead(const ModelOptions& options, const ParameterLookup& lookup);

// What each file in model/torch/heads/ offers to the list in registry.cpp.
struct LambdaHeadEntry {
  LambdaHeadRecipe recipe;
  std::function<std::unique_ptr<LambdaHead>(const ModelOptions&, const ParameterLookup&)> make;
};
std::vector<LambdaHeadEntry> constantHeads();
std::vector<LambdaHeadEntry> linearHeads();
std::vector<LambdaHeadEntry> mlpHeads();

}  // namespace fenwick::model
