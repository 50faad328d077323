#pragma once

#include <cstddef>

#include "kernels/cuda/problem.h"

// From the caller's views and memory to what the kernels see.

namespace fenwick::kernels::cuda {

// The checks of the CPU's functions look at extents, strides and whether there is data, never at the data.
template <class T, std::size_t Rank>
TensorView<const float, Rank> asFloat(const TensorView<const T, Rank>& view) {
  return {reinterpret_cast<const float*>(view.data()), view.extents(), view.strides()};
}
template <class T, std::size_t Rank>
TensorView<float, Rank> asFloat(const TensorView<T, Rank>& view) {
  return {reinterpret_cast<float*>(view.data()), view.extents(), view.strides()};
}

template <class T, std::size_t Rank>
Tensor<T> tensorOf(const TensorView<T, Rank>& view) {
  static_assert(Rank >= 3);
  const auto isWhole = [](std::int64_t elements) { return elements * static_cast<std::int64_t>(sizeof(T)) % 16 == 0; };
  const bool wide = reinterpret_cast<std::uintptr_t>(view.data()) % 16 == 0 && isWhole(view.stride(0)) &&
                    isWhole(view.stride(1)) && isWhole(view.stride(2)) && isWhole(view.extent(Rank - 1));
  return {view.data(), {view.stride(0), view.stride(1), view.stride(2)}, wide};
}

// Throws std::invalid_argument where the lent memory does not do.
void checkMemory(const char* name, const Memory& memory, std::int64_t needed);

}  // namespace fenwick::kernels::cuda
