#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/core/run_source.h"
#include "ui/views/colour_map.h"
#include "ui/views/curve_math.h"

namespace fenwick::ui {

// λ of one layer, head and sample as a matrix, level 0 on top, tokens across, and all a view says about a cell.
class LambdaSlice {
 public:
  using SnapshotPtr = std::shared_ptr<const model::LambdaSnapshot>;

  LambdaSlice() = default;
  // Indices beyond the snapshot are taken to its last.
  LambdaSlice(SnapshotPtr snapshot, std::int64_t layer, std::int64_t head, std::int64_t sample);

  bool empty() const { return !m_snapshot || tokens() < 1 || levels() < 1; }
  int tokens() const { return m_snapshot ? static_cast<int>(m_snapshot->length) : 0; }
  int levels() const { return m_snapshot ? static_cast<int>(m_snapshot->levels) : 0; }
  std::int64_t layer() const { return m_layer; }
  std::int64_t head() const { return m_head; }
  std::int64_t sample() const { return m_sample; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }

  float value(int token, int level) const;
  static bool active(int token, int level);  // an inert cell multiplies an empty state
  model::Role role(int token) const;
  std::int64_t tokenId(int token) const;
  bool scored(int token) const;
  std::int64_t target(int token) const;  // model::kIgnored where not scored
  bool correct(int token) const;
  float targetLogProb(int token) const;

  // The 1 % and 99 % percentiles (linear between ranks) of the active finite cells, never of size zero.
  Range automaticLimits() const;

 private:
  std::size_t row(int token) const { return static_cast<std::size_t>(m_sample * m_snapshot->length + token); }

  SnapshotPtr m_snapshot;
  std::int64_t m_layer = 0, m_head = 0, m_sample = 0;
};

// The value below which `fraction` of the values lie, linear between ranks; NaN for none. Values are reordered.
double percentile(std::vector<float>& values, double fraction);

// `count` cells laid onto `pixels` whole pixels: cell i covers [edge(i), edge(i+1)). Painting and pointing use the same
// edges.
class CellEdges {
 public:
  CellEdges() = default;
  CellEdges(int first, int count, int pixels) : m_first(first), m_count(count), m_pixels(pixels) {}
  int first() const { return m_first; }
  int last() const { return m_first + m_count; }
  int pixels() const { return m_pixels; }
  int edge(int cell) const;
  int cellAt(int pixel) const;  // -1 outside

 private:
  int m_first = 0, m_count = 0, m_pixels = 0;
};

// How a map is drawn.
struct LambdaStyle {
  QFont font;
  QColor text, muted, frame, background;
  double unit = 1;   // painter units per 1/96 inch
  double pixel = 1;  // painter units per grid pixel: cell edges lie on this grid
  bool print = false;
  bool overlap = false;  // rectangles reach one grid pixel under those painted after them

  static LambdaStyle screen(const QPalette& palette, const QFont& font, double devicePixelRatio);
};

struct LambdaView {
  LambdaSlice slice;
  Range limits;
  ColourMap map = ColourMap::Viridis;
  bool hatchInert = true;
  int firstToken = 0, shownTokens = 0;  // 0: all
  std::function<QString(std::int64_t)> tokenLabel;
  QString title;
};

QColor roleColour(model::Role role);
QString roleTitle(model::Role role);  // translated
QColor holeColour();                  // of cells that hold NaN
// The colour of a cell; nothing where it is hatched.
std::optional<QRgb> cellColour(const LambdaView& view, int token, int level);

// Where the parts of a λ map lie in a rectangle, and how they are painted: the same on screen and in a figure.
class LambdaScene {
 public:
  LambdaScene() = default;
  LambdaScene(const LambdaView& view, const LambdaStyle& style, const QRectF& area);

  // What it needs in height so that levels are comfortable.
  static double preferredHeight(const LambdaView& view, const LambdaStyle& style);

  void paint(QPainter& painter) const;
  // Without text and scale: the map alone, for the fast path of a screen.
  void paintCells(QPainter& painter) const;

  struct Cell {
    int token = -1, level = -1;
    bool valid() const { return token >= 0 && level >= 0; }
    bool operator==(const Cell&) const = default;
  };
  Cell cellAt(QPointF position) const;
  QRectF cellRect(Cell cell) const;
  QRectF mapRect() const { return m_map; }
  int tokenAt(QPointF position) const;  // also on bands, marks and labels; -1 outside

  // One line about a cell, and one about a token alone.
  QString describe(Cell cell) const;
  QString describeToken(int token) const;
  QString summary() const;  // of all active cells

 private:
  void paintRoles(QPainter& painter) const;
  void paintRoleLegend(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintTokenLabels(QPainter& painter) const;
  void paintLevelLabels(QPainter& painter) const;
  void paintScale(QPainter& painter) const;
  void paintHatch(QPainter& painter) const;
  double px(double length) const { return length * m_style.unit; }
  double snap(double length) const;
  std::vector<model::Role> rolesPresent() const;

  LambdaView m_view;
  LambdaStyle m_style;
  CellEdges m_columns, m_rows;
  QRectF m_map, m_roles, m_marks, m_labels, m_scale, m_legend;
  QFont m_labelFont;
  bool m_labelsUpright = true;
  int m_labelStride = 1;
};

}  // namespace fenwick::ui
