#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

// One layer's share of what decoding keeps: G groups, H heads, K and V features of a key and a value.
struct DecodeShape {
  std::int64_t length = 0, groups = 1, heads = 1, keyDim = 1, valueDim = 1;
};

// What a mixer registers beside its computation (model/torch/mixers/): enough for the form, the checks and the sizes that are shown.
struct MixerKind {
  std::string name;        // model.mixer
  std::string title;
  std::string help;        // what it does, in few words
  bool hasLambda = false;  // λ heads apply, and model.levels limits the length
  bool hasGate = false;    // model.gateInit applies
  std::function<std::int64_t(const DecodeShape&)> stateFloats;  // numbers that a layer keeps at most once `length` tokens were taken in
};

// All mixers; the one list that a new one is added to. The Torch side registers under the same names.
const std::vector<MixerKind>& mixerKinds();
const MixerKind* findMixer(std::string_view name);  // null where there is none
const MixerKind& mixerKind(const Config& config);   // of model.mixer

}  // namespace fenwick::model
