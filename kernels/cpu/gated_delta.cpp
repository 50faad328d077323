#include "kernels/gated_delta.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/cpu/checks.h"
#include "kernels/cpu/distribute.h"
#include "kernels/cpu/gated_delta_head.h"
#include "kernels/cpu/gated_delta_states.h"
#include "kernels/cpu/in_double.h"
#include "kernels/fenwick.h"

namespace fenwick::kernels {
namespace {

// --- Between tensors of any type and one head in double ---

template <class T>
std::vector<double> columnOf(const TensorView<const T, 3>& view, std::int64_t b, std::int64_t h) {
  std::vector<double> column(static_cast<std::size_t>(view.extent(1)));
  for (std::int64_t t = 0; t < view.extent(1); ++t) column[t] = static_cast<double>(view(b, t, h));
  return column;
}

template <class T>
void writeRows(const std::vector<double>& rows, const TensorView<T, 4>& view, std::int64_t b, std::int64_t h) {
  for (std::int64_t t = 0; t < view.extent(1); ++t)
    for (std::int64_t x = 0; x < view.extent(3); ++x) view(b, t, h, x) = static_cast<T>(rows[t * view.extent(3) + x]);
}

template <class T>
void writeColumn(const std::vector<double>& column, const TensorView<T, 3>& view, std::int64_t b, std::int64_t h) {
  for (std::int64_t t = 0; t < view.extent(1); ++t) view(b, t, h) = static_cast<T>(column[t]);
}

template <class T>
DeltaHead headOf(const Shape& shape, const GatedDeltaInputs<T>& in, std::int64_t b, std::int64_t h) {
  const std::int64_t g = h / (shape.heads / shape.groups);
  DeltaHead head;
  head.length = shape.length;
  head.keyDim = shape.keyDim;
  head.valueDim = shape.valueDim;
  head.levels = shape.levels;
  head.q = rowsOf(in.q, b, g);
  head.k = rowsOf(in.k, b, g);
  head.v = rowsOf(in.v, b, h);
  head.gate = columnOf(in.gate, b, h);
  head.beta = columnOf(in.beta, b, h);
  head.lambda = rowsOf(in.lambda, b, h);
  return head;
}

std::int64_t costOf(const Shape& shape) { return shape.length * 64 * (shape.keyDim + shape.valueDim); }

template <class T, class Compute>
void forward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop, const Compute& compute) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, o);
  distribute(loop, shape.batch * shape.heads, costOf(shape), [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.heads, h = item % shape.heads;
    DeltaHead head = headOf(shape, inputs, b, h);
    compute(head);
    writeRows(head.o, o, b, h);
  });
}

// The heads of a group share dq and dk: a thread takes all of them.
template <class T, class Compute>
void backward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients,
              const ParallelFor& loop, const Compute& compute) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, dO);
  checkGradients(shape, gradients);
  checkBeta("dbeta", shape, gradients.dbeta);
  const std::int64_t perGroup = shape.heads / shape.groups;
  distribute(loop, shape.batch * shape.groups, perGroup * costOf(shape), [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.groups, g = item % shape.groups;
    std::vector<double> dq(static_cast<std::size_t>(shape.length * shape.keyDim)), dk(dq.size());
    for (std::int64_t h = g * perGroup; h < (g + 1) * perGroup; ++h) {
      DeltaHead head = headOf(shape, inputs, b, h);
      head.dO = rowsOf(dO, b, h);
      head.dq = std::move(dq);
      head.dk = std::move(dk);
      head.dv.assign(head.v.size(), 0);
      head.dgate.assign(head.gate.size(), 0);
      head.dbeta.assign(head.beta.size(), 0);
      head.dlambda.assign(head.lambda.size(), 0);
      compute(head);
      dq = std::move(head.dq);
      dk = std::move(head.dk);
      writeRows(head.dv, gradients.dv, b, h);
      writeColumn(head.dgate, gradients.dgate, b, h);
      writeColumn(head.dbeta, gradients.dbeta, b, h);
      writeRows(head.dlambda, gradients.dlambda, b, h);
    }
    writeRows(dq, gradients.dq, b, g);
    writeRows(dk, gradients.dk, b, g);
  });
}

template <class T, class View>
std::vector<double> rowOf(const View& view, std::int64_t b, std::int64_t h) {
  std::vector<double> row(static_cast<std::size_t>(view.extent(2)));
  for (std::int64_t x = 0; x < view.extent(2); ++x) row[x] = static_cast<double>(view(b, h, x));
  return row;
}

}  // namespace

template <class T>
Shape checkedShape(const GatedDeltaInputs<T>& inputs) {
  const Shape shape = checkedShape<T>(static_cast<const Inputs<T>&>(inputs));
  checkBeta("beta", shape, inputs.beta);
  return shape;
}

template <class T>
void gatedDeltaDenseForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop) {
  forward(inputs, o, loop, deltaDenseForward);
}
template <class T>
void gatedDeltaDenseBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients,
                             const ParallelFor& loop) {
  backward(inputs, dO, gradients, loop, deltaDenseBackward);
}
template <class T>
void gatedDeltaRecurrentForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop) {
  forward(inputs, o, loop, deltaRecurrentForward);
}
template <class T>
void gatedDeltaRecurrentBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO,
                                 const GatedDeltaGradients<T>& gradients, const ParallelFor& loop) {
  backward(inputs, dO, gradients, loop, deltaRecurrentBackward);
}

// --- Decoding ---

struct GatedDeltaState::Implementation {
  Shape shape;  // of one token: length is the position
  std::vector<DeltaStates> heads;
};

GatedDeltaState::GatedDeltaState(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim, std::int64_t valueDim)
    : m_implementation(std::make_unique<Implementation>()) {
  checkSizes(batch, groups, heads, keyDim, valueDim);
  m_implementation->shape = {batch, 0, groups, heads, keyDim, valueDim, 0};
  m_implementation->heads.resize(static_cast<std::size_t>(batch * heads));
}
GatedDeltaState::GatedDeltaState(const GatedDeltaState& other)
    : m_implementation(std::make_unique<Implementation>(*other.m_implementation)) {}
GatedDeltaState& GatedDeltaState::operator=(const GatedDeltaState& other) {
  m_implementation = std::make_unique<Implementation>(*other.m_implementation);
  return *this;
}
GatedDeltaState::GatedDeltaState(GatedDeltaState&&) noexcept = default;
GatedDeltaState& GatedDeltaState::operator=(GatedDeltaState&&) noexcept = default;
GatedDeltaState::~GatedDeltaState() = default;

template <class T>
void GatedDeltaState::step(const GatedDeltaToken<T>& token, const TensorView<T, 3>& o, const ParallelFor& loop) {
  Shape shape = m_implementation->shape;
  ++shape.length;
  checkToken<T>(shape, token, o);
  checkBetaOfToken(shape, token.beta);
  const std::int64_t cost = shape.keyDim * shape.valueDim * (1 + levelCount(shape.length) / 2) * 3;
  distribute(loop, shape.batch * shape.heads, cost, [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.heads, h = item % shape.heads, g = h / (shape.heads / shape.groups);
    const std::vector<double> q = rowOf<T>(token.q, b, g), k = rowOf<T>(token.k, b, g), v = rowOf<T>(token.v, b, h),
                              lambda = rowOf<T>(token.lambda, b, h);
    std::vector<double> result(v.size());
    DeltaStates& states = m_implementation->heads[static_cast<std::size_t>(item)];
    states.takeIn(shape.length - 1, k, v, static_cast<double>(token.gate(b, h)), static_cast<double>(token.beta(b, h)));
    states.read(q, lambda.data(), result.data());
    for (std::size_t j = 0; j < result.size(); ++j) o(b, h, j) = static_cast<T>(result[j]);
  });
  m_implementation->shape.length = shape.length;
}

std::int64_t GatedDeltaState::position() const { return m_implementation->shape.length; }

std::int64_t GatedDeltaState::stateBytes() const {
  std::size_t count = 0;
  for (const DeltaStates& head : m_implementation->heads)
    for (const std::vector<double>& level : head.levels) count += level.capacity();
  return static_cast<std::int64_t>(count * sizeof(double));
}

#define FENWICK_FOR(T)                                                                                                                 \
  template Shape checkedShape(const GatedDeltaInputs<T>&);                                                                             \
  template void gatedDeltaDenseForward(const GatedDeltaInputs<T>&, const TensorView<T, 4>&, const ParallelFor&);                       \
  template void gatedDeltaDenseBackward(const GatedDeltaInputs<T>&, const TensorView<const T, 4>&, const GatedDeltaGradients<T>&,      \
                                        const ParallelFor&);                                                                           \
  template void gatedDeltaRecurrentForward(const GatedDeltaInputs<T>&, const TensorView<T, 4>&, const ParallelFor&);                   \
  template void gatedDeltaRecurrentBackward(const GatedDeltaInputs<T>&, const TensorView<const T, 4>&, const GatedDeltaGradients<T>&,  \
                                            const ParallelFor&);                                                                       \
  template void GatedDeltaState::step(const GatedDeltaToken<T>&, const TensorView<T, 3>&, const ParallelFor&);
FENWICK_FOR(float)
FENWICK_FOR(double)
#undef FENWICK_FOR

}  // namespace fenwick::kernels
