#pragma once

#include <QElapsedTimer>
#include <QThread>
#include <QTimer>
#include <memory>

#include "app/core/mailbox.h"
#include "app/core/run_source.h"
#include "app/core/training_worker.h"

namespace fenwick::app {

class FolderFollower;

// A run that trains in this program, on a thread of its own. Everything here lives on the window's thread; commands are posted
// to the worker and take effect between two steps.
class LiveRunSource : public RunSource {
  Q_OBJECT

 public:
  struct Plan {
    model::Config config;
    model::RunInfo info;  // as far as it is known before the run exists
    QString folder;
    TrainingWorker::Factory factory;
  };

  // `files`: where snapshot files are read. `history`: what an earlier session of
  // the same run recorded, or null.
  LiveRunSource(Plan plan, Mailbox::Address files, const RunSource* history = nullptr, QObject* parent = nullptr);
  // Waits for the step that is being made.
  ~LiveRunSource() override;

  QString folder() const override { return m_folder; }
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  void requestSnapshot(qint64 step) override;

  WorkerPhase phase() const { return m_phase; }
  bool active() const { return m_phase != WorkerPhase::Ended; }
  // Steps a second over the last moments of training; nothing while it does not train.
  std::optional<double> stepsPerSecond() const;
  // Milliseconds since the newest checkpoint was completed; nothing before the first.
  std::optional<qint64> sinceSaved() const;
  // The newest whole checkpoint's step.
  qint64 savedStep() const { return m_savedStep; }

  void start();
  void pause();
  void singleStep();
  void stop();
  void takeSnapshot();
  // Checkpoints and lets the run go; ended() follows.
  void close();
  // A person acts: look at the buffer at once and more often for a while.
  void hurry();

 signals:
  void phaseChanged();
  void ended();
  void failed(const QString& sentence);  // what a person has to see

 private:
  template <class Command>
  void post(Command command);
  void drain();
  void take(WorkerNews news);
  bool takePoints(const WorkerNews::Points& points);
  void adaptPeriod();

  QString m_folder;
  model::Config m_config;
  model::RunInfo m_info;
  WorkerPhase m_phase = WorkerPhase::Preparing;

  std::shared_ptr<WorkerBuffer> m_buffer;
  QThread m_thread;
  TrainingWorker* m_worker = nullptr;  // lives on m_thread, deleted there; null once the run has ended
  std::unique_ptr<FolderFollower> m_follower;
  QTimer m_timer;
  qint64 m_cpuAtLastDrain = 0;
  QTimer m_checkpointTimer;
  QElapsedTimer m_sinceSaved;
  qint64 m_ageWhenSeen = 0;
  qint64 m_savedStep = 0;
  QElapsedTimer m_clock;
  QVector<QPair<qint64, qint64>> m_pace;  // milliseconds, step: the last moments
};

}  // namespace fenwick::app
