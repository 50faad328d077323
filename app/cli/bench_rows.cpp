#include "app/cli/bench_rows.h"

#include <algorithm>
#include <random>

#include "app/cli/measure.h"

namespace fenwick::cli {
namespace {

using model::Json;

// --- The operator's own forms ---

template <class T>
class Sample {
 public:
  explicit Sample(const kernels::Shape& shape) : m_shape(shape) {
    std::mt19937_64 random(1);
    const auto fill = [&random](std::vector<T>& numbers, std::int64_t count, double low, double high) {
      numbers.resize(static_cast<std::size_t>(count));
      for (T& number : numbers)
        number = static_cast<T>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
    };
    const std::int64_t tokens = shape.batch * shape.length;
    fill(m_q, tokens * shape.groups * shape.keyDim, -0.5, 0.5);
    fill(m_k, tokens * shape.groups * shape.keyDim, -0.5, 0.5);
    fill(m_v, tokens * shape.heads * shape.valueDim, -0.5, 0.5);
    fill(m_gate, tokens * shape.heads, -0.1, 0);
    fill(m_lambda, tokens * shape.heads * shape.levels, 0.5, 1.5);
    fill(m_outputGradient, tokens * shape.heads * shape.valueDim, -0.5, 0.5);
    m_o = m_dv = m_v;
    m_dq = m_dk = m_q;
    m_dgate = m_gate;
    m_dlambda = m_lambda;
  }

  kernels::Inputs<T> inputs() {
    return {{m_q.data(), keys()},
            {m_k.data(), keys()},
            {m_v.data(), values()},
            {m_gate.data(), gates()},
            {m_lambda.data(), lambdas()}};
  }
  kernels::TensorView<T, 4> o() { return {m_o.data(), values()}; }
  kernels::TensorView<const T, 4> outputGradient() { return {m_outputGradient.data(), values()}; }
  kernels::Gradients<T> gradients() {
    return {{m_dq.data(), keys()},
            {m_dk.data(), keys()},
            {m_dv.data(), values()},
            {m_dgate.data(), gates()},
            {m_dlambda.data(), lambdas()}};
  }

  // Token t of every sequence.
  kernels::Token<T> token(std::int64_t t) {
    const auto keyRow = [&](std::vector<T>& numbers) {
      return kernels::TensorView<const T, 3>(numbers.data() + t * m_shape.groups * m_shape.keyDim,
                                             {m_shape.batch, m_shape.groups, m_shape.keyDim},
                                             {m_shape.length * m_shape.groups * m_shape.keyDim, m_shape.keyDim, 1});
    };
    return {keyRow(m_q),
            keyRow(m_k),
            headRow<const T>(m_v, t, m_shape.valueDim),
            {m_gate.data() + t * m_shape.heads, {m_shape.batch, m_shape.heads}, {m_shape.length * m_shape.heads, 1}},
            headRow<const T>(m_lambda, t, m_shape.levels)};
  }
  kernels::TensorView<T, 3> outputOf(std::int64_t t) { return headRow<T>(m_o, t, m_shape.valueDim); }

 private:
  template <class U>
  kernels::TensorView<U, 3> headRow(std::vector<T>& numbers, std::int64_t t, std::int64_t width) {
    return {numbers.data() + t * m_shape.heads * width,
            {m_shape.batch, m_shape.heads, width},
            {m_shape.length * m_shape.heads * width, width, 1}};
  }
  std::array<std::int64_t, 4> keys() const { return {m_shape.batch, m_shape.length, m_shape.groups, m_shape.keyDim}; }
  std::array<std::int64_t, 4> values() const {
    return {m_shape.batch, m_shape.length, m_shape.heads, m_shape.valueDim};
  }
  std::array<std::int64_t, 3> gates() const { return {m_shape.batch, m_shape.length, m_shape.heads}; }
  std::array<std::int64_t, 4> lambdas() const { return {m_shape.batch, m_shape.length, m_shape.heads, m_shape.levels}; }

  kernels::Shape m_shape;
  std::vector<T> m_q, m_k, m_v, m_gate, m_lambda, m_outputGradient;
  std::vector<T> m_o, m_dq, m_dk, m_dv, m_dgate, m_dlambda;
};

template <class T>
Json chunkwiseRow(const BenchSetup& setup, const kernels::ParallelFor& loop) {
  Sample<T> sample(setup.shape);
  kernels::ChunkwiseWorkspace<T> workspace;
  kernels::ChunkwiseContext<T> context;
  kernels::ChunkwiseOptions options;
  options.chunk = setup.chunk;
  Json row{{"name", "chunkwise"}};
  const auto forward = [&](kernels::ChunkwiseContext<T>* keep) {
    kernels::chunkwiseForward(sample.inputs(), sample.o(), options, loop, workspace, keep);
  };
  addTimes(row, "forwardMs", measure(setup.repeats, [&] { forward(nullptr); }), setup.repeats);
  addTimes(row, "forwardBackwardMs",
           measure(setup.repeats,
                   [&] {
                     forward(&context);
                     kernels::chunkwiseBackward<T>(sample.inputs(), sample.outputGradient(), sample.gradients(),
                                                   options, loop, workspace, &context);
                   }),
           setup.repeats);
  row["extraBytes"] = workspace.bytes() + context.bytes();
  return row;
}

template <class T>
Json plainRow(const char* name, const BenchSetup& setup, const kernels::ParallelFor& loop, bool dense) {
  Sample<T> sample(setup.shape);
  const auto forward = [&] {
    (dense ? kernels::denseForward<T> : kernels::recurrentForward<T>)(sample.inputs(), sample.o(), loop);
  };
  const auto both = [&] {
    forward();
    (dense ? kernels::denseBackward<T> : kernels::recurrentBackward<T>)(sample.inputs(), sample.outputGradient(),
                                                                        sample.gradients(), loop);
  };
  Json row{{"name", name}};
  if (const auto growth = growthOf(both)) row["extraBytes"] = *growth;
  addTimes(row, "forwardMs", measure(setup.repeats, forward), setup.repeats);
  addTimes(row, "forwardBackwardMs", measure(setup.repeats, both), setup.repeats);
  return row;
}

// On CUDA each repeat is as many calls in a row as make its length plain to a clock, and a wait for all.
Times measureCalls(model::TorchAttention& attention, const BenchSetup& setup, void (model::TorchAttention::*call)()) {
  if (!setup.cuda) return measure(setup.repeats, [&] { (attention.*call)(); });
  const auto waited = [&](int calls) {
    for (int i = 0; i < calls; ++i) (attention.*call)();
    attention.synchronize();
  };
  waited(1);
  const double once = std::max(measure(1, [&] { waited(1); }).median, 1e-3);
  const int calls = std::clamp(static_cast<int>(5 / once), 1, 50);
  Times times = measure(setup.repeats, [&] { waited(calls); });
  times.median /= calls;
  times.minimum /= calls;
  return times;
}

Json torchRow(const char* name, const BenchSetup& setup, model::TorchForm form) {
  model::TorchAttention attention(form, setup.shape, setup.numbers, setup.cuda);
  Json row{{"name", name}};
  if (form == model::TorchForm::Softmax) row["backend"] = attention.backend();
  row["extraBytes"] = attention.extraBytes();
  addTimes(row, "forwardMs", measureCalls(attention, setup, &model::TorchAttention::forward), setup.repeats);
  addTimes(row, "forwardBackwardMs", measureCalls(attention, setup, &model::TorchAttention::forwardBackward), setup.repeats);
  return row;
}

// All tokens of the sequence, one after the other; forwardMs is what one takes.
Json decodeRowOnCuda(const BenchSetup& setup) {
  model::TorchAttention attention(model::TorchForm::Recurrent, setup.shape, setup.numbers, true);
  Json row{{"name", "recurrent"}, {"extraBytes", attention.extraBytes()}};
  addTimes(row, "forwardMs", measureCalls(attention, setup, &model::TorchAttention::forward), setup.repeats, static_cast<double>(setup.shape.length));
  return row;
}

template <class T>
Json decodeRow(const BenchSetup& setup, const kernels::ParallelFor& loop) {
  Sample<T> sample(setup.shape);
  const kernels::Shape& shape = setup.shape;
  kernels::RecurrentState<T> state(shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim);
  Json row{{"name", "recurrent"}};
  addTimes(row, "forwardMs",
           measure(setup.repeats,
                   [&] {
                     state.reset();
                     for (std::int64_t t = 0; t < shape.length; ++t)
                       state.step(sample.token(t), sample.outputOf(t), loop);
                   }),
           setup.repeats, static_cast<double>(shape.length));
  row["extraBytes"] = state.stateBytes();
  return row;
}

template <class T>
Json rowIn(const std::string& name, const BenchSetup& setup, const kernels::ParallelFor& loop, bool decode) {
  if (decode) return setup.cuda ? decodeRowOnCuda(setup) : decodeRow<T>(setup, loop);
  if (setup.cuda && name == "chunkwise") return torchRow("chunkwise", setup, model::TorchForm::Chunkwise);
  if (name == "chunkwise") return chunkwiseRow<T>(setup, loop);
  if (name == "recurrent") return plainRow<T>("recurrent", setup, loop, false);
  if (name == "dense") return plainRow<T>("dense", setup, loop, true);
  if (name == "torch-dense") return torchRow("torch-dense", setup, model::TorchForm::MaskedProducts);
  return torchRow("torch-sdpa", setup, model::TorchForm::Softmax);
}

}  // namespace

Json benchRow(const std::string& name, const BenchSetup& setup, const kernels::ParallelFor& loop, bool decode) {
  return setup.float64 ? rowIn<double>(name, setup, loop, decode) : rowIn<float>(name, setup, loop, decode);
}

}  // namespace fenwick::cli
