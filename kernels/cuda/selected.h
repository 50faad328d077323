#pragma once

#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

// The operator's outputs at some queries alone, float32: what a last layer needs when few tokens are scored. Formula and gates as in
// log_linear_attention.h; cumulated gates in double. O(queries * length). Queues on the stream and nothing else; equal bits on every repeat.

namespace fenwick::kernels::cuda {

// Longest sequence and largest sizes of keys and values.
inline constexpr std::int64_t kSelectedLength = 1024;
inline constexpr std::int64_t kSelectedSize = 128;

//   q      | [queries, G*K]           | contiguous, like all
//   kv     | [batch*length, G*K + H*V]| keys and values side by side
//   gate   | [batch*length, H]        |
//   lambda | [queries, H, L]          |
//   places | [queries]                | in the flattened batch; those of one example stand together, examples ascending
//   o, dO  | [queries, H*V]           |
//   gradients like what they belong to; all are overwritten
struct Selected {
  std::int64_t batch = 0, length = 0, queries = 0;
  int groups = 0, heads = 0, keyDim = 0, valueDim = 0, levels = 0;
  const float *q = nullptr, *kv = nullptr, *gate = nullptr, *lambda = nullptr;
  const std::int64_t* places = nullptr;
  float* o = nullptr;
  const float* dO = nullptr;
  float *dq = nullptr, *dkv = nullptr, *dgate = nullptr, *dlambda = nullptr;
};

// Why a shape is not taken; empty where it is.
const char* whyNotSelected(const Selected& shape);

void selectedForward(const Selected& call, Stream stream);
std::int64_t selectedBackwardBytes(const Selected& shape);
void selectedBackward(const Selected& call, const Memory& working, Stream stream);

// Rows that were picked at `places` (as above), back at their tokens: tokens[t] = sum of rows[n] over all n with places[n] = t, 0 where there is none.
//   rows   | [queries, width]        |
//   tokens | [batch * length, width] |
struct Picked {
  std::int64_t batch = 0, length = 0, queries = 0;
  int width = 0;
  const std::int64_t* places = nullptr;
  const float* rows = nullptr;
  float* tokens = nullptr;
};
void spreadRows(const Picked& call, Stream stream);

}  // namespace fenwick::kernels::cuda
