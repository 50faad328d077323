#pragma once

#include <QString>
#include <QThread>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "app/core/trainer.h"
#include "model/training/training_run.h"

namespace fenwick::test {

// What a test knows and decides about a fake run while it trains on another thread.
struct FakeControl {
  std::mutex mutex;
  std::condition_variable moved;
  bool holdSteps = false;      // a step waits until this is false again
  int inStep = 0;              // steps that have begun
  std::vector<QString> calls;  // "step", "pause reason", "finish reason", "destroyed"
  QThread* madeOn = nullptr;
  QThread* destroyedOn = nullptr;
  bool wrongThread = false;  // a call came from another thread than the one that made the run

  // Set before the run begins.
  qint64 stopsAtStep = -1;  // step() ends the run as finished there
  qint64 throwsAtStep = -1;
  qint64 pausesAtStep = -1;  // as after a fault
  QString throwsWhenMade;
  int snapshotEvery = 0;
  int scalarsPerStep = 1;
  int stepMicroseconds = 200;

  void hold();
  void release();
  bool waitForStep(int count, int milliseconds = 5000);
  std::vector<QString> callsSoFar();
  int stepsMade();
  int count(const QString& call);
};

// A TrainingRun that computes nothing, records train/loss = 1/step, and says what was asked of it.
std::unique_ptr<model::TrainingRun> makeFakeRun(const model::Config& config, const QString& folder,
                                                std::shared_ptr<FakeControl> control, qint64 firstStep = 0);

// A session's trainer made of fake runs that share one control.
app::Trainer fakeTrainer(std::shared_ptr<FakeControl> control);

std::shared_ptr<const model::LambdaSnapshot> tinySnapshot(qint64 step);

// A whole run folder as a finished run leaves it: config.json, run.json, `steps` records of train/loss, snapshots.
void writeRunFolder(const QString& folder, const model::RunInfo& info, int steps,
                    const std::vector<qint64>& snapshots = {});
model::RunInfo finishedInfo(const QString& id, qint64 step);

}  // namespace fenwick::test
