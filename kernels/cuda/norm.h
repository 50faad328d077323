#pragma once

#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

// LayerNorm over rows of up to kNormWidth numbers, a warp for each row; float32. Sums over rows are taken in one order, so every repeat gives the same
// bits. Queues on the stream and nothing else.

namespace fenwick::kernels::cuda {

inline constexpr int kNormWidth = 1024;

// y = (x - mean) / sqrt(variance + epsilon) * weight + bias, of each row
//   x, y, dy, dx                 | [rows, width] | contiguous
//   weight, bias, their gradients | [width]       |
//   moments                      | [rows, 2]     | mean and 1 / deviation, from forward for backward
struct Norm {
  std::int64_t rows = 0;
  int width = 0;
  float epsilon = 0;
  const float *x = nullptr, *weight = nullptr, *bias = nullptr;
  float *y = nullptr, *moments = nullptr;
  const float* dy = nullptr;
  float *dx = nullptr, *dWeight = nullptr, *dBias = nullptr;
};
void normForward(const Norm& call, Stream stream);
std::int64_t normBackwardBytes(const Norm& shape);
void normBackward(const Norm& call, const Memory& working, Stream stream);

}  // namespace fenwick::kernels::cuda
