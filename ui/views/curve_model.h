#pragma once

#include <QPointer>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "ui/views/curve_math.h"
#include "ui/views/curves_panel.h"

namespace fenwick::ui {

enum class XAxis { Step, ActiveTime };

// What the four plots tell: how training goes, or what λ does (the measures of model/analysis/lambda_statistics.h, at every snapshot).
enum class CurveSubject { Training, Lambda };
const char* subjectName(CurveSubject subject);  // "training", "lambda"

struct CurveSettings {
  CurveSubject subject = CurveSubject::Training;
  double smoothing = 0.9;    // EMA weight of the training curves, 0 … 0.999
  bool logarithmic = false;  // loss, gradient norm and learning rate; accuracy stays linear
  XAxis x = XAxis::Step;
};

constexpr int kCurveTags = 6;  // of each subject, in the order of the read-outs

// One curve as it is drawn. The spans look into the run source: valid until the event loop runs again.
struct DrawnCurve {
  std::span<const double> keys, values;
  std::span<const double> smooth;  // empty where nothing is smoothed
  RunStyle style;
  bool second = false;  // of the two kinds of line that its plot draws: validation; dashed, with markers

  std::span<const double> line() const { return smooth.empty() ? values : smooth; }
};

struct PlotData {
  QString title;
  std::vector<DrawnCurve> curves;
  std::vector<model::ReferenceLine> references;
  bool logarithmic = false;
  bool fraction = false;  // told in per cent
  bool whole = false;     // a fraction whose axis reaches from 0 to 1
  QString first, second;  // the two kinds of line; empty where there is one
};
constexpr int kPlots = 4;

// What one run says at a key: the recorded value of each tag and, where smoothed, the drawn one.
struct ReadOut {
  struct Sample {
    double recorded, drawn;
  };
  RunStyle style;
  double key = 0;  // of the nearest training point
  std::array<std::optional<Sample>, kCurveTags> samples;
  Faults faults;  // over all tags
  bool faultsOnLogAxis = false;
};

// The curves of the shown runs, apart from any widget: follows their sources, smooths incrementally, counts what cannot
// be drawn. Lives on the window's thread.
class CurveModel {
 public:
  void setRuns(const QVector<CurvesPanel::Entry>& runs);
  void setSettings(const CurveSettings& settings);
  const CurveSettings& settings() const { return m_settings; }

  // Takes in what the sources have recorded since the last call.
  void refresh();
  void reread();                              // everything anew, at once
  void reread(const app::RunSource* source);  // of a source that replaced its data, with the next refresh()

  bool empty() const;  // no run with a recorded point
  std::vector<PlotData> plots() const;
  Range keys() const;  // of all recorded points
  // Without a key: the newest of each.
  std::vector<ReadOut> readOuts(std::optional<double> key) const;

  static QString tagName(CurveSubject subject, int tag);  // "train/loss"
  QString heading(int tag) const;                         // of the read-outs: "train loss"
  bool isFraction(int tag) const;

 private:
  struct Series {
    std::vector<double> smooth;
    std::optional<DebiasedEma> average;
    Faults faults;
    qsizetype seen = 0;
  };
  struct Run {
    QPointer<app::RunSource> source;
    RunStyle style;
    std::array<Series, kCurveTags> series;
  };

  const app::MetricSeries* recorded(const Run& run, int tag) const;  // null: never recorded
  DrawnCurve curve(const Run& run, int tag) const;
  void addReferences(std::vector<model::ReferenceLine>& known) const;

  std::vector<Run> m_runs;
  CurveSettings m_settings;
};

}  // namespace fenwick::ui
