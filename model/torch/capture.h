#pragma once

#include <vector>

namespace fenwick::model {

// What changes λ on its way to the states: λ <- min(max(scale λ, lower), upper).
//   scale, lower, upper | [B, T, H, L] | 1, −inf and +inf change nothing
struct LambdaBounds {
  std::vector<float> scale, lower, upper;
};

// What one forward pass leaves for the views, as plain data; one entry per layer, row-major. q, k and v only where they are asked for.
//   q, k   | [B, T, G, K] | as the mixer takes them
//   v      | [B, T, H, V] |
//   lambda | [B, T, H, L] | the λ that multiplies the states
//   gate   | [B, T, H]    | log gate <= 0
struct ForwardCapture {
  bool withVectors = false;
  std::vector<LambdaBounds> bounds;  // one for each layer, or none: λ as the head gives it

  std::vector<std::vector<float>> lambda, gate, q, k, v;
};

}  // namespace fenwick::model
