#pragma once

#include <cstdint>

#include "kernels/cpu/chunkwise_kernels.h"

// The seam between the driver of the chunkwise form of Gated DeltaNet (gated_delta_chunkwise.cpp, built once) and its inner loops
// (gated_delta_implementation.h, built once per instruction set); plain data and function pointers for the reason told in
// chunkwise_kernels.h.
//
// Every token changes all states along its key, so states are not written once: each chunk has its own, as they are at its start, one for
// every level e with bit e of the chunk's index set (level 1 + log2 C + e; a binary counter). Chunk i moves a state S to F S; z being the
// lowest clear bit of i, the states below z and the chunk's own become state z of chunk i + 1.

namespace fenwick::kernels {

template <class T>
struct DeltaProblem : ChunkwiseProblem<T> {
  const T* beta = nullptr;
  T* dbeta = nullptr;
  Strides betaAt, dbetaAt;
  const std::int64_t* firstState = nullptr;  // [N] how many states the chunks before have
};

// What one head of one sequence keeps between its chunks.
template <class T>
struct DeltaMemory {
  T* states = nullptr;          // [states of all chunks, keyWidth, valueWidth]: of each chunk by rising level
  T* stateGradients = nullptr;  // likewise
  T* records = nullptr;         // [N, what a chunk does to the states]
};

// Values from `begin` to `end`: whole vectors. States that differ in nothing else have nothing to do with each other.
struct ValueRange {
  std::int64_t begin = 0, end = 0;
};

template <class T>
struct DeltaKernels {
  std::int64_t (*scratchSize)(const DeltaProblem<T>&);  // elements of T that one thread needs
  std::int64_t (*recordSize)(const DeltaProblem<T>&);   // elements of T of one chunk
  // Writes the record of chunk i, and where o is given what its own tokens give to it.
  void (*prepare)(const DeltaProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>&, T* scratch);
  // Adds to o what chunk i > 0 reads of its states.
  void (*readStates)(const DeltaProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>&, T* scratch);
  // The states of chunk i + 1; in the order of i.
  void (*advance)(const DeltaProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, ValueRange, const DeltaMemory<T>&, T* scratch);
  // The gradients of the states of chunk i > 0; in falling order of i.
  void (*carryGradients)(const DeltaProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, ValueRange, const DeltaMemory<T>&,
                         T* scratch);
  // All gradients of the tokens of chunk i.
  void (*gradients)(const DeltaProblem<T>&, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>&, T* scratch);
};

namespace baseline {
DeltaKernels<float> deltaKernelsF32();
DeltaKernels<double> deltaKernelsF64();
}  // namespace baseline
namespace avx2 {
DeltaKernels<float> deltaKernelsF32();
DeltaKernels<double> deltaKernelsF64();
}  // namespace avx2
namespace avx512 {
DeltaKernels<float> deltaKernelsF32();
DeltaKernels<double> deltaKernelsF64();
}  // namespace avx512

}  // namespace fenwick::kernels
