#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/config/config.h"
#include "model/tasks/task.h"
#include "model/torch/trainer.h"
#include "model/training/training_run.h"

namespace fenwick::model {

// What a run, an evaluation or a probe needs before its first step: the data and a trainer with drawn initial weights.
struct RunSetup {
  Config config;
  std::unique_ptr<TaskData> data;
  std::unique_ptr<Trainer> trainer;
};

// Throws std::invalid_argument with every fault of the configuration or the device, one per line.
RunSetup setUp(const Config& config, const DeviceOptions& device);

// A run's configuration with its task at another length. Throws std::invalid_argument for a length out of range.
Config atLength(const Config& config, std::int64_t length);

// Throws std::invalid_argument where the device cannot be used, with the plain reason.
void checkDevice(const DeviceOptions& device);

}  // namespace fenwick::model
