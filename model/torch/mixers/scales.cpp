#include "model/torch/mixers/scales.h"

#include <ATen/ATen.h>

#include <cmath>
#include <utility>
#ifdef FENWICK_CUDA
#include "model/torch/cuda/scales.h"
#endif

namespace fenwick::model {
namespace {

constexpr double kLeastStep = 0.001, kLargestStep = 0.1;  // dt at the start, as in the published code

double logBetween(double share) {
  return std::exp(std::log(kLeastStep) + share * (std::log(kLargestStep) - std::log(kLeastStep)));
}

std::function<void(RandomStream&, std::span<double>)> gateValues(const ModelOptions& options, std::int64_t layer) {
  switch (options.gateInit) {
    case ModelOptions::Gate::Random:
      return [](RandomStream& stream, std::span<double> values) {
        for (double& value : values) value = inverseSoftplus(logBetween(stream.uniform()));
      };
    case ModelOptions::Gate::Grid: {
      const std::int64_t count = options.layers * options.heads, first = layer * options.heads;
      return [count, first](RandomStream&, std::span<double> values) {
        for (std::size_t h = 0; h < values.size(); ++h) {
          const double place = static_cast<double>(first) + static_cast<double>(h);
          values[h] = inverseSoftplus(logBetween(count == 1 ? 0.5 : place / static_cast<double>(count - 1)));
        }
      };
    }
    case ModelOptions::Gate::Number:
      break;
  }
  return constantValues(inverseSoftplus(options.gate));
}

void logOfHeads(RandomStream&, std::span<double> values) {
  for (std::size_t h = 0; h < values.size(); ++h) values[h] = std::log(static_cast<double>(h + 1));
}

}  // namespace

GateScale::GateScale(const ParameterLookup& lookup) : m_map(lookup("dt_proj.weight")), m_bias(lookup("dt_bias")), m_logA(lookup("A_log")) {}

at::Tensor GateScale::operator()(const at::Tensor& x) const {
#ifdef FENWICK_CUDA
  if (x.is_cuda() && x.size(0) <= cuda::kGateTokens) return cuda::gates(at::linear(x, m_map), m_bias, m_logA);
#endif
  return at::softplus(at::linear(x, m_map, m_bias)) * m_logA.exp().neg();
}

std::vector<ParameterSpec> GateScale::parameters(const ModelOptions& o, std::int64_t layer) {
  return {{"dt_proj.weight", {o.heads, o.width}, normalValues(0.02), true},
          {"A_log", {o.heads}, logOfHeads},
          {"dt_bias", {o.heads}, gateValues(o, layer)}};
}

LambdaScale::LambdaScale(const ModelOptions& options, const ParameterLookup& lookup)
    : m_heads(options.heads), m_levels(options.levels), m_head(makeLambdaHead(options, lookup)) {
  if (lambdaHeadRecipe(options.lambdaHead).readsToken) m_map = lookup("dl_proj.weight");
}

at::Tensor LambdaScale::operator()(const at::Tensor& x) const {
  at::Tensor d;
  if (m_map.defined()) d = at::linear(x, m_map).view({x.size(0), m_heads, m_levels});
  return m_head->lambda(d, x.size(0));
}

at::Tensor byToken(const at::Tensor& scale, const at::Tensor& q) { return scale.unflatten(0, {q.size(0), q.size(1)}); }

std::vector<ParameterSpec> lambdaAndGateParameters(const ModelOptions& o, std::int64_t layer) {
  const LambdaHeadRecipe head = lambdaHeadRecipe(o.lambdaHead);
  std::vector<ParameterSpec> specs;
  if (head.readsToken) specs.push_back({"dl_proj.weight", {o.heads * o.levels, o.width}, normalValues(0.02), true});
  for (ParameterSpec& spec : GateScale::parameters(o, layer)) specs.push_back(std::move(spec));
  for (ParameterSpec& spec : head.parameters(o)) specs.push_back(std::move(spec));
  return specs;
}

}  // namespace fenwick::model
