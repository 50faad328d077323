#include "model/torch/decoder.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <stdexcept>
#include <string>

#include "model/torch/sequence_model.h"
#include "model/torch/tensors.h"

namespace fenwick::model {

struct Decoder::State {
  explicit State(const ModelOptions& options) : model(options) {}
  SequenceModel model;
  SequenceModel::State state;
  std::vector<float> logits;
  std::int64_t position = 0;
};

Decoder::Decoder(const ModelOptions& options, const TensorFile& weights, int threads) {
  if (threads > 0) at::set_num_threads(threads);
  m_state = std::make_unique<State>(options);
  m_state->model.checkWeights(weights);
  m_state->model.takeWeights(weights);
  m_state->state = m_state->model.begin(1);
}

Decoder::~Decoder() = default;

const ModelOptions& Decoder::options() const { return m_state->model.options(); }

const std::vector<float>& Decoder::step(std::int64_t token) {
  if (token < 0 || token >= options().vocabulary)
    throw std::invalid_argument("token: expected 0 to " + std::to_string(options().vocabulary - 1) + ", got " + std::to_string(token));
  const at::NoGradGuard noGrad;
  const at::Tensor input = at::full({1}, token, at::kLong);
  m_state->logits = toFloats(m_state->model.step(input, m_state->state));
  ++m_state->position;
  return m_state->logits;
}

std::int64_t Decoder::position() const { return m_state->position; }

std::int64_t Decoder::stateFloats() const {
  std::int64_t floats = 0;
  for (const auto& layer : m_state->state) floats += layer->floats();
  return floats;
}

}  // namespace fenwick::model
