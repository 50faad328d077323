#pragma once

#include <QString>
#include <QVector>

#include "app/core/run_source.h"

namespace fenwick::app {

// What a run's course amounts to, in a word. Computed from what is recorded, so it is right while the run goes on.
struct RunTag {
  enum class Kind { Solved, Plateau, Diverged };
  Kind kind;
  qint64 step = -1;  // Solved: the first evaluation at 99 % or above
  QString level;     // Plateau: the reference line it stays at, "1/k = 1/4"
};

QVector<RunTag> runTags(const RunSource& run);

// The last validation accuracy, from the curves or else from run.json; NaN where there is none.
double lastAccuracy(const RunSource& run);

}  // namespace fenwick::app
