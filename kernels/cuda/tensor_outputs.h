#pragma once

#include "kernels/cuda/tensor_chunk.h"

// Outputs. A block takes one chunk of several heads that share q and k: their scores are computed once and stay in registers. Each warp has
// 16 queries. What is multiplied, a head's v and then the states that the chunk reads, comes in through two buffers in turn.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 128;
constexpr int kWarpRows = 16;

template <int N>
__device__ void clear(Accumulator (&tiles)[N]) {
  for (auto& c : tiles)
    for (float& x : c) x = 0;
}

template <class Kind, int K, int V>
struct OutputsMemory {
  using Number = typename Kind::Number;
  static constexpr int kKeyStride = K + Kind::kPad;
  static constexpr int kValueStride = V + Kind::kPad;
  static constexpr int kPartRows =
      sizeof(Number) == 2 ? K : kChunk;  // of a state, that come in at once: what leaves room for several blocks
  static constexpr int kBuffer = kPartRows * kValueStride;
  static constexpr int kRing = 2;
  static constexpr int kAhead = kRing - 1;
  static_assert(kRing * kBuffer >= kChunk * kKeyStride);
  char* memory;

  __host__ __device__ static int bytes(int stateLevels) {
    return (kChunk * kKeyStride + kRing * kBuffer) * static_cast<int>(sizeof(Number)) +
           recordFloats(stateLevels) * static_cast<int>(sizeof(float));
  }
  __device__ Number* q() const { return reinterpret_cast<Number*>(memory); }  // [64, K]
  __device__ Number* k() const { return buffer(0); }                          // [64, K], before the ring is in use
  __device__ Number* buffer(int n) const {
    return q() + kChunk * kKeyStride + n % kRing * kBuffer;
  }  // v [64, V] or a part of a state
  __device__ float* records() const { return reinterpret_cast<float*>(buffer(0) + kRing * kBuffer); }
  // Of two heads, or of more where a head has so few steps that copies reach further ahead: those records are short.
  __host__ __device__ static int recordFloats(int stateLevels) {
    const int two = 2 * ChunkRecord::floats(stateLevels);
    return two > kRing * ChunkRecord::kReads ? two : kRing * ChunkRecord::kReads;
  }
};

template <class Kind, int K, int V>
struct OutputsBlock {
  using Number = typename Kind::Number;
  using SharedMemory = OutputsMemory<Kind, K, V>;
  const Problem<Number>& p;
  SharedMemory memory;
  std::int64_t firstHead;  // of the block's heads in [B*H]
  int heads;
  int i, size;

  // The steps of a head: v, then every state that is read, in parts.
  static constexpr int kPartRows = SharedMemory::kPartRows;
  static constexpr int kParts = K / kPartRows;
  __device__ int stepsPerHead() const { return 1 + readsOf(i) * kParts; }
  __device__ float* record(int headIndex) const {
    const int inFlight = 1 + (SharedMemory::kAhead + stepsPerHead() - 1) / stepsPerHead();
    return memory.records() + headIndex % inFlight * ChunkRecord::floats(readsOf(i));
  }

  __device__ void copyStep(int step) const {
    const int n = step % stepsPerHead();
    const int headIndex = step / stepsPerHead();
    const std::int64_t bh = firstHead + headIndex;
    Number* buffer = memory.buffer(step);
    if (n == 0) {
      const Head head = headOf(p, bh);
      copyRows<kThreads, kChunk, V>(buffer, SharedMemory::kValueStride,
                                    p.v.row(head.b, std::int64_t{i} * kChunk, head.h), p.v.at.t, size, p.valueDim,
                                    p.v.wide);
      copyFloats<kThreads>(record(headIndex), recordOf(p, bh, i), ChunkRecord::floats(readsOf(i)));
    } else {
      const int e = levelOfRead(i, (n - 1) / kParts);
      const int j = (i >> e) << e;
      const Number* state = static_cast<const Number*>(p.states) + (bh * (p.chunks - 1) + j - 1) * (K * V);
      copyMatrix<kThreads, kPartRows, V>(buffer, SharedMemory::kValueStride,
                                         state + (n - 1) % kParts * (kPartRows * V));
    }
  }

  // The warp's 16 rows of Q K^T, up to the diagonal.
  __device__ void computeScores(Accumulator (&scores)[kChunk / 8]) const {
    const int warp = warpIndex();
    clear(scores);
#pragma unroll 1
    for (int x = 0; x < K; x += Kind::kStep) {
      typename Kind::A a;
      Kind::loadA(a, memory.q() + warp * kWarpRows * SharedMemory::kKeyStride + x, SharedMemory::kKeyStride);
#pragma unroll
      for (int n = 0; n < kChunk / 16; ++n) {
        if (n > warp) continue;
        typename Kind::B b[2];
        Kind::loadColumnsB(b, memory.k() + n * 16 * SharedMemory::kKeyStride + x, SharedMemory::kKeyStride);
        Kind::multiply(scores[2 * n], a, b[0]);
        Kind::multiply(scores[2 * n + 1], a, b[1]);
      }
    }
  }

  // o = A V, A = lambda D S.
  __device__ void readChunk(const Accumulator (&scores)[kChunk / 8], const ChunkRecord& record, const Number* v,
                            Accumulator (&o)[V / 8]) const {
    const int warp = warpIndex();
    const int row = warp * kWarpRows + laneRow();
    clear(o);
    const float2 gates[2] = {record.gates(row), record.gates(row + 8)};
#pragma unroll
    for (int block = 0; block < kChunk / 16; ++block) {
      if (block > warp) continue;
      Accumulator weights[2];
#pragma unroll
      for (int n = 0; n < 2; ++n) {
        const int columnBlock = 2 * block + n;
        const int s = 8 * columnBlock + laneColumn();
        const float2 first = record.gates(s);
        const float2 second = record.gates(s + 1);
#pragma unroll
        for (int r = 0; r < 2; ++r) {
          const int t = row + 8 * r;
          const Accumulator& score = scores[columnBlock];
          weights[n][2 * r] = weights[n][2 * r + 1] = 0;
          if (columnBlock > t / 8) continue;
          const BlockLambda lambda = blockLambda(record, t, columnBlock);
          if (s <= t) weights[n][2 * r] = lambda.of(t, s) * quickDecay(gates[r], first) * score[2 * r];
          if (s + 1 <= t) weights[n][2 * r + 1] = lambda.of(t, s + 1) * quickDecay(gates[r], second) * score[2 * r + 1];
        }
      }
#pragma unroll
      for (int x = 0; x < 16 / Kind::kStep; ++x) {
        typename Kind::A a;
        Kind::fromAccumulators(a, weights + x);
        const Number* rows = v + (16 * block + x * Kind::kStep) * SharedMemory::kValueStride;
        multiplyTiles<Kind>(o, a, [&](auto& b, int n) { Kind::loadB(b, rows + 16 * n, SharedMemory::kValueStride); });
      }
    }
  }

  // product += Q U for a part of the rows of a state U.
  __device__ void multiplyPart(int part, const Number* rows, Accumulator (&product)[V / 8]) const {
    const Number* q = memory.q() + warpIndex() * kWarpRows * SharedMemory::kKeyStride + part * kPartRows;
#pragma unroll 4
    for (int x = 0; x < kPartRows; x += Kind::kStep) {
      typename Kind::A a;
      Kind::loadA(a, q + x, SharedMemory::kKeyStride);
      multiplyTiles<Kind>(product, a, [&](auto& b, int n) {
        Kind::loadB(b, rows + x * SharedMemory::kValueStride + 16 * n, SharedMemory::kValueStride);
      });
    }
  }

  // o += weight * product.
  __device__ void addRead(int read, const ChunkRecord& record, const Accumulator (&product)[V / 8],
                          Accumulator (&o)[V / 8]) const {
    const int row = warpIndex() * kWarpRows + laneRow();
    const float weights[2] = {record.readWeight(row, read), record.readWeight(row + 8, read)};
#pragma unroll
    for (int n = 0; n < V / 8; ++n)
      for (int x = 0; x < 4; ++x) o[n][x] += weights[x / 2] * product[n][x];
  }

  __device__ void write(std::int64_t bh, const Accumulator (&o)[V / 8]) const {
    const Head head = headOf(p, bh);
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int t = warpIndex() * kWarpRows + laneRow() + 8 * r;
      if (t >= size) continue;
      Number* to = p.o.row(head.b, std::int64_t{i} * kChunk + t, head.h);
#pragma unroll
      for (int n = 0; n < V / 8; ++n) {
        const int column = 8 * n + laneColumn();
        if (p.o.wide) {
          if (column < p.valueDim) Kind::storePair(to + column, o[n][2 * r], o[n][2 * r + 1]);
        } else {
          if (column < p.valueDim) assign(to[column], o[n][2 * r]);
          if (column + 1 < p.valueDim) assign(to[column + 1], o[n][2 * r + 1]);
        }
      }
    }
  }
};

template <class Kind, int K, int V>
__global__ void __launch_bounds__(kThreads, K* V < 128 * 128 ? 3 : 2)
    outputsKernel(const __grid_constant__ Problem<typename Kind::Number> p, int parts, int headsPerPart) {
  extern __shared__ __align__(128) char shared[];
  const int part = static_cast<int>(blockIdx.x % parts);
  const std::int64_t rest = blockIdx.x / parts;
  const int i =
      p.chunks - 1 -
      static_cast<int>(rest % p.chunks);  // late chunks first: they read more, and the last blocks should be short
  const std::int64_t bg = rest / p.chunks;
  const std::int64_t b = bg / p.groups;
  const int g = static_cast<int>(bg % p.groups);
  using Block = OutputsBlock<Kind, K, V>;
  const Block block{p,
                    {shared},
                    b * p.heads + g * p.headsPerGroup + part * headsPerPart,
                    min(headsPerPart, p.headsPerGroup - part * headsPerPart),
                    i,
                    chunkSize(p, i)};
  constexpr int stride = Block::SharedMemory::kKeyStride;
  copyRows<kThreads, kChunk, K>(block.memory.q(), stride, p.q.row(b, std::int64_t{i} * kChunk, g), p.q.at.t, block.size,
                                p.keyDim, p.q.wide);
  copyRows<kThreads, kChunk, K>(block.memory.k(), stride, p.k.row(b, std::int64_t{i} * kChunk, g), p.k.at.t, block.size,
                                p.keyDim, p.k.wide);
  commitCopies();
  waitForCopies<0>();
  __syncthreads();
  Accumulator scores[kChunk / 8];
  block.computeScores(scores);
  __syncthreads();
  constexpr int ahead = Block::SharedMemory::kAhead;
  const int steps = block.heads * block.stepsPerHead();
  for (int step = 0; step < ahead; ++step) {
    if (step < steps) block.copyStep(step);
    commitCopies();
  }
  Accumulator o[V / 8], product[V / 8];
  for (int step = 0; step < steps; ++step) {
    waitForCopies<ahead - 1>();
    __syncthreads();
    if (step + ahead < steps) block.copyStep(step + ahead);
    commitCopies();
    const int headIndex = step / block.stepsPerHead();
    const int n = step % block.stepsPerHead();
    const ChunkRecord record{block.record(headIndex)};
    const auto* buffer = block.memory.buffer(step);
    if (n == 0) {
      block.readChunk(scores, record, buffer, o);
    } else {
      const int part = (n - 1) % Block::kParts;
      if (part == 0) clear(product);
      block.multiplyPart(part, buffer, product);
      if (part == Block::kParts - 1) block.addRead((n - 1) / Block::kParts, record, product, o);
    }
    if (n + 1 == block.stepsPerHead()) block.write(block.firstHead + headIndex, o);
  }
}

// So many blocks that every multiprocessor has several and the last round is short beside the whole, but no more: each computes the
// scores anew.
int partsOf(std::int64_t chunks, int headsPerGroup) {
  constexpr std::int64_t wanted = 1536;
  return static_cast<int>(std::min<std::int64_t>(headsPerGroup, (wanted + chunks - 1) / chunks));
}

}  // namespace

template <class Kind>
int tensorOutputsMemory(const Problem<typename Kind::Number>& p) {
  int bytes = 0;
  withSizes<Kind>(p.keyDim, p.valueDim,
                  [&]<int K, int V>() { bytes = OutputsMemory<Kind, K, V>::bytes(p.stateLevels); });
  return bytes;
}

template <class Kind>
void tensorOutputs(const Problem<typename Kind::Number>& p, Stream stream) {
  const std::int64_t chunks = p.batch * p.groups * p.chunks;
  const int wanted = partsOf(chunks, p.headsPerGroup);
  const int headsPerPart = (p.headsPerGroup + wanted - 1) / wanted;
  const int parts = (p.headsPerGroup + headsPerPart - 1) / headsPerPart;
  const int bytes = tensorOutputsMemory<Kind>(p);
  withSizes<Kind>(p.keyDim, p.valueDim, [&]<int K, int V>() {
    allowShared(outputsKernel<Kind, K, V>);
    outputsKernel<Kind, K, V>
        <<<gridOf(chunks * parts), kThreads, static_cast<std::size_t>(bytes), stream>>>(p, parts, headsPerPart);
  });
  checkLaunch("tensorOutputs");
}

}  // namespace fenwick::kernels::cuda
