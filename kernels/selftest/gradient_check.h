#pragma once

#include <cstddef>
#include <vector>

#include "kernels/selftest/guarded_tensor.h"

namespace fenwick::kernels::selftest {

// An objective whose gradient in `values` is `weights`.
inline double weightedSum(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

// The error of a gradient against central differences of the objective, entry by entry. NaN entries of the input (nothing may look
// at them) are left as they are; their gradient must be 0.
template <class Objective, std::size_t Rank>
double gradientError(const Objective& objective, GuardedTensor<double, Rank>& input,
                     const std::vector<double>& gradient) {
  constexpr double step = 1e-4;
  std::vector<double> expected;
  input.forEach([&](double& entry) {
    const double value = entry;
    if (std::isnan(value)) {
      expected.push_back(0);
      return;
    }
    entry = value + step;
    const double above = objective();
    entry = value - step;
    const double below = objective();
    entry = value;
    expected.push_back((above - below) / (2 * step));
  });
  return relativeError(gradient, expected);
}

}  // namespace fenwick::kernels::selftest
