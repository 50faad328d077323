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

#include "kernels/cpu/matrix_product.h"

constexpr std::int64_t kChunkMax = 64;
constexpr std::int64_t kRowStep = 16;   // rows of a chunk are padded to this
constexpr std::int64_t kLambdaRow = 8;  // at most 7 levels inside a chunk
constexpr double kForgotten = -1000;    // exp of it is 0 in both types; larger numbers would only cost digits

FENWICK_INLINE std::int64_t roundedUp(std::int64_t size, std::int64_t step) { return (size + step - 1) / step * step; }
FENWICK_INLINE std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
FENWICK_INLINE int trailingZeros(std::int64_t x) { return __builtin_ctzll(static_cast<unsigned long long>(x)); }
FENWICK_INLINE int bitWidth(std::int64_t x) {
  return x == 0 ? 0 : 64 - __builtin_clzll(static_cast<unsigned long long>(x));
}

// The level of each lane of the diagonal block, seen from its row; -1 for the lanes after it.
template <class T>
struct DiagonalLevels {
  static constexpr int kLanes = Simd<T>::kLanes;
  static constexpr int kLevels = levelCount(kLanes);
  alignas(64) typename Simd<T>::Lane level[kLanes][kLanes];
};
template <class T>
constexpr DiagonalLevels<T> makeDiagonalLevels() {
  DiagonalLevels<T> table{};
  for (int t = 0; t < Simd<T>::kLanes; ++t) {
    for (int s = 0; s < Simd<T>::kLanes; ++s) table.level[t][s] = s <= t ? levelOf(t, s) : -1;
  }
  return table;
}
template <class T>
constexpr DiagonalLevels<T> kDiagonalLevels = makeDiagonalLevels<T>();

// --- Scratch ---

// Rows of a matrix: in the caller's tensor where they can be read as whole vectors, else a padded copy.
template <class T>
struct Rows {
  T* data;
  std::int64_t stride;
  T* operator[](std::int64_t t) const { return data + t * stride; }
};

template <class T>
struct Scratch {
  T *q, *k, *v, *dO;      // [C, width] padded copies
  T* keyColumns;          // [keyWidth, C] k transposed
  T* valueColumns;        // [valueWidth, C] v transposed
  T* scores;              // [C, C] S, then A
  T* scoreGradients;      // [C, C] P, then dS
  T *scaled, *projected;  // [C, keyWidth]
  T *o, *dq, *dk, *dv;    // [C, width] results that cannot be written in place
  T* state;               // [valueWidth, keyWidth] a state transposed
  T* lambda;              // [C, kLambdaRow]
  T *gateHigh, *gateLow;  // [C] c_t in two parts, so that differences keep their digits
  T* factor;              // [C] weights of rows
  double* gateSum;        // [C] c_t
  double* readWeight;     // [C] weights of the pairs (s, t) with s before the chunk, by t
  double* passWeight;     // [C] weights of the pairs (s, t) with t after the chunk, by s
  double* spanWeight;     // [N]

  // Lays the arrays into memory, or only counts them.
  std::int64_t lay(const ChunkwiseProblem<T>& p, T* memory) {
    std::int64_t used = 0;
    const auto take = [&](std::int64_t count) {
      T* const here = memory + used;
      used += roundedUp(count, 64 / static_cast<std::int64_t>(sizeof(T)));
      return here;
    };
    constexpr std::int64_t C = kChunkMax;
    constexpr std::int64_t wide = sizeof(double) / sizeof(T);
    const auto takeDoubles = [&](std::int64_t count) { return reinterpret_cast<double*>(take(count * wide)); };
    q = take(C * p.keyWidth);
    k = take(C * p.keyWidth);
    v = take(C * p.valueWidth);
    dO = take(C * p.valueWidth);
    keyColumns = take(C * p.keyWidth);
    valueColumns = take(C * p.valueWidth);
    scores = take(C * C);
    scoreGradients = take(C * C);
    scaled = take(C * p.keyWidth);
    projected = take(C * p.keyWidth);
    o = take(C * p.valueWidth);
    dq = take(C * p.keyWidth);
    dk = take(C * p.keyWidth);
    dv = take(C * p.valueWidth);
    state = take(p.keyWidth * p.valueWidth);
    lambda = take(C * kLambdaRow);
    gateHigh = take(C);
    gateLow = take(C);
    factor = take(C);
    gateSum = takeDoubles(C);
    readWeight = takeDoubles(C);
    passWeight = takeDoubles(C);
    spanWeight = takeDoubles(p.chunks);
    return used;
  }
};

template <class T>
std::int64_t scratchSize(const ChunkwiseProblem<T>& p) {
  Scratch<T> scratch;
  alignas(64) T anchor[1] = {};
  return scratch.lay(p, anchor);
}

// --- One chunk: where it lies and what is read of it ---

template <class T>
struct Chunk {
  const ChunkwiseProblem<T>& p;
  const HeadMemory<T>& head;
  Scratch<T> scratch;
  std::int64_t b, h, g, i;
  std::int64_t first;  // token
  std::int64_t size;   // tokens, at most C
  std::int64_t rows;   // size rounded up to kRowStep

  Chunk(const ChunkwiseProblem<T>& problem, std::int64_t batch, std::int64_t headIndex, std::int64_t index,
        const HeadMemory<T>& memory, T* scratchMemory)
      : p(problem), head(memory), b(batch), h(headIndex), g(headIndex / problem.headsPerGroup), i(index) {
    scratch.lay(p, scratchMemory);
    first = i * p.chunk;
    size = smaller(p.chunk, p.length - first);
    rows = roundedUp(size, kRowStep);
  }

  bool isLast() const { return i + 1 == p.chunks; }

  template <class U>
  U* at(U* tensor, const Strides& strides, std::int64_t headOrGroup) const {
    return tensor + b * strides.b + first * strides.t + headOrGroup * strides.h;
  }

  Rows<const T> read(const T* tensor, const Strides& strides, std::int64_t headOrGroup, std::int64_t columns,
                     std::int64_t width, T* copy) const {
    const T* source = at(tensor, strides, headOrGroup);
    if (size == rows && columns == width) return {source, strides.t};
    for (std::int64_t t = 0; t < rows; ++t) {
      T* row = copy + t * width;
      const std::int64_t filled = t < size ? columns : 0;
      for (std::int64_t x = 0; x < filled; ++x) row[x] = source[t * strides.t + x];
      for (std::int64_t x = filled; x < width; ++x) row[x] = 0;
    }
    return {copy, width};
  }
  Rows<const T> q() const { return read(p.q, p.qAt, g, p.keyDim, p.keyWidth, scratch.q); }
  Rows<const T> k() const { return read(p.k, p.kAt, g, p.keyDim, p.keyWidth, scratch.k); }
  Rows<const T> v() const { return read(p.v, p.vAt, h, p.valueDim, p.valueWidth, scratch.v); }
  Rows<const T> dO() const { return read(p.dO, p.dOAt, h, p.valueDim, p.valueWidth, scratch.dO); }

  // Where results are computed: in place if whole vectors fit there, else in `copy`, from where `finish` takes them.
  Rows<T> target(T* tensor, const Strides& strides, std::int64_t headOrGroup, std::int64_t columns, std::int64_t width,
                 T* copy) const {
    if (size == rows && columns == width) return {at(tensor, strides, headOrGroup), strides.t};
    return {copy, width};
  }
  void finish(const Rows<T>& result, T* tensor, const Strides& strides, std::int64_t headOrGroup,
              std::int64_t columns) const {
    T* to = at(tensor, strides, headOrGroup);
    if (result.data == to) return;
    for (std::int64_t t = 0; t < size; ++t) {
      for (std::int64_t x = 0; x < columns; ++x) to[t * strides.t + x] = result[t][x];
    }
  }

  double gateAt(std::int64_t t) const {
    const double gate = static_cast<double>(at(p.gate, p.gateAt, h)[t * p.gateAt.t]);
    return gate < kForgotten ? kForgotten : gate;
  }

  // c_t as a sum of two numbers of type T: the running sum in double with its rounding errors carried along.
  void sumGates() {
    double sum = 0;
    double error = 0;
    for (std::int64_t t = 0; t < rows; ++t) {
      if (t < size) {
        const double gate = gateAt(t);
        const double next = sum + gate;
        const double rounded = next - sum;
        error += (sum - (next - rounded)) + (gate - rounded);
        sum = next;
      }
      scratch.gateSum[t] = sum + error;
      scratch.gateHigh[t] = static_cast<T>(sum);
      scratch.gateLow[t] = static_cast<T>((sum - static_cast<double>(scratch.gateHigh[t])) + error);
    }
  }

  // The levels inside the chunk; 0 for padded rows and for levels that a short sequence does not have.
  void readLambda() {
    if (p.oneState) {
      for (std::int64_t x = 0; x < rows * kLambdaRow; ++x) scratch.lambda[x] = x < size * kLambdaRow ? 1 : 0;
      return;
    }
    const T* source = at(p.lambda, p.lambdaAt, h);
    const std::int64_t known = smaller(p.chunkLevels, p.levels);
    for (std::int64_t t = 0; t < rows; ++t) {
      const std::int64_t filled = t < size ? known : 0;
      T* row = scratch.lambda + t * kLambdaRow;
      for (std::int64_t level = 0; level < filled; ++level) row[level] = source[t * p.lambdaAt.t + level];
      for (std::int64_t level = filled; level < kLambdaRow; ++level) row[level] = 0;
    }
  }

  T lambdaOf(std::int64_t t, int level) const {
    return p.oneState ? T{1} : at(p.lambda, p.lambdaAt, h)[t * p.lambdaAt.t + level];
  }

  // factor_t = exp(base + c_t): what decays from `base` before the chunk up to its token t.
  void decayFromBefore(double base) {
    for (std::int64_t t = 0; t < rows; ++t) scratch.factor[t] = static_cast<T>(base + scratch.gateSum[t]);
    exponentiateFactors();
  }
  // factor_s = exp(c_end - c_s): what decays from token s to the end of the chunk.
  void decayToEnd() {
    const T high = scratch.gateHigh[rows - 1];
    const T low = scratch.gateLow[rows - 1];
    for (std::int64_t s = 0; s < rows; ++s) {
      scratch.factor[s] = (high - scratch.gateHigh[s]) + (low - scratch.gateLow[s]);
    }
    exponentiateFactors();
  }
  void exponentiateFactors() {
    for (std::int64_t t = 0; t < rows; t += Simd<T>::kLanes) {
      store(scratch.factor + t, exponential<T>(load(scratch.factor + t)));
    }
  }

  // scaled_t = factor_t * row_t, [rows, keyWidth].
  void scaleRows(const Rows<const T>& source) {
    for (std::int64_t t = 0; t < rows; ++t) {
      const Vec<T> factor = splat(scratch.factor[t]);
      for (std::int64_t x = 0; x < p.keyWidth; x += Simd<T>::kLanes) {
        store(scratch.scaled + t * p.keyWidth + x, factor * load(source[t] + x));
      }
    }
  }

  T* state(std::int64_t j) const { return head.states + (j - 1) * p.keyWidth * p.valueWidth; }
  T* stateGradient(std::int64_t j) const { return head.stateGradients + (j - 1) * p.keyWidth * p.valueWidth; }
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

// [rows, columns] to [columns, rows], both whole vectors.
template <class T>
void transpose(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t fromStride, T* to,
               std::int64_t toStride) {
  constexpr int lanes = Simd<T>::kLanes;
  for (std::int64_t r = 0; r < rows; r += lanes) {
    for (std::int64_t c = 0; c < columns; c += lanes) {
      transposeSquare(from + r * fromStride + c, fromStride, to + c * toStride + r, toStride);
    }
  }
}

template <class T>
T dotProduct(std::int64_t width, const T* a, const T* b) {
  Vec<T> sum{};
  for (std::int64_t x = 0; x < width; x += Simd<T>::kLanes) sum += load(a + x) * load(b + x);
  return sumOfLanes<T>(sum);
}

// --- Inside the chunk ---

// decay of a block of sources, seen from row t.
template <class T>
FENWICK_INLINE Vec<T> decayOf(const Scratch<T>& scratch, Vec<T> high, Vec<T> low, std::int64_t s) {
  return exponential<T>((high - load(scratch.gateHigh + s)) + (low - load(scratch.gateLow + s)));
}

// lambda of the diagonal block, by lane.
template <class T>
FENWICK_INLINE Vec<T> diagonalLambda(IntVec<T> levels, const T* lambda) {
  IntVec<T> bits{};
#pragma GCC unroll 5
  for (int level = 0; level < DiagonalLevels<T>::kLevels; ++level) {
    bits |= bitsOf<T>(masked<T>(levels == splatInt<T>(level), splat(lambda[level])));
  }
  return (Vec<T>)bits;
}

template <class T>
FENWICK_INLINE IntVec<T> diagonalLevelsOf(std::int64_t t) {
  return *reinterpret_cast<const IntVec<T>*>(kDiagonalLevels<T>.level[t % Simd<T>::kLanes]);
}

template <class T>
FENWICK_INLINE void clearRest(T* row, std::int64_t from, std::int64_t t) {
  for (std::int64_t s = from; s < roundedUp(t + 1, kRowStep); s += Simd<T>::kLanes) store(row + s, Vec<T>{});
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
    if (p.oneState) continue;
    T* dlambda = chunk.at(p.dlambda, p.dlambdaAt, chunk.h) + t * p.dlambdaAt.t;
    for (std::int64_t level = 0; level < p.levels; ++level) dlambda[level] = 0;
    for (int level = 0; level < DiagonalLevels<T>::kLevels; ++level) {
      if (level > 0 && ((t >> (level - 1)) & 1) == 0) continue;
      dlambda[level] = sumOfLanes<T>(masked<T>(levels == splatInt<T>(level), product));
    }
    for (int level = DiagonalLevels<T>::kLevels; level < p.chunkLevels; ++level) {
      if (((t >> (level - 1)) & 1) == 0) continue;
      dlambda[level] = sumOfLanes<T>(levelSums[level]);
    }
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
  Chunk<T> chunk(p, b, h, i, head, memory);
  chunk.sumGates();
  chunk.decayToEnd();
  chunk.scaleRows(chunk.k());
  const Rows<const T> v = chunk.v();
  multiply<T, true, false>(Depth::Full, p.keyWidth, p.valueWidth, chunk.rows, chunk.scratch.scaled, p.keyWidth, v.data,
                           v.stride, chunk.state(i + 1), p.valueWidth);
}

template <class T>
void addScaled(std::int64_t size, T factor, const T* from, T* to) {
  const Vec<T> spread = splat(factor);
  for (std::int64_t x = 0; x < size; x += Simd<T>::kLanes) store(to + x, load(to + x) + spread * load(from + x));
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
  Chunk<T> chunk(p, b, h, i, head, memory);
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  const Rows<const T> v = chunk.v();
  const Rows<T> o = chunk.target(p.o, p.oAt, h, p.valueDim, p.valueWidth, scratch.o);
  chunk.sumGates();
  chunk.readLambda();
  transpose(chunk.rows, p.keyWidth, k.data, k.stride, scratch.keyColumns, kChunkMax);
  multiplyLower(chunk.rows, p.keyWidth, q.data, q.stride, scratch.keyColumns, kChunkMax, scratch.scores, kChunkMax);
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
  chunk.finish(o, p.o, p.oAt, h, p.valueDim);
}

template <class T>
void readGradients(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t only,
                   const HeadMemory<T>& head, T* memory) {
  Chunk<T> chunk(p, b, h, i, head, memory);
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
void gradientsOfReads(Chunk<T>& chunk, const Rows<const T>& q, const Rows<const T>& dO, const Rows<T>& dq) {
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
void gradientsOfPassing(Chunk<T>& chunk, const Rows<const T>& k, const Rows<const T>& v, const Rows<T>& dk,
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

// Adds to dgate the pairs with one end in the chunk: those read at t >= r and those passed on from s < r.
template <class T>
void addOpenPairs(const Chunk<T>& chunk) {
  const ChunkwiseProblem<T>& p = chunk.p;
  double* sum = chunk.scratch.gateSum;  // no longer needed for what its name says
  double before = 0;
  for (std::int64_t r = 0; r < chunk.size; ++r) {
    sum[r] = before;
    before += chunk.scratch.passWeight[r];
  }
  double after = 0;
  T* dgate = chunk.at(p.dgate, p.dgateAt, chunk.h);
  for (std::int64_t r = chunk.size - 1; r >= 0; --r) {
    after += chunk.scratch.readWeight[r];
    T& entry = dgate[r * p.dgateAt.t];
    entry = static_cast<T>(static_cast<double>(entry) + (sum[r] + after));
  }
}

template <class T>
void gradients(const ChunkwiseProblem<T>& p, std::int64_t b, std::int64_t h, std::int64_t i, const HeadMemory<T>& head,
               T* memory) {
  Chunk<T> chunk(p, b, h, i, head, memory);
  const Scratch<T>& scratch = chunk.scratch;
  const Rows<const T> q = chunk.q();
  const Rows<const T> k = chunk.k();
  const Rows<const T> v = chunk.v();
  const Rows<const T> dO = chunk.dO();
  const Rows<T> dq = chunk.target(p.dq, p.dqAt, h, p.keyDim, p.keyWidth, scratch.dq);
  const Rows<T> dk = chunk.target(p.dk, p.dkAt, h, p.keyDim, p.keyWidth, scratch.dk);
  const Rows<T> dv = chunk.target(p.dv, p.dvAt, h, p.valueDim, p.valueWidth, scratch.dv);
  const std::int64_t rows = chunk.rows;
  constexpr std::int64_t C = kChunkMax;
  chunk.sumGates();
  chunk.readLambda();
  transpose(rows, p.keyWidth, k.data, k.stride, scratch.keyColumns, C);
  transpose(rows, p.valueWidth, v.data, v.stride, scratch.valueColumns, C);
  multiplyLower(rows, p.keyWidth, q.data, q.stride, scratch.keyColumns, C, scratch.scores, C);
  multiplyLower(rows, p.valueWidth, dO.data, dO.stride, scratch.valueColumns, C, scratch.scoreGradients, C);
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
  chunk.finish(dq, p.dq, p.dqAt, h, p.keyDim);
  chunk.finish(dk, p.dk, p.dkAt, h, p.keyDim);
  chunk.finish(dv, p.dv, p.dvAt, h, p.valueDim);
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
