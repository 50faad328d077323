#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/io/tensor_file.h"

namespace fenwick::model {

// Between LibTorch's tensors and the owned arrays of files and facades. Every function copies.
at::Tensor fromDoubles(const std::vector<double>& values, const std::vector<std::int64_t>& shape, at::ScalarType type);
at::Tensor fromHost(const HostTensor& host);        // throws std::invalid_argument for a dtype that LibTorch lacks
HostTensor toHost(const at::Tensor& tensor);        // detached, contiguous, on the CPU
std::vector<float> toFloats(const at::Tensor& tensor);
at::ScalarType scalarType(DType type);

}  // namespace fenwick::model
