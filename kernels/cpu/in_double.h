#pragma once

#include <cstdint>
#include <vector>

// What the forms that compute in double whatever the tensors hold share.

namespace fenwick::kernels {

// The rows of one head or group of a sequence, [T, columns].
template <class View>
std::vector<double> rowsOf(const View& tensor, std::int64_t b, std::int64_t head) {
  std::vector<double> rows;
  rows.reserve(static_cast<std::size_t>(tensor.extent(1) * tensor.extent(3)));
  for (std::int64_t t = 0; t < tensor.extent(1); ++t) {
    for (std::int64_t i = 0; i < tensor.extent(3); ++i) rows.push_back(static_cast<double>(tensor(b, t, head, i)));
  }
  return rows;
}

template <class T>
double dot(const T* a, const T* b, std::int64_t size) {
  double sum = 0;
  for (std::int64_t i = 0; i < size; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

template <class T>
void addScaled(double* sum, double factor, const T* row, std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i) sum[i] += factor * static_cast<double>(row[i]);
}

}  // namespace fenwick::kernels
