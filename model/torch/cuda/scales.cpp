#include "model/torch/cuda/scales.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/csrc/autograd/custom_function.h>

#include "kernels/cuda/scales.h"

namespace fenwick::model::cuda {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

kernels::cuda::Stream stream() { return c10::cuda::getCurrentCUDAStream().stream(); }
float* write(const Tensor& tensor) { return tensor.mutable_data_ptr<float>(); }
const float* read(const Tensor& tensor) { return tensor.const_data_ptr<float>(); }

class GatesFunction : public torch::autograd::Function<GatesFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& given, const Tensor& bias, const Tensor& logA) {
    const Tensor z = given.contiguous(), g = at::empty_like(z);
    node->save_for_backward({z, bias, logA});
    kernels::cuda::Gates call = callOf(z, bias, logA);
    call.g = write(g);
    kernels::cuda::gatesForward(call, stream());
    return g;
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list saved = node->get_saved_variables();
    const Tensor gradient = outputGradients[0].contiguous();
    variable_list d;
    for (const Tensor& input : saved) d.push_back(at::empty_like(input));
    kernels::cuda::Gates call = callOf(saved[0], saved[1], saved[2]);
    call.dg = read(gradient);
    call.dz = write(d[0]);
    call.dBias = write(d[1]);
    call.dLogA = write(d[2]);
    kernels::cuda::gatesBackward(call, stream());
    return d;
  }

 private:
  static kernels::cuda::Gates callOf(const Tensor& z, const Tensor& bias, const Tensor& logA) {
    kernels::cuda::Gates call;
    call.tokens = z.size(0);
    call.heads = static_cast<int>(z.size(1));
    call.z = read(z);
    call.bias = read(bias);
    call.logA = read(logA);
    return call;
  }
};

class LambdaMlpFunction : public torch::autograd::Function<LambdaMlpFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& given, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2,
                        bool gelu) {
    const Tensor d = given.contiguous(), lambda = at::empty_like(d);
    node->save_for_backward({d, w1, b1, w2, b2});
    node->saved_data["gelu"] = gelu;
    kernels::cuda::LambdaMlp call = callOf({d, w1, b1, w2, b2}, gelu);
    call.lambda = write(lambda);
    kernels::cuda::lambdaMlpForward(call, stream());
    return lambda;
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list saved = node->get_saved_variables();
    const Tensor gradient = outputGradients[0].contiguous();
    variable_list d;
    for (const Tensor& input : saved) d.push_back(at::empty_like(input));
    kernels::cuda::LambdaMlp call = callOf(saved, node->saved_data["gelu"].toBool());
    call.dLambda = read(gradient);
    call.dd = write(d[0]);
    call.dw1 = write(d[1]);
    call.db1 = write(d[2]);
    call.dw2 = write(d[3]);
    call.db2 = write(d[4]);
    const Tensor working = at::empty({kernels::cuda::lambdaMlpBackwardBytes(call) + 1}, gradient.options().dtype(at::kByte));
    kernels::cuda::lambdaMlpBackward(call, {working.data_ptr(), static_cast<std::int64_t>(working.nbytes())}, stream());
    d.emplace_back();  // of gelu
    return d;
  }

 private:
  static kernels::cuda::LambdaMlp callOf(const variable_list& t, bool gelu) {
    kernels::cuda::LambdaMlp call;
    call.levels = static_cast<int>(t[0].size(-1));
    call.rows = t[0].numel() / t[0].size(-1);
    call.hidden = static_cast<int>(t[1].size(0));
    call.gelu = gelu;
    call.d = read(t[0]);
    call.w1 = read(t[1]);
    call.b1 = read(t[2]);
    call.w2 = read(t[3]);
    call.b2 = read(t[4]);
    return call;
  }
};

}  // namespace

Tensor gates(const Tensor& z, const Tensor& bias, const Tensor& logA) { return GatesFunction::apply(z, bias, logA); }

bool takesLambdaMlp(std::int64_t levels, std::int64_t hidden) {
  return kernels::cuda::takesLambdaMlp(static_cast<int>(levels), static_cast<int>(hidden));
}

Tensor lambdaMlp(const Tensor& d, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2, bool gelu) {
  return LambdaMlpFunction::apply(d, w1, b1, w2, b2, gelu);
}

}  // namespace fenwick::model::cuda
