#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QSize>
#include <functional>
#include <memory>
#include <optional>

#include "ui/views/curve_model.h"

class QCustomPlot;

namespace fenwick::ui {

// How the four plots look. All lengths are multiples of `unit`: 1 on screen, the length of 1/96 inch in a figure.
struct CurveStyle {
  QFont font;  // its pixel size in painter units
  QColor text, muted, grid, frame, background;
  double unit = 1;
  double lineWidth = 1.5, rawWidth = 1;
  bool print = false;  // everything antialiased, axis labels always there
  double preview = 0;  // pixels to the unit of painting, where a figure is only looked at: finer detail is left out

  // The palette's colours and the widget's font, a little smaller.
  static CurveStyle screen(const QPalette& palette, const QFont& font);
};

// A colour of the data as it can be seen on this ground, and the pale form in which raw lines are drawn (opaque:
// half-transparent brushes would turn the text of a PDF into pixels).
QColor readableOn(const QColor& colour, const QColor& ground);
QColor pale(const QColor& colour, const QColor& ground, double strength);

// The four plots of a CurveModel inside a QCustomPlot: axes and grid are its own, the curves are drawn here. The panel
// and the figure both use it, so that paper and screen show the same lines.
class CurveScene {
 public:
  CurveScene(QCustomPlot& plot, CurveModel& model);
  ~CurveScene();

  void setStyle(const CurveStyle& style);
  void arrange(int columns);  // 1, 2 or 4 plots side by side

  // What is shown; nothing: everything recorded, with the values that fall into it.
  void setShownKeys(std::optional<Range> keys);
  void setShownValues(int plot, std::optional<Range> values);
  bool showsEverything() const;
  bool isLogarithmic(int plot) const;
  bool showsOwnValues(int plot) const;  // chosen by setShownValues

  // Takes in new data and sets the axes. To be called before the plot is painted.
  void prepare();

  // Asked after each curve that was painted; where it says no, no further one is.
  void setBetweenCurves(std::function<bool()> goesOn);

  // prepare() for a figure of this size, without a window that would lay it out.
  void layOut(QSize size);

  Range shownKeys() const;  // as prepared
  Range shownValues(int plot) const;
  QRectF plotArea(int plot) const;     // in painter units
  int plotAt(QPointF position) const;  // -1: none
  double keyAt(int plot, double x) const;
  double valueAt(int plot, double y) const;

  // The line through all plots, with a dot on each curve. Repaints its own layer only.
  void setCursor(std::optional<double> key);
  std::optional<double> cursor() const;
  // A rectangle being dragged open in one plot; nothing: none.
  void setBox(std::optional<QRectF> box);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
