#pragma once

#include <map>
#include <memory>

#include "app/core/run_source.h"
#include "ui/views/run_style.h"

namespace fenwick::tests {

// A run made up in memory: MQAR with 4 key-value pairs at length 64, as far as views can tell. Deterministic.
class FakeRunSource : public app::RunSource {
 public:
  explicit FakeRunSource(unsigned seed = 1, QObject* parent = nullptr);

  QString folder() const override { return "/nowhere/fake"; }
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  QVector<model::ReferenceLine> referenceLines() const override { return {{"chance 1/64", 1.0 / 64}, {"1/4", 0.25}}; }
  QString tokenLabel(qint64 token) const override;
  void requestSnapshot(qint64 step) override;

  // One recorded point.
  void record(const QString& tag, double step, double value);
  // A whole training of `steps` steps: 1/k plateau, then solved around `solveAt` (beyond the end: never).
  void recordTraining(int steps, int solveAt);
  void appended() { emit metricsAppended(); }
  void replaced() { emit metricsReplaced(); }
  void clear() { m_metrics.clear(); }

  // λ [2 layers, 2 samples, length, 1 head, levels], plausible. A test may put its own values into it before it is
  // added.
  std::shared_ptr<model::LambdaSnapshot> makeSnapshot(qint64 step, int length = 64) const;
  void addSnapshot(std::shared_ptr<model::LambdaSnapshot> snapshot);  // tells the steps and delivers it as the newest

  model::RunInfo& editInfo() { return m_info; }
  model::Config& editConfig() { return m_config; }
  void changed() { emit infoChanged(); }

 private:
  double noise() const;  // -1 … 1
  model::Config m_config;
  model::RunInfo m_info;
  mutable unsigned m_state;
  std::map<qint64, SnapshotPtr> m_snapshots;
};

ui::RunStyle styled(int slot, const QString& label);

}  // namespace fenwick::tests
