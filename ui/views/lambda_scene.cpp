#include "ui/views/lambda_scene.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPalette>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("LambdaPanel", text); }

const QString kDot = QString(" ") + QChar(0x00B7) + ' ';
const QChar kLambda(0x03BB);

}  // namespace

LambdaSlice::LambdaSlice(SnapshotPtr snapshot, std::int64_t layer, std::int64_t head, std::int64_t sample)
    : m_snapshot(std::move(snapshot)) {
  if (!m_snapshot) return;
  const auto within = [](std::int64_t index, std::int64_t count) {
    return std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(0, count - 1));
  };
  m_layer = within(layer, m_snapshot->layers);
  m_head = within(head, m_snapshot->heads);
  m_sample = within(sample, m_snapshot->samples);
}

float LambdaSlice::value(int token, int level) const {
  return m_snapshot->lambdaAt(m_layer, m_sample, token, m_head, level);
}
bool LambdaSlice::active(int token, int level) { return kernels::isActive(token, level); }
model::Role LambdaSlice::role(int token) const { return static_cast<model::Role>(m_snapshot->roles[row(token)]); }
std::int64_t LambdaSlice::tokenId(int token) const { return m_snapshot->tokens[row(token)]; }
std::int64_t LambdaSlice::target(int token) const { return m_snapshot->targets[row(token)]; }
bool LambdaSlice::scored(int token) const { return target(token) != model::kIgnored; }
bool LambdaSlice::correct(int token) const { return m_snapshot->correct[row(token)] != 0; }
float LambdaSlice::targetLogProb(int token) const { return m_snapshot->targetLogProb[row(token)]; }

double percentile(std::vector<float>& values, double fraction) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double rank = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(rank));
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double low = values[static_cast<std::size_t>(below)];
  if (below + 1 >= static_cast<std::ptrdiff_t>(values.size())) return low;
  const double high = *std::min_element(values.begin() + below + 1, values.end());
  return low + (high - low) * (rank - static_cast<double>(below));
}

Range LambdaSlice::automaticLimits() const {
  std::vector<float> values;
  for (int token = 0; token < tokens(); ++token) {
    for (int level = 0; level < levels(); ++level) {
      if (!active(token, level)) continue;
      if (const float v = value(token, level); std::isfinite(v)) values.push_back(v);
    }
  }
  if (values.empty()) return {0, 1};
  Range limits{percentile(values, 0.01), percentile(values, 0.99)};
  // A constant map is one colour, not amplified rounding.
  const double least = 1e-5 * std::max(1.0, std::abs(limits.lower));
  if (limits.size() < least) {
    const double middle = (limits.lower + limits.upper) / 2;
    limits = {middle - 0.05 * std::max(1.0, std::abs(middle)), middle + 0.05 * std::max(1.0, std::abs(middle))};
  }
  return limits;
}

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

LambdaStyle LambdaStyle::screen(const QPalette& palette, const QFont& font, double devicePixelRatio) {
  const CurveStyle curves = CurveStyle::screen(palette, font);
  LambdaStyle style;
  style.font = curves.font;
  style.text = curves.text, style.muted = curves.muted, style.frame = curves.frame,
  style.background = curves.background;
  style.pixel = 1 / devicePixelRatio;
  return style;
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
      return tr("noise");
    case model::Role::Key:
      return tr("key");
    case model::Role::Value:
      return tr("value");
    case model::Role::Query:
      return tr("query");
    case model::Role::Separator:
      return tr("separator");
    case model::Role::Blank:
      return tr("blank");
    case model::Role::Data:
      return tr("data");
    case model::Role::Text:
      return tr("text");
  }
  return {};
}

QColor holeColour() { return QColor(0xFF, 0x00, 0xFF); }

std::optional<QRgb> cellColour(const LambdaView& view, int token, int level) {
  if (view.hatchInert && !LambdaSlice::active(token, level)) return std::nullopt;
  const float value = view.slice.value(token, level);
  if (std::isnan(value)) return holeColour().rgb();
  return mapped(view.map, colourIndex(value, view.limits.lower, view.limits.upper));
}

double LambdaScene::snap(double length) const { return std::round(length / m_style.pixel) * m_style.pixel; }

std::vector<model::Role> LambdaScene::rolesPresent() const {
  std::vector<model::Role> roles;
  for (const model::Role role : {model::Role::Key, model::Role::Value, model::Role::Query, model::Role::Noise,
                                 model::Role::Data, model::Role::Separator, model::Role::Blank, model::Role::Text}) {
    for (int t = 0; t < m_view.slice.tokens(); ++t) {
      if (m_view.slice.role(t) != role) continue;
      roles.push_back(role);
      break;
    }
  }
  return roles;
}

double LambdaScene::preferredHeight(const LambdaView& view, const LambdaStyle& style) {
  const QFontMetricsF metrics(style.font);
  return style.unit * (20.0 * view.slice.levels() + 40) + metrics.height() * 4.2;
}

LambdaScene::LambdaScene(const LambdaView& view, const LambdaStyle& style, const QRectF& area)
    : m_view(view), m_style(style) {
  if (m_view.slice.empty()) return;
  const int tokens = m_view.slice.tokens();
  if (m_view.shownTokens <= 0 || m_view.shownTokens > tokens) m_view.shownTokens = tokens, m_view.firstToken = 0;
  m_view.firstToken = std::clamp(m_view.firstToken, 0, tokens - m_view.shownTokens);

  const QFontMetricsF metrics(style.font);
  double widest = 0;
  for (int t = m_view.firstToken; t < m_view.firstToken + m_view.shownTokens; ++t) {
    widest = std::max(widest, metrics.horizontalAdvance(m_view.tokenLabel(m_view.slice.tokenId(t))));
  }
  const double line = metrics.height();
  const double left = metrics.horizontalAdvance(tr("level")) + px(12);
  // Limits are told with three digits: keep their place free so that the map does not jump.
  const double right =
      px(8 + 12 + 8) + std::max(metrics.horizontalAdvance("0.000"), metrics.horizontalAdvance("1e-3")) + px(6);
  const double width = snap(std::max(px(8), area.width() - left - right));

  m_legend = QRectF(area.left() + left, area.top(), width, line + px(4));
  const double pitch = width / m_view.shownTokens;
  m_labelsUpright = widest + px(3) <= pitch;
  // Slightly smaller labels are better than every other one left out.
  m_labelFont = style.font;
  const double wanted = metrics.capHeight() + px(2);
  if (!m_labelsUpright && wanted > pitch) {
    const double smallest = std::max(0.72 * style.font.pixelSize(), px(8));
    const double fitting = std::floor(style.font.pixelSize() * pitch / wanted);
    if (fitting >= smallest) m_labelFont.setPixelSize(static_cast<int>(fitting));
  }
  const QFontMetricsF labels(m_labelFont);
  widest *= labels.height() / metrics.height();
  const double across = m_labelsUpright ? widest + px(3) : labels.capHeight() + px(1);
  m_labelStride = std::max(1, static_cast<int>(std::ceil(across / pitch)));
  const double labelsHeight = (m_labelsUpright ? line : std::min(widest, area.height() * 0.3)) + px(3);
  const bool anyScored = [&] {
    for (int t = 0; t < tokens; ++t) {
      if (m_view.slice.scored(t)) return true;
    }
    return false;
  }();
  const double rolesHeight = px(6), marksHeight = anyScored ? px(12) : 0;

  const double mapLeft = snap(area.left() + left), rolesTop = snap(m_legend.bottom());
  const double mapTop = snap(rolesTop + rolesHeight + px(2));
  const double axisTitle = line;
  const double mapHeight = snap(std::max(px(2.0 * m_view.slice.levels()),
                                         area.bottom() - axisTitle - labelsHeight - marksHeight - px(2) - mapTop));
  m_roles = QRectF(mapLeft, rolesTop, width, snap(rolesHeight));
  m_map = QRectF(mapLeft, mapTop, width, mapHeight);
  m_marks = QRectF(mapLeft, m_map.bottom() + px(2), width, marksHeight);
  m_labels = QRectF(mapLeft, m_marks.bottom(), width, labelsHeight);
  m_scale = QRectF(snap(m_map.right() + px(12)), mapTop, snap(px(12)), mapHeight);
  m_columns = CellEdges(m_view.firstToken, m_view.shownTokens, static_cast<int>(std::lround(width / style.pixel)));
  m_rows = CellEdges(0, m_view.slice.levels(), static_cast<int>(std::lround(mapHeight / style.pixel)));
}

LambdaScene::Cell LambdaScene::cellAt(QPointF position) const {
  const int x = static_cast<int>(std::floor((position.x() - m_map.left()) / m_style.pixel + 1e-6));
  const int y = static_cast<int>(std::floor((position.y() - m_map.top()) / m_style.pixel + 1e-6));
  return {m_columns.cellAt(x), m_rows.cellAt(y)};
}

int LambdaScene::tokenAt(QPointF position) const {
  if (position.y() < m_roles.top() || position.y() > m_labels.bottom()) return -1;
  return m_columns.cellAt(static_cast<int>(std::floor((position.x() - m_map.left()) / m_style.pixel + 1e-6)));
}

QRectF LambdaScene::cellRect(Cell cell) const {
  const double p = m_style.pixel;
  return QRectF(
      QPointF(m_map.left() + m_columns.edge(cell.token) * p, m_map.top() + m_rows.edge(cell.level) * p),
      QPointF(m_map.left() + m_columns.edge(cell.token + 1) * p, m_map.top() + m_rows.edge(cell.level + 1) * p));
}

void LambdaScene::paint(QPainter& painter) const {
  if (m_view.slice.empty()) return;
  painter.setFont(m_style.font);
  paintCells(painter);
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintRoleLegend(painter);
  paintMarks(painter);
  paintTokenLabels(painter);
  paintLevelLabels(painter);
  paintScale(painter);
}

void LambdaScene::paintCells(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  // Equal neighbours in a row are one rectangle; equal rectangles of adjacent rows too. Hatched cells count as one
  // colour.
  struct Piece {
    int first, last, top, bottom;
    std::optional<QRgb> colour;
  };
  std::vector<Piece> open;
  const QColor inert = pale(m_style.text, m_style.background, 0.07);
  const auto flush = [&](const Piece& piece) {
    QRectF rect(cellRect({piece.first, piece.top}).topLeft(), cellRect({piece.last, piece.bottom}).bottomRight());
    if (m_style.overlap) {
      rect.setRight(std::min(rect.right() + m_style.pixel, m_map.right()));
      rect.setBottom(std::min(rect.bottom() + m_style.pixel, m_map.bottom()));
    }
    painter.fillRect(rect, piece.colour ? QColor::fromRgb(*piece.colour) : inert);
  };
  for (int level = 0; level < m_view.slice.levels(); ++level) {
    std::vector<Piece> row;
    for (int token = m_columns.first(); token < m_columns.last(); ++token) {
      const std::optional<QRgb> colour = cellColour(m_view, token, level);
      if (!row.empty() && row.back().colour == colour)
        row.back().last = token;
      else
        row.push_back({token, token, level, level, colour});
    }
    std::vector<Piece> next;
    for (Piece piece : row) {
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
  if (m_view.hatchInert) paintHatch(painter);
  paintRoles(painter);
}

// Lines at 45 degrees in inert cells, cut to each cell by arithmetic: pattern brushes would become bitmaps in a figure.
void LambdaScene::paintHatch(QPainter& painter) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  QPen pen(pale(m_style.text, m_style.background, 0.22), px(0.75));
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  const double pitch = px(5);
  QVector<QLineF> lines;
  for (int level = 0; level < m_view.slice.levels(); ++level) {
    for (int token = m_columns.first(); token < m_columns.last(); ++token) {
      if (LambdaSlice::active(token, level)) continue;
      int last = token;
      while (last + 1 < m_columns.last() && !LambdaSlice::active(last + 1, level)) ++last;
      const QRectF rect(cellRect({token, level}).topLeft(), cellRect({last, level}).bottomRight());
      // x + y = c crosses the rectangle for c between its two corners; multiples of the pitch keep neighbours in phase.
      const double least = rect.left() + rect.top(), most = rect.right() + rect.bottom();
      for (double c = std::ceil(least / pitch) * pitch; c < most; c += pitch) {
        const double x1 = std::max(rect.left(), c - rect.bottom()), x2 = std::min(rect.right(), c - rect.top());
        if (x2 > x1) lines.append(QLineF(x1, c - x1, x2, c - x2));
      }
      token = last;
    }
  }
  painter.drawLines(lines);
  painter.restore();
}

void LambdaScene::paintRoles(QPainter& painter) const {
  for (int token = m_columns.first(); token < m_columns.last(); ++token) {
    int last = token;
    while (last + 1 < m_columns.last() && m_view.slice.role(last + 1) == m_view.slice.role(token)) ++last;
    const QRectF from = cellRect({token, 0}), to = cellRect({last, 0});
    painter.fillRect(QRectF(from.left(), m_roles.top(), to.right() - from.left(), m_roles.height()),
                     roleColour(m_view.slice.role(token)));
    token = last;
  }
}

void LambdaScene::paintRoleLegend(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  const double baseline = m_legend.top() + metrics.ascent();
  double x = m_legend.left();
  const auto room = [&](const QString& text) {
    return x + px(14) + metrics.horizontalAdvance(text) <= m_legend.right();
  };
  for (const model::Role role : rolesPresent()) {
    if (!room(roleTitle(role))) return;
    painter.fillRect(QRectF(snap(x), snap(baseline - px(8)), snap(px(8)), snap(px(8))), roleColour(role));
    painter.setPen(m_style.muted);
    painter.drawText(QPointF(x + px(12), baseline), roleTitle(role));
    x += px(12 + 14) + metrics.horizontalAdvance(roleTitle(role));
  }
  if (m_view.hatchInert && room(tr("empty level"))) {
    const QRectF box(snap(x), snap(baseline - px(8)), snap(px(8)), snap(px(8)));
    painter.fillRect(box, pale(m_style.text, m_style.background, 0.07));
    painter.setPen(QPen(pale(m_style.text, m_style.background, 0.35), px(0.75)));
    painter.drawLine(QLineF(box.left(), box.center().y(), box.center().x(), box.top()));
    painter.drawLine(QLineF(box.left(), box.bottom(), box.right(), box.top()));
    painter.drawLine(QLineF(box.center().x(), box.bottom(), box.right(), box.center().y()));
    painter.setPen(m_style.muted);
    painter.drawText(QPointF(x + px(12), baseline), tr("empty level"));
    x += px(12 + 14) + metrics.horizontalAdvance(tr("empty level"));
  }
  const double titleWidth = metrics.horizontalAdvance(m_view.title);
  if (m_view.title.isEmpty() || x + titleWidth > m_legend.right()) return;
  painter.setPen(m_style.text);
  painter.drawText(QPointF(m_legend.right() - titleWidth, baseline), m_view.title);
}

// Below each scored token: a tick where the model was right, a cross where it was wrong.
void LambdaScene::paintMarks(QPainter& painter) const {
  if (m_marks.height() <= 0) return;
  for (int token = m_columns.first(); token < m_columns.last(); ++token) {
    if (!m_view.slice.scored(token)) continue;
    const QRectF column = cellRect({token, 0});
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

void LambdaScene::paintTokenLabels(QPainter& painter) const {
  const QFontMetricsF metrics(m_labelFont);
  painter.setFont(m_labelFont);
  painter.setPen(m_style.text);
  for (int token = m_columns.first(); token < m_columns.last(); ++token) {
    if (token % m_labelStride != 0) continue;
    const QString text = m_view.tokenLabel(m_view.slice.tokenId(token));
    const double x = cellRect({token, 0}).center().x(), width = metrics.horizontalAdvance(text);
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
  const QString title =
      m_view.shownTokens == m_view.slice.tokens()
          ? tr("token")
          : tr("token %1 – %2 of %3").arg(m_columns.first()).arg(m_columns.last() - 1).arg(m_view.slice.tokens());
  painter.setPen(m_style.muted);
  painter.drawText(QPointF(m_map.center().x() - titleMetrics.horizontalAdvance(title) / 2,
                           m_labels.bottom() + titleMetrics.ascent()),
                   title);
}

void LambdaScene::paintLevelLabels(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  painter.setPen(m_style.muted);
  const double rowHeight = m_map.height() / m_view.slice.levels();
  const int stride = std::max(1, static_cast<int>(std::ceil(metrics.ascent() / rowHeight)));
  for (int level = 0; level < m_view.slice.levels(); level += stride) {
    const QString text = QString::number(level);
    const double y = cellRect({m_columns.first(), level}).center().y() + metrics.capHeight() / 2;
    painter.drawText(QPointF(m_map.left() - px(6) - metrics.horizontalAdvance(text), y), text);
  }
  const QString title = tr("level");
  painter.drawText(QPointF(m_map.left() - px(6) - metrics.horizontalAdvance(title), m_legend.top() + metrics.ascent()),
                   title);
}

void LambdaScene::paintScale(QPainter& painter) const {
  const QFontMetricsF metrics(m_style.font);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const int pixels = static_cast<int>(std::lround(m_scale.height() / m_style.pixel));
  const CellEdges classes(0, 256, pixels);
  for (int i = 0; i < 256; ++i) {
    const double top = m_scale.bottom() - classes.edge(i + 1) * m_style.pixel,
                 bottom = m_scale.bottom() - classes.edge(i) * m_style.pixel;
    if (bottom > top)
      painter.fillRect(QRectF(m_scale.left(), top, m_scale.width(), bottom - top),
                       QColor::fromRgb(mapped(m_view.map, i)));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(m_style.text);
  painter.drawText(
      QPointF(m_scale.center().x() - metrics.horizontalAdvance(kLambda) / 2, m_legend.top() + metrics.ascent()),
      QString(kLambda));
  const std::vector<double> ticks =
      linearTicks(m_view.limits, std::max(2, static_cast<int>(m_scale.height() / (metrics.height() * 2))));
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0;
  for (const double tick : ticks) {
    const double y = m_scale.bottom() - (tick - m_view.limits.lower) / m_view.limits.size() * m_scale.height();
    painter.setPen(QPen(m_style.frame, px(1)));
    painter.drawLine(QPointF(m_scale.right(), y), QPointF(m_scale.right() + px(3), y));
    painter.setPen(m_style.muted);
    const double baseline =
        std::clamp(y + metrics.capHeight() / 2, m_scale.top() + metrics.capHeight(), m_scale.bottom());
    painter.drawText(QPointF(m_scale.right() + px(6), baseline), valueText(tick, step));
  }
}

QString LambdaScene::summary() const {
  if (m_view.slice.empty()) return {};
  std::vector<float> values;
  qsizetype active = 0;
  Faults faults;
  for (int token = 0; token < m_view.slice.tokens(); ++token) {
    for (int level = 0; level < m_view.slice.levels(); ++level) {
      if (!LambdaSlice::active(token, level)) continue;
      ++active;
      const float value = m_view.slice.value(token, level);
      faults.count(static_cast<double>(value));
      if (std::isfinite(value)) values.push_back(value);
    }
  }
  QString text = tr("%1 active cells").arg(countText(static_cast<double>(active)));
  if (!values.empty()) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double lower = static_cast<double>(*least), upper = static_cast<double>(*most);
    text +=
        kDot + tr("λ %1 … %2, median %3").arg(valueText(lower), valueText(upper), valueText(percentile(values, 0.5)));
  }
  if (const QString told = faults.text(false); !told.isEmpty()) text += kDot + told;
  return text;
}

QString LambdaScene::describeToken(int token) const {
  const LambdaSlice& slice = m_view.slice;
  QString text =
      tr("token %1 “%2”").arg(token).arg(m_view.tokenLabel(slice.tokenId(token))) + kDot + roleTitle(slice.role(token));
  if (slice.scored(token)) {
    text += kDot + tr("target “%1”").arg(m_view.tokenLabel(slice.target(token))) + ' ' +
            (slice.correct(token) ? tr("predicted") : tr("missed"));
    if (const float logProb = slice.targetLogProb(token); std::isfinite(logProb)) {
      text += QString(" (p %1)").arg(valueText(std::exp(static_cast<double>(logProb))));
    }
  }
  return text;
}

QString LambdaScene::describe(Cell cell) const {
  const LambdaSlice& slice = m_view.slice;
  QString text = describeToken(cell.token) + kDot + tr("level %1").arg(cell.level);
  if (!LambdaSlice::active(cell.token, cell.level)) return text + kDot + tr("empty level, no effect");
  const kernels::SourceRange sources = kernels::sourceRange(cell.token, cell.level);
  text += kDot + tr("sources [%1, %2)").arg(sources.begin).arg(sources.end);
  const double value = static_cast<double>(slice.value(cell.token, cell.level));
  return text + kDot + kLambda + ' ' + (std::isfinite(value) ? QString::number(value, 'f', 4) : valueText(value));
}

}  // namespace fenwick::ui
