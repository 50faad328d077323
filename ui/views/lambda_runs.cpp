#include "ui/views/lambda_runs.h"

#include <algorithm>
#include <cstdlib>
#include <utility>


namespace fenwick::ui {

LambdaRuns::~LambdaRuns() {
  for (const QMetaObject::Connection& connection : m_connections) disconnect(connection);
}

void LambdaRuns::setRuns(const QVector<CurvesPanel::Entry>& entries) {
  for (const QMetaObject::Connection& connection : std::exchange(m_connections, {})) disconnect(connection);
  std::vector<Run> before = std::exchange(m_runs, {});
  m_leftOut = std::max(0, static_cast<int>(entries.size()) - kMost);
  const QVector<CurvesPanel::Entry> shown = entries.mid(0, kMost);
  for (qsizetype i = 0; i < shown.size(); ++i) {
    app::RunSource* source = shown[i].source;
    Run run{source, shown[i].style, nullptr, -1};
    const auto known = std::find_if(before.begin(), before.end(), [&](const Run& other) { return other.source == source; });
    if (known != before.end()) run.snapshot = known->snapshot;
    m_runs.push_back(run);
    m_connections.push_back(connect(source, &app::RunSource::snapshotReady, this,
                                    [this, source](const app::RunSource::SnapshotPtr& arrived) { take(source, arrived); }));
    m_connections.push_back(connect(source, &app::RunSource::snapshotStepsChanged, this, [this] {
      askAll();
      emit stepsChanged();
    }));
    m_connections.push_back(connect(source, &QObject::destroyed, this, [this](QObject* gone) {
      std::erase_if(m_runs, [gone](const Run& each) { return !each.source || each.source == gone; });
      emit changed();
    }));
  }
  askAll();
  emit stepsChanged();
  emit changed();
}

void LambdaRuns::setWanted(bool wanted) {
  if (m_wanted == wanted) return;
  m_wanted = wanted;
  askAll();
}

void LambdaRuns::setStep(qint64 step) {
  if (m_step == step) return;
  m_step = step;
  askAll();
}

QVector<qint64> LambdaRuns::steps() const {
  QVector<qint64> all;
  for (const Run& run : m_runs)
    if (run.source) all += run.source->snapshotSteps();
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

qint64 LambdaRuns::wantedStep(const Run& run) const {
  const QVector<qint64>& steps = run.source->snapshotSteps();
  const app::RunSource::SnapshotPtr& latest = run.source->latestSnapshot();
  if (m_step < 0) return std::max<qint64>(latest ? latest->step : -1, steps.isEmpty() ? -1 : steps.last());
  if (steps.isEmpty()) return latest ? latest->step : -1;
  return *std::min_element(steps.begin(), steps.end(), [this](qint64 a, qint64 b) { return std::abs(a - m_step) < std::abs(b - m_step); });
}

void LambdaRuns::askAll() {
  // A run answers at once where it can: what it changes is looked up anew.
  for (std::size_t i = 0; i < m_runs.size(); ++i) ask(m_runs[i]);
}

void LambdaRuns::ask(Run& run) {
  if (!m_wanted || !run.source) return;
  const qint64 step = wantedStep(run);
  if (step < 0 || (run.snapshot && run.snapshot->step == step) || run.asked == step) return;
  run.asked = step;
  if (run.source->latestSnapshot() && run.source->latestSnapshot()->step == step)
    take(run.source, run.source->latestSnapshot());
  else
    run.source->requestSnapshot(step);
}

void LambdaRuns::take(const app::RunSource* source, const app::RunSource::SnapshotPtr& arrived) {
  const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const Run& run) { return run.source == source; });
  if (!m_wanted || found == m_runs.end() || !arrived) return;
  Run& run = *found;
  run.asked = -1;
  const bool right = arrived->step == wantedStep(run);
  if (right && run.snapshot != arrived) {
    run.snapshot = arrived;
    emit changed();
  }
  // Another view's request may have pushed this one's out.
  if (!right) ask(run);
}

}  // namespace fenwick::ui
