#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::app {

// Where a run in the window stands.
enum class WorkerPhase {
  Preparing,  // nothing trained yet in this session
  Training,
  Paused,
  Finishing,  // the last evaluation and checkpoint
  Ended,      // no TrainingRun any more; see RunInfo::state for how it went
};

// What a worker has to tell since it was last asked.
struct WorkerNews {
  struct Points {
    std::vector<model::Scalar> scalars;
    double activeSeconds = 0;
  };
  std::vector<Points> batches;    // in order
  QVector<qint64> snapshotSteps;  // recorded ones
  std::shared_ptr<const model::LambdaSnapshot> snapshot;
  std::optional<model::RunInfo> info;
  std::optional<WorkerPhase> phase;
  QStringList messages;
  QStringList failures;  // sentences that a person has to see
};

// The bounded mailbox between a worker and the window. The worker puts in at every step, a timer of the window takes out at
// most 30 times a second. The worker makes no further step while it is full, so nothing recorded is ever dropped.
//
// A λ snapshot leaves only when the last one was acknowledged; until then the newest waits and older ones give way.
// Every function may be called from any thread.
class WorkerBuffer {
 public:
  explicit WorkerBuffer(std::size_t capacity = 20000) : m_capacity(capacity) {}

  void put(const std::vector<model::Scalar>& scalars, double activeSeconds);
  void putSnapshot(std::shared_ptr<const model::LambdaSnapshot> snapshot, bool recorded);
  void putInfo(model::RunInfo info);
  void putPhase(WorkerPhase phase);
  void putMessage(const QString& sentence);
  void putFailure(const QString& sentence);

  // True where the worker has to wait for room; the taker then wakes it.
  bool full() const;

  WorkerNews take(bool& wasFull);
  void acknowledgeSnapshot();

 private:
  mutable std::mutex m_mutex;
  const std::size_t m_capacity;
  std::size_t m_points = 0;
  WorkerNews m_news;
  std::shared_ptr<const model::LambdaSnapshot> m_waitingSnapshot;
  bool m_snapshotOut = false;
};

}  // namespace fenwick::app
