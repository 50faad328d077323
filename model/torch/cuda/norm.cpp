#include "model/torch/cuda/norm.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/csrc/autograd/custom_function.h>

#include "kernels/cuda/norm.h"

namespace fenwick::model::cuda {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

kernels::cuda::Norm callOf(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& moments, double epsilon) {
  kernels::cuda::Norm call;
  call.rows = x.size(0);
  call.width = static_cast<int>(x.size(1));
  call.epsilon = static_cast<float>(epsilon);
  call.x = x.const_data_ptr<float>();
  call.weight = weight.const_data_ptr<float>();
  call.bias = bias.const_data_ptr<float>();
  call.moments = moments.mutable_data_ptr<float>();
  return call;
}

class NormFunction : public torch::autograd::Function<NormFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& given, const Tensor& weight, const Tensor& bias, double epsilon) {
    const Tensor x = given.contiguous(), y = at::empty_like(x), moments = at::empty({x.size(0), 2}, x.options());
    node->save_for_backward({x, weight, bias, moments});
    node->saved_data["epsilon"] = epsilon;
    kernels::cuda::Norm call = callOf(x, weight, bias, moments, epsilon);
    call.y = y.mutable_data_ptr<float>();
    kernels::cuda::normForward(call, c10::cuda::getCurrentCUDAStream().stream());
    return y;
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list saved = node->get_saved_variables();
    const Tensor dy = outputGradients[0].contiguous();
    const Tensor dx = at::empty_like(saved[0]), dWeight = at::empty_like(saved[1]), dBias = at::empty_like(saved[2]);
    kernels::cuda::Norm call = callOf(saved[0], saved[1], saved[2], saved[3], node->saved_data["epsilon"].toDouble());
    call.dy = dy.const_data_ptr<float>();
    call.dx = dx.mutable_data_ptr<float>();
    call.dWeight = dWeight.mutable_data_ptr<float>();
    call.dBias = dBias.mutable_data_ptr<float>();
    const Tensor working = at::empty({kernels::cuda::normBackwardBytes(call) + 1}, dy.options().dtype(at::kByte));
    kernels::cuda::normBackward(call, {working.data_ptr(), static_cast<std::int64_t>(working.nbytes())}, c10::cuda::getCurrentCUDAStream().stream());
    return {dx, dWeight, dBias, Tensor()};
  }
};

}  // namespace

bool takesNorm(const Tensor& x) { return x.is_cuda() && x.scalar_type() == at::kFloat && x.size(1) <= kernels::cuda::kNormWidth; }

Tensor layerNorm(const Tensor& x, const Tensor& weight, const Tensor& bias, double epsilon) {
  return NormFunction::apply(x, weight, bias, epsilon);
}

}  // namespace fenwick::model::cuda
