#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "app/core/mailbox.h"
#include "app/core/worker_buffer.h"
#include "model/training/training_run.h"

namespace fenwick::app {

// Trains one run on its own thread: step, drain the queued commands, step. The TrainingRun is made, used and destroyed on
// that thread. Commands are calls posted to commands(); never call them from elsewhere. An exception stops here and
// travels on as text; what a step recorded is in the buffer before the next step begins.
class TrainingWorker : public QObject, private model::TrainingListener {
  Q_OBJECT

 public:
  // Makes the run on the worker's thread: TrainingRun::create, resume or fork, or a fake in tests.
  using Factory = std::function<std::unique_ptr<model::TrainingRun>()>;

  TrainingWorker(Factory factory, std::shared_ptr<WorkerBuffer> buffer);
  ~TrainingWorker() override;

  const Mailbox::Address& commands() const { return m_mailbox.address(); }

  void start();                       // makes the run where there is none, then trains
  void pause(const QString& reason);  // checkpoints; start() goes on
  void singleStep();                  // makes the run where there is none; one update, then paused
  void stop(const QString& reason);   // evaluates, checkpoints, ends the run as finished
  void close(const QString& reason);  // checkpoints and lets the run go, to be resumed another day
  void takeSnapshot();
  void roomAgain();  // the buffer was emptied

 private:
  void onScalars(const std::vector<model::Scalar>& scalars, double activeSeconds) override;
  void onSnapshot(std::shared_ptr<const model::LambdaSnapshot> snapshot) override;
  void onMessage(const std::string& sentence) override;

  template <class Function>
  bool guarded(Function&& function);
  bool makeRun();
  bool makeStep();
  void continueSteps();
  void stepAndGoOn();
  void setPhase(WorkerPhase phase);
  void tellInfo();
  void letGo();

  Factory m_factory;
  std::shared_ptr<WorkerBuffer> m_buffer;
  Mailbox m_mailbox{this};  // goes with this to its thread
  std::unique_ptr<model::TrainingRun> m_run;
  WorkerPhase m_phase = WorkerPhase::Preparing;
  bool m_stepQueued = false;
  bool m_waitsForRoom = false;
  bool m_askedSnapshot = false;
  QElapsedTimer m_sinceInfo;
};

// Lets the window's thread go first: the calling thread and the ones it starts later (OpenMP's) get a lower priority.
void lowerThreadPriority();

}  // namespace fenwick::app
