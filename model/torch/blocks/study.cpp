// The block of the synthetic study (SCIENCE.md §4):
//   x <- LayerNorm(out(mixer(q, k, v)) + x)

#include <ATen/ATen.h>

#include "model/torch/block.h"
#include "model/torch/layers.h"
#include "model/torch/mixer.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/streams.h"
#endif

namespace fenwick::model {
namespace {

struct State : BlockState {
  explicit State(std::unique_ptr<MixerState> of) : mixer(std::move(of)) {}
  std::int64_t floats() const override { return mixer->floats(); }
  std::unique_ptr<MixerState> mixer;
};

class Study : public Block {
 public:
  Study(const ModelOptions& options, const ParameterLookup& lookup, const std::shared_ptr<AttentionMemory>& memory)
      : m_options(options),
        m_q(lookup("q_proj.weight")),
        m_k(lookup("k_proj.weight")),
        m_v(lookup("v_proj.weight")),
        m_out(lookup("out_proj.weight")),
        m_normWeight(lookup("norm.weight")),
        m_normBias(lookup("norm.bias")),
        m_mixer(makeMixer(options, lookup, memory)) {}

  at::Tensor plain(const at::Tensor& x, std::int64_t batch, bool dense, ForwardCapture* capture) const override {
    const ModelOptions& o = m_options;
    const std::int64_t length = x.size(0) / batch;
    const at::Tensor q = product(x, m_q, o.precision).view({batch, length, o.groups, o.keyDim});
    const at::Tensor k = product(x, m_k, o.precision).view({batch, length, o.groups, o.keyDim});
    const at::Tensor v = product(x, m_v, o.precision).view({batch, length, o.heads, o.valueDim()});
    TokenScales scales = m_mixer->scales(x);
    if (capture) captureLayer(*m_mixer, scales, x, q, k, v, *capture);
    const at::Tensor mixed = dense ? m_mixer->mixDense(q, k, v, scales) : m_mixer->mix(q, k, v, scales);
    return merge(mixed.reshape({x.size(0), -1}), x);
  }

  at::Tensor every(const at::Tensor& x, std::int64_t batch) const override {
    const at::Tensor qkv = product(x, at::cat({m_q, m_k, m_v}), m_options.precision);
    return merge(m_mixer->mixPacked(qkv, m_mixer->scales(x), shapeOf(x.size(0), batch)), x);
  }

  // A first layer's projections depend on nothing but the token: they are made once per word of the vocabulary and looked up. The look-up's
  // backward adds up the gradients of equal tokens before the maps' own backward, which is then as small.
  bool looksUp() const override { return true; }
  at::Tensor lookedUp(const at::Tensor& embedding, const at::Tensor& tokens, std::int64_t batch) const override {
    at::Tensor qkv;
    TokenScales table;
#ifdef FENWICK_CUDA
    if (embedding.is_cuda()) {  // side by side
      cuda::Branches branches;
      table.gate = branches.run(0, {embedding}, [&] { return m_mixer->gate(embedding); });
      table.lambda = branches.run(1, {embedding}, [&] { return m_mixer->lambda(embedding); });
      qkv = product(embedding, at::cat({m_q, m_k, m_v}), m_options.precision);
      table.beta = m_mixer->beta(embedding);
      branches.join();
    }
#endif
    if (!qkv.defined()) {
      qkv = product(embedding, at::cat({m_q, m_k, m_v}), m_options.precision);
      table = m_mixer->scales(embedding);
    }
    std::vector<at::Tensor> rows = lookUp({qkv, embedding}, tokens, table);
    TokenScales scales;
    std::size_t next = 2;
    for (const auto scale : {&TokenScales::gate, &TokenScales::lambda, &TokenScales::beta})
      if ((table.*scale).defined()) scales.*scale = rows[next++];
    if (scales.lambda.defined()) scales.lambda = scales.lambda.view({-1, m_options.heads, m_options.levels});
    return merge(m_mixer->mixPacked(rows[0], scales, shapeOf(tokens.size(0), batch)), rows[1]);
  }

  // Of a last layer only the scored tokens are looked at: the others lend their keys, values and gates.
  bool selects(bool onCuda, std::int64_t tokens, std::int64_t batch) const override { return m_mixer->selects(onCuda, shapeOf(tokens, batch)); }
  at::Tensor selected(const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) const override {
    const at::Tensor scored = pick(x, rows, batch);
#ifdef FENWICK_CUDA
    if (x.is_cuda()) {  // side by side
      cuda::Branches branches;
      TokenScales scales;
      scales.lambda = branches.run(0, {scored}, [&] { return m_mixer->lambda(scored); });
      scales.gate = branches.run(1, {x}, [&] { return m_mixer->gate(x); });
      const at::Tensor q = branches.run(1, {scored}, [&] { return at::linear(scored, m_q); });
      const at::Tensor kv = at::linear(x, at::cat({m_k, m_v}));
      scales.beta = m_mixer->beta(x);
      branches.join();
      return merge(m_mixer->mixSelected(q, kv, scales, rows, shapeOf(x.size(0), batch)), scored);
    }
#endif
    const at::Tensor kv = at::linear(x, at::cat({m_k, m_v}));
    const TokenScales scales{m_mixer->gate(x), m_mixer->lambda(scored), m_mixer->beta(x)};
    return merge(m_mixer->mixSelected(at::linear(scored, m_q), kv, scales, rows, shapeOf(x.size(0), batch)), scored);
  }

  std::unique_ptr<BlockState> begin(std::int64_t batch) const override { return std::make_unique<State>(m_mixer->begin(shapeOf(batch, batch))); }
  at::Tensor step(const at::Tensor& x, BlockState& state) const override {
    const ModelOptions& o = m_options;
    const std::int64_t batch = x.size(0);
    const at::Tensor mixed = static_cast<State&>(state).mixer->step(
        at::linear(x, m_q).view({batch, o.groups, o.keyDim}), at::linear(x, m_k).view({batch, o.groups, o.keyDim}),
        at::linear(x, m_v).view({batch, o.heads, o.valueDim()}), m_mixer->scales(x));
    return merge(mixed.reshape({batch, -1}), x);
  }

 private:
  AttentionShape shapeOf(std::int64_t tokens, std::int64_t batch) const {
    return {batch, tokens / batch, m_options.groups, m_options.heads, m_options.keyDim, m_options.valueDim()};
  }

  at::Tensor merge(const at::Tensor& mixed, const at::Tensor& x) const {
    const bool rounds = m_options.precision == ModelOptions::Precision::BFloat16;
    const at::Tensor sum = rounds ? x + product(mixed, m_out, m_options.precision) : at::addmm(x, mixed, m_out.t());
    return layerNorm(sum, m_normWeight, m_normBias);
  }

  // Rows of the tables and, behind them, of the scales that there are. On the CPU the scales, which are narrow, share one look-up.
  static std::vector<at::Tensor> lookUp(std::vector<at::Tensor> tables, const at::Tensor& tokens, const TokenScales& scales) {
    std::vector<at::Tensor> narrow;
    std::vector<std::int64_t> widths;
    for (const at::Tensor& scale : {scales.gate, scales.lambda, scales.beta})
      if (scale.defined()) {
        narrow.push_back(scale.reshape({scale.size(0), -1}));
        widths.push_back(narrow.back().size(1));
      }
    if (tokens.is_cuda() || narrow.empty()) {
      tables.insert(tables.end(), narrow.begin(), narrow.end());
      return model::lookUp(tables, tokens);
    }
    std::vector<at::Tensor> rows = model::lookUp(tables, tokens);
    for (const at::Tensor& part : at::embedding(at::cat(narrow, 1), tokens).split_with_sizes(widths, 1)) rows.push_back(part.contiguous());
    return rows;
  }

  ModelOptions m_options;
  at::Tensor m_q, m_k, m_v, m_out, m_normWeight, m_normBias;
  std::unique_ptr<Mixer> m_mixer;
};

std::vector<ParameterSpec> parameters(const ModelOptions& o, std::int64_t layer) {
  std::vector<ParameterSpec> specs = projectionParameters(o);
  for (ParameterSpec& spec : mixerRecipe(o.mixer).parameters(o, layer)) specs.push_back(std::move(spec));
  specs.push_back({"out_proj.weight", {o.width, o.heads * o.valueDim()}, normalValues(0.01), true});
  specs.push_back({"norm.weight", {o.width}, constantValues(1)});
  specs.push_back({"norm.bias", {o.width}, constantValues(0)});
  return specs;
}

}  // namespace

BlockEntry studyBlock() {
  return {{"study", parameters, [](const ModelOptions&) { return std::int64_t{0}; }}, [](const ModelOptions& o, const ParameterLookup& p, const std::shared_ptr<AttentionMemory>& m) {
            return std::make_unique<Study>(o, p, m);
          }};
}

}  // namespace fenwick::model
