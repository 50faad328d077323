#include "kernels/cuda/tensor_chunk.h"

// The states between chunks and their gradients. Running states and sums are float32; what other kernels multiply on the tensor cores is
// written in the type that they multiply.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kThreads = 128;
constexpr int kStages = 2;
constexpr unsigned kAll = 0xffffffffU;

// Where a block's tile lies in the state of its head, and a warp's part in the tile: four warps, two by two.
template <int Rows, int Columns>
struct Place {
  static constexpr int kRows = Rows, kColumns = Columns;
  static constexpr int kTilesDown = Rows / 32, kTilesAcross = Columns / 16;  // of 16 x 8, of a warp
  using WarpTile = Accumulator[kTilesDown][kTilesAcross];
  std::int64_t bh;
  int row, column;

  template <class T>
  __device__ Place(const Problem<T>& p, std::int64_t index) {
    const int across = p.stateColumns / Columns;
    const int tiles = p.stateRows / Rows * across;
    const int tile = static_cast<int>(index % tiles);
    bh = index / tiles;
    row = tile / across * Rows;
    column = tile % across * Columns;
  }
  template <class T>
  static std::int64_t count(const Problem<T>& p) {
    return p.sequences() * (p.stateRows / Rows) * (p.stateColumns / Columns);
  }
  __device__ static int warpRow() { return warpIndex() / 2 * (Rows / 2); }
  __device__ static int warpColumn() { return warpIndex() % 2 * (Columns / 2); }

  template <class Use>
  __device__ static void forEachPair(const WarpTile& tile, const Use& use) {
    for (int m = 0; m < kTilesDown; ++m) {
      for (int n = 0; n < kTilesAcross; ++n) {
        use(16 * m + laneRow(), 8 * n + laneColumn(), tile[m][n][0], tile[m][n][1]);
        use(16 * m + laneRow() + 8, 8 * n + laneColumn(), tile[m][n][2], tile[m][n][3]);
      }
    }
  }
  __device__ static void clear(WarpTile& tile) {
    for (auto& across : tile)
      for (auto& c : across)
        for (float& x : c) x = 0;
  }

  template <class Kind>
  __device__ void write(const Problem<typename Kind::Number>& p, void* states, int j, const WarpTile& tile) const {
    auto* state = static_cast<typename Kind::Number*>(states) + (bh * (p.chunks - 1) + j - 1) * p.stateSize() +
                  std::int64_t{row + warpRow()} * p.stateColumns + column + warpColumn();
    forEachPair(tile, [&](int r, int c, float a, float b) { Kind::storePair(state + r * p.stateColumns + c, a, b); });
  }
};

// What a chunk brings: columns of k or q, of v or dO, and one factor for each token.
template <class Kind, class Place>
struct Stage {
  using Number = typename Kind::Number;
  static constexpr int kLeft = Place::kRows + Kind::kPad;
  static constexpr int kRight = Place::kColumns + Kind::kPad;
  Number left[kChunk * kLeft];
  Number right[kChunk * kRight];
  float factors[kChunk];

  __device__ void copy(const Problem<Number>& p, const Place& place, const Head& head, int i,
                       const Tensor<const Number>& leftTensor, const Tensor<const Number>& rightTensor,
                       const float* factorsOfChunk) {
    const std::int64_t first = std::int64_t{i} * kChunk;
    const int size = chunkSize(p, i);
    copyRows<kThreads, kChunk, Place::kRows>(left, kLeft, leftTensor.row(head.b, first, head.g) + place.row,
                                             leftTensor.at.t, size, p.keyDim - place.row, leftTensor.wide);
    copyRows<kThreads, kChunk, Place::kColumns>(right, kRight, rightTensor.row(head.b, first, head.h) + place.column,
                                                rightTensor.at.t, size, p.valueDim - place.column, rightTensor.wide);
    copyFloats<kThreads>(factors, factorsOfChunk, kChunk);
    commitCopies();
  }

  // tile += left^T (factors * right), over the tokens of the chunk.
  __device__ void addProduct(typename Place::WarpTile& tile) const {
#pragma unroll
    for (int t = 0; t < kChunk; t += Kind::kStep) {
      typename Kind::A a[Place::kTilesDown];
#pragma unroll
      for (int m = 0; m < Place::kTilesDown; ++m)
        Kind::loadColumnsA(a[m], left + t * kLeft + Place::warpRow() + 16 * m, kLeft);
      const typename Kind::StepFactors step = Kind::loadStepFactors(factors + t);
      typename Kind::B b[Place::kTilesAcross / 2][2];
#pragma unroll
      for (int n = 0; n < Place::kTilesAcross / 2; ++n)
        Kind::loadB(b[n], right + t * kRight + Place::warpColumn() + 16 * n, kRight);
#pragma unroll
      for (int n = 0; n < Place::kTilesAcross; ++n) {
        Kind::scaleSteps(b[n / 2][n % 2], step);
        for (int m = 0; m < Place::kTilesDown; ++m) Kind::multiply(tile[m][n], a[m], b[n / 2][n % 2]);
      }
    }
  }
};

// --- States: a block follows one tile of one head's states through all chunks, like a binary counter ---

using StatePlace = Place<64, 32>;

// The running states of the lowest levels stay in registers; the highest level is never carried on; the others have slots in shared memory,
// a thread's parts of it one level after the other.
constexpr int kLowLevels = 3;
__host__ __device__ inline int slotsOf(int stateLevels) {
  return stateLevels > kLowLevels + 1 ? stateLevels - kLowLevels - 1 : 0;
}
__device__ inline float4* slotOf(float4* slots, int level) {
  return slots + (level - kLowLevels) * 4 * kThreads + threadIdx.x;
}
__device__ inline void storeSlot(float4* slot, const StatePlace::WarpTile& tile) {
  for (int n = 0; n < 4; ++n) {
    const Accumulator& c = tile[n / 2][n % 2];
    slot[n * kThreads] = {c[0], c[1], c[2], c[3]};
  }
}
__device__ inline void addSlot(StatePlace::WarpTile& tile, float factor, const float4* slot) {
  for (int n = 0; n < 4; ++n) {
    const float4 x = slot[n * kThreads];
    Accumulator& c = tile[n / 2][n % 2];
    c[0] += factor * x.x;
    c[1] += factor * x.y;
    c[2] += factor * x.z;
    c[3] += factor * x.w;
  }
}

__device__ inline void addScaled(StatePlace::WarpTile& tile, float factor, const StatePlace::WarpTile& other) {
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 2; ++n)
      for (int x = 0; x < 4; ++x) tile[m][n][x] += factor * other[m][n][x];
}

template <class Kind>
__global__ void __launch_bounds__(kThreads, 3) statesKernel(const __grid_constant__ Problem<typename Kind::Number> p) {
  extern __shared__ float4 slots[];
  auto* stages = reinterpret_cast<Stage<Kind, StatePlace>*>(slots + slotsOf(p.stateLevels) * 4 * kThreads);
  const StatePlace place(p, blockIdx.x);
  const Head head = headOf(p, place.bh);
  const auto copy = [&](int i) {
    stages[i % kStages].copy(p, place, head, i, p.k, p.v, recordOf(p, place.bh, i) + ChunkRecord::kToEnd);
  };
  copy(0);
  StatePlace::WarpTile low[kLowLevels];
  for (auto& tile : low) StatePlace::clear(tile);
  for (int j = 1; j < p.chunks; ++j) {
    waitForCopies<0>();
    __syncthreads();
    if (j + 1 < p.chunks) copy(j);
    StatePlace::WarpTile tile;
    StatePlace::clear(tile);
    stages[(j - 1) % kStages].addProduct(tile);
    const int level = lowestBit(j);
#pragma unroll
    for (int e = 0; e < kLowLevels; ++e) {
      if (e < level) addScaled(tile, decayBetweenChunks(p, place.bh, j - (1 << e), j), low[e]);
    }
    for (int e = kLowLevels; e < level; ++e)
      addSlot(tile, decayBetweenChunks(p, place.bh, j - (1 << e), j), slotOf(slots, e));
#pragma unroll
    for (int e = 0; e < kLowLevels; ++e) {
      if (e != level) continue;
      StatePlace::clear(low[e]);
      addScaled(low[e], 1, tile);
    }
    if (level >= kLowLevels && level + 1 < p.stateLevels) storeSlot(slotOf(slots, level), tile);
    place.template write<Kind>(p, p.states, j, tile);
  }
}

// --- Gradients of what chunks read of a state: a block for each tile of each state ---

using GradientPlace = Place<64, 64>;

// State number `rank` when those that the most chunks read come first.
__device__ inline int stateByReaders(int rank, int chunks, int stateLevels) {
  for (int e = stateLevels - 1;; --e) {
    const int count = ((chunks - 1 - (1 << e)) >> (e + 1)) + 1;
    if (rank < count) return (2 * rank + 1) << e;
    rank -= count;
  }
}

template <class Kind>
__global__ void __launch_bounds__(kThreads) readsKernel(const __grid_constant__ Problem<typename Kind::Number> p) {
  extern __shared__ float4 shared[];
  auto* stages = reinterpret_cast<Stage<Kind, GradientPlace>*>(shared);
  const std::int64_t places =
      p.sequences() * (p.stateRows / GradientPlace::kRows) * (p.stateColumns / GradientPlace::kColumns);
  const GradientPlace place(p, blockIdx.x % places);
  const Head head = headOf(p, place.bh);
  const int j = stateByReaders(static_cast<int>(blockIdx.x / places), p.chunks, p.stateLevels);
  const int e = lowestBit(j);
  const int end = min(j + (1 << e), p.chunks);
  const auto copy = [&](int i) {
    const int read = readsOf(i & ((1 << e) - 1));
    stages[i % kStages].copy(p, place, head, i, p.q, p.dO,
                             recordOf(p, place.bh, i) + ChunkRecord::kReads + read * ChunkRecord::kRead);
  };
  copy(j);
  GradientPlace::WarpTile sum;
  GradientPlace::clear(sum);
  for (int i = j; i < end; ++i) {
    waitForCopies<0>();
    __syncthreads();
    if (i + 1 < end) copy(i + 1);
    if constexpr (Kind::kSumsAnywhere) {
      stages[i % kStages].addProduct(sum);
    } else {
      GradientPlace::WarpTile tile;
      GradientPlace::clear(tile);
      stages[i % kStages].addProduct(tile);
#pragma unroll
      for (int m = 0; m < GradientPlace::kTilesDown; ++m)
        for (int n = 0; n < GradientPlace::kTilesAcross; ++n)
          for (int x = 0; x < 4; ++x) sum[m][n][x] += tile[m][n][x];
    }
  }
  place.template write<Kind>(p, p.stateGradients, j, sum);
}

// --- From the gradients of reads to those of the states: each thread follows 16 bytes of one head's states ---

template <class Number>
struct Sixteen {
  static constexpr int kCount = 16 / static_cast<int>(sizeof(Number));
  uint4 bytes;
  __device__ void unpack(float (&x)[kCount]) const {
    for (int n = 0; n < kCount; ++n) x[n] = toFloat(reinterpret_cast<const Number*>(&bytes)[n]);
  }
  __device__ void pack(const float (&x)[kCount]) {
    for (int n = 0; n < kCount; ++n) assign(reinterpret_cast<Number*>(&bytes)[n], x[n]);
  }
};

// State j is read by its chunks and by the next state above it, `to`; adds what comes through that one, and notes what the pairs weigh that
// go through both.
template <class T>
__global__ void __launch_bounds__(kThreads) carryGradientsKernel(const __grid_constant__ Problem<T> p) {
  using Part = Sixteen<T>;
  extern __shared__ float above[];  // [stateLevels, kCount, kThreads] by level, the last gradient
  const int blocks = static_cast<int>(p.stateSize() / (Part::kCount * kThreads));
  const std::int64_t bh = blockIdx.x / blocks;
  const int block = static_cast<int>(blockIdx.x % blocks);
  const std::int64_t place = (std::int64_t{block} * kThreads + threadIdx.x) * Part::kCount;
  T* gradients = static_cast<T*>(p.stateGradients) + bh * (p.chunks - 1) * p.stateSize() + place;
  const T* states = static_cast<const T*>(p.states) + bh * (p.chunks - 1) * p.stateSize() + place;
  struct Step {
    Part gradient, state;
    float decay;
  };
  const auto load = [&](int j) {
    Step step{};
    if (j < 1) return step;
    const int to = j + (1 << lowestBit(j));
    step.gradient.bytes = *reinterpret_cast<const uint4*>(gradients + (j - 1) * p.stateSize());
    if (to >= p.chunks) return step;
    step.state.bytes = *reinterpret_cast<const uint4*>(states + (j - 1) * p.stateSize());
    step.decay = decayBetweenChunks(p, bh, j, to);
    return step;
  };
  Step next = load(p.chunks - 1);
  for (int j = p.chunks - 1; j >= 1; --j) {
    const Step step = next;
    next = load(j - 1);
    const int level = lowestBit(j);
    const int to = j + (1 << level);
    float gradient[Part::kCount];
    step.gradient.unpack(gradient);
    if (to < p.chunks) {
      float state[Part::kCount];
      step.state.unpack(state);
      const float* higher = above + lowestBit(to) * Part::kCount * kThreads + threadIdx.x;
      float sum = 0;
      for (int n = 0; n < Part::kCount; ++n) {
        const float x = step.decay * higher[n * kThreads];
        gradient[n] += x;
        sum += x * state[n];
      }
      for (int shift = 16; shift > 0; shift /= 2) sum += __shfl_xor_sync(kAll, sum, shift);
      if (laneIndex() == 0)
        p.carrySums[(bh * p.chunks + j) * p.carryParts + block * (kThreads / 32) + warpIndex()] =
            static_cast<double>(sum);
      Part result;
      result.pack(gradient);
      *reinterpret_cast<uint4*>(gradients + (j - 1) * p.stateSize()) = result.bytes;
    }
    if (level == 0) continue;
    for (int n = 0; n < Part::kCount; ++n) above[(level * Part::kCount + n) * kThreads + threadIdx.x] = gradient[n];
  }
}

template <class Kind>
int stageBytes() {
  return kStages * static_cast<int>(std::max(sizeof(Stage<Kind, StatePlace>), sizeof(Stage<Kind, GradientPlace>)));
}
int slotBytes(int stateLevels) { return slotsOf(stateLevels) * 4 * kThreads * static_cast<int>(sizeof(float4)); }
template <class T>
int aboveBytes(int stateLevels) {
  return stateLevels * Sixteen<T>::kCount * kThreads * static_cast<int>(sizeof(float));
}

}  // namespace

template <class T>
int tensorCarryParts(int stateSize) {
  return stateSize / (Sixteen<T>::kCount * 32);
}

template <class Kind>
int tensorStatesMemory(int stateLevels) {
  return std::max(slotBytes(stateLevels) + stageBytes<Kind>(), aboveBytes<typename Kind::Number>(stateLevels));
}

template <class Kind>
void tensorStates(const Problem<typename Kind::Number>& p, Stream stream) {
  if (p.chunks == 1) return;
  const int bytes = slotBytes(p.stateLevels) + kStages * static_cast<int>(sizeof(Stage<Kind, StatePlace>));
  allowShared(statesKernel<Kind>);
  statesKernel<Kind><<<gridOf(StatePlace::count(p)), kThreads, static_cast<std::size_t>(bytes), stream>>>(p);
  checkLaunch("tensorStates");
}

template <class Kind>
void tensorStateGradients(const Problem<typename Kind::Number>& p, Stream stream) {
  if (p.chunks == 1) return;
  using T = typename Kind::Number;
  const int bytes = kStages * static_cast<int>(sizeof(Stage<Kind, GradientPlace>));
  allowShared(readsKernel<Kind>);
  readsKernel<Kind>
      <<<gridOf(GradientPlace::count(p) * (p.chunks - 1)), kThreads, static_cast<std::size_t>(bytes), stream>>>(p);
  checkLaunch("tensorReads");
  const int above = aboveBytes<T>(p.stateLevels);
  allowShared(carryGradientsKernel<T>);
  const std::int64_t blocks = p.sequences() * (p.stateSize() / (Sixteen<T>::kCount * kThreads));
  carryGradientsKernel<T><<<gridOf(blocks), kThreads, static_cast<std::size_t>(above), stream>>>(p);
  checkLaunch("tensorCarryGradients");
}

template int tensorCarryParts<float>(int);
template int tensorCarryParts<BFloat16>(int);

#define FENWICK_INSTANTIATE(Kind)                                         \
  template int tensorStatesMemory<Kind>(int);                             \
  template void tensorStates<Kind>(const Problem<Kind::Number>&, Stream); \
  template void tensorStateGradients<Kind>(const Problem<Kind::Number>&, Stream);
FENWICK_INSTANTIATE(Bf16)
FENWICK_INSTANTIATE(Float<false>)
FENWICK_INSTANTIATE(Float<true>)
#undef FENWICK_INSTANTIATE

}  // namespace fenwick::kernels::cuda
