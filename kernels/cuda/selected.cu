#include <string>
#include <type_traits>

#include "kernels/cuda/problem.h"
#include "kernels/cuda/selected.h"
#include "kernels/cuda/views.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;  // of a block that adds up tokens' gradients
constexpr int kWarp = 32;
constexpr int kTokens = 32;  // tokens whose gradients a block adds up, one for each lane
constexpr int kTogether = 8;  // of them by one thread
constexpr int kQueries = 32;  // whose pairs with the tokens it holds at a time

// A block of Tile warps takes up to Tile queries of one example together.
constexpr int kFewQueries = 8, kManyQueries = 16;
constexpr int kRowPitch = kSelectedSize + 4;  // numbers between rows in a block's memory, so that neighbours lie in other banks
constexpr int kColumns = 32;                  // of keys or values that a block holds at a time, of 8 Tile tokens
constexpr int kColumnPitch = kColumns + 4;

template <int Tile>
constexpr int threadsOf() {
  return Tile * kWarp;
}
// Tokens of a block's memory; later the same place holds parts of sums, [threads, Tile + 1].
template <int Tile>
constexpr int scratchFloats() {
  return 8 * Tile * kColumnPitch > threadsOf<Tile>() * (Tile + 1) ? 8 * Tile * kColumnPitch : threadsOf<Tile>() * (Tile + 1);
}

// What backward leaves for the sums over queries, [H, queries, length] each.
struct Pairs {
  float* values;  // weight of v_s in o_t
  float* keys;    // gradient of q_t . k_s
  float* gates;   // gradient of the gate of s
};

struct View {  // one head
  const Selected& p;
  int h, g;
  __device__ int stride() const { return p.groups * p.keyDim + p.heads * p.valueDim; }
  __device__ std::int64_t keyAt(std::int64_t token) const { return token * stride() + g * p.keyDim; }
  __device__ std::int64_t valueAt(std::int64_t token) const { return token * stride() + p.groups * p.keyDim + h * p.valueDim; }
  __device__ std::int64_t queryAt(std::int64_t n) const { return n * p.groups * p.keyDim + g * p.keyDim; }
  __device__ std::int64_t outputAt(std::int64_t n) const { return (n * p.heads + h) * p.valueDim; }
};

// The first query of an example or of one behind it. Looks first where it stands if all examples have as many.
template <class Call>
__device__ std::int64_t firstQuery(const Call& p, std::int64_t example) {
  const std::int64_t begin = example * p.length, guess = min(example * ((p.queries + p.batch - 1) / p.batch), p.queries);
  const bool notLater = guess == p.queries || p.places[guess] >= begin, notEarlier = guess == 0 || p.places[guess - 1] < begin;
  if (notLater && notEarlier) return guess;
  std::int64_t low = 0, high = p.queries;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    if (p.places[middle] < begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Some queries of one example.
struct Segment {
  std::int64_t first, begin;  // first query; the example's first token
  int count, longest;         // queries; the last token that one of them sees
};

// What a block of the query kernels holds.
template <int Tile>
struct Block {
  double* sums;    // [length] of gates
  float* scratch;  // scratchFloats
  float* arrays;   // [length, Tile], one or two
  std::int64_t range[2];
  int longest;
  double carries[Tile];
  alignas(16) float rows[Tile][kRowPitch];
};

std::size_t sharedBytes(const Selected& p, int tile, int arrays) {
  const std::size_t scratch = tile == kManyQueries ? scratchFloats<kManyQueries>() : scratchFloats<kFewQueries>();
  const auto length = static_cast<std::size_t>((p.length + 1) / 2 * 2);
  return length * sizeof(double) + (scratch + length * static_cast<std::size_t>(arrays * tile)) * sizeof(float);
}

template <int Tile>
__device__ void layOut(Block<Tile>& block, const Selected& p, double* dynamic) {
  if (threadIdx.x == 0) {
    block.sums = dynamic;
    block.scratch = reinterpret_cast<float*>(dynamic + (p.length + 1) / 2 * 2);
    block.arrays = block.scratch + scratchFloats<Tile>();
  }
  if (threadIdx.x < 2) block.range[threadIdx.x] = firstQuery(p, blockIdx.x + threadIdx.x);
  __syncthreads();
}

// Queries from `first` on, at most Tile.
template <int Tile>
__device__ Segment segmentAt(const Selected& p, Block<Tile>& block, std::int64_t first) {
  Segment segment{first, blockIdx.x * p.length, static_cast<int>(min(block.range[1] - first, std::int64_t{Tile})), 0};
  if (threadIdx.x < kWarp) {
    int place = static_cast<int>(threadIdx.x) < segment.count ? static_cast<int>(p.places[first + threadIdx.x] - segment.begin) : 0;
    for (int d = kWarp / 2; d > 0; d /= 2) place = max(place, __shfl_xor_sync(~0u, place, d));
    if (threadIdx.x == 0) block.longest = place;
  }
  __syncthreads();
  segment.longest = block.longest;
  return segment;
}

// sums[s] = gate_0 + … + gate_s of one example, by all threads.
template <int Tile>
__device__ void cumulate(const Selected& p, std::int64_t begin, int h, int length, Block<Tile>& block) {
  double before = 0;
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  for (int first = 0; first < length; first += threadsOf<Tile>()) {
    const int s = first + threadIdx.x;
    double sum = s < length ? static_cast<double>(p.gate[(begin + s) * p.heads + h]) : 0;
    for (int d = 1; d < kWarp; d *= 2) {
      const double other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (lane == kWarp - 1) block.carries[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w) sum += block.carries[w];
    if (s < length) block.sums[s] = before + sum;
    for (int w = 0; w < Tile; ++w) before += block.carries[w];
    __syncthreads();
  }
}

__device__ float4 loadFour(const float* from, int count, bool aligned) {
  if (aligned && count >= 4) return *reinterpret_cast<const float4*>(from);
  return {count > 0 ? from[0] : 0.0f, count > 1 ? from[1] : 0.0f, count > 2 ? from[2] : 0.0f, count > 3 ? from[3] : 0.0f};
}

__device__ float dotFour(const float4& x, const float4& y, float sum) {
  sum = fmaf(x.x, y.x, sum);
  sum = fmaf(x.y, y.y, sum);
  sum = fmaf(x.z, y.z, sum);
  return fmaf(x.w, y.w, sum);
}

// out[s][i] = rows[i] . tokens[s] for the tokens 0 … longest. The block reads kColumns columns of 8 Tile tokens at a time, the next ones while it
// multiplies these; each thread takes one token and every fourth row.
template <int Tile>
__device__ void products(Block<Tile>& block, const float* tokens, int stride, int size, int longest, float* out) {
  constexpr int kStaged = 8 * Tile, kLoads = kStaged * (kColumns / 4) / threadsOf<Tile>(), kRows = Tile / 4;
  static_assert(kLoads * threadsOf<Tile>() == kStaged * (kColumns / 4) && threadsOf<Tile>() == 4 * kStaged);
  const bool aligned = reinterpret_cast<std::uintptr_t>(tokens) % sizeof(float4) == 0 && stride % 4 == 0;
  const int parts = (size + kColumns - 1) / kColumns, stages = (longest / kStaged + 1) * parts;
  const int quarter = threadIdx.x % 4, mine = threadIdx.x / 4;
  float4 next[kLoads];
  const auto load = [&](int stage) {
#pragma unroll
    for (int j = 0; j < kLoads; ++j) {
      const int item = threadIdx.x + j * threadsOf<Tile>(), s = stage / parts * kStaged + item / (kColumns / 4);
      const int column = stage % parts * kColumns + item % (kColumns / 4) * 4;
      next[j] = loadFour(tokens + std::int64_t{s} * stride + column, s <= longest ? size - column : 0, aligned);
    }
  };
  load(0);
  float sum[kRows];
  for (int stage = 0; stage < stages; ++stage) {
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kLoads; ++j) {
      const int item = threadIdx.x + j * threadsOf<Tile>();
      *reinterpret_cast<float4*>(block.scratch + item / (kColumns / 4) * kColumnPitch + item % (kColumns / 4) * 4) = next[j];
    }
    __syncthreads();
    if (stage + 1 < stages) load(stage + 1);
    const int part = stage % parts;
#pragma unroll
    for (int i = 0; i < kRows; ++i) sum[i] = part == 0 ? 0.0f : sum[i];
#pragma unroll
    for (int c = 0; c < kColumns; c += 4) {
      const float4 x = *reinterpret_cast<const float4*>(block.scratch + mine * kColumnPitch + c);
#pragma unroll
      for (int i = 0; i < kRows; ++i) sum[i] = dotFour(*reinterpret_cast<const float4*>(&block.rows[quarter + 4 * i][part * kColumns + c]), x, sum[i]);
    }
    const int s = stage / parts * kStaged + mine;
    if (part + 1 < parts || s > longest) continue;
#pragma unroll
    for (int i = 0; i < kRows; ++i) out[s * Tile + quarter + 4 * i] = sum[i];
  }
  __syncthreads();
}

// out[i][c] (+)= sum over s of weights[s][i] tokens[s][c]: a thread for a column and a part of the tokens.
template <int Tile>
__device__ void weightedSums(Block<Tile>& block, const float* weights, const float* tokens, int stride, int size, const Segment& segment, float* out,
                             int outStride, bool adds) {
  constexpr int kPitch = Tile + 1;
  const int columns = min(size, threadsOf<Tile>()), shares = threadsOf<Tile>() / columns;
  for (int first = 0; first < size; first += columns) {
    const int c = first + threadIdx.x % columns, share = threadIdx.x / columns;
    float sum[Tile] = {};
    if (share < shares && c < size) {
#pragma unroll 4
      for (int s = share; s <= segment.longest; s += shares) {
        const float x = tokens[std::int64_t{s} * stride + c];
#pragma unroll
        for (int i = 0; i < Tile; i += 4) {
          const float4 weight = *reinterpret_cast<const float4*>(weights + s * Tile + i);
          sum[i] = fmaf(weight.x, x, sum[i]);
          sum[i + 1] = fmaf(weight.y, x, sum[i + 1]);
          sum[i + 2] = fmaf(weight.z, x, sum[i + 2]);
          sum[i + 3] = fmaf(weight.w, x, sum[i + 3]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < Tile; ++i) block.scratch[threadIdx.x * kPitch + i] = sum[i];
    __syncthreads();
    for (int job = threadIdx.x; job < columns * segment.count; job += threadsOf<Tile>()) {
      const int column = job % columns, i = job / columns;
      if (first + column >= size) continue;
      float total = 0;
      for (int part = 0; part < shares; ++part) total += block.scratch[(part * columns + column) * kPitch + i];
      float& target = out[std::int64_t{i} * outStride + first + column];
      target = adds ? target + total : total;
    }
    __syncthreads();
  }
}

// Columns beyond `size` become 0 up to a whole kColumns.
template <int Tile>
__device__ void loadRows(Block<Tile>& block, const float* from, std::int64_t stride, int size, int count) {
  const int padded = (size + kColumns - 1) / kColumns * kColumns;
  for (int item = threadIdx.x; item < Tile * padded; item += threadsOf<Tile>()) {
    const int i = item / padded, c = item % padded;
    block.rows[i][c] = i < count && c < size ? from[i * stride + c] : 0.0f;
  }
}

// A block for some queries of one example and one group of heads: the tiles blockIdx.z, blockIdx.z + gridDim.z, … of the example's.
template <int Tile>
__global__ void __launch_bounds__(threadsOf<Tile>(), 1) forwardKernel(const __grid_constant__ Selected p) {
  extern __shared__ __align__(16) double dynamic[];
  __shared__ Block<Tile> block;
  layOut(block, p, dynamic);
  const int g = blockIdx.y, perGroup = p.heads / p.groups;
  float* weights = block.arrays;
  for (std::int64_t first = block.range[0] + std::int64_t{blockIdx.z} * Tile; first < block.range[1]; first += std::int64_t{gridDim.z} * Tile) {
    const Segment segment = segmentAt(p, block, first);
    for (int h = g * perGroup; h < (g + 1) * perGroup; ++h) {
      const View view{p, h, g};
      loadRows(block, p.q + view.queryAt(first), p.groups * p.keyDim, p.keyDim, segment.count);
      cumulate(p, segment.begin, h, segment.longest + 1, block);
      products(block, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment.longest, weights);
      {
        const int i = threadIdx.x % Tile;  // neighbours take a token's queries: side by side in memory
        const std::int64_t n = first + i;
        const int t = i < segment.count ? static_cast<int>(p.places[n] - segment.begin) : -1;
        for (int s = threadIdx.x / Tile; s <= segment.longest; s += kWarp) {
          float& weight = weights[s * Tile + i];
          weight = s <= t ? weight * expf(static_cast<float>(block.sums[t] - block.sums[s])) * p.lambda[(n * p.heads + h) * p.levels + levelInChunk(t, s)] : 0.0f;
        }
      }
      __syncthreads();
      weightedSums(block, weights, p.kv + view.valueAt(segment.begin), view.stride(), p.valueDim, segment, p.o + view.outputAt(first),
                   p.heads * p.valueDim, false);
    }
  }
}

__device__ float warpSum(float x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  return x;
}

// One query by one warp: from products to the weights of the pairs, the sums over each level, the gradients of gates.
template <int Tile>
__device__ void pairGradients(const Selected& p, int h, std::int64_t n, int t, const double* sums, float* scores, float* back, const Pairs& pairs) {
  const int lane = threadIdx.x % kWarp;
  const float* lambda = p.lambda + (n * p.heads + h) * p.levels;
  const std::int64_t row = (h * p.queries + n) * p.length;
  double before = 0;
  for (int first = 0; first < p.length; first += kWarp) {
    const int s = first + lane;
    float share = 0;
    if (s <= t) {
      const float decay = expf(static_cast<float>(sums[t] - sums[s])), weighted = decay * lambda[levelInChunk(t, s)];
      pairs.values[row + s] = weighted * scores[s * Tile];
      const float key = weighted * back[s * Tile];
      share = key * scores[s * Tile];
      scores[s * Tile] *= decay * back[s * Tile];  // what lambda is multiplied by
      back[s * Tile] = key;
      pairs.keys[row + s] = key;
    } else if (s < p.length) {
      pairs.values[row + s] = pairs.keys[row + s] = pairs.gates[row + s] = 0;
      back[s * Tile] = 0;
    }
    double sum = static_cast<double>(share);
    for (int d = 1; d < kWarp; d *= 2) {
      const double other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (s <= t) pairs.gates[row + s] = static_cast<float>(before + sum - static_cast<double>(share));
    before += __shfl_sync(~0u, sum, kWarp - 1);
  }
  __syncwarp();
  for (int level = 0; level < p.levels; ++level) {
    const SourceRange range = level < 31 && (level == 0 || (t >> (level - 1)) > 0) ? sourceRange(t, level) : SourceRange{0, 0};
    float sum = 0;
    for (std::int64_t s = range.begin + lane; s < range.end; s += kWarp) sum += scores[s * Tile];
    sum = warpSum(sum);
    if (lane == 0) p.dlambda[(n * p.heads + h) * p.levels + level] = sum;
  }
}

template <int Tile>
__global__ void __launch_bounds__(threadsOf<Tile>(), 1) queryGradientKernel(const __grid_constant__ Selected p, Pairs pairs) {
  extern __shared__ __align__(16) double dynamic[];
  __shared__ Block<Tile> block;
  layOut(block, p, dynamic);
  const int length = static_cast<int>(p.length), g = blockIdx.y, perGroup = p.heads / p.groups;
  float *scores = block.arrays, *back = scores + Tile * length;  // [length, Tile]
  for (std::int64_t first = block.range[0] + std::int64_t{blockIdx.z} * Tile; first < block.range[1]; first += std::int64_t{gridDim.z} * Tile) {
    const Segment segment = segmentAt(p, block, first);
    for (int h = g * perGroup; h < (g + 1) * perGroup; ++h) {
      const View view{p, h, g};
      loadRows(block, p.q + view.queryAt(first), p.groups * p.keyDim, p.keyDim, segment.count);
      cumulate(p, segment.begin, h, segment.longest + 1, block);
      products(block, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment.longest, scores);
      loadRows(block, p.dO + view.outputAt(first), p.heads * p.valueDim, p.valueDim, segment.count);
      products(block, p.kv + view.valueAt(segment.begin), view.stride(), p.valueDim, segment.longest, back);
      const int i = threadIdx.x / kWarp;
      if (i < segment.count) {
        const int t = static_cast<int>(p.places[first + i] - segment.begin);
        pairGradients<Tile>(p, h, first + i, t, block.sums, scores + i, back + i, pairs);
      } else {
        for (int s = threadIdx.x % kWarp; s < length; s += kWarp) back[s * Tile + i] = 0;
      }
      __syncthreads();
      weightedSums(block, back, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment, p.dq + view.queryAt(first), p.groups * p.keyDim,
                   h > g * perGroup);
    }
  }
}

// A block for some tokens of one example, a warp for each token.
__global__ void spreadKernel(Picked p) {
  __shared__ std::int64_t range[2];
  const int tiles = static_cast<int>((p.length + kTokens - 1) / kTokens);
  const std::int64_t b = blockIdx.x / tiles, first = std::int64_t{blockIdx.x % tiles} * kTokens;
  const int lane = threadIdx.x % kWarp;
  if (threadIdx.x < 2) range[threadIdx.x] = firstQuery(p, b + threadIdx.x);
  __syncthreads();
  for (std::int64_t t = first + threadIdx.x / kWarp; t < min(first + kTokens, p.length); t += kThreads / kWarp) {
    const std::int64_t token = b * p.length + t;
    for (int column = lane; column < (p.width + kWarp - 1) / kWarp * kWarp; column += kWarp) {
      float sum = 0;
      for (std::int64_t n = range[0]; n < range[1]; n += kWarp) {
        unsigned found = __ballot_sync(~0u, n + lane < range[1] && p.places[n + lane] == token);
        for (; found != 0; found &= found - 1)
          if (column < p.width) sum += p.rows[(n + __ffs(found) - 1) * p.width + column];
      }
      if (column < p.width) p.tokens[token * p.width + column] = sum;
    }
  }
}

// out[s][c] (+)= sum over queries of pairs[n][s] rows[n][c] for kTokens tokens; a thread for a column and kTogether tokens. `tile` [kQueries, kTokens].
__device__ void sumOverQueries(const float* pairs, std::int64_t length, const float* rows, std::int64_t rowStride, int size, std::int64_t queries, int tokens,
                               float* out, int stride, bool adds, float* tile) {
  const int jobs = size * (kTokens / kTogether);
  for (int firstJob = 0; firstJob < jobs; firstJob += kThreads) {
    const int job = firstJob + threadIdx.x, c = job % size, s = job / size * kTogether;
    float sum[kTogether] = {};
    for (std::int64_t first = 0; first < queries; first += kQueries) {
      const int count = static_cast<int>(min(std::int64_t{kQueries}, queries - first));
      __syncthreads();
      for (int i = threadIdx.x; i < count * kTokens; i += kThreads)
        tile[i] = i % kTokens < tokens ? pairs[(first + i / kTokens) * length + i % kTokens] : 0.0f;
      __syncthreads();
      if (job >= jobs) continue;
      const float* row = rows + first * rowStride + c;
#pragma unroll 4
      for (int n = 0; n < count; ++n) {
        const float x = row[n * rowStride];
        const float4* weights = reinterpret_cast<const float4*>(tile + n * kTokens + s);
#pragma unroll
        for (int j = 0; j < kTogether / 4; ++j) {
          sum[4 * j] += weights[j].x * x;
          sum[4 * j + 1] += weights[j].y * x;
          sum[4 * j + 2] += weights[j].z * x;
          sum[4 * j + 3] += weights[j].w * x;
        }
      }
    }
    if (job >= jobs) continue;
    for (int j = 0; j < kTogether && s + j < tokens; ++j) {
      float& target = out[std::int64_t{s + j} * stride + c];
      target = adds ? target + sum[j] : sum[j];
    }
  }
}

__global__ void tokenGradientKernel(const __grid_constant__ Selected p, Pairs pairs) {
  __shared__ std::int64_t range[2];
  __shared__ alignas(16) float tile[kQueries * kTokens];
  const int tiles = static_cast<int>((p.length + kTokens - 1) / kTokens);
  const std::int64_t b = blockIdx.x / tiles;
  const std::int64_t s = std::int64_t{blockIdx.x % tiles} * kTokens;
  const int tokens = static_cast<int>(min(std::int64_t{kTokens}, p.length - s)), g = blockIdx.y, perGroup = p.heads / p.groups;
  if (threadIdx.x < 2) range[threadIdx.x] = firstQuery(p, b + threadIdx.x);
  __syncthreads();
  const std::int64_t first = range[0], count = range[1] - range[0];
  for (int h = g * perGroup; h < (g + 1) * perGroup; ++h) {
    const View view{p, h, g};
    const std::int64_t row = (h * p.queries + first) * p.length + s, token = b * p.length + s;
    sumOverQueries(pairs.values + row, p.length, p.dO + view.outputAt(first), p.heads * p.valueDim, p.valueDim, count, tokens,
                   p.dkv + view.valueAt(token), view.stride(), false, tile);
    sumOverQueries(pairs.keys + row, p.length, p.q + view.queryAt(first), p.groups * p.keyDim, p.keyDim, count, tokens, p.dkv + view.keyAt(token),
                   view.stride(), h > g * perGroup, tile);
    const int warp = threadIdx.x / kWarp;  // a token for each lane, the queries in turns
    float sum = 0;
    if (threadIdx.x % kWarp < tokens)
      for (std::int64_t n = warp; n < count; n += kThreads / kWarp) sum += pairs.gates[row + n * p.length + threadIdx.x % kWarp];
    __syncthreads();
    tile[threadIdx.x] = sum;
    __syncthreads();
    if (static_cast<int>(threadIdx.x) >= tokens) continue;
    sum = 0;
    for (int w = 0; w < kThreads / kWarp; ++w) sum += tile[w * kWarp + threadIdx.x];
    p.dgate[(token + threadIdx.x) * p.heads + h] = sum;
  }
}

// As many blocks for an example as its queries make tiles where all examples have as many; a block takes more where they do not.
dim3 queryGrid(const Selected& p, int tile) {
  const std::int64_t each = (p.queries + p.batch - 1) / p.batch;
  return {gridOf(p.batch), static_cast<unsigned>(p.groups), static_cast<unsigned>((each + tile - 1) / tile)};
}

// Calls launch with the number of queries that a block takes and its dynamic memory: many where there are so many and they fit.
template <class Launch>
void withTile(const Selected& p, int arrays, const Launch& launch) {
  const std::size_t many = sharedBytes(p, kManyQueries, arrays);
  int device = 0, most = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (p.queries > kFewQueries * p.batch && many + sizeof(Block<kManyQueries>) <= static_cast<std::size_t>(most)) {
    launch(std::integral_constant<int, kManyQueries>{}, many);
  } else {
    launch(std::integral_constant<int, kFewQueries>{}, sharedBytes(p, kFewQueries, arrays));
  }
}

std::int64_t pairCount(const Selected& p) { return p.heads * p.queries * p.length; }

}  // namespace

const char* whyNotSelected(const Selected& p) {
  if (p.length > kSelectedLength) return "more than 1024 tokens";
  if (p.keyDim > kSelectedSize || p.valueDim > kSelectedSize) return "keys or values of more than 128 numbers";
  if (p.groups > 65535) return "more than 65,535 groups";
  return "";
}

void selectedForward(const Selected& call, Stream stream) {
  if (call.queries == 0) return;
  withTile(call, 1, [&](auto tile, std::size_t shared) {
    allowShared(forwardKernel<tile.value>);
    forwardKernel<tile.value><<<queryGrid(call, tile.value), threadsOf<tile.value>(), shared, stream>>>(call);
  });
  checkLaunch("selectedForward");
}

std::int64_t selectedBackwardBytes(const Selected& shape) { return 3 * pairCount(shape) * static_cast<std::int64_t>(sizeof(float)); }

void selectedBackward(const Selected& call, const Memory& working, Stream stream) {
  checkMemory("working memory", working, selectedBackwardBytes(call));
  float* memory = static_cast<float*>(working.data);
  const Pairs pairs{memory, memory + pairCount(call), memory + 2 * pairCount(call)};
  if (call.queries > 0) {
    withTile(call, 2, [&](auto tile, std::size_t shared) {
      allowShared(queryGradientKernel<tile.value>);
      queryGradientKernel<tile.value><<<queryGrid(call, tile.value), threadsOf<tile.value>(), shared, stream>>>(call, pairs);
    });
    checkLaunch("selectedBackward, queries");
  }
  const std::int64_t tiles = (call.length + kTokens - 1) / kTokens;
  tokenGradientKernel<<<dim3(gridOf(call.batch * tiles), static_cast<unsigned>(call.groups)), kThreads, 0, stream>>>(call, pairs);
  checkLaunch("selectedBackward, tokens");
}

void spreadRows(const Picked& call, Stream stream) {
  const std::int64_t tiles = (call.length + kTokens - 1) / kTokens;
  spreadKernel<<<gridOf(call.batch * tiles), kThreads, 0, stream>>>(call);
  checkLaunch("spreadRows");
}

}  // namespace fenwick::kernels::cuda
