#include "model/torch/cuda/attention.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "kernels/cuda/log_linear_attention.h"
#include "model/torch/cuda/lent_memory.h"
#include "model/torch/views.h"

namespace fenwick::model::cuda {
namespace {

namespace operators = kernels::cuda;

template <class T>
operators::Inputs<T> inputsOf(const std::array<at::Tensor, 5>& t) {
  return {viewOf<const T, 4>(t[0]), viewOf<const T, 4>(t[1]), viewOf<const T, 4>(t[2]), viewOf<const float, 3>(t[3]),
          viewOf<const float, 4>(t[4])};
}

operators::Precision precision() {
  return at::globalContext().allowTF32CuBLAS() ? operators::Precision::Tf32 : operators::Precision::Float32;
}

template <class T>
void forward(const std::array<at::Tensor, 5>& inputs, const at::Tensor& o, at::Tensor& context) {
  const operators::Inputs<T> views = inputsOf<T>(inputs);
  context = bytes(operators::contextBytes<T>(operators::checkedShape(views), precision()), o);
  operators::chunkwiseForward<T>(views, viewOf<T, 4>(o), precision(), memoryOf(context), c10::cuda::getCurrentCUDAStream().stream());
}

template <class T>
void backward(const std::array<at::Tensor, 5>& inputs, const at::Tensor& dO, const at::Tensor& context, const std::array<at::Tensor, 5>& d) {
  const operators::Inputs<T> views = inputsOf<T>(inputs);
  const at::Tensor working = bytes(operators::backwardBytes<T>(operators::checkedShape(views), precision()), dO);
  const operators::Gradients<T> gradients{viewOf<T, 4>(d[0]), viewOf<T, 4>(d[1]), viewOf<T, 4>(d[2]), viewOf<float, 3>(d[3]),
                                          viewOf<float, 4>(d[4])};
  operators::chunkwiseBackward<T>(views, viewOf<const T, 4>(dO), gradients, precision(), memoryOf(context), memoryOf(working),
                                  c10::cuda::getCurrentCUDAStream().stream());
}

}  // namespace

at::Tensor attentionForward(const std::array<at::Tensor, 5>& inputs, at::Tensor& context) {
  const c10::cuda::CUDAGuard device(inputs[0].device());
  const at::Tensor o = at::empty(inputs[2].sizes(), inputs[2].options());
  inputs[0].scalar_type() == at::kBFloat16 ? forward<operators::BFloat16>(inputs, o, context) : forward<float>(inputs, o, context);
  return o;
}

void attentionBackward(const std::array<at::Tensor, 5>& inputs, const at::Tensor& outputGradient, const at::Tensor& context,
                       const std::array<at::Tensor, 5>& gradients) {
  const c10::cuda::CUDAGuard device(inputs[0].device());
  inputs[0].scalar_type() == at::kBFloat16 ? backward<operators::BFloat16>(inputs, outputGradient, context, gradients)
                                           : backward<float>(inputs, outputGradient, context, gradients);
}

}  // namespace fenwick::model::cuda
