#include "ui/views/map_grid.h"

#include <algorithm>
#include <cmath>

#include "ui/look/format.h"

namespace fenwick::ui {
namespace {

const QString kLambda(QChar(0x03BB));

std::shared_ptr<MapGrid> sized(MapAxis rowAxis, int rows, MapAxis columnAxis, int columns) {
  auto grid = std::make_shared<MapGrid>();
  grid->rowAxis = rowAxis, grid->columnAxis = columnAxis;
  grid->rows = rows, grid->columns = columns;
  const auto cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  grid->values.assign(cells, std::nanf(""));
  grid->states.assign(cells, CellState::Live);
  grid->valueTitle = kLambda;
  return grid;
}

CellState stateOf(bool active, int level, int trainedLevels) {
  return !active ? CellState::Inert : level >= trainedLevels ? CellState::Untrained : CellState::Live;
}

}  // namespace

bool MapGrid::has(CellState state) const { return std::find(states.begin(), states.end(), state) != states.end(); }

std::vector<float> MapGrid::finiteValues() const {
  std::vector<float> finite;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool counted = states[i] == CellState::Live || states[i] == CellState::Untrained;
    if (counted && std::isfinite(values[i])) finite.push_back(values[i]);
  }
  return finite;
}

GridPtr tokenLevelGrid(const LambdaSlice& slice, int trainedLevels) {
  auto grid = sized(MapAxis::Level, slice.levels(), MapAxis::Token, slice.tokens());
  grid->trainedRows = trainedLevels;
  for (int token = 0; token < slice.tokens(); ++token) {
    for (int level = 0; level < slice.levels(); ++level) {
      grid->values[grid->at(level, token)] = slice.value(token, level);
      grid->states[grid->at(level, token)] = stateOf(LambdaSlice::active(token, level), level, trainedLevels);
    }
  }
  return grid;
}

GridPtr tokenHeadGrid(const LambdaSlice& slice, int level, int trainedLevels) {
  auto grid = sized(MapAxis::Head, slice.heads(), MapAxis::Token, slice.tokens());
  for (int head = 0; head < slice.heads(); ++head) {
    for (int token = 0; token < slice.tokens(); ++token) {
      grid->values[grid->at(head, token)] = slice.snapshot()->lambdaAt(slice.layer(), slice.sample(), token, head, level);
      grid->states[grid->at(head, token)] = stateOf(LambdaSlice::active(token, level), level, trainedLevels);
    }
  }
  return grid;
}

GridPtr levelHeadGrid(const model::LambdaSnapshot& snapshot, std::int64_t layer, std::optional<model::Role> role, Moment moment, int trainedLevels) {
  auto grid = sized(MapAxis::Level, static_cast<int>(snapshot.levels), MapAxis::Head, static_cast<int>(snapshot.heads));
  grid->trainedRows = trainedLevels;
  grid->valueTitle = moment == Moment::Mean ? "mean " + kLambda : "std of " + kLambda;
  for (int head = 0; head < grid->columns; ++head) {
    const std::vector<model::LevelMoments> levels = model::lambdaByLevel(snapshot, layer, head, role);
    for (int level = 0; level < grid->rows; ++level) {
      const model::LevelMoments& m = levels[static_cast<std::size_t>(level)];
      grid->values[grid->at(level, head)] = static_cast<float>(moment == Moment::Mean ? m.mean : m.std);
      grid->states[grid->at(level, head)] = stateOf(m.count > 0, level, trainedLevels);
    }
  }
  return grid;
}

GridPtr queryGrid(const std::vector<float>& matrix, int tokens, const QString& valueTitle) {
  auto grid = sized(MapAxis::Token, tokens, MapAxis::Token, tokens);
  grid->values = matrix;
  grid->valueTitle = valueTitle;
  for (int query = 0; query < tokens; ++query)
    std::fill(grid->states.begin() + static_cast<std::ptrdiff_t>(grid->at(query, query)) + 1,
              grid->states.begin() + static_cast<std::ptrdiff_t>(grid->at(query, 0)) + tokens, CellState::Outside);
  return grid;
}

GridPtr levelStepGrid(const std::vector<StepLevels>& steps, int trainedLevels) {
  const int levels = steps.empty() ? 0 : static_cast<int>(steps.front().levels.size());
  auto grid = sized(MapAxis::Level, levels, MapAxis::Step, static_cast<int>(steps.size()));
  grid->valueTitle = "mean " + kLambda;
  grid->trainedRows = trainedLevels;
  for (int column = 0; column < grid->columns; ++column) {
    const StepLevels& at = steps[static_cast<std::size_t>(column)];
    grid->columnLabels << grouped(at.step);
    grid->columnSteps.push_back(at.step);
    for (int level = 0; level < levels && level < static_cast<int>(at.levels.size()); ++level) {
      const model::LevelMoments& m = at.levels[static_cast<std::size_t>(level)];
      grid->values[grid->at(level, column)] = static_cast<float>(m.mean);
      grid->states[grid->at(level, column)] = stateOf(m.count > 0, level, trainedLevels);
    }
  }
  return grid;
}

GridPtr cropped(const GridPtr& grid, int rows, int columns) {
  if (rows >= grid->rows && columns >= grid->columns) return grid;
  auto part = std::make_shared<MapGrid>(*grid);
  part->rows = std::min(rows, grid->rows), part->columns = std::min(columns, grid->columns);
  part->values.clear(), part->states.clear();
  for (int row = 0; row < part->rows; ++row) {
    const auto first = static_cast<std::ptrdiff_t>(grid->at(row, 0)), last = first + part->columns;
    part->values.insert(part->values.end(), grid->values.begin() + first, grid->values.begin() + last);
    part->states.insert(part->states.end(), grid->states.begin() + first, grid->states.begin() + last);
  }
  return part;
}

GridPtr differenceGrid(const MapGrid& grid, const MapGrid& baseline) {
  auto difference = std::make_shared<MapGrid>(grid);
  difference->valueTitle = QChar(0x0394) + grid.valueTitle;
  difference->signedValues = true;
  difference->trainedRows = std::min(grid.trainedRows, baseline.trainedRows);
  for (std::size_t i = 0; i < grid.values.size(); ++i) {
    difference->values[i] = grid.values[i] - baseline.values[i];
    if (grid.states[i] == CellState::Live) difference->states[i] = baseline.states[i];
  }
  return difference;
}

}  // namespace fenwick::ui
