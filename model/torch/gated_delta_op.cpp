// The autograd side of kernels/gated_delta.h.

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include <array>

#include "kernels/gated_delta.h"
#include "model/torch/attention.h"
#include "model/torch/kernel_call.h"
#include "model/torch/views.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/gated_delta.h"
#endif

namespace fenwick::model {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// q, k, v, g, lambda, beta
template <class T>
kernels::GatedDeltaInputs<T> inputsOf(const variable_list& t) {
  kernels::GatedDeltaInputs<T> in;
  in.q = viewOf<const T, 4>(t[0]);
  in.k = viewOf<const T, 4>(t[1]);
  in.v = viewOf<const T, 4>(t[2]);
  in.gate = viewOf<const T, 3>(t[3]);
  in.lambda = viewOf<const T, 4>(t[4]);
  in.beta = viewOf<const T, 3>(t[5]);
  return in;
}

template <class T>
kernels::GatedDeltaGradients<T> gradientsOf(const variable_list& t) {
  kernels::GatedDeltaGradients<T> d;
  d.dq = viewOf<T, 4>(t[0]);
  d.dk = viewOf<T, 4>(t[1]);
  d.dv = viewOf<T, 4>(t[2]);
  d.dgate = viewOf<T, 3>(t[3]);
  d.dlambda = viewOf<T, 4>(t[4]);
  d.dbeta = viewOf<T, 3>(t[5]);
  return d;
}

bool isDouble(const Tensor& tensor) { return tensor.scalar_type() == at::kDouble; }

#ifdef FENWICK_CUDA
std::array<Tensor, 6> six(const variable_list& t) { return {t[0], t[1], t[2], t[3], t[4], t[5]}; }
#endif

class GatedDeltaFunction : public torch::autograd::Function<GatedDeltaFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g, const Tensor& lambda,
                        const Tensor& beta, std::int64_t chunk, bool keeps) {
    const variable_list inputs{readable(q), readable(k), readable(v), g, readable(lambda), beta};
    if (keeps) node->save_for_backward(inputs);
#ifdef FENWICK_CUDA
    if (q.is_cuda()) {
      Tensor context;
      Tensor o = cuda::gatedDeltaForward(six(inputs), context);
      if (keeps) node->saved_data["context"] = context;
      return o;
    }
#endif
    node->saved_data["chunk"] = chunk;
    const Tensor o = at::empty(v.sizes(), v.options());
    isDouble(q) ? run<double>(inputs, o, chunk) : run<float>(inputs, o, chunk);
    return o;
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list inputs = node->get_saved_variables();
    variable_list results;
    for (const Tensor& input : inputs) results.push_back(at::empty(input.sizes(), input.options()));
    runBack(node, inputs, readable(outputGradients[0]), results);
    results.resize(8);  // chunk and flag have none
    return results;
  }

 private:
  static void runBack(AutogradContext* node, const variable_list& inputs, const Tensor& gradient, const variable_list& results) {
#ifdef FENWICK_CUDA
    if (gradient.is_cuda()) return cuda::gatedDeltaBackward(six(inputs), gradient, node->saved_data["context"].toTensor(), six(results));
#endif
    const std::int64_t chunk = node->saved_data["chunk"].toInt();
    isDouble(gradient) ? runBack<double>(inputs, gradient, results, chunk) : runBack<float>(inputs, gradient, results, chunk);
  }
  template <class T>
  static void run(const variable_list& inputs, const Tensor& o, std::int64_t chunk) {
    kernels::gatedDeltaChunkwiseForward<T>(inputsOf<T>(inputs), viewOf<T, 4>(o), static_cast<int>(chunk), torchLoop());
  }
  template <class T>
  static void runBack(const variable_list& inputs, const Tensor& gradient, const variable_list& results, std::int64_t chunk) {
    kernels::gatedDeltaChunkwiseBackward<T>(inputsOf<T>(inputs), viewOf<const T, 4>(gradient), gradientsOf<T>(results), static_cast<int>(chunk),
                                            torchLoop());
  }
};

}  // namespace

Tensor gatedDeltaAttention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& g, const Tensor& lambda, const Tensor& beta,
                           std::int64_t chunk) {
  checkNumbers(q);
  return GatedDeltaFunction::apply(q, k, v, g, lambda, beta, chunk, at::GradMode::is_enabled());
}

}  // namespace fenwick::model
