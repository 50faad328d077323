#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "model/torch/lambda_head.h"

namespace fenwick::model {

// What several mixers compute of a token in the same way.

// g = -exp(A) softplus(W_dt x + b_dt), [N, H]
class GateScale {
 public:
  explicit GateScale(const ParameterLookup& lookup);
  at::Tensor operator()(const at::Tensor& x) const;
  static std::vector<ParameterSpec> parameters(const ModelOptions& options, std::int64_t layer);  // dt_proj, A_log, dt_bias

 private:
  at::Tensor m_map, m_bias, m_logA;
};

// λ of the layer's head, [N, H, L].
class LambdaScale {
 public:
  LambdaScale(const ModelOptions& options, const ParameterLookup& lookup);
  at::Tensor operator()(const at::Tensor& x) const;

 private:
  std::int64_t m_heads, m_levels;
  at::Tensor m_map;  // undefined where the head does not read the token
  std::unique_ptr<LambdaHead> m_head;
};

at::Tensor byToken(const at::Tensor& scale, const at::Tensor& q);  // [N, …] to [B, T, …], B and T those of q

// dl_proj, then the gate's, then the λ head's.
std::vector<ParameterSpec> lambdaAndGateParameters(const ModelOptions& options, std::int64_t layer);

}  // namespace fenwick::model
