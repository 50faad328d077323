#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/torch/model_options.h"

namespace fenwick::model {

// The learned tensors of a λ head, known before anything is built. What a form needs of a head stands in model/config/lambda_heads.h,
// under the same name.
struct LambdaHeadRecipe {
  std::string name;         // model.lambda.head
  bool readsToken = false;  // λ depends on dl_proj of the token; without it a layer has no dl_proj
  std::function<std::vector<ParameterSpec>(const ModelOptions&)> parameters;  // names within a layer
};

std::vector<LambdaHeadRecipe> lambdaHeadRecipes();
// Throws std::invalid_argument naming the heads there are.
LambdaHeadRecipe lambdaHeadRecipe(const std::string& name);

}  // namespace fenwick::model
