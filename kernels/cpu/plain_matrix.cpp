#include "kernels/cpu/plain_matrix.h"

#include "kernels/cpu/clones.h"

namespace fenwick::kernels {

// Entry (i, d) of A lies at a[i * rowStride + d * columnStride]. Part of each caller, so that it is built as they are.
static inline __attribute__((always_inline)) void addWeightedRows(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor,
                                                                  const double* a, std::int64_t rowStride, std::int64_t columnStride,
                                                                  const double* b, double* c) {
  for (std::int64_t i = 0; i < rows; ++i) {
    double* row = c + i * columns;
    for (std::int64_t d = 0; d < depth; ++d) {
      const double weight = factor * a[i * rowStride + d * columnStride];
      if (weight == 0) continue;  // half of a triangular matrix
      const double* other = b + d * columns;
      for (std::int64_t j = 0; j < columns; ++j) row[j] += weight * other[j];
    }
  }
}

FENWICK_CLONES void addProduct(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a,
                               const double* b, double* c) {
  addWeightedRows(rows, depth, columns, factor, a, depth, 1, b, c);
}

FENWICK_CLONES void addTransposedProduct(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a,
                                         const double* b, double* c) {
  addWeightedRows(rows, depth, columns, factor, a, 1, rows, b, c);
}

FENWICK_CLONES void addProductTransposed(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a,
                                         const double* b, double* c) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const double *left = a + i * depth, *right = b + j * depth;
      double lanes[8] = {};
      std::int64_t d = 0;
      for (; d + 8 <= depth; d += 8)
        for (int l = 0; l < 8; ++l) lanes[l] += left[d + l] * right[d + l];
      double sum = ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
      for (; d < depth; ++d) sum += left[d] * right[d];
      c[i * columns + j] += factor * sum;
    }
  }
}

}  // namespace fenwick::kernels
