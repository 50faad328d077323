#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/parallel_for.h"

// The operator's numeric contract as named checks, so that `fenwick selftest` on any machine and the tests run the same.
// Every form is held against the dense form in double, on buffers with NaN around and between the rows.

namespace fenwick::kernels {

struct CheckResult {
  std::string name;  // "chunkwise f32 AVX-512"
  double worst =
      0;  // largest error found, relative to the largest entry of its tensor; infinite where that is no number
  double limit = 0;
  std::string where;  // the case and tensor of the worst error; empty where all is exact
  std::int64_t cases = 0;
  bool passed() const { return worst <= limit; }
};

struct SelfTestOptions {
  bool full = false;            // every shape instead of a set that covers every pair of values
  std::int64_t longest = 1025;  // cases with more tokens are left out
  ParallelFor loop = serialLoop();
};

// Runs all checks and returns them in order; `finished`, if given, hears of each as soon as it is done, in the calling thread.
std::vector<CheckResult> runSelfTest(const SelfTestOptions& options,
                                     const std::function<void(const CheckResult&)>& finished = {});

}  // namespace fenwick::kernels
