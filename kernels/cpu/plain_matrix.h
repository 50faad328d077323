#pragma once

#include <cstdint>

namespace fenwick::kernels {

// Products of row-major matrices without gaps, in double: C += factor * (product). Built for several instruction sets, the loader takes
// the best one.
void addProduct(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a, const double* b,
                double* c);  // C [rows, columns] += A [rows, depth] B [depth, columns]
void addTransposedProduct(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a,
                          const double* b, double* c);  // A is [depth, rows]
void addProductTransposed(std::int64_t rows, std::int64_t depth, std::int64_t columns, double factor, const double* a,
                          const double* b, double* c);  // B is [columns, depth]

}  // namespace fenwick::kernels
