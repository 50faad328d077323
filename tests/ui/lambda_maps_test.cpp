#include "ui/views/lambda_maps.h"

#include <QtTest>
#include <cmath>

#include "tests/ui/fake_run_source.h"
#include "ui/views/map_sheet.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

using Snapshot = std::shared_ptr<model::LambdaSnapshot>;

// A run that holds one snapshot, each cell as told.
struct Run {
  tests::FakeRunSource source;
  Snapshot snapshot;
  explicit Run(qint64 step, int length = 64, const std::function<float(int token, int level)>& value = {}) : snapshot(source.makeSnapshot(step, length)) {
    if (!value) return;
    for (std::size_t i = 0; i < snapshot->lambda.size(); ++i) {
      const auto levels = static_cast<std::size_t>(snapshot->levels);
      snapshot->lambda[i] = value(static_cast<int>(i / levels) % length, static_cast<int>(i % levels));
    }
  }
  MapSubject subject(const QString& label) {
    RunStyle style = runStyle(0);
    style.label = label;
    return mapSubject(source, style, snapshot);
  }
};

MapChoice sideBySide(int baseline = -1) {
  MapChoice choice;
  choice.layout = MapLayout::Runs;
  choice.baseline = baseline;
  return choice;
}

}  // namespace

class LambdaMapsTest : public QObject {
  Q_OBJECT
 private slots:
  void runsSideBySideHaveOneScaleOfColours() {
    Run low(100, 64, [](int, int) { return 0.5f; }), high(300, 64, [](int, int) { return 3.0f; });
    const LambdaMaps maps = lambdaMaps({low.subject("low"), high.subject("high")}, sideBySide());
    QCOMPARE(maps.views.size(), std::size_t{2});
    QCOMPARE(maps.views[0].title, QString("low, step 100"));
    QCOMPARE(maps.views[1].title, QString("high, step 300"));
    QCOMPARE(maps.views[0].limits.lower, 0.5);
    QCOMPARE(maps.views[0].limits.upper, 3.0);
    QCOMPARE(maps.views[1].limits.lower, 0.5);
    QCOMPARE(maps.views[1].limits.upper, 3.0);
    QVERIFY(maps.remarks.isEmpty());
  }

  void aDifferenceIsTakenCellByCellWithZeroInTheMiddle() {
    Run base(100, 64, [](int token, int level) { return static_cast<float>(token + level); });
    Run other(100, 64, [](int token, int level) { return static_cast<float>(token + level) + (token % 2 ? 2.0f : -0.5f); });
    const LambdaMaps maps = lambdaMaps({other.subject("other"), base.subject("base")}, sideBySide(1));
    QCOMPARE(maps.views.size(), std::size_t{3});
    const MapView& difference = maps.views[1];
    QVERIFY(difference.second && !maps.views[0].second && !maps.views[2].second);
    QCOMPARE(maps.views[2].title, QString("Baseline: base, step 100"));
    QCOMPARE(difference.map, ColourMap::BlueRed);
    QCOMPARE(difference.limits.lower, -difference.limits.upper);
    QCOMPARE(difference.limits.upper, 2.0);
    for (int token = 0; token < 64; ++token)
      for (int level = 0; level < 7; ++level) QCOMPARE(difference.grid->value(level, token), token % 2 ? 2.0f : -0.5f);
    // Blue on the one side, red on the other, and no difference is the white between them.
    const QColor less = QColor::fromRgb(*cellColour(difference, 2, 0)), more = QColor::fromRgb(*cellColour(difference, 3, 0));
    QVERIFY(less.blue() > less.red() && more.red() > more.blue());
    QCOMPARE(colourIndex(difference.scale, 0, difference.limits.lower, difference.limits.upper), 128);
  }

  void inertCellsAreHatchedAndNeverCounted() {
    // Only where nothing is read does one of them hold anything large.
    const auto value = [](bool wild) { return [wild](int token, int level) { return wild && !LambdaSlice::active(token, level) ? 1e6f : 1.0f; }; };
    Run base(100, 64, value(false)), other(100, 64, value(true));
    const LambdaMaps maps = lambdaMaps({base.subject("base"), other.subject("other")}, sideBySide(0));
    QVERIFY(maps.views[0].limits.upper < 2);
    const MapView& difference = maps.views[2];
    QVERIFY(difference.second && difference.limits.upper < 1);
    QCOMPARE(difference.grid->state(1, 2), CellState::Inert);  // bit 0 of token 2 is clear
    QVERIFY(!cellColour(difference, 2, 1));
    QVERIFY(cellColour(difference, 3, 1));
    QVERIFY(!summaryOf({difference.grid}).contains("1e+06") && summaryOf({difference.grid}).contains("256 active cells"));
  }

  void ofLongerRunsOnlyTheCommonCellsAreShownAndThatIsSaid() {
    Run small(100, 32), large(100, 64);
    const LambdaMaps maps = lambdaMaps({large.subject("large"), small.subject("small")}, sideBySide(1));
    QCOMPARE(maps.views.size(), std::size_t{3});
    for (const MapView& view : maps.views) {
      QCOMPARE(view.grid->columns, 32);
      QCOMPARE(view.grid->rows, 6);
    }
    QCOMPARE(maps.views[0].grid->value(3, 30), large.snapshot->lambdaAt(0, 0, 30, 0, 3));
    QCOMPARE(maps.remarks.size(), 2);
    QVERIFY2(maps.remarks[0].contains("first 32 tokens (of up to 64) and 6 levels (of up to 7)"), qPrintable(maps.remarks[0]));
    QVERIFY2(maps.remarks[1].contains("sequences differ"), qPrintable(maps.remarks[1]));
  }

  void aRunThatCannotStandBesideTheOthersIsNamedWithTheReason() {
    Run plain(100), without(100), nothing(100), shallow(100);
    without.source.editConfig().set("model.mixer", "softmax");
    without.snapshot->layers = 0;
    nothing.snapshot = nullptr;
    shallow.snapshot->layers = 1;
    MapChoice choice = sideBySide(1);
    choice.layer = 1;
    const LambdaMaps maps = lambdaMaps({plain.subject("plain"), without.subject("attention"), nothing.subject("young"), shallow.subject("shallow")}, choice);
    QCOMPARE(maps.views.size(), std::size_t{1});  // the baseline is none of those that can be shown
    QCOMPARE(maps.remarks, QStringList({"attention has no λ: its mixer is softmax.", "young has recorded no λ yet.", "shallow has no layer 1."}));
  }

  void aNotANumberStaysOneInADifference() {
    Run base(100, 8), other(100, 8);
    base.snapshot->lambda[0] = std::nanf("");
    const LambdaMaps maps = lambdaMaps({base.subject("base"), other.subject("other")}, sideBySide(0));
    QCOMPARE(*cellColour(maps.views[2], 0, 0), holeColour().rgb());
    QVERIFY(std::isfinite(maps.views[2].limits.upper));
  }

  void aDifferenceStandsAtTheRightOfItsRun() {
    std::vector<std::unique_ptr<Run>> runs;
    std::vector<MapSubject> subjects;
    for (int i = 0; i < 9; ++i) {
      runs.push_back(std::make_unique<Run>(100 + i));
      subjects.push_back(runs.back()->subject(QString("run %1").arg(i)));
    }
    const LambdaMaps maps = lambdaMaps(subjects, sideBySide(4));
    QCOMPARE(maps.views.size(), std::size_t{17});
    for (const QSize size : {QSize(640, 320), QSize(1200, 300), QSize(500, 900)}) {
      const MapStyle style = MapStyle::screen(QPalette(), QFont(), 1);
      const MapSheet sheet(maps.views, style, QRectF(QPointF(0, 0), size));
      for (std::size_t i = 0; i < 17; ++i) {
        const QRectF own = sheet.scenes()[i].mapRect();
        QVERIFY(own.width() >= 60 && own.height() >= 14);
        QVERIFY(QRectF(QPointF(0, 0), size).contains(own));
        if (maps.views[i].second) {
          const QRectF before = sheet.scenes()[i - 1].mapRect();
          QCOMPARE(own.top(), before.top());
          QVERIFY(own.left() > before.right());
        }
        for (std::size_t j = 0; j < i; ++j) QVERIFY(!own.intersects(sheet.scenes()[j].mapRect()));
      }
    }
  }
};

QTEST_MAIN(LambdaMapsTest)
#include "lambda_maps_test.moc"
