#include "model/torch/model_options.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/config/mixers.h"
#include "model/torch/block_recipe.h"

namespace fenwick::model {

std::int64_t ParameterSpec::size() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) product *= extent;
  return product;
}

double inverseSoftplus(double value) { return value + std::log(-std::expm1(-value)); }

std::function<void(RandomStream&, std::span<double>)> normalValues(double deviation) {
  return [deviation](RandomStream& stream, std::span<double> values) {
    for (double& value : values) value = deviation * stream.normal();
  };
}

std::function<void(RandomStream&, std::span<double>)> constantValues(double constant) {
  return [constant](RandomStream&, std::span<double> values) { std::fill(values.begin(), values.end(), constant); };
}

std::function<void(RandomStream&, std::span<double>)> xavierUniformValues(std::int64_t fanIn, std::int64_t fanOut) {
  const double bound = std::sqrt(6.0 / static_cast<double>(fanIn + fanOut));
  return [bound](RandomStream& stream, std::span<double> values) {
    for (double& value : values) value = stream.uniform(-bound, bound);
  };
}

std::vector<ParameterSpec> parameterSpecs(const ModelOptions& options) {
  std::vector<ParameterSpec> specs{{"embedding.weight", {options.vocabulary, options.width}, normalValues(0.02), true}};
  for (std::int64_t layer = 0; layer < options.layers; ++layer)
    for (ParameterSpec& spec : blockRecipe(options.block).parameters(options, layer)) {
      spec.name = "layers." + std::to_string(layer) + "." + spec.name;
      specs.push_back(std::move(spec));
    }
  specs.push_back({"norm.weight", {options.width}, constantValues(1)});
  specs.push_back({"norm.bias", {options.width}, constantValues(0)});
  specs.push_back({"lm_head.weight", {options.vocabulary, options.width}, normalValues(0.02), true});
  return specs;
}

std::vector<double> initialValues(const ParameterSpec& spec, std::uint64_t seed) {
  std::vector<double> values(static_cast<std::size_t>(spec.size()));
  RandomStream stream(seed, spec.name);
  spec.draw(stream, values);
  return values;
}

ModelOptions modelOptions(const Config& config, std::int64_t vocabulary) {
  std::string faults;
  const auto fault = [&faults](const std::string& text) { faults += (faults.empty() ? "" : "\n") + text; };

  ModelOptions o;
  o.vocabulary = vocabulary;
  o.width = config.get<std::int64_t>("model.width");
  o.layers = config.get<std::int64_t>("model.layers");
  o.heads = config.get<std::int64_t>("model.heads");
  o.groups = config.get<std::int64_t>("model.groups");
  o.keyDim = config.get<std::int64_t>("model.keyDim");
  o.chunk = config.get<std::int64_t>("model.chunk");
  o.levels = levels(config);
  o.hidden = lambdaHidden(config);
  o.lambdaHead = lambdaHead(config);
  o.gelu = config.get<std::string>("model.lambda.activation") == "gelu";
  o.asPublished = config.get<std::string>("model.init") == "as-published";
  o.seed = static_cast<std::uint64_t>(config.get<std::int64_t>("train.seed"));
  const std::string precision = config.get<std::string>("train.precision");
  if (precision == "tf32") o.precision = ModelOptions::Precision::Tf32;
  if (precision == "bf16") o.precision = ModelOptions::Precision::BFloat16;

  o.mixer = config.get<std::string>("model.mixer");
  o.block = config.get<std::string>("model.block");
  if (o.width % o.heads != 0) fault("model.heads: must divide model.width " + std::to_string(o.width) + ", got " + std::to_string(o.heads));
  if (o.heads % o.groups != 0) fault("model.groups: must divide model.heads " + std::to_string(o.heads) + ", got " + std::to_string(o.groups));

  if (!config.isWord("model.lambda.start")) {
    o.lambdaStart = config.get<double>("model.lambda.start");
    if (!(*o.lambdaStart > 0)) fault("model.lambda.start: must be above 0, since λ begins as a softplus");
    if (mixerKind(config).hasLambda && o.lambdaHead == "ones" && *o.lambdaStart != 1)
      fault("model.lambda.start: λ is 1 by definition with the head ones; use auto or 1");
  }
  const Json& scale = config.value("model.lambda.scale");
  if (scale.is_string()) {
    o.lambdaScale = scale == "L" ? static_cast<double>(o.levels) : 1;
  } else {
    o.lambdaScale = scale.get<double>();
  }
  if (config.isWord("model.gateInit")) {
    o.gateInit = config.get<std::string>("model.gateInit") == "grid" ? ModelOptions::Gate::Grid : ModelOptions::Gate::Random;
  } else {
    o.gateInit = ModelOptions::Gate::Number;
    o.gate = config.get<double>("model.gateInit");
    if (!(o.gate > 0)) fault("model.gateInit: the step size must be above 0");
  }
  if (!faults.empty()) throw std::invalid_argument(faults);
  return o;
}

}  // namespace fenwick::model
