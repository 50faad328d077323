#include "ui/figures/lambda_figure.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QPainter>
#include <cmath>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "model/io/durable_file.h"
#include "model/io/tensor_file.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/gif_file.h"
#include "ui/figures/lambda_data.h"
#include "ui/views/fenwick_tree.h"

namespace fenwick::ui {
namespace {

constexpr double kMmPerInch = 25.4;
constexpr int kPictureClasses = 192;  // so that a palette of 256 colours holds them all and the words too

Scale scaleNamed(const QString& name) {
  for (const Scale scale : kScales)
    if (scaleName(scale) == name) return scale;
  return Scale::Linear;
}

ColourMap colourMapNamed(const QString& name) {
  for (const ColourMap map : kColourMaps)
    if (colourMapName(map) == name) return map;
  return ColourMap::Viridis;
}

MapChoice choiceOf(const FigureOptions& options, const QVector<RecipeRun>& runs) {
  MapChoice choice;
  choice.layout = options.maps.layout;
  choice.layer = options.layer, choice.head = options.head, choice.sample = options.sample;
  choice.level = options.maps.level;
  choice.role = options.maps.role;
  for (qsizetype i = 0; i < runs.size(); ++i)
    if (!options.maps.baseline.isEmpty() && runs[i].id == options.maps.baseline) choice.baseline = static_cast<int>(i);
  choice.scale = scaleNamed(options.scale);
  choice.map = colourMapNamed(options.colourMap);
  choice.hatchInert = options.hatchInert;
  if (options.upper > options.lower) choice.limits = Range{options.lower, options.upper};
  if (options.maps.secondUpper > options.maps.secondLower) choice.secondLimits = Range{options.maps.secondLower, options.maps.secondUpper};
  return choice;
}

MapStyle mapStyle(const FigureSheet& sheet) {
  const CurveStyle curves = printStyle(sheet, FigureOptions().lineWidthPt);
  MapStyle style;
  style.font = curves.font;
  style.text = curves.text, style.muted = curves.muted, style.frame = curves.frame, style.background = curves.background;
  style.unit = curves.unit;
  style.pixel = sheet.pixel;
  style.print = true;
  style.overlap = sheet.overlap;
  return style;
}

// What is said of tokens, without λ and gates.
app::RunSource::SnapshotPtr tokensAlone(const app::RunSource::SnapshotPtr& whole) {
  if (!whole) return nullptr;
  auto tokens = std::make_shared<model::LambdaSnapshot>();
  tokens->step = whole->step;
  tokens->layers = whole->layers, tokens->samples = whole->samples, tokens->length = whole->length;
  tokens->heads = whole->heads, tokens->levels = whole->levels;
  tokens->tokens = whole->tokens, tokens->targets = whole->targets, tokens->roles = whole->roles, tokens->correct = whole->correct;
  tokens->targetLogProb = whole->targetLogProb;
  return tokens;
}

// A picture of a training as one figure.
FigureOptions stillOf(FigureOptions options) {
  options.maps.overTraining = false;
  options.maps.classes = kPictureClasses;
  options.maps.steps.clear();
  options.dataBeside = false;
  return options;
}

std::vector<GridPtr> gridsOf(const std::vector<LambdaFigure>& pictures, bool second) {
  std::vector<GridPtr> grids;
  for (const LambdaFigure& picture : pictures)
    for (const MapView& view : picture.maps().views)
      if (view.second == second) grids.push_back(view.grid);
  return grids;
}

}  // namespace

LambdaRunValues lambdaRunValues(const LambdaSubjects& subjects, const FigureOptions& options) {
  LambdaRunValues values;
  const QVector<CurvesPanel::Entry> entries = presentRuns(subjects.runs, options);
  values.metadata = metadataOf("Lambda", entries);
  values.runs = recipeOf(FigureKind::Lambda, entries, options).runs;
  values.history = subjects.history;
  values.recordedSteps = entries[0].source->snapshotSteps().size();
  QStringList steps;
  for (const CurvesPanel::Entry& entry : entries) {
    const auto place = std::find_if(subjects.runs.begin(), subjects.runs.end(), [&](const CurvesPanel::Entry& run) { return run.source == entry.source; });
    const auto index = static_cast<std::size_t>(place - subjects.runs.begin());
    MapSubject subject = mapSubject(*entry.source, entry.style, index < subjects.snapshots.size() ? subjects.snapshots[index] : nullptr);
    QHash<std::int64_t, QString> labels;
    if (subject.snapshot) {
      for (const std::vector<std::int64_t>* tokens : {&subject.snapshot->tokens, &subject.snapshot->targets})
        for (const std::int64_t token : *tokens)
          if (!labels.contains(token)) labels.insert(token, entry.source->tokenLabel(token));
      steps << QString::number(subject.snapshot->step);
    }
    subject.tokenLabel = [labels](std::int64_t token) { return labels.value(token, QString::number(token)); };
    values.subjects.push_back(subject);
  }
  if (!steps.isEmpty()) values.metadata.step = steps.join(", ");
  return values;
}

LambdaFigure::LambdaFigure(LambdaRunValues runs, const FigureOptions& options) : Figure(options), m_runs(std::move(runs)) {
  checkIndices();
  m_maps = lambdaMaps(m_runs.subjects, choiceOf(options, m_runs.runs), m_runs.history, m_runs.recordedSteps);
  for (MapView& view : m_maps.views) view.classes = options.maps.classes;
  if (m_maps.views.empty()) throw std::runtime_error(atFile(options) + (m_maps.remarks.isEmpty() ? "the run has no λ" : m_maps.remarks.join(' ').toStdString()));
  setWords();
  m_options.maps.steps.clear();
  if (options.maps.layout == MapLayout::Runs) {
    for (const MapSubject& subject : m_runs.subjects) m_options.maps.steps << (subject.snapshot ? subject.snapshot->step : -1);
  } else {
    m_options.step = m_runs.subjects[0].snapshot->step;
  }
}

void LambdaFigure::checkIndices() const {
  const MapLayout layout = m_options.maps.layout;
  if (layout == MapLayout::Runs) {
    const bool known = std::any_of(m_runs.runs.begin(), m_runs.runs.end(), [&](const RecipeRun& run) { return run.id == m_options.maps.baseline; });
    if (!m_options.maps.baseline.isEmpty() && !known) throw std::runtime_error(atFile(m_options) + "baseline: is none of the runs");
    return;  // a run that lacks something is left out
  }
  if (!m_runs.subjects[0].snapshot) throw std::runtime_error(atFile(m_options) + "no λ has been recorded");
  const model::LambdaSnapshot& snapshot = *m_runs.subjects[0].snapshot;
  if (snapshot.layers < 1) throw std::runtime_error(atFile(m_options) + "the run has no λ: its mixer is " + m_runs.subjects[0].mixer.toStdString());
  const auto check = [&](const char* name, std::int64_t index, std::int64_t count) {
    if (index >= 0 && index < count) return;
    throw std::runtime_error(atFile(m_options) + name + ": expected 0 to " + std::to_string(count - 1) + ", got " + std::to_string(index));
  };
  check("layer", m_options.layer, snapshot.layers);
  check("head", m_options.head, snapshot.heads);
  check("sample", m_options.sample, snapshot.samples);
  check("level", m_options.maps.level, snapshot.levels);
  if (m_options.maps.treeToken >= 0) check("tree", m_options.maps.treeToken, snapshot.length);
}

// The names of files and figures are in the C locale, whatever the window speaks.
void LambdaFigure::setWords() {
  const MapLayout layout = m_options.maps.layout;
  QStringList parts;
  if (layout != MapLayout::AllHeads) parts << QString("layer %1").arg(m_options.layer);
  if (layout == MapLayout::Levels || layout == MapLayout::OverSteps || layout == MapLayout::Runs) parts << QString("head %1").arg(m_options.head);
  parts << (!ofMeans(layout)    ? QString("sample %1").arg(m_options.sample)
            : m_options.maps.role ? QString("%1 tokens").arg(QLatin1String(model::roleName(*m_options.maps.role)))
                                  : QString("all tokens"));
  if (layout != MapLayout::OverSteps && layout != MapLayout::Runs) parts << QString("step %1").arg(m_runs.subjects[0].snapshot->step);
  const QString what = parts.join(", ");
  m_runs.metadata.title += ", " + what;
  m_words.remarks = m_maps.remarks;
  m_words.legend = drawnCompact(m_maps.views);
  if (layout == MapLayout::Levels && m_options.maps.classes == 256) {
    m_maps.views[0].title = what;
  } else if (layout == MapLayout::Runs) {
    m_words.heading = what;
    for (const RecipeRun& run : m_runs.runs)
      if (run.id == m_options.maps.baseline)
        m_words.remarks << QString("%1%2: %2 less that of %3, cell by cell.").arg(QChar(0x0394)).arg(QChar(0x03BB)).arg(run.style.label);
  } else {
    m_words.heading = m_runs.subjects[0].style.label + ": " + what;
  }
}

void LambdaFigure::becomePicture(std::optional<Range> limits, std::optional<Range> secondLimits) {
  if (limits) m_options.lower = limits->lower, m_options.upper = limits->upper;
  if (secondLimits) m_options.maps.secondLower = secondLimits->lower, m_options.maps.secondUpper = secondLimits->upper;
  const app::RunSource::SnapshotPtr tokens = m_runs.subjects[0].snapshot->lambda.empty() ? m_runs.subjects[0].snapshot : tokensAlone(m_runs.subjects[0].snapshot);
  m_runs.subjects[0].snapshot = tokens;
  for (MapView& view : m_maps.views) {
    const std::optional<Range>& own = view.second ? secondLimits : limits;
    if (own) view.limits = *own;
    if (!view.slice.empty()) view.slice = LambdaSlice(tokens, view.slice.layer(), view.slice.head(), view.slice.sample());
  }
}

double LambdaFigure::treeHeight(const MapStyle& style) const {
  return m_options.maps.treeToken < 0 ? 0 : fenwickTreeHeight(m_maps.views[0].slice, style);
}

double LambdaFigure::heightMm() {
  FigureSheet sheet;
  sheet.font = printFont(m_options.fontPt, sheet.unitsPerInch);
  const MapStyle style = mapStyle(sheet);
  const double width = m_options.widthMm / kMmPerInch * sheet.unitsPerInch - 8 * style.unit;
  const double height = MapSheet::preferredHeight(m_maps.views, style, width, m_words) + treeHeight(style);
  return std::ceil(height / sheet.unitsPerInch * kMmPerInch);
}

FigureMetadata LambdaFigure::metadata() {
  FigureMetadata metadata = m_runs.metadata;
  metadata.recipe = recipeText({FigureKind::Lambda, m_options, m_runs.runs});
  return metadata;
}

// Without its margin, and without the tree below.
QRectF LambdaFigure::mapArea(const FigureSheet& sheet) const {
  const double margin = std::round(4 * sheet.unit());
  return QRectF(QPointF(0, 0), sheet.size).adjusted(margin, margin, -margin, -margin - treeHeight(mapStyle(sheet)));
}

MapSheet LambdaFigure::sheet(const FigureSheet& sheet) const { return {m_maps.views, mapStyle(sheet), mapArea(sheet), m_words}; }

void LambdaFigure::paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress&) {
  QPainter painter(&device);
  painter.scale(sheet.zoom, sheet.zoom);
  painter.fillRect(QRect(QPoint(0, 0), sheet.size), Qt::white);
  const MapSheet maps = this->sheet(sheet);
  maps.paint(painter);
  if (m_options.maps.treeToken < 0) return;
  const MapStyle style = mapStyle(sheet);
  const QRectF area = mapArea(sheet);
  paintFenwickTree(painter, maps.scenes()[0], style, QRectF(area.left(), area.bottom(), area.width(), treeHeight(style)), m_options.maps.treeToken);
}

std::string LambdaFigure::table() {
  return m_options.maps.layout == MapLayout::Levels ? lambdaTable(m_maps.views[0].slice, '\t') : mapsTable(m_maps, m_runs.subjects, m_runs.runs, '\t');
}

void LambdaFigure::writeData(const std::string& path) {
  const bool one = m_options.maps.layout == MapLayout::Levels;
  if (path.ends_with(".npz"))
    model::writeNpz(path, one ? lambdaTensors(m_maps.views[0].slice) : mapTensors(m_maps, m_runs.subjects));
  else
    model::writeDurably(path, one ? lambdaTable(m_maps.views[0].slice, ',') : mapsTable(m_maps, m_runs.subjects, m_runs.runs, ','));
}

// ---- over the training -------------------------------------------------------------------------------------------------------------

QString pictureFile(const QString& pattern, qint64 step) {
  const QString digits = QString("%1").arg(step, 8, 10, QLatin1Char('0'));
  const QFileInfo info(pattern);
  if (info.suffix().toLower() != "png") return QDir(pattern).filePath("lambda-" + digits + ".png");
  QString name = info.fileName();
  if (name.contains('%'))
    name.replace('%', digits);
  else
    name = info.completeBaseName() + '-' + digits + ".png";
  return QDir(info.path()).filePath(name);
}

LambdaSequence::LambdaSequence(const LambdaSubjects& subjects, const FigureOptions& options, Reader read)
    : Figure(options), m_run(lambdaRunValues(subjects, options)), m_read(std::move(read)), m_still(m_run, stillOf(options)) {
  if (m_options.maps.steps.isEmpty()) m_options.maps.steps = presentRuns(subjects.runs, options)[0].source->snapshotSteps();
  m_options.maps.classes = kPictureClasses;
  if (m_options.maps.steps.isEmpty()) throw std::runtime_error(atFile(options) + "no λ has been recorded");
  if (m_read) return;
  m_read = [folder = model::RunFolder(app::toPath(m_run.runs[0].folder))](qint64 step) {
    return std::make_shared<const model::LambdaSnapshot>(model::readLambdaSnapshot(folder.lambdaPath(step)));
  };
}

// Each with the tokens' answers of its step, and one scale for all. Reading them is told as the first half of the work.
std::vector<LambdaFigure> LambdaSequence::pictures(const app::Progress& progress) const {
  std::vector<LambdaFigure> pictures;
  for (const qint64 step : m_options.maps.steps) {
    progress.of(static_cast<std::int64_t>(pictures.size()), 2 * m_options.maps.steps.size());
    progress.check();
    LambdaRunValues values = m_run;
    values.subjects[0].snapshot = m_read(step);
    values.metadata.step = QString::number(step);
    pictures.emplace_back(std::move(values), stillOf(m_options));
    pictures.back().becomePicture({}, {});
  }
  const MapView& first = pictures[0].maps().views.front();
  const Range limits = m_options.upper > m_options.lower ? first.limits : sharedLimits(gridsOf(pictures, false), first.scale, 1);
  const std::vector<GridPtr> second = gridsOf(pictures, true);
  std::optional<Range> secondLimits;
  if (!second.empty() && !(m_options.maps.secondUpper > m_options.maps.secondLower)) secondLimits = sharedLimits(second, Scale::Linear, 0);
  for (LambdaFigure& picture : pictures) picture.becomePicture(limits, secondLimits);
  return pictures;
}

QStringList LambdaSequence::write(const app::Progress& progress) {
  if (const QStringList faults = problems(m_options); !faults.isEmpty()) throw std::runtime_error(atFile(m_options) + faults.join("; ").toStdString());
  return QFileInfo(m_options.file).suffix().toLower() == "gif" ? writeGif(pictures(progress), progress) : writePngs(pictures(progress), progress);
}

QStringList LambdaSequence::writePngs(std::vector<LambdaFigure> pictures, const app::Progress& progress) const {
  const double height = pictures[0].heightMm();
  const auto count = static_cast<std::int64_t>(pictures.size());
  QStringList files;
  for (LambdaFigure& picture : pictures) {
    progress.of(count + files.size(), 2 * count);
    progress.check();
    FigureOptions options = picture.options();
    options.file = pictureFile(m_options.file, options.step);
    if (files.isEmpty() && !QDir().mkpath(QFileInfo(options.file).path()))
      throw std::runtime_error(nativePath(QFileInfo(options.file).path()) + ": the folder cannot be made");
    writeFigure(options, height, picture.metadata(), [&](QPaintDevice& device, const FigureSheet& sheet) { picture.paint(device, sheet, progress); });
    files << options.file;
  }
  return files;
}

QStringList LambdaSequence::writeGif(std::vector<LambdaFigure> pictures, const app::Progress& progress) const {
  const double height = pictures[0].heightMm();
  const auto draw = [&](LambdaFigure& picture) {
    return figureImage(m_options, height, [&](QPaintDevice& device, const FigureSheet& sheet) { picture.paint(device, sheet, progress); });
  };
  std::vector<QRgb> needed;
  for (int i = 0; i < 256; ++i)
    for (const MapView& view : pictures[0].maps().views) needed.push_back(colourOf(view, i));
  const QString recipe = recipeText({FigureKind::Lambda, m_options, m_run.runs});
  const QImage first = draw(pictures.front());
  GifWriter gif(first.size(), gifPalette(needed, {first, draw(pictures.back())}), m_options.maps.frameMs, recipe);
  const auto count = static_cast<std::int64_t>(pictures.size());
  for (std::int64_t i = 0; i < count; ++i) {
    progress.of(count + i, 2 * count);
    progress.check();
    gif.add(i == 0 ? first : draw(pictures[static_cast<std::size_t>(i)]));
  }
  const QByteArray bytes = gif.finish();
  model::writeDurably(app::toPath(m_options.file), std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
  return {m_options.file};
}

}  // namespace fenwick::ui
