#include "ui/views/curve_math.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

using namespace fenwick::ui;

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> counting(std::size_t n) {
  std::vector<double> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<double>(i);
  return keys;
}
}  // namespace

class CurveMathTest : public QObject {
  Q_OBJECT
 private slots:
  void aConstantStaysThatConstantAtEverySmoothing() {
    for (const double weight : {0.0, 0.3, 0.9, 0.999}) {
      for (const double constant : {0.1, 1.0 / 3, 4.85, -7e-9, 1e12}) {
        for (const double value : smoothed(std::vector<double>(2000, constant), weight)) QVERIFY(value == constant);
      }
    }
  }

  void smoothingIsTheDebiasedWeightedMean() {
    const std::vector<double> values{3, 1, 4, 1, 5, 9, 2, 6};
    const double w = 0.8;
    const std::vector<double> result = smoothed(values, w);
    for (std::size_t n = 0; n < values.size(); ++n) {
      double sum = 0, mass = 0;
      for (std::size_t i = 0; i <= n; ++i) {
        sum += std::pow(w, static_cast<double>(n - i)) * values[i];
        mass += std::pow(w, static_cast<double>(n - i));
      }
      QVERIFY(std::abs(result[n] - sum / mass) < 1e-12);
    }
  }

  void noSmoothingIsTheCurveItselfAndAWeightOfOneIsRefused() {
    const std::vector<double> values{3, 1, 4};
    QCOMPARE(smoothed(values, 0), values);
    QVERIFY_EXCEPTION_THROWN(smoothed(values, 1), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(smoothed(values, -0.1), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(smoothed(values, kNaN), std::invalid_argument);
  }

  void nonFiniteValuesPassThroughSmoothingAndLeaveTheAverageAlone() {
    const std::vector<double> with = smoothed(std::vector<double>{2, kNaN, 4, kInf, -kInf, 8}, 0.5);
    const std::vector<double> without = smoothed(std::vector<double>{2, 4, 8}, 0.5);
    QVERIFY(std::isnan(with[1]));
    QCOMPARE(with[3], kInf);
    QCOMPARE(with[4], -kInf);
    QCOMPARE(with[0], without[0]);
    QCOMPARE(with[2], without[1]);
    QCOMPARE(with[5], without[2]);
  }

  void rangesComeFromFiniteValuesOfTheShownKeysOnly() {
    const std::vector<double> keys = counting(7);
    const std::vector<double> values{100, kNaN, 1, kInf, 3, -kInf, -5};
    const Range range = finiteRange(keys, values, {1, 5}, false);
    QCOMPARE(range.lower, 1.0);
    QCOMPARE(range.upper, 3.0);
    const Range positive = finiteRange(keys, values, {0, 6}, true);
    QCOMPARE(positive.lower, 1.0);
    QCOMPARE(positive.upper, 100.0);
    QVERIFY(finiteRange(keys, values, {2.5, 3.5}, false).empty());
  }

  void theEnvelopeKeepsTheExtremesOfEveryColumn() {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::vector<double> values(100000);
    for (double& value : values) value = normal(random);
    values[77777] = 50;  // one point among 500 in its column
    values[12345] = -60;
    const std::vector<double> keys = counting(values.size());
    const Range shown{0, 99999};
    const int columns = 200;
    const std::vector<CurvePoint> line = envelope(keys, values, shown, columns, false);
    QVERIFY(line.size() <= 4u * columns);
    std::vector<Range> drawn(columns + 1), recorded(columns + 1);
    const auto column = [&](double key) { return static_cast<std::size_t>(key / shown.upper * columns); };
    for (const CurvePoint& point : line) drawn[column(point.key)].include(point.value);
    for (std::size_t i = 0; i < values.size(); ++i) recorded[column(keys[i])].include(values[i]);
    for (std::size_t c = 0; c <= static_cast<std::size_t>(columns); ++c) {
      QCOMPARE(drawn[c].lower, recorded[c].lower);
      QCOMPARE(drawn[c].upper, recorded[c].upper);
    }
    QVERIFY(std::is_sorted(line.begin(), line.end(),
                           [](const CurvePoint& a, const CurvePoint& b) { return a.key < b.key; }));
    QCOMPARE(line.front().key, 0.0);
    QCOMPARE(line.back().key, 99999.0);
  }

  void sparsePointsAreDrawnWhereTheyAre() {
    const std::vector<double> keys{0, 10, 20, 30}, values{1, 2, 3, 4};
    const std::vector<CurvePoint> line = envelope(keys, values, {0, 30}, 300, false);
    QCOMPARE(line.size(), std::size_t{4});
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(line[i].key, keys[i]);
      QCOMPARE(line[i].value, values[i]);
    }
  }

  void aZoomedLineReachesTheEdges() {
    const std::vector<double> keys = counting(100), values(100, 1.0);
    const std::vector<CurvePoint> line = envelope(keys, values, {40.5, 59.5}, 300, false);
    QCOMPARE(line.front().key, 40.0);
    QCOMPARE(line.back().key, 60.0);
  }

  void whatCannotBeDrawnBreaksTheLineAndIsMarkedOncePerColumn() {
    const std::vector<double> keys = counting(6), values{1, kNaN, 2, kInf, 0, 3};
    const std::vector<CurvePoint> line = envelope(keys, values, {0, 5}, 500, true);
    const auto breaks =
        std::count_if(line.begin(), line.end(), [](const CurvePoint& p) { return std::isnan(p.value); });
    QCOMPARE(breaks, 2);
    const std::vector<FaultMark> marks = faultMarks(keys, values, {0, 5}, 500, true);
    QCOMPARE(marks.size(), std::size_t{3});
    QCOMPARE(marks[0].kind, FaultKind::NotANumber);
    QCOMPARE(marks[1].kind, FaultKind::PlusInfinity);
    QCOMPARE(marks[2].kind, FaultKind::NotPositive);
    QCOMPARE(faultMarks(keys, values, {0, 5}, 500, false).size(), std::size_t{2});
    QCOMPARE(faultMarks(counting(1000), std::vector<double>(1000, kNaN), {0, 999}, 10, false).size(), std::size_t{11});
  }

  void faultsAreCountedByKind() {
    Faults faults;
    for (const double value : {1.0, kNaN, kNaN, kInf, -kInf, 0.0, -2.0}) faults.count(value);
    QCOMPARE(faults.text(false), QString("2 NaN · 1 +Inf · 1 −Inf"));
    QCOMPARE(faults.text(true), QString("2 NaN · 1 +Inf · 1 −Inf · 2 ≤ 0"));
    QVERIFY(Faults().text(true).isEmpty());
  }

  void theNearestPointIsFoundAlsoBeyondTheEnds() {
    const std::vector<double> keys{0, 10, 20};
    QCOMPARE(nearestIndex(keys, -5), 0);
    QCOMPARE(nearestIndex(keys, 14), 1);
    QCOMPARE(nearestIndex(keys, 16), 2);
    QCOMPARE(nearestIndex(keys, 99), 2);
    QCOMPARE(nearestIndex({}, 1), -1);
  }

  void aPaddedRangeHasSizeAndALogarithmicOneIsPositive() {
    for (const Range data : {Range{}, Range{0, 0}, Range{5, 5}, Range{-3, -3}, Range{1, 2}, Range{1e-12, 1e12}}) {
      const Range linear = padded(data, 0.05, false);
      QVERIFY(linear.size() > 0 && std::isfinite(linear.size()));
      if (!data.empty()) QVERIFY(linear.contains(data.lower) && linear.contains(data.upper));
      if (data.empty() || data.lower > 0) QVERIFY(padded(data, 0.05, true).lower > 0);
    }
  }

  void ticksAreRoundNumbersInsideTheRange() {
    QCOMPARE(linearTicks({0, 5}, 5), (std::vector<double>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(linearTicks({0, 1.02}, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
    QVERIFY(linearTicks({0.07, 1.73}, 2).size() >= 2);
    QCOMPARE(logTicks({0.0009, 12}, 5), (std::vector<double>{0.001, 0.01, 0.1, 1, 10}));
    QCOMPARE(durationTicks({0, 600}, 5), (std::vector<double>{0, 120, 240, 360, 480, 600}));
    for (const double upper : {1e-9, 0.37, 1.0, 17.0, 5000.0, 2.5e8}) {
      for (const auto& ticks :
           {linearTicks({0, upper}, 5), durationTicks({0, upper}, 5), logTicks({upper / 1e4, upper}, 5)}) {
        QVERIFY2(ticks.size() >= 2 && ticks.size() <= 14,
                 qPrintable(QString("%1 ticks up to %2").arg(ticks.size()).arg(upper)));
        for (const double tick : ticks) QVERIFY(tick >= 0 && tick <= upper * (1 + 1e-9));
      }
    }
    QVERIFY(logTicks({-1, 1}, 5).empty());
  }

  void labelsAreSpreadWithoutOverlapAsNearAsPossible() {
    const std::vector<double> free = spreadLabels({10, 50, 90}, 12, 0, 100);
    QCOMPARE(free, (std::vector<double>{10, 50, 90}));
    const std::vector<double> close = spreadLabels({52, 50, 90}, 12, 0, 100);
    QCOMPARE(close, (std::vector<double>{57, 45, 90}));
    std::vector<double> crowded = spreadLabels({100, 99, 98, 97}, 12, 0, 100);
    std::sort(crowded.begin(), crowded.end());
    QVERIFY(crowded.back() <= 100);
    for (std::size_t i = 1; i < crowded.size(); ++i) QVERIFY(crowded[i] - crowded[i - 1] >= 12 - 1e-9);
  }

  void numbersReadAsAPersonSaysThem() {
    QCOMPARE(percentText(0.993), QString("99.3 %"));
    QCOMPARE(percentText(0.9996), QString("99.96 %"));
    QCOMPARE(percentText(1), QString("100 %"));
    QCOMPARE(percentText(0.2, 0.2), QString("20 %"));
    QCOMPARE(percentText(0.995, 0.005), QString("99.5 %"));
    QCOMPARE(countText(912), QString("912"));
    QCOMPARE(countText(5000), QString("5,000"));
    QCOMPARE(countText(120000), QString("120 k"));
    QCOMPARE(countText(1.2e6), QString("1.2 M"));
    QCOMPARE(countText(0), QString("0"));
    QCOMPARE(durationText(39), QString("39 s"));
    QCOMPARE(durationText(180), QString("3 min"));
    QCOMPARE(durationText(195), QString("3:15 min"));
    QCOMPARE(durationText(7500), QString("2 h 05"));
    QCOMPARE(valueText(0.1323), QString("0.132"));
    QCOMPARE(valueText(1e-3), QString("1e-3"));
    QCOMPARE(valueText(-2.5), QString("−2.50"));
    QCOMPARE(valueText(kNaN), QString("NaN"));
    QCOMPARE(valueText(kInf), QString("+Inf"));
  }
};

QTEST_GUILESS_MAIN(CurveMathTest)
#include "curve_math_test.moc"
