#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fenwick::model {

// Log-linear attention of one head over one sequence, as its parts.
//   q, k   | [T, K] |
//   v      | [T, V] |
//   gate   | [T]    | log gate <= 0
//   lambda | [T, L] |
struct HeadParts {
  std::int64_t length = 0, keyDim = 0, valueDim = 0, levels = 0;
  std::vector<float> q, k, v, gate, lambda;
};

// The matrix H that masks and weighs, λ_t^ℓ(t,s) exp(G_t − G_s), and its product with q_t·k_s: what y_t takes of v_s (SCIENCE.md §2).
// [T, T], query by source; 0 where the source comes later.
struct WeightMatrices {
  std::vector<float> mask, weights;
};
WeightMatrices weightMatrices(const HeadParts& head);

// What each level adds to the output y_t, o^ℓ = λ_t^ℓ Σ_s exp(G_t − G_s) (q_t·k_s) v_s over its sources.
//   norm  | [T, L] | |o^ℓ|
//   share | [T, L] | o^ℓ·y / |y|², which sums to 1 over the levels; NaN where y is 0
struct LevelOutputs {
  std::vector<float> norm, share;
};
LevelOutputs levelOutputs(const HeadParts& head);

}  // namespace fenwick::model
