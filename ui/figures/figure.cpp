#include "ui/figures/figure.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "model/io/durable_file.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/lambda_figure.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_scene.h"
#include "ui/views/map_scene.h"

namespace fenwick::ui {

std::string atFile(const FigureOptions& options) { return options.file.isEmpty() ? std::string() : nativePath(options.file) + ": "; }

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
  if (entries.isEmpty()) throw std::runtime_error(atFile(options) + "there is no run to draw");
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

CurveStyle printStyle(const FigureSheet& sheet, double lineWidthPt) {
  CurveStyle style;
  style.font = sheet.font;
  style.background = Qt::white;
  style.text = QColor(0x1A, 0x1A, 0x1A);
  style.muted = QColor(0x50, 0x50, 0x50);
  style.grid = QColor(0xE8, 0xE8, 0xE8);
  style.frame = QColor(0x80, 0x80, 0x80);
  style.unit = sheet.unit();
  style.lineWidth = lineWidthPt / 0.75;  // a point is 4/3 of 1/96 inch
  style.rawWidth = style.lineWidth / 2.4;
  style.print = true;
  if (sheet.zoom < 1) style.preview = sheet.zoom;
  return style;
}

std::string numberText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;  // the shortest that reads back the same
  return {buffer, end};
}

namespace {

// A run as it is at one moment.
class FrozenRun : public app::RunSource {
 public:
  explicit FrozenRun(const app::RunSource& run) : m_folder(run.folder()), m_config(run.config()), m_info(run.info()) { copyHistory(run); }
  QString folder() const override { return m_folder; }
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  void requestSnapshot(qint64) override {}

 private:
  QString m_folder;
  model::Config m_config;
  model::RunInfo m_info;
};

class FrozenRuns {
 public:
  FrozenRuns(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) : m_entries(presentRuns(runs, options)) {
    for (CurvesPanel::Entry& entry : m_entries) entry.source = m_runs.emplace_back(std::make_unique<FrozenRun>(*entry.source)).get();
  }
  const QVector<CurvesPanel::Entry>& entries() const { return m_entries; }

 private:
  std::vector<std::unique_ptr<FrozenRun>> m_runs;
  QVector<CurvesPanel::Entry> m_entries;
};

std::string curvesTable(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options, char separator) {
  TableText table(separator);
  for (const char* head : {"run", "run_id", "tag", "step", "active_seconds", "value", "smoothed"}) table.cell(head);
  table.end();
  for (const CurvesPanel::Entry& entry : runs) {
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const QString name = CurveModel::tagName(options.subject, tag);
      const app::MetricSeries& series = entry.source->series(name);
      DebiasedEma average(name.startsWith("train/") && name != "train/learning_rate" ? options.smoothing : 0);
      for (qsizetype i = 0; i < series.values.size(); ++i) {
        table.word(entry.style.label).cell(entry.source->info().id).cell(name.toStdString()).number(series.steps[i]);
        table.number(series.activeSeconds.value(i)).number(series.values[i]).number(average.next(series.values[i])).end();
      }
    }
  }
  return table.take();
}

std::string comparisonTable(const Comparison& comparison, char separator) {
  TableText table(separator);
  for (const char* head : {"variant", "run", "run_id", "final_accuracy", "best_accuracy", "solved_step"}) table.cell(head);
  table.end();
  for (const ComparedVariant& variant : comparison.variants) {
    for (const ComparedRun& run : variant.runs) {
      table.word(variant.label).word(run.name).cell(run.id.toStdString()).number(run.final).number(run.best);
      table.cell(run.solvedStep >= 0 ? std::to_string(run.solvedStep) : std::string()).end();
    }
  }
  return table.take();
}

// ---- the kinds ---------------------------------------------------------------------------------------------

class CurvesFigure : public Figure {
 public:
  CurvesFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) : Figure(options), m_runs(runs, options), m_scene(m_plot, m_model) {
    // A new QCustomPlot asks for a replot by an event of the window's thread, which would draw beside the thread that uses this.
    QCoreApplication::removePostedEvents(&m_plot);
  }

  std::string table() override { return curvesTable(m_runs.entries(), options(), '\t'); }

 protected:
  double heightMm() override { return options().widthMm * 0.62; }

  FigureMetadata metadata() override {
    FigureMetadata metadata = metadataOf("Curves", m_runs.entries());
    metadata.recipe = recipeText(recipeOf(FigureKind::Curves, m_runs.entries(), options()));
    return metadata;
  }

  void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress& progress) override {
    read();
    const CurveStyle style = printStyle(sheet, options().lineWidthPt);
    std::vector<LegendEntry> runs;
    for (const ReadOut& run : m_model.readOuts(std::nullopt)) {
      const QString faults = run.faults.text(run.faultsOnLogAxis);
      runs.push_back({faults.isEmpty() ? run.style.label : run.style.label + " (" + faults + ')', run.style.colour, run.style.dash});
    }
    const FigureLegend legend(std::move(runs), style, legendOf(options(), LegendPlace::Above), sheet.size);
    m_scene.setStyle(style);
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(sheet.zoom, sheet.zoom);
    painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
    legend.paintBeside(painter);
    const QRect area = legend.rest();
    m_scene.layOut(area.size());
    tellCurves(progress);
    painter.translate(area.topLeft());
    m_plot.toPainter(&painter, area.width(), area.height());
    legend.paintInside(painter, m_scene.plotArea(0));
  }

  void writeData(const std::string& path) override { model::writeDurably(path, curvesTable(m_runs.entries(), options(), ',')); }

 private:
  void read() {
    if (m_read) return;
    CurveSettings settings;
    settings.smoothing = options().smoothing;
    settings.logarithmic = options().logLoss;
    settings.subject = options().subject;
    m_model.setSettings(settings);
    m_model.setRuns(m_runs.entries());
    m_read = true;
    if (m_model.empty()) throw std::runtime_error(atFile(options()) + "the run has recorded no curves yet");
  }

  void tellCurves(const app::Progress& progress) {
    std::int64_t whole = 0;
    for (const PlotData& plot : m_model.plots()) whole += static_cast<std::int64_t>(plot.curves.size());
    m_scene.setBetweenCurves([progress, whole, done = std::int64_t{0}]() mutable {
      progress.of(std::min(++done, whole), whole);
      return !progress.cancelled();
    });
  }

  FrozenRuns m_runs;
  CurveModel m_model;
  QCustomPlot m_plot;
  CurveScene m_scene;
  bool m_read = false;
};

class CompareFigure : public Figure {
 public:
  CompareFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) : Figure(options), m_runs(runs, options) {}

  std::string table() override { return comparisonTable(comparison(), '\t'); }

 protected:
  double heightMm() override { return comparisonHeightMm(comparison(), options().widthMm, options().fontPt); }

  FigureMetadata metadata() override {
    FigureMetadata metadata = metadataOf("Comparison", m_runs.entries());
    metadata.recipe = recipeText(recipeOf(FigureKind::Compare, m_runs.entries(), options()));
    return metadata;
  }

  void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress&) override {
    const CurveStyle style = printStyle(sheet, options().lineWidthPt);
    std::vector<LegendEntry> variants;
    for (const ComparedVariant& variant : comparison().variants) variants.push_back({variant.label, variant.style.colour, variant.style.dash});
    const FigureLegend legend(std::move(variants), style, legendOf(options(), LegendPlace::None), sheet.size);
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(sheet.zoom, sheet.zoom);
    painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
    legend.paintBeside(painter);
    legend.paintInside(painter, paintComparison(painter, comparison(), style, legend.rest(), options().spread));
  }

  void writeData(const std::string& path) override { model::writeDurably(path, comparisonTable(comparison(), ',')); }

 private:
  const Comparison& comparison() {
    if (!m_comparison) m_comparison = compareRuns(m_runs.entries());
    return *m_comparison;
  }

  FrozenRuns m_runs;
  std::optional<Comparison> m_comparison;
};

}  // namespace

QByteArray Figure::bytes(const QString& ending, const app::Progress& progress) {
  FigureOptions as = m_options;
  as.maps.overTraining = false;  // one picture
  if (as.file.isEmpty() || !as.file.endsWith(ending)) as.file = QStringLiteral("figure") + ending;
  const QByteArray bytes = figureBytes(as, heightMm(), metadata(), [&](QPaintDevice& device, const FigureSheet& sheet) {
    paint(device, sheet, progress);
    progress.check();  // a cancelled painting is not worth the work of a format
  });
  progress.check();
  return bytes;
}

QStringList Figure::write(const app::Progress& progress) {
  const QByteArray figure = bytes('.' + QFileInfo(m_options.file).suffix(), progress);
  writeFigure(m_options, figure);
  QStringList files{m_options.file};
  if (m_options.dataBeside) {
    for (const QString& ending : dataEndings()) {
      files << besideFigure(m_options, ending);
      writeData(app::toPath(files.last()).string());
    }
  }
  return files;
}

QImage Figure::picture(QSize within, const app::Progress& progress) {
  FigureSheet sheet = sheetOf(m_options, heightMm());
  sheet.zoom = std::min(static_cast<double>(within.width()) / sheet.size.width(), static_cast<double>(within.height()) / sheet.size.height());
  QImage image((QSizeF(sheet.size) * sheet.zoom).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
  image.fill(Qt::white);
  paint(image, sheet, progress);
  progress.check();
  return image;
}

std::unique_ptr<Figure> curvesFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  return std::make_unique<CurvesFigure>(runs, options);
}
std::unique_ptr<Figure> lambdaFigure(const LambdaSubjects& subjects, const FigureOptions& options) {
  if (options.maps.overTraining) return std::make_unique<LambdaSequence>(subjects, options);
  return std::make_unique<LambdaFigure>(lambdaRunValues(subjects, options), options);
}
std::unique_ptr<Figure> compareFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  return std::make_unique<CompareFigure>(runs, options);
}

QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) { return curvesFigure(runs, options)->write(); }
QStringList exportLambda(const LambdaSubjects& subjects, const FigureOptions& options) { return lambdaFigure(subjects, options)->write(); }
QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) { return compareFigure(runs, options)->write(); }

}  // namespace fenwick::ui
