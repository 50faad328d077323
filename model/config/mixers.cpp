#include "model/config/mixers.h"

#include <stdexcept>

#include "kernels/fenwick.h"

namespace fenwick::model {
namespace {

std::int64_t oneState(const DecodeShape& s) { return s.heads * s.keyDim * s.valueDim; }
// After T tokens a binary counter holds at most the levels below T's, and the newest token has one of its own.
std::int64_t statesByLevel(const DecodeShape& s) { return kernels::levelCount(s.length) * oneState(s); }
std::int64_t keysAndValues(const DecodeShape& s) { return s.length * (s.groups * s.keyDim + s.heads * s.valueDim); }

std::vector<MixerKind> makeMixers() {
  std::vector<MixerKind> mixers;
  mixers.push_back({.name = "log-linear",
                    .title = "Log-linear",
                    .help = "levels weighed by λ",
                    .hasLambda = true,
                    .hasGate = true,
                    .stateFloats = statesByLevel});
  mixers.push_back({.name = "gated-delta",
                    .title = "Log-linear Gated DeltaNet",
                    .help = "so too, and states forget along new keys",
                    .hasLambda = true,
                    .hasGate = true,
                    .stateFloats = statesByLevel});
  mixers.push_back({.name = "linear",
                    .title = "Gated linear",
                    .help = "λ = 1, one state",
                    .hasGate = true,
                    .stateFloats = oneState});
  mixers.push_back({.name = "softmax",
                    .title = "Softmax",
                    .help = "every token, rotary positions",
                    .stateFloats = keysAndValues});
  return mixers;
}

}  // namespace

const std::vector<MixerKind>& mixerKinds() {
  static const std::vector<MixerKind> mixers = makeMixers();
  return mixers;
}

const MixerKind* findMixer(std::string_view name) {
  for (const MixerKind& mixer : mixerKinds()) {
    if (mixer.name == name) return &mixer;
  }
  return nullptr;
}

const MixerKind& mixerKind(const Config& config) {
  const MixerKind* mixer = findMixer(config.value("model.mixer").get_ref<const std::string&>());
  if (mixer == nullptr) throw std::out_of_range("there is no mixer " + config.get<std::string>("model.mixer"));
  return *mixer;
}

}  // namespace fenwick::model
