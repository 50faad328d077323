#include "ui/views/map_scene.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/look/format.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {
namespace {

const QString kDot = QString(" ") + QChar(0x00B7) + ' ';

bool ofTokens(const MapView& view) { return view.grid->columnAxis == MapAxis::Token && !view.slice.empty(); }

std::vector<model::Role> rolesPresent(std::span<const MapView> views) {
  bool seen[256] = {};
  for (const MapView& view : views) {
    if (!ofTokens(view)) continue;
    for (int t = 0; t < std::min(view.slice.tokens(), view.grid->columns); ++t) seen[static_cast<std::uint8_t>(view.slice.role(t))] = true;
  }
  std::vector<model::Role> roles;
  for (const model::Role role : {model::Role::Key, model::Role::Value, model::Role::Query, model::Role::Noise,
                                 model::Role::Data, model::Role::Separator, model::Role::Blank, model::Role::Text}) {
    if (seen[static_cast<std::uint8_t>(role)]) roles.push_back(role);
  }
  return roles;
}

bool hatched(const MapView& view, CellState state) { return view.hatchInert && state == CellState::Inert; }

}  // namespace

int CellEdges::edge(int cell) const {
  if (m_count <= 0) return 0;
  return static_cast<int>((static_cast<std::int64_t>(cell - m_first) * m_pixels + m_count / 2) / m_count);
}

int CellEdges::cellAt(int pixel) const {
  if (m_count <= 0 || pixel < 0 || pixel >= m_pixels) return -1;
  int cell = m_first + static_cast<int>(static_cast<std::int64_t>(pixel) * m_count / m_pixels);
  while (cell + 1 < last() && edge(cell + 1) <= pixel) ++cell;
  while (cell > m_first && edge(cell) > pixel) --cell;
  return cell;
}

MapStyle MapStyle::screen(const QPalette& palette, const QFont& font, double devicePixelRatio) {
  const CurveStyle curves = CurveStyle::screen(palette, font);
  MapStyle style;
  style.font = curves.font;
  style.text = curves.text, style.muted = curves.muted, style.frame = curves.frame,
  style.background = curves.background;
  style.pixel = 1 / devicePixelRatio;
  return style;
}

MapView lambdaView(LambdaSlice slice) {
  MapView view;
  view.grid = tokenLevelGrid(slice, slice.levels());
  view.limits = slice.automaticLimits();
  view.slice = std::move(slice);
  return view;
}

Range aboutCentre(Range limits, double centre) {
  const double reach = std::max({std::abs(limits.upper - centre), std::abs(centre - limits.lower), 1e-6});
  return {centre - reach, centre + reach};
}

Range sharedLimits(const std::vector<GridPtr>& grids, Scale scale, double centre) {
  std::vector<float> values;
  for (const GridPtr& grid : grids) {
    const std::vector<float> finite = grid->finiteValues();
    values.insert(values.end(), finite.begin(), finite.end());
  }
  if (scale == Scale::Log) std::erase_if(values, [](float value) { return !(value > 0); });
  const Range limits = percentileLimits(values);
  if (scale == Scale::Diverging) return aboutCentre(limits, centre);
  if (scale == Scale::Log && !(limits.lower > 0)) return {limits.upper * 1e-3, limits.upper};
  return limits;
}

QColor roleColour(model::Role role) {
  switch (role) {
    case model::Role::Key:
      return QColor(0x00, 0x72, 0xB2);
    case model::Role::Value:
      return QColor(0xE6, 0x9F, 0x00);
    case model::Role::Query:
      return QColor(0xCC, 0x79, 0xA7);
    case model::Role::Separator:
      return QColor(0xD5, 0x5E, 0x00);
    case model::Role::Blank:
      return QColor(0x56, 0xB4, 0xE9);
    case model::Role::Data:
      return QColor(0x00, 0x9E, 0x73);
    case model::Role::Text:
      return QColor(0x77, 0x77, 0xAA);
    case model::Role::Noise:
      break;
  }
  return QColor(0x9A, 0x9A, 0x9A);
}

QString roleTitle(model::Role role) {
  switch (role) {
    case model::Role::Noise:
      return MapScene::tr("noise");
    case model::Role::Key:
      return MapScene::tr("key");
    case model::Role::Value:
      return MapScene::tr("value");
    case model::Role::Query:
      return MapScene::tr("query");
    case model::Role::Separator:
      return MapScene::tr("separator");
    case model::Role::Blank:
      return MapScene::tr("blank");
    case model::Role::Data:
      return MapScene::tr("data");
    case model::Role::Text:
      return MapScene::tr("text");
  }
  return {};
}

QColor holeColour() { return QColor(0xFF, 0x00, 0xFF); }

QRgb colourOf(const MapView& view, int index) {
  return mapped(view.map, view.classes >= 256 ? index : index * view.classes / 256 * 255 / (view.classes - 1));
}

std::optional<QRgb> cellColour(const MapView& view, int column, int row) {
  const CellState state = view.grid->state(row, column);
  if (state == CellState::Outside || hatched(view, state)) return std::nullopt;
  const float value = view.grid->value(row, column);
  if (std::isnan(value)) return holeColour().rgb();
  return colourOf(view, colourIndex(view.scale, static_cast<double>(value), view.limits.lower, view.limits.upper));
}

double MapScene::snap(double length) const { return std::round(length / m_style.pixel) * m_style.pixel; }

double MapScene::preferredHeight(const MapView& view, const MapStyle& style) {
  const QFontMetricsF metrics(style.font);
  return style.unit * (20.0 * view.grid->rows + 40) + metrics.height() * 4.2;
}

double colourScaleWidth(const MapStyle& style) {
  const QFontMetricsF metrics(style.font);
  // Limits are told with three digits: keep their place free so that the map does not jump.
  return style.unit * (8 + 12 + 8 + 6) + std::max(metrics.horizontalAdvance("0.000"), metrics.horizontalAdvance("1e-3"));
}

QString MapScene::rowLabel(int row) const {
  const MapGrid& grid = *m_view.grid;
  return row < grid.rowLabels.size() ? grid.rowLabels[row] : QString::number(row);
}

// The font, the direction and the spacing of what stands below the columns. Only labels that can be drawn are measured: there may be
// thousands of tokens.
void MapScene::measureTokenLabels(double pitch) {
  const QFontMetricsF metrics(m_style.font);
  m_labelFont = m_style.font;
  const double wanted = metrics.capHeight() + px(2);
  const int least = std::max(1, static_cast<int>(std::ceil(0.7 * metrics.capHeight() / pitch)));
  double widest = 0;
  for (int t = m_columns.first(); t < m_columns.last(); ++t) {
    if (t % least == 0) widest = std::max(widest, metrics.horizontalAdvance(m_view.tokenLabel(m_view.slice.tokenId(t))));
  }
  m_labelsUpright = widest + px(3) <= pitch;
  // Slightly smaller labels are better than every other one left out.
  if (!m_labelsUpright && wanted > pitch) {
    const double smallest = std::max(0.72 * m_style.font.pixelSize(), px(8));
    const double fitting = std::floor(m_style.font.pixelSize() * pitch / wanted);
    if (fitting >= smallest) m_labelFont.setPixelSize(static_cast<int>(fitting));
  }
  const QFontMetricsF labels(m_labelFont);
  m_labelWidth = widest * labels.height() / metrics.height();
  const double across = m_labelsUpright ? m_labelWidth + px(3) : labels.capHeight() + px(1);
  m_labelStride = std::max(1, static_cast<int>(std::ceil(across / pitch)));
}

MapScene::MapScene(const MapView& view, const MapStyle& style, const QRectF& area) : m_view(view), m_style(style) {
  if (m_view.empty()) return;
  const MapGrid& grid = *m_view.grid;
  const auto window = [](int& first, int& shown, int all) {
    if (shown <= 0 || shown > all) shown = all, first = 0;
    first = std::clamp(first, 0, all - shown);
  };
  window(m_view.firstColumn, m_view.shownColumns, grid.columns);
  window(m_view.firstRow, m_view.shownRows, grid.rows);
  const bool compact = m_view.compact;

  const QFontMetricsF metrics(style.font);
  const double line = metrics.height();
  double widestRow = metrics.horizontalAdvance(compact ? QString("00") : rowTitle());
  if (!grid.rowLabels.isEmpty() || grid.rows > 100) {
    for (int row = 0; row < grid.rows; row += std::max(1, grid.rows / 64))
      widestRow = std::max(widestRow, metrics.horizontalAdvance(rowLabel(row)));
    widestRow = std::max(widestRow, metrics.horizontalAdvance(rowLabel(grid.rows - 1)));
  }
  const double left = widestRow + px(compact ? 8 : 12);
  const double right = compact ? px(2) : colourScaleWidth(style);
  const double width = snap(std::max(px(8), area.width() - left - right));
  m_legend = QRectF(area.left() + left, area.top(), width, line + px(compact ? 2 : 4));

  const double pitch = width / m_view.shownColumns;
  m_columns = CellEdges(m_view.firstColumn, m_view.shownColumns, static_cast<int>(std::lround(width / style.pixel)));
  double rolesHeight = 0, marksHeight = 0, labelsHeight = 0;
  if (ofTokens()) {
    rolesHeight = px(compact ? 4 : 6);
    if (!compact) {
      measureTokenLabels(pitch);
      labelsHeight = (m_labelsUpright ? line : std::min(m_labelWidth, area.height() * 0.3)) + px(3);
      for (int t = 0; t < grid.columns && marksHeight == 0; ++t) marksHeight = m_view.slice.scored(t) ? px(12) : 0;
    }
  } else if (!compact) {
    labelsHeight = line + px(3);
  }
  const double axisTitle = compact ? 0 : line;
  const double mapLeft = snap(area.left() + left), rolesTop = snap(m_legend.bottom());
  const double mapTop = snap(rolesTop + rolesHeight + (rolesHeight > 0 ? px(2) : 0));
  const double mapHeight = snap(std::max(px(2.0 * std::min(m_view.shownRows, 16)),
                                         area.bottom() - axisTitle - labelsHeight - marksHeight - px(2) - mapTop));
  m_roles = QRectF(mapLeft, rolesTop, width, snap(rolesHeight));
  m_map = QRectF(mapLeft, mapTop, width, mapHeight);
  m_marks = QRectF(mapLeft, m_map.bottom() + px(2), width, marksHeight);
  m_labels = QRectF(mapLeft, m_marks.bottom(), width, labelsHeight);
  m_scale = QRectF(snap(m_map.right() + px(12)), mapTop, snap(px(12)), mapHeight);
  m_rows = CellEdges(m_view.firstRow, m_view.shownRows, static_cast<int>(std::lround(mapHeight / style.pixel)));
}

MapScene::Cell MapScene::cellAt(QPointF position) const {
  const int x = static_cast<int>(std::floor((position.x() - m_map.left()) / m_style.pixel + 1e-6));
  const int y = static_cast<int>(std::floor((position.y() - m_map.top()) / m_style.pixel + 1e-6));
  return {m_columns.cellAt(x), m_rows.cellAt(y)};
}

int MapScene::columnAt(QPointF position) const {
  if (position.y() < m_roles.top() || position.y() > m_labels.bottom()) return -1;
  return m_columns.cellAt(static_cast<int>(std::floor((position.x() - m_map.left()) / m_style.pixel + 1e-6)));
}

QRectF MapScene::cellRect(Cell cell) const {
  const double p = m_style.pixel;
  return QRectF(
      QPointF(m_map.left() + m_columns.edge(cell.column) * p, m_map.top() + m_rows.edge(cell.row) * p),
      QPointF(m_map.left() + m_columns.edge(cell.column + 1) * p, m_map.top() + m_rows.edge(cell.row + 1) * p));
}

QRectF MapScene::columnRect(int column) const {
  if (m_view.empty() || column < m_columns.first() || column >= m_columns.last()) return {};
  const QRectF cell = cellRect({column, m_rows.first()});
  return QRectF(cell.left(), m_map.top(), cell.width(), m_map.height());
}

QRectF MapScene::rowRect(int row) const {
  if (m_view.empty() || row < m_rows.first() || row >= m_rows.last()) return {};
  const QRectF cell = cellRect({m_columns.first(), row});
  return QRectF(m_map.left(), cell.top(), m_map.width(), cell.height());
}

void MapScene::paint(QPainter& painter) const {
  if (m_view.empty()) return;
  painter.setFont(m_style.font);
  paintCells(painter);
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintRowLabels(painter);
  if (m_view.compact) {
    paintTitle(painter);
    return;
  }
  paintLegendAndTitle(painter);
  paintMarks(painter);
  if (ofTokens())
    paintTokenLabels(painter);
  else
    paintPlainLabels(painter);
  paintColourScale(painter, m_view, m_style, m_scale, m_legend.top() + QFontMetricsF(m_style.font).ascent());
}

void MapScene::paintCells(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  if (m_style.print)
    paintRectangles(painter);
  else
    paintImage(painter);
  if (m_view.grid->rowAxis != MapAxis::Token) {
    if (m_view.hatchInert) paintHatch(painter, CellState::Inert);
    paintHatch(painter, CellState::Untrained);
  }
  if (m_view.outlineLevels) paintOutlines(painter);
  if (ofTokens()) paintRoles(painter);
}

// One line of pixels for each row, stretched down: painting costs pixels, not cells.
void MapScene::paintImage(QPainter& painter) const {
  const int pixels = m_columns.pixels();
  if (pixels < 1) return;
  const QRgb inert = pale(m_style.text, m_style.background, 0.07).rgb(), ground = m_style.background.rgb();
  std::vector<int> columnOf(static_cast<std::size_t>(pixels));
  for (int column = m_columns.first(); column < m_columns.last(); ++column)
    for (int x = m_columns.edge(column); x < m_columns.edge(column + 1); ++x) columnOf[static_cast<std::size_t>(x)] = column;
  QImage image(pixels, m_view.shownRows, QImage::Format_RGB32);
  for (int row = m_rows.first(); row < m_rows.last(); ++row) {
    if (m_rows.edge(row) == m_rows.edge(row + 1)) continue;
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(row - m_rows.first()));
    int before = -1;
    QRgb colour = ground;
    for (int x = 0; x < pixels; ++x) {
      const int column = columnOf[static_cast<std::size_t>(x)];
      if (column != before) {
        before = column;
        const std::optional<QRgb> own = cellColour(m_view, column, row);
        colour = own ? *own | 0xFF000000u : m_view.grid->state(row, column) == CellState::Outside ? ground : inert;
      }
      line[x] = colour;
    }
  }
  for (int row = m_rows.first(); row < m_rows.last(); ++row) {
    const QRectF place = rowRect(row);
    if (place.height() > 0) painter.drawImage(place, image, QRectF(0, row - m_rows.first(), pixels, 1));
  }
}

// Equal neighbours in a row are one rectangle; equal rectangles of adjacent rows too. Hatched cells count as one colour.
void MapScene::paintRectangles(QPainter& painter) const {
  struct Piece {
    int first, last, top, bottom;
    std::optional<QRgb> colour;
  };
  std::vector<Piece> open;
  const QColor inert = pale(m_style.text, m_style.background, 0.07);
  const auto flush = [&](const Piece& piece) {
    if (!piece.colour && m_view.grid->state(piece.top, piece.first) == CellState::Outside) return;
    QRectF rect(cellRect({piece.first, piece.top}).topLeft(), cellRect({piece.last, piece.bottom}).bottomRight());
    if (m_style.overlap) {
      rect.setRight(std::min(rect.right() + m_style.pixel, m_map.right()));
      rect.setBottom(std::min(rect.bottom() + m_style.pixel, m_map.bottom()));
    }
    painter.fillRect(rect, piece.colour ? QColor::fromRgb(*piece.colour) : inert);
  };
  for (int row = m_rows.first(); row < m_rows.last(); ++row) {
    std::vector<Piece> pieces;
    for (int column = m_columns.first(); column < m_columns.last(); ++column) {
      const std::optional<QRgb> colour = cellColour(m_view, column, row);
      if (!pieces.empty() && pieces.back().colour == colour)
        pieces.back().last = column;
      else
        pieces.push_back({column, column, row, row, colour});
    }
    std::vector<Piece> next;
    for (Piece piece : pieces) {
      // Overlapping pieces must be painted row by row.
      const auto above = std::find_if(open.begin(), open.end(), [&](const Piece& p) {
        return !m_style.overlap && p.first == piece.first && p.last == piece.last && p.colour == piece.colour;
      });
      if (above != open.end()) {
        piece.top = above->top;
        open.erase(above);
      }
      next.push_back(piece);
    }
    for (const Piece& piece : open) flush(piece);
    open = std::move(next);
  }
  for (const Piece& piece : open) flush(piece);
}

// Lines at 45 degrees, cut to each run of cells by arithmetic: pattern brushes would become bitmaps in a figure. Inert cells are
// hatched one way, untrained ones the other. Runs too narrow for a line are left to their ground.
void MapScene::paintHatch(QPainter& painter, CellState state) const {
  const bool inert = state == CellState::Inert;
  const double pitch = px(5), narrow = px(3);
  QVector<QLineF> lines;
  for (int row = m_rows.first(); row < m_rows.last(); ++row) {
    for (int column = m_columns.first(); column < m_columns.last(); ++column) {
      if (m_view.grid->state(row, column) != state) continue;
      int last = column;
      while (last + 1 < m_columns.last() && m_view.grid->state(row, last + 1) == state) ++last;
      const QRectF rect(cellRect({column, row}).topLeft(), cellRect({last, row}).bottomRight());
      column = last;
      if (rect.width() < narrow) continue;
      // x ± y = c crosses the rectangle for c between two corners; multiples of the pitch keep neighbours in phase.
      const double least = rect.left() + (inert ? rect.top() : -rect.bottom());
      const double most = rect.right() + (inert ? rect.bottom() : -rect.top());
      for (double c = std::ceil(least / pitch) * pitch; c < most; c += pitch) {
        const double x1 = std::max(rect.left(), inert ? c - rect.bottom() : c + rect.top());
        const double x2 = std::min(rect.right(), inert ? c - rect.top() : c + rect.bottom());
        if (x2 > x1) lines.append(QLineF(x1, inert ? c - x1 : x1 - c, x2, inert ? c - x2 : x2 - c));
      }
    }
  }
  if (lines.isEmpty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  QPen pen(inert ? pale(m_style.text, m_style.background, 0.22) : m_style.background, px(0.75));
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  painter.drawLines(lines);
  painter.restore();
}

// The sources of a block are one level for each of its queries.
void MapScene::paintOutlines(QPainter& painter) const {
  painter.save();
  QVector<QRectF> blocks;
  const int tokens = m_view.grid->rows;
  for (int half = 1; half < tokens; half *= 2) {
    for (int base = 0; base + half < tokens; base += 2 * half) {
      const int top = std::max(base + half, m_rows.first()), bottom = std::min({base + 2 * half, tokens, m_rows.last()}) - 1;
      const int left = std::max(base, m_columns.first()), right = std::min(base + half, m_columns.last()) - 1;
      if (top > bottom || left > right) continue;
      const QRectF rect(cellRect({left, top}).topLeft(), cellRect({right, bottom}).bottomRight());
      if (std::min(rect.width(), rect.height()) >= px(5)) blocks << rect;
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(pale(m_style.text, m_style.background, 0.5), px(1)));
  painter.drawRects(blocks);
  painter.restore();
}

void MapScene::paintRoles(QPainter& painter) const {
  for (int token = m_columns.first(); token < m_columns.last(); ++token) {
    int last = token;
    while (last + 1 < m_columns.last() && m_view.slice.role(last + 1) == m_view.slice.role(token)) ++last;
    const QRectF from = cellRect({token, m_rows.first()}), to = cellRect({last, m_rows.first()});
    painter.fillRect(QRectF(from.left(), m_roles.top(), to.right() - from.left(), m_roles.height()),
                     roleColour(m_view.slice.role(token)));
    token = last;
  }
}

void MapScene::paintTitle(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  const double baseline = m_legend.top() + metrics.ascent();
  double x = m_legend.left();
  if (m_view.mark) {
    const double y = baseline - metrics.capHeight() / 2;
    painter.setPen(QPen(readableOn(m_view.mark->colour, m_style.background), px(2), m_view.mark->dash, Qt::FlatCap));
    painter.drawLine(QPointF(x, y), QPointF(x + px(16), y));
    x += px(20);
  }
  painter.setPen(m_style.text);
  const double note = metrics.horizontalAdvance(m_view.note);
  painter.drawText(QPointF(m_legend.right() - note, baseline), m_view.note);
  painter.drawText(QPointF(x, baseline), metrics.elidedText(m_view.title, Qt::ElideMiddle, m_legend.right() - x - (note > 0 ? note + px(6) : 0)));
}

void MapScene::paintLegendAndTitle(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  const double end = paintLegend(painter, std::span(&m_view, 1), m_style, m_legend);
  const double titleWidth = metrics.horizontalAdvance(m_view.title);
  if (m_view.title.isEmpty() || end + titleWidth > m_legend.right()) return;
  painter.setPen(m_style.text);
  painter.drawText(QPointF(m_legend.right() - titleWidth, m_legend.top() + metrics.ascent()), m_view.title);
}

double paintLegend(QPainter& painter, std::span<const MapView> views, const MapStyle& style, const QRectF& line) {
  const QFontMetricsF metrics(style.font);
  const double baseline = line.top() + metrics.ascent();
  double x = line.left();
  const auto px = [&](double length) { return length * style.unit; };
  const auto snap = [&](double length) { return std::round(length / style.pixel) * style.pixel; };
  const auto room = [&](const QString& text) { return x + px(14) + metrics.horizontalAdvance(text) <= line.right(); };
  const auto name = [&](const QString& text) {
    painter.setPen(style.muted);
    painter.drawText(QPointF(x + px(12), baseline), text);
    x += px(12 + 14) + metrics.horizontalAdvance(text);
  };
  const auto box = [&] { return QRectF(snap(x), snap(baseline - px(8)), snap(px(8)), snap(px(8))); };
  for (const model::Role role : rolesPresent(views)) {
    if (!room(roleTitle(role))) return x;
    painter.fillRect(box(), roleColour(role));
    name(roleTitle(role));
  }
  const auto hatchedBox = [&](const QColor& ground, const QColor& lines, bool rising) {
    const QRectF b = box();
    painter.fillRect(b, ground);
    painter.setPen(QPen(lines, px(0.75)));
    painter.drawLine(rising ? QLineF(b.bottomLeft(), b.topRight()) : QLineF(b.topLeft(), b.bottomRight()));
    painter.drawLine(rising ? QLineF(b.left(), b.center().y(), b.center().x(), b.top()) : QLineF(b.left(), b.center().y(), b.center().x(), b.bottom()));
    painter.drawLine(rising ? QLineF(b.center().x(), b.bottom(), b.right(), b.center().y()) : QLineF(b.center().x(), b.top(), b.right(), b.center().y()));
  };
  const auto any = [&](auto&& holds) { return std::any_of(views.begin(), views.end(), holds); };
  if (any([](const MapView& view) { return view.hatchInert && view.grid->has(CellState::Inert); }) && room(MapScene::tr("empty level"))) {
    hatchedBox(pale(style.text, style.background, 0.07), pale(style.text, style.background, 0.35), true);
    name(MapScene::tr("empty level"));
  }
  if (any([](const MapView& view) { return view.grid->rows > view.grid->trainedRows; }) && room(MapScene::tr("untrained level"))) {
    hatchedBox(QColor::fromRgb(mapped(views.front().map, 128)), style.background, false);
    name(MapScene::tr("untrained level"));
  }
  return x;
}

// Below each scored token: a tick where the model was right, a cross where it was wrong.
void MapScene::paintMarks(QPainter& painter) const {
  if (m_marks.height() <= 0) return;
  for (int token = m_columns.first(); token < m_columns.last(); ++token) {
    if (!m_view.slice.scored(token)) continue;
    const QRectF column = cellRect({token, m_rows.first()});
    const double r = std::min(px(3.5), std::max(px(1.2), column.width() * 0.4));
    const QPointF centre(column.center().x(), m_marks.center().y());
    const bool right = m_view.slice.correct(token);
    const QColor colour = readableOn(right ? QColor(0x00, 0x9E, 0x73) : QColor(0xD5, 0x5E, 0x00), m_style.background);
    QPen pen(colour, px(1.5), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (right) {
      painter.drawPolyline(
          QPolygonF({centre + QPointF(-r, 0), centre + QPointF(-r * 0.25, r * 0.75), centre + QPointF(r, -r * 0.8)}));
    } else {
      painter.drawLine(centre + QPointF(-r * 0.75, -r * 0.75), centre + QPointF(r * 0.75, r * 0.75));
      painter.drawLine(centre + QPointF(-r * 0.75, r * 0.75), centre + QPointF(r * 0.75, -r * 0.75));
    }
  }
}

void MapScene::paintTokenLabels(QPainter& painter) const {
  const QFontMetricsF metrics(m_labelFont);
  painter.setFont(m_labelFont);
  const int first = (m_columns.first() + m_labelStride - 1) / m_labelStride * m_labelStride;
  for (int token = first; token < m_columns.last(); token += m_labelStride) {
    const QString text = m_view.tokenLabel(m_view.slice.tokenId(token));
    const double x = cellRect({token, m_rows.first()}).center().x(), width = metrics.horizontalAdvance(text);
    painter.setPen(m_view.slice.role(token) == model::Role::Noise ? m_style.muted : m_style.text);
    if (m_labelsUpright) {
      painter.drawText(QPointF(x - width / 2, m_labels.top() + metrics.ascent()), text);
      continue;
    }
    painter.save();
    painter.translate(x + metrics.capHeight() / 2, m_labels.top() + px(2) + width);
    painter.rotate(-90);
    painter.drawText(QPointF(0, 0), text);
    painter.restore();
  }
  painter.setFont(m_style.font);
  const QFontMetricsF titleMetrics(m_style.font);
  painter.setPen(m_style.muted);
  painter.drawText(QPointF(m_map.center().x() - titleMetrics.horizontalAdvance(columnTitle()) / 2,
                           m_labels.bottom() + titleMetrics.ascent()),
                   columnTitle());
}

QString MapScene::rowTitle() const {
  const MapAxis axis = m_view.grid->rowAxis;
  return axis == MapAxis::Head ? tr("head") : axis == MapAxis::Token ? tr("query") : tr("level");
}

QString MapScene::columnTitle() const {
  const MapGrid& grid = *m_view.grid;
  if (grid.columnAxis == MapAxis::Head) return tr("head");
  if (grid.columnAxis == MapAxis::Step) return tr("step");
  const QString name = grid.rowAxis == MapAxis::Token ? tr("source") : tr("token");
  if (m_view.shownColumns == grid.columns) return name;
  return tr("%1 %2 – %3 of %4").arg(name).arg(m_columns.first()).arg(m_columns.last() - 1).arg(grid.columns);
}

void MapScene::paintPlainLabels(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  const QStringList& own = m_view.grid->columnLabels;
  const auto text = [&](int column) { return column < own.size() ? own[column] : QString::number(column); };
  painter.setPen(m_style.muted);
  double free = m_map.left() - px(20);
  for (int column = m_columns.first(); column < m_columns.last(); ++column) {
    const double width = metrics.horizontalAdvance(text(column));
    const double x = cellRect({column, m_rows.first()}).center().x() - width / 2;
    if (x < free) continue;
    painter.drawText(QPointF(x, m_labels.top() + metrics.ascent()), text(column));
    free = x + width + px(8);
  }
  painter.drawText(QPointF(m_map.center().x() - metrics.horizontalAdvance(columnTitle()) / 2, m_labels.bottom() + metrics.ascent()), columnTitle());
}

void MapScene::paintRowLabels(QPainter& painter) const {
  const MapGrid& grid = *m_view.grid;
  const QFontMetricsF metrics(m_style.font);
  painter.setPen(m_style.muted);
  const double rowHeight = m_map.height() / m_view.shownRows;
  const int stride = std::max(1, static_cast<int>(std::ceil(metrics.ascent() / rowHeight)));
  for (int row = (m_rows.first() + stride - 1) / stride * stride; row < m_rows.last(); row += stride) {
    const QString text = rowLabel(row);
    const double y = cellRect({m_columns.first(), row}).center().y() + metrics.capHeight() / 2;
    const QPointF place(m_map.left() - px(6) - metrics.horizontalAdvance(text), y);
    painter.drawText(place, text);
    if (row < grid.trainedRows) continue;
    painter.setPen(QPen(m_style.muted, px(1)));
    const double middle = y - metrics.capHeight() / 2;
    painter.drawLine(QPointF(place.x() - px(1), middle), QPointF(m_map.left() - px(5), middle));
  }
  if (m_view.compact) return;
  const QString title = rowTitle();
  painter.drawText(QPointF(m_map.left() - px(6) - metrics.horizontalAdvance(title), m_legend.top() + metrics.ascent()), title);
}

void paintColourScale(QPainter& painter, const MapView& view, const MapStyle& style, const QRectF& bar, double titleBaseline) {
  const QFontMetricsF metrics(style.font);
  const double u = style.unit;
  painter.setRenderHint(QPainter::Antialiasing, false);
  const CellEdges classes(0, 256, static_cast<int>(std::lround(bar.height() / style.pixel)));
  for (int i = 0; i < 256; ++i) {
    const double top = bar.bottom() - classes.edge(i + 1) * style.pixel, bottom = bar.bottom() - classes.edge(i) * style.pixel;
    if (bottom > top) painter.fillRect(QRectF(bar.left(), top, bar.width(), bottom - top), QColor::fromRgb(colourOf(view, i)));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(style.text);
  const QString title = view.grid->valueTitle;
  const double centred = bar.center().x() - metrics.horizontalAdvance(title) / 2;
  const double rightmost = bar.left() - 8 * u + colourScaleWidth(style) - metrics.horizontalAdvance(title);
  painter.drawText(QPointF(std::min(centred, rightmost), titleBaseline), title);
  const int about = std::max(2, static_cast<int>(bar.height() / (metrics.height() * 2)));
  const std::vector<double> ticks = view.scale == Scale::Log ? logTicks(view.limits, about) : linearTicks(view.limits, about);
  const double step = view.scale != Scale::Log && ticks.size() > 1 ? ticks[1] - ticks[0] : 0;
  double above = bar.bottom() + metrics.height();
  for (const double tick : ticks) {
    const double y = bar.bottom() - scalePosition(view.scale, tick, view.limits.lower, view.limits.upper) * bar.height();
    if (y < bar.top() - u || y > bar.bottom() + u) continue;
    painter.setPen(QPen(style.frame, u));
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3 * u, y));
    const double baseline = std::clamp(y + metrics.capHeight() / 2, bar.top() + metrics.capHeight(), bar.bottom());
    if (baseline > above - metrics.capHeight() - 2 * u) continue;
    above = baseline;
    painter.setPen(style.muted);
    painter.drawText(QPointF(bar.right() + 6 * u, baseline), valueText(tick, step));
  }
}

QString summaryOf(const std::vector<GridPtr>& grids) {
  std::vector<float> values;
  qsizetype counted = 0;
  Faults faults;
  for (const GridPtr& grid : grids) {
    for (std::size_t i = 0; i < grid->values.size(); ++i) {
      if (grid->states[i] != CellState::Live && grid->states[i] != CellState::Untrained) continue;
      ++counted;
      faults.count(static_cast<double>(grid->values[i]));
      if (std::isfinite(grid->values[i])) values.push_back(grid->values[i]);
    }
  }
  if (grids.empty()) return {};
  QString text = MapScene::tr("%1 active cells").arg(countText(static_cast<double>(counted)));
  if (!values.empty()) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double lower = static_cast<double>(*least), upper = static_cast<double>(*most);
    text += kDot + MapScene::tr("%1 %2 … %3, median %4")
                       .arg(grids.front()->valueTitle, valueText(lower), valueText(upper), valueText(percentile(values, 0.5)));
  }
  if (const QString told = faults.text(false); !told.isEmpty()) text += kDot + told;
  return text;
}

QString MapScene::describeColumn(int column) const {
  const MapGrid& grid = *m_view.grid;
  const LambdaSlice& slice = m_view.slice;
  if (!ofTokens()) {
    const QString label = column < grid.columnLabels.size() ? grid.columnLabels[column] : QString::number(column);
    return columnTitle() + ' ' + label;
  }
  QString text =
      tr("token %1 “%2”").arg(column).arg(m_view.tokenLabel(slice.tokenId(column))) + kDot + roleTitle(slice.role(column));
  if (slice.scored(column)) {
    text += kDot + tr("target “%1”").arg(m_view.tokenLabel(slice.target(column))) + ' ' +
            (slice.correct(column) ? tr("predicted") : tr("missed"));
    if (const float logProb = slice.targetLogProb(column); std::isfinite(logProb)) {
      text += QString(" (p %1)").arg(valueText(std::exp(static_cast<double>(logProb))));
    }
  }
  return text;
}

QString MapScene::describe(Cell cell) const {
  const MapGrid& grid = *m_view.grid;
  QString text = describeColumn(cell.column);
  if (grid.rowAxis == MapAxis::Token) {
    text = tr("query %1 “%2”").arg(cell.row).arg(m_view.tokenLabel(m_view.slice.tokenId(cell.row))) + kDot +
           tr("source %1 “%2”").arg(cell.column).arg(m_view.tokenLabel(m_view.slice.tokenId(cell.column)));
    if (cell.column <= cell.row) text += kDot + tr("level %1").arg(kernels::levelOf(cell.row, cell.column));
  } else {
    text += kDot + (grid.rowAxis == MapAxis::Head ? tr("head %1") : tr("level %1")).arg(rowLabel(cell.row));
  }
  const CellState state = grid.state(cell.row, cell.column);
  if (state == CellState::Outside) return text + kDot + tr("later than the query");
  if (cell.row >= grid.trainedRows) text += ' ' + tr("(untrained)");
  if (state == CellState::Inert) return text + kDot + tr("empty level, no effect");
  if (grid.rowAxis == MapAxis::Level && grid.columnAxis == MapAxis::Token) {
    const kernels::SourceRange sources = kernels::sourceRange(cell.column, cell.row);
    text += kDot + tr("sources [%1, %2)").arg(sources.begin).arg(sources.end);
  }
  return text + kDot + grid.valueTitle + ' ' + cellText(m_view, cell.column, cell.row);
}

QString cellText(const MapView& view, int column, int row) {
  const MapGrid& grid = *view.grid;
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows || !grid.counts(row, column)) return {};
  const double value = static_cast<double>(grid.value(row, column));
  const bool digits = std::isfinite(value) && (value == 0 || std::abs(value) >= 1e-3);
  const QString text = digits ? QString::number(value, 'f', 4) : valueText(value);
  return grid.signedValues && value > 0 ? '+' + text : text;
}

}  // namespace fenwick::ui
