#pragma once

#include <cstdint>
#include <memory>

#include "kernels/log_linear_attention.h"
#include "kernels/parallel_for.h"

namespace fenwick::model {

// What `fenwick bench` measures through LibTorch's tensors. Free of Torch types.

// LibTorch's pool with this many threads, for the kernels too, so that all rows use the same threads.
kernels::ParallelFor benchLoop(int threads);

enum class TorchForm {
  Chunkwise,       // our kernels on CUDA
  MaskedProducts,  // the formula of log-linear attention in LibTorch's operations, gradients by its autograd
  Softmax          // scaled_dot_product_attention, causal: another operator of the same shape
};

enum class TorchNumbers { Float64, Float32, Tf32, BFloat16 };  // of q, k, v, o; Tf32: float32 whose products are taken in tf32

// One prepared call on random inputs that want gradients. One thread at a time. On CUDA forward and forwardBackward only queue; synchronize()
// waits for what was queued.
class TorchAttention {
 public:
  TorchAttention(TorchForm form, const kernels::Shape& shape, TorchNumbers numbers, bool cuda);
  ~TorchAttention();
  void forward();
  void forwardBackward();
  void synchronize();
  std::int64_t extraBytes();  // runs once: the peak of forwardBackward, less inputs, gradients and output

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace fenwick::model
