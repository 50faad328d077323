#include "model/torch/tensors.h"

#include <ATen/ATen.h>

#include <cstring>
#include <stdexcept>

namespace fenwick::model {
namespace {

DType dtypeOf(at::ScalarType type) {
  switch (type) {
    case at::kDouble: return DType::F64;
    case at::kFloat: return DType::F32;
    case at::kBFloat16: return DType::BF16;
    case at::kHalf: return DType::F16;
    case at::kLong: return DType::I64;
    case at::kInt: return DType::I32;
    case at::kByte: return DType::U8;
    case at::kBool: return DType::Bool;
    default: throw std::invalid_argument("no file holds a tensor of this dtype");
  }
}

}  // namespace

at::ScalarType scalarType(DType type) {
  switch (type) {
    case DType::F64: return at::kDouble;
    case DType::F32: return at::kFloat;
    case DType::BF16: return at::kBFloat16;
    case DType::F16: return at::kHalf;
    case DType::I64: return at::kLong;
    case DType::I32: return at::kInt;
    case DType::U8: return at::kByte;
    case DType::Bool: return at::kBool;
  }
  throw std::invalid_argument("unknown dtype");
}

at::Tensor fromDoubles(const std::vector<double>& values, const std::vector<std::int64_t>& shape, at::ScalarType type) {
  at::Tensor tensor = at::empty(shape, at::kDouble);
  std::memcpy(tensor.data_ptr(), values.data(), values.size() * sizeof(double));
  return tensor.to(type);
}

at::Tensor fromHost(const HostTensor& host) {
  at::Tensor tensor = at::empty(host.shape, scalarType(host.type));
  if (!host.bytes.empty()) std::memcpy(tensor.data_ptr(), host.bytes.data(), host.bytes.size());
  return tensor;
}

HostTensor toHost(const at::Tensor& tensor) {
  const at::Tensor source = tensor.detach().cpu().contiguous();
  HostTensor host;
  host.type = dtypeOf(source.scalar_type());
  host.shape = source.sizes().vec();
  host.bytes.resize(source.nbytes());
  if (!host.bytes.empty()) std::memcpy(host.bytes.data(), source.const_data_ptr(), host.bytes.size());
  return host;
}

std::vector<float> toFloats(const at::Tensor& tensor) {
  const at::Tensor source = tensor.detach().cpu().to(at::kFloat).contiguous();
  const float* first = source.const_data_ptr<float>();
  return {first, first + source.numel()};
}

}  // namespace fenwick::model
