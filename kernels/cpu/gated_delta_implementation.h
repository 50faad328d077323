// The inner loops of the chunkwise form of Gated DeltaNet, included as chunkwise_implementation.h is, for the same reasons.
//
// One chunk of n tokens. With c_t the sum of its gates up to token t, D_ts = exp(c_t - c_s) for s <= t, a_t = exp(c_t):
//   M = strictlyLower(D_ts k_t.k_s)
//   X = (I + diag(beta) M)^-1          how the erasing tokens of the chunk act on each other
//   A = lower(D_ts q_t.k_s)            what queries see of keys
//   P = A X                            p_ts = P_ts beta_s where both ends lie inside the chunk
//   W = X Y,  Y = -diag(beta a) K      what is erased of the state S at the chunk's start:
//   Q~ = diag(a) Q + A W               reads of S:  Q~ S
//   B = diag(D_end) K
//   F = a_end I + B^T W                S at the chunk's end is F S + kappa^T diag(beta) V
//   kappa = X^T B
// (the WY form of a product of Householder-like factors: Bischof & Van Loan 1987; Yang et al., arXiv 2406.06484.)
//
// Gradients run through the same definitions from the last to the first. Since X is an inverse, what C = X R (or R X, X^T R) gives to it is
// a product with C itself; E collects minus the gradient of diag(beta) M:  P^T dA + kappa dB^T + dY W^T.
//
// Gates need none of this: as with scalar gates, exp(gate_r) is a factor of all that a source s < r gives to a query t >= r, so the gradient
// of gate_r is the sum of what these pairs give to sum(o * dO). Through the definitions it would be a difference of much larger sums, where
// keys repeat and erase each other.

#include <cstdint>
#include <utility>

#include "kernels/cpu/gated_delta_kernels.h"
#include "kernels/fenwick.h"

namespace fenwick::kernels::FENWICK_INSTRUCTION_SET {
namespace {

#include "kernels/cpu/chunk.h"

// --- Scratch ---

// Matrices of the head of this file, behind those of every chunk.
template <class T>
struct DeltaScratch {
  T *D, *A, *M, *X, *P;           // [C, C], lower triangular; 0 above the diagonal as far as products look
  T* columnsOfX;                  // [C, C] X transposed
  T* weights;                     // [C, C] lambda_t p_ts
  T *dP, *dA, *E;                 // [C, C] dP times beta
  T *Y, *W, *B;                   // [C, keyWidth]
  T *dQ, *dKappa, *dB, *dW, *dY;  // [C, keyWidth] dQ of Q~
  T *dF, *columnsOfDF;            // [keyWidth, keyWidth]
  T* sum;                         // [keyWidth, valueWidth] of states that become one
  T *fromStart, *toEnd, *beta;    // [C] a_t, D_end, beta
  T* betaGradient;                // [C]

  std::int64_t lay(const ChunkwiseProblem<T>& p, T* memory) {
    ScratchLayout<T> layout{memory};
    const auto take = [&](std::int64_t count) { return layout.take(count); };
    constexpr std::int64_t C = kChunkMax;
    T** const squares[] = {&D, &A, &M, &X, &P, &columnsOfX, &weights, &dP, &dA, &E};
    T** const rows[] = {&Y, &W, &B, &dQ, &dKappa, &dB, &dW, &dY};
    T** const columns[] = {&fromStart, &toEnd, &beta, &betaGradient};
    for (T** square : squares) *square = take(C * C);
    for (T** matrix : rows) *matrix = take(C * p.keyWidth);
    for (T** column : columns) *column = take(C);
    dF = take(p.keyWidth * p.keyWidth);
    columnsOfDF = take(p.keyWidth * p.keyWidth);
    sum = take(p.keyWidth * p.valueWidth);
    return layout.used;
  }
};

// What a chunk does to the states.
template <class T>
struct DeltaRecord {
  T *Q = nullptr, *kappa = nullptr;  // [C, keyWidth] Q of Q~
  T* F = nullptr;                    // [keyWidth, keyWidth]
};

template <class T>
std::int64_t recordSize(const DeltaProblem<T>& p) {
  return p.keyWidth * (2 * p.chunk + p.keyWidth);
}

template <class T>
std::int64_t scratchSize(const DeltaProblem<T>& p) {
  alignas(64) T anchor[1] = {};
  Scratch<T> scratch;
  DeltaScratch<T> matrices;
  return scratch.lay(p, anchor) + matrices.lay(p, anchor);
}

// --- One chunk of one head and its states ---

template <class T>
struct DeltaChunk : Chunk<T> {
  const DeltaProblem<T>& problem;
  const DeltaMemory<T>& head;
  DeltaScratch<T> m;
  DeltaRecord<T> record;

  DeltaChunk(const DeltaProblem<T>& delta, std::int64_t batch, std::int64_t headIndex, std::int64_t index, const DeltaMemory<T>& memory,
             T* scratchMemory)
      : Chunk<T>(delta, batch, headIndex, index, scratchMemory), problem(delta), head(memory) {
    m.lay(delta, this->restOfScratch);
    if (delta.chunks == 1) return;
    record.Q = head.records + index * recordSize(delta);
    record.kappa = record.Q + delta.chunk * delta.keyWidth;
    record.F = record.kappa + delta.chunk * delta.keyWidth;
  }

  bool hasStates() const { return this->i > 0; }
  bool passesOn() const { return !this->isLast(); }

  // Bit e of the index of chunk i or i + 1, and where its state lies.
  static bool has(std::int64_t chunk, int e) { return ((chunk >> e) & 1) != 0; }
  std::int64_t placeOf(std::int64_t chunk, int e) const {
    std::int64_t place = problem.firstState[chunk];
    for (int lower = 0; lower < e; ++lower) place += static_cast<std::int64_t>(has(chunk, lower));
    return place * problem.keyWidth * problem.valueWidth;
  }
  T* state(std::int64_t chunk, int e) const { return head.states + placeOf(chunk, e); }
  T* stateGradient(std::int64_t chunk, int e) const { return head.stateGradients + placeOf(chunk, e); }
  // The level of the chunk's own state, into which those below are carried.
  int ownLevel() const { return trailingZeros(this->i + 1); }
};

template <class T>
void setZero(std::int64_t size, T* to) {
  for (std::int64_t x = 0; x < size; x += Simd<T>::kLanes) store(to + x, Vec<T>{});
}

template <class T>
void addTo(std::int64_t size, const T* from, T* to) {
  for (std::int64_t x = 0; x < size; x += Simd<T>::kLanes) store(to + x, load(to + x) + load(from + x));
}

template <class T>
void copyTo(std::int64_t size, const T* from, T* to) {
  for (std::int64_t x = 0; x < size; x += Simd<T>::kLanes) store(to + x, load(from + x));
}

// --- Building the chunk ---

template <class T>
void readBeta(const DeltaChunk<T>& chunk) {
  const DeltaProblem<T>& p = chunk.problem;
  const T* beta = chunk.at(p.beta, p.betaAt, chunk.h);
  for (std::int64_t t = 0; t < chunk.rows; ++t) chunk.m.beta[t] = t < chunk.size ? beta[t * p.betaAt.t] : T{0};
}

template <class T>
void readScales(DeltaChunk<T>& chunk) {
  readBeta(chunk);
  chunk.sumGates();
  chunk.readLambda();
  chunk.decayFromBefore(0);
  copyTo(chunk.rows, chunk.scratch.factor, chunk.m.fromStart);
  chunk.decayToEnd();
  copyTo(chunk.rows, chunk.scratch.factor, chunk.m.toEnd);
}

// D; A and M from their scores.
template <class T>
void decayScores(const DeltaChunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  const Scratch<T>& scratch = chunk.scratch;
  for (std::int64_t t = 0; t < chunk.rows; ++t) {
    const Vec<T> high = splat(scratch.gateHigh[t]);
    const Vec<T> low = splat(scratch.gateLow[t]);
    T* const D = chunk.m.D + t * kChunkMax;
    T* const A = chunk.m.A + t * kChunkMax;
    T* const M = chunk.m.M + t * kChunkMax;
    const std::int64_t diagonal = t / lanes * lanes;
    for (std::int64_t s = 0; s < diagonal; s += lanes) {
      const Vec<T> decay = decayOf(scratch, high, low, s);
      store(D + s, decay);
      store(A + s, load(A + s) * decay);
      store(M + s, load(M + s) * decay);
    }
    const IntVec<T> levels = diagonalLevelsOf<T>(t);
    const IntVec<T> past = levels >= splatInt<T>(0);
    const Vec<T> decay = masked<T>(past, decayOf(scratch, high, low, diagonal));
    store(D + diagonal, decay);
    store(A + diagonal, masked<T>(past, load(A + diagonal)) * decay);
    store(M + diagonal, masked<T>(levels > splatInt<T>(0), load(M + diagonal)) * decay);
    clearRest(A, diagonal + lanes, t);
    clearRest(M, diagonal + lanes, t);
  }
}

// X row by row: X_t = e_t - beta_t sum over s < t of M_ts X_s, the rows before a block of eight by one product.
template <class T>
void invert(const DeltaChunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr std::int64_t C = kChunkMax;
  const T* M = chunk.m.M;
  T* const X = chunk.m.X;
  for (std::int64_t r = 0; r < chunk.rows; r += 8) {
    setZero(8 * C, X + r * C);
    if (r > 0) multiply<T, false, false>(Depth::Full, 8, roundedUp(r, lanes), r, M + r * C, C, X, C, X + r * C, C);
    for (std::int64_t t = r; t < r + 8; ++t) {
      T* const row = X + t * C;
      const Vec<T> factor = splat(-chunk.m.beta[t]);
      for (std::int64_t s = 0; s < t; s += lanes) {
        Vec<T> sum = load(row + s);
        for (std::int64_t before = r; before < t; ++before) sum += splat(M[t * C + before]) * load(X + before * C + s);
        store(row + s, factor * sum);
      }
      row[t] = 1;
    }
  }
}

template <class T>
void buildPairs(DeltaChunk<T>& chunk, const Rows<const T>& q, const Rows<const T>& k) {
  const DeltaProblem<T>& p = chunk.problem;
  const DeltaScratch<T>& m = chunk.m;
  constexpr std::int64_t C = kChunkMax;
  readScales(chunk);
  transpose(chunk.rows, p.keyWidth, k.data, k.stride, chunk.scratch.keyColumns, C);
  multiplyLower<T, false>(Depth::Full, chunk.rows, p.keyWidth, q.data, q.stride, chunk.scratch.keyColumns, C, m.A, C);
  multiplyLower<T, false>(Depth::Full, chunk.rows, p.keyWidth, k.data, k.stride, chunk.scratch.keyColumns, C, m.M, C);
  decayScores(chunk);
  invert(chunk);
  multiply<T, false, false>(Depth::UpToRow, chunk.rows, chunk.rows, chunk.rows, m.A, C, m.X, C, m.P, C);
}

// Y and W, where there are states to erase from.
template <class T>
void buildErasing(const DeltaChunk<T>& chunk, const Rows<const T>& k) {
  const DeltaScratch<T>& m = chunk.m;
  const std::int64_t width = chunk.problem.keyWidth;
  for (std::int64_t t = 0; t < chunk.rows; ++t) chunk.scratch.factor[t] = -m.beta[t] * m.fromStart[t];
  chunk.scaleRows(k, chunk.scratch.factor, m.Y);
  multiply<T, false, false>(Depth::UpToRow, chunk.rows, width, chunk.rows, m.X, kChunkMax, m.Y, width, m.W, width);
}

template <class T>
void buildRecord(const DeltaChunk<T>& chunk, const Rows<const T>& q, const Rows<const T>& k) {
  const DeltaScratch<T>& m = chunk.m;
  const DeltaRecord<T>& record = chunk.record;
  const std::int64_t width = chunk.problem.keyWidth;
  constexpr std::int64_t C = kChunkMax;
  if (chunk.hasStates()) {
    buildErasing(chunk, k);
    chunk.scaleRows(q, m.fromStart, record.Q);
    multiply<T, false, true>(Depth::UpToRow, chunk.rows, width, chunk.rows, m.A, C, m.W, width, record.Q, width);
  }
  if (!chunk.passesOn()) return;
  chunk.scaleRows(k, m.toEnd, m.B);
  multiply<T, true, false>(Depth::FromRow, chunk.rows, width, chunk.rows, m.X, C, m.B, width, record.kappa, width);
  if (!chunk.hasStates()) return;
  multiply<T, true, false>(Depth::Full, width, width, chunk.rows, m.B, width, m.W, width, record.F, width);
  for (std::int64_t x = 0; x < width; ++x) record.F[x * width + x] += m.fromStart[chunk.size - 1];
}

// weights: lambda_t p_ts.
template <class T>
void weighPairs(const DeltaChunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr int laneLevels = levelCount(lanes) - 1;
  for (std::int64_t t = 0; t < chunk.rows; ++t) {
    const std::int64_t block = t / lanes;
    const T* lambda = chunk.scratch.lambda + t * kLambdaRow;
    const T* P = chunk.m.P + t * kChunkMax;
    T* const row = chunk.m.weights + t * kChunkMax;
    for (std::int64_t other = 0; other < block; ++other) {
      const std::int64_t s = other * lanes;
      store(row + s, load(P + s) * load(chunk.m.beta + s) * splat(lambda[laneLevels + bitWidth(block ^ other)]));
    }
    const std::int64_t s = block * lanes;
    store(row + s, load(P + s) * load(chunk.m.beta + s) * diagonalLambda<T>(diagonalLevelsOf<T>(t), lambda));
    clearRest(row, s + lanes, t);
  }
}

// --- Forward ---

template <class T>
void prepare(const DeltaProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>& head, T* memory) {
  DeltaChunk<T> chunk(p, b, h, i, head, memory);
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  buildPairs(chunk, q, k);
  buildRecord(chunk, q, k);
  if (p.o == nullptr) return;
  const Rows<const T> v = chunk.v();
  const Rows<T> o = chunk.o();
  weighPairs(chunk);
  multiply<T, false, false>(Depth::UpToRow, chunk.rows, p.valueWidth, chunk.rows, chunk.m.weights, kChunkMax, v.data, v.stride, o.data,
                            o.stride);
  chunk.finishOutput(o);
}

template <class T>
void readStates(const DeltaProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>& head, T* memory) {
  DeltaChunk<T> chunk(p, b, h, i, head, memory);
  chunk.read(p.o, p.oAt, h, p.valueDim, p.valueWidth, chunk.scratch.o);
  const Rows<T> o = chunk.o();
  for (std::int64_t t = chunk.size; t < chunk.rows; ++t) chunk.scratch.factor[t] = 0;
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!chunk.has(i, e)) continue;
    for (std::int64_t t = 0; t < chunk.size; ++t) chunk.scratch.factor[t] = chunk.lambdaOf(t, p.chunkLevels + e);
    chunk.scaleRows({chunk.record.Q, p.keyWidth});
    multiply<T, false, true>(Depth::Full, chunk.rows, p.valueWidth, p.keyWidth, chunk.scratch.scaled, p.keyWidth, chunk.state(i, e),
                             p.valueWidth, o.data, o.stride);
  }
  chunk.finishOutput(o);
}

// The sum of the states of chunk i below level `end`, in a state's place; one of them itself where it is the only one.
template <class T>
const T* sumOfStates(const DeltaChunk<T>& chunk, int end, ValueRange values) {
  const std::int64_t width = chunk.problem.valueWidth;
  if (end == 1) return chunk.state(chunk.i, 0);
  for (std::int64_t x = 0; x < chunk.problem.keyWidth; ++x) {
    const std::int64_t row = x * width + values.begin, size = values.end - values.begin;
    copyTo(size, chunk.state(chunk.i, 0) + row, chunk.m.sum + row);
    for (int e = 1; e < end; ++e) addTo(size, chunk.state(chunk.i, e) + row, chunk.m.sum + row);
  }
  return chunk.m.sum;
}

template <class T>
void advance(const DeltaProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, ValueRange values, const DeltaMemory<T>& head,
             T* memory) {
  DeltaChunk<T> chunk(p, b, h, i, head, memory);
  const std::int64_t K = p.keyWidth, V = p.valueWidth, first = values.begin, count = values.end - values.begin;
  const int z = chunk.ownLevel();
  readBeta(chunk);
  chunk.scaleRows({chunk.record.kappa, K}, chunk.m.beta, chunk.scratch.scaled);
  const Rows<const T> v = chunk.v();
  multiply<T, true, false>(Depth::Full, K, count, chunk.rows, chunk.scratch.scaled, K, v.data + first, v.stride, chunk.state(i + 1, z) + first, V);
  if (z > 0)
    multiply<T, false, true>(Depth::Full, K, count, K, chunk.record.F, K, sumOfStates(chunk, z, values) + first, V, chunk.state(i + 1, z) + first, V);
  for (int e = z + 1; e < p.stateLevels; ++e) {
    if (!chunk.has(i, e)) continue;
    multiply<T, false, false>(Depth::Full, K, count, K, chunk.record.F, K, chunk.state(i, e) + first, V, chunk.state(i + 1, e) + first, V);
  }
}

// --- Backward ---

template <class T>
void carryGradients(const DeltaProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, ValueRange values, const DeltaMemory<T>& head,
                    T* memory) {
  DeltaChunk<T> chunk(p, b, h, i, head, memory);
  const std::int64_t K = p.keyWidth, V = p.valueWidth, first = values.begin, count = values.end - values.begin;
  const int z = chunk.ownLevel();
  const Rows<const T> dO = chunk.dO();
  for (std::int64_t t = chunk.size; t < chunk.rows; ++t) chunk.scratch.factor[t] = 0;
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!chunk.has(i, e)) continue;
    T* const gradient = chunk.stateGradient(i, e) + first;
    for (std::int64_t t = 0; t < chunk.size; ++t) chunk.scratch.factor[t] = chunk.lambdaOf(t, p.chunkLevels + e);
    chunk.scaleRows({chunk.record.Q, K});
    multiply<T, true, false>(Depth::Full, K, count, chunk.rows, chunk.scratch.scaled, K, dO.data + first, dO.stride, gradient, V);
    if (!chunk.passesOn()) continue;
    const T* after = chunk.stateGradient(i + 1, e < z ? z : e) + first;
    multiply<T, true, true>(Depth::Full, K, count, K, chunk.record.F, K, after, V, gradient, V);
  }
}

// weights as above; dP, and what the pairs inside the chunk give to dbeta and dgate: entry r is the sum over all pairs s < r <= t, gathered
// from the last row up. dlambda of the levels inside the chunk, 0 to all others.
template <class T>
void weighPairGradients(const DeltaChunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  constexpr int laneLevels = levelCount(lanes) - 1;
  const DeltaScratch<T>& m = chunk.m;
  const DeltaProblem<T>& p = chunk.problem;
  setZero(chunk.rows, m.betaGradient);
  Vec<T> across[kChunkMax / lanes];  // by source: what all pairs with rows >= t give
  for (Vec<T>& sum : across) sum = Vec<T>{};
  for (std::int64_t t = chunk.rows - 1; t >= 0; --t) {
    const std::int64_t block = t / lanes;
    const T* lambda = chunk.scratch.lambda + t * kLambdaRow;
    const T* P = m.P + t * kChunkMax;
    T* const row = m.weights + t * kChunkMax;
    T* const dP = m.dP + t * kChunkMax;
    Vec<T> levelSums[kLambdaRow];
    for (int level = laneLevels + 1; level < p.chunkLevels; ++level) levelSums[level] = Vec<T>{};
    Vec<T> gateSum{};
    for (std::int64_t other = 0; other < block; ++other) {
      const std::int64_t s = other * lanes;
      const int level = laneLevels + bitWidth(block ^ other);
      const Vec<T> beta = load(m.beta + s);
      const Vec<T> pair = load(P + s);
      const Vec<T> gradient = load(dP + s);
      const Vec<T> weighted = splat(lambda[level]) * gradient;
      levelSums[level] += pair * beta * gradient;
      across[other] += pair * beta * weighted;
      gateSum += across[other];
      store(row + s, splat(lambda[level]) * pair * beta);
      store(dP + s, weighted * beta);
      store(m.betaGradient + s, load(m.betaGradient + s) + weighted * pair);
    }
    const std::int64_t s = block * lanes;
    const IntVec<T> levels = diagonalLevelsOf<T>(t);
    const Vec<T> weight = diagonalLambda<T>(levels, lambda);
    const Vec<T> beta = load(m.beta + s);
    const Vec<T> pair = load(P + s);
    const Vec<T> gradient = masked<T>(levels >= splatInt<T>(0), load(dP + s));
    const IntVec<T> before = levels > splatInt<T>(0);
    across[block] += masked<T>(before, weight * pair * beta * gradient);
    gateSum += masked<T>(before, across[block]);
    store(row + s, weight * pair * beta);
    store(dP + s, weight * gradient * beta);
    store(m.betaGradient + s, load(m.betaGradient + s) + weight * gradient * pair);
    clearRest(row, s + lanes, t);
    clearRest(dP, s + lanes, t);
    if (t >= chunk.size) continue;
    chunk.at(p.dgate, p.dgateAt, chunk.h)[t * p.dgateAt.t] = sumOfLanes<T>(gateSum);
    writeLambdaGradients(chunk, t, levels, pair * beta * gradient, levelSums);
  }
}

// What chunk i's reads give to dlambda, dgate, dQ and dF.
template <class T>
void gradientsOfReads(const DeltaChunk<T>& chunk, const Rows<const T>& dO) {
  const DeltaProblem<T>& p = chunk.problem;
  const DeltaScratch<T>& m = chunk.m;
  const Scratch<T>& scratch = chunk.scratch;
  const std::int64_t K = p.keyWidth, V = p.valueWidth;
  const int z = chunk.ownLevel();
  T* dlambda = chunk.at(p.dlambda, p.dlambdaAt, chunk.h);
  setZero(chunk.rows * K, m.dQ);
  if (chunk.passesOn()) setZero(K * K, m.dF);
  const auto addMoved = [&](const T* after) {  // scratch.state holds the state before, transposed
    multiply<T, false, true>(Depth::Full, K, K, V, after, V, scratch.state, K, m.dF, K);
  };
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!chunk.has(chunk.i, e)) continue;
    transpose(K, V, chunk.state(chunk.i, e), V, scratch.state, K);
    multiply<T, false, false>(Depth::Full, chunk.rows, K, V, dO.data, dO.stride, scratch.state, K, scratch.projected, K);
    for (std::int64_t t = 0; t < chunk.size; ++t) {
      const T* projected = scratch.projected + t * K;
      const T gradient = dotProduct(K, chunk.record.Q + t * K, projected);
      const T lambda = chunk.lambdaOf(t, p.chunkLevels + e);
      dlambda[t * p.dlambdaAt.t + p.chunkLevels + e] = gradient;
      scratch.readWeight[t] += static_cast<double>(lambda) * static_cast<double>(gradient);
      addScaled(K, lambda, projected, m.dQ + t * K);
    }
    if (chunk.passesOn() && (e > z || z == 1)) addMoved(chunk.stateGradient(chunk.i + 1, e < z ? z : e));
  }
  if (!chunk.passesOn()) return;
  if (z > 1) {
    transpose(K, V, sumOfStates(chunk, z, {0, V}), V, scratch.state, K);
    addMoved(chunk.stateGradient(chunk.i + 1, z));
  }
  for (std::int64_t x = 0; x < K; ++x)  // pairs that span the chunk
    scratch.readWeight[chunk.size - 1] += static_cast<double>(dotProduct(K, chunk.record.F + x * K, m.dF + x * K));
}

// What the own state that chunk i passes on gives to dv, dbeta, dgate, B and E.
template <class T>
void gradientsOfPassing(const DeltaChunk<T>& chunk, const Rows<const T>& k, const Rows<const T>& v, const Rows<T>& dv) {
  const DeltaProblem<T>& p = chunk.problem;
  const DeltaScratch<T>& m = chunk.m;
  const Scratch<T>& scratch = chunk.scratch;
  const std::int64_t K = p.keyWidth, V = p.valueWidth;
  constexpr std::int64_t C = kChunkMax;
  const T* own = chunk.stateGradient(chunk.i + 1, chunk.ownLevel());
  chunk.scaleRows({chunk.record.kappa, K}, m.beta, scratch.scaled);
  multiply<T, false, true>(Depth::Full, chunk.rows, V, K, scratch.scaled, K, own, V, dv.data, dv.stride);
  transpose(K, V, own, V, scratch.state, K);
  multiply<T, false, false>(Depth::Full, chunk.rows, K, V, v.data, v.stride, scratch.state, K, m.dKappa, K);
  for (std::int64_t s = 0; s < chunk.size; ++s) {
    const T gradient = dotProduct(K, chunk.record.kappa + s * K, m.dKappa + s * K);
    m.betaGradient[s] += gradient;
    scratch.passWeight[s] = static_cast<double>(m.beta[s]) * static_cast<double>(gradient);
  }
  chunk.scaleRows({m.dKappa, K}, m.beta, m.dKappa);
  chunk.scaleRows(k, m.toEnd, m.B);
  multiply<T, false, false>(Depth::UpToRow, chunk.rows, K, chunk.rows, m.X, C, m.dKappa, K, m.dB, K);
  transpose(chunk.rows, K, m.dB, K, scratch.keyColumns, C);
  multiplyLower<T, true>(Depth::Full, chunk.rows, K, chunk.record.kappa, K, scratch.keyColumns, C, m.E, C);
}

// What dQ and dF give to B, A, E and Y.
template <class T>
void gradientsOfErasing(const DeltaChunk<T>& chunk, const Rows<const T>& k) {
  const DeltaScratch<T>& m = chunk.m;
  const Scratch<T>& scratch = chunk.scratch;
  const std::int64_t K = chunk.problem.keyWidth;
  constexpr std::int64_t C = kChunkMax;
  buildErasing(chunk, k);
  multiply<T, true, false>(Depth::FromRow, chunk.rows, K, chunk.rows, m.A, C, m.dQ, K, m.dW, K);
  if (chunk.passesOn()) {
    multiply<T, false, true>(Depth::Full, chunk.rows, K, K, m.B, K, m.dF, K, m.dW, K);
    transpose(K, K, m.dF, K, m.columnsOfDF, K);
    multiply<T, false, true>(Depth::Full, chunk.rows, K, K, m.W, K, m.columnsOfDF, K, m.dB, K);
  }
  transpose(chunk.rows, K, m.W, K, scratch.keyColumns, C);
  multiplyLower<T, true>(Depth::Full, chunk.rows, K, m.dQ, K, scratch.keyColumns, C, m.dA, C);
  multiply<T, true, false>(Depth::FromRow, chunk.rows, K, chunk.rows, m.X, C, m.dW, K, m.dY, K);
  multiplyLower<T, true>(Depth::Full, chunk.rows, K, m.dY, K, scratch.keyColumns, C, m.E, C);
}

// dA and E become the gradients of the scores q_t.k_s and k_t.k_s. Adds to dbeta.
template <class T>
void weighScoreGradients(const DeltaChunk<T>& chunk) {
  constexpr int lanes = Simd<T>::kLanes;
  const DeltaScratch<T>& m = chunk.m;
  for (std::int64_t t = 0; t < chunk.rows; ++t) {
    const T* D = m.D + t * kChunkMax;
    const T* M = m.M + t * kChunkMax;
    T* const dA = m.dA + t * kChunkMax;
    T* const E = m.E + t * kChunkMax;
    const Vec<T> minusBeta = splat(-m.beta[t]);
    Vec<T> betaSum{};
    const std::int64_t diagonal = t / lanes * lanes;
    for (std::int64_t s = 0; s < diagonal; s += lanes) {
      betaSum += load(M + s) * load(E + s);
      store(dA + s, load(D + s) * load(dA + s));
      store(E + s, minusBeta * load(D + s) * load(E + s));
    }
    const IntVec<T> levels = diagonalLevelsOf<T>(t);
    const Vec<T> erased = masked<T>(levels > splatInt<T>(0), load(E + diagonal));
    betaSum += load(M + diagonal) * erased;
    store(dA + diagonal, load(D + diagonal) * masked<T>(levels >= splatInt<T>(0), load(dA + diagonal)));
    store(E + diagonal, minusBeta * load(D + diagonal) * erased);
    clearRest(dA, diagonal + lanes, t);
    clearRest(E, diagonal + lanes, t);
    m.betaGradient[t] -= sumOfLanes<T>(betaSum);
  }
}

// What Q~ and Y take from q, k and beta.
template <class T>
void addErasing(const DeltaChunk<T>& chunk, const Rows<const T>& k, const Rows<T>& dq, const Rows<T>& dk) {
  const DeltaScratch<T>& m = chunk.m;
  const std::int64_t K = chunk.problem.keyWidth;
  for (std::int64_t t = 0; t < chunk.size; ++t) {
    const T decay = m.fromStart[t];
    m.betaGradient[t] -= decay * dotProduct(K, m.dY + t * K, k[t]);
    addScaled(K, decay, m.dQ + t * K, dq[t]);
    addScaled(K, -m.beta[t] * decay, m.dY + t * K, dk[t]);
  }
}

template <class T>
void gradients(const DeltaProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const DeltaMemory<T>& head, T* memory) {
  DeltaChunk<T> chunk(p, b, h, i, head, memory);
  const DeltaScratch<T>& m = chunk.m;
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  const Rows<const T> v = chunk.v();
  const Rows<const T> dO = chunk.dO();
  const Rows<T> dq = chunk.dq();
  const Rows<T> dk = chunk.dk();
  const Rows<T> dv = chunk.dv();
  const std::int64_t rows = chunk.rows, K = p.keyWidth, V = p.valueWidth;
  constexpr std::int64_t C = kChunkMax;
  for (std::int64_t t = 0; t < rows; ++t) scratch.readWeight[t] = scratch.passWeight[t] = 0;
  buildPairs(chunk, q, k);
  transpose(rows, V, v.data, v.stride, scratch.valueColumns, C);
  multiplyLower<T, false>(Depth::Full, rows, V, dO.data, dO.stride, scratch.valueColumns, C, m.dP, C);
  weighPairGradients(chunk);
  multiply<T, true, false>(Depth::FromRow, rows, V, rows, m.weights, C, dO.data, dO.stride, dv.data, dv.stride);
  transpose(rows, rows, m.X, C, m.columnsOfX, C);
  multiplyLower<T, false>(Depth::UpToRow, rows, rows, m.dP, C, m.columnsOfX, C, m.dA, C);
  multiply<T, true, false>(Depth::FromRow, rows, rows, rows, m.P, C, m.dA, C, m.E, C);
  if (chunk.hasStates()) gradientsOfReads(chunk, dO);
  if (chunk.passesOn()) gradientsOfPassing(chunk, k, v, dv);
  if (chunk.hasStates()) gradientsOfErasing(chunk, k);
  weighScoreGradients(chunk);
  multiply<T, false, false>(Depth::UpToRow, rows, K, rows, m.dA, C, k.data, k.stride, dq.data, dq.stride);
  multiply<T, true, false>(Depth::FromRow, rows, K, rows, m.dA, C, q.data, q.stride, dk.data, dk.stride);
  multiply<T, false, true>(Depth::UpToRow, rows, K, rows, m.E, C, k.data, k.stride, dk.data, dk.stride);
  multiply<T, true, true>(Depth::FromRow, rows, K, rows, m.E, C, k.data, k.stride, dk.data, dk.stride);
  if (chunk.hasStates()) addErasing(chunk, k, dq, dk);
  for (std::int64_t s = 0; chunk.passesOn() && s < chunk.size; ++s) addScaled(K, m.toEnd[s], m.dB + s * K, dk[s]);
  addOpenPairs(chunk);
  T* dbeta = chunk.at(p.dbeta, p.dbetaAt, h);
  for (std::int64_t t = 0; t < chunk.size; ++t) dbeta[t * p.dbetaAt.t] = m.betaGradient[t];
  chunk.finishGradients(dq, dk, dv);
}

template <class T>
DeltaKernels<T> table() {
  return {scratchSize<T>, recordSize<T>, prepare<T>, readStates<T>, advance<T>, carryGradients<T>, gradients<T>};
}

}  // namespace

DeltaKernels<float> deltaKernelsF32() { return table<float>(); }
DeltaKernels<double> deltaKernelsF64() { return table<double>(); }

}  // namespace fenwick::kernels::FENWICK_INSTRUCTION_SET
