#include "ui/views/comparison.h"

#include <QByteArrayView>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <cmath>
#include <set>

namespace fenwick::ui {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double lastBefore(const ComparedRun& run, double step) {
  const auto after = std::upper_bound(run.steps.begin(), run.steps.end(), step);
  return after == run.steps.begin() ? kNaN : run.accuracy[static_cast<std::size_t>(after - run.steps.begin() - 1)];
}

ComparedRun comparedRun(const CurvesPanel::Entry& entry) {
  ComparedRun run;
  run.name = entry.style.label;
  run.id = QString::fromStdString(entry.source->info().id);
  const app::MetricSeries& valid = entry.source->series("valid/accuracy");
  run.steps.assign(valid.steps.begin(), valid.steps.end());
  run.accuracy.assign(valid.values.begin(), valid.values.end());
  run.final = run.accuracy.empty() ? kNaN : run.accuracy.back();
  run.best = kNaN;
  for (std::size_t i = 0; i < run.accuracy.size(); ++i) {
    if (!std::isfinite(run.accuracy[i])) continue;
    run.best = std::isnan(run.best) ? run.accuracy[i] : std::max(run.best, run.accuracy[i]);
    if (run.solvedStep < 0 && run.accuracy[i] >= model::kSolvedAccuracy) run.solvedStep = static_cast<std::int64_t>(run.steps[i]);
  }
  return run;
}

// A variant's colour follows from what it is, so that it stays when others come and go; only where two would share one, the later gives way.
int freeSlot(const model::Json& variant, std::set<int>& taken) {
  const std::string text = variant.dump();
  int slot = static_cast<int>(qHash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())), 0) % kRunColours);
  while (taken.count(slot) != 0 && taken.size() < kRunStyles) slot = (slot + 1) % kRunStyles;
  taken.insert(slot);
  return slot;
}

QString summaryOf(const ComparedVariant& variant) {
  const model::Statistic steps = variant.solvedSteps();
  QString text = QCoreApplication::translate("comparison", "%1/%2 solved").arg(steps.count).arg(variant.runs.size());
  if (steps.count > 0) text += (steps.count == 1 ? QCoreApplication::translate("comparison", " at step %1") : QCoreApplication::translate("comparison", ", median step %1")).arg(countText(std::round(steps.median)));
  return text;
}

// A frame of one plot: where a value lies, and its axes.
struct Frame {
  QRectF area;
  Range x, y;
  const CurveStyle& style;

  QPointF at(double key, double value) const {
    return {area.left() + (key - x.lower) / x.size() * area.width(),
            area.bottom() - (value - y.lower) / y.size() * area.height()};
  }
  void bottomAxis(QPainter& painter, const std::vector<double>& ticks, const std::function<QString(double)>& text,
                  const QString& title) const {
    const QFontMetricsF metrics(style.font);
    const double u = style.unit;
    for (const double tick : ticks) {
      const double px = at(tick, y.lower).x();
      painter.setPen(QPen(style.grid, u));
      painter.drawLine(QPointF(px, area.top()), QPointF(px, area.bottom()));
      painter.setPen(QPen(style.frame, u));
      painter.drawLine(QPointF(px, area.bottom()), QPointF(px, area.bottom() + 3 * u));
      painter.setPen(style.muted);
      const QString label = text(tick);
      painter.drawText(QPointF(px - metrics.horizontalAdvance(label) / 2, area.bottom() + 6 * u + metrics.ascent()),
                       label);
    }
    painter.setPen(QPen(style.frame, u));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(style.muted);
    painter.drawText(
        QPointF(area.center().x() - metrics.horizontalAdvance(title) / 2, area.bottom() + 8 * u + 2 * metrics.height()),
        title);
  }
};


}  // namespace

model::Statistic ComparedVariant::solvedSteps() const {
  std::vector<double> steps;
  for (const ComparedRun& run : runs)
    if (run.solvedStep >= 0) steps.push_back(static_cast<double>(run.solvedStep));
  return model::statistic(steps);
}

std::vector<ComparedVariant::Band> ComparedVariant::bands() const {
  std::set<double> steps;
  for (const ComparedRun& run : runs) steps.insert(run.steps.begin(), run.steps.end());
  std::vector<Band> bands;
  for (const double step : steps) {
    std::vector<double> values;
    for (const ComparedRun& run : runs) values.push_back(lastBefore(run, step));
    const model::Statistic s = model::statistic(values);
    bands.push_back({step, s.median, s.mean, s.count == 1 ? 0 : s.std, s.minimum, s.maximum});
  }
  return bands;
}

QString spreadTitle(Spread spread) {
  switch (spread) {
    case Spread::Seeds:
      return QCoreApplication::translate("comparison", "Each seed, median");
    case Spread::Std:
      return QCoreApplication::translate("comparison", "Mean \u00b1 std");
    case Spread::MinMax:
      return QCoreApplication::translate("comparison", "Median, min to max");
  }
  return {};
}

QString spreadName(Spread spread) {
  switch (spread) {
    case Spread::Seeds:
      return QStringLiteral("seeds");
    case Spread::Std:
      return QStringLiteral("std");
    case Spread::MinMax:
      return QStringLiteral("min-max");
  }
  return {};
}

Comparison compareRuns(const QVector<CurvesPanel::Entry>& runs) {
  Comparison comparison;
  std::vector<model::Json> variants;
  std::vector<model::Config> configs;
  const QVector<RunStyle> styles = variantStyles(runs);
  for (qsizetype i = 0; i < runs.size(); ++i) {
    const CurvesPanel::Entry& entry = runs[i];
    const model::Json variant = model::variant(entry.source->config());
    const auto known = std::find(variants.begin(), variants.end(), variant);
    const auto index = static_cast<std::size_t>(known - variants.begin());
    if (known == variants.end()) {
      variants.push_back(variant);
      configs.push_back(entry.source->config());
      comparison.variants.push_back({});
      comparison.variants.back().style = styles[i];
    }
    comparison.variants[index].runs.push_back(comparedRun(entry));
    for (const model::ReferenceLine& line : entry.source->referenceLines()) {
      const bool drawn = std::any_of(
          comparison.references.begin(), comparison.references.end(),
          [&](const model::ReferenceLine& other) { return std::abs(other.accuracy - line.accuracy) < 1e-9; });
      if (!drawn) comparison.references.push_back(line);
    }
  }
  comparison.references.push_back({"99 %", model::kSolvedAccuracy});
  const std::vector<std::string> labels = model::variantLabels(configs);
  for (std::size_t i = 0; i < comparison.variants.size(); ++i) {
    ComparedVariant& variant = comparison.variants[i];
    variant.label =
        i < labels.size() && !labels[i].empty() ? QString::fromStdString(labels[i]) : variant.runs.front().name;
  }
  return comparison;
}

QVector<RunStyle> variantStyles(const QVector<CurvesPanel::Entry>& runs) {
  std::vector<model::Json> variants;
  QVector<RunStyle> ofVariants, styles;
  std::set<int> taken;
  for (const CurvesPanel::Entry& entry : runs) {
    const model::Json variant = model::variant(entry.source->config());
    const auto index = std::find(variants.begin(), variants.end(), variant) - variants.begin();
    if (index == ofVariants.size()) {
      variants.push_back(variant);
      ofVariants << runStyle(freeSlot(variant, taken));
    }
    styles << ofVariants[index];
  }
  return styles;
}

double comparisonHeightMm(const Comparison& comparison, double widthMm, double fontPt) {
  const double line = fontPt * 25.4 / 72 * 1.2;
  return std::ceil(
      std::max(widthMm * 0.36, line * (6 + 3.2 * static_cast<double>(comparison.variants.size()))));
}

QRectF paintComparison(QPainter& painter, const Comparison& comparison, const CurveStyle& style, const QRectF& area, Spread spread) {
  const QFontMetricsF metrics(style.font);
  const double u = style.unit, line = metrics.height();
  const double thick = style.print ? style.lineWidth * 1.25 : 1.5, thin = thick * 0.4;
  painter.setFont(style.font);
  double referenceWidth = 0;
  for (const model::ReferenceLine& reference : comparison.references) {
    referenceWidth = std::max(referenceWidth, metrics.horizontalAdvance(QString::fromStdString(reference.label)));
  }
  const double left = metrics.horizontalAdvance("100 %") + 10 * u, top = line + 10 * u, bottom = 2 * line + 12 * u;
  const double half = area.width() * 0.54;

  // Validation accuracy over the steps: every run thin, the median of a variant thick.
  Range steps{0, 1};
  for (const ComparedVariant& variant : comparison.variants) {
    for (const ComparedRun& run : variant.runs) {
      if (!run.steps.empty()) steps.include(run.steps.back());
    }
  }
  const Frame curves{
      QRectF(area.left() + left, area.top() + top, half - left - referenceWidth - 14 * u, area.height() - top - bottom),
      steps,
      {-0.02, 1.02},
      style};
  painter.setPen(style.text);
  painter.drawText(QPointF(area.left() + 4 * u, area.top() + 3 * u + metrics.ascent()), QCoreApplication::translate("comparison", "Validation accuracy"));
  for (const double tick : linearTicks({0, 1}, 5)) {
    const double y = curves.at(0, tick).y();
    painter.setPen(QPen(style.grid, u));
    painter.drawLine(QPointF(curves.area.left(), y), QPointF(curves.area.right(), y));
    painter.setPen(style.muted);
    const QString text = percentText(tick, 0.2);
    painter.drawText(QPointF(curves.area.left() - 5 * u - metrics.horizontalAdvance(text), y + metrics.capHeight() / 2),
                     text);
  }
  const int stepTicks =
      std::max(2, static_cast<int>(curves.area.width() / (metrics.horizontalAdvance("00,000") + 16 * u)));
  curves.bottomAxis(
      painter, linearTicks(steps, stepTicks), [](double tick) { return countText(tick); }, QCoreApplication::translate("comparison", "step"));

  std::vector<double> wanted;
  for (const model::ReferenceLine& reference : comparison.references)
    wanted.push_back(curves.at(0, reference.accuracy).y());
  const std::vector<double> placed =
      spreadLabels(wanted, metrics.ascent() + u, curves.area.top(), curves.area.bottom());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    QPen dotted(pale(style.text, style.background, 0.45), u * 0.75);
    dotted.setDashPattern({2, 3});
    painter.setPen(dotted);
    painter.drawLine(QPointF(curves.area.left(), wanted[i]), QPointF(curves.area.right(), wanted[i]));
    painter.setPen(style.muted);
    painter.drawText(QPointF(curves.area.right() + 5 * u, placed[i] + metrics.capHeight() / 2),
                     QString::fromStdString(comparison.references[i].label));
  }
  const auto drawLine = [&](const std::vector<CurvePoint>& points, const QPen& pen) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    QPolygonF piece;
    for (const CurvePoint& point : points) {
      if (std::isfinite(point.value)) piece << curves.at(point.key, point.value);
      if (std::isfinite(point.value) && &point != &points.back()) continue;
      if (piece.size() > 1)
        painter.drawPolyline(piece);
      else if (piece.size() == 1)
        painter.drawPoint(piece.front());
      piece.clear();
    }
  };
  const auto penOf = [&](const ComparedVariant& variant, double strength, double width) {
    const QColor colour = readableOn(variant.style.colour, style.background);
    return QPen(strength == 1 ? colour : pale(colour, style.background, strength), width * u, variant.style.dash, Qt::FlatCap,
                Qt::RoundJoin);
  };
  std::vector<std::pair<const ComparedVariant*, std::vector<ComparedVariant::Band>>> shown;
  for (const ComparedVariant& variant : comparison.variants)
    if (!variant.hidden) shown.emplace_back(&variant, variant.bands());
  // Bands first, so that no line lies below one. Opaque: half-transparent ones would turn the text of a PDF into pixels.
  for (const auto& [variant, bands] : shown) {
    if (spread == Spread::Seeds) break;
    QPolygonF band;
    const auto edge = [&](const ComparedVariant::Band& b, double side) {
      const double value = spread == Spread::Std ? b.mean + side * b.std : side < 0 ? b.lowest : b.highest;
      if (std::isfinite(value)) band << curves.at(b.step, std::clamp(value, 0.0, 1.0));
    };
    for (const ComparedVariant::Band& b : bands) edge(b, 1);
    for (auto b = bands.rbegin(); b != bands.rend(); ++b) edge(*b, -1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(pale(readableOn(variant->style.colour, style.background), style.background, 0.25));
    painter.drawPolygon(band);
  }
  for (const auto& [variant, bands] : shown) {
    if (spread != Spread::Seeds || variant->runs.size() < 2) continue;
    for (const ComparedRun& run : variant->runs) {
      std::vector<CurvePoint> points;
      for (std::size_t i = 0; i < run.steps.size(); ++i) points.push_back({run.steps[i], run.accuracy[i]});
      drawLine(points, penOf(*variant, 0.45, thin));
    }
  }
  for (const auto& [variant, bands] : shown) {
    std::vector<CurvePoint> middle;
    for (const ComparedVariant::Band& b : bands) middle.push_back({b.step, spread == Spread::Std ? b.mean : b.median});
    drawLine(middle, penOf(*variant, 1, thick));
  }

  // Final accuracy of every run, a row for each variant.
  QRectF dotArea(area.left() + half + 14 * u, area.top() + top, area.width() - half - 34 * u, area.height() - top - bottom);
  const double rowHeight = dotArea.height() / static_cast<double>(std::max<std::size_t>(1, shown.size()));
  // In low rows the labels stand before the dots, in a column of their own; how many solved is left out there.
  const bool low = rowHeight < 2.6 * line;
  const double labelsLeft = dotArea.left();
  if (low) {
    double widest = 0;
    for (const auto& [variant, bands] : shown) widest = std::max(widest, metrics.horizontalAdvance(variant->label));
    dotArea.setLeft(labelsLeft + std::min(widest + 26 * u, dotArea.width() * 0.55));
  }
  const Frame dots{dotArea, {0, 1}, {0, 1}, style};
  painter.setPen(style.text);
  painter.drawText(QPointF(labelsLeft, area.top() + 3 * u + metrics.ascent()),
                   QCoreApplication::translate("comparison", "Final validation accuracy of each run"));
  dots.bottomAxis(
      painter, linearTicks({0, 1}, 4), [](double tick) { return percentText(tick, 0.2); }, QString());
  double y = dots.area.top();
  for (const ComparedVariant& variant : comparison.variants) {
    if (variant.hidden) continue;
    const QColor colour = readableOn(variant.style.colour, style.background);
    const double middle = y + rowHeight / 2, strip = low ? middle : middle + metrics.ascent() / 2 - line / 4;
    const double baseline = low ? middle + metrics.xHeight() / 2 : strip - 6 * u;
    painter.setPen(QPen(colour, 2 * u, variant.style.dash, Qt::FlatCap));
    painter.drawLine(QPointF(labelsLeft, baseline - metrics.xHeight() / 2),
                     QPointF(labelsLeft + 14 * u, baseline - metrics.xHeight() / 2));
    painter.setPen(style.text);
    painter.drawText(QPointF(labelsLeft + 18 * u, baseline),
                     metrics.elidedText(variant.label, Qt::ElideMiddle, (low ? dots.area.left() - labelsLeft - 26 * u : dots.area.width() - 18 * u)));
    painter.setPen(QPen(style.grid, u));
    painter.drawLine(QPointF(dots.area.left(), strip), QPointF(dots.area.right(), strip));
    if (!low) {
      painter.setPen(style.muted);
      painter.drawText(QPointF(dots.area.left() + 18 * u, strip + 5 * u + metrics.ascent()), summaryOf(variant));
    }
    painter.setPen(QPen(style.background, 0.6 * u));
    painter.setBrush(colour);
    // Seeds that end alike stand above each other: a dot is a run.
    std::vector<double> finals;
    for (const ComparedRun& run : variant.runs) {
      if (std::isfinite(run.final)) finals.push_back(dots.at(run.final, 0).x());
    }
    std::sort(finals.begin(), finals.end());
    double stackAt = -1e9;
    int height = 0;
    for (const double x : finals) {
      height = x - stackAt < 4 * u ? height + 1 : 0;
      if (height == 0) stackAt = x;
      painter.drawEllipse(QPointF(x, strip - 4.5 * u * height), 2.8 * u, 2.8 * u);
    }
    painter.setBrush(Qt::NoBrush);
    y += rowHeight;
  }
  return curves.area;
}

}  // namespace fenwick::ui
