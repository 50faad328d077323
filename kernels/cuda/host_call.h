#pragma once

#include <vector>

#include "kernels/cuda/log_linear_attention.h"

namespace fenwick::kernels::cuda {

// Results in the host's memory, row-major; the gradients are empty where there was no gradient of o.
struct HostResults {
  std::vector<float> o, dq, dk, dv, dgate, dlambda;
  std::vector<float> dbeta;  // of Gated DeltaNet
};

// The chunkwise form for programs without memory on the device: contiguous arrays of the host are copied over, and the results back. With `bf16`
// q, k, v and dO are rounded to bfloat16 and computed with as such, and the results are bfloat16 numbers too (dgate and dlambda float32).
// `dO` without data: forward alone. Uses the current device; throws what the operator throws, and std::runtime_error where CUDA fails or its
// memory does not do.
HostResults chunkwiseOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 4>& dO, bool bf16, Precision precision);

// The same for Gated DeltaNet; beta and dbeta are float32 whatever `bf16` says.
HostResults gatedDeltaOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 3>& beta, const TensorView<const float, 4>& dO,
                             bool bf16);

// The recurrent form, token by token; it has no backward. With data in `beta` of Gated DeltaNet, else with scalar gates.
HostResults recurrentOnHost(const kernels::Inputs<float>& inputs, const TensorView<const float, 3>& beta, bool bf16);

}  // namespace fenwick::kernels::cuda
