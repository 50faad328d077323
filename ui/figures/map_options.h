#pragma once

#include <QStringList>
#include <QVector>

#include "model/config/config.h"
#include "ui/views/lambda_maps.h"

namespace fenwick::ui {

constexpr int kPictureDpi = 120;  // of λ over the training, where nothing else is asked for

// What a figure of λ has beyond the one map of a layer, head and sample. Kept in its recipe.
struct MapFigureOptions {
  MapLayout layout = MapLayout::Levels;
  int level = 0;                            // MapLayout::Heads
  std::optional<model::Role> role;          // of the means; all tokens where none is given
  QString baseline;                         // MapLayout::Runs: the id of the run that the others are held against
  QVector<qint64> steps;                    // of each run side by side, or of each picture of the training; empty: by FigureOptions::step
  double secondLower = 0, secondUpper = 0;  // colour limits of spreads and differences; equal: by the values
  int treeToken = -1;                       // MapLayout::Levels: the Fenwick tree of this token below the map
  int classes = 256;                        // colours that the colour map is cut into
  bool overTraining = false;                // a picture of each recorded step: one .gif, or .png files
  int frameMs = 400;                        // .gif: how long each is shown
};

// The faults of the options, each a plain sentence. `gif`: the file is to be one.
QStringList problems(const MapFigureOptions& options, bool gif);

model::Json json(const MapFigureOptions& options);
MapFigureOptions readMapFigureOptions(const model::Json& tree);  // throws model::Json::exception or std::runtime_error

// Whether there can be one such picture for each step of a training.
bool drawnOverTraining(MapLayout layout);

// "key", "value" …: the classes of tokens by name.
QStringList roleNames();
std::optional<model::Role> roleNamed(const QString& name);

}  // namespace fenwick::ui
