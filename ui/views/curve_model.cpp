#include "ui/views/curve_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace fenwick::ui {
namespace {

struct TagPlace {
  const char* name;
  int plot;
  bool validation, smooths, logarithmic;
};
constexpr std::array<TagPlace, kCurveTags> kTags = {{{"train/loss", 0, false, true, true},
                                                     {"valid/loss", 0, true, false, true},
                                                     {"train/accuracy", 1, false, true, false},
                                                     {"valid/accuracy", 1, true, false, false},
                                                     {"train/grad_norm", 2, false, true, true},
                                                     {"train/learning_rate", 3, false, false, true}}};

const TagPlace& place(int tag) { return kTags[static_cast<std::size_t>(tag)]; }

QString tr(const char* text) { return QCoreApplication::translate("CurvesPanel", text); }

std::span<const double> view(const QVector<double>& values, qsizetype count) {
  return {values.constData(), static_cast<std::size_t>(count)};
}

}  // namespace

QString CurveModel::tagName(CurveTag tag) { return QString::fromLatin1(place(static_cast<int>(tag)).name); }

void CurveModel::setRuns(const QVector<CurvesPanel::Entry>& runs) {
  std::vector<Run> next;
  for (const CurvesPanel::Entry& entry : runs) {
    if (!entry.source) continue;
    // A run that stays keeps what was computed for it.
    const auto known =
        std::find_if(m_runs.begin(), m_runs.end(), [&](const Run& run) { return run.source == entry.source; });
    if (known != m_runs.end())
      next.push_back(std::move(*known));
    else
      next.emplace_back();
    next.back().source = entry.source;
    next.back().style = entry.style;
  }
  m_runs = std::move(next);
  refresh();
}

void CurveModel::setSettings(const CurveSettings& settings) {
  const bool smoothAnew = settings.smoothing != m_settings.smoothing;
  m_settings = settings;
  if (smoothAnew) reread();
}

void CurveModel::reread() {
  for (Run& run : m_runs) run.series = {};
  refresh();
}

const app::MetricSeries* CurveModel::recorded(const Run& run, int tag) const {
  if (!run.source) return nullptr;
  const auto& metrics = run.source->metrics();
  const auto found = metrics.constFind(QString::fromLatin1(place(tag).name));
  return found == metrics.constEnd() || found->values.isEmpty() ? nullptr : &*found;
}

void CurveModel::refresh() {
  for (Run& run : m_runs) {
    for (int tag = 0; tag < kCurveTags; ++tag) {
      const app::MetricSeries* data = recorded(run, tag);
      Series& series = run.series[static_cast<std::size_t>(tag)];
      const qsizetype count = data ? data->values.size() : 0;
      if (count < series.seen) series = {};
      const bool smooths = place(tag).smooths && m_settings.smoothing > 0;
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
  drawn.validation = place(tag).validation;
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
  plots[0].title = tr("Loss");
  plots[1].title = tr("Accuracy");
  plots[2].title = tr("Gradient norm");
  plots[3].title = tr("Learning rate");
  plots[1].fraction = true;
  for (int tag = 0; tag < kCurveTags; ++tag) {
    PlotData& plot = plots[static_cast<std::size_t>(place(tag).plot)];
    plot.logarithmic = m_settings.logarithmic && place(tag).logarithmic;
    plot.validates |= place(tag).validation;
    for (const Run& run : m_runs) {
      if (const DrawnCurve drawn = curve(run, tag); !drawn.keys.empty()) plot.curves.push_back(drawn);
    }
  }
  const auto addReference = [&](const model::ReferenceLine& line) {
    auto& known = plots[1].references;
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
  return plots;
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
      if (!place(tag).validation) out.key = std::max(out.key, drawn.keys[at]);
      out.faults += run.series[static_cast<std::size_t>(tag)].faults;
      if (!(m_settings.logarithmic && place(tag).logarithmic)) {
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
