#pragma once

#include <ATen/core/Tensor.h>

#include <array>
#include <cstdint>
#include <type_traits>

#include "kernels/tensor_view.h"

namespace fenwick::model {

// What the kernels see of a tensor: its place, extents and strides. T has the size of the tensor's entries (a bfloat16 of the kernels for one of
// LibTorch).
template <class T, std::size_t Rank>
kernels::TensorView<T, Rank> viewOf(const at::Tensor& tensor) {
  std::array<std::int64_t, Rank> extents{}, strides{};
  for (std::size_t d = 0; d < Rank; ++d) {
    extents[d] = tensor.size(static_cast<std::int64_t>(d));
    strides[d] = tensor.stride(static_cast<std::int64_t>(d));
  }
  if constexpr (std::is_const_v<T>) {
    return {static_cast<T*>(tensor.const_data_ptr()), extents, strides};
  } else {
    return {static_cast<T*>(tensor.mutable_data_ptr()), extents, strides};
  }
}

}  // namespace fenwick::model
