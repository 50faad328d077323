#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/tensor_view.h"

namespace fenwick::kernels::selftest {

// A tensor of its own with NaN before, behind and, where its rows stand apart, between them; its entries start as NaN too. What
// reads past an end turns into NaN and shows in the result; what writes there is found by isIntact().
template <class T, std::size_t Rank>
class GuardedTensor {
 public:
  using Extents = std::array<std::int64_t, Rank>;

  explicit GuardedTensor(const Extents& extents, bool rowsApart = false) : m_extents(extents) {
    std::int64_t stride = 1;
    for (std::size_t d = Rank; d-- > 0;) {
      m_strides[d] = stride;
      stride *= extents[d];
      if (rowsApart && (d == Rank - 1 || d == 1)) stride += kGap;
    }
    m_memory.assign(static_cast<std::size_t>(2 * kGuard + stride), std::numeric_limits<T>::quiet_NaN());
  }

  TensorView<T, Rank> view() { return {m_memory.data() + kGuard, m_extents, m_strides}; }
  TensorView<const T, Rank> view() const { return {m_memory.data() + kGuard, m_extents, m_strides}; }

  // Calls use(entry) for every entry in the order of the indices.
  template <class Use>
  void forEach(const Use& use) {
    visit(*this, use);
  }
  template <class Use>
  void forEach(const Use& use) const {
    visit(*this, use);
  }

  std::vector<double> values() const {
    std::vector<double> result;
    forEach([&](const T& entry) { result.push_back(static_cast<double>(entry)); });
    return result;
  }

  // Entries and what lies around them, as a copy of all takes them elsewhere.
  std::vector<T>& memory() { return m_memory; }

  // Whether all that is no entry still is NaN.
  bool isIntact() const {
    std::vector<bool> isEntry(m_memory.size(), false);
    forEach([&](const T& entry) { isEntry[static_cast<std::size_t>(&entry - m_memory.data())] = true; });
    for (std::size_t i = 0; i < m_memory.size(); ++i) {
      if (!isEntry[i] && !std::isnan(m_memory[i])) return false;
    }
    return true;
  }

 private:
  static constexpr std::int64_t kGuard = 128;  // a multiple of every vector, so that aligned rows stay so
  static constexpr std::int64_t kGap = 3;

  template <class Self, class Use>
  static void visit(Self& self, const Use& use) {
    std::int64_t count = 1;
    for (const std::int64_t extent : self.m_extents) count *= extent;
    for (std::int64_t i = 0; i < count; ++i) {
      std::int64_t offset = kGuard;
      std::int64_t rest = i;
      for (std::size_t d = Rank; d-- > 0;) {
        offset += rest % self.m_extents[d] * self.m_strides[d];
        rest /= self.m_extents[d];
      }
      use(self.m_memory[static_cast<std::size_t>(offset)]);
    }
  }

  Extents m_extents{};
  Extents m_strides{};
  std::vector<T> m_memory;
};

// The largest difference relative to the largest expected entry; where all expected are zero, all must be exactly zero.
// Infinite where an entry is no number. Differences up to `smallest` count as none: a type's smallest normal number, below which
// it has no digits to keep.
inline double relativeError(const std::vector<double>& values, const std::vector<double>& expected, double smallest = 0) {
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::fabs(expected[i]));
    if (!std::isfinite(values[i])) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::fabs(values[i] - expected[i]));
  }
  if (difference == 0) return 0;
  if (largest == 0) return std::numeric_limits<double>::infinity();
  return difference <= smallest ? 0 : difference / largest;
}

}  // namespace fenwick::kernels::selftest
