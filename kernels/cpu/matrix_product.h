// No #pragma once: every instruction set includes it inside its own unnamed namespace; it brings simd.h along.
// Products of small matrices whose rows are whole vectors: C = A B or C += A B, C [rows, columns], with a block of C
// held in registers, one entry of A spread over a vector, and rows of B read as vectors.

#include "kernels/cpu/simd.h"

// Which part of the inner dimension matters for a block of rows, where A is triangular.
enum class Depth { Full, UpToRow, FromRow };

// A block's height for a given width in vectors, so that the block and what multiplies it fit the registers.
constexpr int kMostVectors = FENWICK_VECTOR_REGISTERS >= 32 ? 4 : 2;
constexpr int blockRows(int vectors) { return vectors == kMostVectors ? 4 : 8; }

// a is [rows, depth] with stride aStride, or [depth, rows] where Transposed.
template <class T, int Rows, int Vectors, bool Transposed, bool Add>
FENWICK_INLINE void multiplyBlock(std::int64_t depth, const T* a, std::int64_t aStride, const T* b,
                                  std::int64_t bStride, T* c, std::int64_t cStride) {
  constexpr int lanes = Simd<T>::kLanes;
  Vec<T> sum[Rows][Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int n = 0; n < Vectors; ++n) sum[r][n] = Add ? load(c + r * cStride + n * lanes) : Vec<T>{};
  }
  for (std::int64_t d = 0; d < depth; ++d) {
    Vec<T> row[Vectors];
#pragma GCC unroll 4
    for (int n = 0; n < Vectors; ++n) row[n] = load(b + d * bStride + n * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const Vec<T> factor = splat(Transposed ? a[d * aStride + r] : a[r * aStride + d]);
#pragma GCC unroll 4
      for (int n = 0; n < Vectors; ++n) sum[r][n] += factor * row[n];
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (int n = 0; n < Vectors; ++n) store(c + r * cStride + n * lanes, sum[r][n]);
  }
}

template <class T, int Vectors, bool Transposed, bool Add>
void multiplyPanel(Depth part, std::int64_t rows, std::int64_t depth, const T* a, std::int64_t aStride, const T* b,
                   std::int64_t bStride, T* c, std::int64_t cStride) {
  constexpr int height = blockRows(Vectors);
  for (std::int64_t r = 0; r < rows; r += height) {
    const std::int64_t begin = part == Depth::FromRow ? r : 0;
    const std::int64_t end = part == Depth::UpToRow ? r + height : depth;
    const T* block = Transposed ? a + begin * aStride + r : a + r * aStride + begin;
    multiplyBlock<T, height, Vectors, Transposed, Add>(end - begin, block, aStride, b + begin * bStride, bStride,
                                                       c + r * cStride, cStride);
  }
}

// rows is a multiple of 8, columns one of the lanes. With UpToRow and FromRow, a is square, and entries of a on the
// wrong side of the diagonal inside a block of 8 must be 0.
template <class T, bool Transposed, bool Add>
void multiply(Depth part, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a, std::int64_t aStride,
              const T* b, std::int64_t bStride, T* c, std::int64_t cStride) {
  constexpr int lanes = Simd<T>::kLanes;
  const std::int64_t vectors = columns / lanes;
  for (std::int64_t n = 0; n < vectors; n += kMostVectors) {
    const T* from = b + n * lanes;
    T* to = c + n * lanes;
    const std::int64_t left = vectors - n;
    if (left >= kMostVectors) {
      multiplyPanel<T, kMostVectors, Transposed, Add>(part, rows, depth, a, aStride, from, bStride, to, cStride);
    } else if (left == 1) {
      multiplyPanel<T, 1, Transposed, Add>(part, rows, depth, a, aStride, from, bStride, to, cStride);
    } else if constexpr (kMostVectors == 4) {
      if (left == 2) {
        multiplyPanel<T, 2, Transposed, Add>(part, rows, depth, a, aStride, from, bStride, to, cStride);
      } else {
        multiplyPanel<T, 3, Transposed, Add>(part, rows, depth, a, aStride, from, bStride, to, cStride);
      }
    }
  }
}

template <class T, int Vectors, bool Add>
FENWICK_INLINE void multiplyEight(std::int64_t depth, const T* a, std::int64_t aStride, const T* b,
                                  std::int64_t bStride, T* c, std::int64_t cStride) {
  constexpr int height = blockRows(Vectors);
#pragma GCC unroll 2
  for (int r = 0; r < 8; r += height) {
    multiplyBlock<T, height, Vectors, false, Add>(depth, a + r * aStride, aStride, b, bStride, c + r * cStride,
                                                  cStride);
  }
}

// C = A B or C += A B where only C's entries on and below the diagonal are wanted; those above may be written or not. With UpToRow, a is
// lower triangular, and its entries on the wrong side of the diagonal inside a block of 8 must be 0.
template <class T, bool Add>
void multiplyLower(Depth part, std::int64_t rows, std::int64_t depth, const T* a, std::int64_t aStride, const T* b,
                   std::int64_t bStride, T* c, std::int64_t cStride) {
  constexpr int lanes = Simd<T>::kLanes;
  for (std::int64_t r = 0; r < rows; r += 8) {
    const std::int64_t end = part == Depth::UpToRow ? r + 8 : depth;
    const std::int64_t vectors = (r + 8 + lanes - 1) / lanes;
    for (std::int64_t n = 0; n < vectors; n += kMostVectors) {
      const T* left = a + r * aStride;
      const T* from = b + n * lanes;
      T* to = c + r * cStride + n * lanes;
      const std::int64_t width = vectors - n;
      if (width >= kMostVectors) {
        multiplyEight<T, kMostVectors, Add>(end, left, aStride, from, bStride, to, cStride);
      } else if (width == 1) {
        multiplyEight<T, 1, Add>(end, left, aStride, from, bStride, to, cStride);
      } else if constexpr (kMostVectors == 4) {
        if (width == 2) {
          multiplyEight<T, 2, Add>(end, left, aStride, from, bStride, to, cStride);
        } else {
          multiplyEight<T, 3, Add>(end, left, aStride, from, bStride, to, cStride);
        }
      }
    }
  }
}
