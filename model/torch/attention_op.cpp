// The autograd side of the chunkwise kernels: what forward keeps for backward is owned by the graph's node.

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "model/torch/attention.h"
#include "model/torch/kernel_call.h"
#include "model/torch/views.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/attention.h"
#endif

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

// Carried by the graph from forward to backward; returns to its pool with the node, whether or not backward ran.
template <class T>
struct Kept : torch::CustomClassHolder {
  explicit Kept(std::shared_ptr<AttentionMemory> pool) : memory(std::move(pool)), context(memory->template take<T>()) {}
  ~Kept() override { memory->giveBack(std::move(context)); }
  std::shared_ptr<AttentionMemory> memory;
  Context<T> context;
};

// q, k, v, g, lambda; without the last, λ = 1 and all levels share one state.
template <class T>
kernels::Inputs<T> inputsOf(const variable_list& t) {
  kernels::Inputs<T> in{viewOf<const T, 4>(t[0]), viewOf<const T, 4>(t[1]), viewOf<const T, 4>(t[2]), viewOf<const T, 3>(t[3]), {}};
  if (t[4].defined()) in.lambda = viewOf<const T, 4>(t[4]);
  return in;
}

kernels::ChunkwiseOptions chunkwiseOptions(std::int64_t chunk, const variable_list& inputs) {
  kernels::ChunkwiseOptions options;
  options.chunk = static_cast<int>(chunk);
  options.oneState = !inputs[4].defined();
  return options;
}

Tensor emptyLike(const Tensor& tensor) { return tensor.defined() ? at::empty(tensor.sizes(), tensor.options()) : Tensor(); }

template <class T>
Tensor forwardOnCpu(AutogradContext* node, const variable_list& inputs, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory,
                  bool keeps) {
  Tensor o = at::empty(inputs[2].sizes(), inputs[2].options());
  auto kept = c10::make_intrusive<Kept<T>>(memory);
  kernels::chunkwiseForward<T>(inputsOf<T>(inputs), viewOf<T, 4>(o), chunkwiseOptions(chunk, inputs), torchLoop(), memory->workspace<T>(),
                               keeps ? &kept->context : nullptr);
  node->saved_data["chunk"] = chunk;
  if (keeps) node->saved_data["kept"] = c10::IValue::make_capsule(std::move(kept));
  return o;
}

template <class T>
void backwardOnCpu(AutogradContext* node, const variable_list& inputs, const Tensor& gradient, const variable_list& results) {
  const auto holder = node->saved_data["kept"].toCapsule();
  const Kept<T>& kept = static_cast<const Kept<T>&>(*holder);
  kernels::Gradients<T> gradients{viewOf<T, 4>(results[0]), viewOf<T, 4>(results[1]), viewOf<T, 4>(results[2]), viewOf<T, 3>(results[3]), {}};
  if (results[4].defined()) gradients.dlambda = viewOf<T, 4>(results[4]);
  kernels::chunkwiseBackward<T>(inputsOf<T>(inputs), viewOf<const T, 4>(readable(gradient)), gradients,
                                chunkwiseOptions(node->saved_data["chunk"].toInt(), inputs), torchLoop(), kept.memory->template workspace<T>(),
                                &kept.context);
}

bool isDouble(const Tensor& tensor) { return tensor.scalar_type() == at::kDouble; }

#ifdef FENWICK_CUDA
std::array<Tensor, 5> five(const variable_list& t) { return {t[0], t[1], t[2], t[3], t[4]}; }
#endif

// The five inputs in the kernels' shapes, whether they came apart or packed; on the device that they stand on.
Tensor runForward(AutogradContext* node, const variable_list& inputs, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory,
                  bool keeps) {
#ifdef FENWICK_CUDA
  if (inputs[0].is_cuda()) {
    Tensor context;
    Tensor o = cuda::attentionForward(five(inputs), context);
    if (keeps) node->saved_data["context"] = context;
    return o;
  }
#endif
  return isDouble(inputs[0]) ? forwardOnCpu<double>(node, inputs, chunk, memory, keeps) : forwardOnCpu<float>(node, inputs, chunk, memory, keeps);
}

void runBackward(AutogradContext* node, const variable_list& inputs, const Tensor& gradient, const variable_list& results) {
#ifdef FENWICK_CUDA
  if (inputs[0].is_cuda()) {
    cuda::attentionBackward(five(inputs), readable(gradient), node->saved_data["context"].toTensor(), five(results));
    return;
  }
#endif
  isDouble(inputs[0]) ? backwardOnCpu<double>(node, inputs, gradient, results) : backwardOnCpu<float>(node, inputs, gradient, results);
}

// `keeps` says whether a backward can follow: inside forward the grad mode is off.
class AttentionFunction : public torch::autograd::Function<AttentionFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g,
                        const std::optional<Tensor>& lambda, std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory, bool keeps) {
    const variable_list inputs{readable(q), readable(k), readable(v), g, lambda ? readable(*lambda) : Tensor()};
    if (keeps) node->save_for_backward(inputs);
    return runForward(node, inputs, chunk, memory, keeps);
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list inputs = node->get_saved_variables();
    variable_list results;
    for (const Tensor& input : inputs) results.push_back(emptyLike(input));
    runBackward(node, inputs, outputGradients[0], results);
    results.resize(8);  // chunk, memory and flag have none
    return results;
  }
};

// q, k, v as the columns of one projection, so that backward writes one gradient and nothing is cut apart or joined.
class PackedAttentionFunction : public torch::autograd::Function<PackedAttentionFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& qkv, const Tensor& g, const std::optional<Tensor>& lambda, const AttentionShape& shape,
                        std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory, bool keeps) {
    const Tensor weights = lambda ? readable(*lambda) : Tensor();
    if (keeps) node->save_for_backward({qkv, g, weights});
    node->saved_data["shape"] = std::vector<std::int64_t>{shape.batch, shape.length, shape.groups, shape.heads, shape.keyDim, shape.valueDim};
    const variable_list inputs = apart(shape, qkv, g, weights);
    return runForward(node, inputs, chunk, memory, keeps).view({qkv.size(0), shape.heads * shape.valueDim});
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list saved = node->get_saved_variables();
    const std::vector<std::int64_t> e = node->saved_data["shape"].toIntVector();
    const AttentionShape shape{e[0], e[1], e[2], e[3], e[4], e[5]};
    const variable_list inputs = apart(shape, saved[0], saved[1], saved[2]);
    variable_list packed;
    for (const Tensor& tensor : saved) packed.push_back(emptyLike(tensor));
    const variable_list results = apart(shape, packed[0], packed[1], packed[2]);
    const Tensor gradient = outputGradients[0].reshape({shape.batch, shape.length, shape.heads, shape.valueDim});
    runBackward(node, inputs, gradient, results);
    packed.resize(7);
    return packed;
  }

 private:
  static variable_list apart(const AttentionShape& s, const Tensor& qkv, const Tensor& g, const Tensor& lambda) {
    const std::int64_t gk = s.groups * s.keyDim;
    const auto columns = [&](std::int64_t first, std::int64_t count, std::int64_t size) {
      return qkv.narrow(1, first, count * size).view({s.batch, s.length, count, size});
    };
    return {columns(0, s.groups, s.keyDim), columns(gk, s.groups, s.keyDim), columns(2 * gk, s.heads, s.valueDim),
            g.view({s.batch, s.length, s.heads}), lambda.defined() ? lambda.view({s.batch, s.length, s.heads, lambda.size(-1)}) : Tensor()};
  }
};

// The kernels on the GPU always read λ; where it is 1 one row serves all tokens.
std::optional<Tensor> lambdaFor(const Tensor& lambda, const Tensor& g, std::int64_t length) {
  if (lambda.defined()) return lambda;
  if (!g.is_cuda()) return std::nullopt;
  std::vector<std::int64_t> sizes = g.sizes().vec();
  sizes.push_back(kernels::levelCount(length));
  return at::ones({sizes.back()}, g.options().requires_grad(false)).expand(sizes);
}

}  // namespace

Tensor logLinearAttention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g, const Tensor& lambda,
                          std::int64_t chunk, const std::shared_ptr<AttentionMemory>& memory) {
  checkNumbers(q);
  return AttentionFunction::apply(q, k, v, g, lambdaFor(lambda, g, q.size(1)), chunk, memory, at::GradMode::is_enabled());
}

Tensor packedLogLinearAttention(const Tensor& qkv, const Tensor& g, const Tensor& lambda, const AttentionShape& shape, std::int64_t chunk,
                                const std::shared_ptr<AttentionMemory>& memory) {
  return PackedAttentionFunction::apply(qkv, g, lambdaFor(lambda, g, shape.length), shape, chunk, memory, at::GradMode::is_enabled());
}

}  // namespace fenwick::model
