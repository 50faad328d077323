#include "app/core/run_source.h"

#include <algorithm>
#include <utility>

namespace fenwick::app {

void MetricSeries::append(double step, double value, double active) {
  steps.append(step);
  values.append(value);
  activeSeconds.append(active);
}

std::optional<double> RunSource::latest(const QString& tag) const {
  const auto found = m_metrics.constFind(tag);
  if (found == m_metrics.constEnd() || found->values.isEmpty()) return std::nullopt;
  return found->values.constLast();
}

const MetricSeries& RunSource::series(const QString& tag) const {
  static const MetricSeries empty;
  const auto found = m_metrics.constFind(tag);
  return found == m_metrics.constEnd() ? empty : *found;
}

QString RunSource::tokenLabel(qint64 token) const {
  return m_task ? QString::fromStdString(m_task->tokenLabel(token)) : QString::number(token);
}

void RunSource::setTask(std::shared_ptr<const model::TaskData> task) {
  m_task = std::move(task);
  const std::vector<model::ReferenceLine> lines = m_task->referenceLines();
  m_referenceLines = QVector<model::ReferenceLine>(lines.begin(), lines.end());
}

bool RunSource::trainsOnCpu() const { return info().state == model::RunState::Running && info().device != "cuda"; }

bool RunSource::appendPoint(const QString& tag, double step, double value, double activeSeconds) {
  MetricSeries& series = m_metrics[tag];
  if (!series.steps.isEmpty() && step <= series.steps.constLast()) return false;
  series.append(step, value, activeSeconds);
  return true;
}

void RunSource::noteSnapshotStep(qint64 step) {
  const auto place = std::lower_bound(m_snapshotSteps.begin(), m_snapshotSteps.end(), step);
  if (place == m_snapshotSteps.end() || *place != step) m_snapshotSteps.insert(place, step);
}

void RunSource::copyHistory(const RunSource& other) {
  m_metrics = other.m_metrics;
  m_snapshotSteps = other.m_snapshotSteps;
  m_latestSnapshot = other.m_latestSnapshot;
  m_task = other.m_task;
  m_referenceLines = other.referenceLines();
}

}  // namespace fenwick::app
