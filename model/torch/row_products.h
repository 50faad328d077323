#pragma once

#include <cstdint>

namespace fenwick::model {

// Products of one vector with the rows of a matrix whose rows lie `stride` apart, built for several instruction sets.
//   x, y | [size]        |
//   a    | [count, size] |
//   w    | [count]       |
void rowDots(const float* x, const float* a, std::int64_t stride, std::int64_t count, std::int64_t size, float* w);   // w_s = x · a_s
void addRows(const float* w, const float* a, std::int64_t stride, std::int64_t count, std::int64_t size, float* y);   // y += Σ w_s a_s
void addToRows(const float* w, const float* x, float* a, std::int64_t stride, std::int64_t count, std::int64_t size); // a_s += w_s x
void rowDots(const double* x, const double* a, std::int64_t stride, std::int64_t count, std::int64_t size, double* w);
void addRows(const double* w, const double* a, std::int64_t stride, std::int64_t count, std::int64_t size, double* y);
void addToRows(const double* w, const double* x, double* a, std::int64_t stride, std::int64_t count, std::int64_t size);

}  // namespace fenwick::model
