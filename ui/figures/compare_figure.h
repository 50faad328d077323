#pragma once

#include <QPainter>
#include <QRectF>
#include <string>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/views/curve_math.h"
#include "ui/views/curve_scene.h"

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
  int solved() const;
  // The middle of the runs at each step that any of them has; one that has stopped counts with its last value.
  std::vector<CurvePoint> median() const;
};
struct Comparison {
  std::vector<ComparedVariant> variants;
  std::vector<model::ReferenceLine> references;
};

Comparison compareRuns(const QVector<CurvesPanel::Entry>& runs);
double comparisonHeightMm(const Comparison& comparison, const FigureOptions& options);
void paintComparison(QPainter& painter, const Comparison& comparison, const CurveStyle& style, const QRectF& area);
std::string comparisonCsv(const Comparison& comparison);

}  // namespace fenwick::ui
