#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

namespace fenwick::model {

// Log-linear attention with scalar gates, differentiable in every argument (SCIENCE.md §2; Guo et al., arXiv 2506.04761):
//   o_t = Σ_{s<=t} λ_t^{ℓ(t,s)} exp(G_t - G_s) (q_t·k_s) v_s,   ℓ(t,s) = bit_width(t xor s), G the running sum of g
//   q, k   | [B, T, G, K] | head h reads group h / (H/G)
//   v, o   | [B, T, H, V] |
//   g      | [B, T, H]    | log gate <= 0
//   lambda | [B, T, H, L] | L >= 1 + bit_width(T-1); levels above are unused and get gradient 0. Undefined: λ = 1, at O(T) on the CPU
// float32 or float64 on the CPU; on CUDA float32, or q, k, v, o bfloat16 with g and lambda float32, and chunks of 64 whatever is asked for. Throws std::invalid_argument for shapes that do not belong together.

// Workspaces and states between chunks that calls take and their backward gives back, so that a training loop allocates them once. Belongs to
// one model; used by one thread at a time.
class AttentionMemory;
std::shared_ptr<AttentionMemory> makeAttentionMemory();

// The chunkwise kernels of kernels/, on LibTorch's thread pool or current CUDA stream. chunk: 16, 32 or 64. Strided views are read in place where their last
// dimension is contiguous.
at::Tensor logLinearAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g,
                              const at::Tensor& lambda, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory);

// Log-linear attention on the states of Gated DeltaNet (kernels/gated_delta.h), differentiable in every argument.
//   beta | [B, T, H] | how strongly a token writes
// The others, types and chunks are as above, with q and k as the operator takes them; on CUDA beta is float32 and products of float32 are never tf32.
at::Tensor gatedDeltaAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g, const at::Tensor& lambda,
                               const at::Tensor& beta, std::int64_t chunk);

struct AttentionShape {
  std::int64_t batch = 0, length = 0, groups = 0, heads = 0, keyDim = 0, valueDim = 0;
};

// The same on one projection of all tokens, N = B·T, which is read and gets its gradient in place:
//   qkv    | [N, 2·G·K + H·V] | q, k and v side by side
//   g      | [N, H]           |
//   lambda | [N, H, L]        |
//   result | [N, H·V]         |
at::Tensor packedLogLinearAttention(const at::Tensor& qkv, const at::Tensor& g, const at::Tensor& lambda, const AttentionShape& shape,
                                    std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory);

// Only the outputs of some queries: what a last layer needs when few tokens are scored. O(S·T) for S queries, in the order of `rows`.
//   q      | [S, G·K]        | of the queries
//   kv     | [N, G·K + H·V]  | k and v of all tokens, side by side
//   g      | [N, H]          |
//   lambda | [S, H, L]       | of the queries
//   rows   | [S] int64       | places of the queries in the flattened batch, ascending
//   result | [S, H·V]        |
at::Tensor selectedLogLinearAttention(const at::Tensor& q, const at::Tensor& kv, const at::Tensor& g, const at::Tensor& lambda,
                                      const at::Tensor& rows, const AttentionShape& shape);

bool takesSelected(bool onCuda, const AttentionShape& shape);  // whether it takes float32 of these sizes there

// The same as one masked T × T product per head in LibTorch operations and its autograd: the yardstick of `fenwick bench` and an
// independent witness in the tests. Memory O(B H T²).
at::Tensor denseLogLinearAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g,
                                   const at::Tensor& lambda);

}  // namespace fenwick::model
