#include "ui/views/curve_model.h"

#include <QCoreApplication>
#include <QHash>
#include <algorithm>
#include <cmath>

namespace fenwick::ui {
namespace {

// What translators find: the texts below are looked up when they are shown.
struct TagPlace {
  const char* name;
  const char* heading;
  int plot;
  bool second, smooths, logarithmic, fraction;
};
struct PlotPlace {
  const char* title;
  bool whole;
  const char *first, *second;
};
struct Subject {
  std::array<TagPlace, kCurveTags> tags;
  std::array<PlotPlace, kPlots> plots;
};
constexpr Subject kTraining = {{{{"train/loss", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "train loss"), 0, false, true, true, false},
                                 {"valid/loss", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "valid loss"), 0, true, false, true, false},
                                 {"train/accuracy", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "train acc."), 1, false, true, false, true},
                                 {"valid/accuracy", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "valid acc."), 1, true, false, false, true},
                                 {"train/grad_norm", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "grad. norm"), 2, false, true, true, false},
                                 {"train/learning_rate", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "rate"), 3, false, false, true, false}}},
                               {{{QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Loss"), false, QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "train"), QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "valid")},
                                 {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Accuracy"), true, QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "train"), QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "valid")},
                                 {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Gradient norm"), false, nullptr, nullptr},
                                 {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Learning rate"), false, nullptr, nullptr}}}};
constexpr Subject kLambda = {
    {{{"lambda/token_share", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "token"), 0, false, false, false, true},
      {"lambda/position_share", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "position"), 0, true, false, false, true},
      {"lambda/answer_share", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "answer"), 1, false, false, false, true},
      {"lambda/flat_answer_share", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "equal λ"), 1, true, false, false, true},
      {"lambda/variation", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "varies by"), 2, false, false, false, true},
      {"lambda/fine_lead", QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "fine lead"), 3, false, false, false, true}}},
    {{{QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "λ explained by"), false, QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "token"), QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "position")},
      {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Weight on answer's level"), true, QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "actual"), QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "equal λ")},
      {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Variation of λ within levels"), false, nullptr, nullptr},
      {QT_TRANSLATE_NOOP("fenwick::ui::CurvesPanel", "Lead of fine levels"), false, nullptr, nullptr}}}};

const Subject& of(CurveSubject subject) { return subject == CurveSubject::Lambda ? kLambda : kTraining; }
const TagPlace& place(CurveSubject subject, int tag) { return of(subject).tags[static_cast<std::size_t>(tag)]; }

QString told(const char* text) { return text ? CurvesPanel::tr(text) : QString(); }

std::span<const double> view(const QVector<double>& values, qsizetype count) {
  return {values.constData(), static_cast<std::size_t>(count)};
}

}  // namespace

const char* subjectName(CurveSubject subject) { return subject == CurveSubject::Lambda ? "lambda" : "training"; }

QString CurveModel::tagName(CurveSubject subject, int tag) { return QString::fromLatin1(place(subject, tag).name); }
QString CurveModel::heading(int tag) const { return told(place(m_settings.subject, tag).heading); }
bool CurveModel::isFraction(int tag) const { return place(m_settings.subject, tag).fraction; }

void CurveModel::setRuns(const QVector<CurvesPanel::Entry>& runs) {
  // A run that stays keeps what was computed for it.
  QHash<const app::RunSource*, std::size_t> known;
  for (std::size_t i = 0; i < m_runs.size(); ++i) known.insert(m_runs[i].source, i);
  std::vector<Run> next;
  for (const CurvesPanel::Entry& entry : runs) {
    if (!entry.source) continue;
    if (const auto place = known.constFind(entry.source); place != known.constEnd())
      next.push_back(std::move(m_runs[*place]));
    else
      next.emplace_back();
    next.back().source = entry.source;
    next.back().style = entry.style;
  }
  m_runs = std::move(next);
  refresh();
}

void CurveModel::setSettings(const CurveSettings& settings) {
  const bool smoothAnew = settings.smoothing != m_settings.smoothing || settings.subject != m_settings.subject;
  m_settings = settings;
  if (smoothAnew) reread();
}

void CurveModel::reread() {
  for (Run& run : m_runs) run.series = {};
  refresh();
}

void CurveModel::reread(const app::RunSource* source) {
  for (Run& run : m_runs) {
    if (run.source == source) run.series = {};
  }
}

const app::MetricSeries* CurveModel::recorded(const Run& run, int tag) const {
  if (!run.source) return nullptr;
  const auto& metrics = run.source->metrics();
  const auto found = metrics.constFind(QString::fromLatin1(place(m_settings.subject, tag).name));
  return found == metrics.constEnd() || found->values.isEmpty() ? nullptr : &*found;
}

void CurveModel::refresh() {
  for (Run& run : m_runs) {
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const app::MetricSeries* data = recorded(run, tag);
      Series& series = run.series[static_cast<std::size_t>(tag)];
      const qsizetype count = data ? data->values.size() : 0;
      if (count < series.seen) series = {};
      const bool smooths = place(m_settings.subject, tag).smooths && m_settings.smoothing > 0;
      if (smooths && !series.average) series.average.emplace(m_settings.smoothing);
      for (qsizetype i = series.seen; i < count; ++i) {
        const double value = data->values[i];
        series.faults.count(value);
        if (smooths) series.smooth.push_back(series.average->next(value));
      }
      series.seen = count;
    }
  }
}

DrawnCurve CurveModel::curve(const Run& run, int tag) const {
  DrawnCurve drawn;
  drawn.style = run.style;
  drawn.second = place(m_settings.subject, tag).second;
  const app::MetricSeries* data = recorded(run, tag);
  if (!data) return drawn;
  const QVector<double>& keys = m_settings.x == XAxis::Step ? data->steps : data->activeSeconds;
  const Series& series = run.series[static_cast<std::size_t>(tag)];
  const qsizetype count = std::min({keys.size(), data->values.size(), series.seen});
  drawn.keys = view(keys, count);
  drawn.values = view(data->values, count);
  if (!series.smooth.empty()) drawn.smooth = std::span(series.smooth).first(static_cast<std::size_t>(count));
  return drawn;
}

bool CurveModel::empty() const { return keys().empty(); }

Range CurveModel::keys() const {
  Range range;
  for (const Run& run : m_runs) {
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const DrawnCurve drawn = curve(run, tag);
      if (drawn.keys.empty()) continue;
      range.include(drawn.keys.front());
      range.include(drawn.keys.back());
    }
  }
  return range;
}

std::vector<PlotData> CurveModel::plots() const {
  std::vector<PlotData> plots(kPlots);
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const PlotPlace& described = of(m_settings.subject).plots[i];
    plots[i].title = told(described.title);
    plots[i].whole = described.whole;
    plots[i].first = told(described.first);
    plots[i].second = told(described.second);
  }
  for (int tag = 0; tag < kCurveTags; ++tag) {
    PlotData& plot = plots[static_cast<std::size_t>(place(m_settings.subject, tag).plot)];
    plot.logarithmic = m_settings.logarithmic && place(m_settings.subject, tag).logarithmic;
    plot.fraction = place(m_settings.subject, tag).fraction;
    for (const Run& run : m_runs) {
      if (const DrawnCurve drawn = curve(run, tag); !drawn.keys.empty()) plot.curves.push_back(drawn);
    }
  }
  if (m_settings.subject == CurveSubject::Training) addReferences(plots[1].references);
  return plots;
}

void CurveModel::addReferences(std::vector<model::ReferenceLine>& known) const {
  const auto addReference = [&](const model::ReferenceLine& line) {
    const bool drawn = std::any_of(known.begin(), known.end(), [&](const model::ReferenceLine& other) {
      return std::abs(other.accuracy - line.accuracy) < 1e-9;
    });
    if (!drawn && std::isfinite(line.accuracy)) known.push_back(line);
  };
  for (const Run& run : m_runs) {
    if (!run.source) continue;
    for (const model::ReferenceLine& line : run.source->referenceLines()) addReference(line);
  }
  if (!m_runs.empty()) addReference({"99 %", model::kSolvedAccuracy});
}

std::vector<ReadOut> CurveModel::readOuts(std::optional<double> key) const {
  std::vector<ReadOut> readOuts;
  for (const Run& run : m_runs) {
    if (!run.source) continue;
    ReadOut out;
    out.style = run.style;
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const DrawnCurve drawn = curve(run, tag);
      if (drawn.keys.empty()) continue;
      const qsizetype index = key ? nearestIndex(drawn.keys, *key) : static_cast<qsizetype>(drawn.keys.size()) - 1;
      const auto at = static_cast<std::size_t>(index);
      out.samples[static_cast<std::size_t>(tag)] = ReadOut::Sample{drawn.values[at], drawn.line()[at]};
      if (!place(m_settings.subject, tag).second) out.key = std::max(out.key, drawn.keys[at]);
      out.faults += run.series[static_cast<std::size_t>(tag)].faults;
      if (!(m_settings.logarithmic && place(m_settings.subject, tag).logarithmic)) {
        // Zero is an honest accuracy or learning rate; only a logarithmic axis cannot show it.
        out.faults.notPositive -= run.series[static_cast<std::size_t>(tag)].faults.notPositive;
      }
    }
    out.faultsOnLogAxis = m_settings.logarithmic;
    readOuts.push_back(std::move(out));
  }
  return readOuts;
}

}  // namespace fenwick::ui
