#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace fenwick::model::cuda {

// Rows of several float32 tables [entries, width] by the same indices [N] int64, differentiable: one pass forward, one backward, whose sums are
// taken in one order. For vocabularies of up to kLookUpEntries; at most four tables.
inline constexpr std::int64_t kLookUpEntries = 1024;
std::vector<at::Tensor> lookUp(const std::vector<at::Tensor>& tables, const at::Tensor& indices);

// The rows of x [B·T, width] float32 at `places` [S] int64, those of one example together and examples ascending; differentiable in x.
at::Tensor pickRows(const at::Tensor& x, const at::Tensor& places, std::int64_t length);

}  // namespace fenwick::model::cuda
