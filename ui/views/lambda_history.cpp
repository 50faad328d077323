#include "ui/views/lambda_history.h"

namespace fenwick::ui {
namespace {

constexpr int kRoles = 8;  // of model::Role; class 0 is all tokens

}  // namespace

void LambdaHistory::add(const model::LambdaSnapshot& snapshot) {
  Means means{snapshot.layers, snapshot.heads, {}};
  for (int kind = 0; kind <= kRoles; ++kind) {
    const auto role = kind == 0 ? std::nullopt : std::optional(static_cast<model::Role>(kind - 1));
    for (std::int64_t layer = 0; layer < snapshot.layers; ++layer)
      for (std::int64_t head = 0; head < snapshot.heads; ++head)
        means.byClass.push_back(model::lambdaByLevel(snapshot, layer, head, role));
  }
  m_steps[snapshot.step] = std::move(means);
}

std::optional<qint64> LambdaHistory::missing(const QVector<qint64>& steps) const {
  for (const qint64 step : steps)
    if (!has(step)) return step;
  return std::nullopt;
}

std::vector<StepLevels> LambdaHistory::levels(std::int64_t layer, std::int64_t head, std::optional<model::Role> role) const {
  std::vector<StepLevels> levels;
  const std::int64_t kind = role ? 1 + static_cast<std::int64_t>(*role) : 0;
  for (const auto& [step, means] : m_steps) {
    if (layer < 0 || head < 0 || layer >= means.layers || head >= means.heads) continue;
    levels.push_back({step, means.byClass[static_cast<std::size_t>((kind * means.layers + layer) * means.heads + head)]});
  }
  return levels;
}

}  // namespace fenwick::ui
