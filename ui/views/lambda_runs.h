#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/views/curves_panel.h"

namespace fenwick::ui {

// The λ of several runs at one step each: the newest, or the recorded one that is nearest to a chosen step. Asks the runs for what is
// missing, but only while it is wanted. Runs are not owned. Lives on the window's thread.
class LambdaRuns : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 9;

  struct Run {
    QPointer<app::RunSource> source;
    RunStyle style;  // as in the curves
    app::RunSource::SnapshotPtr snapshot;
    qint64 asked = -1;  // the step that was asked for and has not come
  };

  explicit LambdaRuns(QObject* parent) : QObject(parent) {}
  ~LambdaRuns() override;

  void setRuns(const QVector<CurvesPanel::Entry>& runs);
  void setWanted(bool wanted);
  void setStep(qint64 step);  // -1: the newest of each
  const std::vector<Run>& runs() const { return m_runs; }
  int leftOut() const { return m_leftOut; }  // beyond the first kMost
  QVector<qint64> steps() const;             // recorded by any of them, ascending

 signals:
  void changed();       // runs, or what they hold
  void stepsChanged();

 private:
  void ask(Run& run);
  void askAll();
  void take(const app::RunSource* source, const app::RunSource::SnapshotPtr& arrived);
  qint64 wantedStep(const Run& run) const;  // -1: none is recorded

  std::vector<Run> m_runs;
  std::vector<QMetaObject::Connection> m_connections;
  int m_leftOut = 0;
  bool m_wanted = false;
  qint64 m_step = -1;
};

}  // namespace fenwick::ui
