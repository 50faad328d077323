#include "ui/figures/figure.h"

#include <qcustomplot.h>

#include <QFile>
#include <charconv>
#include <cmath>
#include <set>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "model/io/durable_file.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/lambda_figure.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {

QString shownName(const CurvesPanel::Entry& entry) {
  if (!entry.style.label.isEmpty()) return entry.style.label;
  const std::string& name = entry.source->info().name;
  return QString::fromStdString(name.empty() ? entry.source->info().id : name);
}

QVector<CurvesPanel::Entry> presentRuns(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  QVector<CurvesPanel::Entry> entries;
  for (CurvesPanel::Entry entry : runs) {
    if (!entry.source) continue;
    entry.style.label = shownName(entry);
    entries.append(entry);
  }
  if (entries.isEmpty()) throw std::runtime_error(nativePath(options.file) + ": there is no run to draw");
  return entries;
}

FigureMetadata metadataOf(const QString& what, const QVector<CurvesPanel::Entry>& runs) {
  FigureMetadata metadata;
  QStringList names, steps;
  model::Json configs = model::Json::object();
  for (const CurvesPanel::Entry& entry : runs) {
    const model::RunInfo& info = entry.source->info();
    names << entry.style.label;
    metadata.runIds << QString::fromStdString(info.id);
    steps << QString::number(info.step);
    configs[info.id] = entry.source->config().json();
  }
  metadata.title = what + " of " + names.join(", ");
  metadata.step = steps.join(", ");
  metadata.config = QString::fromStdString(runs.size() == 1 ? runs[0].source->config().text() : configs.dump(2));
  return metadata;
}

CurveStyle printStyle(const FigureSheet& sheet) {
  CurveStyle style;
  style.font = sheet.font;
  style.background = Qt::white;
  style.text = QColor(0x1A, 0x1A, 0x1A);
  style.muted = QColor(0x50, 0x50, 0x50);
  style.grid = QColor(0xE8, 0xE8, 0xE8);
  style.frame = QColor(0x80, 0x80, 0x80);
  style.unit = sheet.unit();
  style.lineWidth = 1.2;
  style.rawWidth = 0.5;
  style.print = true;
  return style;
}

std::string numberText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;  // the shortest that reads back the same
  return {buffer, end};
}

std::string quoted(const QString& text) {
  QString safe = text;
  return '"' + safe.replace('"', "\"\"").toStdString() + '"';
}

namespace {

// The legend of several runs above the plots: as many to a line as fit. Returns its height; paints where a painter is given.
double legend(QPainter* painter, const std::vector<ReadOut>& runs, const CurveStyle& style, double width) {
  const QFontMetricsF metrics(style.font);
  const double u = style.unit, line = metrics.height() + 2 * u, sample = 24 * u;
  double x = 12 * u, y = 4 * u;
  for (const ReadOut& run : runs) {
    QString text = run.style.label;
    if (const QString faults = run.faults.text(run.faultsOnLogAxis); !faults.isEmpty()) text += " (" + faults + ')';
    const double needed = sample + 4 * u + metrics.horizontalAdvance(text) + 16 * u;
    if (x + needed > width && x > 12 * u) x = 12 * u, y += line;
    if (painter) {
      painter->setPen(QPen(readableOn(run.style.colour, style.background), 1.5 * u, run.style.dash, Qt::FlatCap));
      painter->drawLine(QPointF(x, y + line / 2), QPointF(x + sample, y + line / 2));
      painter->setFont(style.font);
      painter->setPen(style.text);
      painter->drawText(QPointF(x + sample + 4 * u, y + line / 2 + metrics.capHeight() / 2), text);
    }
    x += needed;
  }
  return y + line + 2 * u;
}

std::string curvesCsv(const QVector<CurvesPanel::Entry>& runs, CurveSubject subject, double smoothing) {
  std::string csv = "run,run_id,tag,step,active_seconds,value,smoothed\n";
  for (const CurvesPanel::Entry& entry : runs) {
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const QString name = CurveModel::tagName(subject, tag);
      const app::MetricSeries& series = entry.source->series(name);
      DebiasedEma average(name.startsWith("train/") && name != "train/learning_rate" ? smoothing : 0);
      for (qsizetype i = 0; i < series.values.size(); ++i) {
        csv += quoted(entry.style.label) + ',' + entry.source->info().id + ',' + name.toStdString() + ',' +
               numberText(series.steps[i]) + ',' + numberText(series.activeSeconds.value(i)) + ',' +
               numberText(series.values[i]) + ',' + numberText(average.next(series.values[i])) + '\n';
      }
    }
  }
  return csv;
}

}  // namespace

QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  const QVector<CurvesPanel::Entry> entries = presentRuns(runs, options);
  CurveModel model;
  CurveSettings settings;
  settings.smoothing = options.smoothing;
  settings.logarithmic = options.logLoss;
  settings.subject = options.subject;
  model.setSettings(settings);
  model.setRuns(entries);
  if (model.empty()) throw std::runtime_error(nativePath(options.file) + ": the run has recorded no curves yet");

  FigureMetadata metadata = metadataOf("Curves", entries);
  metadata.recipe = recipeText(recipeOf(FigureKind::Curves, entries, options));
  writeFigure(options, options.widthMm * 0.62, metadata, [&](QPaintDevice& device, const FigureSheet& sheet) {
    const CurveStyle style = printStyle(sheet);
    const std::vector<ReadOut> legendRuns = model.readOuts(std::nullopt);
    const double top = legend(nullptr, legendRuns, style, sheet.size.width());
    QCustomPlot plot;
    CurveScene scene(plot, model);
    scene.setStyle(style);
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
    legend(&painter, legendRuns, style, sheet.size.width());
    const QSize area(sheet.size.width(), sheet.size.height() - static_cast<int>(std::ceil(top)));
    scene.layOut(area);
    painter.translate(0, std::ceil(top));
    plot.toPainter(&painter, area.width(), area.height());
  });
  QStringList files{options.file};
  if (options.dataBeside) {
    files << besideFigure(options, ".csv");
    model::writeDurably(app::toPath(files.last()), curvesCsv(entries, options.subject, options.smoothing));
  }
  return files;
}

QStringList exportLambda(const LambdaSubjects& subjects, const FigureOptions& options) {
  return LambdaFigure(lambdaRunValues(subjects, options), options).write();
}

QStringList exportLambda(app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options) {
  return exportLambda({{{&run, {}}}, {std::make_shared<model::LambdaSnapshot>(snapshot)}, {}}, options);
}

QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  const QVector<CurvesPanel::Entry> entries = presentRuns(runs, options);
  const Comparison comparison = compareRuns(entries);
  FigureMetadata metadata = metadataOf("Comparison", entries);
  metadata.recipe = recipeText(recipeOf(FigureKind::Compare, entries, options));
  writeFigure(options, comparisonHeightMm(comparison, options.widthMm, options.fontPt), metadata,
              [&](QPaintDevice& device, const FigureSheet& sheet) {
                QPainter painter(&device);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
                paintComparison(painter, comparison, printStyle(sheet), QRectF(QPointF(0, 0), sheet.size), options.spread);
              });
  QStringList files{options.file};
  if (options.dataBeside) {
    files << besideFigure(options, ".csv");
    model::writeDurably(app::toPath(files.last()), comparisonCsv(comparison));
  }
  return files;
}

}  // namespace fenwick::ui
