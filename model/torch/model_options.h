#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/random.h"

namespace fenwick::model {

// What the sequence model is built from: the `model` part of a configuration with every "auto" resolved, and the seed of its initial
// weights. Plain data, free of Torch.
struct ModelOptions {
  enum class Gate { Random, Grid, Number };
  // How the maps q, k, v, out and the attention are computed; gates, λ, norms, loss and weights are float32 in all three. Tf32 and BFloat16
  // are for CUDA.
  enum class Precision { Float32, Tf32, BFloat16 };

  std::int64_t vocabulary = 128, width = 64, layers = 2, heads = 1, groups = 1, keyDim = 64, levels = 7, chunk = 64;
  std::string mixer = "log-linear", block = "study";
  std::string lambdaHead = "mlp-softplus";  // of a mixer with λ
  bool gelu = false;                  // activation between the two maps of an MLP head
  std::int64_t hidden = 14;           // of an MLP head
  std::optional<double> lambdaStart;  // the λ that the head begins with; nothing: what SCIENCE.md §3 says of it
  double lambdaScale = 1;             // factor of mlp-softmax: 1 or the number of levels
  bool asPublished = false;           // the general initialiser overwrites the λ MLP, as in the published code
  Gate gateInit = Gate::Random;
  double gate = 0.01;  // the step size softplus(dt_bias) of Gate::Number
  Precision precision = Precision::Float32;
  std::uint64_t seed = 0;

  std::int64_t valueDim() const { return width / heads; }
};

// Throws std::invalid_argument naming every setting that this build's model cannot honour.
ModelOptions modelOptions(const Config& config, std::int64_t vocabulary);

// One learned tensor: its name in files, its shape and how its initial values are drawn. The stream is named after the tensor, so two
// variants with one seed agree in every tensor of the same name and shape.
struct ParameterSpec {
  std::string name;  // "layers.0.q_proj.weight"
  std::vector<std::int64_t> shape;
  std::function<void(RandomStream& stream, std::span<double> values)> draw;
  bool decays = false;  // AdamW's weight decay acts on maps and embeddings, not on biases, norms, gates and λ scales

  std::int64_t size() const;
};

// Initialisers.
std::function<void(RandomStream&, std::span<double>)> normalValues(double deviation);
std::function<void(RandomStream&, std::span<double>)> constantValues(double value);
std::function<void(RandomStream&, std::span<double>)> xavierUniformValues(std::int64_t fanIn, std::int64_t fanOut);

double inverseSoftplus(double value);  // x with log(1 + exp(x)) = value; value > 0

// Every parameter of the model, in the order in which the forward pass meets them.
std::vector<ParameterSpec> parameterSpecs(const ModelOptions& options);

// The initial values of one parameter, row-major.
std::vector<double> initialValues(const ParameterSpec& spec, std::uint64_t seed);

}  // namespace fenwick::model
