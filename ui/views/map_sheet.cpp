#include "ui/views/map_sheet.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace fenwick::ui {
namespace {

bool alongTokens(const std::vector<MapView>& maps) { return !maps.empty() && !maps[0].empty() && maps[0].grid->columnAxis == MapAxis::Token; }
bool square(const std::vector<MapView>& maps) { return alongTokens(maps) && maps[0].grid->rowAxis == MapAxis::Token; }

bool anySecond(const std::vector<MapView>& maps) {
  return std::any_of(maps.begin(), maps.end(), [](const MapView& map) { return map.second; });
}

// Maps that stand at a place of their own: a second one shares the place of the one before it.
int places(const std::vector<MapView>& maps) {
  return static_cast<int>(std::count_if(maps.begin(), maps.end(), [](const MapView& map) { return !map.second; }));
}

double lineHeight(const MapStyle& style) { return QFontMetricsF(style.font).height(); }

double leastWidth(const std::vector<MapView>& maps, const MapStyle& style) { return style.unit * 160 * (anySecond(maps) ? 2 : 1); }

// On screen as little as still shows something; on paper rows that can be told apart.
double leastHeight(const std::vector<MapView>& maps, const MapStyle& style) {
  const int rows = maps.empty() || maps[0].empty() ? 1 : maps[0].grid->rows;
  const double perRow = style.print ? std::max(9.0, 22.0 / rows) : 4.0;
  return lineHeight(style) + style.unit * (style.print ? 14 + perRow * rows : 8 + perRow * std::min(rows, 16));
}

// How many to a line, so that each is as readable as can be: high enough, lines as long as possible.
int placesAcross(int count, const QSizeF& room, double height, double width) {
  int across = 1;
  while (across < count) {
    const int lines = (count + across - 1) / across;
    if (room.height() / lines >= height - 1e-6 || room.width() / (across + 1) < width) break;
    ++across;
  }
  return across;
}

// Of words that go on below where the line is full.
double wordsHeight(const QString& words, const MapStyle& style, double width) {
  if (words.isEmpty()) return 0;
  return QFontMetricsF(style.font).boundingRect(QRectF(0, 0, width, 1e9), Qt::TextWordWrap, words).height() + 2 * style.unit;
}

double headingHeight(const MapStyle& style, const SheetWords& words, double width) { return wordsHeight(words.heading, style, width); }
double legendHeight(const MapStyle& style, const SheetWords& words) { return words.legend ? lineHeight(style) + 2 * style.unit : 0; }
double headHeight(const MapStyle& style, const SheetWords& words, double width) {
  const double own = headingHeight(style, words, width) + legendHeight(style, words);
  return own > 0 ? own + 4 * style.unit : 0;
}
double footHeight(const MapStyle& style, const SheetWords& words, double width) { return wordsHeight(words.remarks.join(QLatin1Char('\n')), style, width); }

}  // namespace

bool drawnCompact(const std::vector<MapView>& maps) { return maps.size() > 1 && alongTokens(maps) && !square(maps); }

double MapSheet::preferredHeight(const std::vector<MapView>& maps, const MapStyle& style, double width, const SheetWords& words) {
  double own = 0;
  if (!drawnCompact(maps)) {
    for (const MapView& map : maps) own = std::max(own, MapScene::preferredHeight(map, style));
  } else {
    const double room = width - colourScaleWidth(style);
    const int count = places(maps);
    const int widest = std::clamp(static_cast<int>(room / (1.25 * leastWidth(maps, style))), 1, count);
    // As many lines as there are columns, or more: tokens are many, rows few.
    int across = 1;
    while (across < widest && across * across < count / 2) ++across;
    own = (count + across - 1) / across * leastHeight(maps, style);
  }
  return own + headHeight(style, words, width) + footHeight(style, words, width);
}

MapSheet::MapSheet(const std::vector<MapView>& maps, const MapStyle& style, const QRectF& area, SheetWords words)
    : m_style(style), m_words(std::move(words)) {
  if (maps.empty() || maps[0].empty()) return;
  const double width = area.width(), head = headHeight(style, m_words, width), foot = footHeight(style, m_words, width);
  m_head = QRectF(area.left(), area.top(), width, headingHeight(style, m_words, width));
  m_legend = QRectF(area.left(), m_head.bottom(), width, legendHeight(style, m_words));
  m_foot = QRectF(area.left(), area.bottom() - foot, area.width(), foot);
  placeMaps(maps, area.adjusted(0, head, 0, -foot));
}

void MapSheet::placeMaps(const std::vector<MapView>& maps, const QRectF& area) {
  const double u = m_style.unit, line = lineHeight(m_style);
  const bool compact = drawnCompact(maps), many = maps.size() > 1, pairs = compact && anySecond(maps);
  const QSizeF room(area.width() - (compact ? colourScaleWidth(m_style) : 0), area.height());
  const int count = compact ? places(maps) : static_cast<int>(maps.size());
  const int across = !compact ? count : placesAcross(count, room, leastHeight(maps, m_style), leastWidth(maps, m_style));
  const int lines = (count + across - 1) / std::max(1, across);
  const double width = room.width() / across / (pairs ? 2 : 1), height = room.height() / lines;
  int place = -1;
  std::optional<std::size_t> first, second;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const bool beside = compact && maps[i].second;
    if (!beside) ++place;
    std::optional<std::size_t>& ofKind = beside ? second : first;
    if (!ofKind) ofKind = i;
    MapView view = maps[i];
    view.compact = compact;
    const double left = area.left() + (place % across) * (pairs ? 2 : 1) * width + (beside ? width : 0);
    m_scenes.emplace_back(view, m_style, QRectF(left, area.top() + (place / across) * height, width - (many ? 8 * u : 0), height - (many ? 3 * u : 0)));
  }
  if (!compact) return;
  // The scales beside all of them, one below the other.
  const double left = area.right() - colourScaleWidth(m_style) + 8 * u, each = area.height() / (second ? 2 : 1);
  const auto scale = [&](std::size_t map, double top) {
    const auto snap = [&](double length) { return std::round(length / m_style.pixel) * m_style.pixel; };
    m_scales.emplace_back(map, QRectF(snap(left), snap(top + line + 4 * u), snap(12 * u), snap(std::max(20 * u, each - line - 10 * u))));
  };
  scale(*first, area.top());
  if (second) scale(*second, area.top() + each);
}

void MapSheet::paint(QPainter& painter) const {
  for (const MapScene& scene : m_scenes) scene.paint(painter);
  painter.setFont(m_style.font);
  const double above = 4 * m_style.unit + lineHeight(m_style) - QFontMetricsF(m_style.font).ascent();
  for (const auto& [map, bar] : m_scales) paintColourScale(painter, m_scenes[map].view(), m_style, bar, bar.top() - above);
  paintWords(painter);
}

void MapSheet::paintWords(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  painter.setFont(m_style.font);
  painter.setPen(m_style.text);
  if (m_head.height() > 0) painter.drawText(m_head, Qt::TextWordWrap, m_words.heading);
  if (m_legend.height() > 0) {
    std::vector<MapView> views;
    for (const MapScene& scene : m_scenes) views.push_back(scene.view());
    const double end = paintLegend(painter, views, m_style, m_legend);
    const QString axes = views[0].grid->rowAxis == MapAxis::Head ? QCoreApplication::translate("maps", "heads down, tokens across") : QCoreApplication::translate("maps", "levels down, tokens across");
    painter.setPen(m_style.muted);
    if (end + metrics.horizontalAdvance(axes) <= m_legend.right())
      painter.drawText(QPointF(m_legend.right() - metrics.horizontalAdvance(axes), m_legend.top() + metrics.ascent()), axes);
  }
  painter.setPen(m_style.muted);
  if (m_foot.height() > 0) painter.drawText(m_foot, Qt::TextWordWrap, m_words.remarks.join(QLatin1Char('\n')));
}

}  // namespace fenwick::ui
