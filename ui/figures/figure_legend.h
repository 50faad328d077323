#pragma once

#include <QColor>
#include <QPainter>
#include <QRect>
#include <QString>
#include <vector>

#include "ui/views/curve_scene.h"

namespace fenwick::ui {

struct FigureOptions;

// Where the key to the runs stands: beside the plots, or in a corner of the first one.
enum class LegendPlace { Automatic, Above, Below, Right, TopLeft, TopRight, BottomLeft, BottomRight, None };
constexpr LegendPlace kLegendPlaces[] = {LegendPlace::Automatic, LegendPlace::Above,      LegendPlace::Below,       LegendPlace::Right, LegendPlace::TopLeft,
                                         LegendPlace::TopRight,  LegendPlace::BottomLeft, LegendPlace::BottomRight, LegendPlace::None};
QString legendPlaceName(LegendPlace place);   // "auto", "top-left": as recipes and the command line call it
QString legendPlaceTitle(LegendPlace place);  // as the window calls it
// The place that the options ask for, `automatic` where they leave it open.
LegendPlace legendOf(const FigureOptions& options, LegendPlace automatic);

struct LegendEntry {
  QString text;
  QColor colour;
  Qt::PenStyle dash = Qt::SolidLine;
};

// The key to the lines of a figure. Beside the plots it leaves them at least half of the sheet; what does not fit is counted in its last line.
class FigureLegend {
 public:
  FigureLegend(std::vector<LegendEntry> entries, const CurveStyle& style, LegendPlace place, QSize sheet);

  QRect rest() const { return m_rest; }  // what it leaves of the sheet
  void paintBeside(QPainter& painter) const;
  void paintInside(QPainter& painter, const QRectF& plot) const;

 private:
  struct Placed {
    LegendEntry entry;
    QPointF at;  // of its line's upper left corner
  };
  bool inside() const;
  double widthOf(const LegendEntry& entry) const;
  std::vector<Placed> inRows(double width, std::size_t most) const;
  std::vector<Placed> inColumn(double height) const;
  void shorten(std::vector<Placed>& placed) const;
  void paint(QPainter& painter, const std::vector<Placed>& placed, double width) const;

  std::vector<LegendEntry> m_entries;
  CurveStyle m_style;
  LegendPlace m_place;
  double m_line, m_sample;
  QRect m_rest, m_own;
  std::vector<Placed> m_beside;
};

}  // namespace fenwick::ui
