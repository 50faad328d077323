#pragma once

#include <string>

#include "model/config/config.h"

namespace fenwick::model {

// One setting in a label: "k 8", or the word alone where that tells what it is ("mlp-softplus").
std::string settingLabel(const Field& field, const Config& config);

}  // namespace fenwick::model
