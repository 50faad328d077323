#include "ui/views/map_canvas.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {
namespace {

// A line that can be seen on any colour: dark on light.
void outline(QPainter& painter, const QRectF& box) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Qt::white, 3));
  painter.drawRect(box);
  painter.setPen(QPen(Qt::black, 1));
  painter.drawRect(box);
}

// How many maps to a line, so that each is as readable as can be: rows of cells at least so high, lines as long as possible.
int mapsAcross(int count, const QSizeF& room, double leastHeight, double leastWidth) {
  int across = 1;
  while (across < count) {
    const int lines = (count + across - 1) / across;
    if (room.height() / lines >= leastHeight || room.width() / (across + 1) < leastWidth) break;
    ++across;
  }
  return across;
}

}  // namespace

MapCanvas::MapCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(200, 110);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

bool MapCanvas::alongTokens() const { return !m_maps.empty() && !m_maps[0].empty() && m_maps[0].grid->columnAxis == MapAxis::Token; }
int MapCanvas::tokens() const { return alongTokens() ? m_maps[0].grid->columns : 0; }
int MapCanvas::shownTokens() const { return m_shown > 0 ? m_shown : tokens(); }

void MapCanvas::setMaps(std::vector<MapView> maps) {
  const int before = tokens();
  m_maps = std::move(maps);
  std::vector<GridPtr> grids;
  for (const MapView& map : m_maps)
    if (!map.empty() && (grids.empty() || map.grid->valueTitle == grids.front()->valueTitle)) grids.push_back(map.grid);
  m_summary = summaryOf(grids);
  if (tokens() != before) m_first = m_shown = 0;
  update();
}

void MapCanvas::setCursor(MapCursor* cursor) {
  if (m_cursor) m_cursor->disconnect(this);
  m_cursor = cursor;
  if (m_cursor) connect(m_cursor, &MapCursor::moved, this, qOverload<>(&QWidget::update));
}

void MapCanvas::setTree(bool shown) {
  m_tree = shown;
  update();
}

QString MapCanvas::readOut() const {
  if (m_pointer) {
    for (const MapScene& scene : m_scenes) {
      if (scene.view().empty()) continue;
      const QString title = scene.view().compact && !scene.view().title.isEmpty() ? scene.view().title + QString(" ") + QChar(0x00B7) + ' ' : QString();
      if (const MapScene::Cell cell = scene.cellAt(*m_pointer); cell.valid()) return title + scene.describe(cell);
      if (const int column = scene.columnAt(*m_pointer); column >= 0) return scene.describeColumn(column);
    }
  }
  return m_summary;
}

void MapCanvas::zoom(int centre, double factor) {
  const int all = tokens();
  if (all == 0) return;
  const int before = shownTokens();
  const int after = std::clamp(static_cast<int>(std::lround(before * factor)), std::min(all, 4), all);
  if (after == before && factor != 1) return;
  const double position = before > 0 ? (centre - m_first + 0.5) / before : 0.5;
  m_shown = after == all ? 0 : after;
  m_first = std::clamp(static_cast<int>(std::lround(centre + 0.5 - position * after)), 0, all - after);
  update();
}

void MapCanvas::pan(int by) {
  if (m_shown <= 0) return;
  m_first = std::clamp(m_first + by, 0, tokens() - m_shown);
  update();
}

void MapCanvas::showAll() {
  m_first = m_shown = 0;
  update();
}

int MapCanvas::pointedToken() const { return m_cursor && m_cursor->token() ? *m_cursor->token() : -1; }

int MapCanvas::mapAt(QPointF position) const {
  for (std::size_t i = 0; i < m_scenes.size(); ++i) {
    if (!m_scenes[i].view().empty() && m_scenes[i].columnAt(position) >= 0) return static_cast<int>(i);
  }
  return -1;
}

double MapCanvas::treeHeight(const MapStyle& style) const {
  if (!m_tree || !alongTokens() || m_maps[0].slice.empty()) return 0;
  const double line = QFontMetricsF(style.font).height();
  const double wanted = (m_maps[0].slice.levels() + 1) * std::max(9.0, line * 0.8);
  return std::min(wanted, std::max(40.0, height() - 130.0));  // the map comes first
}

void MapCanvas::layOut() {
  const MapStyle style = MapStyle::screen(palette(), font(), devicePixelRatioF());
  QRectF area = QRectF(rect()).adjusted(8, 6, -8, -2);
  const double tree = treeHeight(style);
  m_treeArea = QRectF(area.left(), area.bottom() - tree, area.width(), tree);
  area.setBottom(area.bottom() - tree);
  m_scenes.clear();
  const bool square = alongTokens() && m_maps[0].grid->rowAxis == MapAxis::Token;
  const bool many = m_maps.size() > 1, compact = many && alongTokens() && !square;
  const double scaleWidth = compact ? colourScaleWidth(style) : 0;
  const QSizeF room(area.width() - scaleWidth, area.height());
  const double line = QFontMetricsF(style.font).height();
  const int rows = m_maps.empty() || m_maps[0].empty() ? 1 : m_maps[0].grid->rows;
  const int count = static_cast<int>(m_maps.size());
  const int across = !many ? 1 : square || !alongTokens() ? count : mapsAcross(count, room, line + 8 + 4.0 * std::min(rows, 16), 160);
  const int lines = (count + across - 1) / std::max(1, across);
  for (int i = 0; i < count; ++i) {
    MapView view = m_maps[static_cast<std::size_t>(i)];
    view.compact = compact;
    if (alongTokens()) view.firstColumn = m_first, view.shownColumns = m_shown;
    if (square) view.firstRow = m_first, view.shownRows = m_shown;
    const double width = room.width() / across, height = room.height() / lines;
    const QRectF place(area.left() + (i % across) * width, area.top() + (i / across) * height, width - (many ? 8 : 0), height - (many ? 3 : 0));
    m_scenes.emplace_back(view, style, place);
  }
}

void MapCanvas::paintEvent(QPaintEvent*) {
  QElapsedTimer clock;
  clock.start();
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (m_maps.empty() || m_maps[0].empty()) return;
  layOut();
  for (const MapScene& scene : m_scenes) scene.paint(painter);
  if (m_maps.size() > 1 && m_scenes[0].view().compact) {
    const MapStyle style = MapStyle::screen(palette(), font(), devicePixelRatioF());
    painter.setFont(style.font);
    const double line = QFontMetricsF(style.font).height(), left = width() - 8 - colourScaleWidth(style) + 8;
    const QRectF bar(left, 6 + line + 4, 12, std::max(20.0, m_treeArea.top() - (6 + line + 4) - 6));
    paintColourScale(painter, m_maps[0], style, bar, 6 + QFontMetricsF(style.font).ascent());
  }
  paintCursor(painter);
  if (m_treeArea.height() > 0) paintTree(painter);
  if (const QString text = readOut(); text != m_told && told) told(m_told = text);
  m_paintMs = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
  if (painted) painted(clock.nsecsElapsed());
}

void MapCanvas::paintCursor(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (const MapScene& scene : m_scenes) {
    if (scene.view().empty()) continue;
    const MapGrid& grid = *scene.view().grid;
    if (m_cursor && m_cursor->token()) {
      const int token = *m_cursor->token();
      const QRectF strip = grid.rowAxis == MapAxis::Token ? scene.rowRect(token < grid.rows ? token : -1)
                           : grid.columnAxis == MapAxis::Token ? scene.columnRect(token < grid.columns ? token : -1)
                                                               : QRectF();
      if (!strip.isEmpty() || strip.height() > 0) {
        painter.setPen(QPen(QColor(255, 255, 255, 150), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(strip.adjusted(-1, -1, 1, 1));
        painter.setPen(QPen(QColor(0, 0, 0, 150), 1));
        painter.drawRect(strip);
      }
    }
    if (m_cursor && m_cursor->level() && grid.rowAxis == MapAxis::Level && *m_cursor->level() < grid.rows) {
      const QRectF strip = scene.rowRect(*m_cursor->level());
      painter.setPen(QPen(QColor(0, 0, 0, 110), 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(strip);
    }
    if (!m_pointer) continue;
    if (const MapScene::Cell cell = scene.cellAt(*m_pointer); cell.valid()) outline(painter, scene.cellRect(cell));
  }
}

// Every node that some query can read, and those that this token reads, coloured by their λ and joined to it. Level 0 is at the bottom.
void MapCanvas::paintTree(QPainter& painter) const {
  const MapScene& scene = m_scenes[0];
  const MapStyle style = MapStyle::screen(palette(), font(), devicePixelRatioF());
  const QFontMetricsF metrics(style.font);
  painter.setFont(style.font);
  const int token = pointedToken(), all = tokens(), last = m_first + shownTokens();
  const LambdaSlice& slice = scene.view().slice;
  const double left = scene.mapRect().left(), width = scene.mapRect().width(), pitch = width / shownTokens();
  const auto x = [&](double at) { return left + (std::clamp(at, double(m_first), double(last)) - m_first) * pitch; };
  const double rowHeight = m_treeArea.height() / (slice.levels() + 1);
  const auto rowTop = [&](int level) { return m_treeArea.top() + (slice.levels() - level) * rowHeight; };
  painter.setPen(style.muted);
  const QString title = token < 0 || token >= all ? tr("Fenwick tree: point at a token to see what it reads")
                                                  : tr("Fenwick tree of token %1: %2 of %3 levels hold sources").arg(token).arg(kernels::activeLevels(token)).arg(slice.levels());
  painter.drawText(QPointF(left, m_treeArea.top() + std::min(metrics.ascent(), rowHeight - 1)), title);
  const QPen faint(pale(style.text, style.background, 0.16), 1);
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int level = 0; level < slice.levels(); ++level) {
    const QRectF row(left, rowTop(level) + 1, width, rowHeight - 2);
    const int size = level == 0 ? 1 : 1 << (level - 1), stride = level == 0 ? 1 : 1 << level;
    painter.setPen(faint);
    painter.setBrush(Qt::NoBrush);
    for (int begin = m_first / stride * stride; begin < last && size * pitch >= 3; begin += stride) {
      if (begin + (level == 0 ? 0 : size) >= all) break;  // no query lies behind it
      painter.drawRect(QRectF(x(begin), row.top(), x(begin + size) - x(begin) - 1, row.height() - 1));
    }
    painter.setPen(style.muted);
    const QString number = QString::number(level);
    if (rowHeight >= metrics.capHeight() + 1)
      painter.drawText(QPointF(left - 6 - metrics.horizontalAdvance(number), row.center().y() + metrics.capHeight() / 2), number);
  }
  if (token < 0 || token >= all) return;
  const double at = x(token + 0.5);
  const QColor path = style.text;
  for (int level = slice.levels() - 1; level >= 0; --level) {
    if (!LambdaSlice::active(token, level)) continue;
    const kernels::SourceRange range = kernels::sourceRange(token, level);
    const QRectF node(x(double(range.begin)), rowTop(level) + 1, std::max(2.0, x(double(range.end)) - x(double(range.begin)) - 1), rowHeight - 3);
    const float value = slice.value(token, level);
    const QColor colour = std::isnan(value) ? holeColour() : QColor::fromRgb(mapped(scene.view().map, colourIndex(scene.view().scale, static_cast<double>(value), scene.view().limits.lower, scene.view().limits.upper)));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(path, 1));
    if (level > 0 && range.end <= last) {
      painter.drawLine(QPointF(node.right(), node.center().y()), QPointF(at, node.center().y()));
      painter.drawLine(QPointF(at, node.center().y()), QPointF(at, rowTop(0) + 1));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(node, colour);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(node);
    const QString text = (range.size() == 1 ? QString::number(range.begin) : QString("%1…%2").arg(range.begin).arg(range.end - 1)) + "  " + QChar(0x03BB) + ' ' + QString::number(static_cast<double>(value), 'f', 3);
    if (rowHeight < metrics.capHeight() + 2) continue;
    const double textWidth = metrics.horizontalAdvance(text);
    const bool inside = textWidth + 8 <= node.width();
    double place = inside ? node.center().x() - textWidth / 2 : node.left() - textWidth - 5;
    if (!inside && place < left) place = std::max(at, node.right()) + 6;
    painter.setPen(inside ? (colour.lightnessF() > 0.5 ? QColor(Qt::black) : QColor(Qt::white)) : style.text);
    if (!inside) painter.fillRect(QRectF(place - 2, node.top(), textWidth + 4, node.height() + 1), style.background);
    painter.drawText(QPointF(place, node.center().y() + metrics.capHeight() / 2), text);
  }
}

void MapCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_pressed = event->position();
  m_dragFirst = m_first;
  m_dragged = false;
}

void MapCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (m_pressed && !m_dragged && clicked) {
    if (const int map = mapAt(event->position()); map >= 0) {
      const MapScene& scene = m_scenes[static_cast<std::size_t>(map)];
      MapScene::Cell cell = scene.cellAt(event->position());
      cell.column = scene.columnAt(event->position());
      clicked(map, cell);
    }
  }
  m_pressed.reset();
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (m_pressed && (event->position() - *m_pressed).manhattanLength() > 4) m_dragged = true;
  if (m_dragged && m_pressed && m_shown > 0 && !m_scenes.empty()) {
    const double pitch = m_scenes[0].mapRect().width() / m_shown;
    m_first = std::clamp(m_dragFirst + static_cast<int>(std::lround((m_pressed->x() - event->position().x()) / pitch)), 0, tokens() - m_shown);
  }
  point(event->position());
}

void MapCanvas::leaveEvent(QEvent*) {
  if (m_pointer) point(std::nullopt);  // what another map points at stays
}

void MapCanvas::wheelEvent(QWheelEvent* event) {
  const int map = mapAt(event->position());
  if (map < 0 || !alongTokens()) return event->ignore();
  const QPoint delta = event->angleDelta();
  const int step = std::max(4, shownTokens() / 16);
  if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier)
    pan((delta.x() + delta.y()) > 0 ? -step : step);
  else
    zoom(m_scenes[static_cast<std::size_t>(map)].columnAt(event->position()), std::pow(0.8, delta.y() / 120.0));
  point(event->position());
  event->accept();
}

void MapCanvas::keyPressEvent(QKeyEvent* event) {
  const int centre = m_pointer && pointedToken() >= 0 ? pointedToken() : m_first + shownTokens() / 2;
  const int step = std::max(4, shownTokens() / 16);
  switch (event->key()) {
    case Qt::Key_Left:
      return pan(-step);
    case Qt::Key_Right:
      return pan(step);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(centre, 0.7);
    case Qt::Key_Minus:
      return zoom(centre, 1 / 0.7);
    case Qt::Key_0:
      return showAll();
    default:
      QWidget::keyPressEvent(event);
  }
}

void MapCanvas::point(std::optional<QPointF> at) {
  m_pointer = at;
  update();
  if (!m_cursor) return;
  std::optional<int> token, level;
  if (const int map = at ? mapAt(*at) : -1; map >= 0) {
    const MapScene& scene = m_scenes[static_cast<std::size_t>(map)];
    const MapScene::Cell cell = scene.cellAt(*at);
    const MapGrid& grid = *scene.view().grid;
    if (grid.rowAxis == MapAxis::Token) {
      if (cell.valid()) token = cell.row;
      if (cell.valid() && cell.column <= cell.row) level = kernels::levelOf(cell.row, cell.column);
    } else {
      if (grid.columnAxis == MapAxis::Token) token = scene.columnAt(*at);
      if (cell.valid() && grid.rowAxis == MapAxis::Level) level = cell.row;
    }
  }
  m_cursor->point(token, level);
}

}  // namespace fenwick::ui
