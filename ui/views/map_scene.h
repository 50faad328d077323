#pragma once

#include <QColor>
#include <QCoreApplication>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ui/views/colour_map.h"
#include "ui/views/curve_math.h"
#include "ui/views/lambda_slice.h"
#include "ui/views/map_grid.h"
#include "ui/views/run_style.h"

namespace fenwick::ui {

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
struct MapStyle {
  QFont font;
  QColor text, muted, frame, background;
  double unit = 1;   // painter units per 1/96 inch
  double pixel = 1;  // painter units per grid pixel: cell edges lie on this grid
  bool print = false;
  bool overlap = false;  // rectangles reach one grid pixel under those painted after them

  static MapStyle screen(const QPalette& palette, const QFont& font, double devicePixelRatio);
};

struct MapView {
  LambdaSlice slice;  // of the tokens that columns stand for
  GridPtr grid;
  Range limits;
  Scale scale = Scale::Linear;
  ColourMap map = ColourMap::Viridis;
  bool hatchInert = true;
  bool compact = false;                  // one of many: without labels of columns, marks, legend and scale
  bool outlineLevels = false;            // rows and columns are tokens: the blocks that are read on one level
  bool second = false;                   // of a kind of its own beside the others, with its own scale of colours
  int classes = 256;                     // how many colours the map of colours is cut into
  std::optional<RunStyle> mark;          // of the run, before the title
  int firstColumn = 0, shownColumns = 0;  // 0: all
  int firstRow = 0, shownRows = 0;
  std::function<QString(std::int64_t)> tokenLabel;
  QString title;
  QString note;  // of a small map: at the right-hand end of its title

  bool empty() const { return !grid || grid->rows < 1 || grid->columns < 1; }
};

// A view of λ by token and level, with limits of its own.
MapView lambdaView(LambdaSlice slice);
// One pair of limits for maps that are compared: percentiles of all their values together; about `centre` where the scale diverges.
Range sharedLimits(const std::vector<GridPtr>& grids, Scale scale, double centre);
Range aboutCentre(Range limits, double centre);

QColor roleColour(model::Role role);
QString roleTitle(model::Role role);  // translated
QColor holeColour();                  // of cells that hold NaN
QRgb colourOf(const MapView& view, int index);  // of 0 … 255
QString cellText(const MapView& view, int column, int row);  // its value; empty where it does not count
// The colour of a cell; nothing where it is hatched or there is none.
std::optional<QRgb> cellColour(const MapView& view, int column, int row);
// Colours beside the values they stand for, from bottom to top.
void paintColourScale(QPainter& painter, const MapView& view, const MapStyle& style, const QRectF& bar, double titleBaseline);
double colourScaleWidth(const MapStyle& style);
// The classes of tokens and the kinds of cells of these maps, as far as there is room on a line; returns where it ends.
double paintLegend(QPainter& painter, std::span<const MapView> views, const MapStyle& style, const QRectF& line);

// Where the parts of a map lie in a rectangle, and how they are painted: the same on screen and in a figure.
class MapScene {
  Q_DECLARE_TR_FUNCTIONS(fenwick::ui::MapScene)

 public:
  MapScene() = default;
  MapScene(const MapView& view, const MapStyle& style, const QRectF& area);

  // What it needs in height so that levels are comfortable.
  static double preferredHeight(const MapView& view, const MapStyle& style);

  void paint(QPainter& painter) const;

  struct Cell {
    int column = -1, row = -1;
    bool valid() const { return column >= 0 && row >= 0; }
    bool operator==(const Cell&) const = default;
  };
  Cell cellAt(QPointF position) const;
  QRectF cellRect(Cell cell) const;
  QRectF columnRect(int column) const;  // of the whole map; empty where it is not shown
  QRectF rowRect(int row) const;
  QRectF mapRect() const { return m_map; }
  int columnAt(QPointF position) const;  // also on bands, marks and labels; -1 outside
  const MapView& view() const { return m_view; }

  // One line about a cell, and one about a column alone.
  QString describe(Cell cell) const;
  QString describeColumn(int column) const;

 private:
  bool ofTokens() const { return m_view.grid->columnAxis == MapAxis::Token && !m_view.slice.empty(); }
  void paintCells(QPainter& painter) const;
  void paintImage(QPainter& painter) const;
  void paintRectangles(QPainter& painter) const;
  void paintHatch(QPainter& painter, CellState state) const;
  void paintOutlines(QPainter& painter) const;
  void paintRoles(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintTokenLabels(QPainter& painter) const;
  void paintPlainLabels(QPainter& painter) const;
  void paintRowLabels(QPainter& painter) const;
  void paintTitle(QPainter& painter) const;
  void paintLegendAndTitle(QPainter& painter) const;
  void measureTokenLabels(double pitch);
  double px(double length) const { return length * m_style.unit; }
  double snap(double length) const;
  QString rowLabel(int row) const;
  QString rowTitle() const;
  QString columnTitle() const;

  MapView m_view;
  MapStyle m_style;
  CellEdges m_columns, m_rows;
  QRectF m_map, m_roles, m_marks, m_labels, m_scale, m_legend;
  QFont m_labelFont;
  bool m_labelsUpright = true;
  int m_labelStride = 1;
  double m_labelWidth = 0;
};

// Of all cells of the maps that count.
QString summaryOf(const std::vector<GridPtr>& grids);

}  // namespace fenwick::ui
