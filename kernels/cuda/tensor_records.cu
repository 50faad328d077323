#include "kernels/cuda/tensor_chunk.h"

// One record for each chunk of each head, from the sums of gates and lambda.

namespace fenwick::kernels::cuda {
namespace {

// A thread for each token; a block takes a chunk of four neighbouring heads, whose lambda lie beside each other.
template <class T>
__global__ void __launch_bounds__(4 * kChunk) recordsKernel(const __grid_constant__ Problem<T> p) {
  const std::int64_t item = std::int64_t{blockIdx.x} * 4 + threadIdx.x / kChunk;
  const std::int64_t batchChunk = item / p.heads;
  const std::int64_t b = batchChunk / p.chunks;
  if (b >= p.batch) return;
  const int i = static_cast<int>(batchChunk % p.chunks);
  const int h = static_cast<int>(item % p.heads);
  const std::int64_t bh = b * p.heads + h;
  const int t = static_cast<int>(threadIdx.x) % kChunk;
  const std::int64_t token = std::int64_t{i} * kChunk + t;
  const bool isThere = token < p.length;
  const float* lambda = p.lambda.row(b, isThere ? token : 0, h);
  const float2* gates = p.gateParts + (bh * p.chunks + i) * kChunk;
  float* record = p.records + (bh * p.chunks + i) * p.recordFloats;
  const double toBase2 = (static_cast<double>(gates[t].x) + static_cast<double>(gates[t].y)) * 1.4426950408889634;
  const float high = static_cast<float>(toBase2);
  reinterpret_cast<float2*>(record)[t] = {high, static_cast<float>(toBase2 - static_cast<double>(high))};
  record[ChunkRecord::kToEnd + t] = decayBetween(gates[kChunk - 1], gates[t]);
#pragma unroll
  for (int level = 0; level < kChunkLevels; ++level)
    record[ChunkRecord::kLambda + level * kChunk + t] =
        isThere && level < p.levels && isActive(t, level) ? lambda[level] : 0;
  float* read = record + ChunkRecord::kReads + t;
  for (int e = 0; i >> e != 0; ++e) {
    if (((i >> e) & 1) == 0) continue;
    const float decay = decayFromChunk(p, bh, (i >> e) << e, i, gates[t]);
    read[0] = isThere ? lambda[kChunkLevels + e] * decay : 0;
    read[kChunk] = decay;
    read += ChunkRecord::kRead;
  }
}

}  // namespace

int tensorRecordFloats(int stateLevels) { return ChunkRecord::floats(stateLevels); }

template <class T>
void tensorRecords(const Problem<T>& p, Stream stream) {
  recordsKernel<<<gridOf((p.sequences() * p.chunks + 3) / 4), 4 * kChunk, 0, stream>>>(p);
  checkLaunch("tensorRecords");
}

template void tensorRecords(const Problem<float>&, Stream);
template void tensorRecords(const Problem<BFloat16>&, Stream);

}  // namespace fenwick::kernels::cuda
