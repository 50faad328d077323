#pragma once

#include <ATen/core/Tensor.h>

#include <array>

namespace fenwick::model::cuda {

// The kernels of kernels/cuda/gated_delta.h, as attention.h calls those with scalar gates. float32 products are taken in float32 whatever LibTorch's
// own are.
//   inputs | q, k, v, g, lambda as there, beta [B, T, H] float32 |
at::Tensor gatedDeltaForward(const std::array<at::Tensor, 6>& inputs, at::Tensor& context);
void gatedDeltaBackward(const std::array<at::Tensor, 6>& inputs, const at::Tensor& outputGradient, const at::Tensor& context,
                        const std::array<at::Tensor, 6>& gradients);

}  // namespace fenwick::model::cuda
