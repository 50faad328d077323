#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fenwick.h"

namespace fenwick::kernels {

// The states of one head. Level 0 is the last token's k and v; a level above is the sum of k v^T over its sources, each
// decayed up to the moment the level was filled; what decays it since then is one number, summed in double: multiplying
// the state at every token would round it every time.
template <class T>
class HeadState {
 public:
  HeadState(std::int64_t keyDim, std::int64_t valueDim)
      : m_key(static_cast<std::size_t>(keyDim)), m_value(static_cast<std::size_t>(valueDim)) {}

  // Token t = position: q, k [K], v [V], lambda [L], o [V].
  void step(std::int64_t t, const T* q, const T* k, const T* v, T gate, const T* lambda, T* o) {
    takeIn(t, k, v, gate);
    double sum = 0;  // at the first token there is nothing larger beside a sum that happens to cancel
    for (std::size_t i = 0; i < m_key.size(); ++i) sum += static_cast<double>(q[i]) * static_cast<double>(k[i]);
    const T score = static_cast<T>(sum);
    for (std::size_t j = 0; j < m_value.size(); ++j) o[j] = lambda[0] * score * v[j];
    for (int level = 1; level < levelCount(t + 1); ++level) {
      if (isActive(t, level)) read(level, q, lambda[level], o);
    }
  }

  void takeIn(std::int64_t t, const T* k, const T* v, T gate) {
    if (t > 0) carry(t);
    for (double& logDecay : m_logDecay) logDecay += static_cast<double>(gate);
    for (std::size_t i = 0; i < m_key.size(); ++i) m_key[i] = k[i];
    for (std::size_t i = 0; i < m_value.size(); ++i) m_value[i] = v[i];
    m_logDecay[0] = 0;
  }

  // The state of an active level >= 1, still to be decayed by decay(level).
  const std::vector<T>& state(int level) const { return m_states[level]; }
  T decay(int level) const { return static_cast<T>(std::exp(m_logDecay[level])); }

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
    const T newest = decay(0);
    for (std::size_t i = 0; i < m_key.size(); ++i) {
      for (std::size_t j = 0; j < V; ++j) sum[i * V + j] = newest * m_key[i] * m_value[j];
    }
    for (int level = 1; level < target; ++level) {
      const T factor = decay(level);
      const std::vector<T>& lower = m_states[level];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * lower[i];
    }
    m_logDecay[target] = 0;
  }

  void read(int level, const T* q, T lambda, T* o) {
    const T weight = lambda * decay(level);
    const std::size_t V = m_value.size();
    const T* rows = m_states[level].data();
    for (std::size_t i = 0; i < m_key.size(); ++i) {
      const T factor = weight * q[i];
      for (std::size_t j = 0; j < V; ++j) o[j] += factor * rows[i * V + j];
    }
  }

  std::vector<T> m_key, m_value;
  std::vector<std::vector<T>> m_states;  // by level; allocated when the level first appears
  std::array<double, 64> m_logDecay{};
};

}  // namespace fenwick::kernels
