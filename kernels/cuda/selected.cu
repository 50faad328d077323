#include <string>

#include "kernels/cuda/problem.h"
#include "kernels/cuda/selected.h"
#include "kernels/cuda/views.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kTile = 8;     // queries of a block, one for each warp
constexpr int kTokens = 32;  // tokens whose gradients a block adds up, one for each lane
constexpr int kTogether = 8;  // of them by one thread
constexpr int kQueries = 32;  // whose pairs with the tokens it holds at a time

static_assert(kTile == kThreads / kWarp && kTile == 8);

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

// Queries [first, end) of one example that a block takes together.
struct Segment {
  std::int64_t first, begin;  // first query; the example's first token
  int count, longest;         // queries; the last token that one of them sees
};

__device__ Segment segmentAt(const Selected& p, std::int64_t first, std::int64_t end) {
  const std::int64_t example = p.places[first] / p.length;
  Segment segment{first, example * p.length, 0, 0};
  while (segment.first + segment.count < end && p.places[segment.first + segment.count] / p.length == example) {
    segment.longest = max(segment.longest, static_cast<int>(p.places[segment.first + segment.count] - segment.begin));
    ++segment.count;
  }
  return segment;
}

// sums[s] = gate_0 + … + gate_s of one example, by all threads.
__device__ void cumulate(const Selected& p, std::int64_t begin, int h, int length, double* sums, double* carries) {
  double before = 0;
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  for (int first = 0; first < length; first += kThreads) {
    const int s = first + threadIdx.x;
    double sum = s < length ? static_cast<double>(p.gate[(begin + s) * p.heads + h]) : 0;
    for (int d = 1; d < kWarp; d *= 2) {
      const double other = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += other;
    }
    if (lane == kWarp - 1) carries[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w) sum += carries[w];
    if (s < length) sums[s] = before + sum;
    for (int w = 0; w < kThreads / kWarp; ++w) before += carries[w];
    __syncthreads();
  }
}

// out[s][i] = rows[i] . tokens[s] for the segment's queries and tokens 0 … longest; a thread for each token. Vectors of four numbers where a token's
// rows allow it.
template <class Number>
__device__ void productsOf(const float (*rows)[kSelectedSize], const float* tokens, int stride, int size, int longest, float* out) {
  constexpr int width = sizeof(Number) / sizeof(float);
  for (int s = threadIdx.x; s <= longest; s += kThreads) {
    const Number* token = reinterpret_cast<const Number*>(tokens + std::int64_t{s} * stride);
    float sum[kTile] = {};
    for (int c = 0; c < size / width; ++c) {
      const Number x = token[c];
#pragma unroll
      for (int i = 0; i < kTile; ++i) {
        const Number y = reinterpret_cast<const Number*>(rows[i])[c];
        if constexpr (width == 1) {
          sum[i] += y * x;
        } else {
          sum[i] += y.x * x.x + y.y * x.y + y.z * x.z + y.w * x.w;
        }
      }
    }
#pragma unroll
    for (int i = 0; i < kTile; ++i) out[s * kTile + i] = sum[i];
  }
}

__device__ void products(const float (*rows)[kSelectedSize], const float* tokens, int stride, int size, int longest, float* out) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(tokens) % sizeof(float4) == 0 && stride % 4 == 0 && size % 4 == 0;
  if (aligned) {
    productsOf<float4>(rows, tokens, stride, size, longest, out);
  } else {
    productsOf<float>(rows, tokens, stride, size, longest, out);
  }
}

// out[i][c] (+)= sum over s of weights[s][i] tokens[s][c]; columns first, then parts of the tokens. `parts` [kThreads][kTile].
__device__ void weightedSums(const float* weights, const float* tokens, int stride, int size, const Segment& segment, float (*parts)[kTile + 1], float* out,
                             int outStride, bool adds) {
  const int columns = min(size, kThreads);
  const int shares = kThreads / columns;
  for (int first = 0; first < size; first += columns) {
    const int c = first + threadIdx.x % columns, share = threadIdx.x / columns;
    float sum[kTile] = {};
    if (share < shares && c < size) {
#pragma unroll 4
      for (int s = share; s <= segment.longest; s += shares) {
        const float x = tokens[std::int64_t{s} * stride + c];
        const float4 low = reinterpret_cast<const float4*>(weights)[2 * s], high = reinterpret_cast<const float4*>(weights)[2 * s + 1];
        sum[0] += low.x * x;
        sum[1] += low.y * x;
        sum[2] += low.z * x;
        sum[3] += low.w * x;
        sum[4] += high.x * x;
        sum[5] += high.y * x;
        sum[6] += high.z * x;
        sum[7] += high.w * x;
      }
    }
    for (int i = 0; i < kTile; ++i) parts[threadIdx.x][i] = sum[i];
    __syncthreads();
    for (int job = threadIdx.x; job < columns * segment.count; job += kThreads) {
      const int column = job % columns, i = job / columns;
      if (first + column >= size) continue;
      float total = 0;
      for (int part = 0; part < shares; ++part) total += parts[part * columns + column][i];
      float& target = out[std::int64_t{i} * outStride + first + column];
      target = adds ? target + total : total;
    }
    __syncthreads();
  }
}

__device__ void loadRows(const float* from, std::int64_t stride, int size, int count, float (*rows)[kSelectedSize]) {
  for (int i = 0; i < kTile; ++i)
    for (int c = threadIdx.x; c < size; c += kThreads) rows[i][c] = i < count ? from[i * stride + c] : 0.0f;
}

__global__ void forwardKernel(const __grid_constant__ Selected p) {
  extern __shared__ __align__(16) double dynamic[];
  __shared__ alignas(16) float q[kTile][kSelectedSize];
  __shared__ float parts[kThreads][kTile + 1];
  __shared__ double carries[kThreads / kWarp];
  const int length = static_cast<int>(p.length);
  double* sums = dynamic;
  float* weights = reinterpret_cast<float*>(dynamic + (length + 1) / 2 * 2);  // [length, kTile]
  const int g = blockIdx.y, perGroup = p.heads / p.groups;
  const std::int64_t end = min((std::int64_t{blockIdx.x} + 1) * kTile, p.queries);
  for (std::int64_t first = std::int64_t{blockIdx.x} * kTile; first < end;) {
    const Segment segment = segmentAt(p, first, end);
    for (int h = g * perGroup; h < (g + 1) * perGroup; ++h) {
      const View view{p, h, g};
      __syncthreads();
      loadRows(p.q + view.queryAt(first), p.groups * p.keyDim, p.keyDim, segment.count, q);
      cumulate(p, segment.begin, h, segment.longest + 1, sums, carries);
      products(q, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment.longest, weights);
      __syncthreads();
      {
        const int i = threadIdx.x % kTile;  // neighbours take a token's queries: side by side in memory
        const std::int64_t n = first + i;
        const int t = i < segment.count ? static_cast<int>(p.places[n] - segment.begin) : -1;
        for (int s = threadIdx.x / kTile; s <= segment.longest; s += kThreads / kTile) {
          float& weight = weights[s * kTile + i];
          weight = s <= t ? weight * expf(static_cast<float>(sums[t] - sums[s])) * p.lambda[(n * p.heads + h) * p.levels + levelInChunk(t, s)] : 0.0f;
        }
      }
      __syncthreads();
      weightedSums(weights, p.kv + view.valueAt(segment.begin), view.stride(), p.valueDim, segment, parts, p.o + view.outputAt(first),
                   p.heads * p.valueDim, false);
    }
    first += segment.count;
  }
}

__device__ float warpSum(float x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  return x;
}

// One query by one warp: from products to the weights of the pairs, the sums over each level, the gradients of gates.
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
      pairs.values[row + s] = weighted * scores[s * kTile];
      const float key = weighted * back[s * kTile];
      share = key * scores[s * kTile];
      scores[s * kTile] *= decay * back[s * kTile];  // what lambda is multiplied by
      back[s * kTile] = key;
      pairs.keys[row + s] = key;
    } else if (s < p.length) {
      pairs.values[row + s] = pairs.keys[row + s] = pairs.gates[row + s] = 0;
      back[s * kTile] = 0;
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
    for (std::int64_t s = range.begin + lane; s < range.end; s += kWarp) sum += scores[s * kTile];
    sum = warpSum(sum);
    if (lane == 0) p.dlambda[(n * p.heads + h) * p.levels + level] = sum;
  }
}

__global__ void queryGradientKernel(const __grid_constant__ Selected p, Pairs pairs) {
  extern __shared__ __align__(16) double dynamic[];
  __shared__ alignas(16) float rows[kTile][kSelectedSize];
  __shared__ float parts[kThreads][kTile + 1];
  __shared__ double carries[kThreads / kWarp];
  const int length = static_cast<int>(p.length);
  double* sums = dynamic;
  float* scores = reinterpret_cast<float*>(dynamic + (length + 1) / 2 * 2);  // [length, kTile]
  float* back = scores + kTile * length;                                    // [length, kTile]
  const int g = blockIdx.y, perGroup = p.heads / p.groups;
  const std::int64_t end = min((std::int64_t{blockIdx.x} + 1) * kTile, p.queries);
  for (std::int64_t first = std::int64_t{blockIdx.x} * kTile; first < end;) {
    const Segment segment = segmentAt(p, first, end);
    for (int h = g * perGroup; h < (g + 1) * perGroup; ++h) {
      const View view{p, h, g};
      __syncthreads();
      loadRows(p.q + view.queryAt(first), p.groups * p.keyDim, p.keyDim, segment.count, rows);
      cumulate(p, segment.begin, h, segment.longest + 1, sums, carries);
      products(rows, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment.longest, scores);
      __syncthreads();
      loadRows(p.dO + view.outputAt(first), p.heads * p.valueDim, p.valueDim, segment.count, rows);
      __syncthreads();
      products(rows, p.kv + view.valueAt(segment.begin), view.stride(), p.valueDim, segment.longest, back);
      __syncthreads();
      const int i = threadIdx.x / kWarp;
      if (i < segment.count) {
        const int t = static_cast<int>(p.places[first + i] - segment.begin);
        pairGradients(p, h, first + i, t, sums, scores + i, back + i, pairs);
      } else {
        for (int s = threadIdx.x % kWarp; s < length; s += kWarp) back[s * kTile + i] = 0;
      }
      __syncthreads();
      weightedSums(back, p.kv + view.keyAt(segment.begin), view.stride(), p.keyDim, segment, parts, p.dq + view.queryAt(first),
                   p.groups * p.keyDim, h > g * perGroup);
    }
    first += segment.count;
  }
}

// The first query of an example or of one behind it.
template <class Call>
__device__ std::int64_t firstQuery(const Call& p, std::int64_t example) {
  std::int64_t low = 0, high = p.queries;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    if (p.places[middle] / p.length < example) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
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

std::size_t sharedBytes(const Selected& p, int arrays) {
  return static_cast<std::size_t>(p.length + 1) * (sizeof(double) + static_cast<std::size_t>(arrays) * kTile * sizeof(float));
}

dim3 queryGrid(const Selected& p) { return {gridOf((p.queries + kTile - 1) / kTile), static_cast<unsigned>(p.groups)}; }

template <class Kernel>
void allowShared(Kernel kernel, std::size_t bytes) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
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
  const std::size_t shared = sharedBytes(call, 1);
  allowShared(forwardKernel, shared);
  forwardKernel<<<queryGrid(call), kThreads, shared, stream>>>(call);
  checkLaunch("selectedForward");
}

std::int64_t selectedBackwardBytes(const Selected& shape) { return 3 * pairCount(shape) * static_cast<std::int64_t>(sizeof(float)); }

void selectedBackward(const Selected& call, const Memory& working, Stream stream) {
  checkMemory("working memory", working, selectedBackwardBytes(call));
  float* memory = static_cast<float*>(working.data);
  const Pairs pairs{memory, memory + pairCount(call), memory + 2 * pairCount(call)};
  if (call.queries > 0) {
    const std::size_t shared = sharedBytes(call, 2);
    allowShared(queryGradientKernel, shared);
    queryGradientKernel<<<queryGrid(call), kThreads, shared, stream>>>(call, pairs);
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
