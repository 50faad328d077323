#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>

#include "app/core/long_work.h"
#include "ui/figures/figure_legend.h"
#include "ui/figures/map_options.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_model.h"
#include "ui/views/curves_panel.h"

class QPaintDevice;

namespace fenwick::ui {

struct FigureMetadata;
struct FigureSheet;

// A figure for a paper, drawn in its own light print style, never as a picture of a widget.
struct FigureOptions {
  QString file;          // .pdf, .svg or .png; the ending chooses
  double widthMm = 170;  // PNG: exactly round(widthMm / 25.4 · dpi) pixels wide
  double heightMm = 0;   // 0: what suits the figure
  int dpi = 300;         // PNG only
  double fontPt = 8;
  double lineWidthPt = 0.9;  // of a smoothed curve; all other lines keep their ratio to it
  LegendPlace legend = LegendPlace::Automatic;  // curves and comparisons
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

// What a figure is drawn from, taken from the runs at one moment, so that it can be drawn while they go on. Made and destroyed on the window's
// thread, since the axes of curves belong to a widget (that is never shown); in between any one thread may use it, one at a time. Everything here
// throws std::runtime_error with the reason, and app::Cancelled where that is what `progress` says; nothing is half written then.
class Figure {
 public:
  explicit Figure(FigureOptions options) : m_options(std::move(options)) {}
  virtual ~Figure() = default;

  const FigureOptions& options() const { return m_options; }
  // The figure, and the data beside it where asked for; the files written.
  virtual QStringList write(const app::Progress& progress = {});
  // As it will be written, scaled to fit.
  QImage picture(QSize within, const app::Progress& progress = {});
  // The bytes of a file with this ending.
  QByteArray bytes(const QString& ending, const app::Progress& progress = {});
  // What it shows as numbers, separated by tabs.
  virtual std::string table() = 0;

 protected:
  virtual double heightMm() = 0;  // where the options leave it open
  virtual FigureMetadata metadata() = 0;
  virtual void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress& progress) = 0;
  virtual QStringList dataEndings() const { return {QStringLiteral(".csv")}; }
  virtual void writeData(const std::string& path) = 0;  // by its ending

  FigureOptions m_options;
};

// Vector output holds λ cells as filled rectangles with hard edges and real text; the metadata tells run id, step and program version.
std::unique_ptr<Figure> curvesFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
std::unique_ptr<Figure> lambdaFigure(const LambdaSubjects& subjects, const FigureOptions& options);
std::unique_ptr<Figure> compareFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);

// At once, on the window's thread.
QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
QStringList exportLambda(const LambdaSubjects& subjects, const FigureOptions& options);
QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);

}  // namespace fenwick::ui
