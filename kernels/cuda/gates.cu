#include "kernels/cuda/problem.h"

// Sums of gates before everything else, and their gradients after it.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kSumThreads = 1024;
constexpr unsigned kAll = 0xffffffffU;

__device__ double sumUpToLane(double x) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int step = 1; step < 32; step *= 2) {
    const double before = __shfl_up_sync(kAll, x, step);
    if (lane >= step) x += before;
  }
  return x;
}

__device__ double sumOfWarp(double x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(kAll, x, step);
  return x;
}

template <class T>
__device__ double gateOf(const Problem<T>& p, const Head& head, std::int64_t t) {
  if (t >= p.length) return 0;
  const float gate = *p.gate.row(head.b, t, head.h);
  return static_cast<double>(gate < kForgotten ? kForgotten : gate);
}

__device__ float2 inTwoParts(double sum) {
  const float high = static_cast<float>(sum);
  return {high, static_cast<float>(sum - static_cast<double>(high))};
}

// A block for each head, a warp for each chunk, two tokens for each lane.
template <class T>
__global__ void __launch_bounds__(kSumThreads) sumGatesKernel(const __grid_constant__ Problem<T> p) {
  const std::int64_t bh = blockIdx.x;
  const Head head = headOf(p, bh);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  double* prefix = p.gatePrefix + bh * (p.chunks + 1);
  for (int i = static_cast<int>(threadIdx.x) / 32; i < p.chunks; i += kSumThreads / 32) {
    const std::int64_t t = std::int64_t{i} * kChunk + 2 * lane;
    const double first = gateOf(p, head, t);
    const double second = gateOf(p, head, t + 1);
    const double upTo = sumUpToLane(first + second);
    float2* parts = p.gateParts + (bh * p.chunks + i) * kChunk + 2 * lane;
    parts[0] = inTwoParts(upTo - second);
    parts[1] = inTwoParts(upTo);
    if (lane == 31) prefix[i + 1] = upTo;
  }
  __syncthreads();
  if (threadIdx.x >= 32) return;
  double before = 0;
  if (lane == 0) prefix[0] = 0;
  for (int i = 0; i < p.chunks; i += 32) {
    const bool isChunk = i + lane < p.chunks;
    const double upTo = sumUpToLane(isChunk ? prefix[i + lane + 1] : 0) + before;
    if (isChunk) prefix[i + lane + 1] = upTo;
    before = __shfl_sync(kAll, upTo, 31);
  }
}

// Adds to dgate the pairs that span the whole chunk m: those that chunks i > m read from a state j <= m, and those that reach a state
// above j over m. A warp for each chunk.
template <class T>
__global__ void __launch_bounds__(128) addSpanningGatesKernel(const __grid_constant__ Problem<T> p) {
  const std::int64_t item = std::int64_t{blockIdx.x} * 4 + threadIdx.x / 32;
  const std::int64_t bh = item / p.chunks;
  const int m = static_cast<int>(item % p.chunks);
  if (bh >= p.sequences() || m == 0) return;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  double sum = 0;
  for (int e = 0; e < p.stateLevels; ++e) {
    if (((m >> e) & 1) == 0) continue;
    const int j = (m >> e) << e;
    const int end = j + (1 << e);
    for (int i = m + 1 + lane; i < end && i < p.chunks; i += 32)
      sum += p.readSums[(bh * p.stateLevels + e) * p.chunks + i];
    if (end >= p.chunks) continue;
    for (int part = lane; part < p.carryParts; part += 32)
      sum += p.carrySums[(bh * p.chunks + j) * p.carryParts + part];
  }
  sum = sumOfWarp(sum);
  const Head head = headOf(p, bh);
  for (int t = lane; t < chunkSize(p, m); t += 32) {
    float& entry = *p.dgate.row(head.b, std::int64_t{m} * kChunk + t, head.h);
    entry = static_cast<float>(static_cast<double>(entry) + sum);
  }
}

}  // namespace

template <class T>
void sumGates(const Problem<T>& p, Stream stream) {
  sumGatesKernel<<<gridOf(p.sequences()), kSumThreads, 0, stream>>>(p);
  checkLaunch("sumGates");
}

template <class T>
void addSpanningGates(const Problem<T>& p, Stream stream) {
  if (p.chunks == 1) return;
  addSpanningGatesKernel<<<gridOf((p.sequences() * p.chunks + 3) / 4), 128, 0, stream>>>(p);
  checkLaunch("addSpanningGates");
}

template void sumGates(const Problem<float>&, Stream);
template void sumGates(const Problem<BFloat16>&, Stream);
template void addSpanningGates(const Problem<float>&, Stream);
template void addSpanningGates(const Problem<BFloat16>&, Stream);

}  // namespace fenwick::kernels::cuda
