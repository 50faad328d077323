#include "kernels/cuda/decode_state.h"
#include "kernels/cuda/gated_delta_chunk.h"

// Decoding of Gated DeltaNet. A record's key of level 0 is multiplied by beta. The gates that came over a level since its carry are kept beside the
// state, so that they are added up in double; where they have all but forgotten it they move into the state, lest the state outgrow float32.

namespace fenwick::kernels::cuda {
namespace {

using namespace decoding;

constexpr double kFaded = -30;

struct Working {
  float decay[kMostLevels];  // of what a level's state holds; before the token for the carry, then with it
  float fold[kMostLevels];   // what of it moves into the state
  float along[2][kRows][kColumns];
};

// One token of one head, a tile's columns of v.
template <class T>
struct Arrival {
  const T *q, *k, *v;  // without q nothing is read
  const float* lambda;
  float gate, beta;
  int width;
};

// As the last token of the sequence goes below the new one. By all threads of the block.
__device__ void fadeLevels(const States& states, const Record& record, int target, float gate, Working& working) {
  const int level = static_cast<int>(threadIdx.x);
  if (level < states.levels) working.decay[level] = expf(static_cast<float>(record.logDecay[level]));
  __syncthreads();
  if (target > 0) carry(states, record, target, working.decay);
  __syncthreads();
  if (level < states.levels) {
    const double before = level == target ? 0 : record.logDecay[level];
    const double after = level == 0 ? 0 : before + static_cast<double>(gate);
    const bool folds = after < kFaded;
    const float decay = expf(static_cast<float>(after));
    working.fold[level] = folds ? decay : 1;
    working.decay[level] = folds ? 1 : decay;
    record.logDecay[level] = folds ? 0 : after;
  }
  __syncthreads();
}

// Takes in token t; `target`: the level that the carry fills, 0 for none. Returns this thread's part of what the levels above 0 add to its column.
template <class T>
__device__ float takeIn(const States& states, const Record& record, std::int64_t t, int target, const Arrival<T>& token, Working& working) {
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int firstRow = static_cast<int>(threadIdx.x) / kColumns;
  fadeLevels(states, record, target, token.gate, working);
  float sum = 0;
  int turn = 0;  // the other part of `along` may still be read
  for (int level = 1; level < states.levels; ++level) {
    if (((t >> (level - 1)) & 1) == 0) continue;
    float* state = record.state(level, states.keyDim);
    float share = 0;
    for (int row = firstRow; row < states.keyDim; row += kRows) share += toFloat(token.k[row]) * state[row * kColumns + column];
    working.along[turn][firstRow][column] = share;
    __syncthreads();
    float along = 0;
    for (int row = 0; row < kRows; ++row) along += working.along[turn][row][column];
    along *= token.beta;
    turn = 1 - turn;
    float read = 0;
    for (int row = firstRow; row < states.keyDim; row += kRows) {
      float& entry = state[row * kColumns + column];
      entry = working.fold[level] * (entry - toFloat(token.k[row]) * along);
      if (token.q != nullptr) read += toFloat(token.q[row]) * entry;
    }
    if (token.q != nullptr) sum += token.lambda[level] * working.decay[level] * read;
  }
  for (int row = static_cast<int>(threadIdx.x); row < states.keyDim; row += kThreads) record.k[row] = token.beta * toFloat(token.k[row]);
  if (firstRow == 0) record.v[column] = column < token.width ? toFloat(token.v[column]) : 0;
  __syncthreads();
  return sum;
}

template <class T>
__global__ void __launch_bounds__(kThreads) deltaStepKernel(const __grid_constant__ DeltaStep<T> step) {
  __shared__ Working working;
  __shared__ float sums[kRows][kColumns];
  const States& states = step.states;
  const std::int64_t bh = blockIdx.x / states.tiles;
  const int tile = static_cast<int>(blockIdx.x % states.tiles);
  const std::int64_t b = bh / step.heads;
  const int h = static_cast<int>(bh % step.heads);
  const int g = h / step.headsPerGroup;
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int firstRow = static_cast<int>(threadIdx.x) / kColumns;
  const Record record = states.record(bh, tile);
  const Arrival<T> token{step.q.row(b, g),           step.k.row(b, g),     step.v.row(b, h) + tile * kColumns,
                         step.lambda.row(b, h),      *step.gate.row(b, h), *step.beta.row(b, h),
                         min(kColumns, states.valueDim - tile * kColumns)};
  T* o = step.o.row(b, h) + tile * kColumns;
  const std::int64_t t = *record.position;
  if (t >= states.longest) {
    if (firstRow == 0 && column < token.width) assign(o[column], nanf(""));
    return;
  }
  sums[firstRow][column] = takeIn(states, record, t, t == 0 ? 0 : __ffsll(static_cast<long long>(t)), token, working);
  if (threadIdx.x == 0) *record.position = t + 1;
  __syncthreads();
  if (firstRow != 0) return;
  const float score = token.beta * scoreOf(token.q, token.k, states.keyDim);
  if (column >= token.width) return;
  float total = token.lambda[0] * score * record.v[column];
  for (int row = 0; row < kRows; ++row) total += sums[row][column];
  assign(o[column], total);
}

// The states at the last chunk's start are there, their carry done; that chunk's tokens are taken in one by one.
template <class T>
__global__ void __launch_bounds__(kThreads) deltaPrefillKernel(const __grid_constant__ DeltaProblem<T> p, const States states) {
  __shared__ Working working;
  const std::int64_t bh = blockIdx.x / states.tiles;
  const int tile = static_cast<int>(blockIdx.x % states.tiles);
  const int first = tile * kColumns;
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int width = min(kColumns, states.valueDim - first);
  const Record record = states.record(bh, tile);
  const DeltaChunk<T> chunk(p, bh, p.chunks - 1);
  const Head& head = chunk.head;
  if (static_cast<int>(threadIdx.x) < states.levels) record.logDecay[threadIdx.x] = 0;
  if (threadIdx.x == 0) *record.position = p.length;
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!chunk.reads(e)) continue;
    const float* from = chunk.state(e) + first;
    float* to = record.state(kChunkLevels + e, p.keyDim);
    for (int row = static_cast<int>(threadIdx.x) / kColumns; row < p.keyDim; row += kRows)
      to[row * kColumns + column] = column < width ? from[std::int64_t{row} * p.valueDim + column] : 0;
  }
  __syncthreads();
  for (std::int64_t t = chunk.first; t < p.length; ++t) {
    const Arrival<T> token{nullptr, p.k.row(head.b, t, head.g),     p.v.row(head.b, t, head.h) + first,
                           nullptr, *p.gate.row(head.b, t, head.h), *p.beta.row(head.b, t, head.h),
                           width};
    takeIn(states, record, t, t == chunk.first ? 0 : __ffsll(static_cast<long long>(t)), token, working);
  }
}

}  // namespace

template <class T>
void deltaStep(const DeltaStep<T>& step, std::int64_t blocks, Stream stream) {
  deltaStepKernel<<<gridOf(blocks), kThreads, 0, stream>>>(step);
  checkLaunch("gatedDeltaDecodeStep");
}

template <class T>
void deltaPrefill(const DeltaProblem<T>& p, const States& states, Stream stream) {
  deltaPrefillKernel<<<gridOf(p.sequences() * states.tiles), kThreads, 0, stream>>>(p, states);
  checkLaunch("gatedDeltaDecodePrefill");
}

template void deltaStep(const DeltaStep<float>&, std::int64_t, Stream);
template void deltaStep(const DeltaStep<BFloat16>&, std::int64_t, Stream);
template void deltaPrefill(const DeltaProblem<float>&, const States&, Stream);
template void deltaPrefill(const DeltaProblem<BFloat16>&, const States&, Stream);

}  // namespace fenwick::kernels::cuda
