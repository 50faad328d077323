#pragma once

#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/training/training_run.h"

namespace fenwick::model {

// How long whole training steps take: data, forward, backward, clipping and update, as a run makes them, without records and files.
struct TrainingBenchRow {
  std::string name;             // "ours", "torch-dense"; on CUDA also "ours-eager", "ours-4-runs"
  double stepsPerSecond = 0;    // 1000 / stepMs
  double stepMs = 0;            // median of the repeats; of several runs: over the steps of all
  double stepMsMin = 0;         // the fastest
};
struct TrainingBench {
  int threads = 0, warmup = 0, repeats = 0;
  std::vector<TrainingBenchRow> rows;
};

// `ours` is what a run does; `torch-dense` the same model with the attention as one masked product in LibTorch operations. On the CPU the two
// take turns step by step, so that whatever else the machine does meets both. On CUDA a repeat is a hundred steps handed over in a row and waited
// for, both as a captured graph; besides `ours` operation by operation and four runs at once, each in a thread with a stream of its own.
// Throws std::invalid_argument for a faulty configuration.
// `only`: on CUDA the rows that are wanted, all where it is empty.
TrainingBench benchTraining(const Config& config, const DeviceOptions& device, int repeats, const std::vector<std::string>& only = {}, int warmup = 5);

}  // namespace fenwick::model
