#include "ui/views/fenwick_tree.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {
namespace {

// Where tokens and levels lie.
struct Place {
  const MapScene& scene;
  const MapStyle& style;
  const QRectF& area;
  int first = scene.view().firstColumn, last = first + scene.view().shownColumns, all = scene.view().grid->columns;
  int levels = scene.view().slice.levels();
  double left = scene.mapRect().left(), width = scene.mapRect().width(), pitch = width / (last - first);
  double rowHeight = area.height() / (levels + 1);

  double px(double length) const { return length * style.unit; }
  double x(double token) const { return left + (std::clamp(token, double(first), double(last)) - first) * pitch; }
  double rowTop(int level) const { return area.top() + (levels - level) * rowHeight; }
  QRectF row(int level) const { return {left, rowTop(level) + px(1), width, rowHeight - px(2)}; }
};

void paintNodes(QPainter& painter, const Place& place) {
  const MapStyle& style = place.style;
  const QFontMetricsF metrics(style.font);
  const QPen faint(pale(style.text, style.background, 0.16), place.px(1));
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int level = 0; level < place.levels; ++level) {
    const QRectF row = place.row(level);
    const int size = level == 0 ? 1 : 1 << (level - 1), stride = level == 0 ? 1 : 1 << level;
    painter.setPen(faint);
    painter.setBrush(Qt::NoBrush);
    for (int begin = place.first / stride * stride; begin < place.last && size * place.pitch >= place.px(3); begin += stride) {
      if (begin + (level == 0 ? 0 : size) >= place.all) break;  // no query lies behind it
      painter.drawRect(QRectF(place.x(begin), row.top(), place.x(begin + size) - place.x(begin) - place.px(1), row.height() - place.px(1)));
    }
    painter.setPen(style.muted);
    const QString number = QString::number(level);
    if (place.rowHeight >= metrics.capHeight() + place.px(1))
      painter.drawText(QPointF(place.left - place.px(6) - metrics.horizontalAdvance(number), row.center().y() + metrics.capHeight() / 2), number);
  }
}

void paintNode(QPainter& painter, const Place& place, int token, int level) {
  const MapStyle& style = place.style;
  const MapView& view = place.scene.view();
  const QFontMetricsF metrics(style.font);
  const auto px = [&](double length) { return place.px(length); };
  const kernels::SourceRange range = kernels::sourceRange(token, level);
  const double at = place.x(token + 0.5), begin = place.x(double(range.begin)), end = place.x(double(range.end));
  const QRectF node(begin, place.rowTop(level) + px(1), std::max(px(2), end - begin - px(1)), place.rowHeight - px(3));
  const float value = view.slice.value(token, level);
  const QColor colour = std::isnan(value) ? holeColour()
                                          : QColor::fromRgb(colourOf(view, colourIndex(view.scale, static_cast<double>(value), view.limits.lower, view.limits.upper)));
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(style.text, px(1)));
  if (level > 0 && range.end <= place.last) {
    painter.drawLine(QPointF(node.right(), node.center().y()), QPointF(at, node.center().y()));
    painter.drawLine(QPointF(at, node.center().y()), QPointF(at, place.rowTop(0) + px(1)));
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(node, colour);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(node);
  if (place.rowHeight < metrics.capHeight() + px(2)) return;
  const QString sources = range.size() == 1 ? QString::number(range.begin) : QString("%1…%2").arg(range.begin).arg(range.end - 1);
  const QString text = sources + "  " + QChar(0x03BB) + ' ' + QString::number(static_cast<double>(value), 'f', 3);
  const double textWidth = metrics.horizontalAdvance(text);
  const bool inside = textWidth + px(8) <= node.width();
  double x = inside ? node.center().x() - textWidth / 2 : node.left() - textWidth - px(5);
  if (!inside && x < place.left) x = std::max(at, node.right()) + px(6);
  if (!inside) painter.fillRect(QRectF(x - px(2), node.top(), textWidth + px(4), node.height() + px(1)), style.background);
  painter.setPen(inside ? (colour.lightnessF() > 0.5 ? QColor(Qt::black) : QColor(Qt::white)) : style.text);
  painter.drawText(QPointF(x, node.center().y() + metrics.capHeight() / 2), text);
}

}  // namespace

double fenwickTreeHeight(const LambdaSlice& slice, const MapStyle& style) {
  return (slice.levels() + 1) * std::max(9.0 * style.unit, QFontMetricsF(style.font).height() * (style.print ? 1.15 : 0.8));
}

void paintFenwickTree(QPainter& painter, const MapScene& scene, const MapStyle& style, const QRectF& area, int token) {
  const Place place{scene, style, area};
  const QFontMetricsF metrics(style.font);
  const bool none = token < 0 || token >= place.all;
  painter.setFont(style.font);
  painter.setPen(style.muted);
  const QString title = none ? QCoreApplication::translate("maps", "Fenwick tree: point at a token to see what it reads")
                             : QCoreApplication::translate("maps", "Fenwick tree of token %1: %2 of %3 levels hold sources").arg(token).arg(kernels::activeLevels(token)).arg(place.levels);
  painter.drawText(QPointF(place.left, area.top() + std::min(metrics.ascent(), place.rowHeight - place.px(1))), title);
  paintNodes(painter, place);
  for (int level = place.levels - 1; level >= 0 && !none; --level)
    if (LambdaSlice::active(token, level)) paintNode(painter, place, token, level);
}

}  // namespace fenwick::ui
