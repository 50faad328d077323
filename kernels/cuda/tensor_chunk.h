#pragma once

#include "kernels/cuda/tensor_core.h"

// What the kernels that work on one chunk share.

namespace fenwick::kernels::cuda {

// All that weighs the pairs of one head in one chunk, prepared once and copied to shared memory as it is. Inert cells, rows behind the
// sequence and levels that it lacks are 0.
struct ChunkRecord {
  static constexpr int kGates = 0;                 // [64] cumulated gates in two parts, to base 2
  static constexpr int kToEnd = 2 * kChunk;        // [64] decay from the token to the chunk's end
  static constexpr int kLambda = kToEnd + kChunk;  // [7, 64] lambda of the levels inside the chunk
  static constexpr int kReads =
      kLambda + kChunkLevels * kChunk;      // for each state that is read, the lowest level first:
  static constexpr int kRead = 2 * kChunk;  // [64] lambda times decay since that state, [64] that decay

  __host__ __device__ static int floats(int stateLevels) { return kReads + stateLevels * kRead; }

  const float* data;
  __device__ float2 gates(int t) const { return reinterpret_cast<const float2*>(data)[t]; }
  __device__ float toEnd(int t) const { return data[kToEnd + t]; }
  __device__ float lambda(int t, int level) const { return data[kLambda + level * kChunk + t]; }
  __device__ float readWeight(int t, int n) const { return data[kReads + n * kRead + t]; }
};

template <class T>
__device__ const float* recordOf(const Problem<T>& p, std::int64_t bh, int i) {
  return p.records + (bh * p.chunks + i) * p.recordFloats;
}

// How many states chunk i reads, and the level between chunks of the n-th of them.
__device__ inline int readsOf(int i) { return __popc(static_cast<unsigned>(i)); }
__device__ inline int levelOfRead(int i, int n) {
  unsigned rest = static_cast<unsigned>(i);
  for (int x = 0; x < n; ++x) rest &= rest - 1;
  return __ffs(static_cast<int>(rest)) - 1;
}

template <int Threads>
__device__ void copyFloats(float* to, const float* from, int count) {
  for (int x = 4 * static_cast<int>(threadIdx.x); x < count; x += 4 * Threads) copyAsync16(to + x, from + x, true);
}

// lambda of one 8 x 8 block of pairs: one number where the block lies before the diagonal, the first four levels of row t on it.
struct BlockLambda {
  float level[4];
  bool isDiagonal;
  __device__ float of(int t, int s) const {
    if (!isDiagonal) return level[0];
    const int difference = (t ^ s) & 7;
    const float low = difference == 0 ? level[0] : level[1];
    const float high = difference < 4 ? level[2] : level[3];
    return difference < 2 ? low : high;
  }
};

__device__ inline int levelOfBlocks(int rowBlock, int columnBlock) { return 3 + levelInChunk(rowBlock, columnBlock); }

__device__ inline BlockLambda blockLambda(const ChunkRecord& record, int t, int columnBlock) {
  const int rowBlock = t / 8;
  if (rowBlock != columnBlock) return {{record.lambda(t, levelOfBlocks(rowBlock, columnBlock)), 0, 0, 0}, false};
  return {{record.lambda(t, 0), record.lambda(t, 1), record.lambda(t, 2), record.lambda(t, 3)}, true};
}

}  // namespace fenwick::kernels::cuda
