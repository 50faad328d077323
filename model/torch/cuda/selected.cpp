#include "model/torch/cuda/selected.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>

#include "kernels/cuda/selected.h"

namespace fenwick::model::cuda {
namespace {

kernels::cuda::Selected sizesOf(const AttentionShape& shape) {
  kernels::cuda::Selected call;
  call.batch = shape.batch;
  call.length = shape.length;
  call.groups = static_cast<int>(shape.groups);
  call.heads = static_cast<int>(shape.heads);
  call.keyDim = static_cast<int>(shape.keyDim);
  call.valueDim = static_cast<int>(shape.valueDim);
  return call;
}

kernels::cuda::Selected callOf(const SelectedInputs& t, const AttentionShape& shape) {
  kernels::cuda::Selected call = sizesOf(shape);
  call.queries = t[0].size(0);
  call.levels = static_cast<int>(t[3].size(-1));
  call.q = t[0].const_data_ptr<float>();
  call.kv = t[1].const_data_ptr<float>();
  call.gate = t[2].const_data_ptr<float>();
  call.lambda = t[3].const_data_ptr<float>();
  call.places = t[4].const_data_ptr<std::int64_t>();
  return call;
}

}  // namespace

bool takesSelected(const AttentionShape& shape) { return *kernels::cuda::whyNotSelected(sizesOf(shape)) == '\0'; }

at::Tensor selectedForward(const SelectedInputs& inputs, const AttentionShape& shape) {
  const at::Tensor o = at::empty({inputs[0].size(0), shape.heads * shape.valueDim}, inputs[0].options());
  kernels::cuda::Selected call = callOf(inputs, shape);
  call.o = o.mutable_data_ptr<float>();
  kernels::cuda::selectedForward(call, c10::cuda::getCurrentCUDAStream().stream());
  return o;
}

std::array<at::Tensor, 4> selectedBackward(const SelectedInputs& inputs, const AttentionShape& shape, const at::Tensor& outputGradient) {
  std::array<at::Tensor, 4> d;
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = at::empty_like(inputs[i]);
  kernels::cuda::Selected call = callOf(inputs, shape);
  call.dO = outputGradient.const_data_ptr<float>();
  call.dq = d[0].mutable_data_ptr<float>();
  call.dkv = d[1].mutable_data_ptr<float>();
  call.dgate = d[2].mutable_data_ptr<float>();
  call.dlambda = d[3].mutable_data_ptr<float>();
  const at::Tensor working = at::empty({kernels::cuda::selectedBackwardBytes(call) + 1}, inputs[0].options().dtype(at::kByte));
  kernels::cuda::selectedBackward(call, {working.data_ptr(), static_cast<std::int64_t>(working.nbytes())}, c10::cuda::getCurrentCUDAStream().stream());
  return d;
}

}  // namespace fenwick::model::cuda
