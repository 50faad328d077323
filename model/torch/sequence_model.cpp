#include "model/torch/sequence_model.h"

#include <ATen/ATen.h>

#include <set>
#include <stdexcept>

#include "model/torch/layers.h"
#include "model/torch/tensors.h"

namespace fenwick::model {

constexpr std::int64_t kSparse = 4;  // at most one token in so many is scored where only scored ones are computed

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
  for (std::int64_t i = 0; i < options.layers; ++i) {
    const ParameterLookup lookup = [this, prefix = "layers." + std::to_string(i) + "."](const std::string& name) {
      return parameter(prefix + name);
    };
    m_blocks.push_back(makeBlock(options, lookup, m_memory));
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

void SequenceModel::checkWeights(const TensorFile& file) const {
  std::string faults;
  for (const NamedParameter& parameter : m_parameters) {
    const auto found = file.tensors.find(parameter.name);
    const std::vector<std::int64_t> shape = parameter.tensor.sizes().vec();
    std::string fault;
    if (found == file.tensors.end()) {
      fault = "missing, expected " + shapeText(shape);
    } else if (found->second.shape != shape) {
      fault = "expected " + shapeText(shape) + ", got " + shapeText(found->second.shape);
    } else if (!at::isFloatingType(scalarType(found->second.type))) {
      fault = std::string("expected floating-point numbers, got ") + dtypeName(found->second.type);
    }
    if (!fault.empty()) faults += (faults.empty() ? "" : "\n") + parameter.name + ": " + fault;
  }
  if (!faults.empty()) throw std::invalid_argument(faults);
}

std::vector<std::string> SequenceModel::takeWeights(const TensorFile& file) {
  std::set<std::string> known;
  for (const NamedParameter& parameter : m_parameters) {
    known.insert(parameter.name);
    parameter.tensor.detach().copy_(fromHost(file.tensors.at(parameter.name)));
  }
  std::vector<std::string> superfluous;
  for (const auto& [name, tensor] : file.tensors)
    if (!known.contains(name) && !name.starts_with("exp_avg.") && !name.starts_with("exp_avg_sq.")) superfluous.push_back(name);
  return superfluous;
}

at::Tensor SequenceModel::logits(const at::Tensor& inputs, const at::Tensor& rows, ForwardCapture* capture) const {
  const at::Tensor tokens = inputs.reshape({-1});
  const std::int64_t batch = inputs.size(0), count = tokens.size(0);
  const bool plain = capture || m_attention != Attention::Shortcuts;
  const bool looksUp = !plain && m_blocks.front()->looksUp() && count >= 2 * m_options.vocabulary;
  const bool selects = !plain && rows.defined() && rows.size(0) * kSparse <= count && m_blocks.size() > 1 &&
                       m_blocks.back()->selects(inputs.is_cuda(), count, batch);

  at::Tensor x;
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    const Block& block = *m_blocks[i];
    if (i == 0 && !looksUp) x = lookUp({m_embedding}, tokens).front();
    if (i == 0 && looksUp) {
      x = block.lookedUp(m_embedding, tokens, batch);
    } else if (selects && i + 1 == m_blocks.size()) {
      x = block.selected(x, rows, batch);
    } else {
      x = plain ? block.plain(x, batch, m_attention == Attention::Dense, capture) : block.every(x, batch);
    }
  }
  if (rows.defined() && !selects) x = pick(x, rows, batch);
  return at::linear(layerNorm(x, m_normWeight, m_normBias), m_output);
}

SequenceModel::State SequenceModel::begin(std::int64_t batch) const {
  State state;
  for (const auto& block : m_blocks) state.push_back(block->begin(batch));
  return state;
}

at::Tensor SequenceModel::step(const at::Tensor& inputs, State& state) const {
  at::Tensor x = at::embedding(m_embedding, inputs);
  for (std::size_t i = 0; i < m_blocks.size(); ++i) x = m_blocks[i]->step(x, *state[i]);
  return at::linear(layerNorm(x, m_normWeight, m_normBias), m_output);
}

}  // namespace fenwick::model
