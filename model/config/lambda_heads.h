#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

// What a λ head registers beside its computation (model/torch/): enough for the form, the checks and the parameter count.
//   H heads, L levels, hidden: width of the MLP where there is one
struct LambdaHeadKind {
  std::string name;   // model.lambda.head
  std::string title;
  std::string help;   // the formula, in one sentence
  bool hasMlp = false;  // model.lambda.activation and model.lambda.hidden matter
  std::function<double(std::int64_t levels)> naturalStart;  // the λ that it begins with as described
  std::function<std::int64_t(std::int64_t heads, std::int64_t levels, std::int64_t hidden)> parameters;  // per layer, beyond dl_proj
  std::vector<Field> fields = {};  // settings that only this head has, below "model.lambda."
};

// All heads; the one list that a new head is added to. The Torch side registers under the same names.
const std::vector<LambdaHeadKind>& lambdaHeadKinds();
const LambdaHeadKind* findLambdaHead(std::string_view name);  // null where there is none

}  // namespace fenwick::model
