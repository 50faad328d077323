#include "ui/views/lambda_maps.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "model/training/training_run.h"
#include "ui/look/format.h"

namespace fenwick::ui {
namespace {

// Which of a subject's maps there are, and how all of them are drawn.
struct Maker {
  const MapChoice& choice;
  LambdaMaps made;

  MapView& add(GridPtr grid, const LambdaSlice& slice, const MapSubject& subject, std::size_t index, const QString& title) {
    MapView view;
    view.grid = std::move(grid);
    view.slice = slice;
    view.title = title;
    view.scale = choice.scale;
    view.map = choice.map;
    view.hatchInert = choice.hatchInert;
    view.tokenLabel = subject.tokenLabel;
    made.views.push_back(std::move(view));
    made.subjects.push_back(index);
    return made.views.back();
  }

  void ofOne(const MapSubject& subject, const LambdaHistory& history, qsizetype recordedSteps);
  void ofRuns(const std::vector<MapSubject>& subjects);
  void setLimits();
};

LambdaSlice sliceOf(const MapSubject& subject, const MapChoice& choice) {
  return {subject.snapshot, choice.layer, choice.head, choice.sample};
}

void Maker::ofOne(const MapSubject& subject, const LambdaHistory& history, qsizetype recordedSteps) {
  const int trained = subject.trainedLevels;
  const LambdaSlice chosen = sliceOf(subject, choice);
  const auto put = [&](GridPtr grid, const LambdaSlice& slice, const QString& title) -> MapView& {
    return add(std::move(grid), slice, subject, 0, title);
  };
  const auto levelTitle = [&](int level) { return level < trained ? QCoreApplication::translate("maps", "Level %1").arg(level) : QCoreApplication::translate("maps", "Level %1 (untrained)").arg(level); };
  switch (choice.layout) {
    case MapLayout::Levels:
    case MapLayout::Runs:
      put(tokenLevelGrid(chosen, trained), chosen, {});
      break;
    case MapLayout::AllHeads:
      for (int layer = 0; layer < subject.snapshot->layers; ++layer) {
        for (int head = 0; head < subject.snapshot->heads; ++head) {
          const LambdaSlice slice(subject.snapshot, layer, head, choice.sample);
          put(tokenLevelGrid(slice, trained), slice, QCoreApplication::translate("maps", "Layer %1, head %2").arg(layer).arg(head));
        }
      }
      break;
    case MapLayout::AllLevels:
      for (int level = 0; level < chosen.levels(); ++level) put(tokenHeadGrid(chosen, level, trained), chosen, levelTitle(level));
      break;
    case MapLayout::Heads:
      if (chosen.levels() > 0) {
        const int level = std::clamp(choice.level, 0, chosen.levels() - 1);
        put(tokenHeadGrid(chosen, level, trained), chosen, levelTitle(level));
      }
      break;
    case MapLayout::LevelsByHeads:
      for (const Moment moment : {Moment::Mean, Moment::Spread}) {
        MapView& view = put(levelHeadGrid(*subject.snapshot, chosen.layer(), choice.role, moment, trained), {}, {});
        view.second = moment == Moment::Spread;
      }
      break;
    case MapLayout::OverSteps: {
      const auto read = static_cast<qsizetype>(history.count());
      const QString title = read < recordedSteps ? QCoreApplication::translate("maps", "%1 of %2 recorded steps read").arg(read).arg(recordedSteps) : QString();
      put(levelStepGrid(history.levels(chosen.layer(), chosen.head(), choice.role), trained), {}, title);
      break;
    }
  }
}

// Why a run cannot stand beside the others; empty where it can.
QString whyLeftOut(const MapSubject& subject, const MapChoice& choice) {
  const QString name = subject.style.label;
  if (!subject.snapshot) {
    if (subject.mixer == "softmax" || subject.mixer == "linear") return QCoreApplication::translate("maps", "%1 has no λ: its mixer is %2.").arg(name, subject.mixer);
    return QCoreApplication::translate("maps", "%1 has recorded no λ yet.").arg(name);
  }
  const model::LambdaSnapshot& s = *subject.snapshot;
  if (s.layers < 1 || s.levels < 1) return QCoreApplication::translate("maps", "%1 has no λ: its mixer is %2.").arg(name, subject.mixer);
  if (choice.layer >= s.layers) return QCoreApplication::translate("maps", "%1 has no layer %2.").arg(name).arg(choice.layer);
  if (choice.head >= s.heads) return QCoreApplication::translate("maps", "%1 has no head %2.").arg(name).arg(choice.head);
  if (choice.sample >= s.samples) return QCoreApplication::translate("maps", "%1 has recorded no sample %2.").arg(name).arg(choice.sample);
  return {};
}

bool sameTokens(const LambdaSlice& a, const LambdaSlice& b, int tokens) {
  for (int t = 0; t < tokens; ++t)
    if (a.tokenId(t) != b.tokenId(t)) return false;
  return true;
}

void Maker::ofRuns(const std::vector<MapSubject>& subjects) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const QString fault = whyLeftOut(subjects[i], choice);
    if (fault.isEmpty())
      shown.push_back(i);
    else
      made.remarks << fault;
  }
  if (shown.empty()) return;
  int tokens = INT32_MAX, levels = INT32_MAX, most = 0, mostLevels = 0;
  std::vector<LambdaSlice> slices;
  for (const std::size_t i : shown) {
    slices.push_back(sliceOf(subjects[i], choice));
    tokens = std::min(tokens, slices.back().tokens()), most = std::max(most, slices.back().tokens());
    levels = std::min(levels, slices.back().levels()), mostLevels = std::max(mostLevels, slices.back().levels());
  }
  if (most > tokens || mostLevels > levels)
    made.remarks << QCoreApplication::translate("maps", "Only what all have is shown: the first %1 tokens (of up to %2) and %3 levels (of up to %4).").arg(tokens).arg(most).arg(levels).arg(mostLevels);
  if (!std::all_of(slices.begin(), slices.end(), [&](const LambdaSlice& slice) { return sameTokens(slice, slices[0], tokens); }))
    made.remarks << QCoreApplication::translate("maps", "Their sequences differ (another seed or task): cells are held against each other by their place.");
  std::vector<GridPtr> grids;
  for (std::size_t i = 0; i < shown.size(); ++i)
    grids.push_back(cropped(tokenLevelGrid(slices[i], subjects[shown[i]].trainedLevels), levels, tokens));
  const auto pinned = std::find(shown.begin(), shown.end(), static_cast<std::size_t>(choice.baseline));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const MapSubject& subject = subjects[shown[i]];
    const QString step = QCoreApplication::translate("maps", "step %1").arg(grouped(subject.snapshot->step));
    const bool isBaseline = pinned != shown.end() && *pinned == shown[i];
    add(grids[i], slices[i], subject, shown[i], (isBaseline ? QCoreApplication::translate("maps", "Baseline: %1, %2") : QCoreApplication::translate("maps", "%1, %2")).arg(subject.style.label, step)).mark = subject.style;
    if (pinned == shown.end() || isBaseline) continue;
    const auto at = static_cast<std::size_t>(pinned - shown.begin());
    MapView& difference = add(differenceGrid(*grids[i], *grids[at]), slices[i], subject, shown[i],
                              QCoreApplication::translate("maps", "less the baseline"));
    difference.mark = subject.style;
    difference.second = true;
    difference.scale = Scale::Diverging;
    difference.map = ColourMap::BlueRed;
  }
}

// One pair of limits for λ, one for what is beside it. A spread is no λ, and neither is a difference.
void Maker::setLimits() {
  std::vector<GridPtr> first, second;
  for (const MapView& view : made.views) (view.second ? second : first).push_back(view.grid);
  const bool spread = choice.layout == MapLayout::LevelsByHeads;
  const Scale beside = spread ? Scale::Linear : Scale::Diverging;
  const Range limits = choice.limits ? *choice.limits : sharedLimits(first, choice.scale, 1);
  const Range secondLimits = choice.secondLimits ? *choice.secondLimits : sharedLimits(second, beside, 0);
  for (MapView& view : made.views) {
    view.limits = view.second ? secondLimits : limits;
    if (!view.second || !spread) continue;
    view.scale = Scale::Linear;
    if (view.map == ColourMap::BlueRed) view.map = ColourMap::Viridis;
  }
}

}  // namespace

QString mapLayoutName(MapLayout layout) {
  switch (layout) {
    case MapLayout::Levels: return QStringLiteral("levels");
    case MapLayout::AllHeads: return QStringLiteral("all-heads");
    case MapLayout::AllLevels: return QStringLiteral("all-levels");
    case MapLayout::Heads: return QStringLiteral("heads");
    case MapLayout::LevelsByHeads: return QStringLiteral("levels-by-heads");
    case MapLayout::OverSteps: return QStringLiteral("over-steps");
    case MapLayout::Runs: return QStringLiteral("runs");
  }
  return {};
}

QString mapLayoutTitle(MapLayout layout) {
  switch (layout) {
    case MapLayout::Levels: return QCoreApplication::translate("maps", "Levels × tokens");
    case MapLayout::AllHeads: return QCoreApplication::translate("maps", "All heads");
    case MapLayout::AllLevels: return QCoreApplication::translate("maps", "All levels");
    case MapLayout::Heads: return QCoreApplication::translate("maps", "Heads × tokens");
    case MapLayout::LevelsByHeads: return QCoreApplication::translate("maps", "Levels × heads");
    case MapLayout::OverSteps: return QCoreApplication::translate("maps", "Levels over steps");
    case MapLayout::Runs: return QCoreApplication::translate("maps", "Runs side by side");
  }
  return {};
}

bool ofMeans(MapLayout layout) { return layout == MapLayout::LevelsByHeads || layout == MapLayout::OverSteps; }

MapSubject mapSubject(app::RunSource& source, const RunStyle& style, app::RunSource::SnapshotPtr snapshot) {
  MapSubject subject;
  subject.snapshot = std::move(snapshot);
  subject.mixer = QString::fromStdString(source.config().get<std::string>("model.mixer"));
  subject.style = style;
  subject.trainedLevels = kernels::levelCount(model::trainedLength(source.config()));
  subject.tokenLabel = [source = QPointer<app::RunSource>(&source)](std::int64_t token) {
    return source ? source->tokenLabel(token) : QString::number(token);
  };
  return subject;
}

LambdaMaps lambdaMaps(const std::vector<MapSubject>& subjects, const MapChoice& choice, const LambdaHistory& history, qsizetype recordedSteps) {
  Maker maker{choice, {}};
  if (choice.layout == MapLayout::Runs)
    maker.ofRuns(subjects);
  else if (!subjects.empty() && subjects[0].snapshot)
    maker.ofOne(subjects[0], history, recordedSteps);
  maker.setLimits();
  return maker.made;
}

}  // namespace fenwick::ui
