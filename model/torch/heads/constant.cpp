// λ that no token can move: the controls `ones` and `constant`.

#include <ATen/ATen.h>

#include "model/torch/lambda_head.h"

namespace fenwick::model {
namespace {

class Ones : public LambdaHead {
 public:
  Ones(const ModelOptions& options, const ParameterLookup& lookup)
      : m_heads(options.heads), m_levels(options.levels), m_like(lookup("A_log")) {}
  at::Tensor lambda(const at::Tensor&, std::int64_t tokens) const override {
    return at::ones({1, 1, 1}, m_like.options()).expand({tokens, m_heads, m_levels});
  }

 private:
  std::int64_t m_heads, m_levels;
  at::Tensor m_like;
};

// softplus(b)
class Constant : public LambdaHead {
 public:
  Constant(const ModelOptions&, const ParameterLookup& lookup) : m_bias(lookup("lambda_bias")) {}
  at::Tensor lambda(const at::Tensor&, std::int64_t tokens) const override {
    return at::softplus(m_bias).unsqueeze(0).expand({tokens, m_bias.size(0), m_bias.size(1)});
  }

 private:
  at::Tensor m_bias;  // [H, L]
};

std::vector<ParameterSpec> bias(const ModelOptions& options) {
  const double start = options.lambdaStart ? inverseSoftplus(*options.lambdaStart) : 0.54;
  return {{"lambda_bias", {options.heads, options.levels}, constantValues(start)}};
}

}  // namespace

std::vector<LambdaHeadEntry> constantHeads() {
  return {{{"constant", false, bias},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<Constant>(o, p); }},
          {{"ones", false, [](const ModelOptions&) { return std::vector<ParameterSpec>{}; }},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<Ones>(o, p); }}};
}

}  // namespace fenwick::model
