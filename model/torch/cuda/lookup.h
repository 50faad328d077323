#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace fenwick::model::cuda {

// Rows of up to five tables [entries, width] by the same indices [N] int64, differentiable: the sums of gradients are float32 and taken in one order,
// so every repeat gives the same bits (at::embedding's do not). All tables have one number of entries; float32 or bfloat16.
std::vector<at::Tensor> lookUp(const std::vector<at::Tensor>& tables, const at::Tensor& indices);

// The rows of x [B·T, width] float32 at `places` [S] int64, those of one example together and examples ascending; differentiable in x.
at::Tensor pickRows(const at::Tensor& x, const at::Tensor& places, std::int64_t length);

}  // namespace fenwick::model::cuda
