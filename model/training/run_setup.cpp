#include "model/training/run_setup.h"

#include <stdexcept>

#include "model/machine.h"

namespace fenwick::model {
namespace {

// `auto` is the GPU where it can be used.
bool usesCuda(const DeviceOptions& device) {
  return device.device == "cuda" || (device.device == "auto" && inspectMachine().cudaUsable);
}

}  // namespace

void checkDevice(const DeviceOptions& device) {
  if (device.threads < 0) throw std::invalid_argument("threads: at least 1, or 0 for all cores, got " + std::to_string(device.threads));
  if (device.device == "auto" || device.device == "cpu") return;
  if (device.device == "cuda") {
    const MachineReport machine = inspectMachine();
    if (machine.cudaUsable) return;
    throw std::invalid_argument("device: cuda cannot be used: " + machine.cudaReason);
  }
  throw std::invalid_argument("device: expected auto, cpu or cuda, got '" + device.device + "'");
}

Config atLength(const Config& config, std::int64_t length) {
  Config changed = config;
  // The levels of the trained model stay, whatever "auto" would say of the new length.
  changed.set("model.levels", levels(config));
  for (const Problem& problem : changed.set("task.length", length)) throw std::invalid_argument(problem.field + ": " + problem.message);
  return changed;
}

RunSetup setUp(const Config& config, const DeviceOptions& device) {
  checkDevice(device);
  std::string faults;
  for (const Problem& problem : problems(config)) faults += (faults.empty() ? "" : "\n") + problem.field + ": " + problem.message;
  if (!faults.empty()) throw std::invalid_argument(faults);
  RunSetup setup{config, taskKind(config).open(config), nullptr};
  setup.trainer = std::make_unique<Trainer>(modelOptions(config, setup.data->vocabulary()), optimizerOptions(config),
                                            TrainerPlace{usesCuda(device), device.threads});
  return setup;
}

}  // namespace fenwick::model
