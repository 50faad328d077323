#include "model/torch/bench_torch.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/Allocator.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <vector>

#include "model/torch/attention.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/device.h"
#endif

namespace fenwick::model {
namespace {

// Adds up what LibTorch's allocator hands out and takes back while it is installed.
struct PeakCounter : c10::MemoryReportingInfoBase {
  void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t, c10::Device) override {
    current += size;
    peak = std::max(peak, current);
  }
  bool memoryProfilingEnabled() const override { return true; }
  std::int64_t current = 0;
  std::int64_t peak = 0;
};

std::int64_t bytesOf(const at::Tensor& tensor) { return static_cast<std::int64_t>(tensor.nbytes()); }

}  // namespace

kernels::ParallelFor benchLoop(int threads) {
  at::set_num_threads(threads);
  return {threads, [](int parts, const kernels::ParallelFor::Body& body) {
            at::parallel_for(0, parts, 1, [&body](std::int64_t begin, std::int64_t end) {
              for (std::int64_t part = begin; part < end; ++part) body(static_cast<int>(part));
            });
          }};
}

struct TorchAttention::Implementation {
  TorchForm form;
  std::vector<at::Tensor> inputs;  // q, k, v, gate, lambda
  at::Tensor outputGradient;

  bool cuda = false;
  std::shared_ptr<AttentionMemory> memory = makeAttentionMemory();

  at::Tensor output() const {
    if (form == TorchForm::Chunkwise) return logLinearAttention(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], 64, memory);
    if (form == TorchForm::MaskedProducts)
      return denseLogLinearAttention(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]);
    const std::int64_t share = inputs[2].size(2) / inputs[0].size(2);
    const auto byHead = [share](const at::Tensor& keys) {
      return share == 1 ? keys.transpose(1, 2) : keys.transpose(1, 2).repeat_interleave(share, 1);
    };
    const at::Tensor values = inputs[2].transpose(1, 2);
    return at::scaled_dot_product_attention(byHead(inputs[0]), byHead(inputs[1]), values, {}, 0.0, true)
        .transpose(1, 2);
  }

  std::vector<at::Tensor> gradients() const {
    const auto end = form == TorchForm::Softmax ? inputs.begin() + 3 : inputs.end();
    return torch::autograd::grad({output()}, {inputs.begin(), end}, {outputGradient});
  }
};

TorchAttention::TorchAttention(TorchForm form, const kernels::Shape& shape, TorchNumbers numbers, bool cuda)
    : m_implementation(std::make_unique<Implementation>()) {
  at::globalContext().setAllowTF32CuBLAS(numbers == TorchNumbers::Tf32);
  const auto device = cuda ? at::kCUDA : at::kCPU;
  const auto scales = at::TensorOptions(device).dtype(numbers == TorchNumbers::Float64 ? at::kDouble : at::kFloat);
  const auto options = numbers == TorchNumbers::BFloat16 ? scales.dtype(at::kBFloat16) : scales;
  const auto uniform = [&](std::vector<std::int64_t> sizes) { return at::rand(sizes, options); };
  const auto uniformScale = [&](std::vector<std::int64_t> sizes) { return at::rand(sizes, scales); };
  const std::int64_t B = shape.batch, T = shape.length, G = shape.groups, H = shape.heads;
  Implementation& call = *m_implementation;
  call.form = form;
  call.cuda = cuda;
  call.inputs = {uniform({B, T, G, shape.keyDim}) - 0.5, uniform({B, T, G, shape.keyDim}) - 0.5,
                 uniform({B, T, H, shape.valueDim}) - 0.5, uniformScale({B, T, H}) * -0.1,
                 uniformScale({B, T, H, shape.levels}) + 0.5};
  call.outputGradient = uniform({B, T, H, shape.valueDim}) - 0.5;
  for (at::Tensor& input : call.inputs) input.requires_grad_(true);
}

TorchAttention::~TorchAttention() = default;

void TorchAttention::forward() {
  const at::NoGradGuard withoutGraph;
  m_implementation->output();
}

void TorchAttention::forwardBackward() { m_implementation->gradients(); }

void TorchAttention::synchronize() {
#ifdef FENWICK_CUDA
  if (m_implementation->cuda) cuda::synchronize();
#endif
}

std::int64_t TorchAttention::extraBytes() {
#ifdef FENWICK_CUDA
  if (m_implementation->cuda) {
    cuda::forgetPeak();
    const std::int64_t before = cuda::allocatedBytes();
    std::int64_t results = bytesOf(m_implementation->outputGradient);
    for (const at::Tensor& gradient : m_implementation->gradients()) results += bytesOf(gradient);
    return std::max<std::int64_t>(cuda::peakBytes() - before - results, 0);
  }
#endif
  const auto counter = std::make_shared<PeakCounter>();
  std::int64_t results = bytesOf(m_implementation->outputGradient);  // the output is as large
  {
    const c10::DebugInfoGuard counting(c10::DebugInfoKind::PROFILER_STATE, counter);
    for (const at::Tensor& gradient : m_implementation->gradients()) results += bytesOf(gradient);
  }
  return std::max<std::int64_t>(counter->peak - results, 0);
}

}  // namespace fenwick::model
