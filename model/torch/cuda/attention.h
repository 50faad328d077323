#pragma once

#include <ATen/core/Tensor.h>

#include <array>

namespace fenwick::model::cuda {

// The chunkwise kernels of kernels/cuda/ on LibTorch's tensors, current stream and caching allocator, without autograd.
//   inputs | q, k [B, T, G, K], v [B, T, H, V] float32 or bfloat16; g [B, T, H], lambda [B, T, H, L] float32 |
// Products of float32 numbers are taken in tf32 where LibTorch's own are. What forward leaves for backward is a tensor of bytes.
at::Tensor attentionForward(const std::array<at::Tensor, 5>& inputs, at::Tensor& context);
// `gradients` have the extents of the inputs and any outer strides; they are overwritten.
void attentionBackward(const std::array<at::Tensor, 5>& inputs, const at::Tensor& outputGradient, const at::Tensor& context,
                       const std::array<at::Tensor, 5>& gradients);

}  // namespace fenwick::model::cuda
