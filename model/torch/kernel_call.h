#pragma once

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <stdexcept>
#include <string>

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

// The numbers of q, k, v and o that there are kernels for.
inline void checkNumbers(const at::Tensor& q) {
  const at::ScalarType other = q.is_cuda() ? at::kBFloat16 : at::kDouble;
  if (q.scalar_type() != at::kFloat && q.scalar_type() != other)
    throw std::invalid_argument(std::string("q: expected float32 or ") + (q.is_cuda() ? "bfloat16" : "float64") + ", got " +
                                c10::toString(q.scalar_type()));
}

}  // namespace fenwick::model
