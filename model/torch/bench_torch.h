#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/log_linear_attention.h"
#include "kernels/parallel_for.h"

namespace fenwick::model {

// What `fenwick bench` measures through LibTorch's tensors. Free of Torch types.

// LibTorch's pool with this many threads, for the kernels too, so that all rows use the same threads.
kernels::ParallelFor benchLoop(int threads);

enum class TorchForm {
  Chunkwise,       // our kernels on CUDA
  Recurrent,       // our decoding on CUDA: forward takes all tokens one after the other; it has no backward
  MaskedProducts,  // the formula of log-linear attention in LibTorch's operations, gradients by its autograd
  Softmax          // scaled_dot_product_attention, causal, each head with queries, keys and values of V numbers: what it would replace
};

enum class TorchNumbers { Float64, Float32, Tf32, BFloat16 };  // of q, k, v, o; Tf32: float32 whose products are taken in tf32

// One prepared call on random inputs that want gradients. One thread at a time. On CUDA forward and forwardBackward only queue, as a graph that the
// first call captures; synchronize() waits for what was queued.
class TorchAttention {
 public:
  TorchAttention(TorchForm form, const kernels::Shape& shape, TorchNumbers numbers, bool cuda);
  ~TorchAttention();
  void forward();
  void forwardBackward();
  void synchronize();
  std::int64_t extraBytes();  // runs once: the peak of forwardBackward, less inputs, gradients and output; of Recurrent: the states
  std::string backend() const;  // of Softmax: which of LibTorch's kernels takes it, "flash"

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace fenwick::model
