#pragma once

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

namespace fenwick::model::cuda {

// Memory of LibTorch's allocator, as the kernels borrow it.
inline at::Tensor bytes(std::int64_t count, const at::Tensor& like) {
  return at::empty({std::max<std::int64_t>(count, 1)}, like.options().dtype(at::kByte));  // a tensor without bytes has no address
}

inline kernels::cuda::Memory memoryOf(const at::Tensor& bytes) { return {bytes.data_ptr(), static_cast<std::int64_t>(bytes.nbytes())}; }

}  // namespace fenwick::model::cuda
