#pragma once

#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/training/training_run.h"

namespace fenwick::model {

// How long whole training steps take: data, forward, backward, clipping and update, as a run makes them, without records and files.
struct TrainingBenchRow {
  std::string name;             // "ours", "torch-dense"
  double stepsPerSecond = 0;    // 1000 / stepMs
  double stepMs = 0;            // median of the repeats
  double stepMsMin = 0;         // the fastest
};
struct TrainingBench {
  int threads = 0, warmup = 0, repeats = 0;
  std::vector<TrainingBenchRow> rows;
};

// `ours` is what a run does; `torch-dense` the same model with the attention as one masked product in LibTorch operations. The two take
// turns step by step, so that whatever else the machine does meets both. Throws std::invalid_argument for a faulty configuration.
TrainingBench benchTraining(const Config& config, const DeviceOptions& device, int repeats, int warmup = 5);

}  // namespace fenwick::model
