#include "model/torch/trainer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <thread>

#include "model/torch/optimizer.h"
#include "model/torch/sequence_model.h"
#include "model/torch/tensors.h"

namespace fenwick::model {
namespace {

int useThreads(int threads) {
  const int wanted = threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  at::set_num_threads(wanted);
  return wanted;
}

at::Tensor view(const std::vector<std::int64_t>& values, at::IntArrayRef shape) {
  return at::from_blob(const_cast<std::int64_t*>(values.data()), shape, at::kLong);
}

// The scored tokens of a batch: their places in the flattened batch, and what should come out there.
struct Scored {
  std::vector<std::int64_t> rows, labels;
  explicit Scored(const TokenBatch& batch) {
    for (std::size_t i = 0; i < batch.targets.size(); ++i)
      if (batch.targets[i] != kIgnored) {
        rows.push_back(static_cast<std::int64_t>(i));
        labels.push_back(batch.targets[i]);
      }
  }
  std::int64_t count() const { return static_cast<std::int64_t>(rows.size()); }
};

std::int64_t countCorrect(const at::Tensor& logits, const std::vector<std::int64_t>& labels) {
  const at::Tensor best = logits.detach().argmax(1);
  const std::int64_t* predicted = best.const_data_ptr<std::int64_t>();
  std::int64_t correct = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) correct += predicted[i] == labels[i];
  return correct;
}

}  // namespace

ScoreSums& ScoreSums::operator+=(const ScoreSums& other) {
  loss += other.loss;
  correct += other.correct;
  scored += other.scored;
  return *this;
}

struct Trainer::State {
  State(const ModelOptions& modelOptions, const OptimizerOptions& optimizerOptions, int threadsUsed, SequenceModel::Attention attention)
      : threads(threadsUsed), model(modelOptions, at::kFloat, attention), optimizer(model.parameters(), optimizerOptions) {}

  int threads;
  SequenceModel model;
  Optimizer optimizer;

  at::Tensor logits(const TokenBatch& batch, const Scored& scored, ForwardCapture* capture = nullptr) const {
    return model.logits(view(batch.inputs, {batch.rows, batch.length}), view(scored.rows, {scored.count()}), capture);
  }
};

Trainer::Trainer(const ModelOptions& model, const OptimizerOptions& optimizer, int threads, Attention attention) {
  const int used = useThreads(threads);
  m_state = std::make_unique<State>(
      model, optimizer, used,
      attention == Attention::Dense ? SequenceModel::Attention::Dense : SequenceModel::Attention::Chunkwise);
}

Trainer::~Trainer() = default;

const ModelOptions& Trainer::options() const { return m_state->model.options(); }
int Trainer::threads() const { return m_state->threads; }

StepOutcome Trainer::step(const TokenBatch& batch, double learningRate) {
  const Scored scored(batch);
  if (scored.rows.empty()) throw std::invalid_argument("the batch has no scored token: every target is -100");
  Optimizer& optimizer = m_state->optimizer;
  optimizer.clearGradients();

  const at::Tensor logits = m_state->logits(batch, scored);
  const at::Tensor loss = at::cross_entropy_loss(logits, view(scored.labels, {scored.count()}));
  StepOutcome outcome;
  outcome.loss = loss.item<double>();
  outcome.accuracy =
      static_cast<double>(countCorrect(logits, scored.labels)) / static_cast<double>(scored.count());
  loss.backward();
  outcome.gradientNorm = optimizer.gradientNorm();

  if (!std::isfinite(outcome.loss)) {
    const std::string weight = firstNonFiniteWeight();
    outcome.fault = weight.empty() ? "loss" : weight;
  } else if (!std::isfinite(outcome.gradientNorm)) {
    outcome.fault = "gradient of " + optimizer.firstNonFiniteGradient();
  } else {
    optimizer.apply(learningRate, outcome.gradientNorm);
  }
  return outcome;
}

ScoreSums Trainer::evaluate(const TokenBatch& batch) const {
  const at::NoGradGuard noGrad;
  const Scored scored(batch);
  if (scored.rows.empty()) return {};
  const at::Tensor logits = m_state->logits(batch, scored);
  const at::Tensor loss = at::cross_entropy_loss(logits, view(scored.labels, {scored.count()}), {}, at::Reduction::Sum);
  return {loss.item<double>(), countCorrect(logits, scored.labels), scored.count()};
}

TokenScores Trainer::capture(const TokenBatch& batch, ForwardCapture& capture) const {
  const at::NoGradGuard noGrad;
  const Scored scored(batch);
  const at::Tensor logits = m_state->logits(batch, scored, &capture);
  const at::Tensor best = logits.argmax(1);
  const at::Tensor logProbs = at::log_softmax(logits, 1);
  const std::int64_t* predicted = best.const_data_ptr<std::int64_t>();
  const std::vector<float> probabilities = toFloats(logProbs);

  TokenScores scores;
  scores.correct.assign(batch.targets.size(), 0);
  scores.targetLogProb.assign(batch.targets.size(), std::numeric_limits<float>::quiet_NaN());
  const std::size_t vocabulary = static_cast<std::size_t>(logits.size(1));
  for (std::size_t i = 0; i < scored.rows.size(); ++i) {
    const std::size_t place = static_cast<std::size_t>(scored.rows[i]);
    scores.correct[place] = predicted[i] == scored.labels[i];
    scores.targetLogProb[place] = probabilities[i * vocabulary + static_cast<std::size_t>(scored.labels[i])];
  }
  return scores;
}

TensorFile Trainer::save(bool withOptimizer) const {
  TensorFile file;
  for (const NamedParameter& parameter : m_state->model.parameters()) file.tensors[parameter.name] = toHost(parameter.tensor);
  if (withOptimizer) m_state->optimizer.store(file);
  return file;
}

std::vector<std::string> Trainer::loadWeights(const TensorFile& file) {
  std::string faults;
  std::set<std::string> known;
  for (const NamedParameter& parameter : m_state->model.parameters()) {
    known.insert(parameter.name);
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
  for (const NamedParameter& parameter : m_state->model.parameters())
    parameter.tensor.detach().copy_(fromHost(file.tensors.at(parameter.name)));

  std::vector<std::string> superfluous;
  for (const auto& [name, tensor] : file.tensors)
    if (!known.contains(name) && !name.starts_with("exp_avg.") && !name.starts_with("exp_avg_sq.")) superfluous.push_back(name);
  return superfluous;
}

bool Trainer::loadOptimizer(const TensorFile& file) { return m_state->optimizer.restore(file); }

std::string Trainer::firstNonFiniteWeight() const {
  std::string first;
  for (const NamedParameter& parameter : m_state->model.parameters())
    if ((first.empty() || parameter.name < first) && !at::isfinite(parameter.tensor.detach()).all().item<bool>())
      first = parameter.name;
  return first;
}

}  // namespace fenwick::model
