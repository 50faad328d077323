#include "model/torch/bench_torch.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/SDPBackend.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/Allocator.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <vector>

#include "model/torch/attention.h"
#ifdef FENWICK_CUDA
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>

#include <functional>

#include "model/torch/cuda/decoding.h"
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

#ifdef FENWICK_CUDA
// A call as a CUDA graph, made at its first use: so that times are the GPU's and not the host's.
class Replayed {
 public:
  void operator()(const std::function<void()>& call) {
    const c10::cuda::CUDAStreamGuard guard(m_stream);
    if (!m_graph) capture(call);
    m_graph->replay();
  }

 private:
  void capture(const std::function<void()>& call) {
    for (int i = 0; i < 2; ++i) call();  // libraries load and choose their kernels before, not within
    m_stream.synchronize();
    m_graph = std::make_unique<at::cuda::CUDAGraph>();
    m_graph->capture_begin();
    call();
    m_graph->capture_end();
  }
  c10::cuda::CUDAStream m_stream = c10::cuda::getStreamFromPool();
  std::unique_ptr<at::cuda::CUDAGraph> m_graph;
};
#endif

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
#ifdef FENWICK_CUDA
  std::unique_ptr<cuda::Decoding> decoding;
  std::unique_ptr<Replayed> forward, both;  // on CUDA
#endif
  std::shared_ptr<AttentionMemory> memory = makeAttentionMemory();

  at::Tensor output() const {
    if (form == TorchForm::Chunkwise) return logLinearAttention(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], 64, memory);
    if (form == TorchForm::MaskedProducts)
      return denseLogLinearAttention(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]);
    return at::scaled_dot_product_attention(byHead(0), byHead(1), byHead(2), {}, 0.0, true).transpose(1, 2);
  }

  at::Tensor byHead(std::size_t input) const { return inputs[input].transpose(1, 2); }

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
  const std::vector<std::int64_t> values{B, T, H, shape.valueDim};
  const std::vector<std::int64_t> keys = form == TorchForm::Softmax ? values : std::vector<std::int64_t>{B, T, G, shape.keyDim};
  call.inputs = {uniform(keys) - 0.5, uniform(keys) - 0.5, uniform(values) - 0.5, uniformScale({B, T, H}) * -0.1,
                 uniformScale({B, T, H, shape.levels}) + 0.5};
#ifdef FENWICK_CUDA
  if (cuda) {
    call.forward = std::make_unique<Replayed>();
    call.both = std::make_unique<Replayed>();
  }
  if (form == TorchForm::Recurrent) call.decoding = std::make_unique<cuda::Decoding>(call.inputs);
#endif
  call.outputGradient = uniform({B, T, H, shape.valueDim}) - 0.5;
  for (at::Tensor& input : call.inputs) input.requires_grad_(true);
  synchronize();  // graphs read them on streams of their own
}

TorchAttention::~TorchAttention() = default;

void TorchAttention::forward() {
  const at::NoGradGuard withoutGraph;
#ifdef FENWICK_CUDA
  if (m_implementation->decoding) return m_implementation->decoding->sequence();
  if (m_implementation->cuda) return (*m_implementation->forward)([this] { m_implementation->output(); });
#endif
  m_implementation->output();
}

void TorchAttention::forwardBackward() {
#ifdef FENWICK_CUDA
  if (m_implementation->cuda) return (*m_implementation->both)([this] { m_implementation->gradients(); });
#endif
  m_implementation->gradients();
}

void TorchAttention::synchronize() {
#ifdef FENWICK_CUDA
  if (m_implementation->cuda) cuda::synchronize();
#endif
}

std::int64_t TorchAttention::extraBytes() {
#ifdef FENWICK_CUDA
  if (m_implementation->decoding) return m_implementation->decoding->stateBytes();
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

std::string TorchAttention::backend() const {
  const Implementation& call = *m_implementation;
  switch (static_cast<at::SDPBackend>(at::_fused_sdp_choice(call.byHead(0), call.byHead(1), call.byHead(2), {}, 0.0, true))) {
    case at::SDPBackend::flash_attention: return "flash";
    case at::SDPBackend::efficient_attention: return "memory-efficient";
    case at::SDPBackend::cudnn_attention: return "cudnn";
    default: return "unfused";
  }
}

}  // namespace fenwick::model
