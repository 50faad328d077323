#include "ui/figures/figure_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/figures/figure.h"

namespace fenwick::ui {

QString legendPlaceName(LegendPlace place) {
  switch (place) {
    case LegendPlace::Automatic: return QStringLiteral("auto");
    case LegendPlace::Above: return QStringLiteral("above");
    case LegendPlace::Below: return QStringLiteral("below");
    case LegendPlace::Right: return QStringLiteral("right");
    case LegendPlace::TopLeft: return QStringLiteral("top-left");
    case LegendPlace::TopRight: return QStringLiteral("top-right");
    case LegendPlace::BottomLeft: return QStringLiteral("bottom-left");
    case LegendPlace::BottomRight: return QStringLiteral("bottom-right");
    case LegendPlace::None: return QStringLiteral("none");
  }
  return {};
}

QString legendPlaceTitle(LegendPlace place) {
  switch (place) {
    case LegendPlace::Automatic: return QCoreApplication::translate("FigureLegend", "Where it suits");
    case LegendPlace::Above: return QCoreApplication::translate("FigureLegend", "Above");
    case LegendPlace::Below: return QCoreApplication::translate("FigureLegend", "Below");
    case LegendPlace::Right: return QCoreApplication::translate("FigureLegend", "At the right");
    case LegendPlace::TopLeft: return QCoreApplication::translate("FigureLegend", "Inside, top left");
    case LegendPlace::TopRight: return QCoreApplication::translate("FigureLegend", "Inside, top right");
    case LegendPlace::BottomLeft: return QCoreApplication::translate("FigureLegend", "Inside, bottom left");
    case LegendPlace::BottomRight: return QCoreApplication::translate("FigureLegend", "Inside, bottom right");
    case LegendPlace::None: return QCoreApplication::translate("FigureLegend", "None");
  }
  return {};
}

LegendPlace legendOf(const FigureOptions& options, LegendPlace automatic) {
  return options.legend == LegendPlace::Automatic ? automatic : options.legend;
}

FigureLegend::FigureLegend(std::vector<LegendEntry> entries, const CurveStyle& style, LegendPlace place, QSize sheet)
    : m_entries(std::move(entries)), m_style(style), m_place(place), m_rest(QPoint(0, 0), sheet) {
  const double u = m_style.unit;
  m_line = QFontMetricsF(m_style.font).height() + 2 * u;
  m_sample = 24 * u;
  if (m_entries.empty()) m_place = LegendPlace::None;
  if (m_place == LegendPlace::None || inside()) return;
  if (m_place == LegendPlace::Right) {
    double widest = 0;
    for (const LegendEntry& entry : m_entries) widest = std::max(widest, widthOf(entry));
    const int width = static_cast<int>(std::ceil(std::min(widest + 12 * u, 0.4 * sheet.width())));
    m_own = QRect(sheet.width() - width, 0, width, sheet.height());
    m_rest.setWidth(sheet.width() - width);
    m_beside = inColumn(sheet.height() - 6 * u);
    return;
  }
  m_beside = inRows(sheet.width(), static_cast<std::size_t>(std::max(1.0, 0.5 * sheet.height() / m_line)));
  const int height = static_cast<int>(std::ceil(m_beside.back().at.y() + m_line + 2 * u));
  const bool above = m_place == LegendPlace::Above;
  m_own = QRect(0, above ? 0 : sheet.height() - height, sheet.width(), height);
  m_rest = QRect(0, above ? height : 0, sheet.width(), sheet.height() - height);
}

bool FigureLegend::inside() const {
  return m_place == LegendPlace::TopLeft || m_place == LegendPlace::TopRight || m_place == LegendPlace::BottomLeft || m_place == LegendPlace::BottomRight;
}

double FigureLegend::widthOf(const LegendEntry& entry) const {
  return m_sample + 4 * m_style.unit + QFontMetricsF(m_style.font).horizontalAdvance(entry.text) + 16 * m_style.unit;
}

// As many to a line as fit.
std::vector<FigureLegend::Placed> FigureLegend::inRows(double width, std::size_t most) const {
  const double left = 12 * m_style.unit;
  std::vector<Placed> placed;
  double x = left, y = 4 * m_style.unit;
  std::size_t lines = 1;
  for (const LegendEntry& entry : m_entries) {
    const double needed = widthOf(entry);
    if (x + needed > width && x > left) {
      if (++lines > most) break;
      x = left, y += m_line;
    }
    placed.push_back({entry, {x, y}});
    x += needed;
  }
  shorten(placed);
  return placed;
}

std::vector<FigureLegend::Placed> FigureLegend::inColumn(double height) const {
  const auto fit = static_cast<std::size_t>(std::max(1.0, height / m_line));
  std::vector<Placed> placed;
  for (std::size_t i = 0; i < std::min(fit, m_entries.size()); ++i)
    placed.push_back({m_entries[i], {4 * m_style.unit, 4 * m_style.unit + static_cast<double>(i) * m_line}});
  shorten(placed);
  return placed;
}

void FigureLegend::shorten(std::vector<Placed>& placed) const {
  const std::size_t left = m_entries.size() - placed.size();
  if (left > 0) placed.back().entry = {QString("and %1 more").arg(left + 1), {}, Qt::NoPen};
}

void FigureLegend::paint(QPainter& painter, const std::vector<Placed>& placed, double width) const {
  const QFontMetricsF metrics(m_style.font);
  const double u = m_style.unit;
  for (const Placed& each : placed) {
    if (each.entry.dash != Qt::NoPen) {
      painter.setPen(QPen(readableOn(each.entry.colour, m_style.background), m_style.lineWidth * 1.25 * u, each.entry.dash, Qt::FlatCap));
      painter.drawLine(each.at + QPointF(0, m_line / 2), each.at + QPointF(m_sample, m_line / 2));
    }
    const double left = each.at.x() + m_sample + 4 * u;
    painter.setFont(m_style.font);
    painter.setPen(m_style.text);
    painter.drawText(QPointF(left, each.at.y() + m_line / 2 + metrics.capHeight() / 2), metrics.elidedText(each.entry.text, Qt::ElideMiddle, width - left));
  }
}

void FigureLegend::paintBeside(QPainter& painter) const {
  if (m_beside.empty()) return;
  painter.save();
  painter.translate(m_own.topLeft());
  paint(painter, m_beside, m_own.width());
  painter.restore();
}

void FigureLegend::paintInside(QPainter& painter, const QRectF& plot) const {
  if (!inside()) return;
  const double u = m_style.unit, margin = 4 * u;
  const std::vector<Placed> placed = inColumn(plot.height() - 4 * margin);
  double widest = 0;
  for (const Placed& each : placed) widest = std::max(widest, widthOf(each.entry) - 8 * u);
  QRectF box(0, 0, std::min(widest, plot.width() - 2 * margin), static_cast<double>(placed.size()) * m_line + 8 * u);
  const bool left = m_place == LegendPlace::TopLeft || m_place == LegendPlace::BottomLeft;
  const bool top = m_place == LegendPlace::TopLeft || m_place == LegendPlace::TopRight;
  box.moveTopLeft({left ? plot.left() + margin : plot.right() - margin - box.width(), top ? plot.top() + margin : plot.bottom() - margin - box.height()});
  painter.save();
  painter.setPen(QPen(m_style.grid, u));
  painter.setBrush(m_style.background);
  painter.drawRect(box);
  painter.translate(box.topLeft());
  paint(painter, placed, box.width());
  painter.restore();
}

}  // namespace fenwick::ui
