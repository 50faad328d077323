#pragma once

#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

// What a layer makes of a token's projections before the operator, each pass in one or two launches: gates and the λ of an MLP head. float32; sums
// over tokens are taken in one order, so every repeat gives the same bits. Queues on the stream and nothing else.

namespace fenwick::kernels::cuda {

// g = -exp(logA) softplus(z + bias)
//   z, g, dg, dz | [tokens, heads] | contiguous
//   bias, logA and their gradients | [heads] |
struct Gates {
  std::int64_t tokens = 0;
  int heads = 0;
  const float *z = nullptr, *bias = nullptr, *logA = nullptr;
  float* g = nullptr;
  const float* dg = nullptr;
  float *dz = nullptr, *dBias = nullptr, *dLogA = nullptr;
};
void gatesForward(const Gates& call, Stream stream);
void gatesBackward(const Gates& call, Stream stream);

// lambda = softplus(W2 phi(W1 d + b1) + b2), phi = GELU (erf) or nothing
//   d, lambda and their gradients  | [rows, levels]   | contiguous
//   w1, b1, w2, b2, their gradients | [hidden, levels], [hidden], [levels, hidden], [levels] |
struct LambdaMlp {
  std::int64_t rows = 0;
  int levels = 0, hidden = 0;
  bool gelu = false;
  const float *d = nullptr, *w1 = nullptr, *b1 = nullptr, *w2 = nullptr, *b2 = nullptr;
  float* lambda = nullptr;
  const float* dLambda = nullptr;
  float *dd = nullptr, *dw1 = nullptr, *db1 = nullptr, *dw2 = nullptr, *db2 = nullptr;
};
bool takesLambdaMlp(int levels, int hidden);  // whether the maps fit into a block's memory
void lambdaMlpForward(const LambdaMlp& call, Stream stream);
std::int64_t lambdaMlpBackwardBytes(const LambdaMlp& shape);
void lambdaMlpBackward(const LambdaMlp& call, const Memory& working, Stream stream);

}  // namespace fenwick::kernels::cuda
