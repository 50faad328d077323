#include "model/torch/layers.h"

#include <ATen/ATen.h>

#ifdef FENWICK_CUDA
#include "model/torch/cuda/lookup.h"
#include "model/torch/cuda/norm.h"
#endif

namespace fenwick::model {
namespace {

constexpr double kNormEpsilon = 1e-5;

}  // namespace

at::Tensor product(const at::Tensor& x, const at::Tensor& weight, ModelOptions::Precision precision) {
  if (precision != ModelOptions::Precision::BFloat16) return at::linear(x, weight);
  return at::linear(x.to(at::kBFloat16), weight.to(at::kBFloat16));
}

at::Tensor layerNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
#ifdef FENWICK_CUDA
  if (cuda::takesNorm(x)) return cuda::layerNorm(x, weight, bias, kNormEpsilon);
#endif
  return at::layer_norm(x, {x.size(1)}, weight, bias, kNormEpsilon);
}

std::vector<at::Tensor> lookUp(const std::vector<at::Tensor>& tables, const at::Tensor& indices) {
#ifdef FENWICK_CUDA
  if (indices.is_cuda()) return cuda::lookUp(tables, indices);
#endif
  std::vector<at::Tensor> rows;
  for (const at::Tensor& table : tables) rows.push_back(at::embedding(table, indices));
  return rows;
}

at::Tensor pick(const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) {
#ifdef FENWICK_CUDA
  if (x.is_cuda()) return cuda::pickRows(x, rows, x.size(0) / batch);
#endif
  static_cast<void>(batch);
  return at::embedding(x, rows);
}

}  // namespace fenwick::model
