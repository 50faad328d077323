#pragma once

#include <ATen/core/Tensor.h>

#include <array>

#include "model/torch/attention.h"

namespace fenwick::model::cuda {

// The kernels behind selectedLogLinearAttention on the GPU, without autograd: q, kv, g, lambda, rows as there, contiguous, float32.
using SelectedInputs = std::array<at::Tensor, 5>;
bool takesSelected(const AttentionShape& shape);  // whether they take these sizes
at::Tensor selectedForward(const SelectedInputs& inputs, const AttentionShape& shape);
std::array<at::Tensor, 4> selectedBackward(const SelectedInputs& inputs, const AttentionShape& shape, const at::Tensor& outputGradient);

}  // namespace fenwick::model::cuda
