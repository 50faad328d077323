#pragma once

#include <QPainter>
#include <QRectF>
#include <string>
#include <vector>

#include "model/analysis/compare.h"
#include "ui/views/curve_math.h"
#include "ui/views/curve_scene.h"
#include "ui/views/curves_panel.h"

namespace fenwick::ui {

// Runs grouped by variant (their configuration without seeds), by validation accuracy: every run counts, since a mean hides that
// runs solve a task within a few hundred steps or not at all.
struct ComparedRun {
  QString name, id;
  std::vector<double> steps, accuracy;  // at the evaluations
  double final = 0, best = 0;           // NaN where nothing was evaluated
  std::int64_t solvedStep = -1;         // first evaluation at 99 % or more
};
struct ComparedVariant {
  QString label;
  RunStyle style;
  std::vector<ComparedRun> runs;
  bool hidden = false;  // not drawn; told in the table all the same

  model::Statistic solvedSteps() const;  // over the solved runs
  int solved() const { return static_cast<int>(solvedSteps().count); }
  // What the runs say at each step that any of them has; one that has stopped counts with its last value.
  struct Band {
    double step, median, mean, std, lowest, highest;  // std of the sample, 0 of a single run
  };
  std::vector<Band> bands() const;
};
// What is drawn of the runs of a variant beside the line in their middle.
enum class Spread {
  Seeds,   // each run thin, the median thick
  Std,     // the mean, mean ± std as a band
  MinMax,  // the median, from the lowest to the highest as a band
};
QString spreadTitle(Spread spread);  // "Mean ± std": as the window calls it
QString spreadName(Spread spread);  // "seeds", "std", "min-max": as figures and their command call it
constexpr Spread kSpreads[] = {Spread::Seeds, Spread::Std, Spread::MinMax};
struct Comparison {
  std::vector<ComparedVariant> variants;
  std::vector<model::ReferenceLine> references;
};

Comparison compareRuns(const QVector<CurvesPanel::Entry>& runs);
// The style of each run's variant, as the comparison draws it.
QVector<RunStyle> variantStyles(const QVector<CurvesPanel::Entry>& runs);
double comparisonHeightMm(const Comparison& comparison, double widthMm, double fontPt);
// Returns where the curves lie.
QRectF paintComparison(QPainter& painter, const Comparison& comparison, const CurveStyle& style, const QRectF& area, Spread spread);

}  // namespace fenwick::ui
