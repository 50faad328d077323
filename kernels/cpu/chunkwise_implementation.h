// The inner loops of the chunkwise form. No #pragma once: each chunkwise_<instruction set>.cpp defines
//   FENWICK_INSTRUCTION_SET     the namespace, as in chunkwise_kernels.h
//   FENWICK_VECTOR_BYTES        16, 32 or 64
//   FENWICK_VECTOR_REGISTERS    16 or 32
// and includes it. All that is defined here has internal linkage, so that no two builds of one function can be mixed
// up, and only headers without inline functions of run-time use are included, for the same reason.
//
// One chunk of C tokens, scores S = Q K^T, output gradients P = dO V^T, decay D_ts = exp(c_t - c_s) with c the sum of
// the chunk's gates up to a token:
//   A = lambda D S      o  = A V + sum over reads of w_t q_t U
//   dS = lambda D P     dq = dS K, dk = dS^T Q, dv = A^T dO, and from the states U read and their gradient Z passed on
//   E = D S P           dlambda_t^l = sum of E_ts over the sources of level l; the weight of a pair is lambda E

#include <cstdint>
#include <utility>

#include "kernels/cpu/chunkwise_kernels.h"
#include "kernels/fenwick.h"

namespace fenwick::kernels::FENWICK_INSTRUCTION_SET {
namespace {

#include "kernels/cpu/chunk.h"

template <class T>
std::int64_t scratchSize(const ChunkwiseProblem<T>& p) {
  Scratch<T> scratch;
  alignas(64) T anchor[1] = {};
  return scratch.lay(p, anchor);
}

// --- One chunk of one head and its states ---

template <class T>
struct HeadChunk : Chunk<T> {
  const HeadMemory<T>& head;

  HeadChunk(const ChunkwiseProblem<T>& problem, std::int64_t batch, std::int64_t headIndex, std::int64_t index, const HeadMemory<T>& memory,
            T* scratchMemory)
      : Chunk<T>(problem, batch, headIndex, index, scratchMemory), head(memory) {}

  T* state(std::int64_t j) const { return head.states + (j - 1) * this->p.keyWidth * this->p.valueWidth; }
  T* stateGradient(std::int64_t j) const { return head.stateGradients + (j - 1) * this->p.keyWidth * this->p.valueWidth; }
};

// --- Which states there are ---

// Whether chunk i reads a state through bit e, and which.
template <class T>
FENWICK_INLINE bool readsThrough(const ChunkwiseProblem<T>& p, std::int64_t i, int e) {
  return p.oneState ? i > 0 : ((i >> e) & 1) != 0;
}
template <class T>
FENWICK_INLINE std::int64_t stateRead(const ChunkwiseProblem<T>& p, std::int64_t i, int e) {
  return p.oneState ? i : (i >> e) << e;
}
// The last chunk that reads state j.
template <class T>
FENWICK_INLINE std::int64_t lastReader(const ChunkwiseProblem<T>& p, std::int64_t j, int e) {
  return p.oneState ? j : smaller(j + (std::int64_t{1} << e), p.chunks) - 1;
}
// The state that takes state j over; N where none does.
template <class T>
FENWICK_INLINE std::int64_t successor(const ChunkwiseProblem<T>& p, std::int64_t j) {
  return smaller(p.oneState ? j + 1 : j + (std::int64_t{1} << trailingZeros(j)), p.chunks);
}
// How many states state j takes over: j - 1, j - 2, j - 4 …
template <class T>
FENWICK_INLINE int predecessors(const ChunkwiseProblem<T>& p, std::int64_t j) {
  if (p.oneState) return j > 1 ? 1 : 0;
  return trailingZeros(j);
}

template <class T>
double gatesBetween(const HeadMemory<T>& head, std::int64_t fromChunk, std::int64_t toChunk) {
  double sum = 0;
  for (std::int64_t m = fromChunk; m < toChunk; ++m) sum += head.gateSums[m];
  return sum;
}

template <class T>
T exponentialOf(double x) {
  return exponential<T>(splat(static_cast<T>(x)))[0];
}

// scores: S becomes A.
template <class T>
void weighScores(const Chunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr int laneLevels = levelCount(lanes) - 1;
  const Scratch<T>& scratch = chunk.scratch;
  for (std::int64_t t = 0; t < chunk.rows; ++t) {
    const std::int64_t block = t / lanes;
    const Vec<T> high = splat(scratch.gateHigh[t]);
    const Vec<T> low = splat(scratch.gateLow[t]);
    const T* lambda = scratch.lambda + t * kLambdaRow;
    T* row = scratch.scores + t * kChunkMax;
    for (std::int64_t other = 0; other < block; ++other) {
      const std::int64_t s = other * lanes;
      const Vec<T> weight = splat(lambda[laneLevels + bitWidth(block ^ other)]);
      store(row + s, load(row + s) * decayOf(scratch, high, low, s) * weight);
    }
    const std::int64_t s = block * lanes;
    const IntVec<T> levels = diagonalLevelsOf<T>(t);
    const Vec<T> value = load(row + s) * decayOf(scratch, high, low, s) * diagonalLambda<T>(levels, lambda);
    store(row + s, masked<T>(levels >= splatInt<T>(0), value));
    clearRest(row, s + lanes, t);
  }
}

// scores: S becomes A; scoreGradients: P becomes dS. Writes dlambda of the levels inside the chunk, 0 to all others,
// and to dgate what the pairs inside the chunk give: entry r is the sum of the weights of all pairs s < r <= t,
// gathered from the last row up.
template <class T>
void weighScoreGradients(const Chunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr int laneLevels = levelCount(lanes) - 1;
  const ChunkwiseProblem<T>& p = chunk.p;
  const Scratch<T>& scratch = chunk.scratch;
  Vec<T> across[kChunkMax / lanes];  // by source: the weights of all pairs with rows >= t
  for (Vec<T>& sum : across) sum = Vec<T>{};
  for (std::int64_t t = chunk.rows - 1; t >= 0; --t) {
    const std::int64_t block = t / lanes;
    const Vec<T> high = splat(scratch.gateHigh[t]);
    const Vec<T> low = splat(scratch.gateLow[t]);
    const T* lambda = scratch.lambda + t * kLambdaRow;
    T* row = scratch.scores + t * kChunkMax;
    T* gradientRow = scratch.scoreGradients + t * kChunkMax;
    Vec<T> levelSums[kLambdaRow];
    for (int level = laneLevels + 1; level < chunk.p.chunkLevels; ++level) levelSums[level] = Vec<T>{};
    Vec<T> gateSum{};
    for (std::int64_t other = 0; other < block; ++other) {
      const std::int64_t s = other * lanes;
      const int level = laneLevels + bitWidth(block ^ other);
      const Vec<T> weight = splat(lambda[level]);
      const Vec<T> decay = decayOf(scratch, high, low, s);
      const Vec<T> decayed = load(row + s) * decay;
      const Vec<T> gradient = load(gradientRow + s);
      const Vec<T> product = decayed * gradient;
      store(row + s, weight * decayed);
      store(gradientRow + s, weight * gradient * decay);
      levelSums[level] += product;
      across[other] += weight * product;
      gateSum += across[other];
    }
    const std::int64_t s = block * lanes;
    const IntVec<T> levels = diagonalLevelsOf<T>(t);
    const IntVec<T> past = levels >= splatInt<T>(0);
    const IntVec<T> before = levels > splatInt<T>(0);
    const Vec<T> weight = diagonalLambda<T>(levels, lambda);
    const Vec<T> decay = masked<T>(past, decayOf(scratch, high, low, s));
    const Vec<T> decayed = masked<T>(past, load(row + s)) * decay;
    const Vec<T> gradient = masked<T>(past, load(gradientRow + s));
    const Vec<T> product = decayed * gradient;
    store(row + s, weight * decayed);
    store(gradientRow + s, weight * gradient * decay);
    clearRest(row, s + lanes, t);
    clearRest(gradientRow, s + lanes, t);
    across[block] += masked<T>(before, weight * product);
    gateSum += masked<T>(before, across[block]);
    if (t >= chunk.size) continue;

    chunk.at(p.dgate, p.dgateAt, chunk.h)[t * p.dgateAt.t] = sumOfLanes<T>(gateSum);
    if (!p.oneState) writeLambdaGradients(chunk, t, levels, product, levelSums);
  }
}

// --- The functions of the table ---

template <class T>
void sumGates(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, const HeadMemory<T>& head) {
  const T* gates = p.gate + b * p.gateAt.b + h * p.gateAt.h;
  for (std::int64_t i = 0; i < p.chunks; ++i) {
    double sum = 0;
    for (std::int64_t t = i * p.chunk; t < smaller((i + 1) * p.chunk, p.length); ++t) {
      const double gate = static_cast<double>(gates[t * p.gateAt.t]);
      sum += gate < kForgotten ? kForgotten : gate;
    }
    head.gateSums[i] = sum;
  }
}

template <class T>
void ownState(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>& head,
              T* memory) {
  HeadChunk<T> chunk(p, b, h, i, head, memory);
  chunk.sumGates();
  chunk.decayToEnd();
  chunk.scaleRows(chunk.k());
  const Rows<const T> v = chunk.v();
  multiply<T, true, false>(Depth::Full, p.keyWidth, p.valueWidth, chunk.rows, chunk.scratch.scaled, p.keyWidth, v.data,
                           v.stride, chunk.state(i + 1), p.valueWidth);
}

template <class T>
void carryState(const ChunkwiseProblem<T>& p, std::int64_t j, const HeadMemory<T>& head) {
  const std::int64_t size = p.keyWidth * p.valueWidth;
  for (int e = 0; e < predecessors(p, j); ++e) {
    const std::int64_t from = j - (std::int64_t{1} << e);
    addScaled(size, exponentialOf<T>(gatesBetween(head, from, j)), head.states + (from - 1) * size,
              head.states + (j - 1) * size);
  }
}

template <class T>
void outputs(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>& head,
             T* memory) {
  HeadChunk<T> chunk(p, b, h, i, head, memory);
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  const Rows<const T> v = chunk.v();
  const Rows<T> o = chunk.o();
  chunk.sumGates();
  chunk.readLambda();
  transpose(chunk.rows, p.keyWidth, k.data, k.stride, scratch.keyColumns, kChunkMax);
  multiplyLower<T, false>(Depth::Full, chunk.rows, p.keyWidth, q.data, q.stride, scratch.keyColumns, kChunkMax, scratch.scores, kChunkMax);
  weighScores(chunk);
  multiply<T, false, false>(Depth::UpToRow, chunk.rows, p.valueWidth, chunk.rows, scratch.scores, kChunkMax, v.data,
                            v.stride, o.data, o.stride);
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!readsThrough(p, i, e)) continue;
    const std::int64_t j = stateRead(p, i, e);
    chunk.decayFromBefore(gatesBetween(head, j, i));
    for (std::int64_t t = 0; t < chunk.size; ++t) scratch.factor[t] *= chunk.lambdaOf(t, p.chunkLevels + e);
    chunk.scaleRows(q);
    multiply<T, false, true>(Depth::Full, chunk.rows, p.valueWidth, p.keyWidth, scratch.scaled, p.keyWidth,
                             chunk.state(j), p.valueWidth, o.data, o.stride);
  }
  chunk.finishOutput(o);
}

template <class T>
void readGradients(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t only,
                   const HeadMemory<T>& head, T* memory) {
  HeadChunk<T> chunk(p, b, h, i, head, memory);
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> dO = chunk.dO();
  chunk.sumGates();
  for (int e = 0; e < p.stateLevels; ++e) {
    const std::int64_t j = stateRead(p, i, e);
    if (!readsThrough(p, i, e) || (only != 0 && only != j)) continue;
    chunk.decayFromBefore(gatesBetween(head, j, i));
    for (std::int64_t t = 0; t < chunk.size; ++t) scratch.factor[t] *= chunk.lambdaOf(t, p.chunkLevels + e);
    chunk.scaleRows(q);
    const bool isFirst = i == lastReader(p, j, e);  // chunks come in falling order
    const auto product = isFirst ? multiply<T, true, false> : multiply<T, true, true>;
    product(Depth::Full, p.keyWidth, p.valueWidth, chunk.rows, scratch.scaled, p.keyWidth, dO.data, dO.stride,
            chunk.stateGradient(j), p.valueWidth);
  }
}

template <class T>
void carryGradient(const ChunkwiseProblem<T>& p, std::int64_t j, const HeadMemory<T>& head) {
  const std::int64_t size = p.keyWidth * p.valueWidth;
  const std::int64_t to = successor(p, j);
  head.carrySums[j] = 0;
  if (to >= p.chunks) return;
  const T decay = exponentialOf<T>(gatesBetween(head, j, to));
  const T* above = head.stateGradients + (to - 1) * size;
  head.carrySums[j] =
      static_cast<double>(decay) * static_cast<double>(dotProduct(size, above, head.states + (j - 1) * size));
  addScaled(size, decay, above, head.stateGradients + (j - 1) * size);
}

// What chunk i's reads give to dq, dlambda and the sums of weights.
template <class T>
void gradientsOfReads(HeadChunk<T>& chunk, const Rows<const T>& q, const Rows<const T>& dO, const Rows<T>& dq) {
  const ChunkwiseProblem<T>& p = chunk.p;
  const Scratch<T>& scratch = chunk.scratch;
  for (std::int64_t t = 0; t < chunk.rows; ++t) scratch.readWeight[t] = 0;
  T* dlambda = p.oneState ? nullptr : chunk.at(p.dlambda, p.dlambdaAt, chunk.h);
  for (int e = 0; e < p.stateLevels; ++e) {
    double& total = chunk.head.readSums[chunk.i * p.stateLevels + e];
    total = 0;
    if (!readsThrough(p, chunk.i, e)) continue;
    const int level = p.chunkLevels + e;
    const std::int64_t j = stateRead(p, chunk.i, e);
    chunk.decayFromBefore(gatesBetween(chunk.head, j, chunk.i));
    transpose(p.keyWidth, p.valueWidth, chunk.state(j), p.valueWidth, scratch.state, p.keyWidth);
    multiply<T, false, false>(Depth::Full, chunk.rows, p.keyWidth, p.valueWidth, dO.data, dO.stride, scratch.state,
                              p.keyWidth, scratch.projected, p.keyWidth);
    for (std::int64_t t = 0; t < chunk.size; ++t) {
      const T* projected = scratch.projected + t * p.keyWidth;
      const T gradient = scratch.factor[t] * dotProduct(p.keyWidth, q[t], projected);
      const T lambda = chunk.lambdaOf(t, level);
      if (dlambda != nullptr) dlambda[t * p.dlambdaAt.t + level] = gradient;
      const double weight = static_cast<double>(lambda) * static_cast<double>(gradient);
      scratch.readWeight[t] += weight;
      total += weight;
      addScaled(p.keyWidth, lambda * scratch.factor[t], projected, dq[t]);
    }
  }
}

// What the state that chunk i passes on gives to dk, dv and the sums of weights.
template <class T>
void gradientsOfPassing(HeadChunk<T>& chunk, const Rows<const T>& k, const Rows<const T>& v, const Rows<T>& dk,
                        const Rows<T>& dv) {
  const ChunkwiseProblem<T>& p = chunk.p;
  const Scratch<T>& scratch = chunk.scratch;
  for (std::int64_t s = 0; s < chunk.rows; ++s) scratch.passWeight[s] = 0;
  if (chunk.isLast()) return;
  const T* gradient = chunk.stateGradient(chunk.i + 1);
  chunk.decayToEnd();
  chunk.scaleRows(k);
  multiply<T, false, true>(Depth::Full, chunk.rows, p.valueWidth, p.keyWidth, scratch.scaled, p.keyWidth, gradient,
                           p.valueWidth, dv.data, dv.stride);
  transpose(p.keyWidth, p.valueWidth, gradient, p.valueWidth, scratch.state, p.keyWidth);
  multiply<T, false, false>(Depth::Full, chunk.rows, p.keyWidth, p.valueWidth, v.data, v.stride, scratch.state,
                            p.keyWidth, scratch.projected, p.keyWidth);
  for (std::int64_t s = 0; s < chunk.size; ++s) {
    const T* projected = scratch.projected + s * p.keyWidth;
    scratch.passWeight[s] = static_cast<double>(scratch.factor[s] * dotProduct(p.keyWidth, k[s], projected));
    addScaled(p.keyWidth, scratch.factor[s], projected, dk[s]);
  }
}

template <class T>
void gradients(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>& head,
               T* memory) {
  HeadChunk<T> chunk(p, b, h, i, head, memory);
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  const Rows<const T> v = chunk.v();
  const Rows<const T> dO = chunk.dO();
  const Rows<T> dq = chunk.dq();
  const Rows<T> dk = chunk.dk();
  const Rows<T> dv = chunk.dv();
  const std::int64_t rows = chunk.rows;
  constexpr std::int64_t C = kChunkMax;
  chunk.sumGates();
  chunk.readLambda();
  transpose(rows, p.keyWidth, k.data, k.stride, scratch.keyColumns, C);
  transpose(rows, p.valueWidth, v.data, v.stride, scratch.valueColumns, C);
  multiplyLower<T, false>(Depth::Full, rows, p.keyWidth, q.data, q.stride, scratch.keyColumns, C, scratch.scores, C);
  multiplyLower<T, false>(Depth::Full, rows, p.valueWidth, dO.data, dO.stride, scratch.valueColumns, C, scratch.scoreGradients, C);
  weighScoreGradients(chunk);
  multiply<T, false, false>(Depth::UpToRow, rows, p.keyWidth, rows, scratch.scoreGradients, C, k.data, k.stride,
                            dq.data, dq.stride);
  multiply<T, true, false>(Depth::FromRow, rows, p.keyWidth, rows, scratch.scoreGradients, C, q.data, q.stride, dk.data,
                           dk.stride);
  multiply<T, true, false>(Depth::FromRow, rows, p.valueWidth, rows, scratch.scores, C, dO.data, dO.stride, dv.data,
                           dv.stride);
  if (p.chunks > 1) {
    gradientsOfReads(chunk, q, dO, dq);
    gradientsOfPassing(chunk, k, v, dk, dv);
    addOpenPairs(chunk);
  }
  chunk.finishGradients(dq, dk, dv);
}

template <class T>
void spanningGates(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, const HeadMemory<T>& head, T* memory) {
  Scratch<T> scratch;
  scratch.lay(p, memory);
  double* span = scratch.spanWeight;
  for (std::int64_t m = 0; m < p.chunks; ++m) span[m] = 0;
  for (std::int64_t i = 1; i < p.chunks; ++i) {
    for (int e = 0; e < p.stateLevels; ++e) {
      if (!readsThrough(p, i, e)) continue;
      for (std::int64_t m = stateRead(p, i, e); m < i; ++m) span[m] += head.readSums[i * p.stateLevels + e];
    }
    const std::int64_t to = successor(p, i);
    if (to >= p.chunks) continue;
    for (std::int64_t m = i; m < to; ++m) span[m] += head.carrySums[i];
  }
  T* dgate = p.dgate + b * p.dgateAt.b + h * p.dgateAt.h;
  for (std::int64_t t = 0; t < p.length; ++t) {
    T& entry = dgate[t * p.dgateAt.t];
    entry = static_cast<T>(static_cast<double>(entry) + span[t / p.chunk]);
  }
}

template <class T>
ChunkwiseKernels<T> table() {
  return {scratchSize<T>,   sumGates<T>,      ownState<T>,  carryState<T>,   outputs<T>,
          readGradients<T>, carryGradient<T>, gradients<T>, spanningGates<T>};
}

}  // namespace

ChunkwiseKernels<float> chunkwiseKernelsF32() { return table<float>(); }
ChunkwiseKernels<double> chunkwiseKernelsF64() { return table<double>(); }

}  // namespace fenwick::kernels::FENWICK_INSTRUCTION_SET
