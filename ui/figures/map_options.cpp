#include "ui/figures/map_options.h"

#include <algorithm>
#include <stdexcept>

namespace fenwick::ui {

namespace {

constexpr model::Role kRoles[] = {model::Role::Noise,     model::Role::Key,   model::Role::Value, model::Role::Query,
                                  model::Role::Separator, model::Role::Blank, model::Role::Data,  model::Role::Text};

}  // namespace

QStringList roleNames() {
  QStringList names;
  for (const model::Role role : kRoles) names << QString::fromLatin1(model::roleName(role));
  return names;
}

std::optional<model::Role> roleNamed(const QString& name) {
  const qsizetype index = roleNames().indexOf(name);
  return index < 0 ? std::nullopt : std::optional(kRoles[index]);
}

bool drawnOverTraining(MapLayout layout) { return layout != MapLayout::OverSteps && layout != MapLayout::Runs; }

QStringList problems(const MapFigureOptions& options, bool gif) {
  QStringList faults;
  const auto only = [&](bool given, const char* option, const QString& layout) {
    if (given) faults << QString("%1: belongs to the layout %2, not to %3").arg(QLatin1String(option), layout, mapLayoutName(options.layout));
  };
  only(!options.baseline.isEmpty() && options.layout != MapLayout::Runs, "baseline", "runs");
  only(options.treeToken >= 0 && options.layout != MapLayout::Levels, "tree", "levels");
  if (options.secondLower > options.secondUpper) faults << QString("second-limits: the lower one is above the upper one");
  if (options.classes < 2 || options.classes > 256) faults << QString("classes: expected 2 to 256, got %1").arg(options.classes);
  if (!options.overTraining) return faults;
  if (!drawnOverTraining(options.layout)) faults << QString("over-training: the layout %1 has no picture of a single step").arg(mapLayoutName(options.layout));
  if (options.treeToken >= 0) faults << QString("tree: belongs to a figure of one step, not to over-training");
  if (gif && (options.frameMs < 20 || options.frameMs > 10000))
    faults << QString("frame-ms: expected 20 to 10000 ms, got %1; the nearest is %2").arg(options.frameMs).arg(std::clamp(options.frameMs, 20, 10000));
  return faults;
}

model::Json json(const MapFigureOptions& options) {
  model::Json steps = model::Json::array();
  for (const qint64 step : options.steps) steps.push_back(step);
  return {{"layout", mapLayoutName(options.layout).toStdString()},
          {"level", options.level},
          {"role", options.role ? model::roleName(*options.role) : ""},
          {"baseline", options.baseline.toStdString()},
          {"steps", steps},
          {"secondLower", options.secondLower},
          {"secondUpper", options.secondUpper},
          {"treeToken", options.treeToken},
          {"classes", options.classes},
          {"overTraining", options.overTraining},
          {"frameMs", options.frameMs}};
}

MapFigureOptions readMapFigureOptions(const model::Json& tree) {
  MapFigureOptions options;
  const QString layout = QString::fromStdString(tree.at("layout").get<std::string>());
  const auto known = std::find_if(std::begin(kMapLayouts), std::end(kMapLayouts), [&](MapLayout each) { return mapLayoutName(each) == layout; });
  if (known == std::end(kMapLayouts)) throw std::runtime_error(layout.toStdString() + " is not known");
  options.layout = *known;
  options.level = tree.at("level").get<int>();
  options.role = roleNamed(QString::fromStdString(tree.at("role").get<std::string>()));
  options.baseline = QString::fromStdString(tree.at("baseline").get<std::string>());
  for (const model::Json& step : tree.at("steps")) options.steps << step.get<qint64>();
  options.secondLower = tree.at("secondLower").get<double>();
  options.secondUpper = tree.at("secondUpper").get<double>();
  options.treeToken = tree.at("treeToken").get<int>();
  options.classes = std::clamp(tree.at("classes").get<int>(), 2, 256);
  options.overTraining = tree.at("overTraining").get<bool>();
  options.frameMs = tree.at("frameMs").get<int>();
  return options;
}

}  // namespace fenwick::ui
