#include "ui/views/curve_scene.h"

#include <qcustomplot.h>

#include <QPalette>
#include <algorithm>
#include <array>
#include <cmath>

namespace fenwick::ui {
namespace {

double luminance(const QColor& colour) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
  return std::max(la, lb) / std::min(la, lb);
}

constexpr std::size_t kCrowd = 60;

QCPRange toQcp(Range range) { return QCPRange(range.lower, range.upper); }

// The tick rules of curve_math, given to a QCustomPlot axis.
class Ticker : public QCPAxisTicker {
 public:
  enum class Kind { Value, Percent, Steps, Duration };
  void describe(Kind kind, bool logarithmic, int about) {
    m_kind = kind;
    m_logarithmic = logarithmic;
    m_about = std::max(2, about);
  }
  void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                QVector<QString>* labels) override {
    const Range shown{range.lower, range.upper};
    const std::vector<double> at = m_kind == Kind::Duration ? durationTicks(shown, m_about)
                                   : m_logarithmic          ? logTicks(shown, m_about)
                                                            : linearTicks(shown, m_about);
    ticks = QVector<double>(at.begin(), at.end());
    if (subTicks) subTicks->clear();
    if (!labels) return;
    labels->clear();
    const double step = at.size() > 1 && !m_logarithmic ? at[1] - at[0] : 0;
    for (const double tick : at) labels->append(text(tick, step));
  }

 private:
  QString text(double tick, double step) const {
    switch (m_kind) {
      case Kind::Percent:
        return percentText(tick, step > 0 ? step : 0.01);
      case Kind::Steps:
        return countText(tick);
      case Kind::Duration:
        return durationText(tick, step);
      case Kind::Value:
        break;
    }
    return valueText(tick, step);
  }
  Kind m_kind = Kind::Value;
  bool m_logarithmic = false;
  int m_about = 5;
};

void drawMarker(QPainter& painter, QPointF at, int marker, double radius) {
  const double x = at.x(), y = at.y(), r = radius;
  switch (marker) {
    case 1:
      painter.drawRect(QRectF(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76));
      break;
    case 2:
      painter.drawPolygon(QPolygonF({{x, y - r * 1.2}, {x + r * 1.1, y + r * 0.8}, {x - r * 1.1, y + r * 0.8}}));
      break;
    case 3:
      painter.drawPolygon(QPolygonF({{x, y - r * 1.25}, {x + r * 1.25, y}, {x, y + r * 1.25}, {x - r * 1.25, y}}));
      break;
    case 4:
      painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r));
      painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r));
      break;
    case 5:
      painter.drawLine(QPointF(x - r * 1.2, y), QPointF(x + r * 1.2, y));
      painter.drawLine(QPointF(x, y - r * 1.2), QPointF(x, y + r * 1.2));
      break;
    default:
      painter.drawEllipse(at, r, r);
  }
}

// Something drawn by us on a layer of the plot.
class Painting : public QCPLayerable {
 public:
  Painting(QCustomPlot& plot, const QString& layer, std::function<void(QPainter&)> paint)
      : QCPLayerable(&plot, layer), m_paint(std::move(paint)) {}

 protected:
  QRect clipRect() const override { return mParentPlot->viewport(); }
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  void draw(QCPPainter* painter) override { m_paint(*painter); }

 private:
  std::function<void(QPainter&)> m_paint;
};

}  // namespace

QColor readableOn(const QColor& colour, const QColor& ground) {
  QColor result = colour;
  const bool dark = luminance(ground) < 0.2;
  for (int i = 0; i < 12 && contrast(result, ground) < (dark ? 4.0 : 2.1); ++i) {
    float h, s, l;
    result.getHslF(&h, &s, &l);
    l = std::clamp(l + (dark ? 0.03f : -0.03f), 0.0f, 1.0f);
    result = QColor::fromHslF(h, s, l);
  }
  return result;
}

QColor pale(const QColor& colour, const QColor& ground, double strength) {
  const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a * strength + b * (1 - strength))); };
  return QColor(mix(colour.red(), ground.red()), mix(colour.green(), ground.green()),
                mix(colour.blue(), ground.blue()));
}

CurveStyle CurveStyle::screen(const QPalette& palette, const QFont& font) {
  CurveStyle style;
  style.font = font;
  style.font.setPixelSize(std::max(9, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.85))));
  style.background = palette.color(QPalette::Base);
  style.text = palette.color(QPalette::Text);
  style.muted = pale(style.text, style.background, 0.62);
  style.grid = pale(style.text, style.background, 0.09);
  style.frame = pale(style.text, style.background, 0.28);
  return style;
}

struct CurveScene::State {
  QCustomPlot& plot;
  CurveModel& model;
  CurveStyle style;
  std::array<QCPAxisRect*, kPlots> rects{};
  std::array<QSharedPointer<Ticker>, kPlots> keyTickers, valueTickers;
  std::vector<PlotData> data;
  std::optional<Range> chosenKeys;
  std::array<std::optional<Range>, kPlots> chosenValues;
  std::optional<double> cursor;
  std::optional<QRectF> box;
  std::function<bool()> goesOn;
  int columns = 2;

  State(QCustomPlot& p, CurveModel& m) : plot(p), model(m) {}

  double px(double length) const { return length * style.unit; }
  QCPAxis* keyAxis(int i) const { return rects[static_cast<std::size_t>(i)]->axis(QCPAxis::atBottom); }
  QCPAxis* valueAxis(int i) const { return rects[static_cast<std::size_t>(i)]->axis(QCPAxis::atLeft); }
  bool bottomRow(int i) const { return i + columns >= kPlots; }

  QPointF pointAt(int i, double key, double value) const {
    return {keyAxis(i)->coordToPixel(key), valueAxis(i)->coordToPixel(value)};
  }

  void styleAxes();
  void updateLayout() const;
  double referenceMargin() const;
  void paintPlot(QPainter& painter, int i) const;
  void paintHeader(QPainter& painter, int i) const;
  void paintReferences(QPainter& painter, int i) const;
  void paintLine(QPainter& painter, int i, std::span<const double> keys, std::span<const double> values, QPen pen,
                 bool crisp) const;
  void paintMarkers(QPainter& painter, int i, const DrawnCurve& curve, const QColor& colour) const;
  void paintFaults(QPainter& painter, int i, const DrawnCurve& curve, const QColor& colour) const;
  void paintCursor(QPainter& painter) const;
};

CurveScene::CurveScene(QCustomPlot& plot, CurveModel& model) : m_state(std::make_unique<State>(plot, model)) {
  plot.setAutoAddPlottableToLegend(false);
  plot.plotLayout()->clear();
  plot.addLayer("cursor", plot.layer("overlay"), QCustomPlot::limAbove);
  plot.layer("cursor")->setMode(QCPLayer::lmBuffered);
  for (int i = 0; i < kPlots; ++i) {
    auto* rect = new QCPAxisRect(&plot, false);
    m_state->rects[static_cast<std::size_t>(i)] = rect;
    auto& keyTicker = m_state->keyTickers[static_cast<std::size_t>(i)] = QSharedPointer<Ticker>::create();
    auto& valueTicker = m_state->valueTickers[static_cast<std::size_t>(i)] = QSharedPointer<Ticker>::create();
    rect->addAxis(QCPAxis::atBottom)->setTicker(keyTicker);
    rect->addAxis(QCPAxis::atLeft)->setTicker(valueTicker);
    // In a fixed order, which axes() does not keep: figures are to be equal byte for byte.
    for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
      QCPAxis* axis = rect->axis(type);
      axis->setLayer("axes");
      axis->grid()->setLayer("grid");
    }
    new Painting(plot, "main", [state = m_state.get(), i](QPainter& painter) { state->paintPlot(painter, i); });
  }
  new Painting(plot, "cursor", [state = m_state.get()](QPainter& painter) { state->paintCursor(painter); });
  arrange(2);
}

CurveScene::~CurveScene() = default;

void CurveScene::setStyle(const CurveStyle& style) {
  m_state->style = style;
  m_state->styleAxes();
}

void CurveScene::State::styleAxes() {
  plot.setBackground(QBrush(style.background));
  const QFontMetricsF metrics(style.font);
  const int header = static_cast<int>(std::ceil(metrics.height() + px(8)));
  const auto whole = [this](double length) { return static_cast<int>(std::lround(px(length))); };
  for (int i = 0; i < kPlots; ++i) {
    QCPAxisRect* rect = rects[static_cast<std::size_t>(i)];
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    rect->setMargins(QMargins(0, header, whole(i == 1 ? 8 : 12), 0));
    rect->setMinimumMargins(
        QMargins(static_cast<int>(std::ceil(metrics.horizontalAdvance("0.000") + px(10))), 0, 0, whole(6)));
    for (QCPAxis* axis : rect->axes()) {
      axis->setNumberFormat("g");  // the labels are ours: no rewriting of 1e-3
      axis->setTickLabelFont(style.font);
      axis->setTickLabelColor(style.muted);
      axis->setLabelFont(style.font);
      axis->setLabelColor(style.muted);
      axis->setBasePen(QPen(style.frame, px(1)));
      axis->setTickPen(QPen(style.frame, px(1)));
      axis->setTickLength(0, whole(3));
      axis->setSubTicks(false);
      axis->setTickLabelPadding(whole(3));
      axis->setLabelPadding(whole(2));
      axis->grid()->setVisible(true);
      axis->grid()->setPen(QPen(style.grid, px(1)));
      axis->grid()->setZeroLinePen(Qt::NoPen);
      axis->grid()->setSubGridVisible(false);
      axis->grid()->setAntialiased(style.print);
      axis->setAntialiased(style.print);
    }
    valueAxis(i)->setBasePen(Qt::NoPen);
    valueAxis(i)->setTickPen(Qt::NoPen);
    valueAxis(i)->setTickLength(0, 0);
    valueAxis(i)->setTickLabelPadding(whole(5));
  }
  plot.plotLayout()->setMargins(QMargins(whole(8), 0, whole(4), whole(2)));
  plot.plotLayout()->setColumnSpacing(whole(12));
  plot.plotLayout()->setRowSpacing(whole(4));
}

void CurveScene::arrange(int columns) {
  State& s = *m_state;
  s.columns = std::clamp(columns, 1, kPlots);
  QCPLayoutGrid* grid = s.plot.plotLayout();
  for (QCPAxisRect* rect : s.rects) {
    if (rect->layout()) rect->layout()->take(rect);
  }
  grid->simplify();
  for (int i = 0; i < kPlots; ++i) {
    grid->addElement(i / s.columns, i % s.columns, s.rects[static_cast<std::size_t>(i)]);
  }
  for (int column = 0; column < s.columns; ++column) {
    auto* left = new QCPMarginGroup(&s.plot);
    for (int i = column; i < kPlots; i += s.columns) {
      s.rects[static_cast<std::size_t>(i)]->setMarginGroup(QCP::msLeft, left);
    }
  }
}

void CurveScene::setShownKeys(std::optional<Range> keys) { m_state->chosenKeys = keys; }
void CurveScene::setShownValues(int plot, std::optional<Range> values) {
  m_state->chosenValues[static_cast<std::size_t>(plot)] = values;
}
bool CurveScene::showsEverything() const {
  const auto& values = m_state->chosenValues;
  return !m_state->chosenKeys &&
         std::none_of(values.begin(), values.end(), [](const auto& v) { return v.has_value(); });
}

bool CurveScene::isLogarithmic(int plot) const {
  const auto i = static_cast<std::size_t>(plot);
  return i < m_state->data.size() && m_state->data[i].logarithmic;
}

bool CurveScene::showsOwnValues(int plot) const {
  return m_state->chosenValues[static_cast<std::size_t>(plot)].has_value();
}

double CurveScene::State::referenceMargin() const {
  const QFontMetricsF metrics(style.font);
  double widest = 0;
  for (const model::ReferenceLine& line : data[1].references) {
    widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(line.label)));
  }
  return widest > 0 ? widest + px(12) : px(12);
}

void CurveScene::State::updateLayout() const {
  for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
    plot.plotLayout()->update(phase);
  }
}

void CurveScene::prepare() {
  State& s = *m_state;
  s.updateLayout();  // after a change of size the number of ticks is chosen by the new one
  s.model.refresh();
  s.data = s.model.plots();
  const bool byTime = s.model.settings().x == XAxis::ActiveTime;

  Range keys = s.chosenKeys.value_or(s.model.keys());
  if (keys.empty()) keys = {0, 1};
  if (!s.chosenKeys)
    keys.lower = std::min(keys.lower, keys.lower <= std::max(1.0, keys.upper * 0.05) ? 0.0 : keys.lower);
  if (!(keys.size() > 0)) keys.upper = keys.lower + 1;

  const QFontMetricsF metrics(s.style.font);
  for (int i = 0; i < kPlots; ++i) {
    const PlotData& plot = s.data[static_cast<std::size_t>(i)];
    Range values;
    if (plot.whole)
      values = {-0.02, 1.02};
    else {
      for (const DrawnCurve& curve : plot.curves)
        values.include(finiteRange(curve.keys, curve.values, keys, plot.logarithmic));
      const bool neverNegative = values.lower >= 0;
      values = padded(values, 0.06, plot.logarithmic);
      if (neverNegative && !plot.logarithmic) values.lower = std::max(values.lower, -0.02 * values.upper);
    }
    const auto& chosen = s.chosenValues[static_cast<std::size_t>(i)];
    if (chosen && (!plot.logarithmic || chosen->lower > 0)) values = *chosen;

    QCPAxisRect* rect = s.rects[static_cast<std::size_t>(i)];
    QCPAxis *keyAxis = s.keyAxis(i), *valueAxis = s.valueAxis(i);
    valueAxis->setScaleType(plot.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    keyAxis->setRange(toQcp(keys));
    valueAxis->setRange(toQcp(values));
    const double labelWidth = metrics.horizontalAdvance("00,000") + s.px(20);
    s.keyTickers[static_cast<std::size_t>(i)]->describe(byTime ? Ticker::Kind::Duration : Ticker::Kind::Steps, false,
                                                        static_cast<int>(rect->width() / labelWidth));
    s.valueTickers[static_cast<std::size_t>(i)]->describe(
        plot.fraction ? Ticker::Kind::Percent : Ticker::Kind::Value, plot.logarithmic,
        std::clamp(static_cast<int>(rect->height() / (metrics.height() * 2)), 2, 6));
    // Plots above others share their x axis: ticks without numbers there, where room is scarce.
    // By the outer height, which does not depend on the answer.
    const int outer = rect->outerRect().height();
    const bool labelled = s.style.print || s.bottomRow(i) || outer > s.px(220);
    keyAxis->setTickLabels(labelled);
    const bool named = s.style.print ? s.bottomRow(i) : (s.bottomRow(i) && outer > s.px(150));
    keyAxis->setLabel(named ? (byTime ? CurvesPanel::tr("active training time") : CurvesPanel::tr("step")) : QString());
    const int right = static_cast<int>(
        std::ceil(i == 1 || (s.columns == 2 && i == 3) || s.columns == 1 ? s.referenceMargin() : s.px(12)));
    QMargins margins = rect->margins();
    if (margins.right() != right) {
      margins.setRight(right);
      rect->setMargins(margins);
    }
  }
}

void CurveScene::setBetweenCurves(std::function<bool()> goesOn) { m_state->goesOn = std::move(goesOn); }

void CurveScene::layOut(QSize size) {
  QCustomPlot& plot = m_state->plot;
  plot.setViewport(QRect(QPoint(0, 0), size));
  for (int pass = 0; pass < 3; ++pass) {  // tick counts depend on sizes, and margins on tick labels
    prepare();
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
      plot.plotLayout()->update(phase);
    }
  }
}

Range CurveScene::shownKeys() const {
  const QCPRange range = m_state->keyAxis(0)->range();
  return {range.lower, range.upper};
}
Range CurveScene::shownValues(int plot) const {
  const QCPRange range = m_state->valueAxis(plot)->range();
  return {range.lower, range.upper};
}
QRectF CurveScene::plotArea(int plot) const { return QRectF(m_state->rects[static_cast<std::size_t>(plot)]->rect()); }
int CurveScene::plotAt(QPointF position) const {
  for (int i = 0; i < kPlots; ++i) {
    if (plotArea(i).contains(position)) return i;
  }
  return -1;
}
double CurveScene::keyAt(int plot, double x) const { return m_state->keyAxis(plot)->pixelToCoord(x); }
double CurveScene::valueAt(int plot, double y) const { return m_state->valueAxis(plot)->pixelToCoord(y); }

void CurveScene::setCursor(std::optional<double> key) {
  if (m_state->cursor == key) return;
  m_state->cursor = key;
  m_state->plot.layer("cursor")->replot();
}
std::optional<double> CurveScene::cursor() const { return m_state->cursor; }
void CurveScene::setBox(std::optional<QRectF> box) {
  m_state->box = box;
  m_state->plot.layer("cursor")->replot();
}

void CurveScene::State::paintPlot(QPainter& painter, int i) const {
  if (data.empty()) return;
  const PlotData& plotData = data[static_cast<std::size_t>(i)];
  paintHeader(painter, i);
  paintReferences(painter, i);
  painter.save();
  painter.setClipRect(QRectF(rects[static_cast<std::size_t>(i)]->rect()).adjusted(0, 0, px(1), 0));
  // Among hundreds of curves nobody sees raw lines, dashes and smooth edges, but everybody sees that they take seconds.
  const bool crowd = !style.print && plotData.curves.size() > kCrowd;
  for (const DrawnCurve& curve : plotData.curves) {
    if (curve.smooth.empty() || crowd) continue;
    const QColor colour = readableOn(curve.style.colour, style.background);
    paintLine(painter, i, curve.keys, curve.values, QPen(pale(colour, style.background, 0.32), px(style.rawWidth)),
              true);
  }
  for (const DrawnCurve& curve : plotData.curves) {
    const QColor colour = readableOn(curve.style.colour, style.background);
    QPen pen(colour, px(style.lineWidth), curve.style.dash, Qt::FlatCap, style.print ? Qt::RoundJoin : Qt::BevelJoin);
    if (curve.second) {
      pen.setWidthF(px(style.lineWidth * 0.8));
      if (curve.style.dash == Qt::SolidLine) pen.setDashPattern({4, 3});
    }
    if (crowd) pen = QPen(colour, px(style.rawWidth));
    paintLine(painter, i, curve.keys, curve.line(), pen, crowd);
    if (goesOn && !goesOn()) return painter.restore();
  }
  // The newest evaluation lies on the edge: its marker is not cut in half.
  painter.setClipRect(QRectF(rects[static_cast<std::size_t>(i)]->rect()).adjusted(-px(4), -px(4), px(4), px(4)));
  for (const DrawnCurve& curve : plotData.curves) {
    if (curve.second && !crowd) paintMarkers(painter, i, curve, readableOn(curve.style.colour, style.background));
  }
  for (const DrawnCurve& curve : plotData.curves) {
    paintFaults(painter, i, curve, readableOn(curve.style.colour, style.background));
  }
  painter.restore();
}

void CurveScene::State::paintHeader(QPainter& painter, int i) const {
  const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect());
  const PlotData& plotData = data[static_cast<std::size_t>(i)];
  const QRectF outer = QRectF(rects[static_cast<std::size_t>(i)]->outerRect());
  QFont bold = style.font;
  if (!style.print) bold.setWeight(QFont::DemiBold);  // the bundled font has one weight
  const QFontMetricsF metrics(style.font), boldMetrics(bold);
  const double baseline = outer.top() + px(3) + metrics.ascent();
  double x = outer.left() + px(4);
  painter.setFont(bold);
  painter.setPen(style.text);
  painter.drawText(QPointF(x, baseline), plotData.title);
  x += boldMetrics.horizontalAdvance(plotData.title) + px(6);
  painter.setFont(style.font);
  if (plotData.logarithmic) {
    painter.setPen(style.muted);
    painter.drawText(QPointF(x, baseline), CurvesPanel::tr("log"));
    x += metrics.horizontalAdvance(CurvesPanel::tr("log"));
  }
  if (plotData.second.isEmpty()) return;
  // The key to the two kinds of line stands at the right, where it does not move.
  const QString &first = plotData.first, &second = plotData.second;
  const double sample = px(20), gap = px(4), between = px(12);
  const double width =
      2 * (sample + gap) + between + metrics.horizontalAdvance(first) + metrics.horizontalAdvance(second);
  x = std::max(x + between, area.right() - width);
  if (x + width > outer.right()) return;
  const double middle = baseline - metrics.xHeight() / 2;
  painter.setPen(QPen(style.muted, px(style.lineWidth)));
  painter.drawLine(QPointF(x, middle), QPointF(x + sample, middle));
  painter.setPen(style.muted);
  painter.drawText(QPointF(x + sample + gap, baseline), first);
  x += sample + gap + metrics.horizontalAdvance(first) + between;
  QPen dashed(style.muted, px(style.lineWidth * 0.8));
  dashed.setDashPattern({4, 3});
  painter.setPen(dashed);
  painter.drawLine(QPointF(x, middle), QPointF(x + sample, middle));
  painter.setPen(QPen(style.muted, px(1)));
  painter.setBrush(style.background);
  drawMarker(painter, {x + sample / 2, middle}, 0, px(2.5));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(style.muted);
  painter.drawText(QPointF(x + sample + gap, baseline), second);
}

void CurveScene::State::paintReferences(QPainter& painter, int i) const {
  const PlotData& plotData = data[static_cast<std::size_t>(i)];
  if (plotData.references.empty()) return;
  const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect());
  const QCPRange shown = valueAxis(i)->range();
  const QFontMetricsF metrics(style.font);
  std::vector<const model::ReferenceLine*> lines;
  std::vector<double> wanted;
  for (const model::ReferenceLine& line : plotData.references) {
    if (!shown.contains(line.accuracy)) continue;
    lines.push_back(&line);
    wanted.push_back(valueAxis(i)->coordToPixel(line.accuracy));
  }
  const double half = metrics.capHeight() / 2 + px(1);
  const std::vector<double> placed =
      spreadLabels(wanted, metrics.ascent() + px(1), area.top() - half, area.bottom() + half);
  const QColor colour = pale(style.text, style.background, 0.45);
  QPen dotted(colour, px(1));
  dotted.setDashPattern({2, 3});
  painter.setFont(style.font);
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const double y = style.print ? wanted[n] : std::round(wanted[n]) + 0.5;
    painter.setPen(dotted);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(QPen(colour, px(1)));
    painter.drawLine(QPointF(area.right(), y), QPointF(area.right() + px(5), placed[n]));
    painter.setPen(style.muted);
    painter.drawText(QPointF(area.right() + px(7), placed[n] + metrics.capHeight() / 2),
                     QString::fromStdString(lines[n]->label));
  }
}

void CurveScene::State::paintLine(QPainter& painter, int i, std::span<const double> keys,
                                  std::span<const double> values, QPen pen, bool crisp) const {
  const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect());
  const QCPRange shown = keyAxis(i)->range();
  const bool logarithmic = data[static_cast<std::size_t>(i)].logarithmic;
  const bool whole = style.print && !(style.preview > 0);
  const double scale = whole ? 2 / style.unit : style.print ? style.preview : plot.bufferDevicePixelRatio();
  const std::vector<CurvePoint> line =
      envelope(keys, values, {shown.lower, shown.upper}, static_cast<int>(area.width() * scale), logarithmic);
  painter.setRenderHint(QPainter::Antialiasing, !crisp || style.print);
  painter.setBrush(Qt::NoBrush);
  // One pixel of the device: wider pens go through the stroker, twenty times as slow on a curve that fills its columns.
  if (crisp && !style.print) pen.setWidthF(0);
  QPolygonF piece;
  const auto flush = [&] {
    if (piece.size() == 1) {  // a point without neighbours would not show as a line
      painter.setPen(Qt::NoPen);
      painter.setBrush(pen.color());
      painter.setRenderHint(QPainter::Antialiasing, true);
      painter.drawEllipse(piece.front(), px(2), px(2));
      painter.setRenderHint(QPainter::Antialiasing, !crisp || style.print);
      painter.setBrush(Qt::NoBrush);
    } else if (piece.size() > 1) {
      painter.setPen(pen);
      if (whole || pen.style() != Qt::SolidLine || crisp) {
        painter.drawPolyline(piece);
      } else {
        // The rasteriser's work grows faster than the length of a path: short pieces, each from the end of the one before.
        constexpr qsizetype kPiece = 24;
        QPen joined = pen;
        joined.setCapStyle(Qt::SquareCap);  // pieces overlap by half a width, so that no seam shows
        painter.setPen(joined);
        for (qsizetype at = 0; at + 1 < piece.size(); at += kPiece) {
          painter.drawPolyline(piece.constData() + at, static_cast<int>(std::min(kPiece + 1, piece.size() - at)));
        }
      }
    }
    piece.clear();
  };
  // Points that do not leave the pixel of the one before change nothing but the time it takes.
  const double least = whole || crisp ? 0 : style.print ? 0.5 / style.preview : 0.5;
  // Far outside the plot a coordinate says no more than "beyond the edge".
  const double far = 4 * std::max(area.width(), area.height());
  for (const CurvePoint& point : line) {
    if (std::isnan(point.value)) {
      flush();
      continue;
    }
    QPointF at = pointAt(i, point.key, point.value);
    at.setY(std::clamp(at.y(), area.top() - far, area.bottom() + far));
    if (at.x() < area.left() - far && piece.isEmpty()) at.setX(std::max(at.x(), -1e6));
    if (least > 0 && !piece.isEmpty() && &point != &line.back() && std::abs(at.x() - piece.back().x()) < least &&
        std::abs(at.y() - piece.back().y()) < least) {
      continue;
    }
    // A level stretch is one line: joins would show on it.
    const qsizetype n = piece.size();
    if (n > 1 && piece[n - 1].y() == at.y() && piece[n - 2].y() == at.y()) piece.removeLast();
    piece << at;
  }
  flush();
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void CurveScene::State::paintMarkers(QPainter& painter, int i, const DrawnCurve& curve, const QColor& colour) const {
  const QCPRange shown = keyAxis(i)->range();
  const bool logarithmic = data[static_cast<std::size_t>(i)].logarithmic;
  painter.setPen(QPen(colour, px(1)));
  painter.setBrush(style.background);
  const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect()).adjusted(-px(1), -px(1), px(1), px(1));
  double before = -1e9;
  const IndexRange range = shownIndices(curve.keys, {shown.lower, shown.upper});
  for (auto n = static_cast<std::size_t>(range.first); n < static_cast<std::size_t>(range.last); ++n) {
    const double value = curve.values[n];
    if (!std::isfinite(value) || (logarithmic && value <= 0)) continue;
    const QPointF at = pointAt(i, curve.keys[n], value);
    if (at.x() - before < px(9) || !area.contains(at)) continue;
    before = at.x();
    drawMarker(painter, at, curve.style.marker, px(2.5));
  }
  painter.setBrush(Qt::NoBrush);
}

void CurveScene::State::paintFaults(QPainter& painter, int i, const DrawnCurve& curve, const QColor& colour) const {
  const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect());
  const QCPRange shown = keyAxis(i)->range();
  const int markColumns = static_cast<int>(area.width() / px(3));
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (const FaultMark& mark : faultMarks(curve.keys, curve.values, {shown.lower, shown.upper}, markColumns,
                                          data[static_cast<std::size_t>(i)].logarithmic)) {
    const double x = keyAxis(i)->coordToPixel(mark.key), r = px(3.5);
    const double top = area.top() + r + px(1), bottom = area.bottom() - r - px(1);
    painter.setPen(QPen(colour, px(1.5)));
    painter.setBrush(Qt::NoBrush);
    switch (mark.kind) {
      case FaultKind::NotANumber:
        drawMarker(painter, {x, top}, 4, r * 0.8);
        break;
      case FaultKind::PlusInfinity:
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({{x, top - r}, {x + r, top + r}, {x - r, top + r}}));
        break;
      case FaultKind::MinusInfinity:
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({{x, bottom + r}, {x + r, bottom - r}, {x - r, bottom - r}}));
        break;
      case FaultKind::NotPositive:
        painter.drawPolygon(QPolygonF({{x, bottom + r}, {x + r, bottom - r}, {x - r, bottom - r}}));
        break;
    }
  }
  painter.setBrush(Qt::NoBrush);
}

void CurveScene::State::paintCursor(QPainter& painter) const {
  if (box) {
    painter.setPen(QPen(style.muted, px(1), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(*box);
  }
  if (!cursor || data.empty()) return;
  const std::vector<PlotData> fresh = model.plots();  // the spans of `data` may be older than the newest point
  for (int i = 0; i < kPlots; ++i) {
    const QRectF area = QRectF(rects[static_cast<std::size_t>(i)]->rect());
    const double x = std::round(keyAxis(i)->coordToPixel(*cursor)) + 0.5;
    if (x < area.left() || x > area.right() + 1) continue;
    painter.setPen(QPen(pale(style.text, style.background, 0.55), px(1)));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    for (const DrawnCurve& curve : fresh[static_cast<std::size_t>(i)].curves) {
      const qsizetype index = nearestIndex(curve.keys, *cursor);
      if (index < 0) continue;
      const double value = curve.line()[static_cast<std::size_t>(index)];
      if (!std::isfinite(value) || (fresh[static_cast<std::size_t>(i)].logarithmic && value <= 0)) continue;
      const QPointF at = pointAt(i, curve.keys[static_cast<std::size_t>(index)], value);
      if (!area.adjusted(-2, -2, 2, 2).contains(at)) continue;
      painter.setPen(QPen(style.background, px(1.5)));
      painter.setBrush(readableOn(curve.style.colour, style.background));
      drawMarker(painter, at, curve.second ? curve.style.marker : 0, px(3.5));
    }
    painter.setBrush(Qt::NoBrush);
  }
}

}  // namespace fenwick::ui
