// Gated linear attention (the Mamba-2 SSD): log-linear attention with λ = 1, whose levels then share one state.

#include <ATen/ATen.h>

#include "kernels/fenwick.h"
#include "model/torch/mixer.h"
#include "model/torch/mixers/scales.h"

namespace fenwick::model {
namespace {

at::Tensor ones(const at::Tensor& like, std::int64_t tokens, std::int64_t heads, std::int64_t levels) {
  return at::ones({1, 1, levels}, like.options().requires_grad(false)).expand({tokens, heads, levels});
}

// S <- exp(g) S + k vᵀ, o = Sᵀ q
class State : public MixerState {
 public:
  explicit State(const AttentionShape& shape) : m_share(shape.heads / shape.groups), m_state(at::zeros({shape.batch, shape.heads, shape.keyDim, shape.valueDim})) {}

  at::Tensor step(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) override {
    m_state = m_state * scales.gate.exp().unsqueeze(-1).unsqueeze(-1) + byHead(k).unsqueeze(3) * v.unsqueeze(2);
    return at::matmul(byHead(q).unsqueeze(2), m_state).squeeze(2);
  }
  std::int64_t floats() const override { return m_state.numel(); }

 private:
  at::Tensor byHead(const at::Tensor& x) const { return m_share == 1 ? x : x.repeat_interleave(m_share, 1); }

  std::int64_t m_share;
  at::Tensor m_state;  // [B, H, K, V]
};

class Linear : public Mixer {
 public:
  Linear(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory)
      : m_gate(lookup),
        m_heads(options.heads),
        m_levels(options.levels),
        m_chunk(options.chunk),
        m_bfloat16(options.precision == ModelOptions::Precision::BFloat16),
        m_memory(memory) {}

  at::Tensor gate(const at::Tensor& x) const override { return m_gate(x); }
  at::Tensor shownLambda(const at::Tensor& x) const override { return ones(m_gate(x), x.size(0), m_heads, m_levels); }

  at::Tensor mix(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const override {
    return logLinearAttention(q, k, v, byToken(scales.gate, q), {}, m_chunk, m_memory);
  }
  at::Tensor mixDense(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const override {
    const at::Tensor lambda = ones(scales.gate, scales.gate.size(0), m_heads, kernels::levelCount(q.size(1)));
    return denseLogLinearAttention(q, k, v, byToken(scales.gate, q), byToken(lambda, q));
  }
  at::Tensor mixPacked(const at::Tensor& qkv, const TokenScales& scales, const AttentionShape& shape) const override {
    return packedLogLinearAttention(qkv, scales.gate, {}, shape, m_chunk, m_memory);
  }

  bool selects(bool onCuda, const AttentionShape& shape) const override { return !m_bfloat16 && takesSelected(onCuda, shape); }
  at::Tensor mixSelected(const at::Tensor& q, const at::Tensor& kv, const TokenScales& scales, const at::Tensor& rows,
                         const AttentionShape& shape) const override {
    return selectedLogLinearAttention(q, kv, scales.gate, ones(scales.gate, q.size(0), m_heads, kernels::levelCount(shape.length)), rows, shape);
  }

  std::unique_ptr<MixerState> begin(const AttentionShape& shape) const override { return std::make_unique<State>(shape); }

 private:
  GateScale m_gate;
  std::int64_t m_heads, m_levels, m_chunk;
  bool m_bfloat16;
  std::shared_ptr<AttentionMemory> m_memory;
};

}  // namespace

MixerEntry linearMixer() {
  return {{"linear", GateScale::parameters}, [](const ModelOptions& o, const ParameterLookup& p, const std::shared_ptr<AttentionMemory>& m) {
            return std::make_unique<Linear>(o, p, m);
          }};
}

}  // namespace fenwick::model
