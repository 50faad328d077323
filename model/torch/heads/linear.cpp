// softplus(Λ ⊙ d + b): the baseline of Guo et al. (`fixed`: no bias) and its control with a learned bias (`fixed-bias`).

#include <ATen/ATen.h>

#include "model/torch/lambda_head.h"

namespace fenwick::model {
namespace {

class Fixed : public LambdaHead {
 public:
  // model.lambda.start: `fixed` must begin elsewhere without gaining a bias, so the offset inside its softplus is a constant of the
  // variant and never learned. "auto" is 0, the published form.
  Fixed(const ModelOptions& options, const ParameterLookup& lookup)
      : m_scale(lookup("L")), m_offset(options.lambdaStart ? inverseSoftplus(*options.lambdaStart) : 0) {}
  at::Tensor lambda(const at::Tensor& d, std::int64_t) const override {
    const at::Tensor scaled = m_scale * d;
    return at::softplus(m_offset == 0 ? scaled : scaled + m_offset);
  }

 private:
  at::Tensor m_scale;  // [H, L]
  double m_offset;
};

class FixedBias : public LambdaHead {
 public:
  FixedBias(const ModelOptions&, const ParameterLookup& lookup) : m_scale(lookup("L")), m_bias(lookup("lambda_bias")) {}
  at::Tensor lambda(const at::Tensor& d, std::int64_t) const override {
    return at::softplus(at::addcmul(m_bias, m_scale, d));
  }

 private:
  at::Tensor m_scale, m_bias;  // [H, L]
};

std::vector<ParameterSpec> scale(const ModelOptions& options) {
  return {{"L", {options.heads, options.levels}, constantValues(1)}};
}

std::vector<ParameterSpec> scaleAndBias(const ModelOptions& options) {
  std::vector<ParameterSpec> specs = scale(options);
  const double start = options.lambdaStart ? inverseSoftplus(*options.lambdaStart) : 0.54;
  specs.push_back({"lambda_bias", {options.heads, options.levels}, constantValues(start)});
  return specs;
}

}  // namespace

std::vector<LambdaHeadEntry> linearHeads() {
  return {{{"fixed", true, scale},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<Fixed>(o, p); }},
          {{"fixed-bias", true, scaleAndBias},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<FixedBias>(o, p); }}};
}

}  // namespace fenwick::model
