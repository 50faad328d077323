#include "ui/views/map_canvas.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/views/curve_scene.h"
#include "ui/views/fenwick_tree.h"

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

// The cell of the cursor in a map of tokens by levels; none where it lacks it.
MapScene::Cell cellAtCursor(const MapView& view, const MapCursor* cursor) {
  if (!cursor || !cursor->token() || !cursor->level() || view.empty()) return {};
  const MapGrid& grid = *view.grid;
  const bool has = grid.rowAxis == MapAxis::Level && grid.columnAxis == MapAxis::Token && *cursor->token() < grid.columns && *cursor->level() < grid.rows;
  return has ? MapScene::Cell{*cursor->token(), *cursor->level()} : MapScene::Cell();
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
    for (const MapScene& scene : scenes()) {
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
  for (std::size_t i = 0; i < scenes().size(); ++i) {
    if (!scenes()[i].view().empty() && scenes()[i].columnAt(position) >= 0) return static_cast<int>(i);
  }
  return -1;
}

double MapCanvas::treeHeight(const MapStyle& style) const {
  if (!m_tree || !alongTokens() || m_maps[0].slice.empty()) return 0;
  return std::min(fenwickTreeHeight(m_maps[0].slice, style), std::max(40.0, height() - 130.0));  // the map comes first
}

void MapCanvas::layOut() {
  const MapStyle style = MapStyle::screen(palette(), font(), devicePixelRatioF());
  QRectF area = QRectF(rect()).adjusted(8, 6, -8, -2);
  const double tree = treeHeight(style);
  m_treeArea = QRectF(area.left(), area.bottom() - tree, area.width(), tree);
  area.setBottom(area.bottom() - tree);
  std::vector<MapView> views = m_maps;
  const bool square = alongTokens() && m_maps[0].grid->rowAxis == MapAxis::Token;
  const QStringList values = valuesAtCursor();
  for (std::size_t i = 0; i < views.size(); ++i) {
    MapView& view = views[i];
    view.note = values[static_cast<qsizetype>(i)];
    if (alongTokens()) view.firstColumn = m_first, view.shownColumns = m_shown;
    if (square) view.firstRow = m_first, view.shownRows = m_shown;
  }
  m_sheet = MapSheet(views, style, area);
}

void MapCanvas::paintEvent(QPaintEvent*) {
  QElapsedTimer clock;
  clock.start();
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (m_maps.empty() || m_maps[0].empty()) return;
  layOut();
  m_sheet.paint(painter);
  paintCursor(painter);
  if (m_treeArea.height() > 0) paintFenwickTree(painter, scenes()[0], MapStyle::screen(palette(), font(), devicePixelRatioF()), m_treeArea, pointedToken());
  if (const QString text = readOut(); text != m_told && told) told(m_told = text);
  m_paintMs = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
  if (painted) painted(clock.nsecsElapsed());
}

void MapCanvas::paintCursor(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (const MapScene& scene : scenes()) {
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
    MapScene::Cell cell = m_pointer ? scene.cellAt(*m_pointer) : MapScene::Cell();
    if (!cell.valid() && scene.view().compact) cell = cellAtCursor(scene.view(), m_cursor);
    if (cell.valid() && !scene.cellRect(cell).isEmpty() && scene.mapRect().contains(scene.cellRect(cell).center())) outline(painter, scene.cellRect(cell));
  }
}

QStringList MapCanvas::valuesAtCursor() const {
  QStringList values;
  for (const MapView& map : m_maps) {
    const MapScene::Cell cell = cellAtCursor(map, m_cursor);
    values << (cell.valid() ? cellText(map, cell.column, cell.row) : QString());
  }
  return values;
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
      const MapScene& scene = scenes()[static_cast<std::size_t>(map)];
      MapScene::Cell cell = scene.cellAt(event->position());
      cell.column = scene.columnAt(event->position());
      clicked(map, cell);
    }
  }
  m_pressed.reset();
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (m_pressed && (event->position() - *m_pressed).manhattanLength() > 4) m_dragged = true;
  if (m_dragged && m_pressed && m_shown > 0 && !scenes().empty()) {
    const double pitch = scenes()[0].mapRect().width() / m_shown;
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
    zoom(scenes()[static_cast<std::size_t>(map)].columnAt(event->position()), std::pow(0.8, delta.y() / 120.0));
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
    const MapScene& scene = scenes()[static_cast<std::size_t>(map)];
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
