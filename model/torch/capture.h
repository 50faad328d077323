#pragma once

#include <vector>

namespace fenwick::model {

// What one forward pass leaves for the views, as plain data; one entry per layer, row-major.
//   lambda | [B, T, H, L] | the λ that multiplies the states
//   gate   | [B, T, H]    | log gate <= 0
struct ForwardCapture {
  std::vector<std::vector<float>> lambda, gate;
};

}  // namespace fenwick::model
