#include "kernels/cuda/problem.h"

// The chunkwise form for every size, in float32 on the ordinary units: what sizes without a tensor-core path take. Names as on the CPU: with
// scores S = Q K^T, output gradients P = dO V^T and decay D, A = lambda D S, dS = lambda D P, and E = D S P whose sums over sources
// are dlambda; lambda E are the weights of the pairs, whose sums are dgate.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kRow = kChunk + 1;  // of a matrix in shared memory, so that a column lies in different banks
constexpr unsigned kAll = 0xffffffffU;

__device__ float sumOfWarp(float x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(kAll, x, step);
  return x;
}

template <class T>
struct Chunk {
  const Problem<T>& p;
  std::int64_t bh;
  Head head;
  int i;
  int size;
  std::int64_t first;

  __device__ Chunk(const Problem<T>& problem, std::int64_t sequence, int index)
      : p(problem),
        bh(sequence),
        head(headOf(problem, sequence)),
        i(index),
        size(chunkSize(problem, index)),
        first(std::int64_t{index} * kChunk) {}

  __device__ const float2* gateParts() const { return p.gateParts + (bh * p.chunks + i) * kChunk; }
  __device__ const T* q(int t) const { return p.q.row(head.b, first + t, head.g); }
  __device__ const T* k(int t) const { return p.k.row(head.b, first + t, head.g); }
  __device__ const T* v(int t) const { return p.v.row(head.b, first + t, head.h); }
  __device__ const T* dO(int t) const { return p.dO.row(head.b, first + t, head.h); }
  __device__ float lambda(int t, int level) const { return p.lambda.row(head.b, first + t, head.h)[level]; }
  __device__ float& dlambda(int t, int level) const { return p.dlambda.row(head.b, first + t, head.h)[level]; }
  __device__ float* state(int j) const {
    return static_cast<float*>(p.states) + (bh * (p.chunks - 1) + j - 1) * p.stateSize();
  }
  __device__ float* stateGradient(int j) const {
    return static_cast<float*>(p.stateGradients) + (bh * (p.chunks - 1) + j - 1) * p.stateSize();
  }
  __device__ float decayToEnd(int s) const { return decayBetween(gateParts()[kChunk - 1], gateParts()[s]); }
  __device__ float decayOfRead(int t, int e) const { return decayFromChunk(p, bh, (i >> e) << e, i, gateParts()[t]); }
  __device__ bool reads(int e) const { return ((i >> e) & 1) != 0; }
};

template <class T>
__device__ float dot(const T* a, const T* b, int size) {
  float sum = 0;
  for (int x = 0; x < size; ++x) sum += toFloat(a[x]) * toFloat(b[x]);
  return sum;
}

// --- States: each thread follows one entry through all chunks ---

template <class T>
__global__ void __launch_bounds__(kThreads) statesKernel(const __grid_constant__ Problem<T> p, int tiles) {
  __shared__ float decay[kChunk];
  const std::int64_t bh = blockIdx.x / tiles;
  const std::int64_t entry = std::int64_t{blockIdx.x % tiles} * kThreads + threadIdx.x;
  const bool isEntry = entry < p.stateSize();
  const int row = static_cast<int>(entry / p.valueDim);
  const int column = static_cast<int>(entry % p.valueDim);
  for (int j = 1; j < p.chunks; ++j) {
    const Chunk<T> chunk(p, bh, j - 1);
    __syncthreads();
    if (threadIdx.x < kChunk) decay[threadIdx.x] = chunk.decayToEnd(static_cast<int>(threadIdx.x));
    __syncthreads();
    if (!isEntry) continue;
    float sum = 0;
    for (int s = 0; s < kChunk; ++s) sum += decay[s] * toFloat(chunk.k(s)[row]) * toFloat(chunk.v(s)[column]);
    for (int e = 0; e < lowestBit(j); ++e) {
      const int from = j - (1 << e);
      sum += decayBetweenChunks(p, bh, from, j) * chunk.state(from)[entry];
    }
    chunk.state(j)[entry] = sum;
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads) stateGradientsKernel(const __grid_constant__ Problem<T> p, int tiles) {
  __shared__ float weight[kChunk];
  const std::int64_t bh = blockIdx.x / tiles;
  const std::int64_t entry = std::int64_t{blockIdx.x % tiles} * kThreads + threadIdx.x;
  const bool isEntry = entry < p.stateSize();
  const int row = static_cast<int>(entry / p.valueDim);
  const int column = static_cast<int>(entry % p.valueDim);
  for (int j = p.chunks - 1; j >= 1; --j) {
    const int e = lowestBit(j);
    const int to = j + (1 << e);
    float sum = 0;
    for (int i = j; i < to && i < p.chunks; ++i) {
      const Chunk<T> chunk(p, bh, i);
      __syncthreads();
      const int token = static_cast<int>(threadIdx.x);
      if (token < chunk.size) weight[token] = chunk.lambda(token, kChunkLevels + e) * chunk.decayOfRead(token, e);
      __syncthreads();
      if (!isEntry) continue;
      for (int t = 0; t < chunk.size; ++t) sum += weight[t] * toFloat(chunk.q(t)[row]) * toFloat(chunk.dO(t)[column]);
    }
    if (!isEntry) continue;
    const Chunk<T> chunk(p, bh, j);
    if (to < p.chunks) sum += decayBetweenChunks(p, bh, j, to) * chunk.stateGradient(to)[entry];
    chunk.stateGradient(j)[entry] = sum;
  }
}

// What the pairs weigh that reach a higher state through state j. A block for each state.
template <class T>
__global__ void __launch_bounds__(kThreads) carrySumsKernel(const __grid_constant__ Problem<T> p) {
  __shared__ double sums[kThreads];
  const std::int64_t bh = blockIdx.x / (p.chunks - 1);
  const int j = 1 + static_cast<int>(blockIdx.x % (p.chunks - 1));
  const int to = j + (1 << lowestBit(j));
  if (to >= p.chunks) return;
  const Chunk<T> chunk(p, bh, j);
  const float* state = chunk.state(j);
  const float* above = chunk.stateGradient(to);
  double sum = 0;
  for (std::int64_t x = threadIdx.x; x < p.stateSize(); x += kThreads) sum += static_cast<double>(state[x] * above[x]);
  sums[threadIdx.x] = sum;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    p.carrySums[bh * p.chunks + j] = static_cast<double>(decayBetweenChunks(p, bh, j, to)) * sums[0];
}

// --- Outputs: a block for each chunk of each head ---

template <class T>
__global__ void __launch_bounds__(kThreads) outputsKernel(const __grid_constant__ Problem<T> p) {
  extern __shared__ float shared[];
  float* weights = shared;                     // A [64, kRow]
  float* readWeight = shared + kChunk * kRow;  // [stateLevels, 64]
  const Chunk<T> chunk(p, blockIdx.x / p.chunks, static_cast<int>(blockIdx.x % p.chunks));
  const float2* gates = chunk.gateParts();
  for (int x = static_cast<int>(threadIdx.x); x < kChunk * kChunk; x += kThreads) {
    const int t = x / kChunk;
    const int s = x % kChunk;
    float weight = 0;
    if (s <= t && t < chunk.size)
      weight = chunk.lambda(t, levelInChunk(t, s)) * decayBetween(gates[t], gates[s]) *
               dot(chunk.q(t), chunk.k(s), p.keyDim);
    weights[t * kRow + s] = weight;
  }
  for (int x = static_cast<int>(threadIdx.x); x < p.stateLevels * kChunk; x += kThreads) {
    const int e = x / kChunk;
    const int t = x % kChunk;
    if (chunk.reads(e) && t < chunk.size) readWeight[x] = chunk.lambda(t, kChunkLevels + e) * chunk.decayOfRead(t, e);
  }
  __syncthreads();
  for (int x = static_cast<int>(threadIdx.x); x < chunk.size * p.valueDim; x += kThreads) {
    const int t = x / p.valueDim;
    const int column = x % p.valueDim;
    float sum = 0;
    for (int s = 0; s <= t; ++s) sum += weights[t * kRow + s] * toFloat(chunk.v(s)[column]);
    for (int e = 0; e < p.stateLevels; ++e) {
      if (!chunk.reads(e)) continue;
      const float* state = chunk.state((chunk.i >> e) << e) + column;
      const T* q = chunk.q(t);
      float read = 0;
      for (int row = 0; row < p.keyDim; ++row) read += toFloat(q[row]) * state[std::int64_t{row} * p.valueDim];
      sum += readWeight[e * kChunk + t] * read;
    }
    assign(p.o.row(chunk.head.b, chunk.first + t, chunk.head.h)[column], sum);
  }
}

// --- Gradients: a block for each chunk of each group, the group's heads one after the other ---

struct GradientMemory {
  float *weights, *gradients, *pairs;  // A, dS, E [64, kRow]
  float *rowSums, *columnSums;         // [64] pair weights inside the chunk, by query and by source
  float *readSums, *passSums;          // [64] pair weights with sources before the chunk, with queries after it
  float *readDecay, *readWeight;       // [stateLevels, 64] without and with lambda
  float* readGradient;                 // [stateLevels, 64] dlambda

  __host__ __device__ static int floats(int stateLevels) {
    return 3 * kChunk * kRow + 4 * kChunk + 3 * stateLevels * kChunk;
  }
  __device__ GradientMemory(float* memory, int stateLevels) {
    const auto take = [&memory](int count) {
      float* here = memory;
      memory += count;
      return here;
    };
    weights = take(kChunk * kRow);
    gradients = take(kChunk * kRow);
    pairs = take(kChunk * kRow);
    rowSums = take(kChunk);
    columnSums = take(kChunk);
    readSums = take(kChunk);
    passSums = take(kChunk);
    readDecay = take(stateLevels * kChunk);
    readWeight = take(stateLevels * kChunk);
    readGradient = take(stateLevels * kChunk);
  }
};

template <class T>
__device__ void weighPairs(const Chunk<T>& chunk, const GradientMemory& m) {
  const Problem<T>& p = chunk.p;
  const float2* gates = chunk.gateParts();
  for (int x = static_cast<int>(threadIdx.x); x < kChunk * kChunk; x += kThreads) {
    const int t = x / kChunk;
    const int s = x % kChunk;
    float weight = 0, gradient = 0, pair = 0;
    if (s <= t && t < chunk.size) {
      const float lambda = chunk.lambda(t, levelInChunk(t, s));
      const float decay = decayBetween(gates[t], gates[s]);
      const float score = decay * dot(chunk.q(t), chunk.k(s), p.keyDim);
      const float outputGradient = dot(chunk.dO(t), chunk.v(s), p.valueDim);
      weight = lambda * score;
      gradient = lambda * decay * outputGradient;
      pair = score * outputGradient;
    }
    m.weights[t * kRow + s] = weight;
    m.gradients[t * kRow + s] = gradient;
    m.pairs[t * kRow + s] = pair;
  }
  for (int x = static_cast<int>(threadIdx.x); x < p.stateLevels * kChunk; x += kThreads) {
    const int e = x / kChunk;
    const int t = x % kChunk;
    if (!chunk.reads(e) || t >= chunk.size) continue;
    m.readDecay[x] = chunk.decayOfRead(t, e);
    m.readWeight[x] = chunk.lambda(t, kChunkLevels + e) * m.readDecay[x];
  }
}

// dlambda of what is read and the weights of open pairs: a warp for each row.
template <class T>
__device__ void weighOpenPairs(const Chunk<T>& chunk, const GradientMemory& m) {
  const Problem<T>& p = chunk.p;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int size = static_cast<int>(p.stateSize());
  for (int t = static_cast<int>(threadIdx.x) / 32; t < chunk.size; t += kThreads / 32) {
    float readSum = 0;
    for (int e = 0; e < p.stateLevels; ++e) {
      if (!chunk.reads(e)) continue;
      const float* state = chunk.state((chunk.i >> e) << e);
      float sum = 0;
      for (int x = lane; x < size; x += 32)
        sum += toFloat(chunk.q(t)[x / p.valueDim]) * toFloat(chunk.dO(t)[x % p.valueDim]) * state[x];
      const float gradient = m.readDecay[e * kChunk + t] * sumOfWarp(sum);
      readSum += chunk.lambda(t, kChunkLevels + e) * gradient;
      if (lane == 0) m.readGradient[e * kChunk + t] = gradient;
    }
    float passSum = 0;
    if (chunk.i + 1 < p.chunks) {
      const float* passed = chunk.stateGradient(chunk.i + 1);
      for (int x = lane; x < size; x += 32)
        passSum += toFloat(chunk.k(t)[x / p.valueDim]) * toFloat(chunk.v(t)[x % p.valueDim]) * passed[x];
      passSum = chunk.decayToEnd(t) * sumOfWarp(passSum);
    }
    if (lane == 0) {
      m.readSums[t] = readSum;
      m.passSums[t] = passSum;
    }
  }
}

// One thread for each query and one for each source of the chunk.
template <class T>
__device__ void sumPairs(const Chunk<T>& chunk, const GradientMemory& m) {
  const Problem<T>& p = chunk.p;
  const int t = static_cast<int>(threadIdx.x) % kChunk;
  if (t >= chunk.size || threadIdx.x >= 2 * kChunk) return;
  float sum = 0;
  if (threadIdx.x >= kChunk) {
    for (int later = t + 1; later < chunk.size; ++later)
      sum += chunk.lambda(later, levelInChunk(later, t)) * m.pairs[later * kRow + t];
    m.columnSums[t] = sum;
    return;
  }
  for (int level = 0; level < p.levels; ++level) {
    float gradient = 0;
    const int e = level - kChunkLevels;
    if (level < kChunkLevels) {
      const SourceRange range = sourceRange(t, level);
      for (int s = static_cast<int>(range.begin); s < static_cast<int>(range.end); ++s)
        gradient += m.pairs[t * kRow + s];
      if (level > 0 && range.size() > 0) sum += chunk.lambda(t, level) * gradient;
    } else if (e < p.stateLevels && chunk.reads(e)) {
      gradient = m.readGradient[e * kChunk + t];
    }
    chunk.dlambda(t, level) = gradient;
  }
  m.rowSums[t] = sum;
}

// dgate of all pairs but those that span the chunk.
template <class T>
__device__ void sumGateGradients(const Chunk<T>& chunk, const GradientMemory& m) {
  const Problem<T>& p = chunk.p;
  if (threadIdx.x == 0) {
    double passed = 0;
    for (int r = 0; r < chunk.size; ++r) passed += static_cast<double>(m.passSums[r]);
    double sum = 0;
    for (int r = chunk.size - 1; r >= 0; --r) {
      sum +=
          static_cast<double>(m.rowSums[r]) - static_cast<double>(m.columnSums[r]) + static_cast<double>(m.readSums[r]);
      passed -= static_cast<double>(m.passSums[r]);
      *p.dgate.row(chunk.head.b, chunk.first + r, chunk.head.h) = static_cast<float>(sum + passed);
    }
  }
  for (int e = static_cast<int>(threadIdx.x); e < p.stateLevels; e += kThreads) {
    double sum = 0;
    for (int t = 0; t < chunk.size && chunk.reads(e); ++t)
      sum +=
          static_cast<double>(chunk.lambda(t, kChunkLevels + e)) * static_cast<double>(m.readGradient[e * kChunk + t]);
    p.readSums[(chunk.bh * p.stateLevels + e) * p.chunks + chunk.i] = sum;
  }
}

template <class T>
__device__ void writeValueGradients(const Chunk<T>& chunk, const GradientMemory& m) {
  const Problem<T>& p = chunk.p;
  const bool isPassedOn = chunk.i + 1 < p.chunks;
  for (int x = static_cast<int>(threadIdx.x); x < chunk.size * p.valueDim; x += kThreads) {
    const int s = x / p.valueDim;
    const int column = x % p.valueDim;
    float sum = 0;
    for (int t = s; t < chunk.size; ++t) sum += m.weights[t * kRow + s] * toFloat(chunk.dO(t)[column]);
    if (isPassedOn) {
      const float* passed = chunk.stateGradient(chunk.i + 1) + column;
      float passedSum = 0;
      for (int row = 0; row < p.keyDim; ++row)
        passedSum += toFloat(chunk.k(s)[row]) * passed[std::int64_t{row} * p.valueDim];
      sum += chunk.decayToEnd(s) * passedSum;
    }
    assign(p.dv.row(chunk.head.b, chunk.first + s, chunk.head.h)[column], sum);
  }
}

// dq and dk of this head, added to what the heads before it gave; the last head of the group writes the results.
template <class T>
__device__ void addKeyGradients(const Chunk<T>& chunk, const GradientMemory& m, bool isFirst, bool isLast) {
  const Problem<T>& p = chunk.p;
  const bool isPassedOn = chunk.i + 1 < p.chunks;
  for (int x = static_cast<int>(threadIdx.x); x < chunk.size * p.keyDim; x += kThreads) {
    const int t = x / p.keyDim;
    const int row = x % p.keyDim;
    const std::int64_t place =
        ((chunk.head.b * p.chunks * kChunk + chunk.first + t) * p.groups + chunk.head.g) * p.keyDim + row;
    float dq = isFirst ? 0 : p.dqSums[place];
    float dk = isFirst ? 0 : p.dkSums[place];
    for (int s = 0; s <= t; ++s) dq += m.gradients[t * kRow + s] * toFloat(chunk.k(s)[row]);
    for (int later = t; later < chunk.size; ++later) dk += m.gradients[later * kRow + t] * toFloat(chunk.q(later)[row]);
    for (int e = 0; e < p.stateLevels; ++e) {
      if (!chunk.reads(e)) continue;
      const float* state = chunk.state((chunk.i >> e) << e) + std::int64_t{row} * p.valueDim;
      float sum = 0;
      for (int column = 0; column < p.valueDim; ++column) sum += toFloat(chunk.dO(t)[column]) * state[column];
      dq += m.readWeight[e * kChunk + t] * sum;
    }
    if (isPassedOn) {
      const float* passed = chunk.stateGradient(chunk.i + 1) + std::int64_t{row} * p.valueDim;
      float sum = 0;
      for (int column = 0; column < p.valueDim; ++column) sum += toFloat(chunk.v(t)[column]) * passed[column];
      dk += chunk.decayToEnd(t) * sum;
    }
    if (isLast) {
      assign(p.dq.row(chunk.head.b, chunk.first + t, chunk.head.g)[row], dq);
      assign(p.dk.row(chunk.head.b, chunk.first + t, chunk.head.g)[row], dk);
    } else {
      p.dqSums[place] = dq;
      p.dkSums[place] = dk;
    }
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads) gradientsKernel(const __grid_constant__ Problem<T> p) {
  extern __shared__ float shared[];
  const GradientMemory m(shared, p.stateLevels);
  const std::int64_t bg = blockIdx.x / p.chunks;
  const int i = static_cast<int>(blockIdx.x % p.chunks);
  const std::int64_t firstHead = bg / p.groups * p.heads + bg % p.groups * p.headsPerGroup;
  for (int n = 0; n < p.headsPerGroup; ++n) {
    const Chunk<T> chunk(p, firstHead + n, i);
    __syncthreads();
    weighPairs(chunk, m);
    __syncthreads();
    weighOpenPairs(chunk, m);
    __syncthreads();
    sumPairs(chunk, m);
    __syncthreads();
    sumGateGradients(chunk, m);
    writeValueGradients(chunk, m);
    addKeyGradients(chunk, m, n == 0, n + 1 == p.headsPerGroup);
  }
}

template <class T>
int entryTiles(const Problem<T>& p) {
  return static_cast<int>((p.stateSize() + kThreads - 1) / kThreads);
}

}  // namespace

template <class T>
void plainStates(const Problem<T>& p, Stream stream) {
  if (p.chunks == 1) return;
  statesKernel<<<gridOf(p.sequences() * entryTiles(p)), kThreads, 0, stream>>>(p, entryTiles(p));
  checkLaunch("plainStates");
}

template <class T>
void plainOutputs(const Problem<T>& p, Stream stream) {
  const std::size_t bytes = static_cast<std::size_t>(kChunk * kRow + p.stateLevels * kChunk) * sizeof(float);
  outputsKernel<<<gridOf(p.sequences() * p.chunks), kThreads, bytes, stream>>>(p);
  checkLaunch("plainOutputs");
}

template <class T>
void plainGradients(const Problem<T>& p, Stream stream) {
  if (p.chunks > 1) {
    stateGradientsKernel<<<gridOf(p.sequences() * entryTiles(p)), kThreads, 0, stream>>>(p, entryTiles(p));
    checkLaunch("plainStateGradients");
    carrySumsKernel<<<gridOf(p.sequences() * (p.chunks - 1)), kThreads, 0, stream>>>(p);
    checkLaunch("plainCarrySums");
  }
  const int bytes = GradientMemory::floats(p.stateLevels) * static_cast<int>(sizeof(float));
  allowShared(gradientsKernel<T>);
  gradientsKernel<<<gridOf(p.batch * p.groups * p.chunks), kThreads, static_cast<std::size_t>(bytes), stream>>>(p);
  checkLaunch("plainGradients");
}

template void plainStates(const Problem<float>&, Stream);
template void plainStates(const Problem<BFloat16>&, Stream);
template void plainOutputs(const Problem<float>&, Stream);
template void plainOutputs(const Problem<BFloat16>&, Stream);
template void plainGradients(const Problem<float>&, Stream);
template void plainGradients(const Problem<BFloat16>&, Stream);

}  // namespace fenwick::kernels::cuda
