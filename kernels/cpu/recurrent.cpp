#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/cpu/checks.h"
#include "kernels/cpu/distribute.h"
#include "kernels/cpu/head_state.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

namespace fenwick::kernels {

namespace {

std::int64_t costOfTokens(const Shape& shape, std::int64_t tokens) {
  return tokens * shape.keyDim * shape.valueDim * (1 + levelCount(shape.length) / 2);
}

}  // namespace

template <class T>
struct RecurrentState<T>::Implementation {
  Shape shape;  // of one token: length is the position
  std::vector<HeadState<T>> heads;
};

template <class T>
RecurrentState<T>::RecurrentState(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim,
                                  std::int64_t valueDim)
    : m_implementation(std::make_unique<Implementation>()) {
  checkSizes(batch, groups, heads, keyDim, valueDim);
  m_implementation->shape = {batch, 0, groups, heads, keyDim, valueDim, 0};
  m_implementation->heads.assign(static_cast<std::size_t>(batch * heads), HeadState<T>(keyDim, valueDim));
}

template <class T>
RecurrentState<T>::RecurrentState(const RecurrentState& other)
    : m_implementation(std::make_unique<Implementation>(*other.m_implementation)) {}
template <class T>
RecurrentState<T>& RecurrentState<T>::operator=(const RecurrentState& other) {
  m_implementation = std::make_unique<Implementation>(*other.m_implementation);
  return *this;
}
template <class T>
RecurrentState<T>::RecurrentState(RecurrentState&&) noexcept = default;
template <class T>
RecurrentState<T>& RecurrentState<T>::operator=(RecurrentState&&) noexcept = default;
template <class T>
RecurrentState<T>::~RecurrentState() = default;

template <class T>
void RecurrentState<T>::step(const Token<T>& token, const TensorView<T, 3>& o, const ParallelFor& loop) {
  Shape shape = m_implementation->shape;
  ++shape.length;
  checkToken(shape, token, o);
  const std::int64_t headsPerGroup = shape.heads / shape.groups;
  distribute(loop, shape.batch * shape.heads, costOfTokens(shape, 1), [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.heads;
    const std::int64_t h = item % shape.heads;
    const std::int64_t g = h / headsPerGroup;
    m_implementation->heads[item].step(shape.length - 1, token.q.at(b, g), token.k.at(b, g), token.v.at(b, h),
                                       token.gate(b, h), token.lambda.at(b, h), o.at(b, h));
  });
  m_implementation->shape.length = shape.length;
}

template <class T>
std::int64_t RecurrentState<T>::position() const {
  return m_implementation->shape.length;
}

template <class T>
std::int64_t RecurrentState<T>::stateBytes() const {
  std::int64_t bytes = 0;
  for (const HeadState<T>& head : m_implementation->heads) bytes += head.bytes();
  return bytes;
}

template <class T>
void RecurrentState<T>::reset() {
  m_implementation->shape.length = 0;
}

template <class T>
void recurrentForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, o);
  distribute(loop, shape.batch * shape.heads, costOfTokens(shape, shape.length), [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.heads;
    const std::int64_t h = item % shape.heads;
    const std::int64_t g = h / (shape.heads / shape.groups);
    HeadState<T> state(shape.keyDim, shape.valueDim);
    for (std::int64_t t = 0; t < shape.length; ++t) {
      state.step(t, inputs.q.at(b, t, g), inputs.k.at(b, t, g), inputs.v.at(b, t, h), inputs.gate(b, t, h),
                 inputs.lambda.at(b, t, h), o.at(b, t, h));
    }
  });
}

template class RecurrentState<float>;
template class RecurrentState<double>;
template void recurrentForward(const Inputs<float>&, const TensorView<float, 4>&, const ParallelFor&);
template void recurrentForward(const Inputs<double>&, const TensorView<double, 4>&, const ParallelFor&);

}  // namespace fenwick::kernels
