#include "ui/figures/figure.h"

#include <qcustomplot.h>

#include <QFileInfo>
#include <QRegularExpression>
#include <charconv>
#include <cmath>
#include <optional>
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

// How a message begins.
std::string atFile(const FigureOptions& options) { return options.file.isEmpty() ? std::string() : nativePath(options.file) + ": "; }

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
  if (entries.isEmpty()) throw std::runtime_error(atFile(options) + "there is no run to draw");
  return entries;
}

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
  FrozenRuns(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) : m_entries(present(runs, options)) {
    for (CurvesPanel::Entry& entry : m_entries) entry.source = m_runs.emplace_back(std::make_unique<FrozenRun>(*entry.source)).get();
  }
  explicit FrozenRuns(const app::RunSource& run) {
    m_entries.append(CurvesPanel::Entry{m_runs.emplace_back(std::make_unique<FrozenRun>(run)).get(), {}});
    m_entries.first().style.label = shownName(m_entries.first());
  }
  const QVector<CurvesPanel::Entry>& entries() const { return m_entries; }

 private:
  std::vector<std::unique_ptr<FrozenRun>> m_runs;
  QVector<CurvesPanel::Entry> m_entries;
};

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

// One line of a table: as CSV with quoted words, or separated by tabs, which no word may hold.
class TableText {
 public:
  explicit TableText(char separator) : m_separator(separator) {}
  TableText& word(QString text) {
    if (m_separator == ',') return cell('"' + text.replace('"', "\"\"").toStdString() + '"');
    return cell(text.replace(QRegularExpression("[\\t\\r\\n]"), " ").toStdString());
  }
  TableText& number(double value) { return cell(numberText(value)); }
  TableText& cell(const std::string& text) {
    if (!m_begun) m_text += m_separator;
    m_begun = false;
    m_text += text;
    return *this;
  }
  void end() {
    m_text += '\n';
    m_begun = true;
  }
  std::string take() { return std::move(m_text); }

 private:
  char m_separator;
  bool m_begun = true;
  std::string m_text;
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

std::string lambdaTable(const LambdaSlice& slice) {
  TableText table('\t');
  for (const char* head : {"token", "token_id", "role", "target", "correct", "level", "active", "lambda"}) table.cell(head);
  table.end();
  for (int token = 0; token < slice.tokens(); ++token) {
    for (int level = 0; level < slice.levels(); ++level) {
      table.number(token).number(static_cast<double>(slice.tokenId(token))).cell(model::roleName(slice.role(token)));
      table.number(static_cast<double>(slice.target(token))).number(slice.correct(token)).number(level);
      table.number(LambdaSlice::active(token, level)).number(slice.value(token, level)).end();
    }
  }
  return table.take();
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

// ---- the three kinds ---------------------------------------------------------------------------------------------

class CurvesFigure : public Figure {
 public:
  CurvesFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) : Figure(options), m_runs(runs, options), m_scene(m_plot, m_model) {}

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

class LambdaFigure : public Figure {
 public:
  LambdaFigure(const app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options)
      : Figure(options), m_run(run), m_snapshot(std::make_shared<model::LambdaSnapshot>(snapshot)) {
    const auto indexFault = [&](const char* name, int index, std::int64_t count) {
      if (index >= 0 && index < count) return;
      throw std::runtime_error(atFile(options) + name + ": expected 0 to " + std::to_string(count - 1) + ", got " + std::to_string(index));
    };
    indexFault("layer", options.layer, snapshot.layers);
    indexFault("head", options.head, snapshot.heads);
    indexFault("sample", options.sample, snapshot.samples);
    for (const std::int64_t token : snapshot.tokens) {
      if (!m_labels.contains(token)) m_labels.insert(token, run.tokenLabel(token));
    }
  }

  std::string table() override { return lambdaTable(view().slice); }

 protected:
  double heightMm() override {
    FigureSheet sheet;
    sheet.font = printFont(options().fontPt, sheet.unitsPerInch);
    return std::ceil(MapScene::preferredHeight(view(), styleOf(sheet)) / sheet.unitsPerInch * 25.4);
  }

  FigureMetadata metadata() override {
    FigureMetadata metadata = metadataOf("Lambda", m_run.entries());
    metadata.step = QString::number(m_snapshot->step);
    metadata.title += ", " + view().title;
    FigureOptions drawn = options();
    drawn.step = m_snapshot->step;
    metadata.recipe = recipeText(recipeOf(FigureKind::Lambda, m_run.entries(), drawn));
    return metadata;
  }

  void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress&) override {
    QPainter painter(&device);
    painter.scale(sheet.zoom, sheet.zoom);
    painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
    const double margin = std::round(4 * sheet.unit());
    MapScene(view(), styleOf(sheet), QRectF(QPointF(0, 0), sheet.size).adjusted(margin, margin, -margin, -margin)).paint(painter);
  }

  QString dataEnding() const override { return QStringLiteral(".npz"); }
  void writeData(const std::string& path) override { model::writeNpz(path, lambdaTensors(view().slice)); }

 private:
  const MapView& view() {
    if (m_view) return *m_view;
    MapView view = lambdaView(LambdaSlice(m_snapshot, options().layer, options().head, options().sample));
    for (const Scale scale : kScales) {
      if (scaleName(scale) == options().scale) view.scale = scale;
    }
    view.limits = sharedLimits({view.grid}, view.scale, 1);
    if (options().upper > options().lower) view.limits = {options().lower, options().upper};
    for (const ColourMap map : kColourMaps) {
      if (colourMapName(map) == options().colourMap) view.map = map;
    }
    view.hatchInert = options().hatchInert;
    view.tokenLabel = [this](std::int64_t token) { return m_labels.value(token); };
    view.title = QString("layer %1, head %2, sample %3, step %4")
                     .arg(options().layer)
                     .arg(options().head)
                     .arg(options().sample)
                     .arg(m_snapshot->step);
    return m_view.emplace(std::move(view));
  }

  MapStyle styleOf(const FigureSheet& sheet) const {
    const CurveStyle curves = printStyle(sheet, options().lineWidthPt);
    MapStyle style;
    style.font = curves.font;
    style.text = curves.text, style.muted = curves.muted, style.frame = curves.frame,
    style.background = curves.background;
    style.unit = curves.unit;
    style.pixel = sheet.pixel;
    style.print = true;
    style.overlap = sheet.overlap;
    return style;
  }

  FrozenRuns m_run;
  std::shared_ptr<model::LambdaSnapshot> m_snapshot;
  QHash<std::int64_t, QString> m_labels;
  std::optional<MapView> m_view;
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
    files << besideFigure(m_options, dataEnding());
    writeData(app::toPath(files.last()).string());
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
std::unique_ptr<Figure> lambdaFigure(const app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options) {
  return std::make_unique<LambdaFigure>(run, snapshot, options);
}
std::unique_ptr<Figure> compareFigure(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  return std::make_unique<CompareFigure>(runs, options);
}

QStringList exportCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) { return curvesFigure(runs, options)->write(); }
QStringList exportLambda(app::RunSource& run, const model::LambdaSnapshot& snapshot, const FigureOptions& options) {
  return lambdaFigure(run, snapshot, options)->write();
}
QStringList exportCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) { return compareFigure(runs, options)->write(); }

}  // namespace fenwick::ui
