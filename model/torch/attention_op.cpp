// The autograd side of the chunkwise kernels: what forward keeps for backward is owned by the graph's node.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include <array>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "kernels/log_linear_attention.h"
#include "model/torch/attention.h"

namespace fenwick::model {

template <class T>
using Context = kernels::ChunkwiseContext<T>;

class AttentionMemory {
 public:
  template <class T>
  kernels::ChunkwiseWorkspace<T>& workspace() {
    return std::get<kernels::ChunkwiseWorkspace<T>>(m_workspaces);
  }
  template <class T>
  Context<T> take() {
    auto& free = std::get<std::vector<Context<T>>>(m_free);
    if (free.empty()) return {};
    Context<T> context = std::move(free.back());
    free.pop_back();
    return context;
  }
  template <class T>
  void giveBack(Context<T> context) {
    std::get<std::vector<Context<T>>>(m_free).push_back(std::move(context));
  }

 private:
  std::tuple<kernels::ChunkwiseWorkspace<float>, kernels::ChunkwiseWorkspace<double>> m_workspaces;
  std::tuple<std::vector<Context<float>>, std::vector<Context<double>>> m_free;
};

std::shared_ptr<AttentionMemory> makeAttentionMemory() { return std::make_shared<AttentionMemory>(); }

namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

kernels::ParallelFor torchLoop() {
  return {at::get_num_threads(), [](int parts, const kernels::ParallelFor::Body& body) {
            at::parallel_for(0, parts, 1, [&body](std::int64_t begin, std::int64_t end) {
              for (std::int64_t part = begin; part < end; ++part) body(static_cast<int>(part));
            });
          }};
}

template <class T, std::size_t Rank>
kernels::TensorView<T, Rank> viewOf(const Tensor& tensor) {
  std::array<std::int64_t, Rank> extents{}, strides{};
  for (std::size_t d = 0; d < Rank; ++d) {
    extents[d] = tensor.size(static_cast<std::int64_t>(d));
    strides[d] = tensor.stride(static_cast<std::int64_t>(d));
  }
  if constexpr (std::is_const_v<T>) {
    return {tensor.const_data_ptr<std::remove_const_t<T>>(), extents, strides};
  } else {
    return {tensor.mutable_data_ptr<T>(), extents, strides};
  }
}

// The kernels take any outer strides and only need neighbours of the last dimension to lie side by side.
Tensor readable(const Tensor& tensor) {
  return tensor.stride(-1) == 1 || tensor.size(-1) == 1 ? tensor : tensor.contiguous();
}

// Carried by the graph from forward to backward; returns to its pool with the node, whether or not backward ran.
template <class T>
struct Kept : torch::CustomClassHolder {
  explicit Kept(std::shared_ptr<AttentionMemory> pool) : memory(std::move(pool)), context(memory->template take<T>()) {}
  ~Kept() override { memory->giveBack(std::move(context)); }
  std::shared_ptr<AttentionMemory> memory;
  Context<T> context;
};

template <class T>
kernels::Inputs<T> inputsOf(const variable_list& t) {
  return {viewOf<const T, 4>(t[0]), viewOf<const T, 4>(t[1]), viewOf<const T, 4>(t[2]), viewOf<const T, 3>(t[3]),
          viewOf<const T, 4>(t[4])};
}

kernels::ChunkwiseOptions chunkwiseOptions(std::int64_t chunk) {
  kernels::ChunkwiseOptions options;
  options.chunk = static_cast<int>(chunk);
  return options;
}

class AttentionFunction : public torch::autograd::Function<AttentionFunction> {
 public:
  // `keeps` says whether a backward can follow.
  static Tensor forward(AutogradContext* node, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g,
                        const Tensor& lambda, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory, bool keeps) {
    const variable_list inputs{readable(q), readable(k), readable(v), g, readable(lambda)};
    node->saved_data["chunk"] = chunk;
    if (keeps) node->save_for_backward(inputs);
    return q.scalar_type() == at::kDouble ? run<double>(node, inputs, chunk, memory, keeps)
                                          : run<float>(node, inputs, chunk, memory, keeps);
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list inputs = node->get_saved_variables();
    const Tensor gradient = readable(outputGradients[0]);
    return inputs[0].scalar_type() == at::kDouble ? runBack<double>(node, inputs, gradient) : runBack<float>(node, inputs, gradient);
  }

 private:
  template <class T>
  static Tensor run(AutogradContext* node, const variable_list& inputs, std::int64_t chunk,
                    const std::shared_ptr<AttentionMemory>& memory, bool keeps) {
    Tensor o = at::empty(inputs[2].sizes(), inputs[2].options());
    auto kept = c10::make_intrusive<Kept<T>>(memory);
    kernels::chunkwiseForward<T>(inputsOf<T>(inputs), viewOf<T, 4>(o), chunkwiseOptions(chunk), torchLoop(),
                                 memory->workspace<T>(), keeps ? &kept->context : nullptr);
    if (keeps) node->saved_data["kept"] = c10::IValue::make_capsule(std::move(kept));
    return o;
  }

  template <class T>
  static variable_list runBack(AutogradContext* node, const variable_list& inputs, const Tensor& gradient) {
    const auto holder = node->saved_data["kept"].toCapsule();
    const Kept<T>& kept = static_cast<const Kept<T>&>(*holder);
    std::vector<Tensor> results;
    for (const Tensor& input : inputs) results.push_back(at::empty(input.sizes(), input.options()));
    const kernels::Gradients<T> gradients{viewOf<T, 4>(results[0]), viewOf<T, 4>(results[1]), viewOf<T, 4>(results[2]),
                                          viewOf<T, 3>(results[3]), viewOf<T, 4>(results[4])};
    kernels::chunkwiseBackward<T>(inputsOf<T>(inputs), viewOf<const T, 4>(gradient), gradients,
                                  chunkwiseOptions(node->saved_data["chunk"].toInt()), torchLoop(), kept.memory->template workspace<T>(),
                                  &kept.context);
    results.resize(8);  // chunk, memory and flag have none
    return results;
  }
};

}  // namespace

Tensor logLinearAttention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g, const Tensor& lambda,
                          std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory) {
  if (q.scalar_type() != at::kFloat && q.scalar_type() != at::kDouble)
    throw std::invalid_argument(std::string("q: expected float32 or float64, got ") + c10::toString(q.scalar_type()));
  const bool keeps = at::GradMode::is_enabled();
  return AttentionFunction::apply(q, k, v, g, lambda, chunk, memory, keeps);
}

}  // namespace fenwick::model
