#pragma once

#include <cstdint>
#include <memory>

#include "kernels/log_linear_attention.h"
#include "kernels/parallel_for.h"

namespace fenwick::model {

// What `fenwick bench` measures LibTorch by, on the CPU. Free of Torch types.

// LibTorch's pool with this many threads, for the kernels too, so that all rows use the same threads.
kernels::ParallelFor benchLoop(int threads);

enum class TorchForm {
  MaskedProducts,  // the formula of log-linear attention in LibTorch's operations, gradients by its autograd
  Softmax          // scaled_dot_product_attention, causal: another operator of the same shape
};

// One prepared call on random inputs that want gradients. One thread at a time.
class TorchAttention {
 public:
  TorchAttention(TorchForm form, const kernels::Shape& shape, bool float64);
  ~TorchAttention();
  void forward();
  void forwardBackward();
  std::int64_t extraBytes();  // runs once: the peak of forwardBackward, less inputs, gradients and output

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace fenwick::model
