#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/core/run_source.h"
#include "ui/views/map_grid.h"

namespace fenwick::ui {

// Mean λ by level of every recorded step that has been seen, for each layer, head and class of tokens.
class LambdaHistory {
 public:
  void add(const model::LambdaSnapshot& snapshot);
  bool has(qint64 step) const { return m_steps.count(step) != 0; }
  // The first of these that has not been seen; nothing where all have.
  std::optional<qint64> missing(const QVector<qint64>& steps) const;
  std::size_t count() const { return m_steps.size(); }
  std::vector<StepLevels> levels(std::int64_t layer, std::int64_t head, std::optional<model::Role> role) const;
  void clear() { m_steps.clear(); }

 private:
  struct Means {
    std::int64_t layers, heads;
    std::vector<std::vector<model::LevelMoments>> byClass;  // [classes, layers, heads]
  };
  std::map<qint64, Means> m_steps;
};

}  // namespace fenwick::ui
