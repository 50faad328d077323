#pragma once

#include <QTemporaryDir>

#include "model/training/training_run.h"
#include "tests/ui/fake_run_source.h"

namespace fenwick::tests {

// A very small model, really trained for a moment into a folder of its own: MQAR with 4 pairs in 32 tokens, two layers of two heads.
class TrainedRun : public FakeRunSource {
 public:
  explicit TrainedRun(const char* mixer = "log-linear") {
    const std::pair<const char*, model::Json> settings[] = {
        {"task.length", 32},  {"task.kvPairs", 4},   {"task.vocabulary", 32}, {"task.examples", 256},      {"task.validationExamples", 100}, {"model.width", 16},
        {"model.heads", 2},   {"model.keyDim", 8},   {"model.mixer", mixer},  {"train.batch", 32},         {"train.steps", 40},              {"train.learningRate", 0.01},
        {"train.stopAt", 0},  {"train.snapshotSamples", 2}};
    for (const auto& [path, value] : settings)
      if (!editConfig().set(path, value).empty()) qFatal("%s", path);
    const auto run = model::TrainingRun::create(config(), m_folder.filePath("run").toStdString(), {"cpu", 2});
    while (run->step()) {
    }
    editInfo() = run->info();
  }
  QString folder() const override { return m_folder.filePath("run"); }

 private:
  QTemporaryDir m_folder;
};

}  // namespace fenwick::tests
