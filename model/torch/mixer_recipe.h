#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/torch/model_options.h"

namespace fenwick::model {

// The learned tensors of a mixer beside the maps q, k, v and out of its block, known before anything is built. What a form needs of a mixer
// stands in model/config/mixers.h, under the same name.
struct MixerRecipe {
  std::string name;  // model.mixer
  std::function<std::vector<ParameterSpec>(const ModelOptions&, std::int64_t layer)> parameters;  // names within a layer
};

// Throws std::invalid_argument naming the mixers there are.
MixerRecipe mixerRecipe(const std::string& name);

}  // namespace fenwick::model
