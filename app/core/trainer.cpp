#include "app/core/trainer.h"

namespace fenwick::app {

Trainer modelTrainer(int threads) {
  model::DeviceOptions device;
  device.threads = threads;
  Trainer trainer;
  trainer.create = [device](const model::Config& config, const std::filesystem::path& out) { return model::TrainingRun::create(config, out, device); };
  trainer.resume = [device](const std::filesystem::path& folder) { return model::TrainingRun::resume(folder, device); };
  trainer.extend = [device](const std::filesystem::path& folder, std::int64_t steps) { return model::TrainingRun::resume(folder, device, steps); };
  trainer.fork = [device](const model::RunReference& parent, const model::Config& config, const std::filesystem::path& out) {
    return model::TrainingRun::fork(parent, config, out, device);
  };
  trainer.summarize = [](const model::Config& config) { return model::summarize(config); };
  return trainer;
}

}  // namespace fenwick::app
