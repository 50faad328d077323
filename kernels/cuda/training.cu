#include <algorithm>
#include <cfloat>

#include "kernels/cuda/problem.h"
#include "kernels/cuda/training.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kTensorsAtOnce = 56;  // their descriptions fit into a launch's arguments
constexpr int kSumBlocks = 256;     // blocks that square one such group
constexpr int kTile = 1024;         // entries that a block takes at a time

// --- Examples ---

__global__ void gatherKernel(ExampleStore store, const std::int32_t* indices, const UpdateOrder* orders, UpdateState* state, std::int64_t* tokens,
                             std::int64_t* rows, std::int64_t* labels) {
  if (blockIdx.x == 0 && threadIdx.x == 0) state->order = orders[state->position % kRing];
  const std::int64_t b = blockIdx.x;
  const std::int64_t example = indices[state->position % kRing * gridDim.x + b];
  for (std::int64_t t = threadIdx.x; t < store.length; t += blockDim.x) tokens[b * store.length + t] = store.tokens[example * store.length + t];
  for (std::int64_t s = threadIdx.x; s < store.scored; s += blockDim.x) {
    rows[b * store.scored + s] = b * store.length + store.places[example * store.scored + s];
    labels[b * store.scored + s] = store.labels[example * store.scored + s];
  }
}

// --- Scores ---

__device__ float warpMax(float x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, d));
  return x;
}
__device__ float warpSum(float x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  return x;
}
__device__ int warpMin(int x) {
  for (int d = kWarp / 2; d > 0; d /= 2) x = min(x, __shfl_xor_sync(~0u, x, d));
  return x;
}

// A warp for each row.
__global__ void scoreKernel(const float* logits, const std::int64_t* labels, std::int64_t rows, int vocabulary,
                            const UpdateState* state, float* losses, float* correct, float* dLogits) {
  const std::int64_t row = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarp;
  const int lane = threadIdx.x % kWarp;
  if (row >= rows) return;
  const float* x = logits + row * vocabulary;
  float* d = dLogits + row * vocabulary;
  const std::int64_t label = labels[row];
  if (label < 0) {
    for (int i = lane; i < vocabulary; i += kWarp) d[i] = 0;
    if (lane == 0) losses[row] = correct[row] = 0;
    return;
  }
  float largest = -FLT_MAX;
  for (int i = lane; i < vocabulary; i += kWarp) largest = fmaxf(largest, x[i]);
  largest = warpMax(largest);
  float sum = 0;
  int best = vocabulary;  // the first of equals
  for (int i = lane; i < vocabulary; i += kWarp) {
    sum += expf(x[i] - largest);
    if (x[i] == largest) best = min(best, i);
  }
  sum = warpSum(sum);
  best = warpMin(best);
  const float loss = logf(sum) + (largest - x[label]);
  const float share = static_cast<float>(1 / state->order.scored) * (isfinite(loss) ? 1.0f : loss);
  for (int i = lane; i < vocabulary; i += kWarp) d[i] = (expf(x[i] - largest) / sum - (i == label ? 1.0f : 0.0f)) * share;
  if (lane != 0) return;
  losses[row] = loss;
  correct[row] = best == label ? 1.0f : 0.0f;
}

// --- The update ---

struct TensorGroup {
  UpdateTensor tensors[kTensorsAtOnce];
  std::int64_t tiles[kTensorsAtOnce + 1];  // before each
  int count;
};

struct Tile {
  int tensor;
  std::int64_t first, end;
};

__device__ Tile tileOf(const TensorGroup& group, std::int64_t tile) {
  int low = 0, high = group.count;  // the last tensor that begins at or before the tile
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (group.tiles[middle] <= tile ? low : high) = middle;
  }
  const std::int64_t first = (tile - group.tiles[low]) * kTile;
  return {low, first, min(first + kTile, group.tensors[low].count)};
}

__device__ double blockSum(double x, double* shared) {
  for (int d = kWarp / 2; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp] = x;
  __syncthreads();
  x = 0;
  for (int w = 0; w < kThreads / kWarp; ++w) x += shared[w];
  __syncthreads();
  return x;
}

// sums: of squares, one for each block; ranks: the least rank with a square that is not finite.
__global__ void squareKernel(const __grid_constant__ TensorGroup group, double* sums, double* ranks) {
  __shared__ double shared[kThreads / kWarp];
  double sum = 0, rank = DBL_MAX;
  for (std::int64_t tile = blockIdx.x; tile < group.tiles[group.count]; tile += gridDim.x) {
    const Tile part = tileOf(group, tile);
    const UpdateTensor& tensor = group.tensors[part.tensor];
    if (tensor.gradient == nullptr) continue;
    double here = 0;
    for (std::int64_t i = part.first + threadIdx.x; i < part.end; i += kThreads) {
      const double g = static_cast<double>(tensor.gradient[i]);
      here += g * g;
    }
    here = blockSum(here, shared);
    if (!isfinite(here)) rank = fmin(rank, static_cast<double>(tensor.rank));
    sum += here;
  }
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = sum;
  ranks[blockIdx.x] = rank;
}

__global__ void judgeKernel(UpdateRule rule, const float* losses, const float* correct, std::int64_t rows, const double* sums, int sumCount,
                            UpdateOutcome* outcomes, UpdateState* state) {
  __shared__ double shared[kThreads / kWarp];
  double loss = 0, right = 0, squares = 0;
  for (std::int64_t i = threadIdx.x; i < rows; i += kThreads) {
    loss += static_cast<double>(losses[i]);
    right += static_cast<double>(correct[i]);
  }
  for (int i = threadIdx.x; i < sumCount; i += kThreads) squares += sums[i];
  loss = blockSum(loss, shared);
  right = blockSum(right, shared);
  squares = blockSum(squares, shared);
  if (threadIdx.x != 0) return;

  UpdateOutcome& outcome = outcomes[state->position % kRing];
  const double norm = sqrt(squares);
  double rank = DBL_MAX;
  if (!isfinite(norm)) {
    for (int i = 0; i < sumCount; ++i) rank = fmin(rank, sums[sumCount + i]);
  }
  if (!isfinite(loss) || !isfinite(norm)) state->stopped = 1;
  state->makes = !state->stopped;
  const bool clips = rule.clipNorm > 0 && norm + 1e-6 > rule.clipNorm;  // as PyTorch clips
  state->gradientScale = clips ? static_cast<float>(rule.clipNorm / (norm + 1e-6)) : 1.0f;
  const std::int64_t position = state->position++;
  outcome.loss = loss / state->order.scored;
  outcome.correct = right;
  outcome.gradientNorm = norm;
  outcome.made = state->makes;
  outcome.tensor = rank < DBL_MAX ? static_cast<std::int32_t>(rank) : -1;
  __threadfence_system();
  *static_cast<volatile std::int64_t*>(&outcome.sequence) = position + 1;
}

// Kingma & Ba, arXiv 1412.6980; decay as in Loshchilov & Hutter, arXiv 1711.05101.
__global__ void adamKernel(const __grid_constant__ TensorGroup group, UpdateRule rule, const UpdateState* state) {
  if (!state->makes) return;
  const double update = static_cast<double>(state->order.adamUpdate);
  const float rate = static_cast<float>(state->order.learningRate), scale = state->gradientScale;
  const float beta1 = static_cast<float>(rule.beta1), beta2 = static_cast<float>(rule.beta2), epsilon = static_cast<float>(rule.epsilon);
  const float rest1 = static_cast<float>(1 - rule.beta1), rest2 = static_cast<float>(1 - rule.beta2);
  const float step = static_cast<float>(static_cast<double>(rate) / (1 - pow(rule.beta1, update)));
  const float root = static_cast<float>(sqrt(1 - pow(rule.beta2, update)));
  for (std::int64_t tile = blockIdx.x; tile < group.tiles[group.count]; tile += gridDim.x) {
    const Tile part = tileOf(group, tile);
    const UpdateTensor& tensor = group.tensors[part.tensor];
    for (std::int64_t i = part.first + threadIdx.x; i < part.end; i += kThreads) {
      const float g = tensor.gradient == nullptr ? 0.0f : tensor.gradient[i] * scale;
      const float first = beta1 * tensor.first[i] + rest1 * g;
      const float second = beta2 * tensor.second[i] + rest2 * g * g;
      tensor.first[i] = first;
      tensor.second[i] = second;
      tensor.values[i] = tensor.values[i] * (1 - rate * tensor.decay) - step * first / (sqrtf(second) / root + epsilon);
    }
  }
}

TensorGroup groupOf(std::span<const UpdateTensor> tensors) {
  TensorGroup group{};
  for (const UpdateTensor& tensor : tensors) {
    group.tensors[group.count] = tensor;
    group.tiles[group.count + 1] = group.tiles[group.count] + (tensor.count + kTile - 1) / kTile;
    ++group.count;
  }
  return group;
}

std::span<const UpdateTensor> groupAt(std::span<const UpdateTensor> tensors, std::size_t first) {
  return tensors.subspan(first, std::min<std::size_t>(kTensorsAtOnce, tensors.size() - first));
}

}  // namespace

void gatherExamples(const ExampleStore& store, const std::int32_t* indices, const UpdateOrder* orders, UpdateState* state, std::int64_t rowCount,
                    std::int64_t* tokens, std::int64_t* rows, std::int64_t* labels, Stream stream) {
  gatherKernel<<<gridOf(rowCount), kThreads, 0, stream>>>(store, indices, orders, state, tokens, rows, labels);
  checkLaunch("gatherExamples");
}

void scoreLogits(const float* logits, const std::int64_t* labels, std::int64_t rows, std::int64_t vocabulary, const UpdateState* state, float* losses,
                 float* correct, float* dLogits, Stream stream) {
  constexpr int rowsPerBlock = kThreads / kWarp;
  scoreKernel<<<gridOf((rows + rowsPerBlock - 1) / rowsPerBlock), kThreads, 0, stream>>>(logits, labels, rows, static_cast<int>(vocabulary), state,
                                                                                         losses, correct, dLogits);
  checkLaunch("scoreLogits");
}

std::int64_t updateSums(std::int64_t tensors) { return 2 * kSumBlocks * ((tensors + kTensorsAtOnce - 1) / kTensorsAtOnce); }

void updateTensors(std::span<const UpdateTensor> tensors, const UpdateRule& rule, const float* losses, const float* correct, std::int64_t rows,
                   UpdateOutcome* outcomes, UpdateState* state, double* sums, Stream stream) {
  const int sumCount = static_cast<int>(updateSums(static_cast<std::int64_t>(tensors.size())) / 2);
  double* blockSums = sums;
  for (std::size_t first = 0; first < tensors.size(); first += kTensorsAtOnce, blockSums += kSumBlocks) {
    squareKernel<<<kSumBlocks, kThreads, 0, stream>>>(groupOf(groupAt(tensors, first)), blockSums, blockSums + sumCount);
    checkLaunch("updateTensors, squares");
  }
  judgeKernel<<<1, kThreads, 0, stream>>>(rule, losses, correct, rows, sums, sumCount, outcomes, state);
  checkLaunch("updateTensors, outcome");
  for (std::size_t first = 0; first < tensors.size(); first += kTensorsAtOnce) {
    const TensorGroup group = groupOf(groupAt(tensors, first));
    const std::int64_t tiles = group.tiles[group.count];
    adamKernel<<<static_cast<unsigned>(std::min<std::int64_t>(tiles, 1024)), kThreads, 0, stream>>>(group, rule, state);
    checkLaunch("updateTensors, Adam");
  }
}

}  // namespace fenwick::kernels::cuda
