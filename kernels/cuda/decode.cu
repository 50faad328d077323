#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cpu/checks.h"
#include "kernels/cuda/views.h"

// Decoding. The columns of a head's states are dealt to blocks by kColumns; each block keeps all that it needs, the position too, in a
// record of its own, so that a step is one launch without anything to agree on.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kColumns = 32;
constexpr int kRows = 8;  // rows of a state that a block holds at once
constexpr int kThreads = kColumns * kRows;
constexpr int kRowsOfTile = 64;  // rows of a state that one block fills from a prefix
constexpr int kMostLevels = 64;
constexpr unsigned kAll = 0xffffffffU;

__host__ __device__ inline std::int64_t roundedUp(std::int64_t x, std::int64_t step) {
  return (x + step - 1) / step * step;
}

// Level 0 is the last token's k and v; a level above is the sum of k v^T over its sources, each decayed up to the moment the level
// was filled; what decays it since then is one number, summed in double.
struct Record {
  std::int64_t* position;
  double* logDecay;  // [levels]
  float* k;          // [K]
  float* v;          // [kColumns]
  float* states;     // [levels - 1, K, kColumns]

  __device__ float* state(int level, std::int64_t keyDim) const { return states + (level - 1) * keyDim * kColumns; }
};

struct States {
  char* memory;
  int keyDim, valueDim, levels, tiles;
  std::int64_t longest;

  __host__ __device__ std::int64_t recordBytes() const {
    return roundedUp(8 + 8 * levels + 4 * (keyDim + kColumns + std::int64_t{levels - 1} * keyDim * kColumns), 256);
  }
  __device__ Record record(std::int64_t bh, int tile) const {
    char* start = memory + (bh * tiles + tile) * recordBytes();
    Record r{};
    r.position = reinterpret_cast<std::int64_t*>(start);
    r.logDecay = reinterpret_cast<double*>(start + 8);
    r.k = reinterpret_cast<float*>(start + 8 + 8 * levels);
    r.v = r.k + keyDim;
    r.states = r.v + kColumns;
    return r;
  }
};

States statesOf(const DecodeShape& shape, void* memory) {
  States states{};
  states.memory = static_cast<char*>(memory);
  states.keyDim = static_cast<int>(shape.keyDim);
  states.valueDim = static_cast<int>(shape.valueDim);
  states.levels = levelCount(shape.longest);
  states.tiles = static_cast<int>((shape.valueDim + kColumns - 1) / kColumns);
  states.longest = shape.longest;
  return states;
}

struct RowStrides {
  std::int64_t b, h;
};
template <class T>
struct Rows {
  T* data;
  RowStrides at;
  __device__ T* row(std::int64_t b, std::int64_t h) const { return data + b * at.b + h * at.h; }
};
template <class T, std::size_t Rank>
Rows<T> rowsOf(const TensorView<T, Rank>& view) {
  return {view.data(), {view.stride(0), view.stride(1)}};
}

template <class T>
struct Step {
  States states;
  int heads, headsPerGroup;
  Rows<const T> q, k, v;
  Rows<const float> gate, lambda;
  Rows<T> o;
};

// --- A step ---

template <class T>
__device__ float scoreOf(const T* q, const T* k, int size) {
  double sum = 0;
  for (int x = static_cast<int>(threadIdx.x) % 32; x < size; x += 32)
    sum += static_cast<double>(toFloat(q[x])) * static_cast<double>(toFloat(k[x]));
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
  return static_cast<float>(sum);
}

// The carry: adds all levels below `target` into it. Decays are those before the new token.
__device__ void carry(const States& states, const Record& record, int target, const float* decay) {
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  float* to = record.state(target, states.keyDim);
  for (int row = static_cast<int>(threadIdx.x) / kColumns; row < states.keyDim; row += kRows) {
    const int x = row * kColumns + column;
    float sum = record.k[row] * record.v[column];
    for (int level = 1; level < target; ++level) sum += decay[level] * record.state(level, states.keyDim)[x];
    to[x] = sum;
  }
}

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

std::int64_t records(const DecodeShape& shape) { return shape.batch * shape.heads * statesOf(shape, nullptr).tiles; }

void checkDecode(const DecodeShape& shape, const Memory& state) {
  checkMemory("decode state", state, decodeStateBytes(shape));
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
  checkDecode(shape, state);
  const Shape one{shape.batch, shape.longest, shape.groups, shape.heads, shape.keyDim, shape.valueDim, 0};
  checkToken(one, kernels::Token<float>{asFloat(token.q), asFloat(token.k), asFloat(token.v), token.gate, token.lambda},
             asFloat(o));
  Step<T> step{};
  step.states = statesOf(shape, state.data);
  step.heads = static_cast<int>(shape.heads);
  step.headsPerGroup = static_cast<int>(shape.heads / shape.groups);
  step.q = rowsOf(token.q);
  step.k = rowsOf(token.k);
  step.v = rowsOf(token.v);
  step.gate = rowsOf(token.gate);
  step.lambda = rowsOf(token.lambda);
  step.o = rowsOf(o);
  stepKernel<<<gridOf(records(shape)), kThreads, 0, stream>>>(step);
  checkLaunch("decodeStep");
}

template <class T>
void prefillDecode(const DecodeShape& shape, const Memory& state, const Inputs<T>& inputs, Stream stream) {
  checkDecode(shape, state);
  const Shape given = checkedShape(inputs);
  const Shape expected{shape.batch,  given.length,   shape.groups, shape.heads,
                       shape.keyDim, shape.valueDim, given.levels};
  if (given != expected) throw std::invalid_argument("inputs: expected the sizes of the decode state");
  if (given.length > shape.longest) {
    throw std::invalid_argument("inputs: expected at most the " + std::to_string(shape.longest) +
                                " tokens of the decode state, got " + std::to_string(given.length));
  }
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
