#include "model/torch/row_products.h"

#include "kernels/cpu/clones.h"

namespace fenwick::model {

FENWICK_CLONES void rowDots(const float* x, const float* a, std::int64_t stride, std::int64_t count, std::int64_t size, float* w) {
  std::int64_t s = 0;
  for (; s + 4 <= count; s += 4) {  // four sums at once keep the adders busy
    const float *r0 = a + s * stride, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (std::int64_t i = 0; i < size; ++i) {
      s0 += x[i] * r0[i];
      s1 += x[i] * r1[i];
      s2 += x[i] * r2[i];
      s3 += x[i] * r3[i];
    }
    w[s] = s0;
    w[s + 1] = s1;
    w[s + 2] = s2;
    w[s + 3] = s3;
  }
  for (; s < count; ++s) {
    const float* row = a + s * stride;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < size; ++i) sum += x[i] * row[i];
    w[s] = sum;
  }
}

FENWICK_CLONES void addRows(const float* w, const float* a, std::int64_t stride, std::int64_t count, std::int64_t size, float* y) {
  std::int64_t s = 0;
  for (; s + 4 <= count; s += 4) {  // y is read and written once for four rows
    const float *r0 = a + s * stride, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
    const float w0 = w[s], w1 = w[s + 1], w2 = w[s + 2], w3 = w[s + 3];
#pragma omp simd
    for (std::int64_t i = 0; i < size; ++i) y[i] += (w0 * r0[i] + w1 * r1[i]) + (w2 * r2[i] + w3 * r3[i]);
  }
  for (; s < count; ++s) {
    const float* row = a + s * stride;
    const float weight = w[s];
#pragma omp simd
    for (std::int64_t i = 0; i < size; ++i) y[i] += weight * row[i];
  }
}

FENWICK_CLONES void addToRows(const float* w, const float* x, float* a, std::int64_t stride, std::int64_t count, std::int64_t size) {
  for (std::int64_t s = 0; s < count; ++s) {
    float* row = a + s * stride;
    const float weight = w[s];
#pragma omp simd
    for (std::int64_t i = 0; i < size; ++i) row[i] += weight * x[i];
  }
}

// Double precision serves the numeric checks; speed does not matter there.
void rowDots(const double* x, const double* a, std::int64_t stride, std::int64_t count, std::int64_t size, double* w) {
  for (std::int64_t s = 0; s < count; ++s) {
    w[s] = 0;
    for (std::int64_t i = 0; i < size; ++i) w[s] += x[i] * a[s * stride + i];
  }
}

void addRows(const double* w, const double* a, std::int64_t stride, std::int64_t count, std::int64_t size, double* y) {
  for (std::int64_t s = 0; s < count; ++s)
    for (std::int64_t i = 0; i < size; ++i) y[i] += w[s] * a[s * stride + i];
}

void addToRows(const double* w, const double* x, double* a, std::int64_t stride, std::int64_t count, std::int64_t size) {
  for (std::int64_t s = 0; s < count; ++s)
    for (std::int64_t i = 0; i < size; ++i) a[s * stride + i] += w[s] * x[i];
}

}  // namespace fenwick::model
