#include "model/torch/sequence_model.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

#include "model/torch/attention.h"
#include "model/torch/tensors.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/lookup.h"
#include "model/torch/cuda/norm.h"
#include "model/torch/cuda/scales.h"
#include "model/torch/cuda/selected.h"
#endif

namespace fenwick::model {

constexpr double kNormEpsilon = 1e-5;
constexpr std::int64_t kSparse = 4;  // at most one token in so many is scored where only scored ones are computed

namespace {

// LayerNorm of each row.
at::Tensor normed(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
#ifdef FENWICK_CUDA
  if (cuda::takesNorm(x)) return cuda::layerNorm(x, weight, bias, kNormEpsilon);
#endif
  return at::layer_norm(x, {x.size(1)}, weight, bias, kNormEpsilon);
}

}  // namespace

struct SequenceModel::Layer {
  at::Tensor q, k, v, dl, dt, logA, dtBias, out, normWeight, normBias;
  std::unique_ptr<LambdaHead> head;
};

SequenceModel::SequenceModel(const ModelOptions& options, at::ScalarType type, Attention attention, at::Device device)
    : SequenceModel(options, attention, drawnParameters(options, type, device)) {}

std::vector<NamedParameter> SequenceModel::drawnParameters(const ModelOptions& options, at::ScalarType type, at::Device device) {
  std::vector<NamedParameter> parameters;
  for (const ParameterSpec& spec : parameterSpecs(options)) {
    at::Tensor tensor = fromDoubles(initialValues(spec, options.seed), spec.shape, type).to(device);
    parameters.push_back({spec.name, tensor.set_requires_grad(true), spec.decays});
  }
  return parameters;
}

std::unique_ptr<SequenceModel> SequenceModel::sharing(const SequenceModel& model) {
  std::vector<NamedParameter> parameters = model.m_parameters;
  for (NamedParameter& parameter : parameters) parameter.tensor = parameter.tensor.detach().set_requires_grad(true);
  return std::unique_ptr<SequenceModel>(new SequenceModel(model.m_options, model.m_attention, std::move(parameters)));
}

SequenceModel::SequenceModel(const ModelOptions& options, Attention attention, std::vector<NamedParameter> parameters)
    : m_options(options), m_attention(attention), m_memory(makeAttentionMemory()), m_parameters(std::move(parameters)) {
  const LambdaHeadRecipe head = lambdaHeadRecipe(options.lambdaHead);
  for (std::int64_t i = 0; i < options.layers; ++i) {
    const ParameterLookup lookup = [this, prefix = "layers." + std::to_string(i) + "."](const std::string& name) {
      return parameter(prefix + name);
    };
    auto layer = std::make_unique<Layer>();
    layer->q = lookup("q_proj.weight");
    layer->k = lookup("k_proj.weight");
    layer->v = lookup("v_proj.weight");
    if (head.readsToken) layer->dl = lookup("dl_proj.weight");
    layer->dt = lookup("dt_proj.weight");
    layer->logA = lookup("A_log");
    layer->dtBias = lookup("dt_bias");
    layer->out = lookup("out_proj.weight");
    layer->normWeight = lookup("norm.weight");
    layer->normBias = lookup("norm.bias");
    layer->head = makeLambdaHead(options, lookup);
    m_layers.push_back(std::move(layer));
  }
  m_embedding = parameter("embedding.weight");
  m_normWeight = parameter("norm.weight");
  m_normBias = parameter("norm.bias");
  m_output = parameter("lm_head.weight");
}

SequenceModel::~SequenceModel() = default;

at::Tensor SequenceModel::parameter(const std::string& name) const {
  for (const NamedParameter& candidate : m_parameters)
    if (candidate.name == name) return candidate.tensor;
  throw std::out_of_range("the model has no parameter " + name);
}

// x wᵀ, in the numbers that products are taken of.
at::Tensor SequenceModel::product(const at::Tensor& x, const at::Tensor& weight) const {
  if (m_options.precision != ModelOptions::Precision::BFloat16) return at::linear(x, weight);
  return at::linear(x.to(at::kBFloat16), weight.to(at::kBFloat16));
}

// --- the plain path: every token through every layer ------------------------------------------------------------------------------------

at::Tensor SequenceModel::layerForward(const Layer& layer, const at::Tensor& x, std::int64_t batch,
                                       ForwardCapture* capture) const {
  const ModelOptions& o = m_options;
  const std::int64_t tokens = x.size(0), length = tokens / batch;
  const at::Tensor q = product(x, layer.q).view({batch, length, o.groups, o.keyDim});
  const at::Tensor k = product(x, layer.k).view({batch, length, o.groups, o.keyDim});
  const at::Tensor v = product(x, layer.v).view({batch, length, o.heads, o.valueDim()});
  const at::Tensor gate = gateOf(layer, x).view({batch, length, o.heads});
  const at::Tensor lambda = lambdaOf(layer, x).view({batch, length, o.heads, o.levels});
  if (capture) {
    capture->lambda.push_back(toFloats(lambda));
    capture->gate.push_back(toFloats(gate));
  }
  const at::Tensor mixed = m_attention == Attention::Dense ? denseLogLinearAttention(q, k, v, gate, lambda)
                                                           : logLinearAttention(q, k, v, gate, lambda, o.chunk, m_memory);
  return merge(layer, mixed.reshape({tokens, o.heads * o.valueDim()}), x);
}

// g = -exp(A) softplus(W_dt x + b_dt), [N, H]
at::Tensor SequenceModel::gateOf(const Layer& layer, const at::Tensor& x) const {
#ifdef FENWICK_CUDA
  if (x.is_cuda() && x.size(0) <= cuda::kGateTokens) return cuda::gates(at::linear(x, layer.dt), layer.dtBias, layer.logA);
#endif
  return at::softplus(at::linear(x, layer.dt, layer.dtBias)) * layer.logA.exp().neg();
}

// [N, H, L]
at::Tensor SequenceModel::lambdaOf(const Layer& layer, const at::Tensor& x) const {
  at::Tensor d;
  if (layer.dl.defined()) d = at::linear(x, layer.dl).view({x.size(0), m_options.heads, m_options.levels});
  return layer.head->lambda(d, x.size(0));
}

// LayerNorm(out(mixed) + x)
at::Tensor SequenceModel::merge(const Layer& layer, const at::Tensor& mixed, const at::Tensor& x) const {
  const bool rounds = m_options.precision == ModelOptions::Precision::BFloat16;
  const at::Tensor sum = rounds ? x + product(mixed, layer.out) : at::addmm(x, mixed, layer.out.t());
  return normed(sum, layer.normWeight, layer.normBias);
}

// --- shortcuts with the same result ---------------------------------------------------------------------------------------------------------

namespace {

// Rows of several tables by the same indices.
std::vector<at::Tensor> lookUp(const std::vector<at::Tensor>& tables, const at::Tensor& indices) {
#ifdef FENWICK_CUDA
  const auto whole = [](const at::Tensor& table) { return table.scalar_type() == at::kFloat; };
  if (indices.is_cuda() && tables[0].size(0) <= cuda::kLookUpEntries && std::all_of(tables.begin(), tables.end(), whole))
    return cuda::lookUp(tables, indices);
#endif
  std::vector<at::Tensor> rows;
  for (const at::Tensor& table : tables) rows.push_back(at::embedding(table, indices));
  return rows;
}

// The tokens of a flattened batch that stand at `rows`, by a look-up whose backward is fast.
at::Tensor pick(const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) {
#ifdef FENWICK_CUDA
  if (x.is_cuda()) return cuda::pickRows(x, rows, x.size(0) / batch);
#endif
  static_cast<void>(batch);
  return at::embedding(x, rows);
}

}  // namespace

// The first layer's projections depend on nothing but the token: they are made once per word of the vocabulary and looked up. The
// look-up's backward adds up the gradients of equal tokens before the maps' own backward, which is then as small.
at::Tensor SequenceModel::firstLayer(const Layer& layer, const at::Tensor& tokens, std::int64_t batch) const {
  const ModelOptions& o = m_options;
  const AttentionShape shape = shapeOf(tokens.size(0), batch);
  if (tokens.is_cuda()) {
    const at::Tensor qkv = product(m_embedding, at::cat({layer.q, layer.k, layer.v}));
    const std::vector<at::Tensor> rows =
        lookUp({qkv, m_embedding, gateOf(layer, m_embedding), lambdaOf(layer, m_embedding).reshape({o.vocabulary, -1})}, tokens);
    const at::Tensor mixed = packedLogLinearAttention(rows[0], rows[2], rows[3].view({-1, o.heads, o.levels}), shape, o.chunk, m_memory);
    return merge(layer, mixed, rows[1]);
  }
  const at::Tensor qkv = at::embedding(product(m_embedding, at::cat({layer.q, layer.k, layer.v})), tokens);
  const at::Tensor table = at::cat({gateOf(layer, m_embedding), lambdaOf(layer, m_embedding).reshape({o.vocabulary, -1})}, 1);
  const std::vector<at::Tensor> scales = at::embedding(table, tokens).split_with_sizes({o.heads, o.heads * o.levels}, 1);
  const at::Tensor mixed = packedLogLinearAttention(qkv, scales[0].contiguous(), scales[1].contiguous().view({-1, o.heads, o.levels}), shape,
                                                    o.chunk, m_memory);
  return merge(layer, mixed, at::embedding(m_embedding, tokens));
}

at::Tensor SequenceModel::middleLayer(const Layer& layer, const at::Tensor& x, std::int64_t batch) const {
  const at::Tensor qkv = product(x, at::cat({layer.q, layer.k, layer.v}));
  const at::Tensor mixed =
      packedLogLinearAttention(qkv, gateOf(layer, x), lambdaOf(layer, x), shapeOf(x.size(0), batch), m_options.chunk, m_memory);
  return merge(layer, mixed, x);
}

// Of the last layer only the scored tokens are looked at: the others lend their keys, values and gates.
at::Tensor SequenceModel::lastLayer(const Layer& layer, const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) const {
  const at::Tensor scored = pick(x, rows, batch);
  const at::Tensor kv = at::linear(x, at::cat({layer.k, layer.v}));
  const at::Tensor mixed = selectedLogLinearAttention(at::linear(scored, layer.q), kv, gateOf(layer, x), lambdaOf(layer, scored), rows,
                                                      shapeOf(x.size(0), batch));
  return merge(layer, mixed, scored);
}

// Whether there is a kernel for the attention at some queries alone.
bool SequenceModel::takesSelected(bool onCuda, const AttentionShape& shape) const {
#ifdef FENWICK_CUDA
  if (onCuda) return m_options.precision != ModelOptions::Precision::BFloat16 && cuda::takesSelected(shape);
#endif
  return !onCuda && shape.batch > 0;
}

AttentionShape SequenceModel::shapeOf(std::int64_t tokens, std::int64_t batch) const {
  return {batch, tokens / batch, m_options.groups, m_options.heads, m_options.keyDim, m_options.valueDim()};
}

at::Tensor SequenceModel::logits(const at::Tensor& inputs, const at::Tensor& rows, ForwardCapture* capture) const {
  const at::Tensor tokens = inputs.reshape({-1});
  const std::int64_t batch = inputs.size(0), count = tokens.size(0);
  const bool plain = capture || m_attention != Attention::Shortcuts;
  const bool looksUp = !plain && count >= 2 * m_options.vocabulary;
  const bool selects = !plain && takesSelected(inputs.is_cuda(), shapeOf(count, batch)) && rows.defined() && rows.size(0) * kSparse <= count && m_layers.size() > 1;

  at::Tensor x;
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    const Layer& layer = *m_layers[i];
    if (i == 0 && !looksUp) x = at::embedding(m_embedding, tokens);
    if (i == 0 && looksUp) {
      x = firstLayer(layer, tokens, batch);
    } else if (selects && i + 1 == m_layers.size()) {
      x = lastLayer(layer, x, rows, batch);
    } else {
      x = plain ? layerForward(layer, x, batch, capture) : middleLayer(layer, x, batch);
    }
  }
  if (rows.defined() && !selects) x = pick(x, rows, batch);
  return at::linear(normed(x, m_normWeight, m_normBias), m_output);
}

}  // namespace fenwick::model
