// W2·φ(W1·d + b1) + b2 over the levels, one pair of maps per layer shared by its heads; softplus (the paper) or softmax (its rival).

#include <ATen/ATen.h>

#include "model/torch/lambda_head.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/scales.h"
#endif

namespace fenwick::model {
namespace {

class Mlp : public LambdaHead {
 public:
  Mlp(const ModelOptions& options, const ParameterLookup& lookup)
      : m_w1(lookup("lambda_module.W1.weight")),
        m_b1(lookup("lambda_module.W1.bias")),
        m_w2(lookup("lambda_module.W2.weight")),
        m_b2(lookup("lambda_module.W2.bias")),
        m_gelu(options.gelu) {}

 protected:
  at::Tensor scores(const at::Tensor& d) const {
    const at::Tensor hidden = at::linear(d.reshape({-1, d.size(-1)}), m_w1, m_b1);
    return at::linear(m_gelu ? at::gelu(hidden) : hidden, m_w2, m_b2).view(d.sizes());
  }

  at::Tensor m_w1, m_b1, m_w2, m_b2;  // [hidden, L], [hidden], [L, hidden], [L]
  bool m_gelu;
};

class MlpSoftplus : public Mlp {
 public:
  using Mlp::Mlp;
  at::Tensor lambda(const at::Tensor& d, std::int64_t) const override {
#ifdef FENWICK_CUDA
    if (d.is_cuda() && cuda::takesLambdaMlp(m_w1.size(1), m_w1.size(0))) return cuda::lambdaMlp(d, m_w1, m_b1, m_w2, m_b2, m_gelu);
#endif
    return at::softplus(scores(d));
  }
};

class MlpSoftmax : public Mlp {
 public:
  // The levels' λ sum to m_total: 1 as in the paper, L with model.lambda.scale, start × L where a start is set.
  MlpSoftmax(const ModelOptions& options, const ParameterLookup& lookup)
      : Mlp(options, lookup),
        m_total(options.lambdaStart ? *options.lambdaStart * static_cast<double>(options.levels) : options.lambdaScale) {}
  at::Tensor lambda(const at::Tensor& d, std::int64_t) const override {
    const at::Tensor shares = at::softmax(scores(d), -1);
    return m_total == 1 ? shares : shares * m_total;
  }

 private:
  double m_total;
};

std::vector<ParameterSpec> maps(const ModelOptions& options, double outputBias) {
  const std::int64_t levels = options.levels, hidden = options.hidden;
  const auto w1 = options.asPublished ? normalValues(0.02) : xavierUniformValues(levels, hidden);
  const auto w2 = options.asPublished ? normalValues(0.02) : constantValues(0);
  return {{"lambda_module.W1.weight", {hidden, levels}, w1, true},
          {"lambda_module.W1.bias", {hidden}, constantValues(0)},
          {"lambda_module.W2.weight", {levels, hidden}, w2, true},
          {"lambda_module.W2.bias", {levels}, constantValues(outputBias)}};
}

std::vector<ParameterSpec> softplusMaps(const ModelOptions& options) {
  if (options.lambdaStart) return maps(options, inverseSoftplus(*options.lambdaStart));
  return maps(options, options.asPublished ? 0 : 0.54);
}

std::vector<ParameterSpec> softmaxMaps(const ModelOptions& options) { return maps(options, 0); }

}  // namespace

std::vector<LambdaHeadEntry> mlpHeads() {
  return {{{"mlp-softplus", true, softplusMaps},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<MlpSoftplus>(o, p); }},
          {{"mlp-softmax", true, softmaxMaps},
           [](const ModelOptions& o, const ParameterLookup& p) { return std::make_unique<MlpSoftmax>(o, p); }}};
}

}  // namespace fenwick::model
