#pragma once

#include <vector>

#include "kernels/selftest.h"

namespace fenwick::kernels::selftest {

// The forms of kernels/gated_delta.h against its dense form in double, over the shapes of all checks; keys have at most length 1, as
// the layer makes them.
std::vector<CheckResult> checkGatedDelta(const SelfTestOptions& options);

}  // namespace fenwick::kernels::selftest
