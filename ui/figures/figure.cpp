#include "ui/figures/figure.h"

#include <qcustomplot.h>

#include <QFile>
#include <charconv>
#include <cmath>
#include <set>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "model/io/durable_file.h"
#include "model/io/tensor_file.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_recipe.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_scene.h"
#include "ui/views/map_scene.h"

namespace fenwick::ui {
namespace {

QString shownName(const CurvesPanel::Entry& entry) {
  if (!entry.style.label.isEmpty()) return entry.style.label;
  const std::string& name = entry.source->info().name;
  return QString::fromStdString(name.empty() ? entry.source->info().id : name);
}

QVector<CurvesPanel::Entry> present(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
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

template <class T>
model::HostTensor tensor(model::DType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  model::HostTensor made;
  made.type = type;
  made.shape = std::move(shape);
  const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
  made.bytes.assign(bytes, bytes + values.size() * sizeof(T));
  return made;
}

model::TensorFile lambdaTensors(const LambdaSlice& slice) {
  const std::int64_t tokens = slice.tokens(), levels = slice.levels();
  std::vector<float> lambda, logProb;
  std::vector<std::uint8_t> active, roles, correct;
  std::vector<std::int64_t> ids, targets;
  for (int token = 0; token < slice.tokens(); ++token) {
    for (int level = 0; level < slice.levels(); ++level) {
      lambda.push_back(slice.value(token, level));
      active.push_back(LambdaSlice::active(token, level) ? 1 : 0);
    }
    ids.push_back(slice.tokenId(token));
    targets.push_back(slice.target(token));
    roles.push_back(static_cast<std::uint8_t>(slice.role(token)));
    correct.push_back(slice.correct(token) ? 1 : 0);
    logProb.push_back(slice.targetLogProb(token));
  }
  const auto scalar = [](std::int64_t value) { return tensor<std::int64_t>(model::DType::I64, {}, {value}); };
  model::TensorFile file;
  file.tensors["lambda"] = tensor(model::DType::F32, {tokens, levels}, lambda);
  file.tensors["active"] = tensor(model::DType::Bool, {tokens, levels}, active);
  file.tensors["tokens"] = tensor(model::DType::I64, {tokens}, ids);
  file.tensors["targets"] = tensor(model::DType::I64, {tokens}, targets);
  file.tensors["roles"] = tensor(model::DType::U8, {tokens}, roles);
  file.tensors["correct"] = tensor(model::DType::U8, {tokens}, correct);
  file.tensors["targetLogProb"] = tensor(model::DType::F32, {tokens}, logProb);
  file.tensors["step"] = scalar(slice.snapshot()->step);
  file.tensors["layer"] = scalar(slice.layer());
  file.tensors["head"] = scalar(slice.head());
  file.tensors["sample"] = scalar(slice.sample());
  return file;
}

}  // namespace

QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  const QVector<CurvesPanel::Entry> entries = present(runs, options);
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

QStringList exportLambda(app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options) {
  const auto indexFault = [&](const char* name, int index, std::int64_t count) {
    if (index >= 0 && index < count) return;
    throw std::runtime_error(nativePath(options.file) + ": " + name + ": expected 0 to " + std::to_string(count - 1) +
                             ", got " + std::to_string(index));
  };
  indexFault("layer", options.layer, snapshot.layers);
  indexFault("head", options.head, snapshot.heads);
  indexFault("sample", options.sample, snapshot.samples);

  MapView view = lambdaView(
      LambdaSlice(std::make_shared<model::LambdaSnapshot>(snapshot), options.layer, options.head, options.sample));
  for (const Scale scale : kScales) {
    if (scaleName(scale) == options.scale) view.scale = scale;
  }
  view.limits = sharedLimits({view.grid}, view.scale, 1);
  if (options.upper > options.lower) view.limits = {options.lower, options.upper};
  for (const ColourMap map : kColourMaps) {
    if (colourMapName(map) == options.colourMap) view.map = map;
  }
  view.hatchInert = options.hatchInert;
  view.tokenLabel = [&run](std::int64_t token) { return run.tokenLabel(token); };
  view.title = QString("layer %1, head %2, sample %3, step %4")
                   .arg(options.layer)
                   .arg(options.head)
                   .arg(options.sample)
                   .arg(snapshot.step);

  CurvesPanel::Entry entry{&run, {}};
  entry.style.label = shownName(entry);
  FigureMetadata metadata = metadataOf("Lambda", {entry});
  metadata.step = QString::number(snapshot.step);
  metadata.title += ", " + view.title;
  FigureOptions drawn = options;
  drawn.step = snapshot.step;
  metadata.recipe = recipeText(recipeOf(FigureKind::Lambda, {entry}, drawn));

  const auto styleOf = [](const FigureSheet& sheet) {
    const CurveStyle curves = printStyle(sheet);
    MapStyle style;
    style.font = curves.font;
    style.text = curves.text, style.muted = curves.muted, style.frame = curves.frame,
    style.background = curves.background;
    style.unit = curves.unit;
    style.pixel = sheet.pixel;
    style.print = true;
    style.overlap = sheet.overlap;
    return style;
  };
  FigureSheet probe;
  probe.font = printFont(options.fontPt, probe.unitsPerInch);
  const double height = MapScene::preferredHeight(view, styleOf(probe)) / probe.unitsPerInch * 25.4;
  writeFigure(options, std::ceil(height), metadata, [&](QPaintDevice& device, const FigureSheet& sheet) {
    QPainter painter(&device);
    painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
    const double margin = std::round(4 * sheet.unit());
    MapScene(view, styleOf(sheet), QRectF(QPointF(0, 0), sheet.size).adjusted(margin, margin, -margin, -margin))
        .paint(painter);
  });
  QStringList files{options.file};
  if (options.dataBeside) {
    files << besideFigure(options, ".npz");
    model::writeNpz(app::toPath(files.last()), lambdaTensors(view.slice));
  }
  return files;
}

QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  const QVector<CurvesPanel::Entry> entries = present(runs, options);
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
