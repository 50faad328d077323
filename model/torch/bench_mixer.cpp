#include "model/torch/bench_mixer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>

#include <chrono>
#include <map>
#include <stdexcept>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "model/torch/block.h"
#include "model/torch/tensors.h"

namespace fenwick::model {

struct MixerBench::Implementation {
  std::int64_t batch, length;
  std::map<std::string, at::Tensor> parameters;
  std::unique_ptr<Block> block;
  at::Tensor input, outputGradient;
  std::int64_t stateFloats = 0;

  Implementation(const ModelOptions& options, std::int64_t sequences, std::int64_t tokens) : batch(sequences), length(tokens) {
    for (const ParameterSpec& spec : blockRecipe(options.block).parameters(options, 0))
      parameters[spec.name] = fromDoubles(initialValues(spec, options.seed), spec.shape, at::kFloat).set_requires_grad(true);
    block = makeBlock(options, [this](const std::string& name) { return parameters.at(name); }, makeAttentionMemory());
    input = (at::rand({batch * length, options.width}) - 0.5).set_requires_grad(true);
    outputGradient = at::rand({batch * length, options.width}) - 0.5;
  }
};

MixerBench::MixerBench(const ModelOptions& options, std::int64_t batch, std::int64_t length, int threads) {
  at::set_num_threads(threads);
  m_implementation = std::make_unique<Implementation>(options, batch, length);
}
MixerBench::~MixerBench() = default;

void MixerBench::forward() {
  const at::NoGradGuard noGrad;
  m_implementation->block->every(m_implementation->input, m_implementation->batch);
}

void MixerBench::forwardBackward() {
  std::vector<at::Tensor> inputs{m_implementation->input};
  for (const auto& [name, parameter] : m_implementation->parameters) inputs.push_back(parameter);
  const at::Tensor output = m_implementation->block->every(m_implementation->input, m_implementation->batch);
  torch::autograd::grad({output}, inputs, {m_implementation->outputGradient}, std::nullopt, false, true);
}

double MixerBench::decode(std::int64_t timed) {
  const at::NoGradGuard noGrad;
  const auto state = m_implementation->block->begin(1);
  auto begin = std::chrono::steady_clock::now();
  for (std::int64_t t = 0; t < m_implementation->length; ++t) {
    if (t == m_implementation->length - timed) begin = std::chrono::steady_clock::now();
    m_implementation->block->step(m_implementation->input.narrow(0, t, 1), *state);
  }
  m_implementation->stateFloats = state->floats();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::int64_t MixerBench::stateFloats() const { return m_implementation->stateFloats; }

std::int64_t MixerBench::parameters() const {
  std::int64_t count = 0;
  for (const auto& [name, parameter] : m_implementation->parameters) count += parameter.numel();
  return count;
}

void releaseFreedMemory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace fenwick::model
