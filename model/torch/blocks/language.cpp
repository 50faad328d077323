// The block of the language models (SCIENCE.md §5), the structure of Mamba-2 (Dao & Gu, arXiv 2405.21060) around any mixer, with the norms before:
//   u = LayerNorm(x);  q, k, v = SiLU(conv(W u)),  conv causal over 4 tokens, each feature by itself
//   x <- x + out(RMSNorm((mixer(q, k, v) + D v) ⊙ SiLU(W_z u)))
//   x <- x + W_down(SiLU(W_gate w) ⊙ W_up w),  w = LayerNorm(x)

#include <ATen/ATen.h>

#include <cmath>

#include "model/torch/block.h"
#include "model/torch/layers.h"
#include "model/torch/mixer.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kReach = 4;  // tokens that the convolution sees
constexpr std::int64_t kMlpShare = 3;  // the MLP's hidden width in widths of the model
constexpr double kNormEpsilon = 1e-5;

struct State : BlockState {
  State(std::unique_ptr<MixerState> of, at::Tensor rows) : mixer(std::move(of)), recent(std::move(rows)) {}
  std::int64_t floats() const override { return mixer->floats() + recent.numel(); }
  std::unique_ptr<MixerState> mixer;
  at::Tensor recent;  // [B, kReach - 1, C] what the convolution still needs
};

class Language : public Block {
 public:
  Language(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory)
      : m_options(options),
        m_normWeight(lookup("norm.weight")),
        m_normBias(lookup("norm.bias")),
        m_q(lookup("q_proj.weight")),
        m_k(lookup("k_proj.weight")),
        m_v(lookup("v_proj.weight")),
        m_convWeight(lookup("conv.weight")),
        m_convBias(lookup("conv.bias")),
        m_z(lookup("z_proj.weight")),
        m_skip(lookup("D")),
        m_gateNorm(lookup("gate_norm.weight")),
        m_out(lookup("out_proj.weight")),
        m_mlpNormWeight(lookup("mlp_norm.weight")),
        m_mlpNormBias(lookup("mlp_norm.bias")),
        m_mlpGate(lookup("mlp.gate_proj.weight")),
        m_mlpUp(lookup("mlp.up_proj.weight")),
        m_mlpDown(lookup("mlp.down_proj.weight")),
        m_mixer(makeMixer(options, lookup, memory)) {}

  at::Tensor plain(const at::Tensor& x, std::int64_t batch, bool dense, ForwardCapture* capture) const override {
    const at::Tensor u = layerNorm(x, m_normWeight, m_normBias);
    const at::Tensor qkv = convolved(projected(u), batch);
    TokenScales scales = m_mixer->scales(u);
    const AttentionShape shape = shapeOf(x.size(0), batch);
    const Parts p = parts(qkv, {shape.batch, shape.length});
    if (capture) captureLayer(*m_mixer, scales, u, p.q, p.k, p.v, *capture);
    const at::Tensor mixed = dense ? m_mixer->mixDense(p.q, p.k, p.v, scales).reshape({x.size(0), -1}) : m_mixer->mixPacked(qkv, scales, shape);
    return merge(x, u, mixed, p.v);
  }
  at::Tensor every(const at::Tensor& x, std::int64_t batch) const override { return plain(x, batch, false, nullptr); }

  std::unique_ptr<BlockState> begin(std::int64_t batch) const override {
    return std::make_unique<State>(m_mixer->begin(shapeOf(batch, batch)), at::zeros({batch, kReach - 1, m_convBias.size(0)}));
  }
  at::Tensor step(const at::Tensor& x, BlockState& state) const override {
    auto& own = static_cast<State&>(state);
    const at::Tensor u = layerNorm(x, m_normWeight, m_normBias);
    const at::Tensor window = at::cat({own.recent, projected(u).unsqueeze(1)}, 1);  // [B, kReach, C]
    own.recent = window.narrow(1, 1, kReach - 1).contiguous();
    const at::Tensor qkv = at::silu((window * m_convWeight.t()).sum(1) + m_convBias);
    const Parts p = parts(qkv, {x.size(0)});
    const at::Tensor mixed = own.mixer->step(p.q, p.k, p.v, m_mixer->scales(u));
    return merge(x, u, mixed.reshape({x.size(0), -1}), p.v);
  }

 private:
  struct Parts {
    at::Tensor q, k, v;
  };

  AttentionShape shapeOf(std::int64_t tokens, std::int64_t batch) const {
    return {batch, tokens / batch, m_options.groups, m_options.heads, m_options.keyDim, m_options.valueDim()};
  }

  // q, k and v of all tokens, side by side, before the convolution: [N, C]
  at::Tensor projected(const at::Tensor& u) const { return product(u, at::cat({m_q, m_k, m_v}), m_options.precision); }

  // y_t = SiLU(Σ_j w_j x_{t-3+j} + b)
  at::Tensor convolved(const at::Tensor& x, std::int64_t batch) const {
    const std::int64_t length = x.size(0) / batch;
    const at::Tensor padded = at::constant_pad_nd(x.view({batch, length, x.size(1)}), {0, 0, kReach - 1, 0});
    const at::Tensor weight = m_convWeight.to(x.scalar_type());
    at::Tensor sum = m_convBias.to(x.scalar_type());
    for (std::int64_t j = 0; j < kReach; ++j) sum = at::addcmul(sum, padded.narrow(1, j, length), weight.select(1, j));
    return at::silu(sum).view({x.size(0), x.size(1)});
  }

  // qkv cut apart, with `tokens` in place of its first dimension.
  Parts parts(const at::Tensor& qkv, std::vector<std::int64_t> tokens) const {
    const ModelOptions& o = m_options;
    const auto columns = [&](std::int64_t first, std::int64_t count, std::int64_t size) {
      std::vector<std::int64_t> sizes = tokens;
      sizes.insert(sizes.end(), {count, size});
      return qkv.narrow(1, first, count * size).view(sizes);
    };
    const std::int64_t gk = o.groups * o.keyDim;
    return {columns(0, o.groups, o.keyDim), columns(gk, o.groups, o.keyDim), columns(2 * gk, o.heads, o.valueDim())};
  }

  at::Tensor merge(const at::Tensor& x, const at::Tensor& u, const at::Tensor& mixed, const at::Tensor& v) const {
    const auto precision = m_options.precision;
    const at::Tensor skipped = mixed + (v * m_skip.unsqueeze(1)).reshape(mixed.sizes());
    const at::Tensor gated = (skipped * at::silu(product(u, m_z, precision))).to(x.scalar_type());
    const at::Tensor normed = gated * at::rsqrt((gated * gated).mean(-1, true) + kNormEpsilon) * m_gateNorm;
    const at::Tensor y = x + product(normed, m_out, precision);
    const at::Tensor w = layerNorm(y, m_mlpNormWeight, m_mlpNormBias);
    return y + product(at::silu(product(w, m_mlpGate, precision)) * product(w, m_mlpUp, precision), m_mlpDown, precision);
  }

  ModelOptions m_options;
  at::Tensor m_normWeight, m_normBias, m_q, m_k, m_v, m_convWeight, m_convBias, m_z, m_skip, m_gateNorm, m_out;
  at::Tensor m_mlpNormWeight, m_mlpNormBias, m_mlpGate, m_mlpUp, m_mlpDown;
  std::unique_ptr<Mixer> m_mixer;
};

// Uniform as convolutions commonly begin: ±1/√(inputs of one output).
std::function<void(RandomStream&, std::span<double>)> convolutionValues() {
  return [](RandomStream& stream, std::span<double> values) {
    const double bound = 1 / std::sqrt(static_cast<double>(kReach));
    for (double& value : values) value = stream.uniform(-bound, bound);
  };
}

// Of q, k and v together.
std::int64_t featuresOf(const ModelOptions& o) { return 2 * o.groups * o.keyDim + o.heads * o.valueDim(); }

std::vector<ParameterSpec> parameters(const ModelOptions& o, std::int64_t layer) {
  const std::int64_t values = o.heads * o.valueDim(), features = featuresOf(o), hidden = kMlpShare * o.width;
  std::vector<ParameterSpec> specs{{"norm.weight", {o.width}, constantValues(1)}, {"norm.bias", {o.width}, constantValues(0)}};
  const auto add = [&specs](std::vector<ParameterSpec> more) {
    for (ParameterSpec& spec : more) specs.push_back(std::move(spec));
  };
  add(projectionParameters(o));
  add({{"conv.weight", {features, kReach}, convolutionValues(), true},
       {"conv.bias", {features}, constantValues(0)},
       {"z_proj.weight", {values, o.width}, normalValues(0.02), true}});
  add(mixerRecipe(o.mixer).parameters(o, layer));
  add({{"D", {o.heads}, constantValues(1)},
       {"gate_norm.weight", {values}, constantValues(1)},
       {"out_proj.weight", {o.width, values}, normalValues(0.01), true},
       {"mlp_norm.weight", {o.width}, constantValues(1)},
       {"mlp_norm.bias", {o.width}, constantValues(0)},
       {"mlp.gate_proj.weight", {hidden, o.width}, normalValues(0.02), true},
       {"mlp.up_proj.weight", {hidden, o.width}, normalValues(0.02), true},
       {"mlp.down_proj.weight", {o.width, hidden}, normalValues(0.01), true}});
  return specs;
}

}  // namespace

BlockEntry languageBlock() {
  return {{"language", parameters, [](const ModelOptions& o) { return (kReach - 1) * featuresOf(o); }}, [](const ModelOptions& o, const ParameterLookup& p, const std::shared_ptr<AttentionMemory>& m) {
            return std::make_unique<Language>(o, p, m);
          }};
}

}  // namespace fenwick::model
