#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/torch/model_options.h"

namespace fenwick::model {

// The learned tensors of one layer, known before anything is built; those of its mixer are among them.
struct BlockRecipe {
  std::string name;  // model.block
  std::function<std::vector<ParameterSpec>(const ModelOptions&, std::int64_t layer)> parameters;  // names within the layer
  std::function<std::int64_t(const ModelOptions&)> stateFloats;  // numbers that decoding keeps beside its mixer's
};

// The maps q, k and v, which every block has.
std::vector<ParameterSpec> projectionParameters(const ModelOptions& options);

// Throws std::invalid_argument naming the blocks there are.
BlockRecipe blockRecipe(const std::string& name);

}  // namespace fenwick::model
