#include "model/training/optimizer_options.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fenwick::model {

OptimizerOptions optimizerOptions(const Config& config) {
  OptimizerOptions options;
  options.decoupledDecay = config.get<std::string>("train.optimizer") == "adamw";
  options.weightDecay = options.decoupledDecay ? config.get<double>("train.weightDecay") : 0;
  options.clipNorm = config.get<double>("train.clipNorm");
  return options;
}

double learningRateAt(const Config& config, std::int64_t step) {
  const double rate = config.get<double>("train.learningRate");
  const std::int64_t warmup = config.get<std::int64_t>("train.warmup");
  if (step <= warmup) return rate * static_cast<double>(step) / static_cast<double>(warmup);
  if (config.get<std::string>("train.schedule") != "cosine") return rate;
  const std::int64_t span = std::max<std::int64_t>(config.get<std::int64_t>("train.steps") - warmup, 1);
  const double done = std::min(1.0, static_cast<double>(step - 1 - warmup) / static_cast<double>(span));
  return rate * 0.5 * (1 + std::cos(std::numbers::pi * done));
}

}  // namespace fenwick::model
