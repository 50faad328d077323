#include "model/config/lambda_heads.h"

#include <cmath>

namespace fenwick::model {
namespace {

// softplus(0.54) is the bias start that the paper names "about 1".
double softplus(double x) { return std::log1p(std::exp(x)); }

std::function<double(std::int64_t)> startsAt(double value) {
  return [value](std::int64_t) { return value; };
}

std::int64_t mlpParameters(std::int64_t, std::int64_t levels, std::int64_t hidden) {
  return 2 * hidden * levels + hidden + levels;
}

std::vector<LambdaHeadKind> makeHeads() {
  std::vector<LambdaHeadKind> heads;
  heads.push_back({.name = "fixed",
                   .title = "Fixed (baseline)",
                   .help = "softplus(Λ ⊙ d), Λ learned per head and level; the baseline of Guo et al.",
                   .naturalStart = startsAt(softplus(0)),
                   .parameters = [](std::int64_t h, std::int64_t l, std::int64_t) { return h * l; }});
  heads.push_back({.name = "mlp-softplus",
                   .title = "MLP, softplus",
                   .help = "softplus of a two-layer MLP that the heads of a layer share: each level scales on its own",
                   .hasMlp = true,
                   .naturalStart = startsAt(softplus(0.54)),
                   .parameters = mlpParameters});
  heads.push_back({.name = "mlp-softmax",
                   .title = "MLP, softmax",
                   .help = "softmax over levels of the same MLP: levels compete",
                   .hasMlp = true,
                   .naturalStart = [](std::int64_t levels) { return 1.0 / static_cast<double>(levels); },
                   .parameters = mlpParameters});
  heads.push_back({.name = "constant",
                   .title = "Constant (control)",
                   .help = "softplus(b), b learned per head and level: no dependence on the token",
                   .naturalStart = startsAt(softplus(0.54)),
                   .parameters = [](std::int64_t h, std::int64_t l, std::int64_t) { return h * l; }});
  heads.push_back({.name = "fixed-bias",
                   .title = "Fixed with bias (control)",
                   .help = "softplus(Λ ⊙ d + b): the baseline with the bias that the MLP has",
                   .naturalStart = startsAt(softplus(0.54)),
                   .parameters = [](std::int64_t h, std::int64_t l, std::int64_t) { return 2 * h * l; }});
  heads.push_back({.name = "ones",
                   .title = "Ones (linear attention)",
                   .help = "λ = 1 everywhere: gated linear attention",
                   .naturalStart = startsAt(1),
                   .parameters = [](std::int64_t, std::int64_t, std::int64_t) { return std::int64_t{0}; }});
  return heads;
}

}  // namespace

const std::vector<LambdaHeadKind>& lambdaHeadKinds() {
  static const std::vector<LambdaHeadKind> heads = makeHeads();
  return heads;
}

const LambdaHeadKind* findLambdaHead(std::string_view name) {
  for (const LambdaHeadKind& head : lambdaHeadKinds()) {
    if (head.name == name) return &head;
  }
  return nullptr;
}

}  // namespace fenwick::model
