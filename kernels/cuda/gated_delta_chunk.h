#pragma once

#include "kernels/cuda/decode_state.h"
#include "kernels/cuda/problem.h"
#include "kernels/cuda/tile_product.h"

// What the kernels of Gated DeltaNet see of a call and of one of its chunks. Names as in kernels/cpu/gated_delta_chunk.cpp; rows of tokens behind
// the last one are zero in every matrix.
//
//   matrix       | [rows, columns]|
//   inverse    X | [64, 64]       | (I + diag(beta) E)^-1
//   erased     E | [64, 64]       | D_ts k_t.k_s below the diagonal
//   seen       A | [64, 64]       | D_ts q_t.k_s
//   pairs    A X | [64, 64]       | times beta_s: p_ts
//   erasers    W | [64, K]        | X diag(beta a) K
//   readers   q~ | [64, K]        | diag(a) Q - A W
//   writers      | [64, K]        | X^T B, B = diag(D_end) K; times beta_s: kappa
//
// A state is taken over a chunk as  a_end S - B^T (W S),  and its gradient back as  a_end G - W^T (B G).

namespace fenwick::kernels::cuda {

inline constexpr int kSquare = kChunk * kChunk;

template <class T>
struct DeltaProblem : Problem<T> {
  Tensor<const float> beta;
  Tensor<float> dbeta;

  // Context, beside that of every problem; states: [B*H, statesBefore(N), K, V] at the chunks' starts, by chunk and level.
  float* squares;  // [B*H, N, 4, 64, 64]
  float* rows;     // [B*H, N, 3, 64, K]

  // Working memory of the backward pass; stateGradients: like states.
  float* rowGradients;               // [B*H, N, 5, 64, K]
  float* moved;                      // [B*H, N, 2, 64, V]
  float *headQueries, *headKeys;     // [B*H, N*64, K] what each head gives to dq and dk, but for
  double* ownPairs;                  // [B*H, N*64] the gradient of q_t.k_t
};

// How many states the chunks before i read: the set bits of 0 … i-1.
__host__ __device__ inline std::int64_t statesBefore(std::int64_t i) {
  std::int64_t count = 0;
  for (int bit = 0; (i >> bit) != 0; ++bit) {
    const std::int64_t half = std::int64_t{1} << bit;
    const std::int64_t rest = i & (2 * half - 1);
    count += (i >> (bit + 1)) * half + (rest > half ? rest - half : 0);
  }
  return count;
}

// One token of every sequence.
template <class T>
struct DeltaStep : decoding::Step<T> {
  decoding::Rows<const float> beta;
};

// By token of one chunk, in shared memory.
struct ChunkScales {
  float2 gates[kChunk];     // cumulated
  float beta[kChunk];
  float fromStart[kChunk];  // a
  float toEnd[kChunk];      // D_end

  __device__ float decay(int t, int s) const { return decayBetween(gates[t], gates[s]); }
  __device__ float whole() const { return fromStart[kChunk - 1]; }
};

template <class T>
class DeltaChunk {
 public:
  const DeltaProblem<T>& p;
  std::int64_t bh;
  Head head;
  int i, size;
  std::int64_t first;

  __device__ DeltaChunk(const DeltaProblem<T>& problem, std::int64_t sequence, int index)
      : p(problem),
        bh(sequence),
        head(headOf(problem, sequence)),
        i(index),
        size(chunkSize(problem, index)),
        first(std::int64_t{index} * kChunk),
        m_q(p.q.row(head.b, first, head.g)),
        m_k(p.k.row(head.b, first, head.g)),
        m_v(p.v.row(head.b, first, head.h)),
        m_lambda(p.lambda.row(head.b, first, head.h)),
        m_squares(p.squares + (bh * p.chunks + i) * 4 * kSquare),
        m_rows(p.rows + (bh * p.chunks + i) * 3 * kChunk * p.keyDim) {}

  __device__ float q(int t, int x) const { return t < size ? toFloat(m_q[t * p.q.at.t + x]) : 0; }
  __device__ float k(int t, int x) const { return t < size ? toFloat(m_k[t * p.k.at.t + x]) : 0; }
  __device__ float v(int t, int x) const { return t < size ? toFloat(m_v[t * p.v.at.t + x]) : 0; }
  __device__ float dO(int t, int x) const {
    return t < size ? toFloat(p.dO.row(head.b, first + t, head.h)[x]) : 0;
  }
  // Asked for active cells alone; 0 behind the last token.
  __device__ float lambda(int t, int level) const { return t < size ? m_lambda[t * p.lambda.at.t + level] : 0; }
  __device__ float& dlambda(int t, int level) const { return p.dlambda.row(head.b, first + t, head.h)[level]; }

  __device__ float* inverse() const { return m_squares; }
  __device__ float* erased() const { return m_squares + kSquare; }
  __device__ float* seen() const { return m_squares + 2 * kSquare; }
  __device__ float* pairs() const { return m_squares + 3 * kSquare; }
  __device__ float* erasers() const { return m_rows; }
  __device__ float* readers() const { return m_rows + kChunk * p.keyDim; }
  __device__ float* writers() const { return m_rows + 2 * kChunk * p.keyDim; }
  __device__ float* rowGradient(int which) const {
    return p.rowGradients + ((bh * p.chunks + i) * 5 + which) * kChunk * p.keyDim;
  }
  __device__ float* moved(int which) const { return p.moved + ((bh * p.chunks + i) * 2 + which) * kChunk * p.valueDim; }

  __device__ bool hasPast() const { return i > 0; }
  __device__ bool hasNext() const { return i + 1 < p.chunks; }
  __device__ bool reads(int e) const { return ((i >> e) & 1) != 0; }
  // The level that takes this chunk's own state and all levels below it; those below are all read.
  __device__ int target() const { return __ffs(~i) - 1; }
  __device__ int levelsBefore(int e) const { return __popc(i & ((1 << e) - 1)); }

  // The state of level e at this chunk's start, or at the next one's; and their gradients.
  __device__ std::int64_t place(int e) const { return (bh * statesBefore(p.chunks) + statesBefore(i) + levelsBefore(e)) * p.stateSize(); }
  __device__ std::int64_t nextPlace(int e) const {
    return (bh * statesBefore(p.chunks) + statesBefore(i + 1) + __popc((i + 1) & ((1 << e) - 1))) * p.stateSize();
  }
  __device__ float* state(int e) const { return static_cast<float*>(p.states) + place(e); }
  __device__ float* nextState(int e) const { return static_cast<float*>(p.states) + nextPlace(e); }
  __device__ float* stateGradient(int e) const { return static_cast<float*>(p.stateGradients) + place(e); }
  __device__ float* nextStateGradient(int e) const { return static_cast<float*>(p.stateGradients) + nextPlace(e); }

  // By all threads of a block; those before are done with the memory, and all can read it afterwards.
  __device__ void loadScales(ChunkScales& scales) const {
    __syncthreads();
    const float2* gates = p.gateParts + (bh * p.chunks + i) * kChunk;
    const int t = static_cast<int>(threadIdx.x);
    if (t < kChunk) {
      scales.gates[t] = gates[t];
      scales.beta[t] = t < size ? *p.beta.row(head.b, first + t, head.h) : 0;
      scales.fromStart[t] = decayBetween(gates[t], float2{0, 0});
      scales.toEnd[t] = decayBetween(gates[kChunk - 1], gates[t]);
    }
    __syncthreads();
  }

 private:
  const T *m_q, *m_k, *m_v;
  const float* m_lambda;
  float *m_squares, *m_rows;
};

__device__ inline double sumOfWarp(double x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(0xffffffffU, x, step);
  return x;
}

// Calls use(t, sum over x < size of left(t, x) right(t, x)) for every row, each by a warp whose lanes all call it. In double: where a token sees
// little but itself there is nothing larger beside a sum that happens to cancel.
template <class Left, class Right, class Use>
__device__ inline void forEachRow(int size, const Left& left, const Right& right, const Use& use) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int t = static_cast<int>(threadIdx.x) / 32; t < kChunk; t += static_cast<int>(blockDim.x) / 32) {
    double sum = 0;
    for (int x = lane; x < size; x += 32) sum += static_cast<double>(left(t, x)) * static_cast<double>(right(t, x));
    use(t, sumOfWarp(sum));
  }
}

// Sum of the states of the levels [begin, end) at the chunk's start.
template <class T>
__device__ inline float sumOfStates(const DeltaChunk<T>& chunk, int begin, int end, std::int64_t entry) {
  float sum = 0;
  for (int e = begin; e < end; ++e) sum += chunk.state(e)[entry];
  return sum;
}

// What a chunk takes over to the next one: the levels below `target` as one sum, and each read level above it. Calls use(begin, end, next): the
// levels [begin, end) go to level `next`.
template <class T, class Use>
__device__ void forEachMove(const DeltaChunk<T>& chunk, const Use& use) {
  const int z = chunk.target();
  if (z > 0) use(0, z, z);
  for (int e = z + 1; e < chunk.p.stateLevels; ++e)
    if (chunk.reads(e)) use(e, e + 1, e);
}

// --- Kernels, by file ---

template <class T>
void deltaFactors(const DeltaProblem<T>& p, Stream stream);  // gated_delta_forward.cu
template <class T>
void deltaStates(const DeltaProblem<T>& p, Stream stream);
template <class T>
void deltaOutputs(const DeltaProblem<T>& p, Stream stream);
template <class T>
void deltaStep(const DeltaStep<T>& step, std::int64_t blocks, Stream stream);  // gated_delta_decode.cu
template <class T>
void deltaPrefill(const DeltaProblem<T>& p, const decoding::States& states, Stream stream);
template <class T>
void deltaStateGradients(const DeltaProblem<T>& p, Stream stream);  // gated_delta_gradients.cu
template <class T>
void deltaGradients(const DeltaProblem<T>& p, Stream stream);

}  // namespace fenwick::kernels::cuda
