#pragma once

#include <QString>
#include <QVector>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace fenwick::ui {

// What curves are made of before anything is painted: smoothing, ranges, the envelope of what falls into a pixel
// column, ticks and the numbers as a person says them. Pure functions; any thread.

// A closed interval that starts out empty.
struct Range {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();

  bool empty() const { return !(lower <= upper); }
  double size() const { return empty() ? 0 : upper - lower; }
  bool contains(double x) const { return lower <= x && x <= upper; }
  void include(double x);  // ignores NaN and infinities
  void include(const Range& other);
};

// Exponential moving average, debiased: after n finite values the newest weighs (1 - w) / (1 - w^n), so the first
// counts fully and a constant stays exactly that constant. NaN and infinities come out as they went in and leave the
// average alone.
class DebiasedEma {
 public:
  explicit DebiasedEma(double weight);  // 0 (off) <= weight < 1, else std::invalid_argument
  double next(double value);

 private:
  double m_weight;
  double m_mass = 0;  // 1 - w^n
  double m_mean = 0;
};
std::vector<double> smoothed(std::span<const double> values, double weight);

// Values that no linear axis shows, and those that a logarithmic one cannot.
struct Faults {
  qsizetype nan = 0, plusInfinity = 0, minusInfinity = 0, notPositive = 0;
  void count(double value);
  Faults& operator+=(const Faults& other);
  // "2 NaN · 1 +Inf · 3 ≤ 0"; the last part only for a logarithmic axis. Empty where there is nothing to tell.
  QString text(bool logarithmic) const;
};

// The finite values whose key lies in `shown`; with `positiveOnly`, those above zero.
Range finiteRange(std::span<const double> keys, std::span<const double> values, Range shown, bool positiveOnly);

// Indices [first, last) of ascending keys in `shown`, and one neighbour on each side so that lines reach the edges.
struct IndexRange {
  qsizetype first = 0, last = 0;
};
IndexRange shownIndices(std::span<const double> keys, Range shown);

// The index of the key nearest to x; -1 where there are no keys.
qsizetype nearestIndex(std::span<const double> keys, double x);

// A point of the line to draw. A NaN value breaks the line there.
struct CurvePoint {
  double key, value;
};

// At most four points per pixel column: the first, the lowest, the highest and the last of those that fall into it, in
// their own order. A polyline through them covers the same pixels as one through all points. What is not finite (or, on
// a logarithmic axis, not positive) breaks the line.
std::vector<CurvePoint> envelope(std::span<const double> keys, std::span<const double> values, Range shown, int columns,
                                 bool logarithmic);

// What cannot be drawn where it is, marked at the edge: once per kind and pixel column.
enum class FaultKind { NotANumber, PlusInfinity, MinusInfinity, NotPositive };
struct FaultMark {
  double key;
  FaultKind kind;
};
std::vector<FaultMark> faultMarks(std::span<const double> keys, std::span<const double> values, Range shown,
                                  int columns, bool logarithmic);

// A range to show: some air around the data, never of size zero, positive where the axis is logarithmic.
Range padded(Range data, double fraction, bool logarithmic);

// Ticks. `about` is how many would be welcome.
double niceStep(double size, int about);  // 1, 2 or 5 times a power of ten
std::vector<double> linearTicks(Range range, int about);
std::vector<double> logTicks(Range range, int about);
std::vector<double> durationTicks(Range seconds, int about);

// Positions as near as possible to the wanted ones (same order), at least `separation` apart, inside [lower, upper] if
// they fit.
std::vector<double> spreadLabels(const std::vector<double>& wanted, double separation, double lower, double upper);

// Numbers as a person says them. `resolution` is the least difference that must show (a tick step); 0 for three
// significant digits.
QString percentText(double fraction, double resolution = 0);  // "99.3 %"
QString countText(double count);                              // "5,000", "120 k", "1.2 M"
QString durationText(double seconds, double resolution = 0);  // "42 s", "3 min", "1:30 min", "2 h 05"
QString valueText(double value, double resolution = 0);       // "0.132", "1e-3", "−2.5"

}  // namespace fenwick::ui
