#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "kernels/cuda/log_linear_attention.h"

namespace fenwick::model::cuda {

// A whole sequence by the recurrent form, token by token, on the current stream.
class Decoding {
 public:
  // inputs: q, k, v, g, lambda as in model/torch/attention.h, on CUDA.
  explicit Decoding(const std::vector<at::Tensor>& inputs);
  void sequence();  // queues every token, from an empty state on
  std::int64_t stateBytes() const { return m_state.numel(); }

 private:
  template <class T>
  void steps();

  std::vector<at::Tensor> m_inputs;
  kernels::cuda::DecodeShape m_shape;
  at::Tensor m_state, m_output;
};

}  // namespace fenwick::model::cuda
