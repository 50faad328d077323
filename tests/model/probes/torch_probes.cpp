#include "tests/model/probes/torch_probes.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

#include "model/torch/attention.h"
#include "model/torch/lambda_head.h"
#include "model/torch/sequence_model.h"
#include "model/torch/tensors.h"

namespace fenwick::model::probes {
namespace {

at::Tensor normal(RandomStream& stream, const std::vector<std::int64_t>& shape) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  std::vector<double> values(static_cast<std::size_t>(size));
  for (double& value : values) value = stream.normal();
  return fromDoubles(values, shape, at::kDouble);
}

double relative(const at::Tensor& got, const at::Tensor& expected) {
  const double scale = expected.abs().max().item<double>();
  const double error = (got - expected).abs().max().item<double>();
  return scale == 0 ? error : error / scale;
}

at::Tensor longs(const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& shape) {
  return at::from_blob(const_cast<std::int64_t*>(values.data()), shape, at::kLong).clone();
}

struct ScoredTokens {
  at::Tensor rows, labels;
  explicit ScoredTokens(const TokenBatch& batch) {
    std::vector<std::int64_t> r, l;
    for (std::size_t i = 0; i < batch.targets.size(); ++i)
      if (batch.targets[i] != kIgnored) {
        r.push_back(static_cast<std::int64_t>(i));
        l.push_back(batch.targets[i]);
      }
    const auto count = static_cast<std::int64_t>(r.size());
    rows = longs(r, {count});
    labels = longs(l, {count});
  }
};

}  // namespace

std::map<std::string, double> attentionErrors(const AttentionCase& c, std::uint64_t seed) {
  RandomStream stream(seed, "attention");
  at::Tensor q, k, v, lambda;
  if (c.strided) {
    const std::int64_t gk = c.groups * c.keyDim, hv = c.heads * c.valueDim;
    const at::Tensor packed = normal(stream, {c.batch, c.length, 2 * gk + hv});
    q = packed.narrow(2, 0, gk).view({c.batch, c.length, c.groups, c.keyDim});
    k = packed.narrow(2, gk, gk).view({c.batch, c.length, c.groups, c.keyDim});
    v = packed.narrow(2, 2 * gk, hv).view({c.batch, c.length, c.heads, c.valueDim});
    lambda = normal(stream, {1, 1, c.heads, c.levels}).abs().expand({c.batch, c.length, c.heads, c.levels});
  } else {
    q = normal(stream, {c.batch, c.length, c.groups, c.keyDim});
    k = normal(stream, {c.batch, c.length, c.groups, c.keyDim});
    v = normal(stream, {c.batch, c.length, c.heads, c.valueDim});
    lambda = normal(stream, {c.batch, c.length, c.heads, c.levels}).abs();
  }
  const at::Tensor g = -normal(stream, {c.batch, c.length, c.heads}).abs();
  const at::Tensor weight = normal(stream, {c.batch, c.length, c.heads, c.valueDim});

  const char* names[] = {"q", "k", "v", "g", "lambda"};
  std::vector<at::Tensor> results[2], inputs[2];
  for (const int which : {0, 1}) {
    for (const at::Tensor& input : {q, k, v, g, lambda}) inputs[which].push_back(input.detach().set_requires_grad(true));
    auto& in = inputs[which];
    const at::Tensor o = which == 0 ? logLinearAttention(in[0], in[1], in[2], in[3], in[4], c.chunk, makeAttentionMemory())
                                    : denseLogLinearAttention(in[0], in[1], in[2], in[3], in[4]);
    results[which].push_back(o.detach());
    (o * weight).sum().backward();
    for (const at::Tensor& input : in) results[which].push_back(input.grad());
  }
  std::map<std::string, double> errors{{"o", relative(results[0][0], results[1][0])}};
  for (std::size_t i = 0; i < 5; ++i) errors[names[i]] = relative(results[0][i + 1], results[1][i + 1]);
  return errors;
}

std::vector<double> lambdaOf(const ModelOptions& options, const std::map<std::string, std::vector<double>>& parameters,
                             const std::vector<double>& d, std::int64_t tokens) {
  const auto specs = parameterSpecs(options);
  const ParameterLookup lookup = [&](const std::string& name) {
    for (const ParameterSpec& spec : specs)
      if (spec.name == "layers.0." + name) {
        const auto given = parameters.find(name);
        return fromDoubles(given == parameters.end() ? initialValues(spec, options.seed) : given->second, spec.shape, at::kDouble);
      }
    throw std::out_of_range(name);
  };
  const at::Tensor lambda =
      makeLambdaHead(options, lookup)->lambda(fromDoubles(d, {tokens, options.heads, options.levels}, at::kDouble), tokens).contiguous();
  const double* first = lambda.const_data_ptr<double>();
  return {first, first + lambda.numel()};
}

std::map<std::string, double> numericGradientErrors(const ModelOptions& options, const TokenBatch& batch, std::uint64_t seed) {
  const SequenceModel model(options, at::kDouble);
  const ScoredTokens scored(batch);
  const at::Tensor inputs = longs(batch.inputs, {batch.rows, batch.length});
  RandomStream stream(seed, "numeric gradients");
  // Weights far from their small initial values, so that every term matters.
  for (const NamedParameter& parameter : model.parameters())
    parameter.tensor.detach().add_(normal(stream, parameter.tensor.sizes().vec()).mul_(0.3));
  const auto loss = [&] { return at::cross_entropy_loss(model.logits(inputs, scored.rows), scored.labels); };
  loss().backward();

  const at::NoGradGuard noGrad;
  std::map<std::string, double> errors;
  constexpr double step = 1e-5;
  for (const NamedParameter& parameter : model.parameters()) {
    at::Tensor flat = parameter.tensor.detach().view(-1);
    const at::Tensor gradient = parameter.tensor.grad().contiguous().view(-1);
    const double scale = std::max(gradient.abs().max().item<double>(), 1e-6);
    double worst = 0;
    for (int sample = 0; sample < 6; ++sample) {
      const auto i = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(flat.numel())));
      double* entry = flat.mutable_data_ptr<double>() + i;
      const double before = *entry;
      *entry = before + step;
      const double above = loss().item<double>();
      *entry = before - step;
      const double below = loss().item<double>();
      *entry = before;
      worst = std::max(worst, std::abs((above - below) / (2 * step) - gradient.const_data_ptr<double>()[i]) / scale);
    }
    errors[parameter.name] = worst;
  }
  return errors;
}

std::map<std::string, double> shortcutErrors(const ModelOptions& options, const TokenBatch& batch, std::uint64_t seed) {
  const ScoredTokens scored(batch);
  const at::Tensor inputs = longs(batch.inputs, {batch.rows, batch.length});
  std::map<std::string, at::Tensor> results[2];
  for (const int which : {0, 1}) {
    const SequenceModel model(options, at::kDouble, which == 0 ? SequenceModel::Attention::Shortcuts : SequenceModel::Attention::Chunkwise);
    RandomStream stream(seed, "shortcuts");
    for (const NamedParameter& parameter : model.parameters())
      parameter.tensor.detach().add_(normal(stream, parameter.tensor.sizes().vec()).mul_(0.3));
    const at::Tensor logits = model.logits(inputs, scored.rows);
    results[which]["logits"] = logits.detach();
    at::cross_entropy_loss(logits, scored.labels).backward();
    for (const NamedParameter& parameter : model.parameters()) results[which][parameter.name] = parameter.tensor.grad();
  }
  std::map<std::string, double> errors;
  for (const auto& [name, expected] : results[1]) errors[name] = relative(results[0].at(name), expected);
  return errors;
}

// --- the plain re-implementation -----------------------------------------------------------------------------------------------------

namespace {

using Weights = std::map<std::string, at::Tensor>;

// The operator from its definition, head by head: scores, decays from the gates between s and t, λ of the level of each pair.
at::Tensor plainAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g, const at::Tensor& lambda) {
  const std::int64_t length = q.size(1), heads = v.size(2), share = heads / q.size(2);
  at::Tensor levels = at::zeros({length, length}, at::kLong), later = at::zeros({length, length}, at::kBool);
  for (std::int64_t t = 0; t < length; ++t)
    for (std::int64_t s = 0; s < length; ++s) {
      std::int64_t level = 0;
      for (std::int64_t bits = t ^ s; bits != 0; bits >>= 1) ++level;
      levels[t][s] = s <= t ? level : 0;
      later[t][s] = s > t;
    }
  std::vector<at::Tensor> outputs;
  for (std::int64_t h = 0; h < heads; ++h) {
    const at::Tensor sums = g.select(2, h).to(at::kDouble).cumsum(1);  // [B, T]
    const at::Tensor decay = (sums.unsqueeze(2) - sums.unsqueeze(1)).masked_fill(later, -HUGE_VAL).exp().to(q.scalar_type());
    const at::Tensor weight = lambda.select(2, h).gather(2, levels.unsqueeze(0).expand({q.size(0), length, length}));
    const at::Tensor scores = at::bmm(q.select(2, h / share), k.select(2, h / share).transpose(1, 2));
    outputs.push_back(at::bmm(scores * weight * decay, v.select(2, h)));
  }
  return at::stack(outputs, 2);
}

at::Tensor plainLambda(const ModelOptions& o, const Weights& w, const std::string& layer, const at::Tensor& x) {
  const std::vector<std::int64_t> shape{x.size(0), x.size(1), o.heads, o.levels};
  if (o.lambdaHead == "ones") return at::ones(shape, x.options().requires_grad(false));
  if (o.lambdaHead == "constant") return at::softplus(w.at(layer + "lambda_bias")).expand(shape);
  const at::Tensor d = at::matmul(x, w.at(layer + "dl_proj.weight").t()).reshape(shape);
  if (o.lambdaHead == "fixed") return at::softplus(w.at(layer + "L") * d);
  if (o.lambdaHead == "fixed-bias") return at::softplus(w.at(layer + "L") * d + w.at(layer + "lambda_bias"));
  const std::string mlp = layer + "lambda_module.";
  at::Tensor hidden = at::matmul(d, w.at(mlp + "W1.weight").t()) + w.at(mlp + "W1.bias");
  if (o.gelu) hidden = 0.5 * hidden * (1 + at::erf(hidden * std::sqrt(0.5)));
  const at::Tensor scores = at::matmul(hidden, w.at(mlp + "W2.weight").t()) + w.at(mlp + "W2.bias");
  return o.lambdaHead == "mlp-softmax" ? at::softmax(scores, -1) : at::softplus(scores);
}

at::Tensor plainNorm(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  const at::Tensor centred = x - x.mean(-1, true);
  return centred / at::sqrt((centred * centred).mean(-1, true) + 1e-5) * weight + bias;
}

// Token by token with a state for every level: all forget along the new key, then level 0 is written (SCIENCE.md §2).
at::Tensor plainDelta(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& g, const at::Tensor& lambda,
                      const at::Tensor& beta) {
  const std::int64_t share = v.size(2) / q.size(2);
  const auto unit = [share](const at::Tensor& x) { return (x / (x.square().sum(-1, true) + 1e-6).sqrt()).repeat_interleave(share, 2); };
  const at::Tensor queries = unit(q) / std::sqrt(static_cast<double>(q.size(3))), keys = unit(k);
  std::vector<at::Tensor> states(static_cast<std::size_t>(lambda.size(3))), outputs;
  for (std::int64_t t = 0; t < q.size(1); ++t) {
    const at::Tensor key = keys.select(1, t).unsqueeze(3), decay = g.select(1, t).exp().unsqueeze(-1).unsqueeze(-1);
    const at::Tensor write = beta.select(1, t).unsqueeze(-1).unsqueeze(-1);
    if (t > 0) {  // what fills the lowest empty level of a binary counter
      std::size_t target = 1;
      while ((t >> (target - 1)) % 2 == 0) ++target;
      for (std::size_t level = 0; level < target; ++level) {
        if (!states[level].defined()) continue;
        states[target] = states[target].defined() ? states[target] + states[level] : states[level];
        states[level] = at::Tensor();
      }
    }
    for (at::Tensor& state : states)
      if (state.defined()) state = decay * (state - write * at::matmul(key, at::matmul(key.transpose(2, 3), state)));
    states[0] = write * at::matmul(key, v.select(1, t).unsqueeze(2));
    at::Tensor sum = at::zeros_like(v.select(1, t));
    for (std::size_t level = 0; level < states.size(); ++level)
      if (states[level].defined())
        sum = sum + lambda.select(1, t).select(2, static_cast<std::int64_t>(level)).unsqueeze(2) *
                        at::matmul(queries.select(1, t).unsqueeze(2), states[level]).squeeze(2);
    outputs.push_back(sum);
  }
  return at::stack(outputs, 1);
}

// Features i and i + K/2 as one complex number that is turned by its position.
at::Tensor plainTurned(const at::Tensor& x) {
  const std::int64_t half = x.size(3) / 2;
  const at::Tensor numbers = at::complex(x.slice(3, 0, half).contiguous(), x.slice(3, half, 2 * half).contiguous());
  at::Tensor angles = at::zeros({x.size(1), 1, half}, at::kDouble);
  for (std::int64_t t = 0; t < x.size(1); ++t)
    for (std::int64_t i = 0; i < half; ++i)
      angles[t][0][i] = static_cast<double>(t) * std::pow(10000.0, -static_cast<double>(i) / static_cast<double>(half));
  const at::Tensor turned = numbers * at::polar(at::ones_like(angles), angles).to(numbers.scalar_type());
  return at::cat({at::real(turned), at::imag(turned), x.slice(3, 2 * half)}, 3);
}

at::Tensor plainSoftmax(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
  const std::int64_t share = v.size(2) / q.size(2);
  const at::Tensor queries = plainTurned(q), keys = plainTurned(k);
  std::vector<at::Tensor> outputs;
  for (std::int64_t h = 0; h < v.size(2); ++h) {
    at::Tensor scores = at::bmm(queries.select(2, h / share), keys.select(2, h / share).transpose(1, 2)) / std::sqrt(static_cast<double>(q.size(3)));
    scores = scores - 1e30 * at::ones({q.size(1), q.size(1)}, scores.options().requires_grad(false)).triu(1);
    const at::Tensor weights = scores.exp();  // scores are small here
    outputs.push_back(at::bmm(weights / weights.sum(-1, true), v.select(2, h)));
  }
  return at::stack(outputs, 2);
}

// [B, T, H, V] of one layer's mixer; x is the layer's input.
at::Tensor plainMixer(const ModelOptions& o, const Weights& w, const std::string& layer, const at::Tensor& x, const at::Tensor& q, const at::Tensor& k,
                      const at::Tensor& v) {
  if (o.mixer == "softmax") return plainSoftmax(q, k, v);
  const at::Tensor step = at::softplus(at::matmul(x, w.at(layer + "dt_proj.weight").t()) + w.at(layer + "dt_bias"));
  const at::Tensor gate = -at::exp(w.at(layer + "A_log")) * step;
  if (o.mixer == "linear") return plainAttention(q, k, v, gate, at::ones({x.size(0), x.size(1), o.heads, 32}, x.options().requires_grad(false)));
  const at::Tensor lambda = plainLambda(o, w, layer, x);
  if (o.mixer == "log-linear") return plainAttention(q, k, v, gate, lambda);
  return plainDelta(q, k, v, gate, lambda, 1 / (1 + at::exp(-at::matmul(x, w.at(layer + "b_proj.weight").t()))));
}

struct Projections {
  at::Tensor q, k, v;
};

// Before the mixer: maps of x [B, T, d], in the language block each feature's weighted sum over four tokens behind them.
Projections plainProjections(const ModelOptions& o, const Weights& w, const std::string& layer, const at::Tensor& x) {
  std::int64_t row = 0;
  const auto mapped = [&](const char* name, std::int64_t count, std::int64_t size) {
    at::Tensor y = at::matmul(x, w.at(layer + name).t());
    if (o.block == "language") {
      const std::int64_t channels = y.size(2);
      const at::Tensor kernel = w.at(layer + "conv.weight").slice(0, row, row + channels).unsqueeze(1), bias = w.at(layer + "conv.bias").slice(0, row, row + channels);
      y = at::conv1d(at::constant_pad_nd(y.transpose(1, 2), {3, 0}), kernel, bias, at::IntArrayRef{1}, at::IntArrayRef{0}, at::IntArrayRef{1}, channels).transpose(1, 2);
      y = y / (1 + at::exp(-y));
      row += channels;
    }
    return y.reshape({x.size(0), x.size(1), count, size});
  };
  Projections p;
  p.q = mapped("q_proj.weight", o.groups, o.keyDim);
  p.k = mapped("k_proj.weight", o.groups, o.keyDim);
  p.v = mapped("v_proj.weight", o.heads, o.valueDim());
  return p;
}

at::Tensor plainStudy(const ModelOptions& o, const Weights& w, const std::string& layer, const at::Tensor& x) {
  const Projections p = plainProjections(o, w, layer, x);
  const at::Tensor y = at::matmul(plainMixer(o, w, layer, x, p.q, p.k, p.v).reshape(x.sizes()), w.at(layer + "out_proj.weight").t());
  return plainNorm(y + x, w.at(layer + "norm.weight"), w.at(layer + "norm.bias"));
}

at::Tensor plainLanguage(const ModelOptions& o, const Weights& w, const std::string& layer, const at::Tensor& x) {
  const auto map = [&](const at::Tensor& y, const char* name) { return at::matmul(y, w.at(layer + name).t()); };
  const auto silu = [](const at::Tensor& y) { return y / (1 + at::exp(-y)); };
  const at::Tensor u = plainNorm(x, w.at(layer + "norm.weight"), w.at(layer + "norm.bias"));
  const Projections p = plainProjections(o, w, layer, u);
  const at::Tensor mixed = plainMixer(o, w, layer, u, p.q, p.k, p.v) + p.v * w.at(layer + "D").view({o.heads, 1});
  at::Tensor gated = mixed.reshape(x.sizes()) * silu(map(u, "z_proj.weight"));
  gated = gated / (gated.square().mean(-1, true) + 1e-5).sqrt() * w.at(layer + "gate_norm.weight");
  const at::Tensor y = x + map(gated, "out_proj.weight");
  const at::Tensor n = plainNorm(y, w.at(layer + "mlp_norm.weight"), w.at(layer + "mlp_norm.bias"));
  return y + map(silu(map(n, "mlp.gate_proj.weight")) * map(n, "mlp.up_proj.weight"), "mlp.down_proj.weight");
}

at::Tensor plainLogits(const ModelOptions& o, const Weights& w, const TokenBatch& batch) {
  at::Tensor x = w.at("embedding.weight").index_select(0, longs(batch.inputs, {batch.rows * batch.length})).view({batch.rows, batch.length, o.width});
  for (std::int64_t n = 0; n < o.layers; ++n) {
    const std::string layer = "layers." + std::to_string(n) + ".";
    x = o.block == "study" ? plainStudy(o, w, layer, x) : plainLanguage(o, w, layer, x);
  }
  return at::matmul(plainNorm(x, w.at("norm.weight"), w.at("norm.bias")), w.at("lm_head.weight").t()).view({-1, o.vocabulary});
}

}  // namespace

// What AdamW decays: maps and embeddings.
static bool isMap(const std::string& name) { return name.ends_with(".weight") && !name.ends_with("norm.weight"); }

std::vector<double> plainLosses(const ModelOptions& options, const TensorFile& file, const std::vector<TokenBatch>& batches,
                                const OptimizerOptions& optimizer, double learningRate, bool float64) {
  Weights weights, first, second;
  for (const auto& [name, host] : file.tensors) {
    weights[name] = fromHost(host).to(float64 ? at::kDouble : at::kFloat).set_requires_grad(true);
    first[name] = second[name] = at::zeros_like(weights[name].detach());
  }
  std::vector<double> losses;
  for (const TokenBatch& batch : batches) {
    const at::Tensor logits = plainLogits(options, weights, batch);
    const at::Tensor loss = at::cross_entropy_loss(logits, longs(batch.targets, {batch.rows * batch.length}), {}, at::Reduction::Mean, kIgnored);
    losses.push_back(loss.item<double>());
    for (auto& [name, weight] : weights) weight.mutable_grad().reset();
    loss.backward();
    double squares = 0;
    for (auto& [name, weight] : weights)
      if (weight.grad().defined()) squares += weight.grad().to(at::kDouble).square().sum().item<double>();
    const double factor = optimizer.clipNorm > 0 ? std::min(1.0, optimizer.clipNorm / (std::sqrt(squares) + 1e-6)) : 1.0;
    const double t = static_cast<double>(losses.size());
    const at::NoGradGuard noGrad;
    for (auto& [name, weight] : weights) {
      if (!weight.grad().defined()) continue;
      const at::Tensor gradient = weight.grad() * factor;
      first[name] = optimizer.beta1 * first[name] + (1 - optimizer.beta1) * gradient;
      second[name] = optimizer.beta2 * second[name] + (1 - optimizer.beta2) * gradient * gradient;
      const at::Tensor mean = first[name] / (1 - std::pow(optimizer.beta1, t));
      const at::Tensor spread = second[name] / (1 - std::pow(optimizer.beta2, t));
      if (optimizer.decoupledDecay && isMap(name)) weight.mul_(1 - learningRate * optimizer.weightDecay);
      weight.sub_(learningRate * mean / (spread.sqrt() + optimizer.epsilon));
    }
  }
  return losses;
}

}  // namespace fenwick::model::probes
