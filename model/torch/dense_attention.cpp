#include <ATen/ATen.h>

#include <bit>
#include <limits>

#include "model/torch/attention.h"

namespace fenwick::model {
namespace {

// select[t, l, s] = 1 where source s stands on level l of query t.
at::Tensor levelSelection(std::int64_t length, std::int64_t levels, const at::TensorOptions& options) {
  at::Tensor table = at::zeros({length, levels, length}, at::kFloat);
  auto cell = table.accessor<float, 3>();
  for (std::int64_t t = 0; t < length; ++t)
    for (std::int64_t s = 0; s <= t; ++s) cell[t][std::bit_width(static_cast<std::uint64_t>(t ^ s))][s] = 1;
  return table.to(options);
}

// The same made on the device: level l holds the sources with 2^(l-1) - 1 < t xor s < 2^l.
at::Tensor levelSelectionOnDevice(std::int64_t length, std::int64_t levels, const at::TensorOptions& options) {
  const at::Tensor tokens = at::arange(length, options.dtype(at::kLong));
  const at::Tensor apart = at::bitwise_xor(tokens.view({length, 1, 1}), tokens);
  const at::Tensor upper = at::exp2(at::arange(levels, options)).view({1, levels, 1});
  return (apart.gt(upper / 2 - 1) & apart.lt(upper) & tokens.le(tokens.view({length, 1, 1}))).to(options);
}

}  // namespace

at::Tensor denseLogLinearAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g,
                                   const at::Tensor& lambda) {
  const std::int64_t batch = v.size(0), length = v.size(1), heads = v.size(2), levels = lambda.size(3);
  const std::int64_t share = heads / q.size(2);

  // λ by level, looked up as one product per query: [T, B·H, L] × [T, L, T] -> [B, H, T, T].
  const auto options = lambda.options().requires_grad(false);
  const at::Tensor selection = lambda.is_cuda() ? levelSelectionOnDevice(length, levels, options) : levelSelection(length, levels, options);
  const at::Tensor looked = at::bmm(lambda.permute({1, 0, 2, 3}).reshape({length, batch * heads, levels}), selection);
  const at::Tensor weights = looked.view({length, batch, heads, length}).permute({1, 2, 0, 3});

  const at::Tensor sums = g.transpose(1, 2).cumsum(2);  // [B, H, T]
  const at::Tensor later = at::ones({length, length}, g.options().dtype(at::kBool).requires_grad(false)).triu(1);
  const at::Tensor decay =
      (sums.unsqueeze(3) - sums.unsqueeze(2)).masked_fill(later, -std::numeric_limits<double>::infinity()).exp();

  at::Tensor scores = at::matmul(q.transpose(1, 2), k.permute({0, 2, 3, 1}));  // [B, G, T, T]
  if (share > 1) scores = scores.repeat_interleave(share, 1);
  return at::matmul((scores * decay * weights).to(v.scalar_type()), v.transpose(1, 2)).transpose(1, 2);
}

}  // namespace fenwick::model
