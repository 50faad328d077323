// Log-linear Gated DeltaNet: states forget along each new key before they take its value in. Keys and queries have length 1, queries are scaled by
// K^-1/2, and β = sigmoid(W_b x) says how strongly a token writes (Yang et al., arXiv 2412.06464; Guo et al., arXiv 2506.04761).

#include <ATen/ATen.h>

#include <cmath>
#include <vector>

#include "kernels/gated_delta.h"
#include "model/torch/layers.h"
#include "model/torch/mixer.h"
#include "model/torch/mixers/scales.h"
#include "model/torch/views.h"

namespace fenwick::model {
namespace {

constexpr double kShortest = 1e-6;  // added to squared lengths

// Of bfloat16 numbers taken in float32 and rounded once.
at::Tensor prepared(const at::Tensor& given, double factor) {
  const at::Tensor x = given.scalar_type() == at::kBFloat16 ? given.to(at::kFloat) : given;
  return (x * (at::rsqrt((x * x).sum(-1, true) + kShortest) * factor)).to(given.scalar_type());
}
at::Tensor directionOf(const at::Tensor& x) { return prepared(x, 1); }
at::Tensor preparedQuery(const at::Tensor& q) { return prepared(q, 1 / std::sqrt(static_cast<double>(q.size(-1)))); }

class State : public MixerState {
 public:
  explicit State(const AttentionShape& s) : m_state(s.batch, s.groups, s.heads, s.keyDim, s.valueDim) {}

  at::Tensor step(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) override {
    const at::Tensor weights = scales.lambda.contiguous(), query = preparedQuery(q), key = directionOf(k);
    const at::Tensor o = at::empty(v.sizes(), v.options());
    kernels::GatedDeltaToken<float> token;
    token.q = viewOf<const float, 3>(query);
    token.k = viewOf<const float, 3>(key);
    token.v = viewOf<const float, 3>(v);
    token.gate = viewOf<const float, 2>(scales.gate);
    token.lambda = viewOf<const float, 3>(weights);
    token.beta = viewOf<const float, 2>(scales.beta);
    m_state.step(token, viewOf<float, 3>(o));
    return o;
  }
  std::int64_t floats() const override { return m_state.stateBytes() / static_cast<std::int64_t>(sizeof(double)); }

 private:
  kernels::GatedDeltaState m_state;
};

class GatedDelta : public Mixer {
 public:
  GatedDelta(const ModelOptions& options, const ParameterLookup& lookup)
      : m_gate(lookup), m_lambda(options, lookup), m_beta(lookup("b_proj.weight")), m_chunk(options.chunk) {}

  at::Tensor gate(const at::Tensor& x) const override { return m_gate(x); }
  at::Tensor lambda(const at::Tensor& x) const override { return m_lambda(x); }
  at::Tensor beta(const at::Tensor& x) const override { return at::sigmoid(at::linear(x, m_beta)); }

  at::Tensor mix(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales& scales) const override {
    return gatedDeltaAttention(preparedQuery(q), directionOf(k), v, byToken(scales.gate, q), byToken(scales.lambda, q), byToken(scales.beta, q), m_chunk);
  }

  // Every key changes what a query sees, so the kernel runs over all tokens, with queries of 0 where none are asked for; the maps around it do not.
  bool selects(bool onCuda, const AttentionShape&) const override { return !onCuda; }
  at::Tensor mixSelected(const at::Tensor& q, const at::Tensor& kv, const TokenScales& scales, const at::Tensor& rows,
                         const AttentionShape& s) const override {
    const auto spread = [&](const at::Tensor& x) {
      std::vector<std::int64_t> sizes = x.sizes().vec();
      sizes[0] = s.batch * s.length;
      return at::zeros(sizes, x.options()).index_copy(0, rows, x);
    };
    const std::int64_t keys = s.groups * s.keyDim;
    const at::Tensor k = kv.narrow(1, 0, keys).view({s.batch, s.length, s.groups, s.keyDim});
    const at::Tensor v = kv.narrow(1, keys, s.heads * s.valueDim).view({s.batch, s.length, s.heads, s.valueDim});
    const at::Tensor query = spread(preparedQuery(q.view({-1, s.groups, s.keyDim}))).view(k.sizes());
    const at::Tensor o = gatedDeltaAttention(query, directionOf(k), v, byToken(scales.gate, k), byToken(spread(scales.lambda), k),
                                             byToken(scales.beta, k), m_chunk);
    return pick(o.view({s.batch * s.length, -1}), rows, s.batch);
  }

  std::unique_ptr<MixerState> begin(const AttentionShape& shape) const override { return std::make_unique<State>(shape); }

 private:
  GateScale m_gate;
  LambdaScale m_lambda;
  at::Tensor m_beta;  // [H, d]
  std::int64_t m_chunk;
};

std::vector<ParameterSpec> parameters(const ModelOptions& o, std::int64_t layer) {
  std::vector<ParameterSpec> specs = lambdaAndGateParameters(o, layer);
  specs.push_back({"b_proj.weight", {o.heads, o.width}, normalValues(0.02), true});
  return specs;
}

}  // namespace

MixerEntry gatedDeltaMixer() {
  return {{"gated-delta", parameters}, [](const ModelOptions& o, const ParameterLookup& p, const std::shared_ptr<AttentionMemory>&) {
            return std::make_unique<GatedDelta>(o, p);
          }};
}

}  // namespace fenwick::model
