#include "ui/figures/figure_recipe.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <algorithm>
#include <stdexcept>

#include "ui/figures/figure_file.h"
#include "ui/figures/gif_file.h"
#include "ui/figures/svg_text.h"

namespace fenwick::ui {
namespace {

using model::Json;

constexpr int kFormat = 1;
constexpr qsizetype kLargestFigure = 256 << 20;
constexpr FigureKind kKinds[] = {FigureKind::Curves, FigureKind::Lambda, FigureKind::Compare};

std::string utf8(const QString& text) { return text.toStdString(); }
QString text(const Json& value) { return QString::fromStdString(value.get<std::string>()); }

// One list for both ways: visit(name, member).
template <class Options, class Visit>
void members(Options& o, Visit&& visit) {
  visit("widthMm", o.widthMm);
  visit("heightMm", o.heightMm);
  visit("dpi", o.dpi);
  visit("fontPt", o.fontPt);
  visit("lineWidthPt", o.lineWidthPt);
  visit("textAsPaths", o.textAsPaths);
  visit("dataBeside", o.dataBeside);
  visit("smoothing", o.smoothing);
  visit("logLoss", o.logLoss);
  visit("step", o.step);
  visit("layer", o.layer);
  visit("head", o.head);
  visit("sample", o.sample);
  visit("hatchInert", o.hatchInert);
  visit("colourMap", o.colourMap);
  visit("scale", o.scale);
  visit("lower", o.lower);
  visit("upper", o.upper);
}

struct Writing {
  Json& tree;
  void operator()(const char* name, const QString& value) const { tree[name] = utf8(value); }
  template <class T>
  void operator()(const char* name, const T& value) const {
    tree[name] = value;
  }
};
struct Reading {
  const Json& tree;
  void operator()(const char* name, QString& value) const {
    if (tree.contains(name)) value = text(tree.at(name));
  }
  template <class T>
  void operator()(const char* name, T& value) const {
    if (tree.contains(name)) value = tree.at(name).get<T>();
  }
};

template <class T, class NameOf>
T choice(const Json& value, const T* begin, const T* end, NameOf&& nameOf) {
  const T* found = std::find_if(begin, end, [&](T each) { return nameOf(each) == text(value); });
  if (found == end) throw std::runtime_error(utf8(text(value)) + " is not known");
  return *found;
}

Json optionsJson(const FigureOptions& options) {
  Json tree = Json::object();
  members(options, Writing{tree});
  tree["subject"] = subjectName(options.subject);
  tree["spread"] = utf8(spreadName(options.spread));
  tree["legend"] = utf8(legendPlaceName(options.legend));
  tree["maps"] = json(options.maps);
  return tree;
}

FigureOptions optionsIn(const Json& tree) {
  FigureOptions options;
  members(options, Reading{tree});
  constexpr CurveSubject kSubjects[] = {CurveSubject::Training, CurveSubject::Lambda};
  if (tree.contains("subject"))
    options.subject = choice(tree.at("subject"), std::begin(kSubjects), std::end(kSubjects), [](CurveSubject s) { return QString(subjectName(s)); });
  if (tree.contains("spread")) options.spread = choice(tree.at("spread"), std::begin(kSpreads), std::end(kSpreads), spreadName);
  if (tree.contains("maps")) options.maps = readMapFigureOptions(tree.at("maps"));
  if (tree.contains("legend")) options.legend = choice(tree.at("legend"), std::begin(kLegendPlaces), std::end(kLegendPlaces), legendPlaceName);
  return options;
}

// ---- what is kept in each format -------------------------------------------------------------------------------------------------

QString inSvg(const QByteArray& bytes) {
  static const QRegularExpression kRecipe(QStringLiteral("<metadata id=\"recipe\">(.*?)</metadata>"), QRegularExpression::DotMatchesEverythingOption);
  return unescaped(kRecipe.match(QString::fromUtf8(bytes)).captured(1));
}

// Attached files are streams, packed or not; the recipe is the one that begins as a recipe does.
QString inPdf(const QByteArray& bytes) {
  const QByteArray begin = "stream\n", end = "endstream";
  for (qsizetype at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) {
    const qsizetype first = at + begin.size(), last = bytes.indexOf(end, first);
    if (last < 0) break;
    const QByteArray stream = bytes.mid(first, last - first).trimmed();
    if (stream.startsWith("{")) {
      if (stream.contains("\"fenwickFigure\"")) return QString::fromUtf8(stream);
    } else if (stream.size() < (1 << 20) && stream.startsWith('x')) {
      const QByteArray whole = qUncompress(QByteArray(4, '\0') + bytes.mid(first, last - first));  // the size is only a hint
      if (whole.startsWith("{") && whole.contains("\"fenwickFigure\"")) return QString::fromUtf8(whole);
    }
    at = last + end.size();
  }
  return {};
}

}  // namespace

QString figureKindName(FigureKind kind) {
  switch (kind) {
    case FigureKind::Curves: return QStringLiteral("curves");
    case FigureKind::Lambda: return QStringLiteral("lambda");
    case FigureKind::Compare: return QStringLiteral("compare");
  }
  return {};
}

FigureRecipe recipeOf(FigureKind kind, const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  FigureRecipe recipe{kind, options, {}};
  recipe.options.file.clear();
  for (const CurvesPanel::Entry& run : runs)
    recipe.runs.append({run.source->folder(), QString::fromStdString(run.source->info().id), run.style});
  return recipe;
}

QString recipeText(const FigureRecipe& recipe) {
  Json runs = Json::array();
  for (const RecipeRun& run : recipe.runs)
    runs.push_back({{"folder", utf8(run.folder)},
                    {"id", utf8(run.id)},
                    {"label", utf8(run.style.label)},
                    {"colour", utf8(run.style.colour.name())},
                    {"dash", static_cast<int>(run.style.dash)},
                    {"marker", run.style.marker}});
  const Json tree{{"fenwickFigure", kFormat}, {"figure", utf8(figureKindName(recipe.kind))}, {"options", optionsJson(recipe.options)}, {"runs", runs}};
  return QString::fromStdString(tree.dump(2));
}

QString optionsText(const FigureOptions& options) { return QString::fromStdString(optionsJson(options).dump()); }

FigureOptions readOptions(const QString& written) {
  try {
    return optionsIn(Json::parse(written.toStdString()));
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("are damaged options of a figure: ") + error.what());
  }
}

FigureRecipe readRecipe(const QString& written) {
  const Json tree = Json::parse(written.toStdString(), nullptr, false);
  if (!tree.is_object() || !tree.contains("fenwickFigure")) throw std::runtime_error("holds no recipe of a figure");
  FigureRecipe recipe;
  try {
    if (tree.at("fenwickFigure").get<int>() > kFormat) throw std::runtime_error("is a recipe of a newer Fenwick Lab");
    recipe.kind = choice(tree.at("figure"), std::begin(kKinds), std::end(kKinds), figureKindName);
    recipe.options = optionsIn(tree.at("options"));
    for (const Json& run : tree.at("runs")) {
      RunStyle style;
      style.label = text(run.at("label"));
      style.colour = QColor(text(run.at("colour")));
      style.dash = static_cast<Qt::PenStyle>(std::clamp(run.at("dash").get<int>(), 1, 5));
      style.marker = std::clamp(run.at("marker").get<int>(), 0, 5);
      if (!style.colour.isValid()) throw std::runtime_error("colour " + run.at("colour").dump() + " is none");
      recipe.runs.append({text(run.at("folder")), text(run.at("id")), style});
    }
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("is a damaged recipe: ") + error.what());
  }
  if (recipe.runs.isEmpty()) throw std::runtime_error("is a recipe without a run");
  return recipe;
}

FigureRecipe recipeIn(const QString& file) {
  QFile figure(file);
  if (!figure.open(QIODevice::ReadOnly)) throw std::runtime_error(nativePath(file) + ": " + figure.errorString().toStdString());
  if (figure.size() > kLargestFigure) throw std::runtime_error(nativePath(file) + ": is larger than any figure (256 MB)");
  const QByteArray bytes = figure.readAll();
  const QString written = bytes.startsWith("%PDF")       ? inPdf(bytes)
                          : bytes.startsWith("GIF8")     ? gifComment(bytes)
                          : bytes.startsWith("\x89PNG") ? QImage::fromData(bytes).text(QStringLiteral("Recipe"))
                          : bytes.startsWith('{')        ? QString::fromUtf8(bytes)
                                                         : inSvg(bytes);
  try {
    return readRecipe(written);
  } catch (const std::runtime_error& fault) {
    throw std::runtime_error(nativePath(file) + ": " + fault.what());
  }
}

}  // namespace fenwick::ui
