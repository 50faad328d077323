#pragma once

#include <cstdint>

// The seam between the driver of the chunkwise form (chunkwise.cpp, built once) and its inner loops
// (chunkwise_implementation.h, built once per instruction set). Plain data and function pointers only: an inline
// function of the standard library that both sides compile could be linked from the wrong side, and then stop an older
// machine.
//
// Words: a chunk is C consecutive tokens, C a power of two, so that inside a chunk levels depend on the position in it
// only. N = ceil(T / C). State j (1 <= j < N) is what the Fenwick tree holds at level e = countr_zero(j) from the start
// of chunk j on: the sum of exp(gates after s, up to the end of chunk j-1) * k_s v_s^T over the 2^e chunks before j.
// Chunk i reads, for every set bit e of i, the state (i >> e) << e. A state is written once and never rescaled; what
// decays it later enters the weight it is read with. So state j = own state of chunk j-1 + sum over e < countr_zero(j)
// of decay * state (j - 2^e): the carry of a binary counter.
// With `oneState` (lambda = 1) levels need not be told apart: state j is the whole past before chunk j, chunk i reads state i alone, and
// state j = own state of chunk j-1 + decay * state j-1.

namespace fenwick::kernels {

struct Strides {
  std::int64_t b = 0, t = 0, h = 0;  // elements between neighbours in batch, time, and head or group
};

// One call, checked.
template <class T>
struct ChunkwiseProblem {
  std::int64_t length = 0;         // T
  std::int64_t headsPerGroup = 0;  // H / G
  std::int64_t keyDim = 0;         // K
  std::int64_t valueDim = 0;       // V
  std::int64_t levels = 0;         // L
  std::int64_t chunk = 0;          // C
  std::int64_t chunks = 0;         // N
  std::int64_t keyWidth = 0;       // K and V rounded up to whole cache lines
  std::int64_t valueWidth = 0;
  int chunkLevels = 0;  // levels inside a chunk: 1 + log2 C
  int stateLevels = 0;  // bit_width(N - 1); with one state at most 1
  bool oneState = false;

  const T* q = nullptr;
  const T* k = nullptr;
  const T* v = nullptr;
  const T* gate = nullptr;
  const T* lambda = nullptr;
  const T* dO = nullptr;
  T* o = nullptr;
  T* dq = nullptr;  // here by head, also where heads share a group
  T* dk = nullptr;
  T* dv = nullptr;
  T* dgate = nullptr;
  T* dlambda = nullptr;
  Strides qAt, kAt, vAt, gateAt, lambdaAt, dOAt, oAt, dqAt, dkAt, dvAt, dgateAt, dlambdaAt;
};

// What one head of one sequence keeps between its chunks.
template <class T>
struct HeadMemory {
  T* states = nullptr;          // [N - 1, keyWidth, valueWidth]; state j lies at j - 1
  T* stateGradients = nullptr;  // likewise
  double* gateSums = nullptr;   // [N] sum of the gates of each chunk
  double* readSums =
      nullptr;  // [N, stateLevels] sum of the weights (below) of all pairs that chunk i reads through bit e
  double* carrySums = nullptr;  // [N] the same of the pairs that pass from state j into a higher one
};
// The weight of a pair (s, t) is its part of sum(o * dO); it is also its part of the gradient of every gate in (s, t].
// All gate gradients are sums of such weights over the pairs across that gate, never differences of larger sums.

template <class T>
struct ChunkwiseKernels {
  std::int64_t (*scratchSize)(const ChunkwiseProblem<T>&);  // elements of T that one thread needs
  void (*sumGates)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, const HeadMemory<T>&);
  // The own state of chunk i, into state i + 1.
  void (*ownState)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>&,
                   T* scratch);
  // Adds the states below into state j; in the order of j.
  void (*carryState)(const ChunkwiseProblem<T>&, std::int64_t j, const HeadMemory<T>&);
  // o of chunk i.
  void (*outputs)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>&,
                  T* scratch);
  // What chunk i's reads add to the gradients of the states it reads: of all of them, or only of state `only`.
  void (*readGradients)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t only,
                        const HeadMemory<T>&, T* scratch);
  // Adds the gradient of the state that takes state j over into that of state j; in falling order of j.
  void (*carryGradient)(const ChunkwiseProblem<T>&, std::int64_t j, const HeadMemory<T>&);
  // All gradients of chunk i, except what of dgate belongs to pairs that span it.
  void (*gradients)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>&,
                    T* scratch);
  // Adds that part of dgate.
  void (*spanningGates)(const ChunkwiseProblem<T>&, std::int64_t b, std::int64_t h, const HeadMemory<T>&, T* scratch);
};

namespace baseline {
ChunkwiseKernels<float> chunkwiseKernelsF32();
ChunkwiseKernels<double> chunkwiseKernelsF64();
}  // namespace baseline
namespace avx2 {
ChunkwiseKernels<float> chunkwiseKernelsF32();
ChunkwiseKernels<double> chunkwiseKernelsF64();
}  // namespace avx2
namespace avx512 {
ChunkwiseKernels<float> chunkwiseKernelsF32();
ChunkwiseKernels<double> chunkwiseKernelsF64();
}  // namespace avx512

}  // namespace fenwick::kernels
