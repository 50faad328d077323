#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "model/training/training_run.h"

namespace fenwick::app {

// How the session makes runs; a test passes its own. Each function is called on a thread that is not the window's.
struct Trainer {
  std::function<std::unique_ptr<model::TrainingRun>(const model::Config& config, const std::filesystem::path& out)>
      create;
  std::function<std::unique_ptr<model::TrainingRun>(const std::filesystem::path& folder)> resume;
  std::function<std::unique_ptr<model::TrainingRun>(const std::filesystem::path& folder, std::int64_t steps)> extend;  // to another train.steps
  std::function<std::unique_ptr<model::TrainingRun>(const model::RunReference& parent, const model::Config& config, const std::filesystem::path& out)>
      fork;
  std::function<model::ModelSummary(const model::Config& config)> summarize;
};

// The trainer of model/. `threads` 0: all cores.
Trainer modelTrainer(int threads = 0);

}  // namespace fenwick::app
