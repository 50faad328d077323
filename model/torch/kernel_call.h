#pragma once

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>

#include "kernels/parallel_for.h"

namespace fenwick::model {

// LibTorch's thread pool for the kernels.
inline kernels::ParallelFor torchLoop() {
  return {at::get_num_threads(), [](int parts, const kernels::ParallelFor::Body& body) {
            at::parallel_for(0, parts, 1, [&body](std::int64_t begin, std::int64_t end) {
              for (std::int64_t part = begin; part < end; ++part) body(static_cast<int>(part));
            });
          }};
}

// The kernels take any outer strides and only need neighbours of the last dimension to lie side by side.
inline at::Tensor readable(const at::Tensor& tensor) {
  return !tensor.defined() || tensor.stride(-1) == 1 || tensor.size(-1) == 1 ? tensor : tensor.contiguous();
}

}  // namespace fenwick::model
