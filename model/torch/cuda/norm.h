#pragma once

#include <ATen/core/Tensor.h>

namespace fenwick::model::cuda {

// LayerNorm over the rows of x [N, width] float32, differentiable in every argument; width of up to kNormWidth of kernels/cuda/norm.h.
bool takesNorm(const at::Tensor& x);
at::Tensor layerNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, double epsilon);

}  // namespace fenwick::model::cuda
