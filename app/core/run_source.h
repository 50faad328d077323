#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

#include "model/config/config.h"
#include "model/run/run_folder.h"
#include "model/tasks/task.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::app {

// One recorded curve: parallel arrays, ascending in step, NaN and infinities included.
struct MetricSeries {
  QVector<double> steps;
  QVector<double> values;
  QVector<double> activeSeconds;  // training time at that step, pauses excluded

  void append(double step, double value, double active);
};

// What the window shows of one run, whether it trains here or its folder is followed as another process writes it: the same
// signals, the same data. Lives on the window's thread; nothing here blocks on files or tensors.
class RunSource : public QObject {
  Q_OBJECT

 public:
  using SnapshotPtr = std::shared_ptr<const model::LambdaSnapshot>;

  explicit RunSource(QObject* parent = nullptr) : QObject(parent) {}

  virtual QString folder() const = 0;
  virtual const model::Config& config() const = 0;
  virtual const model::RunInfo& info() const = 0;
  // Of its task: chance, 1/k …, and what its tokens are called. None, and plain numbers, until the task is known.
  virtual QVector<model::ReferenceLine> referenceLines() const { return m_referenceLines; }
  virtual QString tokenLabel(qint64 token) const;

  bool trainsOnCpu() const;  // makes steps here or elsewhere, and not on a GPU

  // The newest value of a tag, if any.
  std::optional<double> latest(const QString& tag) const;
  const QHash<QString, MetricSeries>& metrics() const { return m_metrics; }
  const MetricSeries& series(const QString& tag) const;  // an empty one where the tag was never recorded

  // Steps with a recorded λ snapshot, ascending.
  const QVector<qint64>& snapshotSteps() const { return m_snapshotSteps; }
  // Asks for one; snapshotReady follows. The newest request wins. `latest` is delivered without asking, by the same signal.
  virtual void requestSnapshot(qint64 step) = 0;
  SnapshotPtr latestSnapshot() const { return m_latestSnapshot; }

 signals:
  void metricsAppended();  // at most 30 times a second
  void metricsReplaced();  // the folder was read anew
  void infoChanged();      // state, step, stopReason, final and best metrics
  void snapshotStepsChanged();
  void snapshotReady(fenwick::app::RunSource::SnapshotPtr snapshot);
  void message(const QString& sentence);

 protected:
  void setTask(std::shared_ptr<const model::TaskData> task);
  // False, and nothing is kept, for a step that the tag already passed: a resumed run computes some steps again.
  bool appendPoint(const QString& tag, double step, double value, double activeSeconds);
  void noteSnapshotStep(qint64 step);
  void copyHistory(const RunSource& other);

  QHash<QString, MetricSeries> m_metrics;
  QVector<qint64> m_snapshotSteps;
  SnapshotPtr m_latestSnapshot;

 private:
  std::shared_ptr<const model::TaskData> m_task;
  QVector<model::ReferenceLine> m_referenceLines;
};

}  // namespace fenwick::app

Q_DECLARE_METATYPE(fenwick::app::RunSource::SnapshotPtr)
