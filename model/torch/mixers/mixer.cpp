#include "model/torch/mixer.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "model/torch/tensors.h"

namespace fenwick::model {

at::Tensor Mixer::gate(const at::Tensor&) const { return {}; }
at::Tensor Mixer::lambda(const at::Tensor&) const { return {}; }
at::Tensor Mixer::beta(const at::Tensor&) const { return {}; }

at::Tensor Mixer::mixDense(const at::Tensor&, const at::Tensor&, const at::Tensor&, const TokenScales&) const {
  throw std::invalid_argument("model.mixer: this mixer has no form in LibTorch's operations to compare with; log-linear, linear and softmax have");
}

at::Tensor Mixer::mixPacked(const at::Tensor& qkv, const TokenScales& scales, const AttentionShape& s) const {
  const std::int64_t gk = s.groups * s.keyDim;
  const auto columns = [&](std::int64_t first, std::int64_t count, std::int64_t size) {
    return qkv.narrow(1, first, count * size).view({s.batch, s.length, count, size});
  };
  return mix(columns(0, s.groups, s.keyDim), columns(gk, s.groups, s.keyDim), columns(2 * gk, s.heads, s.valueDim), scales)
      .reshape({qkv.size(0), s.heads * s.valueDim});
}

namespace {

at::Tensor changed(const at::Tensor& lambda, const LambdaBounds& bounds) {
  const auto tensor = [&](const std::vector<float>& values) {
    return at::from_blob(const_cast<float*>(values.data()), lambda.sizes(), at::kFloat).to(lambda.options());
  };
  return at::minimum(at::maximum(lambda * tensor(bounds.scale), tensor(bounds.lower)), tensor(bounds.upper));
}

}  // namespace

void captureLayer(const Mixer& mixer, TokenScales& scales, const at::Tensor& x, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                  ForwardCapture& capture) {
  if (scales.lambda.defined() && !capture.bounds.empty()) scales.lambda = changed(scales.lambda, capture.bounds.at(capture.lambda.size()));
  if (capture.withVectors) {
    capture.q.push_back(toFloats(q));
    capture.k.push_back(toFloats(k));
    capture.v.push_back(toFloats(v));
  }
  const at::Tensor lambda = scales.lambda.defined() ? scales.lambda : mixer.shownLambda(x);
  if (lambda.defined()) capture.lambda.push_back(toFloats(lambda));
  if (scales.gate.defined()) capture.gate.push_back(toFloats(scales.gate));
}

bool Mixer::selects(bool, const AttentionShape&) const { return false; }

at::Tensor Mixer::mixSelected(const at::Tensor&, const at::Tensor&, const TokenScales&, const at::Tensor&, const AttentionShape&) const {
  throw std::logic_error("this mixer cannot leave queries out");
}

}  // namespace fenwick::model
