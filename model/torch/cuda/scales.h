#pragma once

#include <ATen/core/Tensor.h>

namespace fenwick::model::cuda {

// Gates and λ of an MLP head in one launch forward and one or two backward, differentiable in every argument; float32 on the GPU.
//   gates: -exp(logA) softplus(z + bias) | z [N, H], bias, logA [H]     | for kGateTokens tokens at most: each head's sums are one block's work
//   lambdaMlp: softplus(W2 phi(W1 d + b1) + b2) | d [N, H, L]; phi is GELU or nothing | where takesLambdaMlp says so
inline constexpr std::int64_t kGateTokens = 1 << 17;
at::Tensor gates(const at::Tensor& z, const at::Tensor& bias, const at::Tensor& logA);
bool takesLambdaMlp(std::int64_t levels, std::int64_t hidden);
at::Tensor lambdaMlp(const at::Tensor& d, const at::Tensor& w1, const at::Tensor& b1, const at::Tensor& w2, const at::Tensor& b2, bool gelu);

}  // namespace fenwick::model::cuda
