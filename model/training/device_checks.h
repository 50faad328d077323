#pragma once

#include <string>
#include <vector>

#include "kernels/selftest.h"

namespace fenwick::model {

// What training on a GPU promises, as named checks of `fenwick selftest`; Qt Test wraps the same.
struct DeviceCheck {
  std::string name;
  kernels::CheckResult (*run)();  // needs a usable GPU; throws what CUDA throws
};
const std::vector<DeviceCheck>& deviceChecks();

}  // namespace fenwick::model
