#include <stdexcept>

#include "model/torch/block.h"

namespace fenwick::model {
namespace {

// The one list that a new block's file is added to.
BlockEntry entry(const std::string& name) {
  std::string names;
  for (const auto make : {studyBlock, languageBlock}) {
    BlockEntry candidate = make();
    if (candidate.recipe.name == name) return candidate;
    names += (names.empty() ? "" : ", ") + candidate.recipe.name;
  }
  throw std::invalid_argument("model.block: there is no block '" + name + "', only " + names);
}

}  // namespace

std::vector<ParameterSpec> projectionParameters(const ModelOptions& o) {
  return {{"q_proj.weight", {o.groups * o.keyDim, o.width}, normalValues(0.02), true},
          {"k_proj.weight", {o.groups * o.keyDim, o.width}, normalValues(0.02), true},
          {"v_proj.weight", {o.heads * o.valueDim(), o.width}, normalValues(0.02), true}};
}

BlockRecipe blockRecipe(const std::string& name) { return entry(name).recipe; }

std::unique_ptr<Block> makeBlock(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory) {
  return entry(options.block).make(options, lookup, memory);
}

at::Tensor Block::lookedUp(const at::Tensor&, const at::Tensor&, std::int64_t) const { throw std::logic_error("this block cannot look up"); }
bool Block::selects(bool, std::int64_t, std::int64_t) const { return false; }
at::Tensor Block::selected(const at::Tensor&, const at::Tensor&, std::int64_t) const {
  throw std::logic_error("this block cannot leave tokens out");
}

}  // namespace fenwick::model
