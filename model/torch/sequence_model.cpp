#include "model/torch/sequence_model.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "model/torch/attention.h"
#include "model/torch/tensors.h"

namespace fenwick::model {

constexpr double kNormEpsilon = 1e-5;

struct SequenceModel::Layer {
  at::Tensor q, k, v, dl, dt, logA, dtBias, out, normWeight, normBias;
  std::unique_ptr<LambdaHead> head;
};

SequenceModel::SequenceModel(const ModelOptions& options, at::ScalarType type, Attention attention)
    : m_options(options), m_attention(attention), m_memory(makeAttentionMemory()) {
  for (const ParameterSpec& spec : parameterSpecs(options)) {
    at::Tensor tensor = fromDoubles(initialValues(spec, options.seed), spec.shape, type);
    m_parameters.push_back({spec.name, tensor.set_requires_grad(true), spec.decays});
  }
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

at::Tensor SequenceModel::layerForward(const Layer& layer, const at::Tensor& x, std::int64_t batch,
                                       ForwardCapture* capture) const {
  const ModelOptions& o = m_options;
  const std::int64_t tokens = x.size(0), length = tokens / batch;
  const at::Tensor q = at::linear(x, layer.q).view({batch, length, o.groups, o.keyDim});
  const at::Tensor k = at::linear(x, layer.k).view({batch, length, o.groups, o.keyDim});
  const at::Tensor v = at::linear(x, layer.v).view({batch, length, o.heads, o.valueDim()});
  const at::Tensor step = at::softplus(at::linear(x, layer.dt, layer.dtBias));
  const at::Tensor gate = (step * layer.logA.exp().neg()).view({batch, length, o.heads});
  at::Tensor d;
  if (layer.dl.defined()) d = at::linear(x, layer.dl).view({tokens, o.heads, o.levels});
  const at::Tensor lambda = layer.head->lambda(d, tokens).view({batch, length, o.heads, o.levels});
  if (capture) {
    capture->lambda.push_back(toFloats(lambda));
    capture->gate.push_back(toFloats(gate));
  }
  const at::Tensor mixed = m_attention == Attention::Dense ? denseLogLinearAttention(q, k, v, gate, lambda)
                                                           : logLinearAttention(q, k, v, gate, lambda, o.chunk, m_memory);
  const at::Tensor y = at::linear(mixed.reshape({tokens, o.heads * o.valueDim()}), layer.out);
  return at::layer_norm(y + x, {o.width}, layer.normWeight, layer.normBias, kNormEpsilon);
}

at::Tensor SequenceModel::logits(const at::Tensor& inputs, const at::Tensor& rows, ForwardCapture* capture) const {
  at::Tensor x = at::embedding(m_embedding, inputs.reshape({-1}));
  for (const auto& layer : m_layers) x = layerForward(*layer, x, inputs.size(0), capture);
  if (rows.defined()) x = x.index_select(0, rows);
  x = at::layer_norm(x, {m_options.width}, m_normWeight, m_normBias, kNormEpsilon);
  return at::linear(x, m_output);
}

}  // namespace fenwick::model
