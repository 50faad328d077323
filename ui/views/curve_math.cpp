#include "ui/views/curve_math.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace fenwick::ui {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const QChar kMinus(0x2212);

bool drawable(double value, bool logarithmic) { return std::isfinite(value) && (!logarithmic || value > 0); }

FaultKind faultKind(double value) {
  if (std::isnan(value)) return FaultKind::NotANumber;
  if (std::isinf(value)) return value > 0 ? FaultKind::PlusInfinity : FaultKind::MinusInfinity;
  return FaultKind::NotPositive;
}

int columnOf(double key, Range shown, int columns) {
  const double position = (key - shown.lower) / shown.size() * columns;
  return static_cast<int>(std::clamp(std::floor(position), -1.0, static_cast<double>(columns)));
}

// "0.5" not "0.50", with a true minus sign.
QString plainText(double value, int decimals) {
  QString text = QString::number(std::abs(value), 'f', decimals);
  if (value < 0 && text.toDouble() != 0) text.prepend(kMinus);
  return text;
}

int decimalsFor(double resolution) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(resolution) - 1e-9)), 0, 12);
}

int decimalsForDigits(double value, int digits) {
  if (value == 0) return 0;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 12);
}

QString withoutTrailingZeros(QString text) {
  if (!text.contains('.')) return text;
  while (text.endsWith('0')) text.chop(1);
  if (text.endsWith('.')) text.chop(1);
  return text;
}

QString grouped(QString digits) {
  for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, ',');
  return digits;
}

}  // namespace

void Range::include(double x) {
  if (!std::isfinite(x)) return;
  lower = std::min(lower, x);
  upper = std::max(upper, x);
}

void Range::include(const Range& other) {
  lower = std::min(lower, other.lower);
  upper = std::max(upper, other.upper);
}

DebiasedEma::DebiasedEma(double weight) : m_weight(weight) {
  if (!(weight >= 0 && weight < 1))
    throw std::invalid_argument("smoothing: expected 0 <= weight < 1, got " + std::to_string(weight));
}

double DebiasedEma::next(double value) {
  if (!std::isfinite(value)) return value;
  m_mass = m_weight * m_mass + (1 - m_weight);
  m_mean += (value - m_mean) * ((1 - m_weight) / m_mass);
  return m_mean;
}

std::vector<double> smoothed(std::span<const double> values, double weight) {
  DebiasedEma average(weight);
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) result.push_back(average.next(value));
  return result;
}

void Faults::count(double value) {
  if (std::isnan(value))
    ++nan;
  else if (std::isinf(value))
    ++(value > 0 ? plusInfinity : minusInfinity);
  else if (value <= 0)
    ++notPositive;
}

Faults& Faults::operator+=(const Faults& other) {
  nan += other.nan;
  plusInfinity += other.plusInfinity;
  minusInfinity += other.minusInfinity;
  notPositive += other.notPositive;
  return *this;
}

QString Faults::text(bool logarithmic) const {
  QStringList parts;
  const auto tell = [&](qsizetype n, const QString& what) {
    if (n > 0) parts << countText(static_cast<double>(n)) + ' ' + what;
  };
  tell(nan, "NaN");
  tell(plusInfinity, "+Inf");
  tell(minusInfinity, QString(kMinus) + "Inf");
  if (logarithmic) tell(notPositive, QString(QChar(0x2264)) + " 0");
  return parts.join(QString(" ") + QChar(0x00B7) + ' ');
}

IndexRange shownIndices(std::span<const double> keys, Range shown) {
  const auto first = std::lower_bound(keys.begin(), keys.end(), shown.lower);
  const auto last = std::upper_bound(first, keys.end(), shown.upper);
  IndexRange range{first - keys.begin(), last - keys.begin()};
  if (range.first > 0) --range.first;
  if (range.last < static_cast<qsizetype>(keys.size())) ++range.last;
  return range;
}

Range finiteRange(std::span<const double> keys, std::span<const double> values, Range shown, bool positiveOnly) {
  Range range;
  const auto first = std::lower_bound(keys.begin(), keys.end(), shown.lower) - keys.begin();
  const auto last = std::upper_bound(keys.begin() + first, keys.end(), shown.upper) - keys.begin();
  for (auto i = first; i < last; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    if (drawable(value, positiveOnly)) range.include(value);
  }
  return range;
}

qsizetype nearestIndex(std::span<const double> keys, double x) {
  if (keys.empty()) return -1;
  const auto after = std::lower_bound(keys.begin(), keys.end(), x);
  if (after == keys.begin()) return 0;
  if (after == keys.end()) return static_cast<qsizetype>(keys.size()) - 1;
  const bool takeBefore = x - *(after - 1) <= *after - x;
  return after - keys.begin() - (takeBefore ? 1 : 0);
}

std::vector<CurvePoint> envelope(std::span<const double> keys, std::span<const double> values, Range shown, int columns,
                                 bool logarithmic) {
  std::vector<CurvePoint> line;
  if (columns < 1 || !(shown.size() > 0)) return line;
  const IndexRange range = shownIndices(keys, shown);
  line.reserve(static_cast<std::size_t>(std::min<qsizetype>(range.last - range.first, 4 * columns + 8)));

  // The run of points in one column: where its first, lowest, highest and last point are.
  std::array<qsizetype, 4> kept{};
  bool open = false;
  double columnEnd = 0;
  const auto flush = [&] {
    if (!open) return;
    open = false;
    std::sort(kept.begin(), kept.end());
    qsizetype before = -1;
    for (const qsizetype i : kept) {
      if (i != before) line.push_back({keys[static_cast<std::size_t>(i)], values[static_cast<std::size_t>(i)]});
      before = i;
    }
  };
  for (qsizetype i = range.first; i < range.last; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    const double key = keys[static_cast<std::size_t>(i)];
    if (!drawable(value, logarithmic)) {
      flush();
      if (!line.empty() && !std::isnan(line.back().value)) line.push_back({key, kNaN});
      continue;
    }
    if (open && key < columnEnd) {
      if (value < values[static_cast<std::size_t>(kept[1])]) kept[1] = i;
      if (value > values[static_cast<std::size_t>(kept[2])]) kept[2] = i;
      kept[3] = i;
    } else {
      flush();
      kept = {i, i, i, i};
      open = true;
      // One comparison a point, not one division; rounding at a border moves a point by one column at most.
      const int column = columnOf(key, shown, columns);
      columnEnd = column < 0 ? shown.lower : shown.lower + shown.size() * (column + 1) / columns;
    }
  }
  flush();
  return line;
}

std::vector<FaultMark> faultMarks(std::span<const double> keys, std::span<const double> values, Range shown,
                                  int columns, bool logarithmic) {
  std::vector<FaultMark> marks;
  if (columns < 1 || !(shown.size() > 0)) return marks;
  std::array<int, 4> lastColumn;
  lastColumn.fill(-2);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (drawable(values[i], logarithmic) || !shown.contains(keys[i])) continue;
    const FaultKind kind = faultKind(values[i]);
    const int column = columnOf(keys[i], shown, columns);
    if (lastColumn[static_cast<std::size_t>(kind)] == column) continue;
    lastColumn[static_cast<std::size_t>(kind)] = column;
    marks.push_back({keys[i], kind});
  }
  return marks;
}

Range padded(Range data, double fraction, bool logarithmic) {
  if (data.empty()) return logarithmic ? Range{0.1, 10} : Range{0, 1};
  if (logarithmic) {
    double lower = std::log10(data.lower), upper = std::log10(data.upper);
    const double air = upper - lower > 1e-9 ? (upper - lower) * fraction : 0.3;
    return {std::pow(10.0, lower - air), std::pow(10.0, upper + air)};
  }
  const double size = data.size();
  const double magnitude = std::max(std::abs(data.lower), std::abs(data.upper));
  const double air = size > magnitude * 1e-9 ? size * fraction : (magnitude > 0 ? magnitude * 0.5 : 1);
  return {data.lower - air, data.upper + air};
}

double niceStep(double size, int about) {
  if (!(size > 0) || !std::isfinite(size)) return 1;
  const double rough = size / std::max(1, about);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  return (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10) * power;
}

namespace {
std::vector<double> multiples(Range range, double step) {
  std::vector<double> ticks;
  const double first = std::ceil(range.lower / step - 1e-9), last = std::floor(range.upper / step + 1e-9);
  for (double i = first; i <= last && ticks.size() < 1000; ++i) ticks.push_back(i * step + 0.0);
  return ticks;
}
}  // namespace

std::vector<double> linearTicks(Range range, int about) {
  if (range.empty()) return {};
  // One tick says nothing about scale: finer steps where few are welcome and none falls well.
  double step = niceStep(range.size(), about);
  std::vector<double> ticks = multiples(range, step);
  for (int finer = 1; ticks.size() < 2 && range.size() > 0 && finer <= 3; ++finer) {
    step = niceStep(range.size(), about + finer);
    ticks = multiples(range, step);
  }
  return ticks;
}

std::vector<double> logTicks(Range range, int about) {
  if (range.empty() || range.lower <= 0) return {};
  const double decades = std::log10(range.upper / range.lower);
  const int firstPower = static_cast<int>(std::floor(std::log10(range.lower)));
  const int lastPower = static_cast<int>(std::ceil(std::log10(range.upper)));
  const auto within = [&](std::initializer_list<double> mantissas, int powerStep) {
    std::vector<double> ticks;
    for (int power = firstPower; power <= lastPower; ++power) {
      if (power % powerStep != 0) continue;
      for (const double mantissa : mantissas) {
        // A division keeps 1e-3 the number that a person types; a multiplication by 0.001 would not.
        const double tick = power < 0 ? mantissa / std::pow(10.0, -power) : mantissa * std::pow(10.0, power);
        if (tick >= range.lower * (1 - 1e-12) && tick <= range.upper * (1 + 1e-12)) ticks.push_back(tick);
      }
    }
    return ticks;
  };
  if (decades > about * 1.3) return within({1}, std::max(1, static_cast<int>(std::ceil(decades / std::max(1, about)))));
  if (decades > about * 0.55) return within({1}, 1);
  if (std::vector<double> coarse = within({1, 2, 5}, 1); coarse.size() >= 3 || decades > 1) {
    return static_cast<int>(coarse.size()) > about + 3 ? within({1, 3}, 1) : coarse;
  }
  return linearTicks(range, about);  // less than a decade: a linear subdivision reads best
}

std::vector<double> durationTicks(Range seconds, int about) {
  if (seconds.empty()) return {};
  static constexpr std::array<double, 22> kSteps = {1,     2,     5,      10,     15,     30,     60,    120,
                                                    300,   600,   900,    1800,   3600,   7200,   10800, 21600,
                                                    43200, 86400, 172800, 345600, 604800, 1209600};
  const double rough = seconds.size() / std::max(1, about);
  if (rough < 0.7) return linearTicks(seconds, about);
  const auto step = std::find_if(kSteps.begin(), kSteps.end(), [&](double s) { return s >= rough * 0.75; });
  return step == kSteps.end() ? linearTicks(seconds, about) : multiples(seconds, *step);
}

std::vector<double> spreadLabels(const std::vector<double>& wanted, double separation, double lower, double upper) {
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });

  // With the separations taken off, "apart" becomes "ascending": pool neighbours that violate it at their mean.
  struct Pool {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    pools.push_back({wanted[order[rank]] - static_cast<double>(rank) * separation, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().count += last.count;
    }
  }
  std::vector<double> placed(wanted.size());
  std::size_t rank = 0;
  const double highest = upper - separation * static_cast<double>(wanted.empty() ? 0 : wanted.size() - 1);
  for (const Pool& pool : pools) {
    const double base = std::clamp(pool.mean(), lower, std::max(lower, highest));
    for (std::size_t i = 0; i < pool.count; ++i, ++rank)
      placed[order[rank]] = base + static_cast<double>(rank) * separation;
  }
  return placed;
}

QString percentText(double fraction, double resolution) {
  if (!std::isfinite(fraction)) return valueText(fraction);
  const double percent = fraction * 100;
  if (resolution > 0) return plainText(percent, decimalsFor(resolution * 100)) + " %";
  const int decimals = std::abs(percent) >= 99.95 && percent < 100 ? 2 : 1;
  const QString text = plainText(percent, decimals);
  return (percent == 100 || percent == 0 ? QString::number(percent, 'f', 0) : text) + " %";
}

QString countText(double count) {
  if (!std::isfinite(count)) return valueText(count);
  const double size = std::abs(count);
  const QString sign = count < 0 ? QString(kMinus) : QString();
  if (size < 1e5) {
    const QString digits = QString::number(size, 'f', size == std::floor(size) ? 0 : decimalsForDigits(size, 3));
    const qsizetype point = digits.indexOf('.');
    return sign + (point < 0 ? grouped(digits) : withoutTrailingZeros(grouped(digits.left(point)) + digits.mid(point)));
  }
  static constexpr std::array<std::pair<double, const char*>, 3> kUnits = {{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
  for (const auto& [unit, suffix] : kUnits) {
    if (size < unit * 0.9995) continue;
    const double scaled = size / unit;
    return sign + withoutTrailingZeros(QString::number(scaled, 'f', decimalsForDigits(scaled, 3))) + suffix;
  }
  return sign + grouped(QString::number(size, 'f', 0));
}

QString durationText(double seconds, double resolution) {
  if (!std::isfinite(seconds)) return valueText(seconds);
  if (seconds < 0) return QString(kMinus) + durationText(-seconds, resolution);
  if (seconds < 120 && (resolution < 60 || seconds < 60)) {
    if (seconds == 0) return "0 s";
    const bool whole = resolution >= 1 || (resolution == 0 && seconds >= 10);
    const int decimals = whole ? 0 : resolution > 0 ? decimalsFor(resolution) : 1;
    return QString::number(seconds, 'f', decimals) + " s";
  }
  const auto total = static_cast<qint64>(std::llround(seconds));
  if (total < 7200) {
    if (resolution >= 60 || (resolution == 0 && total >= 600) || total % 60 == 0) {
      return QString::number((total + 30) / 60) + " min";
    }
    return QString("%1:%2 min").arg(total / 60).arg(total % 60, 2, 10, QChar('0'));
  }
  const qint64 minutes = (total + 30) / 60;
  if (minutes < 48 * 60) {
    if (minutes % 60 == 0) return QString::number(minutes / 60) + " h";
    return QString("%1 h %2").arg(minutes / 60).arg(minutes % 60, 2, 10, QChar('0'));
  }
  return withoutTrailingZeros(QString::number(seconds / 86400, 'f', 1)) + " d";
}

QString valueText(double value, double resolution) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? QString("+Inf") : QString(kMinus) + "Inf";
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (resolution > 0 && size < resolution * 1e-6) return "0";
  // Scientific where plain digits would be a row of zeros.
  if (size < 0.0095 || size >= 1e6) {
    const int power = static_cast<int>(std::floor(std::log10(size) + 1e-12));
    const double mantissa = size / std::pow(10.0, power);
    const int decimals = resolution > 0 ? std::clamp(decimalsFor(resolution / std::pow(10.0, power)), 0, 6) : 2;
    QString text = withoutTrailingZeros(QString::number(mantissa, 'f', decimals)) + 'e';
    text += power < 0 ? QString("-") + QString::number(-power) : QString::number(power);
    return value < 0 ? kMinus + text : text;
  }
  if (resolution > 0) return plainText(value, decimalsFor(resolution));
  return plainText(value, decimalsForDigits(value, 3));
}

}  // namespace fenwick::ui
