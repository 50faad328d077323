#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "model/torch/model_options.h"

namespace fenwick::model {

// Steps that blocks are made of. x [N, …]: tokens of a flattened batch.

// x wᵀ, in the numbers that products are taken of.
at::Tensor product(const at::Tensor& x, const at::Tensor& weight, ModelOptions::Precision precision);

// LayerNorm of each row.
at::Tensor layerNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

// Rows of several tables by the same indices.
std::vector<at::Tensor> lookUp(const std::vector<at::Tensor>& tables, const at::Tensor& indices);

// The tokens of a batch that stand at `rows`, by a look-up whose backward is fast.
at::Tensor pick(const at::Tensor& x, const at::Tensor& rows, std::int64_t batch);

}  // namespace fenwick::model
