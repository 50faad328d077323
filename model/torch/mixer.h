#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

#include "model/torch/attention.h"
#include "model/torch/capture.h"
#include "model/torch/lambda_head.h"
#include "model/torch/mixer_recipe.h"

namespace fenwick::model {

// What a mixer reads of each token beside query, key and value; undefined where it does not read it. N tokens of any batch and position.
//   gate   | [N, H]    | log gate <= 0
//   lambda | [N, H, L] | weights of the levels
//   beta   | [N, H]    | how strongly a token writes, 0 … 1
struct TokenScales {
  at::Tensor gate, lambda, beta;
};

// What decoding keeps of the tokens so far. float32 on the CPU; one thread at a time.
class MixerState {
 public:
  virtual ~MixerState() = default;
  // Takes in one token of every sequence.
  //   q, k | [B, G, K]; v | [B, H, V]; scales | of these B tokens; result | [B, H, V]
  virtual at::Tensor step(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) = 0;
  virtual std::int64_t floats() const = 0;  // numbers kept now, of all sequences
};

// Moves information between tokens: outputs of each token from the queries, keys and values of all up to it. Holds references to its layer's
// parameters; used by one thread at a time.
class Mixer {
 public:
  virtual ~Mixer() = default;

  // Each depends on the token alone: x [N, d] is the layer's input.
  virtual at::Tensor gate(const at::Tensor& x) const;
  virtual at::Tensor lambda(const at::Tensor& x) const;
  virtual at::Tensor beta(const at::Tensor& x) const;
  TokenScales scales(const at::Tensor& x) const { return {gate(x), lambda(x), beta(x)}; }
  // λ as a view shows it where it is known without being computed.
  virtual at::Tensor shownLambda(const at::Tensor& x) const { return lambda(x); }

  //   q, k | [B, T, G, K]; v, result | [B, T, H, V]
  virtual at::Tensor mix(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const = 0;
  // The same as T × T products in LibTorch operations, the yardstick of `fenwick bench`; throws std::invalid_argument where there is none.
  virtual at::Tensor mixDense(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const;
  //   qkv | [B·T, 2·G·K + H·V] side by side; result | [B·T, H·V]
  virtual at::Tensor mixPacked(const at::Tensor& qkv, const TokenScales& scales, const AttentionShape& shape) const;

  // Whether mixSelected takes these sizes, and the outputs of the queries at `rows` alone (as selectedLogLinearAttention).
  virtual bool selects(bool onCuda, const AttentionShape& shape) const;
  //   scales | gate and beta of all tokens, lambda of the queries
  virtual at::Tensor mixSelected(const at::Tensor& q, const at::Tensor& kv, const TokenScales& scales, const at::Tensor& rows,
                                 const AttentionShape& shape) const;

  virtual std::unique_ptr<MixerState> begin(const AttentionShape& shape) const = 0;  // shape.batch sequences without a token
};

// What a view sees of a layer: λ and gate, where the mixer has them, and q, k, v where they are asked for. λ is first changed as the capture
// says.
void captureLayer(const Mixer& mixer, TokenScales& scales, const at::Tensor& x, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                  ForwardCapture& capture);

std::unique_ptr<Mixer> makeMixer(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory);

// What each file in model/torch/mixers/ offers to the list in registry.cpp.
struct MixerEntry {
  MixerRecipe recipe;
  std::function<std::unique_ptr<Mixer>(const ModelOptions&, const ParameterLookup&, const std::shared_ptr<AttentionMemory>&)> make;
};
MixerEntry logLinearMixer();
MixerEntry gatedDeltaMixer();
MixerEntry linearMixer();
MixerEntry softmaxMixer();

}  // namespace fenwick::model
