#include "app/core/trainer.h"

namespace fenwick::app {

Trainer modelTrainer(int threads) {
  model::DeviceOptions device;
  device.threads = threads;
  return {
      [device](const model::Config& config, const std::filesystem::path& out) {
        return model::TrainingRun::create(config, out, device);
      },
      [device](const std::filesystem::path& folder) { return model::TrainingRun::resume(folder, device); },
      [](const model::Config& config) { return model::summarize(config); },
  };
}

}  // namespace fenwick::app
