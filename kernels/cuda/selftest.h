#pragma once

#include <functional>
#include <vector>

#include "kernels/selftest.h"

// The CUDA operator's numeric contract as named checks: those of kernels/selftest.h on the current device, held against the CPU's
// dense form in double, with NaN around and between all rows and in all lent memory.

namespace fenwick::kernels::cuda {

// Throws std::runtime_error where CUDA fails; ask whyUnusable() first.
std::vector<CheckResult> runSelfTest(const SelfTestOptions& options,
                                     const std::function<void(const CheckResult&)>& finished = {});

}  // namespace fenwick::kernels::cuda
