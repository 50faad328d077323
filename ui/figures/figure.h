#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

#include "ui/figures/map_options.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_model.h"
#include "ui/views/curves_panel.h"

namespace fenwick::ui {

// A figure for a paper, drawn in its own light print style, never as a picture of a widget.
struct FigureOptions {
  QString file;          // .pdf, .svg or .png; the ending chooses
  double widthMm = 170;  // PNG: exactly round(widthMm / 25.4 · dpi) pixels wide
  double heightMm = 0;   // 0: what suits the figure
  int dpi = 300;         // PNG only
  double fontPt = 8;
  bool textAsPaths = false;  // SVG: outlines instead of text with the bundled font embedded
  bool dataBeside = false;   // .csv (curves) or .npz (λ) beside the figure
  double smoothing = 0;      // curves: EMA weight 0 … 0.999
  bool logLoss = false;
  CurveSubject subject = CurveSubject::Training;  // curves
  Spread spread = Spread::Seeds;  // compare
  qint64 step = -1;  // λ: the recorded step, -1 for the last
  int layer = 0, head = 0, sample = 0;
  bool hatchInert = true;
  QString colourMap = "viridis";  // viridis, cividis, magma, grey, blue-red
  QString scale = "linear";       // linear, log, diverging (about λ = 1)
  double lower = 0, upper = 0;    // λ: colour limits; equal: 1 … 99 % percentile of the active cells
  MapFigureOptions maps;          // λ: other layouts than one map
};

// What a figure of λ is drawn from.
struct LambdaSubjects {
  QVector<CurvesPanel::Entry> runs;                    // one, or those side by side
  std::vector<app::RunSource::SnapshotPtr> snapshots;  // of each; null where it has none
  LambdaHistory history;                               // of the first, for MapLayout::OverSteps
};

// The faults of the options, each a plain sentence; empty where a figure can be drawn with them.
QStringList problems(const FigureOptions& options);

// Each returns the files written, and throws std::runtime_error with path and reason. Vector output holds λ cells as filled
// rectangles with hard edges and real text; the metadata tells run id, step and program version.
QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
QStringList exportLambda(const LambdaSubjects& subjects, const FigureOptions& options);
QStringList exportLambda(app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options);  // of one run at one step
QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);

}  // namespace fenwick::ui
