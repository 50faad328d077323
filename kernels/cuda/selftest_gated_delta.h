#pragma once

#include <vector>

#include "kernels/selftest.h"

namespace fenwick::kernels::cuda {

// The operator of kernels/cuda/gated_delta.h against the CPU's dense form in double.
std::vector<CheckResult> checkGatedDeltaDecoding(const SelfTestOptions& options);  // from every prefix
std::vector<CheckResult> checkGatedDelta(const SelfTestOptions& options);

}  // namespace fenwick::kernels::cuda
