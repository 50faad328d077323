#include <algorithm>
#include <type_traits>

#include "kernels/cuda/norm.h"
#include "kernels/cuda/problem.h"
#include "kernels/cuda/views.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kWarp = 32;
constexpr int kWarps = 8;
constexpr std::int64_t kMostBlocks = 528;  // whose sums over rows are added up

__device__ float warpSum(float x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  return x;
}

// Each holds the columns lane, lane + 32, … of a row.
template <int PerLane>
__global__ void forwardKernel(Norm p) {
  const std::int64_t row = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / kWarp;
  const int lane = threadIdx.x % kWarp;
  if (row >= p.rows) return;
  float x[PerLane], sum = 0;
#pragma unroll
  for (int j = 0; j < PerLane; ++j) {
    const int c = j * kWarp + lane;
    x[j] = c < p.width ? p.x[row * p.width + c] : 0.0f;
    sum += x[j];
  }
  const float mean = warpSum(sum) / static_cast<float>(p.width);
  float squares = 0;
#pragma unroll
  for (int j = 0; j < PerLane; ++j)
    if (j * kWarp + lane < p.width) squares += (x[j] - mean) * (x[j] - mean);
  const float scale = rsqrtf(warpSum(squares) / static_cast<float>(p.width) + p.epsilon);
#pragma unroll
  for (int j = 0; j < PerLane; ++j) {
    const int c = j * kWarp + lane;
    if (c < p.width) p.y[row * p.width + c] = (x[j] - mean) * scale * p.weight[c] + p.bias[c];
  }
  if (lane != 0) return;
  p.moments[2 * row] = mean;
  p.moments[2 * row + 1] = scale;
}

// Rows in turns; the parts of dWeight and dBias of each block go to parts [blocks, 2, width].
template <int PerLane>
__global__ void backwardKernel(Norm p, float* parts) {
  extern __shared__ float sums[];  // [kWarps, 2, width]
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  float dWeight[PerLane] = {}, dBias[PerLane] = {};
  for (std::int64_t row = std::int64_t{blockIdx.x} * kWarps + warp; row < p.rows; row += std::int64_t{gridDim.x} * kWarps) {
    const float mean = p.moments[2 * row], scale = p.moments[2 * row + 1];
    float normed[PerLane], back[PerLane], sum = 0, product = 0;
#pragma unroll
    for (int j = 0; j < PerLane; ++j) {
      const int c = j * kWarp + lane;
      const bool inside = c < p.width;
      const float dy = inside ? p.dy[row * p.width + c] : 0.0f;
      normed[j] = inside ? (p.x[row * p.width + c] - mean) * scale : 0.0f;
      dWeight[j] += dy * normed[j];
      dBias[j] += dy;
      back[j] = inside ? dy * p.weight[c] : 0.0f;
      sum += back[j];
      product += back[j] * normed[j];
    }
    sum = warpSum(sum) / static_cast<float>(p.width);
    product = warpSum(product) / static_cast<float>(p.width);
#pragma unroll
    for (int j = 0; j < PerLane; ++j) {
      const int c = j * kWarp + lane;
      if (c < p.width) p.dx[row * p.width + c] = (back[j] - sum - normed[j] * product) * scale;
    }
  }
#pragma unroll
  for (int j = 0; j < PerLane; ++j) {
    const int c = j * kWarp + lane;
    if (c >= p.width) continue;
    sums[(warp * 2) * p.width + c] = dWeight[j];
    sums[(warp * 2 + 1) * p.width + c] = dBias[j];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * p.width; i += blockDim.x) {
    float sum = 0;
    for (int w = 0; w < kWarps; ++w) sum += sums[w * 2 * p.width + i];
    parts[std::int64_t{blockIdx.x} * 2 * p.width + i] = sum;
  }
}

// A warp for each number of dWeight and dBias.
__global__ void sumKernel(Norm p, const float* parts, int partCount) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (i >= 2 * p.width) return;
  float sum = 0;
  for (int n = lane; n < partCount; n += kWarp) sum += parts[std::int64_t{n} * 2 * p.width + i];
  sum = warpSum(sum);
  if (lane == 0) (i < p.width ? p.dWeight : p.dBias)[i % p.width] = sum;
}

std::int64_t blocksOf(const Norm& p) { return std::min(kMostBlocks, (p.rows + kWarps - 1) / kWarps); }

// Calls launch with the least compiled number of columns for each lane that does.
template <class Launch>
void byWidth(int width, const Launch& launch) {
  if (width <= 2 * kWarp) {
    launch(std::integral_constant<int, 2>{});
  } else if (width <= 8 * kWarp) {
    launch(std::integral_constant<int, 8>{});
  } else {
    launch(std::integral_constant<int, 32>{});
  }
}

}  // namespace

void normForward(const Norm& call, Stream stream) {
  byWidth(call.width, [&](auto perLane) {
    forwardKernel<perLane.value><<<gridOf((call.rows + kWarps - 1) / kWarps), kWarps * kWarp, 0, stream>>>(call);
  });
  checkLaunch("normForward");
}

std::int64_t normBackwardBytes(const Norm& shape) { return blocksOf(shape) * 2 * shape.width * static_cast<std::int64_t>(sizeof(float)); }

void normBackward(const Norm& call, const Memory& working, Stream stream) {
  checkMemory("working memory", working, normBackwardBytes(call));
  float* parts = static_cast<float*>(working.data);
  const std::size_t shared = sizeof(float) * 2 * kWarps * static_cast<std::size_t>(call.width);
  byWidth(call.width, [&](auto perLane) {
    const auto kernel = backwardKernel<perLane.value>;
    allowShared(kernel);
    kernel<<<gridOf(blocksOf(call)), kWarps * kWarp, shared, stream>>>(call, parts);
  });
  checkLaunch("normBackward");
  sumKernel<<<gridOf((2 * call.width + kWarps - 1) / kWarps), kWarps * kWarp, 0, stream>>>(call, parts, static_cast<int>(blocksOf(call)));
  checkLaunch("normBackward, sums");
}

}  // namespace fenwick::kernels::cuda
