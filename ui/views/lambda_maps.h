#pragma once

#include <QStringList>
#include <optional>
#include <vector>

#include "app/core/run_source.h"
#include "ui/views/lambda_history.h"
#include "ui/views/map_scene.h"
#include "ui/views/run_style.h"

namespace fenwick::ui {

// What the inspector shows of λ: one map, or many of one kind. Figures take the same.
enum class MapLayout { Levels, AllHeads, AllLevels, Heads, LevelsByHeads, OverSteps, Runs };
constexpr MapLayout kMapLayouts[] = {MapLayout::Levels,        MapLayout::AllHeads,  MapLayout::AllLevels, MapLayout::Heads,
                                     MapLayout::LevelsByHeads, MapLayout::OverSteps, MapLayout::Runs};
QString mapLayoutName(MapLayout layout);   // "all-heads": in files and on the command line
QString mapLayoutTitle(MapLayout layout);  // "All heads": as the window calls it
bool ofMeans(MapLayout layout);            // over all samples, of a class of tokens

struct MapChoice {
  MapLayout layout = MapLayout::Levels;
  int layer = 0, head = 0, sample = 0, level = 0;
  std::optional<model::Role> role;  // whose means; all tokens where none is given
  int baseline = -1;                // Runs: the subject that the others are held against; -1: none
  Scale scale = Scale::Linear;
  ColourMap map = ColourMap::Viridis;
  bool hatchInert = true;
  std::optional<Range> limits, secondLimits;  // of λ, and of a spread or a difference; by the values where they are not given
};

// A run as maps see it.
struct MapSubject {
  app::RunSource::SnapshotPtr snapshot;  // null: none yet
  QString mixer;                         // "log-linear"
  RunStyle style;
  int trainedLevels = INT32_MAX;
  std::function<QString(std::int64_t)> tokenLabel;
};
// The source must outlive what is made of it, or the label falls back to numbers.
MapSubject mapSubject(app::RunSource& source, const RunStyle& style, app::RunSource::SnapshotPtr snapshot);

struct LambdaMaps {
  std::vector<MapView> views;
  std::vector<std::size_t> subjects;  // whose each view is
  QStringList remarks;                // what is left out and why, a sentence each
};
// Of the first subject alone, but for MapLayout::Runs. `history`: of the first subject; `recordedSteps`: how many it could know.
LambdaMaps lambdaMaps(const std::vector<MapSubject>& subjects, const MapChoice& choice, const LambdaHistory& history = {}, qsizetype recordedSteps = 0);

}  // namespace fenwick::ui
