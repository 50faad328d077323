#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

#include "model/torch/attention.h"
#include "model/torch/block_recipe.h"
#include "model/torch/capture.h"
#include "model/torch/lambda_head.h"

namespace fenwick::model {

// What decoding keeps of one layer; made by its block and given back to it alone.
class BlockState {
 public:
  virtual ~BlockState() = default;
  virtual std::int64_t floats() const = 0;  // numbers kept now
};

// One layer around a mixer: maps, residual and norms, x [B·T, d] to the same. Holds references to its layer's parameters; used by one thread at a
// time.
class Block {
 public:
  virtual ~Block() = default;

  // Every token. dense: the mixer as T × T products. A capture, if any, gets what the layer computed on the way.
  virtual at::Tensor plain(const at::Tensor& x, std::int64_t batch, bool dense, ForwardCapture* capture) const = 0;

  // The same by the way of training.
  virtual at::Tensor every(const at::Tensor& x, std::int64_t batch) const = 0;
  // The same of embedding[tokens], from what is made once for every word of the vocabulary.
  virtual bool looksUp() const { return false; }
  virtual at::Tensor lookedUp(const at::Tensor& embedding, const at::Tensor& tokens, std::int64_t batch) const;
  // The same at the tokens that stand at `rows` alone.
  virtual bool selects(bool onCuda, std::int64_t tokens, std::int64_t batch) const;
  virtual at::Tensor selected(const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) const;

  // One token of every sequence after the other, x [B, d]; on the CPU.
  virtual std::unique_ptr<BlockState> begin(std::int64_t batch) const = 0;
  virtual at::Tensor step(const at::Tensor& x, BlockState& state) const = 0;
};

std::unique_ptr<Block> makeBlock(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory);

// What each file in model/torch/blocks/ offers to the list in registry.cpp.
struct BlockEntry {
  BlockRecipe recipe;
  std::function<std::unique_ptr<Block>(const ModelOptions&, const ParameterLookup&, const std::shared_ptr<AttentionMemory>&)> make;
};
BlockEntry studyBlock();
BlockEntry languageBlock();

}  // namespace fenwick::model
