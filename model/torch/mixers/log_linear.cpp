// Log-linear attention with scalar gates: the states of all levels decay by exp(g) and are weighed by λ.

#include <ATen/ATen.h>

#include "kernels/log_linear_attention.h"
#include "model/torch/mixer.h"
#include "model/torch/mixers/scales.h"
#include "model/torch/views.h"

namespace fenwick::model {
namespace {

class State : public MixerState {
 public:
  explicit State(const AttentionShape& s) : m_state(s.batch, s.groups, s.heads, s.keyDim, s.valueDim) {}

  at::Tensor step(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) override {
    const at::Tensor weights = scales.lambda.contiguous();
    const at::Tensor o = at::empty(v.sizes(), v.options());
    const kernels::Token<float> token{viewOf<const float, 3>(q), viewOf<const float, 3>(k), viewOf<const float, 3>(v),
                                      viewOf<const float, 2>(scales.gate), viewOf<const float, 3>(weights)};
    m_state.step(token, viewOf<float, 3>(o));
    return o;
  }
  std::int64_t floats() const override { return m_state.stateBytes() / static_cast<std::int64_t>(sizeof(float)); }

 private:
  kernels::RecurrentState<float> m_state;
};

class LogLinear : public Mixer {
 public:
  LogLinear(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory)
      : m_gate(lookup), m_lambda(options, lookup), m_chunk(options.chunk), m_bfloat16(options.precision == ModelOptions::Precision::BFloat16), m_memory(memory) {}

  at::Tensor gate(const at::Tensor& x) const override { return m_gate(x); }
  at::Tensor lambda(const at::Tensor& x) const override { return m_lambda(x); }

  at::Tensor mix(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const override {
    return logLinearAttention(q, k, v, byToken(scales.gate, q), byToken(scales.lambda, q), m_chunk, m_memory);
  }
  at::Tensor mixDense(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const override {
    return denseLogLinearAttention(q, k, v, byToken(scales.gate, q), byToken(scales.lambda, q));
  }
  at::Tensor mixPacked(const at::Tensor& qkv, const TokenScales& scales, const AttentionShape& shape) const override {
    return packedLogLinearAttention(qkv, scales.gate, scales.lambda, shape, m_chunk, m_memory);
  }

  bool selects(bool onCuda, const AttentionShape& shape) const override { return !m_bfloat16 && takesSelected(onCuda, shape); }
  at::Tensor mixSelected(const at::Tensor& q, const at::Tensor& kv, const TokenScales& scales, const at::Tensor& rows,
                         const AttentionShape& shape) const override {
    return selectedLogLinearAttention(q, kv, scales.gate, scales.lambda, rows, shape);
  }

  std::unique_ptr<MixerState> begin(const AttentionShape& shape) const override { return std::make_unique<State>(shape); }

 private:
  GateScale m_gate;
  LambdaScale m_lambda;
  std::int64_t m_chunk;
  bool m_bfloat16;
  std::shared_ptr<AttentionMemory> m_memory;
};

}  // namespace

MixerEntry logLinearMixer() {
  return {{"log-linear", lambdaAndGateParameters}, [](const ModelOptions& o, const ParameterLookup& p, const std::shared_ptr<AttentionMemory>& m) {
            return std::make_unique<LogLinear>(o, p, m);
          }};
}

}  // namespace fenwick::model
