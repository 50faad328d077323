#include "app/core/run_tags.h"

#include <cmath>
#include <limits>

namespace fenwick::app {

namespace {

constexpr double kNear = 0.15;          // of the level: 1/4 counts from 0.2125 to 0.2875
constexpr int kEvaluationsAtLevel = 3;  // in a row
const QString kAccuracy = QStringLiteral("valid/accuracy");
const QString kLoss = QStringLiteral("train/loss");

qint64 solvedStep(const RunSource& run) {
  const MetricSeries& accuracy = run.series(kAccuracy);
  for (qsizetype i = 0; i < accuracy.values.size(); ++i) {
    if (accuracy.values[i] >= model::kSolvedAccuracy) return static_cast<qint64>(accuracy.steps[i]);
  }
  return run.info().solvedStep;
}

bool staysAt(const MetricSeries& accuracy, double level) {
  const qsizetype count = accuracy.values.size();
  if (count < kEvaluationsAtLevel) return false;
  for (qsizetype i = count - kEvaluationsAtLevel; i < count; ++i) {
    if (!(std::abs(accuracy.values[i] - level) <= kNear * level)) return false;
  }
  return true;
}

bool diverged(const RunSource& run) {
  const std::optional<double> loss = run.latest(kLoss);
  return loss && !std::isfinite(*loss);
}

}  // namespace

QVector<RunTag> runTags(const RunSource& run) {
  QVector<RunTag> tags;
  if (const qint64 step = solvedStep(run); step >= 0) tags.append({RunTag::Kind::Solved, step, {}});
  if (diverged(run)) tags.append({RunTag::Kind::Diverged, -1, {}});
  if (!tags.isEmpty()) return tags;
  for (const model::ReferenceLine& line : run.referenceLines()) {
    if (line.accuracy >= model::kSolvedAccuracy || !staysAt(run.series(kAccuracy), line.accuracy)) continue;
    tags.append({RunTag::Kind::Plateau, -1, QString::fromStdString(line.label)});
    break;
  }
  return tags;
}

double lastAccuracy(const RunSource& run) {
  if (const std::optional<double> accuracy = run.latest(kAccuracy)) return *accuracy;
  return model::metric(run.info().finalMetrics, "valid/accuracy").value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace fenwick::app
