#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/cpu/checks.h"
#include "kernels/cpu/distribute.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

namespace fenwick::kernels {

namespace {

// The states of one head. Level 0 is the last token's k and v; a level above is the sum of k v^T over its sources, each
// decayed up to the moment the level was filled; what decays it since then is one number, summed in double: multiplying
// the state at every token would round it every time.
template <class T>
class HeadState {
 public:
  HeadState(std::int64_t keyDim, std::int64_t valueDim)
      : m_key(static_cast<std::size_t>(keyDim)), m_value(static_cast<std::size_t>(valueDim)) {}

  // Token t = position: q, k [K], v [V], lambda [L] with a stride of 1, o [V].
  void step(std::int64_t t, const T* q, const T* k, const T* v, T gate, const T* lambda, T* o) {
    if (t > 0) carry(t);
    for (double& logDecay : m_logDecay) logDecay += static_cast<double>(gate);
    for (std::size_t i = 0; i < m_key.size(); ++i) m_key[i] = k[i];
    for (std::size_t i = 0; i < m_value.size(); ++i) m_value[i] = v[i];
    m_logDecay[0] = 0;

    T score = 0;
    for (std::size_t i = 0; i < m_key.size(); ++i) score += q[i] * k[i];
    for (std::size_t j = 0; j < m_value.size(); ++j) o[j] = lambda[0] * score * v[j];
    for (int level = 1; level < levelCount(t + 1); ++level) {
      if (isActive(t, level)) read(level, q, lambda[level], o);
    }
  }

  std::int64_t bytes() const {
    std::size_t count = m_key.size() + m_value.size();
    for (const std::vector<T>& state : m_states) count += state.size();
    return static_cast<std::int64_t>(count * sizeof(T));
  }

 private:
  void carry(std::int64_t t) {
    const int target = carryLevel(t);
    if (m_states.size() <= static_cast<std::size_t>(target)) m_states.resize(static_cast<std::size_t>(target) + 1);
    std::vector<T>& sum = m_states[target];
    sum.resize(m_key.size() * m_value.size());
    const std::size_t V = m_value.size();
    const T newest = static_cast<T>(std::exp(m_logDecay[0]));
    for (std::size_t i = 0; i < m_key.size(); ++i) {
      for (std::size_t j = 0; j < V; ++j) sum[i * V + j] = newest * m_key[i] * m_value[j];
    }
    for (int level = 1; level < target; ++level) {
      const T decay = static_cast<T>(std::exp(m_logDecay[level]));
      const std::vector<T>& state = m_states[level];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += decay * state[i];
    }
    m_logDecay[target] = 0;
  }

  void read(int level, const T* q, T lambda, T* o) {
    const T weight = lambda * static_cast<T>(std::exp(m_logDecay[level]));
    const std::size_t V = m_value.size();
    const T* state = m_states[level].data();
    for (std::size_t i = 0; i < m_key.size(); ++i) {
      const T factor = weight * q[i];
      for (std::size_t j = 0; j < V; ++j) o[j] += factor * state[i * V + j];
    }
  }

  std::vector<T> m_key, m_value;
  std::vector<std::vector<T>> m_states;  // by level; allocated when the level first appears
  std::array<double, 64> m_logDecay{};
};

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
  distribute(loop, shape.batch * shape.heads, [&](int, std::int64_t item) {
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
  distribute(loop, shape.batch * shape.heads, [&](int, std::int64_t item) {
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
