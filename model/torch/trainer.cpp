#include "model/torch/trainer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "model/torch/optimizer.h"
#include "model/torch/sequence_model.h"
#include "model/torch/step_engine.h"
#include "model/torch/tensors.h"
#include "model/training/example_cache.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/device.h"
#include "model/torch/cuda/engine.h"
#endif

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

// The memory that a step frees is what the next one needs: without this the allocator hands large blocks back to the system each time and
// gets them, page by page and cleared, again.
void keepFreedMemory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest value there is
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

// The scored tokens of some rows of a batch: their places among the tokens of these rows, and what should come out there.
struct Share {
  std::int64_t firstRow = 0, rowCount = 0;
  std::vector<std::int64_t> places, labels;

  Share() = default;
  Share(const TokenBatch& batch, std::int64_t first, std::int64_t count) : firstRow(first), rowCount(count) {
    const std::int64_t begin = first * batch.length, end = (first + count) * batch.length;
    for (std::int64_t i = begin; i < end; ++i)
      if (batch.targets[static_cast<std::size_t>(i)] != kIgnored) {
        places.push_back(i - begin);
        labels.push_back(batch.targets[static_cast<std::size_t>(i)]);
      }
  }
  std::int64_t count() const { return static_cast<std::int64_t>(places.size()); }
};

std::int64_t countCorrect(const at::Tensor& logits, const std::vector<std::int64_t>& labels) {
  const at::Tensor best = logits.detach().argmax(1);
  const std::int64_t* predicted = best.const_data_ptr<std::int64_t>();
  std::int64_t correct = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) correct += predicted[i] == labels[i];
  return correct;
}

at::Tensor logitsOf(const SequenceModel& model, const TokenBatch& batch, const Share& share, ForwardCapture* capture = nullptr) {
  const std::int64_t* first = batch.inputs.data() + share.firstRow * batch.length;
  const at::Tensor inputs = at::from_blob(const_cast<std::int64_t*>(first), {share.rowCount, batch.length}, at::kLong);
  const at::Device device = model.parameters().front().tensor.device();
  return model.logits(inputs.to(device), view(share.places, {share.count()}).to(device), capture);
}

// Loss summed over the share's scored tokens, and its gradient divided by `divisor` where that is not 0.
ScoreSums scoreShare(const SequenceModel& model, const TokenBatch& batch, const Share& share, std::int64_t divisor) {
  if (share.count() == 0) return {};
  const at::Tensor logits = logitsOf(model, batch, share);
  const at::Tensor loss = at::cross_entropy_loss(logits, view(share.labels, {share.count()}), {}, at::Reduction::Sum);
  if (divisor > 0) (loss / static_cast<double>(divisor)).backward();
  return {loss.item<double>(), countCorrect(logits, share.labels), share.count()};
}

// Gradients of a replica for each thread cost memory; beyond this many entries the threads share each operation instead.
constexpr std::int64_t kReplicatedEntries = 64 << 20;

}  // namespace

ScoreSums& ScoreSums::operator+=(const ScoreSums& other) {
  loss += other.loss;
  correct += other.correct;
  scored += other.scored;
  return *this;
}

// A small model spends more on waking threads for each operation than on the operations. So the rows of a batch are dealt out: each thread
// takes its share through forward and backward alone, with gradients of its own, and these are summed in the order of the shares. Which rows
// belong together depends on the number of threads alone, so equal numbers of threads give equal bits.
struct Trainer::State {
  State(const ModelOptions& modelOptions, const OptimizerOptions& optimizerOptions, const TrainerPlace& place, int threadsUsed,
        SequenceModel::Attention attention)
      : threads(threadsUsed),
        model(modelOptions, at::kFloat, attention, place.cuda ? at::Device(at::kCUDA) : at::Device(at::kCPU)),
        optimizer(model.parameters(), optimizerOptions) {
    if (place.cuda) {
#ifdef FENWICK_CUDA
      engine = cuda::makeEngine(model, optimizer, place.graph);
#endif
      return;
    }
    std::int64_t entries = 0;
    for (const NamedParameter& parameter : model.parameters()) entries += parameter.tensor.numel();
    if (attention == SequenceModel::Attention::Dense || entries * threads > kReplicatedEntries) return;
    for (int i = 1; i < threads; ++i) replicas.push_back(SequenceModel::sharing(model));
  }

  int threads;
  SequenceModel model;
  std::vector<std::unique_ptr<SequenceModel>> replicas;
  Optimizer optimizer;
  std::unique_ptr<StepEngine> engine;  // on CUDA
  std::vector<StepOutcome> outcomes;   // on the CPU: not collected yet
  TokenBatch drawn;                    // for them

  std::unique_ptr<StepEngine::Scope> enter() const { return engine ? engine->enter() : nullptr; }

  const SequenceModel& modelOf(std::size_t share) const { return share == 0 ? model : *replicas[share - 1]; }

  std::vector<Share> deal(const TokenBatch& batch) const {
    const auto hands = static_cast<std::int64_t>(replicas.size()) + 1;
    const std::int64_t each = (batch.rows + hands - 1) / hands;
    std::vector<Share> shares;
    for (std::int64_t first = 0; first < batch.rows; first += each) shares.emplace_back(batch, first, std::min(each, batch.rows - first));
    return shares;
  }

  ScoreSums score(const TokenBatch& batch, const std::vector<Share>& shares, std::int64_t divisor) const {
    std::vector<ScoreSums> parts(shares.size());
    const auto body = [&](std::int64_t begin, std::int64_t end) {
      const at::AutoGradMode gradMode(divisor > 0);  // per thread
      for (std::int64_t i = begin; i < end; ++i) {
        const auto share = static_cast<std::size_t>(i);
        parts[share] = scoreShare(modelOf(share), batch, shares[share], divisor);
      }
    };
    if (shares.size() == 1) {
      body(0, 1);  // outside a parallel region the operations use the threads
    } else {
      at::parallel_for(0, static_cast<std::int64_t>(shares.size()), 1, body);
    }
    ScoreSums sums;
    for (const ScoreSums& part : parts) sums += part;
    return sums;
  }

  StepOutcome step(const TokenBatch& batch, double learningRate) {
    const std::vector<Share> shares = deal(batch);
    std::int64_t scored = 0;
    for (const Share& share : shares) scored += share.count();
    if (scored == 0) throw std::invalid_argument("the batch has no scored token: every target is -100");
    clearGradients();
    const ScoreSums sums = score(batch, shares, scored);
    sumGradients();

    StepOutcome outcome;
    outcome.loss = sums.loss / static_cast<double>(scored);
    outcome.accuracy = static_cast<double>(sums.correct) / static_cast<double>(scored);
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

  std::string firstNonFiniteWeight() const {
    std::string first;
    for (const NamedParameter& parameter : model.parameters())
      if ((first.empty() || parameter.name < first) && !at::isfinite(parameter.tensor.detach()).all().item<bool>())
        first = parameter.name;
    return first;
  }

  void clearGradients() {
    optimizer.clearGradients();
    for (const auto& replica : replicas)
      for (const NamedParameter& parameter : replica->parameters()) parameter.tensor.mutable_grad().reset();
  }

  void sumGradients() {
    const at::NoGradGuard noGrad;
    for (const auto& replica : replicas)
      for (std::size_t i = 0; i < model.parameters().size(); ++i) {
        const at::Tensor& other = replica->parameters()[i].tensor.grad();
        at::Tensor& own = model.parameters()[i].tensor.mutable_grad();
        if (!other.defined()) continue;
        if (own.defined()) {
          own.add_(other);
        } else {
          own = other;
        }
      }
  }
};

namespace {

// LibTorch's own error names the call; a person needs the bytes.
template <class Function>
auto withinMemory(bool cuda, Function&& function) {
#ifdef FENWICK_CUDA
  if (cuda) {
    try {
      return function();
    } catch (const c10::OutOfMemoryError& error) {
      throw OutOfDeviceMemory(fenwick::model::cuda::outOfMemoryText(error.what_without_backtrace()));
    }
  }
#endif
  static_cast<void>(cuda);
  return function();
}

}  // namespace

Trainer::Trainer(const ModelOptions& model, const OptimizerOptions& optimizer, const TrainerPlace& place, Attention attention) {
  if (!place.cuda && model.precision != ModelOptions::Precision::Float32)
    throw std::invalid_argument("train.precision: on the CPU f32 alone is computed with; tf32 and bf16 need --device cuda");
  keepFreedMemory();
  const int used = useThreads(place.threads);
  const auto form = attention == Attention::Dense ? SequenceModel::Attention::Dense : SequenceModel::Attention::Shortcuts;
  m_state = withinMemory(place.cuda, [&] { return std::make_unique<State>(model, optimizer, place, used, form); });
}

Trainer::~Trainer() = default;

const ModelOptions& Trainer::options() const { return m_state->model.options(); }
int Trainer::threads() const { return m_state->threads; }

bool Trainer::onCuda() const { return m_state->engine != nullptr; }

void Trainer::submit(ExampleCache& examples, std::span<const std::int64_t> indices, double learningRate) {
  if (m_state->engine) {
    withinMemory(onCuda(), [&] {
      const auto scope = m_state->enter();
      m_state->engine->submit(examples, indices, learningRate);
    });
    return;
  }
  examples.fill(indices, m_state->drawn);
  m_state->outcomes.push_back(m_state->step(m_state->drawn, learningRate));
}

std::vector<StepOutcome> Trainer::collect(bool all) {
  if (!m_state->engine) return std::exchange(m_state->outcomes, {});
  std::vector<StepOutcome> outcomes = m_state->engine->collect(all);
  if (!outcomes.empty() && outcomes.back().fault == "loss") {
    const std::string weight = firstNonFiniteWeight();
    if (!weight.empty()) outcomes.back().fault = weight;
  }
  return outcomes;
}

StepOutcome Trainer::step(const TokenBatch& batch, double learningRate) {
  if (!m_state->engine) return m_state->step(batch, learningRate);
  withinMemory(onCuda(), [&] {
    const auto scope = m_state->enter();
    m_state->engine->submit(batch, learningRate);
  });
  return collect(true).back();
}

ScoreSums Trainer::evaluate(const TokenBatch& batch) const {
  if (!m_state->engine) return m_state->score(batch, m_state->deal(batch), 0);
  return withinMemory(onCuda(), [&] {
    const auto scope = m_state->enter();
    return m_state->engine->evaluate(batch);
  });
}

TokenScores Trainer::scores(const TokenBatch& batch) const { return scoresOf(batch, nullptr); }
TokenScores Trainer::capture(const TokenBatch& batch, ForwardCapture& capture) const { return scoresOf(batch, &capture); }

TokenScores Trainer::scoresOf(const TokenBatch& batch, ForwardCapture* capture) const {
  const at::NoGradGuard noGrad;
  const auto scope = m_state->enter();
  const Share all(batch, 0, batch.rows);
  const at::Tensor logits =
      withinMemory(onCuda(), [&] { return logitsOf(m_state->model, batch, all, capture); }).to(at::kCPU);
  const at::Tensor best = logits.argmax(1);
  const std::int64_t* predicted = best.const_data_ptr<std::int64_t>();
  const std::vector<float> probabilities = toFloats(at::log_softmax(logits, 1));

  TokenScores scores;
  scores.correct.assign(batch.targets.size(), 0);
  scores.predicted.assign(batch.targets.size(), -1);
  scores.targetLogProb.assign(batch.targets.size(), std::numeric_limits<float>::quiet_NaN());
  const auto vocabulary = static_cast<std::size_t>(logits.size(1));
  for (std::size_t i = 0; i < all.places.size(); ++i) {
    const auto place = static_cast<std::size_t>(all.places[i]);
    scores.correct[place] = predicted[i] == all.labels[i];
    scores.predicted[place] = predicted[i];
    scores.targetLogProb[place] = probabilities[i * vocabulary + static_cast<std::size_t>(all.labels[i])];
  }
  return scores;
}

TensorFile Trainer::save(bool withOptimizer) const {
  const auto scope = m_state->enter();
  TensorFile file;
  for (const NamedParameter& parameter : m_state->model.parameters()) file.tensors[parameter.name] = toHost(parameter.tensor);
  if (withOptimizer) m_state->optimizer.store(file);
  return file;
}

std::vector<std::string> Trainer::loadWeights(const TensorFile& file) {
  m_state->model.checkWeights(file);
  const auto scope = m_state->enter();
  if (m_state->engine) m_state->engine->restart();
  return m_state->model.takeWeights(file);
}

bool Trainer::loadOptimizer(const TensorFile& file) {
  const auto scope = m_state->enter();
  if (m_state->engine) m_state->engine->restart();
  return m_state->optimizer.restore(file);
}

std::string Trainer::firstNonFiniteWeight() const {
  const auto scope = m_state->enter();
  return m_state->firstNonFiniteWeight();
}

}  // namespace fenwick::model
