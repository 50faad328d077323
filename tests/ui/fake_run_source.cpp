#include "tests/ui/fake_run_source.h"

#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"

namespace fenwick::tests {

FakeRunSource::FakeRunSource(unsigned seed, QObject* parent) : RunSource(parent), m_state(seed * 2654435761u + 1) {
  m_info.id = "6f1c2d3e-0000-4000-8000-000000000001";
  m_info.name = "mlp-softplus";
  m_info.device = "cpu";
  m_info.state = model::RunState::Finished;
  m_info.versions = {{"fenwick", "0.1.0"}};
}

double FakeRunSource::noise() const {
  m_state = m_state * 1664525u + 1013904223u;
  return static_cast<double>(m_state >> 8) / (1u << 23) - 1;
}

QString FakeRunSource::tokenLabel(qint64 token) const { return (token < 64 ? "k" : "v") + QString::number(token); }

void FakeRunSource::record(const QString& tag, double step, double value) {
  app::MetricSeries& series = m_metrics[tag];
  series.steps.append(step);
  series.values.append(value);
  series.activeSeconds.append(step / 104.0);
  m_info.step = std::max<std::int64_t>(m_info.step, static_cast<std::int64_t>(step));
}

void FakeRunSource::recordTraining(int steps, int solveAt) {
  for (int step = 1; step <= steps; ++step) {
    const double known = 1 / (1 + std::exp(-(step - solveAt * 0.3) / (solveAt * 0.05)));  // the set of values is known
    const double solved = 1 / (1 + std::exp(-(step - solveAt * 0.88) / (solveAt * 0.025)));  // the right value is found
    const double accuracy = 1.0 / 64 + known * (0.25 - 1.0 / 64) + solved * 0.746;
    const double loss = 4.85 - known * 3.4 - solved * 1.44 + 0.001;
    record("train/loss", step, loss * (1 + 0.06 * noise()) + 0.002);
    record("train/accuracy", step, std::clamp(accuracy + 0.05 * noise() * (1 - solved * 0.93), 0.0, 1.0));
    record("train/grad_norm", step, (0.25 + 1.8 * solved * (1 - solved) + 0.4 * known) * std::exp(0.5 * noise()));
    record("train/learning_rate", step, 1e-3 * std::min(1.0, step / (steps * 0.1)));
    if (step % 100 == 0 || step == steps) {
      record("valid/loss", step, loss * (1.03 + 0.01 * noise()) + 0.004);
      record("valid/accuracy", step, std::clamp(accuracy - 0.006 + 0.004 * noise(), 0.0, 0.998));
    }
  }
}

std::shared_ptr<model::LambdaSnapshot> FakeRunSource::makeSnapshot(qint64 step, int length) const {
  auto made = std::make_shared<model::LambdaSnapshot>();
  model::LambdaSnapshot& s = *made;
  s.step = step;
  s.layers = 2, s.samples = 2, s.length = length, s.heads = 1, s.levels = kernels::levelCount(length);
  const auto rows = static_cast<std::size_t>(s.samples * s.length);
  s.tokens.resize(rows), s.targets.assign(rows, model::kIgnored), s.roles.resize(rows), s.correct.resize(rows);
  s.targetLogProb.assign(rows, std::nanf(""));
  const int pairs = std::max(1, length / 16);
  for (std::size_t row = 0; row < rows; ++row) {
    const int t = static_cast<int>(row) % length;
    const int query = t - (length - 2 * pairs);
    const auto role = t < 2 * pairs                  ? (t % 2 == 0 ? model::Role::Key : model::Role::Value)
                      : query >= 0 && query % 2 == 0 ? model::Role::Query
                                                     : model::Role::Noise;
    s.roles[row] = static_cast<std::uint8_t>(role);
    s.tokens[row] = role == model::Role::Value ? 64 + (t * 7) % 63 : 1 + (t * 13 + static_cast<int>(row) / length) % 62;
    if (role != model::Role::Query) continue;
    s.targets[row] = 64 + (t * 11) % 63;
    s.correct[row] = query % 8 != 4;
    s.targetLogProb[row] = s.correct[row] ? -0.02f : -2.3f;
  }
  for (std::int64_t layer = 0; layer < s.layers; ++layer) {
    for (std::int64_t sample = 0; sample < s.samples; ++sample) {
      for (std::int64_t t = 0; t < s.length; ++t) {
        s.gate.push_back(-0.01f);
        const auto role = static_cast<model::Role>(s.roles[static_cast<std::size_t>(sample * s.length + t)]);
        for (std::int64_t level = 0; level < s.levels; ++level) {
          const double pull = role == model::Role::Noise ? -0.35 : role == model::Role::Query ? 0.5 : 0.15;
          const double shape = std::cos(0.9 * static_cast<double>(level) + static_cast<double>(layer));
          const double learnt = std::min(1.0, static_cast<double>(step) / 1000);
          s.lambda.push_back(static_cast<float>(1 + learnt * (pull * (1 + 0.5 * shape) + 0.08 * noise())));
        }
      }
    }
  }
  return made;
}

void FakeRunSource::addSnapshot(std::shared_ptr<model::LambdaSnapshot> snapshot) {
  m_snapshots[snapshot->step] = snapshot;
  m_latestSnapshot = snapshot;
  m_snapshotSteps.clear();
  for (const auto& [step, unused] : m_snapshots) m_snapshotSteps.append(step);
  emit snapshotStepsChanged();
  emit snapshotReady(snapshot);
}

void FakeRunSource::requestSnapshot(qint64 step) {
  if (const auto found = m_snapshots.find(step); found != m_snapshots.end()) emit snapshotReady(found->second);
}

ui::RunStyle styled(int slot, const QString& label) {
  ui::RunStyle style = ui::runStyle(slot);
  style.label = label;
  return style;
}

}  // namespace fenwick::tests
