#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/tasks/task.h"
#include "model/torch/capture.h"

namespace fenwick::model {

// One change of λ on its way from the head to the states. What is left open means all: layers, heads, levels, tokens.
struct LambdaEdit {
  enum class Action { Scale, Clamp, Remove };  // times factor; into [lower, upper]; to 0
  Action action = Action::Scale;
  std::optional<std::int64_t> layer, head, level;
  std::optional<Role> role;           // tokens of one class alone
  std::optional<std::int64_t> token;  // the token at one position alone, in every example
  double factor = 1;
  double lower = 0, upper = 1;

  bool operator==(const LambdaEdit&) const = default;
};

// Changes one after the other. Plain data; a file of it is {"format": 1, "edits": [{"action": "scale", "layer": 0, "head": 0, "level": 3,
// "tokens": "query", "factor": 0.5}, …]}, with "run" and "step" where it was made on a run; "tokens" is "all", a class or a position.
struct Intervention {
  std::vector<LambdaEdit> edits;
  bool operator==(const Intervention&) const = default;
};

// What an intervention is laid onto.
struct LambdaShape {
  std::int64_t layers = 0, heads = 0, levels = 0, length = 0;
};
// Every edit that reaches beyond the shape or holds no number, each naming field, limit and value; empty where all is well.
std::vector<Problem> problems(const Intervention& intervention, const LambdaShape& shape);

Json interventionJson(const Intervention& intervention);
// Throws std::invalid_argument, with a line for each fault.
Intervention interventionFrom(const Json& json);
Intervention parseIntervention(const std::string& text);
std::string editText(const LambdaEdit& edit);  // "layer 0, level 3, query tokens: λ × 0.5"

// The edits as one scale, floor and ceiling for each λ, exactly what applying them one after the other gives. Roles are the batch's.
std::vector<LambdaBounds> lambdaBounds(const Intervention& intervention, const LambdaShape& shape, const TokenBatch& batch);

}  // namespace fenwick::model
