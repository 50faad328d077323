#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cpu/checks.h"
#include "kernels/cuda/decode_state.h"

// Decoding with scalar gates.

namespace fenwick::kernels::cuda {
namespace {

using namespace decoding;

constexpr int kRowsOfTile = 64;  // rows of a state that one block fills from a prefix

// --- A step ---

template <class T>
__global__ void __launch_bounds__(kThreads) stepKernel(const Step<T> step) {
  __shared__ float decay[kMostLevels];
  __shared__ float sums[kRows][kColumns];
  const States& states = step.states;
  const std::int64_t bh = blockIdx.x / states.tiles;
  const int tile = static_cast<int>(blockIdx.x % states.tiles);
  const std::int64_t b = bh / step.heads;
  const int h = static_cast<int>(bh % step.heads);
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int firstRow = static_cast<int>(threadIdx.x) / kColumns;
  const int width = min(kColumns, states.valueDim - tile * kColumns);
  const Record record = states.record(bh, tile);
  const T* q = step.q.row(b, h / step.headsPerGroup);
  const T* k = step.k.row(b, h / step.headsPerGroup);
  const T* v = step.v.row(b, h) + tile * kColumns;
  T* o = step.o.row(b, h) + tile * kColumns;
  const float* lambda = step.lambda.row(b, h);
  const std::int64_t t = *record.position;
  if (t >= states.longest) {
    if (firstRow == 0 && column < width) assign(o[column], nanf(""));
    return;
  }
  const int target = t == 0 ? 0 : __ffsll(static_cast<long long>(t));
  const int level = static_cast<int>(threadIdx.x);
  if (level < states.levels) decay[level] = expf(static_cast<float>(record.logDecay[level]));
  __syncthreads();
  if (target > 0) carry(states, record, target, decay);
  __syncthreads();
  if (level < states.levels) {
    const double before = level == target ? 0 : record.logDecay[level];
    const double after = level == 0 ? 0 : before + static_cast<double>(*step.gate.row(b, h));
    record.logDecay[level] = after;
    decay[level] = expf(static_cast<float>(after));
  }
  __syncthreads();
  float sum = 0;
  for (int active = 1; active < states.levels; ++active) {
    if (((t >> (active - 1)) & 1) == 0) continue;
    const float* state = record.state(active, states.keyDim);
    float read = 0;
    for (int row = firstRow; row < states.keyDim; row += kRows)
      read += toFloat(q[row]) * state[row * kColumns + column];
    sum += lambda[active] * decay[active] * read;
  }
  sums[firstRow][column] = sum;
  for (int row = static_cast<int>(threadIdx.x); row < states.keyDim; row += kThreads) record.k[row] = toFloat(k[row]);
  if (threadIdx.x == 0) *record.position = t + 1;
  __syncthreads();
  if (firstRow != 0) return;
  const float score = scoreOf(q, k, states.keyDim);
  const float value = column < width ? toFloat(v[column]) : 0;
  record.v[column] = value;
  if (column >= width) return;
  float total = lambda[0] * score * value;
  for (int row = 0; row < kRows; ++row) total += sums[row][column];
  assign(o[column], total);
}

// --- A prefix at once ---

__device__ double gateAt(const float* gates, std::int64_t stride, std::int64_t t) {
  return static_cast<double>(gates[t * stride]);
}

__device__ double sumOfBlock(double x, double* sums) {
  sums[threadIdx.x] = x;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  const double all = sums[0];
  __syncthreads();  // sums may be written again
  return all;
}

// decay[n] of the `count` tokens before `end`, the nearest first: exp of all gates behind each. Returns the sum of all gates from
// the last of them on.
__device__ double fillDecay(const float* gates, std::int64_t stride, std::int64_t end, int count, double behind,
                            float* decay, double* sums) {
  const int n = static_cast<int>(threadIdx.x);
  sums[n] = n < count ? gateAt(gates, stride, end - 1 - n) : 0;
  for (int step = 1; step < kThreads; step *= 2) {
    __syncthreads();
    const double before = n >= step ? sums[n - step] : 0;
    __syncthreads();
    sums[n] += before;
  }
  __syncthreads();
  decay[n] = n < count ? expf(static_cast<float>(behind + (n > 0 ? sums[n - 1] : 0))) : 0;
  const double all = behind + sums[count - 1];
  __syncthreads();
  return all;
}

template <class T>
struct Prefix {
  States states;
  std::int64_t length;
  int heads, headsPerGroup, rowTiles;
  Tensor<const T> k, v;
  Tensor<const float> gate;
};

// A block for each head, tile of columns, tile of rows and level.
template <class T>
__global__ void __launch_bounds__(kThreads) prefillKernel(const Prefix<T> p) {
  __shared__ double sums[kThreads];
  __shared__ float decay[kThreads];
  const States& states = p.states;
  const int level = static_cast<int>(blockIdx.x % states.levels);
  const std::int64_t rest = blockIdx.x / states.levels;
  const int firstOfTile = static_cast<int>(rest % p.rowTiles) * kRowsOfTile;
  const int tile = static_cast<int>(rest / p.rowTiles % states.tiles);
  const std::int64_t bh = rest / p.rowTiles / states.tiles;
  const std::int64_t b = bh / p.heads;
  const int h = static_cast<int>(bh % p.heads);
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int firstRow = firstOfTile + static_cast<int>(threadIdx.x) / kColumns;
  const bool isColumn = tile * kColumns + column < states.valueDim;
  const Record record = states.record(bh, tile);
  const auto keyAt = [&](std::int64_t s, int row) { return toFloat(p.k.row(b, s, h / p.headsPerGroup)[row]); };
  const auto valueAt = [&](std::int64_t s) {
    return isColumn ? toFloat(p.v.row(b, s, h)[tile * kColumns + column]) : 0;
  };
  const std::int64_t last = p.length - 1;
  if (firstOfTile == 0 && threadIdx.x == 0) {
    record.logDecay[level] = 0;
    if (level == 0) *record.position = p.length;
  }
  if (level == 0) {
    for (int row = firstRow; row < min(firstOfTile + kRowsOfTile, states.keyDim); row += kRows) {
      if (column == 0) record.k[row] = keyAt(last, row);
    }
    if (firstRow == 0) record.v[column] = valueAt(last);
    return;
  }
  if (!isActive(last, level)) return;
  const SourceRange range = sourceRange(last, level);
  const float* gates = p.gate.row(b, 0, h);
  double behind = 0;
  for (std::int64_t t = range.end + threadIdx.x; t <= last; t += kThreads) behind += gateAt(gates, p.gate.at.t, t);
  behind = sumOfBlock(behind, sums);
  float state[kRowsOfTile / kRows] = {};
  for (std::int64_t end = range.end; end > range.begin; end -= kThreads) {
    const int count = static_cast<int>(min(std::int64_t{kThreads}, end - range.begin));
    behind = fillDecay(gates, p.gate.at.t, end, count, behind, decay, sums);
    for (int n = 0; n < count; ++n) {
      const float value = decay[n] * valueAt(end - 1 - n);
      for (int x = 0; x < kRowsOfTile / kRows; ++x) {
        const int row = firstRow + x * kRows;
        if (row < states.keyDim) state[x] += keyAt(end - 1 - n, row) * value;
      }
    }
    __syncthreads();
  }
  for (int x = 0; x < kRowsOfTile / kRows; ++x) {
    const int row = firstRow + x * kRows;
    if (row < states.keyDim) record.state(level, states.keyDim)[row * kColumns + column] = state[x];
  }
}

}  // namespace

std::int64_t decodeStateBytes(const DecodeShape& shape) {
  checkSizes(shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim);
  if (shape.longest < 1)
    throw std::invalid_argument("longest: expected at least 1, got " + std::to_string(shape.longest));
  return records(shape) * statesOf(shape, nullptr).recordBytes();
}

void resetDecode(const DecodeShape& shape, const Memory& state, Stream stream) {
  checkDecode(shape, state);
  const std::size_t bytes = static_cast<std::size_t>(statesOf(shape, nullptr).recordBytes());
  const std::size_t head =
      8 + 8 * static_cast<std::size_t>(levelCount(shape.longest));  // the position and what decays the levels
  const cudaError_t error =
      cudaMemset2DAsync(state.data, bytes, 0, head, static_cast<std::size_t>(records(shape)), stream);
  if (error != cudaSuccess) throw std::runtime_error(std::string("resetDecode: ") + cudaGetErrorString(error));
}

template <class T>
void decodeStep(const DecodeShape& shape, const Memory& state, const Token<T>& token, const TensorView<T, 3>& o,
                Stream stream) {
  const Step<T> step = stepOf(shape, state, token, o);
  stepKernel<<<gridOf(records(shape)), kThreads, 0, stream>>>(step);
  checkLaunch("decodeStep");
}

template <class T>
void prefillDecode(const DecodeShape& shape, const Memory& state, const Inputs<T>& inputs, Stream stream) {
  checkDecode(shape, state);
  const Shape given = checkedShape(inputs);
  checkPrefix(shape, given);
  Prefix<T> p{};
  p.states = statesOf(shape, state.data);
  p.length = given.length;
  p.heads = static_cast<int>(shape.heads);
  p.headsPerGroup = static_cast<int>(shape.heads / shape.groups);
  p.rowTiles = static_cast<int>((shape.keyDim + kRowsOfTile - 1) / kRowsOfTile);
  p.k = tensorOf(inputs.k);
  p.v = tensorOf(inputs.v);
  p.gate = tensorOf(inputs.gate);
  prefillKernel<<<gridOf(records(shape) * p.rowTiles * p.states.levels), kThreads, 0, stream>>>(p);
  checkLaunch("prefillDecode");
}

#define FENWICK_INSTANTIATE(T)                                                                                   \
  template void decodeStep(const DecodeShape&, const Memory&, const Token<T>&, const TensorView<T, 3>&, Stream); \
  template void prefillDecode(const DecodeShape&, const Memory&, const Inputs<T>&, Stream);
FENWICK_INSTANTIATE(float)
FENWICK_INSTANTIATE(BFloat16)
#undef FENWICK_INSTANTIATE

}  // namespace fenwick::kernels::cuda
