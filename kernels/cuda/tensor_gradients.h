#pragma once

#include "kernels/cuda/tensor_chunk.h"

// Gradients, from the states and their gradients. Two kernels take one chunk of several heads that share q and k: one for what the chunk
// reads from states, one for the pairs inside the chunk and for the state that it passes on. Each sums dq and dk over its heads in
// registers; a third adds the parts. Eight warps: four groups of 16 rows, two halves of the columns.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarpRows = 16;
constexpr unsigned kAll = 0xffffffffU;

__device__ inline int rowGroup() { return warpIndex() % 4; }
__device__ inline int half() { return warpIndex() / 4; }
__device__ inline int firstRow() { return rowGroup() * kWarpRows + laneRow(); }

template <int N>
__device__ void clear(Accumulator (&tiles)[N]) {
  for (auto& c : tiles)
    for (float& x : c) x = 0;
}

// The heads of one chunk that a block takes.
struct Share {
  std::int64_t b;
  int g, i, size, part, heads;
  std::int64_t firstHead;  // in [B*H]
};

template <class T>
__host__ __device__ int headsPerPart(const Problem<T>& p) {
  return (p.headsPerGroup + p.headParts - 1) / p.headParts;
}
template <class T>
__host__ __device__ int chunkBuffers(const Problem<T>& p) {
  return headsPerPart(p) > 1 ? 2 : 1;
}

// Late chunks first: they read more states than early ones, and the last blocks should be short.
template <class T>
__device__ Share shareOf(const Problem<T>& p, int firstChunk) {
  const int chunks = p.chunks - firstChunk;
  const int perPart = headsPerPart(p);
  Share share{};
  share.part = static_cast<int>(blockIdx.x % p.headParts);
  const std::int64_t rest = blockIdx.x / p.headParts;
  share.i = p.chunks - 1 - static_cast<int>(rest % chunks);
  const std::int64_t bg = rest / chunks;
  share.b = bg / p.groups;
  share.g = static_cast<int>(bg % p.groups);
  share.size = chunkSize(p, share.i);
  share.firstHead = share.b * p.heads + share.g * p.headsPerGroup + share.part * perPart;
  share.heads = min(perPart, p.headsPerGroup - share.part * perPart);
  return share;
}

template <int Columns, class Number>
__device__ void copyChunk(Number* tile, int stride, const Tensor<const Number>& from, const Share& share, int head,
                          int columns) {
  copyRows<kThreads, kChunk, Columns>(tile, stride, from.row(share.b, std::int64_t{share.i} * kChunk, head), from.at.t,
                                      share.size, columns, from.wide);
}

template <class Kind, int K, int V>
__device__ void copyState(typename Kind::Number* tile, const void* states, const Problem<typename Kind::Number>& p,
                          std::int64_t bh, int j) {
  const auto* state = static_cast<const typename Kind::Number*>(states) + (bh * (p.chunks - 1) + j - 1) * (K * V);
  copyMatrix<kThreads, K, V>(tile, V + Kind::kPad, state);
}

// A warp's rows and its half of the columns of dq or dk, to its place among the parts.
template <class T, int N>
__device__ void writeSums(const Problem<T>& p, float* sums, const Share& share, int part,
                          const Accumulator (&tiles)[N]) {
  const std::int64_t tokens = std::int64_t{p.chunks} * kChunk;
  for (int r = 0; r < 2; ++r) {
    const std::int64_t t = std::int64_t{share.i} * kChunk + firstRow() + 8 * r;
    float* row = sums + (((part * p.batch + share.b) * tokens + t) * p.groups + share.g) * p.stateRows +
                 half() * (N * 8) + laneColumn();
#pragma unroll
    for (int n = 0; n < N; ++n) *reinterpret_cast<float2*>(row + 8 * n) = {tiles[n][2 * r], tiles[n][2 * r + 1]};
  }
}

// --- What the chunk reads ---

template <class Kind, int K, int V>
struct ReadMemory {
  using Number = typename Kind::Number;
  static constexpr int kKeyStride = K + Kind::kPad;
  static constexpr int kValueStride = V + Kind::kPad;
  char* memory;
  int stateLevels;

  __host__ __device__ static int bytes(int stateLevels) {
    return (kChunk * kKeyStride + 2 * (kChunk + K) * kValueStride) * static_cast<int>(sizeof(Number)) +
           (3 * ChunkRecord::kRead + 2 * 2 * kChunk) * stateLevels * static_cast<int>(sizeof(float));
  }
  __device__ Number* q() const { return reinterpret_cast<Number*>(memory); }
  __device__ Number* dO(int n) const { return q() + kChunk * kKeyStride + n % 2 * kChunk * kValueStride; }
  __device__ Number* state(int n) const { return dO(0) + 2 * kChunk * kValueStride + n % 2 * K * kValueStride; }
  // The reads of a head's record; of three heads, since one is finished while the next is computed and the one after it comes in.
  __device__ float* reads(int n) const {
    return reinterpret_cast<float*>(state(0) + 2 * K * kValueStride) + n % 3 * stateLevels * ChunkRecord::kRead;
  }
  // By half of K, for each read: q_t U dO_t.
  __device__ float* products(int n) const {
    return reads(0) + 3 * stateLevels * ChunkRecord::kRead + n % 2 * 2 * stateLevels * kChunk;
  }
};

template <class Kind, int K, int V>
struct ReadBlock {
  using Number = typename Kind::Number;
  using SharedMemory = ReadMemory<Kind, K, V>;
  static constexpr int kTiles = K / 16;  // of a warp: half of K in steps of 8
  const Problem<Number>& p;
  Share share;
  SharedMemory memory;

  __device__ int stepsPerHead() const { return readsOf(share.i); }

  __device__ void copyStep(int step) const {
    const int n = step % stepsPerHead();
    const int headIndex = step / stepsPerHead();
    const std::int64_t bh = share.firstHead + headIndex;
    if (n == 0) {
      copyChunk<V>(memory.dO(headIndex), SharedMemory::kValueStride, p.dO, share, headOf(p, bh).h, p.valueDim);
      copyFloats<kThreads>(memory.reads(headIndex), recordOf(p, bh, share.i) + ChunkRecord::kReads,
                           readsOf(share.i) * ChunkRecord::kRead);
    }
    const int e = levelOfRead(share.i, n);
    copyState<Kind, K, V>(memory.state(step), p.states, p, bh, (share.i >> e) << e);
  }

  // dq += weight * (dO U^T), and of the same product its product with q.
  __device__ void readState(int step, Accumulator (&dq)[kTiles]) const {
    const int headIndex = step / stepsPerHead();
    const int read = step % stepsPerHead();
    const float* weights = memory.reads(headIndex) + read * ChunkRecord::kRead;
    const Number* dO = memory.dO(headIndex) + rowGroup() * kWarpRows * SharedMemory::kValueStride;
    const Number* state = memory.state(step) + half() * (K / 2) * SharedMemory::kValueStride;
    Accumulator product[kTiles];
    clear(product);
#pragma unroll
    for (int x = 0; x < V; x += Kind::kStep) {
      typename Kind::A a;
      Kind::loadA(a, dO + x, SharedMemory::kValueStride);
      multiplyTiles<Kind>(product, a, [&](auto& b, int n) {
        Kind::loadColumnsB(b, state + 16 * n * SharedMemory::kValueStride + x, SharedMemory::kValueStride);
      });
    }
    float* products = memory.products(headIndex) + (half() * memory.stateLevels + read) * kChunk;
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int t = firstRow() + 8 * r;
      const float weight = weights[t];
      const Number* q = memory.q() + t * SharedMemory::kKeyStride + half() * (K / 2) + laneColumn();
      float sum = 0;
#pragma unroll
      for (int n = 0; n < kTiles; ++n) {
        const float2 both = Kind::loadPair(q + 8 * n);
        sum += both.x * product[n][2 * r] + both.y * product[n][2 * r + 1];
        dq[n][2 * r] += weight * product[n][2 * r];
        dq[n][2 * r + 1] += weight * product[n][2 * r + 1];
      }
      sum = sumOfQuad(sum);
      if (laneIndex() % 4 == 0) products[t] = sum;
    }
  }

  // Writes a finished head's dlambda and sums of pair weights. One warp, two rows a lane.
  __device__ void finishHead(int headIndex) const {
    const std::int64_t bh = share.firstHead + headIndex;
    const Head head = headOf(p, bh);
    const float* products = memory.products(headIndex);
    float rowSums[2] = {0, 0};
    for (int n = 0; n < stepsPerHead(); ++n) {
      const int e = levelOfRead(share.i, n);
      const float* weights = memory.reads(headIndex) + n * ChunkRecord::kRead;
      double total = 0;
      for (int r = 0; r < 2; ++r) {
        const int t = laneIndex() + 32 * r;
        if (t >= share.size) continue;
        const float product = products[n * kChunk + t] + products[(memory.stateLevels + n) * kChunk + t];
        const float weight = weights[t] * product;
        p.dlambda.row(head.b, std::int64_t{share.i} * kChunk + t, head.h)[kChunkLevels + e] =
            weights[kChunk + t] * product;
        rowSums[r] += weight;
        total += static_cast<double>(weight);
      }
      for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(kAll, total, step);
      if (laneIndex() == 0) p.readSums[(bh * p.stateLevels + e) * p.chunks + share.i] = total;
    }
    for (int r = 0; r < 2; ++r) p.readWeights[(bh * p.chunks + share.i) * kChunk + laneIndex() + 32 * r] = rowSums[r];
  }
};

template <class Kind, int K, int V>
__global__ void __launch_bounds__(kThreads, K* V <= 128 * 64 ? 2 : 1)
    readGradientsKernel(const __grid_constant__ Problem<typename Kind::Number> p) {
  extern __shared__ __align__(128) char shared[];
  const ReadBlock<Kind, K, V> block{p, shareOf(p, 1), {shared, p.stateLevels}};
  copyChunk<K>(block.memory.q(), block.memory.kKeyStride, p.q, block.share, block.share.g, p.keyDim);
  block.copyStep(0);
  commitCopies();
  const int steps = block.share.heads * block.stepsPerHead();
  Accumulator dq[block.kTiles];
  clear(dq);
  for (int step = 0; step < steps; ++step) {
    waitForCopies<0>();
    __syncthreads();
    if (step + 1 < steps) block.copyStep(step + 1);
    commitCopies();
    const int headIndex = step / block.stepsPerHead();
    if (step % block.stepsPerHead() == 0 && headIndex > 0 && warpIndex() == headIndex % (kThreads / 32))
      block.finishHead(headIndex - 1);
    block.readState(step, dq);
  }
  __syncthreads();
  if (warpIndex() == 0) block.finishHead(block.share.heads - 1);
  writeSums(p, p.dqSums, block.share, block.share.part, dq);
}

// --- Inside the chunk, and what it passes on ---

template <class Kind, int K, int V>
struct ChunkMemory {
  using Number = typename Kind::Number;
  static constexpr int kKeyStride = K + Kind::kPad;
  static constexpr int kValueStride = V + Kind::kPad;
  static constexpr int kPairStride = kChunk + Kind::kPad;
  static constexpr int kShared = K * kValueStride > kChunk* kKeyStride ? K* kValueStride : kChunk* kKeyStride;
  struct Sums {
    float levels[2][kChunkLevels][kChunk];  // of E, by half of the sources
    float columns[4][kChunk];               // of the pair weights, by group of queries
    float passed[2][kChunk];                // by half of V
  };
  static constexpr bool kSharesScores = sizeof(Number) == 2;  // where there is room: few registers are left
  static constexpr int kScores = kChunk * kChunk;
  char* memory;
  int buffers;  // of v, dO and records: two, so that the next head's come in meanwhile, or one where there is one head

  __host__ __device__ static int bytes(int buffers) {
    return (kChunk * kKeyStride + kShared + 2 * buffers * kChunk * kValueStride + kChunk * kPairStride) *
               static_cast<int>(sizeof(Number)) +
           (buffers * ChunkRecord::kReads + (kSharesScores ? kScores : 0)) * static_cast<int>(sizeof(float)) +
           static_cast<int>(sizeof(Sums));
  }
  __device__ Number* k() const { return reinterpret_cast<Number*>(memory); }
  __device__ Number* q() const { return k() + kChunk * kKeyStride; }  // before and after the heads
  __device__ Number* passed() const { return q(); }  // the gradient of the state that the chunk passes on
  __device__ Number* v(int n) const { return q() + kShared + n % buffers * 2 * kChunk * kValueStride; }
  __device__ Number* dO(int n) const { return v(n) + kChunk * kValueStride; }
  __device__ Number* pairs() const {
    return v(0) + 2 * buffers * kChunk * kValueStride;
  }  // [query, source] A, in the end dS
  __device__ float* record(int n) const {
    return reinterpret_cast<float*>(pairs() + kChunk * kPairStride) + n % buffers * ChunkRecord::kReads;
  }  // but its reads
  // A thread's own scores, four at a time.
  __device__ float4* scores(int n) const {
    return reinterpret_cast<float4*>(record(0) + buffers * ChunkRecord::kReads +
                                     static_cast<int>(sizeof(Sums) / sizeof(float))) +
           n * kThreads + threadIdx.x;
  }
  __device__ Sums& sums() const { return *reinterpret_cast<Sums*>(record(0) + buffers * ChunkRecord::kReads); }
};

template <class Kind, int K, int V>
struct ChunkBlock {
  using Number = typename Kind::Number;
  using SharedMemory = ChunkMemory<Kind, K, V>;
  using A = typename Kind::A;
  using B = typename Kind::B;
  static constexpr int kPairTiles = kChunk / 16;
  static constexpr int kKeyTiles = K / 16;
  static constexpr int kValueTiles = V / 16;
  const Problem<Number>& p;
  Share share;
  SharedMemory memory;

  __device__ bool isPassedOn() const { return share.i + 1 < p.chunks; }

  __device__ void copyHead(int headIndex) const {
    const std::int64_t bh = share.firstHead + headIndex;
    const int h = headOf(p, bh).h;
    copyChunk<V>(memory.v(headIndex), SharedMemory::kValueStride, p.v, share, h, p.valueDim);
    copyChunk<V>(memory.dO(headIndex), SharedMemory::kValueStride, p.dO, share, h, p.valueDim);
    copyFloats<kThreads>(memory.record(headIndex), recordOf(p, bh, share.i), ChunkRecord::kReads);
  }
  __device__ void copyPassed(int headIndex) const {
    if (isPassedOn())
      copyState<Kind, K, V>(memory.passed(), p.stateGradients, p, share.firstHead + headIndex, share.i + 1);
  }

  // pairs = left right^T for the warp's rows and its half of the sources, up to the diagonal.
  template <int Size>
  __device__ void multiplyRows(const Number* left, const Number* right, int stride,
                               Accumulator (&pairs)[kPairTiles]) const {
    clear(pairs);
#pragma unroll 4
    for (int x = 0; x < Size; x += Kind::kStep) {
      A a;
      Kind::loadA(a, left + rowGroup() * kWarpRows * stride + x, stride);
#pragma unroll
      for (int n = 0; n < kPairTiles / 2; ++n) {
        const int block = half() * (kPairTiles / 2) + n;
        if (block > rowGroup()) continue;
        B b[2];
        Kind::loadColumnsB(b, right + block * 16 * stride + x, stride);
        Kind::multiply(pairs[2 * n], a, b[0]);
        Kind::multiply(pairs[2 * n + 1], a, b[1]);
      }
    }
  }

  __device__ void keepScores(const Accumulator (&scores)[kPairTiles]) const {
    if constexpr (SharedMemory::kSharesScores) {
      for (int n = 0; n < kPairTiles; ++n) *memory.scores(n) = {scores[n][0], scores[n][1], scores[n][2], scores[n][3]};
    }
  }
  __device__ float4 scoresOf(const Accumulator (&scores)[kPairTiles], int n) const {
    if constexpr (SharedMemory::kSharesScores) return *memory.scores(n);
    return {scores[n][0], scores[n][1], scores[n][2], scores[n][3]};
  }

  // Of the scores S and of P: writes A, adds lambda D P to dS, and sums E over levels and the pair weights over queries.
  __device__ void weigh(const ChunkRecord& record, const Accumulator (&scores)[kPairTiles],
                        const Accumulator (&gradients)[kPairTiles], Accumulator (&dS)[kPairTiles]) const {
    auto& sums = memory.sums();
    float levels[2][kChunkLevels] = {};
    float2 gates[2];
    for (int r = 0; r < 2; ++r) gates[r] = record.gates(firstRow() + 8 * r);
#pragma unroll
    for (int n = 0; n < kPairTiles; ++n) {
      const int columnBlock = half() * kPairTiles + n;
      const int s = 8 * columnBlock + laneColumn();
      const float2 sourceGates[2] = {record.gates(s), record.gates(s + 1)};
      float columns[2] = {0, 0};
      const float4 kept = scoresOf(scores, n);
      const float score4[4] = {kept.x, kept.y, kept.z, kept.w};
#pragma unroll
      for (int r = 0; r < 2; ++r) {
        const int t = firstRow() + 8 * r;
        const int rowBlock = 2 * rowGroup() + r;
        float weights[2] = {0, 0};
        if (columnBlock <= rowBlock) {
          const BlockLambda lambda = blockLambda(record, t, columnBlock);
          float pairs[2] = {0, 0};
#pragma unroll
          for (int x = 0; x < 2; ++x) {
            if (s + x > t) continue;
            const float decay = quickDecay(gates[r], sourceGates[x]);
            const float score = decay * score4[2 * r + x];
            const float weight = lambda.of(t, s + x);
            weights[x] = weight * score;
            dS[n][2 * r + x] += weight * decay * gradients[n][2 * r + x];
            pairs[x] = score * gradients[n][2 * r + x];
            if (s + x < t) columns[x] += weight * pairs[x];
          }
          if (columnBlock < rowBlock) {
            const int level = levelOfBlocks(rowBlock, columnBlock);
#pragma unroll
            for (int l = 4; l < kChunkLevels; ++l) levels[r][l] += level == l ? pairs[0] + pairs[1] : 0;
          } else {
#pragma unroll
            for (int x = 0; x < 2; ++x) {
              const int level = levelInChunk(t & 7, (s + x) & 7);
#pragma unroll
              for (int l = 0; l < 4; ++l) levels[r][l] += level == l ? pairs[x] : 0;
            }
          }
        }
        Kind::storePair(memory.pairs() + t * SharedMemory::kPairStride + s, weights[0], weights[1]);
      }
#pragma unroll
      for (int x = 0; x < 2; ++x) {
        for (int step = 4; step < 32; step *= 2) columns[x] += __shfl_xor_sync(kAll, columns[x], step);
        if (laneRow() == 0) sums.columns[rowGroup()][s + x] = columns[x];
      }
    }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
#pragma unroll
      for (int l = 0; l < kChunkLevels; ++l) {
        const float sum = sumOfQuad(levels[r][l]);
        if (laneIndex() % 4 == 0) sums.levels[half()][l][firstRow() + 8 * r] = sum;
      }
    }
  }

  // result += pairs^T right for the warp's sources, from the diagonal on, and its half of the columns.
  template <int Tiles>
  __device__ void addTransposed(const Number* right, int stride, Accumulator (&result)[Tiles]) const {
#pragma unroll
    for (int t = 0; t < kChunk; t += Kind::kStep) {
      if (t / kWarpRows < rowGroup()) continue;
      A a;
      Kind::loadColumnsA(a, memory.pairs() + t * SharedMemory::kPairStride + rowGroup() * kWarpRows,
                         SharedMemory::kPairStride);
      multiplyTiles<Kind>(result, a, [&](auto& b, int n) {
        Kind::loadB(b, right + t * stride + half() * (Tiles * 8) + 16 * n, stride);
      });
    }
  }

  // dv += decay K Z, with what the pairs weigh that the state's gradient Z stands for.
  __device__ void addPassedToValues(const Number* v, const float (&decay)[2], Accumulator (&dv)[kValueTiles]) const {
    Accumulator product[kValueTiles];
    clear(product);
#pragma unroll 4
    for (int x = 0; x < K; x += Kind::kStep) {
      A a;
      Kind::loadA(a, memory.k() + rowGroup() * kWarpRows * SharedMemory::kKeyStride + x, SharedMemory::kKeyStride);
      const Number* passed = memory.passed() + x * SharedMemory::kValueStride + half() * (V / 2);
      multiplyTiles<Kind>(product, a,
                          [&](auto& b, int n) { Kind::loadB(b, passed + 16 * n, SharedMemory::kValueStride); });
    }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int s = firstRow() + 8 * r;
      const Number* row = v + s * SharedMemory::kValueStride + half() * (V / 2) + laneColumn();
      float sum = 0;
#pragma unroll
      for (int n = 0; n < kValueTiles; ++n) {
        const float2 both = Kind::loadPair(row + 8 * n);
        sum += both.x * product[n][2 * r] + both.y * product[n][2 * r + 1];
        dv[n][2 * r] += decay[r] * product[n][2 * r];
        dv[n][2 * r + 1] += decay[r] * product[n][2 * r + 1];
      }
      sum = sumOfQuad(sum);
      if (laneIndex() % 4 == 0) memory.sums().passed[half()][s] = decay[r] * sum;
    }
  }

  // dk += (decay V) Z^T.
  __device__ void addPassedToKeys(const Number* v, const float (&decay)[2], Accumulator (&dk)[kKeyTiles]) const {
    if constexpr (Kind::kSumsAnywhere) {
      addPassedProduct(v, decay, dk);
    } else {
      Accumulator product[kKeyTiles];
      clear(product);
      addPassedProduct(v, decay, product);
#pragma unroll
      for (int n = 0; n < kKeyTiles; ++n)
        for (int x = 0; x < 4; ++x) dk[n][x] += product[n][x];
    }
  }
  __device__ void addPassedProduct(const Number* v, const float (&decay)[2], Accumulator (&dk)[kKeyTiles]) const {
#pragma unroll 4
    for (int x = 0; x < V; x += Kind::kStep) {
      A a;
      Kind::loadA(a, v + rowGroup() * kWarpRows * SharedMemory::kValueStride + x, SharedMemory::kValueStride);
      Kind::scaleRows(a, decay[0], decay[1]);
      const Number* passed = memory.passed() + half() * (K / 2) * SharedMemory::kValueStride + x;
      multiplyTiles<Kind>(dk, a, [&](auto& b, int n) {
        Kind::loadColumnsB(b, passed + 16 * n * SharedMemory::kValueStride, SharedMemory::kValueStride);
      });
    }
  }

  __device__ void writeValueGradients(std::int64_t bh, const Accumulator (&dv)[kValueTiles]) const {
    const Head head = headOf(p, bh);
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int s = firstRow() + 8 * r;
      if (s >= share.size) continue;
      Number* to = p.dv.row(head.b, std::int64_t{share.i} * kChunk + s, head.h);
#pragma unroll
      for (int n = 0; n < kValueTiles; ++n) {
        const int column = half() * (V / 2) + 8 * n + laneColumn();
        if (p.dv.wide) {
          if (column < p.valueDim) Kind::storePair(to + column, dv[n][2 * r], dv[n][2 * r + 1]);
        } else {
          if (column < p.valueDim) assign(to[column], dv[n][2 * r]);
          if (column + 1 < p.valueDim) assign(to[column + 1], dv[n][2 * r + 1]);
        }
      }
    }
  }

  // dlambda of the levels inside the chunk, and 0 where nothing is read. Four threads a row.
  __device__ void writeLambdaGradients(std::int64_t bh) const {
    const Head head = headOf(p, bh);
    const auto& sums = memory.sums();
    const int t = static_cast<int>(threadIdx.x) / 4;
    if (t >= share.size) return;
    float* dlambda = p.dlambda.row(head.b, std::int64_t{share.i} * kChunk + t, head.h);
    for (int level = static_cast<int>(threadIdx.x) % 4; level < p.levels; level += 4) {
      const int e = level - kChunkLevels;
      if (e >= 0 && e < p.stateLevels && ((share.i >> e) & 1) != 0) continue;
      dlambda[level] = e < 0 ? sums.levels[0][level][t] + sums.levels[1][level][t] : 0;
    }
  }

  // dgate of all pairs but those that span the chunk. One warp, two rows a lane.
  __device__ void writeGateGradients(std::int64_t bh, const ChunkRecord& record) const {
    const Head head = headOf(p, bh);
    const auto& sums = memory.sums();
    double open[2], passed[2];  // of row t: weights that end there less those that start there; passed on from there
    for (int r = 0; r < 2; ++r) {
      const int t = 2 * laneIndex() + r;
      double ending = share.i > 0 ? static_cast<double>(p.readWeights[(bh * p.chunks + share.i) * kChunk + t]) : 0;
      for (int level = 1; level < kChunkLevels; ++level)
        ending += static_cast<double>(record.lambda(t, level) * (sums.levels[0][level][t] + sums.levels[1][level][t]));
      double starting = 0;
      for (int group = 0; group < 4; ++group) starting += static_cast<double>(sums.columns[group][t]);
      open[r] = ending - starting;
      passed[r] = isPassedOn() ? static_cast<double>(sums.passed[0][t] + sums.passed[1][t]) : 0;
    }
    double after = open[0] + open[1];
    double before = passed[0] + passed[1];
    for (int step = 1; step < 32; step *= 2) {
      const double later = __shfl_down_sync(kAll, after, step);
      const double earlier = __shfl_up_sync(kAll, before, step);
      if (laneIndex() + step < 32) after += later;
      if (laneIndex() >= step) before += earlier;
    }
    before -= passed[0] + passed[1];
    for (int r = 0; r < 2; ++r) {
      const int t = 2 * laneIndex() + r;
      const double sum = r == 0 ? after + before : after - open[0] + (before + passed[0]);
      if (t < share.size) *p.dgate.row(head.b, std::int64_t{share.i} * kChunk + t, head.h) = static_cast<float>(sum);
    }
  }

  __device__ void takeHead(int headIndex, const Accumulator (&scores)[kPairTiles], Accumulator (&dS)[kPairTiles],
                           Accumulator (&dk)[kKeyTiles]) const {
    const std::int64_t bh = share.firstHead + headIndex;
    const ChunkRecord record{memory.record(headIndex)};
    const Number* v = memory.v(headIndex);
    const Number* dO = memory.dO(headIndex);
    {
      Accumulator gradients[kPairTiles];
      multiplyRows<V>(dO, v, SharedMemory::kValueStride, gradients);
      weigh(record, scores, gradients, dS);
    }
    waitForCopies<1>();
    __syncthreads();
    Accumulator dv[kValueTiles];
    clear(dv);
    addTransposed(dO, SharedMemory::kValueStride, dv);
    if (isPassedOn()) {
      float decay[2];
      for (int r = 0; r < 2; ++r) decay[r] = record.toEnd(firstRow() + 8 * r);
      addPassedToValues(v, decay, dv);
      addPassedToKeys(v, decay, dk);
    }
    writeValueGradients(bh, dv);
    __syncthreads();
    writeLambdaGradients(bh);
    if (warpIndex() == headIndex % (kThreads / 32)) writeGateGradients(bh, record);
  }

  // dq and dk of the pairs inside the chunk, of all heads at once.
  __device__ void finish(const Accumulator (&dS)[kPairTiles], Accumulator (&dk)[kKeyTiles]) const {
    __syncthreads();
    copyChunk<K>(memory.q(), SharedMemory::kKeyStride, p.q, share, share.g, p.keyDim);
    commitCopies();
#pragma unroll
    for (int n = 0; n < kPairTiles; ++n) {
      Number* pairs =
          memory.pairs() + firstRow() * SharedMemory::kPairStride + 8 * (half() * kPairTiles + n) + laneColumn();
      Kind::storePair(pairs, dS[n][0], dS[n][1]);
      Kind::storePair(pairs + 8 * SharedMemory::kPairStride, dS[n][2], dS[n][3]);
    }
    waitForCopies<0>();
    __syncthreads();
    addTransposed(memory.q(), SharedMemory::kKeyStride, dk);
    writeSums(p, p.dkSums, share, share.part, dk);
    Accumulator dq[kKeyTiles];
    clear(dq);
#pragma unroll
    for (int s = 0; s < kChunk; s += Kind::kStep) {
      if (s / kWarpRows > rowGroup()) continue;
      A a;
      Kind::loadA(a, memory.pairs() + rowGroup() * kWarpRows * SharedMemory::kPairStride + s,
                  SharedMemory::kPairStride);
      const Number* k = memory.k() + s * SharedMemory::kKeyStride + half() * (K / 2);
      multiplyTiles<Kind>(dq, a, [&](auto& b, int n) { Kind::loadB(b, k + 16 * n, SharedMemory::kKeyStride); });
    }
    writeSums(p, p.dqSums, share, p.headParts + share.part, dq);
  }
};

template <class Kind, int K, int V>
__global__ void __launch_bounds__(kThreads, K* V <= 128 * 64 ? 2 : 1)
    chunkGradientsKernel(const __grid_constant__ Problem<typename Kind::Number> p) {
  extern __shared__ __align__(128) char shared[];
  using Block = ChunkBlock<Kind, K, V>;
  const Block block{p, shareOf(p, 0), {shared, chunkBuffers(p)}};
  constexpr int stride = Block::SharedMemory::kKeyStride;
  copyChunk<K>(block.memory.q(), stride, p.q, block.share, block.share.g, p.keyDim);
  copyChunk<K>(block.memory.k(), stride, p.k, block.share, block.share.g, p.keyDim);
  block.copyHead(0);
  commitCopies();
  waitForCopies<0>();
  __syncthreads();
  Accumulator scores[Block::kPairTiles], dS[Block::kPairTiles], dk[Block::kKeyTiles];
  block.template multiplyRows<K>(block.memory.q(), block.memory.k(), stride, scores);
  block.keepScores(scores);
  clear(dS);
  clear(dk);
  for (int headIndex = 0; headIndex < block.share.heads; ++headIndex) {
    waitForCopies<0>();
    __syncthreads();
    block.copyPassed(headIndex);
    commitCopies();
    if (headIndex + 1 < block.share.heads) block.copyHead(headIndex + 1);
    commitCopies();
    block.takeHead(headIndex, scores, dS, dk);
  }
  block.finish(dS, dk);
}

// --- The parts of dq and dk ---

__device__ inline void addTo(float4& sum, const float* from) {
  const float4 x = *reinterpret_cast<const float4*>(from);
  sum.x += x.x;
  sum.y += x.y;
  sum.z += x.z;
  sum.w += x.w;
}

template <class T>
__device__ void writeFour(T* to, int columns, const float4& x) {
  const float all[4] = {x.x, x.y, x.z, x.w};
  for (int n = 0; n < 4; ++n) {
    if (n < columns) assign(to[n], all[n]);
  }
}

// Four columns a thread.
template <class T>
__global__ void __launch_bounds__(kThreads) addPartsKernel(const __grid_constant__ Problem<T> p) {
  const int perRow = p.stateRows / 4;
  const int column = static_cast<int>(threadIdx.x) % perRow * 4;
  const std::int64_t row = std::int64_t{blockIdx.x} * (kThreads / perRow) + static_cast<int>(threadIdx.x) / perRow;
  const std::int64_t token = row / p.groups;
  const int g = static_cast<int>(row % p.groups);
  const std::int64_t b = token / p.length;
  const std::int64_t t = token % p.length;
  if (b >= p.batch || column >= p.keyDim) return;
  const std::int64_t tokens = std::int64_t{p.chunks} * kChunk;
  const std::int64_t part = p.batch * tokens * p.groups * p.stateRows;
  const std::int64_t place = ((b * tokens + t) * p.groups + g) * p.stateRows + column;
  float4 dq{}, dk{};
  for (int n = t < kChunk ? p.headParts : 0; n < 2 * p.headParts; ++n)
    addTo(dq, p.dqSums + n * part + place);  // the first chunk reads nothing
  for (int n = 0; n < p.headParts; ++n) addTo(dk, p.dkSums + n * part + place);
  writeFour(p.dq.row(b, t, g) + column, p.keyDim - column, dq);
  writeFour(p.dk.row(b, t, g) + column, p.keyDim - column, dk);
}

}  // namespace

template <class Kind>
int tensorGradientsMemory(const Problem<typename Kind::Number>& p) {
  int bytes = 0;
  withSizes<Kind>(p.keyDim, p.valueDim, [&]<int K, int V>() {
    bytes = std::max(ReadMemory<Kind, K, V>::bytes(p.stateLevels), ChunkMemory<Kind, K, V>::bytes(chunkBuffers(p)));
  });
  return bytes;
}

template <class Kind>
void tensorGradients(const Problem<typename Kind::Number>& p, Stream stream) {
  const std::int64_t shares = p.batch * p.groups * p.headParts;
  withSizes<Kind>(p.keyDim, p.valueDim, [&]<int K, int V>() {
    if (p.chunks > 1) {
      const int bytes = ReadMemory<Kind, K, V>::bytes(p.stateLevels);
      allowShared(readGradientsKernel<Kind, K, V>);
      readGradientsKernel<Kind, K, V>
          <<<gridOf(shares * (p.chunks - 1)), kThreads, static_cast<std::size_t>(bytes), stream>>>(p);
      checkLaunch("tensorReadGradients");
    }
    const int bytes = ChunkMemory<Kind, K, V>::bytes(chunkBuffers(p));
    allowShared(chunkGradientsKernel<Kind, K, V>);
    chunkGradientsKernel<Kind, K, V>
        <<<gridOf(shares * p.chunks), kThreads, static_cast<std::size_t>(bytes), stream>>>(p);
    checkLaunch("tensorChunkGradients");
  });
  const std::int64_t rowsOfBlock = kThreads / (p.stateRows / 4);
  addPartsKernel<<<gridOf((p.batch * p.length * p.groups + rowsOfBlock - 1) / rowsOfBlock), kThreads, 0, stream>>>(p);
  checkLaunch("tensorAddParts");
}

}  // namespace fenwick::kernels::cuda
