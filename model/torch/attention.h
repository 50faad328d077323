#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

namespace fenwick::model {

// Log-linear attention with scalar gates, differentiable in every argument (SCIENCE.md §2; Guo et al., arXiv 2506.04761):
//   o_t = Σ_{s<=t} λ_t^{ℓ(t,s)} exp(G_t - G_s) (q_t·k_s) v_s,   ℓ(t,s) = bit_width(t xor s), G the running sum of g
//   q, k   | [B, T, G, K] | head h reads group h / (H/G)
//   v, o   | [B, T, H, V] |
//   g      | [B, T, H]    | log gate <= 0
//   lambda | [B, T, H, L] | L >= 1 + bit_width(T-1); levels above are unused and get gradient 0
// float32 or float64, on the CPU. Throws std::invalid_argument for shapes that do not belong together.

// Workspaces and states between chunks that calls take and their backward gives back, so that a training loop allocates them once. Belongs to
// one model; used by one thread at a time.
class AttentionMemory;
std::shared_ptr<AttentionMemory> makeAttentionMemory();

// The chunkwise kernels of kernels/, on LibTorch's thread pool. chunk: 16, 32 or 64. Strided views are read in place where their last
// dimension is contiguous.
at::Tensor logLinearAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g,
                              const at::Tensor& lambda, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory);

// The same as one masked T × T product per head in LibTorch operations and its autograd: the yardstick of `fenwick bench` and an
// independent witness in the tests. Memory O(B H T²).
at::Tensor denseLogLinearAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g,
                                   const at::Tensor& lambda);

}  // namespace fenwick::model
