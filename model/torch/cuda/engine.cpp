#include "model/torch/cuda/engine.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "kernels/cuda/training.h"
#include "model/torch/cuda/streams.h"
#include "model/training/example_cache.h"

namespace fenwick::model::cuda {
namespace {

namespace operators = kernels::cuda;
using at::Tensor;
using operators::kRing;

constexpr std::int64_t kPadding = 8;  // scored tokens of fresh examples are rounded up to so many, so that few shapes are captured

// Memory of the host that the GPU reads and writes in place.
template <class T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(std::int64_t count) {
    C10_CUDA_CHECK(cudaHostAlloc(&m_data, static_cast<std::size_t>(count) * sizeof(T), cudaHostAllocMapped | cudaHostAllocPortable));
    std::memset(m_data, 0, static_cast<std::size_t>(count) * sizeof(T));
  }
  Shared(Shared&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)) {}
  Shared& operator=(Shared&& other) noexcept {
    std::swap(m_data, other.m_data);
    return *this;
  }
  ~Shared() {
    if (m_data) static_cast<void>(cudaFreeHost(m_data));
  }
  T* data() const { return static_cast<T*>(m_data); }
  T& operator[](std::int64_t i) const { return data()[i]; }

 private:
  void* m_data = nullptr;
};

// Examples as the kernels take them: tokens, and the scored places with their labels, padded to `scored` with labels that do not count.
struct Examples {
  std::int64_t length = 0, scored = 0;
  std::vector<std::int32_t> tokens;
  std::vector<std::vector<std::int32_t>> places, labels;

  void add(const TokenBatch& batch) {
    length = batch.length;
    for (const std::int64_t token : batch.inputs) tokens.push_back(static_cast<std::int32_t>(token));
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      std::vector<std::int32_t> place, label;
      for (std::int64_t t = 0; t < length; ++t) {
        const std::int64_t target = batch.targets[static_cast<std::size_t>(row * length + t)];
        if (target == kIgnored) continue;
        place.push_back(static_cast<std::int32_t>(t));
        label.push_back(static_cast<std::int32_t>(target));
      }
      scored = std::max(scored, static_cast<std::int64_t>(place.size()));
      places.push_back(std::move(place));
      labels.push_back(std::move(label));
    }
  }
  std::int64_t count() const { return static_cast<std::int64_t>(places.size()); }
  std::int64_t scoredOf(std::int64_t example) const { return static_cast<std::int64_t>(places[static_cast<std::size_t>(example)].size()); }

  // Scored places or labels of all examples, `width` each.
  static std::vector<std::int32_t> padded(const std::vector<std::vector<std::int32_t>>& lists, std::int64_t width, std::int32_t filler) {
    std::vector<std::int32_t> all(lists.size() * static_cast<std::size_t>(width), filler);
    for (std::size_t i = 0; i < lists.size(); ++i)
      std::copy(lists[i].begin(), lists[i].end(), all.begin() + static_cast<std::ptrdiff_t>(i) * width);
    return all;
  }
};

Tensor onDevice(const std::vector<std::int32_t>& values) {
  return at::from_blob(const_cast<std::int32_t*>(values.data()), {static_cast<std::int64_t>(values.size())}, at::kInt).to(at::kCUDA);
}

// The examples that updates are made from and everything whose size depends on them; a captured step belongs to one of these.
struct Batches {
  std::int64_t rows = 0, length = 0, scored = 0;
  const ExampleCache* source = nullptr;        // of kept examples, which lie on the device
  Tensor tokensKept, placesKept, labelsKept;   // [examples, length or scored] int32
  std::vector<std::int32_t> scoredOf;          // of each kept example
  Shared<std::int32_t> tokensNew, placesNew, labelsNew;  // [kRing * rows, …] of examples that come one batch at a time
  Shared<std::int32_t> indices;                // [kRing, rows]
  Tensor tokens, places, labels;               // of the present batch, int64: [rows, length], [rows * scored], [rows * scored]
  Tensor losses, correct, dLogits;             // [rows * scored], [rows * scored], [rows * scored, vocabulary]

  operators::ExampleStore store() const {
    if (source) return {tokensKept.const_data_ptr<std::int32_t>(), placesKept.const_data_ptr<std::int32_t>(), labelsKept.const_data_ptr<std::int32_t>(), length, scored};
    return {tokensNew.data(), placesNew.data(), labelsNew.data(), length, scored};
  }
};

// Work captured on a stream, with memory of its own in LibTorch's allocator. Not at::cuda::CUDAGraph: that one enters each graph into a list of the
// process's random generator, which threads with a graph each would change at once.
class Graph {
 public:
  Graph(const Streams& streams, const std::function<void()>& work)
      : m_stream(streams.main().stream()), m_device(streams.main().device_index()), m_pool(at::cuda::graph_pool_handle()) {
    c10::cuda::CUDACachingAllocator::beginAllocateToPool(m_device, m_pool, [&streams](cudaStream_t stream) { return streams.own(stream); });
    cudaGraph_t graph = nullptr;
    try {
      C10_CUDA_CHECK(cudaStreamBeginCapture(m_stream, cudaStreamCaptureModeThreadLocal));
      try {
        work();
      } catch (...) {
        static_cast<void>(cudaStreamEndCapture(m_stream, &graph));
        if (graph != nullptr) static_cast<void>(cudaGraphDestroy(graph));
        static_cast<void>(cudaGetLastError());
        throw;
      }
      C10_CUDA_CHECK(cudaStreamEndCapture(m_stream, &graph));
      C10_CUDA_CHECK(cudaGraphInstantiate(&m_executable, graph, 0));
      C10_CUDA_CHECK(cudaGraphDestroy(graph));
    } catch (...) {
      c10::cuda::CUDACachingAllocator::endAllocateToPool(m_device, m_pool);
      c10::cuda::CUDACachingAllocator::releasePool(m_device, m_pool);
      throw;
    }
    c10::cuda::CUDACachingAllocator::endAllocateToPool(m_device, m_pool);
  }
  ~Graph() {
    static_cast<void>(cudaGraphExecDestroy(m_executable));
    c10::cuda::CUDACachingAllocator::releasePool(m_device, m_pool);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void replay() const { C10_CUDA_CHECK(cudaGraphLaunch(m_executable, m_stream)); }

 private:
  cudaStream_t m_stream;
  c10::DeviceIndex m_device;
  c10::MempoolId_t m_pool;
  cudaGraphExec_t m_executable = nullptr;
};

// The identity. Its backward is the first work of the thread that autograd uses for a GPU, which cuBLAS wants to have a CUDA context.
struct BeginBackward : torch::autograd::Function<BeginBackward> {
  static Tensor forward(torch::autograd::AutogradContext*, const Tensor& x) { return x.view_as(x); }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*, torch::autograd::variable_list gradients) {
    C10_CUDA_CHECK(cudaFree(nullptr));
    return gradients;
  }
};

class Engine : public StepEngine {
 public:
  Engine(const SequenceModel& model, Optimizer& optimizer, bool graph)
      : m_model(model), m_optimizer(optimizer), m_captures(graph), m_stream(m_streams.main()) {
    c10::cuda::getCurrentCUDAStream().synchronize();  // the weights came on it; waiting for the whole device would break captures of others
    at::globalContext().setWarnOnAccumulateGradStreamMismatch(false);  // a weight's gradient may well come from another stream than its first use
    const StreamScope scope(m_streams);
    m_orders = Shared<operators::UpdateOrder>(kRing);
    m_outcomes = Shared<operators::UpdateOutcome>(kRing);
    m_state = at::zeros({static_cast<std::int64_t>(sizeof(operators::UpdateState))}, at::TensorOptions(at::kCUDA).dtype(at::kByte));
    describeTensors();
  }
  ~Engine() override {
    static_cast<void>(cudaStreamSynchronize(m_stream.stream()));  // replays still use what goes now
    m_graph.reset();
  }

  std::unique_ptr<Scope> enter() override {
    at::globalContext().setAllowTF32CuBLAS(m_model.options().precision == ModelOptions::Precision::Tf32);
    return std::make_unique<OnStreams>(m_streams);
  }

  void submit(ExampleCache& examples, std::span<const std::int64_t> indices, double learningRate) override {
    if (!examples.keeps()) {
      examples.fill(indices, m_batch);
      submit(m_batch, learningRate);
      return;
    }
    const auto rows = static_cast<std::int64_t>(indices.size());
    if (m_batches.source != &examples || m_batches.rows != rows) keepExamples(examples, rows);
    makeRoom();
    std::int64_t scored = 0;
    std::int32_t* slot = m_batches.indices.data() + slotOf(m_position) * rows;
    for (std::int64_t b = 0; b < rows; ++b) {
      slot[b] = static_cast<std::int32_t>(indices[static_cast<std::size_t>(b)]);
      scored += m_batches.scoredOf[static_cast<std::size_t>(slot[b])];
    }
    queue(scored, learningRate);
  }

  void submit(const TokenBatch& batch, double learningRate) override {
    Examples examples;
    examples.add(batch);
    if (m_batches.source || m_batches.rows != batch.rows || m_batches.length != batch.length || m_batches.scored < examples.scored)
      takeFreshExamples(examples);
    makeRoom();
    const std::int64_t first = slotOf(m_position) * batch.rows, scored = m_batches.scored;
    std::copy(examples.tokens.begin(), examples.tokens.end(), m_batches.tokensNew.data() + first * batch.length);
    const std::vector<std::int32_t> places = Examples::padded(examples.places, scored, 0), labels = Examples::padded(examples.labels, scored, kIgnored);
    std::copy(places.begin(), places.end(), m_batches.placesNew.data() + first * scored);
    std::copy(labels.begin(), labels.end(), m_batches.labelsNew.data() + first * scored);
    std::int64_t count = 0;
    for (std::int64_t b = 0; b < batch.rows; ++b) count += examples.scoredOf(b);
    queue(count, learningRate);
  }

  std::vector<StepOutcome> collect(bool all) override {
    std::int64_t end = m_position;
    if (!all)
      for (end = m_harvested; end < m_position && arrived(end);) ++end;
    harvest(end);
    std::vector<StepOutcome> outcomes;
    for (const Known& known : m_known) {
      outcomes.push_back(outcomeOf(known));
      if (!known.outcome.made) {
        harvest(m_position);  // those behind it were not made either
        break;
      }
      m_optimizer.countUpdate();
    }
    m_known.clear();
    return outcomes;
  }

  ScoreSums evaluate(const TokenBatch& batch) override {
    const at::NoGradGuard noGrad;
    Examples examples;
    examples.add(batch);
    std::vector<std::int64_t> places, labels;
    for (std::int64_t b = 0; b < batch.rows; ++b)
      for (std::size_t i = 0; i < examples.places[static_cast<std::size_t>(b)].size(); ++i) {
        places.push_back(b * batch.length + examples.places[static_cast<std::size_t>(b)][i]);
        labels.push_back(examples.labels[static_cast<std::size_t>(b)][i]);
      }
    if (places.empty()) return {};
    const auto upload = [](const std::vector<std::int64_t>& values) {
      return at::from_blob(const_cast<std::int64_t*>(values.data()), {static_cast<std::int64_t>(values.size())}, at::kLong).to(at::kCUDA);
    };
    const Tensor wanted = upload(labels);
    const Tensor logits = m_model.logits(upload(batch.inputs).view({batch.rows, batch.length}), upload(places));
    const Tensor loss = at::cross_entropy_loss(logits, wanted, {}, at::Reduction::Sum).to(at::kDouble);
    const Tensor correct = logits.argmax(1).eq(wanted).sum().to(at::kDouble);
    const Tensor sums = at::stack({loss, correct}).cpu();
    return {sums[0].item<double>(), static_cast<std::int64_t>(sums[1].item<double>()), static_cast<std::int64_t>(places.size())};
  }

  void restart() override {
    harvest(m_position);
    m_known.clear();
    C10_CUDA_CHECK(cudaMemsetAsync(&state()->stopped, 0, sizeof(operators::UpdateState::stopped), m_stream.stream()));
  }

 private:
  struct OnStreams : Scope {
    explicit OnStreams(const Streams& streams) : scope(streams) {}
    StreamScope scope;
  };
  struct Known {
    operators::UpdateOutcome outcome;
    std::int64_t scored;
  };

  static std::int64_t slotOf(std::int64_t position) { return position % kRing; }
  operators::UpdateState* state() const { return static_cast<operators::UpdateState*>(m_state.data_ptr()); }

  // --- what updates are made from ---

  void describeTensors() {
    std::vector<std::string> names;
    for (const NamedParameter& parameter : m_model.parameters()) {
      m_parameters.push_back(parameter.tensor);
      names.push_back(parameter.name);
    }
    m_names = names;
    std::sort(m_names.begin(), m_names.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto rank = std::find(m_names.begin(), m_names.end(), names[i]) - m_names.begin();
      const Tensor values = m_parameters[i].detach();
      m_tensors.push_back({values.data_ptr<float>(), m_optimizer.first(i).data_ptr<float>(), m_optimizer.second(i).data_ptr<float>(), nullptr,
                           values.numel(), static_cast<float>(m_optimizer.decayOf(i)), static_cast<std::int32_t>(rank)});
    }
    m_sums = at::empty({operators::updateSums(static_cast<std::int64_t>(names.size()))}, at::TensorOptions(at::kCUDA).dtype(at::kDouble));
  }

  void keepExamples(ExampleCache& cache, std::int64_t rows) {
    Examples examples;
    TokenBatch part;
    for (std::int64_t first = 0; first < cache.count(); first += 256) {
      std::vector<std::int64_t> indices;
      for (std::int64_t i = first; i < std::min<std::int64_t>(first + 256, cache.count()); ++i) indices.push_back(i);
      cache.fill(indices, part);
      examples.add(part);
    }
    begin(rows, examples.length, examples.scored);
    m_batches.tokensKept = onDevice(examples.tokens);
    m_batches.placesKept = onDevice(Examples::padded(examples.places, examples.scored, 0));
    m_batches.labelsKept = onDevice(Examples::padded(examples.labels, examples.scored, kIgnored));
    for (std::int64_t i = 0; i < examples.count(); ++i) m_batches.scoredOf.push_back(static_cast<std::int32_t>(examples.scoredOf(i)));
    m_batches.source = &cache;
  }

  void takeFreshExamples(const Examples& examples) {
    begin(examples.count(), examples.length, (examples.scored + kPadding - 1) / kPadding * kPadding);
    m_batches.tokensNew = Shared<std::int32_t>(kRing * m_batches.rows * m_batches.length);
    m_batches.placesNew = Shared<std::int32_t>(kRing * m_batches.rows * m_batches.scored);
    m_batches.labelsNew = Shared<std::int32_t>(kRing * m_batches.rows * m_batches.scored);
    for (std::int64_t i = 0; i < kRing * m_batches.rows; ++i) m_batches.indices[i] = static_cast<std::int32_t>(i);
  }

  // Batches of another shape or source: what was queued is done first, and the step is captured anew.
  void begin(std::int64_t rows, std::int64_t length, std::int64_t scored) {
    m_stream.synchronize();
    m_graph.reset();
    m_batches = {};
    m_batches.rows = rows;
    m_batches.length = length;
    m_batches.scored = scored;
    m_batches.indices = Shared<std::int32_t>(kRing * rows);
    const at::TensorOptions whole = at::TensorOptions(at::kCUDA).dtype(at::kLong), real = at::TensorOptions(at::kCUDA).dtype(at::kFloat);
    m_batches.tokens = at::zeros({rows, length}, whole);
    m_batches.places = at::zeros({rows * scored}, whole);
    m_batches.labels = at::zeros({rows * scored}, whole);
    m_batches.losses = at::zeros({rows * scored}, real);
    m_batches.correct = at::zeros({rows * scored}, real);
    m_batches.dLogits = at::zeros({rows * scored, m_model.options().vocabulary}, real);
  }

  // --- one step ---

  std::vector<Tensor> forwardBackward() {
    const Batches& b = m_batches;
    operators::gatherExamples(b.store(), b.indices.data(), m_orders.data(), state(), b.rows, b.tokens.mutable_data_ptr<std::int64_t>(),
                              b.places.mutable_data_ptr<std::int64_t>(), b.labels.mutable_data_ptr<std::int64_t>(), m_stream.stream());
    const at::AutoGradMode gradients(true);
    const Tensor logits = BeginBackward::apply(m_model.logits(b.tokens, b.places));
    const Tensor values = logits.detach();
    operators::scoreLogits(values.const_data_ptr<float>(), b.labels.const_data_ptr<std::int64_t>(), values.size(0), values.size(1), state(),
                           b.losses.mutable_data_ptr<float>(), b.correct.mutable_data_ptr<float>(), b.dLogits.mutable_data_ptr<float>(),
                           m_stream.stream());
    return torch::autograd::grad({logits}, m_parameters, {b.dLogits}, std::nullopt, false, true);
  }

  void wholeStep() {
    std::vector<Tensor> gradients = forwardBackward();
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      if (gradients[i].defined()) gradients[i] = gradients[i].contiguous();
      m_tensors[i].gradient = gradients[i].defined() ? gradients[i].const_data_ptr<float>() : nullptr;
    }
    const OptimizerOptions& o = m_optimizer.options();
    operators::updateTensors(m_tensors, {o.clipNorm, o.beta1, o.beta2, o.epsilon}, m_batches.losses.const_data_ptr<float>(),
                             m_batches.correct.const_data_ptr<float>(), m_batches.losses.numel(), m_outcomes.data(), state(),
                             m_sums.mutable_data_ptr<double>(), m_stream.stream());
  }

  // One at a time in the process: LibTorch's allocator gives each graph a pool of its own.
  void capture() {
    static std::mutex capturing;
    const std::lock_guard<std::mutex> alone(capturing);
    for (int i = 0; i < 2; ++i) forwardBackward();  // libraries load and choose their kernels before, not within
    m_stream.synchronize();
    m_graph = std::make_unique<Graph>(m_streams, [this] { wholeStep(); });
  }

  void queue(std::int64_t scored, double learningRate) {
    if (scored == 0) throw std::invalid_argument("the batch has no scored token: every target is -100");
    const std::int64_t onTheirWay = m_position - m_harvested + static_cast<std::int64_t>(m_known.size());
    m_orders[slotOf(m_position)] = {learningRate, static_cast<double>(scored), m_optimizer.updates() + onTheirWay + 1};
    m_scored[slotOf(m_position)] = scored;
    std::atomic_thread_fence(std::memory_order_release);
    if (!m_captures) {
      wholeStep();
    } else {
      if (!m_graph) capture();
      m_graph->replay();
    }
    ++m_position;
  }

  // --- what became of them ---

  bool arrived(std::int64_t position) const {
    const bool there = *static_cast<volatile std::int64_t*>(&m_outcomes[slotOf(position)].sequence) == position + 1;
    std::atomic_thread_fence(std::memory_order_acquire);
    return there;
  }

  void waitFor(std::int64_t position) const {
    for (int looks = 0; !arrived(position); ++looks) {
      if (looks < 100) {
        std::this_thread::yield();
        continue;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      const cudaError_t error = cudaStreamQuery(m_stream.stream());
      if (error == cudaSuccess && !arrived(position)) throw std::logic_error("the GPU finished without telling what became of an update");
      if (error != cudaErrorNotReady) C10_CUDA_CHECK(error);
      if (error == cudaErrorNotReady) static_cast<void>(cudaGetLastError());
    }
  }

  void harvest(std::int64_t end) {
    for (; m_harvested < end; ++m_harvested) {
      waitFor(m_harvested);
      m_known.push_back({m_outcomes[slotOf(m_harvested)], m_scored[slotOf(m_harvested)]});
    }
  }

  void makeRoom() { harvest(std::max(m_harvested, m_position - kRing + 1)); }

  StepOutcome outcomeOf(const Known& known) const {
    StepOutcome outcome;
    outcome.loss = known.outcome.loss;
    outcome.accuracy = known.outcome.correct / static_cast<double>(known.scored);
    outcome.gradientNorm = known.outcome.gradientNorm;
    if (known.outcome.made) return outcome;
    if (!std::isfinite(outcome.loss)) {
      outcome.fault = "loss";
    } else {
      const auto rank = static_cast<std::size_t>(known.outcome.tensor);
      outcome.fault = "gradient of " + (rank < m_names.size() ? m_names[rank] : std::string("all parameters together"));
    }
    return outcome;
  }

  const SequenceModel& m_model;
  Optimizer& m_optimizer;
  bool m_captures;
  Streams m_streams;
  c10::cuda::CUDAStream m_stream;
  std::vector<std::string> m_names;  // in the order of their ranks
  std::vector<Tensor> m_parameters;
  std::vector<operators::UpdateTensor> m_tensors;
  Shared<operators::UpdateOrder> m_orders;
  Shared<operators::UpdateOutcome> m_outcomes;
  std::array<std::int64_t, kRing> m_scored{};
  Tensor m_state, m_sums;
  TokenBatch m_batch;
  Batches m_batches;
  std::unique_ptr<Graph> m_graph;
  std::int64_t m_position = 0;   // updates handed over
  std::int64_t m_harvested = 0;  // whose outcome was taken out of the ring
  std::vector<Known> m_known;    // and has not been collected yet
};

}  // namespace

std::unique_ptr<StepEngine> makeEngine(const SequenceModel& model, Optimizer& optimizer, bool graph) {
  return std::make_unique<Engine>(model, optimizer, graph);
}

}  // namespace fenwick::model::cuda
