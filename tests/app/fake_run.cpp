#include "fake_run.h"

#include <QDir>
#include <QFileInfo>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/core/folder_follower.h"
#include "model/io/event_log.h"
#include "model/run/run_folder.h"

namespace fenwick::test {

namespace {

class FakeRun : public model::TrainingRun {
 public:
  FakeRun(const model::Config& config, const QString& folder, std::shared_ptr<FakeControl> control, qint64 firstStep)
      : m_config(config), m_control(std::move(control)) {
    m_info.id = ("id of " + folder).toStdString();
    m_info.name = QFileInfo(folder).fileName().toStdString();
    m_info.device = "cpu";
    m_info.threads = 2;
    m_info.step = firstStep;
    m_info.created = "2026-11-29T12:00:00Z";
    const std::lock_guard lock(m_control->mutex);
    m_control->madeOn = QThread::currentThread();
  }

  ~FakeRun() override {
    const std::lock_guard lock(m_control->mutex);
    m_control->destroyedOn = QThread::currentThread();
    m_control->calls.push_back(QStringLiteral("destroyed"));
    m_control->moved.notify_all();
  }

  void setListener(model::TrainingListener* listener) override { m_listener = listener; }
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  std::vector<std::string> warnings() const override { return {}; }

  bool step() override {
    qint64 next = 0;
    {
      std::unique_lock lock(m_control->mutex);
      note(QStringLiteral("step"));
      ++m_control->inStep;
      m_control->moved.notify_all();
      m_control->moved.wait(lock, [&] { return !m_control->holdSteps; });
      next = m_info.step + 1;
      if (next == m_control->throwsAtStep)
        throw std::runtime_error("the step broke\nException raised from nowhere (most recent call first):");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(m_control->stepMicroseconds));
    m_info.step = next;
    m_info.state = model::RunState::Running;
    m_info.activeSeconds = 0.001 * static_cast<double>(next);
    if (m_listener) {
      std::vector<model::Scalar> scalars;
      for (int i = 0; i < m_control->scalarsPerStep; ++i) {
        scalars.push_back(
            {i == 0 ? "train/loss" : "extra/" + std::to_string(i), next, 0, 1.0 / static_cast<double>(next)});
      }
      m_listener->onScalars(scalars, m_info.activeSeconds);
      if (m_control->snapshotEvery > 0 && next % m_control->snapshotEvery == 0)
        m_listener->onSnapshot(tinySnapshot(next));
    }
    if (next == m_control->pausesAtStep) {
      m_info.state = model::RunState::Paused;
      m_info.stopReason = "the disk is full";
      return false;
    }
    if (next == m_control->stopsAtStep) {
      m_info.state = model::RunState::Finished;
      m_info.stopReason = "train.steps reached";
      return false;
    }
    return true;
  }

  void snapshotNow() override {
    if (m_listener) m_listener->onSnapshot(tinySnapshot(m_info.step));
  }

  void pause(const std::string& reason) override {
    const std::lock_guard lock(m_control->mutex);
    note(QStringLiteral("pause ") + QString::fromStdString(reason));
    m_info.state = model::RunState::Paused;
    m_info.stopReason = reason;
    if (m_listener) m_listener->onMessage("saved checkpoint " + std::to_string(m_info.step));
  }

  void finish(const std::string& reason) override {
    const std::lock_guard lock(m_control->mutex);
    note(QStringLiteral("finish ") + QString::fromStdString(reason));
    m_info.state = model::RunState::Finished;
    m_info.stopReason = reason;
  }

 private:
  void note(const QString& call) {
    m_control->calls.push_back(call);
    if (QThread::currentThread() != m_control->madeOn) m_control->wrongThread = true;
  }

  model::Config m_config;
  model::RunInfo m_info;
  std::shared_ptr<FakeControl> m_control;
  model::TrainingListener* m_listener = nullptr;
};

}  // namespace

void FakeControl::hold() {
  const std::lock_guard lock(mutex);
  holdSteps = true;
}

void FakeControl::release() {
  const std::lock_guard lock(mutex);
  holdSteps = false;
  moved.notify_all();
}

bool FakeControl::waitForStep(int wanted, int milliseconds) {
  std::unique_lock lock(mutex);
  return moved.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return inStep >= wanted; });
}

std::vector<QString> FakeControl::callsSoFar() {
  const std::lock_guard lock(mutex);
  return calls;
}

int FakeControl::stepsMade() { return count(QStringLiteral("step")); }

int FakeControl::count(const QString& call) {
  const std::lock_guard lock(mutex);
  return static_cast<int>(
      std::count_if(calls.begin(), calls.end(), [&](const QString& made) { return made.startsWith(call); }));
}

std::unique_ptr<model::TrainingRun> makeFakeRun(const model::Config& config, const QString& folder,
                                                std::shared_ptr<FakeControl> control, qint64 firstStep) {
  if (!control->throwsWhenMade.isEmpty()) throw std::runtime_error(control->throwsWhenMade.toStdString());
  return std::make_unique<FakeRun>(config, folder, std::move(control), firstStep);
}

app::Trainer fakeTrainer(std::shared_ptr<FakeControl> control) {
  app::Trainer trainer;
  trainer.create = [control](const model::Config& config, const std::filesystem::path& out) {
    return makeFakeRun(config, app::fromPath(out), control);
  };
  trainer.resume = [control](const std::filesystem::path& folder) {
    const model::RunFolder run(folder);
    return makeFakeRun(run.readConfig(), app::fromPath(folder), control, run.readInfo().step);
  };
  trainer.summarize = [](const model::Config&) {
    model::ModelSummary summary;
    summary.parameters = 50998;
    summary.lambdaParameters = 448;
    summary.lambdaOverhead = 448.0 / (50998 - 448);
    summary.flopsPerStep = 1e9;
    return summary;
  };
  return trainer;
}

std::shared_ptr<const model::LambdaSnapshot> tinySnapshot(qint64 step) {
  auto snapshot = std::make_shared<model::LambdaSnapshot>();
  snapshot->step = step;
  snapshot->layers = snapshot->samples = snapshot->heads = 1;
  snapshot->length = 2;
  snapshot->levels = 2;
  snapshot->lambda = {1, 0, 1, static_cast<float>(step)};
  snapshot->gate = {0, 0};
  snapshot->tokens = {1, 2};
  snapshot->targets = {model::kIgnored, 3};
  snapshot->roles = {1, 3};
  snapshot->correct = {0, 1};
  snapshot->targetLogProb = {0, 0};
  return snapshot;
}

model::RunInfo finishedInfo(const QString& id, qint64 step) {
  model::RunInfo info;
  info.id = id.toStdString();
  info.name = id.toStdString();
  info.state = model::RunState::Finished;
  info.step = step;
  info.created = "2026-11-28T12:00:00Z";
  info.device = "cpu";
  info.threads = 2;
  info.versions = model::Json::object();
  info.dataChecksums = model::Json::object();
  info.finalMetrics = {{"valid/accuracy", 0.5}};
  info.bestMetrics = model::Json::object();
  return info;
}

void writeRunFolder(const QString& folder, const model::RunInfo& info, int steps,
                    const std::vector<qint64>& snapshots) {
  QDir().mkpath(folder + QStringLiteral("/lambda"));
  const model::RunFolder run(app::toPath(folder));
  run.writeConfig(model::Config());
  if (steps > 0) {
    model::EventLogWriter log(run.path());
    std::vector<model::Scalar> scalars;
    for (int step = 1; step <= steps; ++step) scalars.push_back({"train/loss", step, 1000 + 0.1 * step, 1.0 / step});
    log.append(scalars);
    log.sync();
  }
  for (qint64 step : snapshots) model::writeLambdaSnapshot(run.lambdaPath(step), *tinySnapshot(step));
  run.writeInfo(info);
}

}  // namespace fenwick::test
