#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/analysis/lambda_levels.h"
#include "ui/views/lambda_slice.h"

namespace fenwick::ui {

// What a row or a column of a map stands for.
enum class MapAxis { Token, Level, Head, Step };

// Inert: an empty level, no effect. Untrained: a level that no training sequence was long enough for. Outside: no cell at all.
enum class CellState : std::uint8_t { Live, Inert, Untrained, Outside };

// Numbers on a grid, row 0 on top.
//   values | [rows, columns] |
//   states | [rows, columns] |
struct MapGrid {
  MapAxis rowAxis = MapAxis::Level, columnAxis = MapAxis::Token;
  int rows = 0, columns = 0;
  std::vector<float> values;
  std::vector<CellState> states;
  QStringList rowLabels, columnLabels;  // empty: numbers
  std::vector<std::int64_t> columnSteps;  // where columns are steps
  QString valueTitle;                   // "λ"
  bool signedValues = false;            // a difference: told with its sign
  int trainedRows = INT32_MAX;          // where rows are levels: those from here on are untrained

  std::size_t at(int row, int column) const { return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column); }
  float value(int row, int column) const { return values[at(row, column)]; }
  CellState state(int row, int column) const { return states[at(row, column)]; }
  bool counts(int row, int column) const { return state(row, column) == CellState::Live || state(row, column) == CellState::Untrained; }
  bool has(CellState state) const;
  // The finite values that count.
  std::vector<float> finiteValues() const;
};
using GridPtr = std::shared_ptr<const MapGrid>;

// `trainedLevels`: how many levels the training sequences reach; the others are marked where they are active.
GridPtr tokenLevelGrid(const LambdaSlice& slice, int trainedLevels);
GridPtr tokenHeadGrid(const LambdaSlice& slice, int level, int trainedLevels);  // heads down
// Mean over all samples and tokens of a class (all where none is given), levels down and heads across, or its spread.
enum class Moment { Mean, Spread };
GridPtr levelHeadGrid(const model::LambdaSnapshot& snapshot, std::int64_t layer, std::optional<model::Role> role, Moment moment, int trainedLevels);
// A matrix [T, T] of queries by sources; what comes later than the query is outside.
GridPtr queryGrid(const std::vector<float>& matrix, int tokens, const QString& valueTitle);
// Means of one head at each recorded step, levels down.
struct StepLevels {
  qint64 step;
  std::vector<model::LevelMoments> levels;
};
GridPtr levelStepGrid(const std::vector<StepLevels>& steps, int trainedLevels);

// The first rows and columns alone.
GridPtr cropped(const GridPtr& grid, int rows, int columns);
// One grid less another of the same size, cell by cell; a cell counts where both do.
GridPtr differenceGrid(const MapGrid& grid, const MapGrid& baseline);

}  // namespace fenwick::ui
