#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"
#include "kernels/fenwick.h"

// What the kernels see of a call, and the small device functions that all of them share.

namespace fenwick::kernels::cuda {

inline constexpr int kChunkLevels = levelCount(kChunk);  // levels inside a chunk
inline constexpr int kChunkBits = kChunkLevels - 1;
inline constexpr float kForgotten = -1000;  // exp of it is 0; larger numbers would only cost digits

static_assert(1 << kChunkBits == kChunk);

struct Strides {  // elements between neighbours; h: of heads or of groups
  std::int64_t b, t, h;
};

template <class T>
struct Tensor {
  T* data;
  Strides at;
  bool wide;  // rows start at and have a multiple of 16 bytes
  __device__ T* row(std::int64_t b, std::int64_t t, std::int64_t h) const {
    return data + b * at.b + t * at.t + h * at.h;
  }
};

// State j = 1 … N-1 stands at index j-1: what the chunks [j - 2^e, j), 2^e the lowest set bit of j, hold at the start of chunk j. Chunk i
// reads at level 7 + e, for every set bit e of i, the state j = (i >> e) << e.
template <class T>
struct Problem {
  std::int64_t batch, length;
  int groups, heads, headsPerGroup, keyDim, valueDim, levels;
  int chunks;                   // N
  int stateLevels;              // levels between chunks
  int stateRows, stateColumns;  // K and V, padded where the tensor-core kernels want it
  int carryParts;               // addends of each carry sum
  int recordFloats;             // of one chunk of one head
  int headParts;                // groups of heads that the gradients of q and k are summed over apart
  Tensor<const T> q, k, v, dO;
  Tensor<const float> gate, lambda;
  Tensor<T> o, dq, dk, dv;
  Tensor<float> dgate, dlambda;

  // Context.
  float2*
      gateParts;  // [B*H, N, 64] sum of the chunk's gates up to the token as the sum of two floats, so that differences keep their digits
  double* gatePrefix;  // [B*H, N + 1] sum of all gates before the chunk
  float* records;      // [B*H, N, recordFloats] of the tensor-core kernels, see ChunkRecord
  void* states;        // [B*H, N-1, stateRows, stateColumns], float or the type of the tensor cores

  // Working memory of the backward pass.
  void* stateGradients;    // like states
  double* readSums;        // [B*H, stateLevels, N] sum of the pair weights of one chunk's reads of one level
  float* readWeights;      // [B*H, N, 64] the same by query, over levels
  double* carrySums;       // [B*H, N, carryParts] the same of the pairs that read state j through a higher state
  float *dqSums, *dkSums;  // [2 headParts or headParts, B, N*64, G, stateRows]

  __host__ __device__ std::int64_t sequences() const { return batch * heads; }
  __host__ __device__ std::int64_t stateSize() const { return std::int64_t{stateRows} * stateColumns; }
};

// One head of one sequence.
struct Head {
  std::int64_t b;
  int h, g;
};

template <class T>
__device__ inline Head headOf(const Problem<T>& p, std::int64_t bh) {
  const int h = static_cast<int>(bh % p.heads);
  return {bh / p.heads, h, h / p.headsPerGroup};
}

template <class T>
__device__ inline int chunkSize(const Problem<T>& p, int i) {
  const std::int64_t rest = p.length - std::int64_t{i} * kChunk;
  return rest < kChunk ? static_cast<int>(rest) : kChunk;
}

__device__ inline float toFloat(float x) { return x; }
__device__ inline float toFloat(BFloat16 x) { return __uint_as_float(static_cast<unsigned>(x.bits) << 16); }
__device__ inline void assign(float& to, float x) { to = x; }
__device__ inline void assign(BFloat16& to, float x) { to.bits = __bfloat16_as_ushort(__float2bfloat16_rn(x)); }

// exp(a - b) of two cumulated gates, a after b.
__device__ inline float decayBetween(float2 a, float2 b) { return expf((a.x - b.x) + (a.y - b.y)); }

// exp of the gates of chunks [from, to).
template <class T>
__device__ inline float decayBetweenChunks(const Problem<T>& p, std::int64_t bh, int from, int to) {
  const double* prefix = p.gatePrefix + bh * (p.chunks + 1);
  return expf(static_cast<float>(prefix[to] - prefix[from]));
}

// exp of the gates from the start of chunk `from` up to a token of chunk `to`.
template <class T>
__device__ inline float decayFromChunk(const Problem<T>& p, std::int64_t bh, int from, int to, float2 token) {
  const double* prefix = p.gatePrefix + bh * (p.chunks + 1);
  return expf(static_cast<float>((prefix[to] - prefix[from]) + static_cast<double>(token.x)) + token.y);
}

__device__ inline int levelInChunk(int t, int s) { return 32 - __clz(t ^ s); }
__device__ inline int lowestBit(int j) { return __ffs(j) - 1; }

// --- Launches ---

// Throws std::runtime_error naming the kernel where the launch before it was refused.
void checkLaunch(const char* kernel);

// Lets a kernel take as much of a block's memory as the device has. Always as much: a kernel has one such limit for the whole process, and other
// threads may be about to launch it with other sizes.
void allowSharedOf(const void* kernel);
template <class Kernel>
void allowShared(Kernel* kernel) {
  allowSharedOf(reinterpret_cast<const void*>(kernel));
}

// Blocks of a one-dimensional grid; throws std::invalid_argument where there are more than CUDA has.
unsigned gridOf(std::int64_t blocks);

// --- Kernels, by file ---

template <class T>
void sumGates(const Problem<T>& p, Stream stream);  // gates.cu
template <class T>
void addSpanningGates(const Problem<T>& p, Stream stream);

// plain.cu: any size, float32 arithmetic on the ordinary units.
template <class T>
void plainStates(const Problem<T>& p, Stream stream);
template <class T>
void plainOutputs(const Problem<T>& p, Stream stream);
template <class T>
void plainGradients(const Problem<T>& p, Stream stream);

}  // namespace fenwick::kernels::cuda
