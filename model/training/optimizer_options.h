#pragma once

#include <cstdint>

#include "model/config/config.h"

namespace fenwick::model {

// train.optimizer and what belongs to it. Adam has no decay: the setting belongs to adamw.
struct OptimizerOptions {
  bool decoupledDecay = false;  // adamw
  double weightDecay = 0;
  double clipNorm = 0;  // 0: off
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};
OptimizerOptions optimizerOptions(const Config& config);

// The rate of update `step` (1 = the first): train.learningRate, rising linearly over train.warmup updates, then constant or along a
// half cosine that reaches 0 one update after train.steps.
double learningRateAt(const Config& config, std::int64_t step);

}  // namespace fenwick::model
