#include "kernels/cuda/problem.h"
#include "kernels/cuda/scales.h"
#include "kernels/cuda/views.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kSumThreads = 1024;
constexpr int kAhead = 4;  // tokens that a thread reads at once
constexpr int kWarp = 32;
constexpr int kRows = 32;            // of an MLP's backward that a block sums
constexpr int kFewLevels = 12;  // of sequences of up to 2,048 tokens
constexpr int kMostLevels = 32;
constexpr int kMostShared = 96 << 10;

__device__ float softplus(float x) { return x > 20 ? x : log1pf(expf(x)); }  // as PyTorch's
__device__ float softplusSlope(float x) { return x > 20 ? 1.0f : 1 / (1 + expf(-x)); }

// --- Gates ---

__global__ void gateKernel(Gates p) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= p.tokens * p.heads) return;
  const int h = static_cast<int>(i % p.heads);
  p.g[i] = -expf(p.logA[h]) * softplus(p.z[i] + p.bias[h]);
}

__device__ float blockSum(float x, float* shared) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp] = x;
  __syncthreads();
  x = 0;
  for (int w = 0; w < static_cast<int>(blockDim.x) / kWarp; ++w) x += shared[w];
  __syncthreads();
  return x;
}

// A block for each head.
__global__ void __launch_bounds__(kSumThreads) gateGradientKernel(Gates p) {
  __shared__ float shared[kSumThreads / kWarp];
  const int h = blockIdx.x;
  const float scale = -expf(p.logA[h]), bias = p.bias[h];
  float sum = 0, scaleSum = 0;
  for (std::int64_t first = threadIdx.x; first < p.tokens; first += kAhead * kSumThreads) {
    float zs[kAhead], dgs[kAhead];  // read together, so that one does not wait for the other
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const std::int64_t n = first + j * kSumThreads;
      zs[j] = n < p.tokens ? p.z[n * p.heads + h] + bias : 0.0f;
      dgs[j] = n < p.tokens ? p.dg[n * p.heads + h] : 0.0f;
    }
#pragma unroll
    for (int j = 0; j < kAhead; ++j) {
      const std::int64_t n = first + j * kSumThreads;
      const float dz = dgs[j] * scale * softplusSlope(zs[j]);
      if (n < p.tokens) p.dz[n * p.heads + h] = dz;
      sum += dz;
      scaleSum += dgs[j] * scale * softplus(zs[j]);
    }
  }
  sum = blockSum(sum, shared);
  scaleSum = blockSum(scaleSum, shared);
  if (threadIdx.x != 0) return;
  p.dBias[h] = sum;
  p.dLogA[h] = scaleSum;
}

// --- λ ---

__device__ float phi(float x, bool gelu) { return gelu ? 0.5f * x * (1 + erff(x * 0.70710678f)) : x; }
__device__ float phiSlope(float x, bool gelu) {
  if (!gelu) return 1;
  return 0.5f * (1 + erff(x * 0.70710678f)) + x * 0.39894228f * expf(-0.5f * x * x);
}

struct Maps {  // of an MLP, in a block's memory
  float *w1, *b1, *w2, *b2;
};
__host__ __device__ int mapSize(int levels, int hidden) { return 2 * levels * hidden + hidden + levels; }

__device__ Maps loadMaps(const LambdaMlp& p, float* memory) {
  const int size = p.levels * p.hidden;
  const Maps maps{memory, memory + size, memory + size + p.hidden, memory + 2 * size + p.hidden};
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    maps.w1[i] = p.w1[i];
    maps.w2[i] = p.w2[i];
  }
  for (int i = threadIdx.x; i < p.hidden; i += blockDim.x) maps.b1[i] = p.b1[i];
  for (int i = threadIdx.x; i < p.levels; i += blockDim.x) maps.b2[i] = p.b2[i];
  __syncthreads();
  return maps;
}

// Most: levels that the loops are unrolled for.
template <int Most>
__device__ void loadLevels(const float* from, int levels, float (&to)[Most]) {
#pragma unroll
  for (int l = 0; l < Most; ++l) to[l] = l < levels ? from[l] : 0.0f;
}

template <int Most>
__device__ float hiddenOf(const LambdaMlp& p, const Maps& maps, const float (&d)[Most], int k) {
  float sum = maps.b1[k];
#pragma unroll
  for (int l = 0; l < Most; ++l)
    if (l < p.levels) sum += maps.w1[k * p.levels + l] * d[l];
  return sum;
}

template <int Most>
__global__ void lambdaKernel(const __grid_constant__ LambdaMlp p) {
  extern __shared__ float memory[];
  const Maps maps = loadMaps(p, memory);
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= p.rows) return;
  float d[Most], scores[Most];
  loadLevels(p.d + row * p.levels, p.levels, d);
  loadLevels(maps.b2, p.levels, scores);
  for (int k = 0; k < p.hidden; ++k) {
    const float h = phi(hiddenOf(p, maps, d, k), p.gelu);
#pragma unroll
    for (int l = 0; l < Most; ++l)
      if (l < p.levels) scores[l] += maps.w2[l * p.hidden + k] * h;
  }
#pragma unroll
  for (int l = 0; l < Most; ++l)
    if (l < p.levels) p.lambda[row * p.levels + l] = softplus(scores[l]);
}

// Gradients of kRows rows: of d at once, of the maps as this block's part of their sums. One thread for each row, then all for the sums.
template <int Most>
__global__ void lambdaGradientKernel(const __grid_constant__ LambdaMlp p, float* parts) {
  extern __shared__ float memory[];
  const Maps maps = loadMaps(p, memory);
  const int levels = p.levels, hidden = p.hidden;
  float* inputs = memory + mapSize(levels, hidden);  // [kRows, levels]
  float* dScores = inputs + kRows * levels;     // [kRows, levels]
  float* active = dScores + kRows * levels;     // [kRows, hidden], phi of the hidden
  float* dHidden = active + kRows * hidden;     // [kRows, hidden]
  const std::int64_t first = std::int64_t{blockIdx.x} * kRows;
  const int count = static_cast<int>(min(std::int64_t{kRows}, p.rows - first)), r = threadIdx.x;
  if (r < count) {
    float d[Most], scores[Most], dLambda[Most];
    loadLevels(p.d + (first + r) * levels, levels, d);
    loadLevels(p.dLambda + (first + r) * levels, levels, dLambda);
    loadLevels(maps.b2, levels, scores);
    for (int k = 0; k < hidden; ++k) {
      const float before = hiddenOf(p, maps, d, k), h = phi(before, p.gelu);
      active[r * hidden + k] = h;
      dHidden[r * hidden + k] = phiSlope(before, p.gelu);
#pragma unroll
      for (int l = 0; l < Most; ++l)
        if (l < levels) scores[l] += maps.w2[l * hidden + k] * h;
    }
    float dd[Most] = {};
#pragma unroll
    for (int l = 0; l < Most; ++l) {
      if (l >= levels) continue;
      dLambda[l] *= softplusSlope(scores[l]);
      dScores[r * levels + l] = dLambda[l];
      inputs[r * levels + l] = d[l];
    }
    for (int k = 0; k < hidden; ++k) {
      float back = 0;
#pragma unroll
      for (int l = 0; l < Most; ++l)
        if (l < levels) back += maps.w2[l * hidden + k] * dLambda[l];
      back *= dHidden[r * hidden + k];
      dHidden[r * hidden + k] = back;
#pragma unroll
      for (int l = 0; l < Most; ++l)
        if (l < levels) dd[l] += maps.w1[k * levels + l] * back;
    }
#pragma unroll
    for (int l = 0; l < Most; ++l)
      if (l < levels) p.dd[(first + r) * levels + l] = dd[l];
  }
  __syncthreads();
  const int size = levels * hidden;
  float* part = parts + std::int64_t{blockIdx.x} * mapSize(levels, hidden);
  for (int i = threadIdx.x; i < mapSize(levels, hidden); i += blockDim.x) {
    float sum = 0;
    if (i < size) {
      const int k = i / levels, l = i % levels;
      for (int n = 0; n < count; ++n) sum += dHidden[n * hidden + k] * inputs[n * levels + l];
    } else if (i < size + hidden) {
      for (int n = 0; n < count; ++n) sum += dHidden[n * hidden + i - size];
    } else if (i < 2 * size + hidden) {
      const int l = (i - size - hidden) / hidden, k = (i - size - hidden) % hidden;
      for (int n = 0; n < count; ++n) sum += dScores[n * levels + l] * active[n * hidden + k];
    } else {
      for (int n = 0; n < count; ++n) sum += dScores[n * levels + i - 2 * size - hidden];
    }
    part[i] = sum;
  }
}

// A warp for each entry of the maps.
__global__ void lambdaSumKernel(const __grid_constant__ LambdaMlp p, const float* parts, std::int64_t partCount) {
  const int size = p.levels * p.hidden, total = mapSize(p.levels, p.hidden);
  const int i = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / kWarp), lane = threadIdx.x % kWarp;
  if (i >= total) return;
  float sum = 0;
  for (std::int64_t n = lane; n < partCount; n += kWarp) sum += parts[n * total + i];
  for (int d = kWarp / 2; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane != 0) return;
  if (i < size) {
    p.dw1[i] = sum;
  } else if (i < size + p.hidden) {
    p.db1[i - size] = sum;
  } else if (i < 2 * size + p.hidden) {
    p.dw2[i - size - p.hidden] = sum;
  } else {
    p.db2[i - 2 * size - p.hidden] = sum;
  }
}

std::size_t backwardShared(int levels, int hidden) {
  return sizeof(float) * static_cast<std::size_t>(mapSize(levels, hidden) + 2 * kRows * (levels + hidden));
}

std::int64_t partCount(const LambdaMlp& p) { return (p.rows + kRows - 1) / kRows; }

}  // namespace

void gatesForward(const Gates& call, Stream stream) {
  gateKernel<<<gridOf((call.tokens * call.heads + kThreads - 1) / kThreads), kThreads, 0, stream>>>(call);
  checkLaunch("gatesForward");
}

void gatesBackward(const Gates& call, Stream stream) {
  gateGradientKernel<<<gridOf(call.heads), kSumThreads, 0, stream>>>(call);
  checkLaunch("gatesBackward");
}

bool takesLambdaMlp(int levels, int hidden) {
  return levels <= kMostLevels && backwardShared(levels, hidden) <= kMostShared;
}

void lambdaMlpForward(const LambdaMlp& call, Stream stream) {
  const std::size_t shared = sizeof(float) * static_cast<std::size_t>(mapSize(call.levels, call.hidden));
  constexpr int threads = 64;
  const auto kernel = call.levels <= kFewLevels ? lambdaKernel<kFewLevels> : lambdaKernel<kMostLevels>;
  allowShared(kernel);
  kernel<<<gridOf((call.rows + threads - 1) / threads), threads, shared, stream>>>(call);
  checkLaunch("lambdaMlpForward");
}

std::int64_t lambdaMlpBackwardBytes(const LambdaMlp& shape) {
  return partCount(shape) * mapSize(shape.levels, shape.hidden) * static_cast<std::int64_t>(sizeof(float));
}

void lambdaMlpBackward(const LambdaMlp& call, const Memory& working, Stream stream) {
  checkMemory("working memory", working, lambdaMlpBackwardBytes(call));
  float* parts = static_cast<float*>(working.data);
  const auto kernel = call.levels <= kFewLevels ? lambdaGradientKernel<kFewLevels> : lambdaGradientKernel<kMostLevels>;
  allowShared(kernel);
  kernel<<<gridOf(partCount(call)), kThreads, backwardShared(call.levels, call.hidden), stream>>>(call, parts);
  checkLaunch("lambdaMlpBackward");
  const int warps = kThreads / kWarp;
  lambdaSumKernel<<<gridOf((mapSize(call.levels, call.hidden) + warps - 1) / warps), kThreads, 0, stream>>>(call, parts, partCount(call));
  checkLaunch("lambdaMlpBackward, sums");
}

}  // namespace fenwick::kernels::cuda
