#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "kernels/cpu/checks.h"
#include "kernels/cuda/views.h"

// The states that decoding keeps, for every operator. The columns of a head's states are dealt to blocks by kColumns; each block keeps all that it
// needs, the position too, in a record of its own, so that a step is one launch without anything to agree on.

namespace fenwick::kernels::cuda::decoding {

inline constexpr int kColumns = 32;
inline constexpr int kRows = 8;  // rows of a state that a block holds at once
inline constexpr int kThreads = kColumns * kRows;
inline constexpr int kMostLevels = 64;
inline constexpr unsigned kAll = 0xffffffffU;

__host__ __device__ inline std::int64_t roundedUp(std::int64_t x, std::int64_t step) {
  return (x + step - 1) / step * step;
}

// Level 0 is the last token's k and v; a level above is the sum of k v^T over its sources, each decayed up to the moment the level
// was filled; what decays it since then is one number, summed in double.
struct Record {
  std::int64_t* position;
  double* logDecay;  // [levels]
  float* k;          // [K]
  float* v;          // [kColumns]
  float* states;     // [levels - 1, K, kColumns]

  __device__ float* state(int level, std::int64_t keyDim) const { return states + (level - 1) * keyDim * kColumns; }
};

struct States {
  char* memory;
  int keyDim, valueDim, levels, tiles;
  std::int64_t longest;

  __host__ __device__ std::int64_t recordBytes() const {
    return roundedUp(8 + 8 * levels + 4 * (keyDim + kColumns + std::int64_t{levels - 1} * keyDim * kColumns), 256);
  }
  __device__ Record record(std::int64_t bh, int tile) const {
    char* start = memory + (bh * tiles + tile) * recordBytes();
    Record r{};
    r.position = reinterpret_cast<std::int64_t*>(start);
    r.logDecay = reinterpret_cast<double*>(start + 8);
    r.k = reinterpret_cast<float*>(start + 8 + 8 * levels);
    r.v = r.k + keyDim;
    r.states = r.v + kColumns;
    return r;
  }
};

inline States statesOf(const DecodeShape& shape, void* memory) {
  States states{};
  states.memory = static_cast<char*>(memory);
  states.keyDim = static_cast<int>(shape.keyDim);
  states.valueDim = static_cast<int>(shape.valueDim);
  states.levels = levelCount(shape.longest);
  states.tiles = static_cast<int>((shape.valueDim + kColumns - 1) / kColumns);
  states.longest = shape.longest;
  return states;
}

struct RowStrides {
  std::int64_t b, h;
};
template <class T>
struct Rows {
  T* data;
  RowStrides at;
  __device__ T* row(std::int64_t b, std::int64_t h) const { return data + b * at.b + h * at.h; }
};
template <class T, std::size_t Rank>
Rows<T> rowsOf(const TensorView<T, Rank>& view) {
  return {view.data(), {view.stride(0), view.stride(1)}};
}

// What the kernels see of one token of every sequence.
template <class T>
struct Step {
  States states;
  int heads, headsPerGroup;
  Rows<const T> q, k, v;
  Rows<const float> gate, lambda;
  Rows<T> o;
};

// By all lanes of a warp.
template <class T>
__device__ inline float scoreOf(const T* q, const T* k, int size) {
  double sum = 0;
  for (int x = static_cast<int>(threadIdx.x) % 32; x < size; x += 32)
    sum += static_cast<double>(toFloat(q[x])) * static_cast<double>(toFloat(k[x]));
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
  return static_cast<float>(sum);
}

// The carry: adds all levels below `target` into it. Decays are those before the new token.
__device__ inline void carry(const States& states, const Record& record, int target, const float* decay) {
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  float* to = record.state(target, states.keyDim);
  for (int row = static_cast<int>(threadIdx.x) / kColumns; row < states.keyDim; row += kRows) {
    const int x = row * kColumns + column;
    float sum = record.k[row] * record.v[column];
    for (int level = 1; level < target; ++level) sum += decay[level] * record.state(level, states.keyDim)[x];
    to[x] = sum;
  }
}

inline std::int64_t records(const DecodeShape& shape) { return shape.batch * shape.heads * statesOf(shape, nullptr).tiles; }

inline void checkDecode(const DecodeShape& shape, const Memory& state) { checkMemory("decode state", state, decodeStateBytes(shape)); }

// Checks the arguments too.
template <class T>
Step<T> stepOf(const DecodeShape& shape, const Memory& state, const Token<T>& token, const TensorView<T, 3>& o) {
  checkDecode(shape, state);
  const Shape one{shape.batch, shape.longest, shape.groups, shape.heads, shape.keyDim, shape.valueDim, 0};
  checkToken(one, kernels::Token<float>{asFloat(token.q), asFloat(token.k), asFloat(token.v), token.gate, token.lambda},
             asFloat(o));
  return {statesOf(shape, state.data), static_cast<int>(shape.heads), static_cast<int>(shape.heads / shape.groups),
          rowsOf(token.q),             rowsOf(token.k),               rowsOf(token.v),
          rowsOf(token.gate),          rowsOf(token.lambda),          rowsOf(o)};
}

// Whether the decode state can go on from a prefix of this shape.
inline void checkPrefix(const DecodeShape& shape, const Shape& given) {
  const Shape expected{shape.batch,  given.length,   shape.groups, shape.heads,
                       shape.keyDim, shape.valueDim, given.levels};
  if (given != expected) throw std::invalid_argument("inputs: expected the sizes of the decode state");
  if (given.length > shape.longest) {
    throw std::invalid_argument("inputs: expected at most the " + std::to_string(shape.longest) +
                                " tokens of the decode state, got " + std::to_string(given.length));
  }
}

}  // namespace fenwick::kernels::cuda::decoding
