#include <stdexcept>

#include "model/torch/mixer.h"

namespace fenwick::model {
namespace {

// The one list that a new mixer's file is added to.
MixerEntry entry(const std::string& name) {
  std::string names;
  for (const auto make : {logLinearMixer, gatedDeltaMixer, linearMixer, softmaxMixer}) {
    MixerEntry candidate = make();
    if (candidate.recipe.name == name) return candidate;
    names += (names.empty() ? "" : ", ") + candidate.recipe.name;
  }
  throw std::invalid_argument("model.mixer: there is no mixer '" + name + "', only " + names);
}

}  // namespace

MixerRecipe mixerRecipe(const std::string& name) { return entry(name).recipe; }

std::unique_ptr<Mixer> makeMixer(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory) {
  return entry(options.mixer).make(options, lookup, memory);
}

}  // namespace fenwick::model
