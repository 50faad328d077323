#pragma once

#include <cstdint>
#include <vector>

namespace fenwick::kernels {

// One head of one sequence in double, and its results: what the dense and recurrent forms of kernels/gated_delta.h compute on. Row-major.
struct DeltaHead {
  std::int64_t length = 0, keyDim = 0, valueDim = 0, levels = 0;
  std::vector<double> q, k;                // [T, K]
  std::vector<double> v, dO, o;            // [T, V]
  std::vector<double> gate, beta;          // [T]
  std::vector<double> lambda;              // [T, L]; inert cells are never looked at
  std::vector<double> dq, dk;              // [T, K]
  std::vector<double> dv;                  // [T, V]
  std::vector<double> dgate, dbeta;        // [T]
  std::vector<double> dlambda;             // [T, L]

  const double* lambdaAt(std::int64_t t) const { return lambda.data() + t * levels; }
  double* dlambdaAt(std::int64_t t) { return dlambda.data() + t * levels; }
};

// Each fills o, or all gradients.
void deltaDenseForward(DeltaHead& head);
void deltaDenseBackward(DeltaHead& head);
void deltaRecurrentForward(DeltaHead& head);
void deltaRecurrentBackward(DeltaHead& head);

}  // namespace fenwick::kernels
