#include "model/training/probe.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "model/config/mixers.h"
#include "model/training/kept_weights.h"
#include "model/training/run_setup.h"

namespace fenwick::model {
namespace {

// One head of a captured layer.
HeadParts partsOf(const ForwardCapture& capture, const ModelOptions& o, std::size_t layer, std::int64_t head, std::int64_t length) {
  HeadParts parts;
  parts.length = length;
  parts.keyDim = o.keyDim;
  parts.valueDim = o.valueDim();
  parts.levels = o.levels;
  const auto take = [&](const std::vector<float>& from, std::int64_t all, std::int64_t index, std::int64_t size, std::vector<float>& to) {
    for (std::int64_t t = 0; t < length; ++t) {
      const auto first = from.begin() + static_cast<std::ptrdiff_t>((t * all + index) * size);
      to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(size));
    }
  };
  const std::int64_t group = head / (o.heads / o.groups);
  take(capture.q[layer], o.groups, group, o.keyDim, parts.q);
  take(capture.k[layer], o.groups, group, o.keyDim, parts.k);
  take(capture.v[layer], o.heads, head, o.valueDim(), parts.v);
  take(capture.gate[layer], o.heads, head, 1, parts.gate);
  take(capture.lambda[layer], o.heads, head, o.levels, parts.lambda);
  return parts;
}

}  // namespace

struct Probe::State {
  RunSetup setup;
  std::int64_t step = 0;
  bool hasLambda = false, isProduct = false;  // the mixer's output is a masked product of q, k and v
  Split split = Split::Valid;
  std::unique_ptr<ExampleCache> examples;
};

Probe::Probe(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Probe::~Probe() = default;

std::unique_ptr<Probe> Probe::open(const RunReference& reference, const DeviceOptions& device) {
  const Config config = RunFolder(reference.folder).readConfig();
  const KeptWeights weights = weightsOf(reference, "best");
  auto state = std::make_unique<State>();
  state->setup = setUp(config, device);
  state->setup.trainer->loadWeights(weights.file);
  state->step = weights.step;
  const MixerKind& mixer = mixerKind(config);
  state->hasLambda = mixer.hasLambda;
  state->isProduct = mixer.name == "log-linear";
  state->split = state->setup.data->examples(Split::Valid) > 0 ? Split::Valid : Split::Train;
  state->examples = std::make_unique<ExampleCache>(*state->setup.data, state->split);
  return std::unique_ptr<Probe>(new Probe(std::move(state)));
}

const Config& Probe::config() const { return m_state->setup.config; }
std::int64_t Probe::step() const { return m_state->step; }
std::int64_t Probe::vocabulary() const { return m_state->setup.data->vocabulary(); }
Split Probe::split() const { return m_state->split; }
std::int64_t Probe::examples() const { return m_state->setup.data->examples(m_state->split); }

LambdaShape Probe::shape() const {
  const ModelOptions& o = m_state->setup.trainer->options();
  return {o.layers, o.heads, m_state->hasLambda ? o.levels : 0, m_state->setup.data->length()};
}

TokenBatch Probe::example(std::int64_t index) const {
  TokenBatch batch;
  m_state->setup.data->fill(m_state->split, std::vector<std::int64_t>{index}, batch);
  return batch;
}

ProbedSequence Probe::look(const TokenBatch& sequence, const Intervention& intervention) const {
  const Trainer& trainer = *m_state->setup.trainer;
  const ModelOptions& o = trainer.options();
  ForwardCapture capture;
  capture.withVectors = m_state->isProduct && sequence.length <= kWeightsLength;
  capture.bounds = lambdaBounds(intervention, {o.layers, o.heads, shape().levels, sequence.length}, sequence);
  TokenScores scores = trainer.capture(sequence, capture);
  ProbedSequence probed;
  probed.predicted = std::move(scores.predicted);
  if (capture.withVectors) {
    for (std::size_t layer = 0; layer < capture.lambda.size(); ++layer)
      for (std::int64_t head = 0; head < o.heads; ++head) probed.heads.push_back(partsOf(capture, o, layer, head, sequence.length));
    for (const HeadParts& head : probed.heads) probed.outputs.push_back(levelOutputs(head));
  }
  probed.snapshot = std::make_shared<const LambdaSnapshot>(snapshotOf(trainer, sequence, std::move(capture), std::move(scores), m_state->step));
  return probed;
}

std::int64_t Probe::score(const Intervention& intervention, std::int64_t first, SplitScore& into) const {
  const std::int64_t end = std::min(examples(), first + m_state->setup.config.get<std::int64_t>("train.batch"));
  std::vector<std::int64_t> indices(static_cast<std::size_t>(std::max<std::int64_t>(0, end - first)));
  std::iota(indices.begin(), indices.end(), first);
  if (indices.empty()) return -1;
  TokenBatch batch;
  m_state->examples->fill(indices, batch);
  into.add(batch, scoresWith(*m_state->setup.trainer, batch, intervention), first);
  return end < examples() ? end : -1;
}

TokenBatch withToken(TokenBatch sequence, std::int64_t position, std::int64_t token, std::int64_t vocabulary) {
  if (sequence.rows != 1) throw std::invalid_argument("sequence: expected one row, got " + std::to_string(sequence.rows));
  if (position < 0 || position >= sequence.length)
    throw std::invalid_argument("position: must be 0 to " + std::to_string(sequence.length - 1) + ", got " + std::to_string(position));
  if (token < 0 || token >= vocabulary)
    throw std::invalid_argument("token: must be 0 to " + std::to_string(vocabulary - 1) + ", got " + std::to_string(token));
  const auto at = static_cast<std::size_t>(position);
  const std::int64_t before = std::exchange(sequence.inputs[at], token);
  if (sequence.roles[at] == static_cast<std::uint8_t>(Role::Value)) std::replace(sequence.targets.begin(), sequence.targets.end(), before, token);
  return sequence;
}

}  // namespace fenwick::model
