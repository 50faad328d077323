// No #pragma once: every instruction set includes it inside its own unnamed namespace, as it does matrix_product.h, which this file
// brings along. One chunk of one head as the chunkwise forms see it: where its tokens lie, its gates, its levels.

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

// Lays arrays into memory, each from a whole cache line on, or only counts them.
template <class T>
struct ScratchLayout {
  T* memory;
  std::int64_t used = 0;

  T* take(std::int64_t count) {
    T* const here = memory + used;
    used += roundedUp(count, 64 / static_cast<std::int64_t>(sizeof(T)));
    return here;
  }
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
    ScratchLayout<T> layout{memory};
    const auto take = [&](std::int64_t count) { return layout.take(count); };
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
    return layout.used;
  }
};

// --- One chunk: where it lies and what is read of it ---

template <class T>
struct Chunk {
  const ChunkwiseProblem<T>& p;
  Scratch<T> scratch;
  T* restOfScratch;  // behind it
  std::int64_t b, h, g, i;
  std::int64_t first;  // token
  std::int64_t size;   // tokens, at most C
  std::int64_t rows;   // size rounded up to kRowStep

  Chunk(const ChunkwiseProblem<T>& problem, std::int64_t batch, std::int64_t headIndex, std::int64_t index, T* scratchMemory)
      : p(problem), b(batch), h(headIndex), g(headIndex / problem.headsPerGroup), i(index) {
    restOfScratch = scratchMemory + scratch.lay(p, scratchMemory);
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

  Rows<T> o() const { return target(p.o, p.oAt, h, p.valueDim, p.valueWidth, scratch.o); }
  Rows<T> dq() const { return target(p.dq, p.dqAt, h, p.keyDim, p.keyWidth, scratch.dq); }
  Rows<T> dk() const { return target(p.dk, p.dkAt, h, p.keyDim, p.keyWidth, scratch.dk); }
  Rows<T> dv() const { return target(p.dv, p.dvAt, h, p.valueDim, p.valueWidth, scratch.dv); }
  void finishOutput(const Rows<T>& o) const { finish(o, p.o, p.oAt, h, p.valueDim); }
  void finishGradients(const Rows<T>& dq, const Rows<T>& dk, const Rows<T>& dv) const {
    finish(dq, p.dq, p.dqAt, h, p.keyDim);
    finish(dk, p.dk, p.dkAt, h, p.keyDim);
    finish(dv, p.dv, p.dvAt, h, p.valueDim);
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
  void scaleRows(const Rows<const T>& source) { scaleRows(source, scratch.factor, scratch.scaled); }
  void scaleRows(const Rows<const T>& source, const T* factors, T* scaled) const {
    for (std::int64_t t = 0; t < rows; ++t) {
      const Vec<T> factor = splat(factors[t]);
      for (std::int64_t x = 0; x < p.keyWidth; x += Simd<T>::kLanes) store(scaled + t * p.keyWidth + x, factor * load(source[t] + x));
    }
  }
};

// --- Rows ---

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

template <class T>
void addScaled(std::int64_t size, T factor, const T* from, T* to) {
  const Vec<T> spread = splat(factor);
  for (std::int64_t x = 0; x < size; x += Simd<T>::kLanes) store(to + x, load(to + x) + spread * load(from + x));
}

// --- Pairs inside the chunk ---

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

// The other side of the diagonal, as far as products look there.
template <class T>
FENWICK_INLINE void clearRest(T* row, std::int64_t from, std::int64_t t) {
  for (std::int64_t s = from; s < roundedUp(t + 1, kRowStep); s += Simd<T>::kLanes) store(row + s, Vec<T>{});
}

// dlambda of token t: from the weights of its pairs without lambda in the diagonal block, and summed by level in the blocks before it. 0 for
// all other levels.
template <class T>
FENWICK_INLINE void writeLambdaGradients(const Chunk<T>& chunk, std::int64_t t, IntVec<T> levels, Vec<T> diagonal, const Vec<T>* levelSums) {
  const ChunkwiseProblem<T>& p = chunk.p;
  T* dlambda = chunk.at(p.dlambda, p.dlambdaAt, chunk.h) + t * p.dlambdaAt.t;
  for (std::int64_t level = 0; level < p.levels; ++level) dlambda[level] = 0;
  for (int level = 0; level < DiagonalLevels<T>::kLevels; ++level) {
    if (level > 0 && ((t >> (level - 1)) & 1) == 0) continue;
    dlambda[level] = sumOfLanes<T>(masked<T>(levels == splatInt<T>(level), diagonal));
  }
  for (int level = DiagonalLevels<T>::kLevels; level < p.chunkLevels; ++level) {
    if (((t >> (level - 1)) & 1) == 0) continue;
    dlambda[level] = sumOfLanes<T>(levelSums[level]);
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
