#include "ui/views/map_canvas.h"

#include <QtTest>
#include <cmath>

#include "kernels/fenwick.h"
#include "tests/ui/fake_run_source.h"
#include "ui/views/lambda_history.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

MapView labelled(LambdaSlice slice) {
  MapView view = lambdaView(std::move(slice));
  view.tokenLabel = [](std::int64_t token) { return QString::number(token); };
  return view;
}

std::vector<MapView> layersOf(const std::shared_ptr<model::LambdaSnapshot>& snapshot) {
  std::vector<MapView> views;
  for (int layer = 0; layer < snapshot->layers; ++layer) views.push_back(labelled(LambdaSlice(snapshot, layer, 0, 0)));
  return views;
}

struct Shown {
  MapCanvas canvas{nullptr};
  MapCursor cursor;
  explicit Shown(std::vector<MapView> maps) {
    canvas.setCursor(&cursor);
    canvas.resize(780, 400);
    canvas.setMaps(std::move(maps));
    canvas.show();
    canvas.grab();
  }
  // Points at the middle of a cell of a map.
  void pointAt(std::size_t map, MapScene::Cell cell) {
    QTest::mouseMove(&canvas, canvas.scenes()[map].cellRect(cell).center().toPoint());
    canvas.grab();
  }
};

}  // namespace

class MapCanvasTest : public QObject {
  Q_OBJECT
 private slots:
  void manyMapsShareTheWindowAndNoneLiesOnAnother() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900);
    std::vector<MapView> maps;
    for (int i = 0; i < 7; ++i) maps.push_back(labelled(LambdaSlice(snapshot, i % 2, 0, 0)));
    Shown shown(maps);
    QCOMPARE(shown.canvas.scenes().size(), std::size_t{7});
    for (std::size_t i = 0; i < 7; ++i) {
      const QRectF own = shown.canvas.scenes()[i].mapRect();
      QVERIFY(own.height() >= 14 && own.width() > 100);
      QVERIFY(QRectF(shown.canvas.rect()).contains(own));
      for (std::size_t j = 0; j < i; ++j) QVERIFY(!own.intersects(shown.canvas.scenes()[j].mapRect()));
    }
    shown.canvas.zoom(10, 0.25);
    shown.canvas.grab();
    for (const MapScene& scene : shown.canvas.scenes()) QCOMPARE(scene.view().shownColumns, 16);
  }

  void whatIsPointedAtInOneMapIsMarkedInEveryOther() {
    Shown first(layersOf(tests::FakeRunSource().makeSnapshot(900)));
    Shown second(layersOf(tests::FakeRunSource().makeSnapshot(900)));
    second.canvas.setCursor(&first.cursor);
    second.canvas.move(0, 420);  // not under the same pointer
    const QImage before = second.canvas.grab().toImage();
    first.pointAt(0, {37, 3});
    QCOMPARE(first.cursor.token(), std::optional<int>(37));
    QCOMPARE(first.cursor.level(), std::optional<int>(3));
    const QImage after = second.canvas.grab().toImage();
    // Only about that column and that row has anything changed.
    for (const MapScene& scene : second.canvas.scenes()) {
      const QRectF column = scene.columnRect(37).adjusted(-2, -2, 2, 2), row = scene.rowRect(3).adjusted(-2, -2, 2, 2);
      bool changed = false;
      for (int y = static_cast<int>(scene.mapRect().top()) + 1; y < scene.mapRect().bottom() - 1; ++y) {
        for (int x = static_cast<int>(scene.mapRect().left()) + 1; x < scene.mapRect().right() - 1; ++x) {
          if (before.pixel(x, y) == after.pixel(x, y)) continue;
          changed = true;
          QVERIFY(column.contains(x, y) || row.contains(x, y));
        }
      }
      QVERIFY(changed);
    }
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&first.canvas, &leave);
    QCOMPARE(second.canvas.grab().toImage(), before);
  }

  void inAMatrixARowIsAQueryAndAColumnASource() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900, 16);
    MapView view = labelled(LambdaSlice(snapshot, 0, 0, 0));
    view.grid = queryGrid(std::vector<float>(256, 1), 16, "H");
    view.outlineLevels = true;
    Shown shown({view});
    shown.pointAt(0, {9, 12});
    QCOMPARE(shown.cursor.token(), std::optional<int>(12));
    QCOMPARE(shown.cursor.level(), std::optional<int>(3));  // 12 XOR 9 = 5
    QVERIFY2(shown.canvas.readOut().contains("query 12") && shown.canvas.readOut().contains("level 3"), qPrintable(shown.canvas.readOut()));
    shown.pointAt(0, {13, 12});
    QVERIFY2(shown.canvas.readOut().contains("later than the query"), qPrintable(shown.canvas.readOut()));
  }

  void theTreeShowsTheRangesThatATokenReadsInTheirColours() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900);
    Shown shown({labelled(LambdaSlice(snapshot, 0, 0, 0))});
    shown.canvas.setTree(true);
    shown.canvas.resize(780, 600);
    shown.canvas.grab();
    shown.pointAt(0, {44, 6});
    const QImage image = shown.canvas.grab().toImage();
    const MapScene& scene = shown.canvas.scenes()[0];
    const double below = scene.mapRect().bottom() + 60;
    // Token 44 = 101100b reads [32, 40) on level 4 and [40, 44) on level 3; nothing on level 2.
    for (const auto& [level, range] : {std::pair(6, QPair<int, int>(0, 32)), {4, {32, 40}}, {3, {40, 44}}}) {
      const QRgb wanted = *cellColour(scene.view(), 44, level);
      const int x = static_cast<int>((scene.columnRect(range.first).left() + scene.columnRect(range.second - 1).right()) / 2);
      const int edge = static_cast<int>(scene.columnRect(range.first).left()) + 3;
      bool middle = false, begin = false;
      for (int y = static_cast<int>(below); y < image.height(); ++y) {
        middle |= image.pixel(x, y) == (wanted | 0xFF000000u);
        begin |= image.pixel(edge, y) == (wanted | 0xFF000000u);
      }
      QVERIFY2(begin, qPrintable(QString("level %1").arg(level)));
      QVERIFY(middle || range.second - range.first > 30);  // a text stands in the middle of a wide one
    }
  }

  void longSequencesOpenAndPanToTheirLastToken() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900, 4096);
    Shown shown({labelled(LambdaSlice(snapshot, 0, 0, 0))});
    QCOMPARE(shown.canvas.scenes()[0].view().grid->rows, 13);
    shown.canvas.zoom(0, 1.0 / 64);
    QCOMPARE(shown.canvas.shownTokens(), 64);
    for (int i = 0; i < 2000; ++i) shown.canvas.pan(4);
    QCOMPARE(shown.canvas.firstToken(), 4096 - 64);
    shown.canvas.grab();
    shown.pointAt(0, {4095, 12});
    QVERIFY2(shown.canvas.readOut().contains("sources [0, 2048)"), qPrintable(shown.canvas.readOut()));
  }

  // Prints what one frame of panning costs; nothing is asserted of a machine.
  void panningALongSequenceTakesAFrame() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900, 4096);
    Shown shown({labelled(LambdaSlice(snapshot, 0, 0, 0))});
    shown.canvas.resize(1240, 420);
    QVector<double> all, near;
    for (int i = 0; i < 60; ++i) {
      shown.canvas.grab();
      all << shown.canvas.lastPaintMs();
    }
    shown.canvas.zoom(2000, 0.25);
    for (int i = 0; i < 60; ++i) {
      shown.canvas.pan(7);
      shown.canvas.grab();
      near << shown.canvas.lastPaintMs();
    }
    std::sort(all.begin(), all.end());
    std::sort(near.begin(), near.end());
    qInfo("one frame: all tokens %.1f ms (slowest %.1f), 1,024 of them %.1f ms (slowest %.1f)", all[30], all[59], near[30], near[59]);
    QVERIFY(shown.canvas.firstToken() > 1000);
    auto square = tests::FakeRunSource().makeSnapshot(900, 1024);
    MapView matrix = labelled(LambdaSlice(square, 0, 0, 0));
    matrix.grid = queryGrid(std::vector<float>(1024 * 1024, 0.5f), 1024, "H");
    matrix.outlineLevels = true;
    shown.canvas.setMaps({matrix, matrix});
    QVector<double> matrices;
    for (int i = 0; i < 20; ++i) {
      shown.canvas.grab();
      matrices << shown.canvas.lastPaintMs();
    }
    std::sort(matrices.begin(), matrices.end());
    qInfo("two matrices of 1,024 tokens: %.1f ms (slowest %.1f)", matrices[10], matrices[19]);
  }

  void untrainedLevelsAreToldAndHatchedTheOtherWay() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(900);
    MapView view = labelled(LambdaSlice(snapshot, 0, 0, 0));
    Shown trained({view});
    const QImage before = trained.canvas.grab().toImage();
    view.grid = tokenLevelGrid(view.slice, 5);
    QVERIFY(view.grid->state(5, 16) == CellState::Untrained && view.grid->state(5, 15) == CellState::Inert);
    QVERIFY(view.grid->state(4, 15) == CellState::Live);
    Shown untrained({view});
    untrained.pointAt(0, {16, 5});
    QVERIFY2(untrained.canvas.readOut().contains("untrained"), qPrintable(untrained.canvas.readOut()));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&untrained.canvas, &leave);
    const QImage after = untrained.canvas.grab().toImage();
    const MapScene& scene = untrained.canvas.scenes()[0];
    const QRectF known = scene.rowRect(3), unknown = scene.rowRect(6);
    int changedKnown = 0, changedUnknown = 0;
    for (int x = static_cast<int>(known.left()) + 1; x < known.right() - 1; ++x) {
      for (int dy = 2; dy < known.height() - 2; ++dy) {
        changedKnown += before.pixel(x, static_cast<int>(known.top()) + dy) != after.pixel(x, static_cast<int>(known.top()) + dy);
        changedUnknown += before.pixel(x, static_cast<int>(unknown.top()) + dy) != after.pixel(x, static_cast<int>(unknown.top()) + dy);
      }
    }
    QCOMPARE(changedKnown, 0);
    QVERIFY(changedUnknown > 100);
  }

  void meansByLevelLeaveOutInertCellsAndKeepToTheirClass() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(0, 8);
    for (int sample = 0; sample < 2; ++sample) {
      for (int token = 0; token < 8; ++token) {
        for (int level = 0; level < 4; ++level) {
          float& cell = snapshot->lambda[static_cast<std::size_t>((sample * 8 + token) * 4 + level)];
          cell = kernels::isActive(token, level) ? static_cast<float>(token + 10 * sample) : 1e9f;
        }
      }
    }
    const auto all = model::lambdaByLevel(*snapshot, 0, 0, std::nullopt);
    // Level 3 holds sources for tokens 4 … 7 of both samples.
    QCOMPARE(all[3].count, std::int64_t{8});
    QCOMPARE(all[3].mean, 10.5);
    QVERIFY(std::abs(all[3].std - std::sqrt(2 * 5.0 / 7 + 8 * 25.0 / 7)) < 1e-9);
    for (std::size_t i = 0; i < snapshot->roles.size(); ++i) snapshot->roles[i] = i % 8 == 5 ? 3 : 0;
    const auto queries = model::lambdaByLevel(*snapshot, 0, 0, model::Role::Query);
    QCOMPARE(queries[3].mean, 10.0);  // token 5 of both
    QVERIFY(std::isnan(queries[2].mean) && queries[2].count == 0);
    const GridPtr grid = levelHeadGrid(*snapshot, 0, model::Role::Query, Moment::Mean, 4);
    QVERIFY(grid->state(2, 0) == CellState::Inert && grid->value(3, 0) == 10.0f);
  }

  void aHistoryKeepsTheStepsInOrderAndNamesTheFirstUnread() {
    tests::FakeRunSource run;
    LambdaHistory history;
    history.add(*run.makeSnapshot(500));
    history.add(*run.makeSnapshot(100));
    QCOMPARE(history.missing({100, 300, 500, 700}), std::optional<qint64>(300));
    QVERIFY(!history.missing({100, 500}));
    const auto levels = history.levels(1, 0, model::Role::Query);
    QCOMPARE(levels.size(), std::size_t{2});
    QCOMPARE(levels[0].step, qint64{100});
    const GridPtr grid = levelStepGrid(levels, 7);
    QCOMPARE(grid->columnLabels, QStringList({"100", "500"}));
    QCOMPARE(grid->value(2, 1), static_cast<float>(levels[1].levels[2].mean));
    QVERIFY(grid->value(2, 0) != grid->value(2, 1));
  }

  void logarithmicAndDivergingScalesPlaceTheirColours() {
    QCOMPARE(colourIndex(Scale::Log, 0.1, 0.01, 1), 128);
    QCOMPARE(colourIndex(Scale::Log, 0.01, 0.01, 1), 0);
    QCOMPARE(colourIndex(Scale::Log, 0, 0.01, 1), 0);
    QCOMPARE(colourIndex(Scale::Log, -3, 0.01, 1), 0);
    QCOMPARE(colourIndex(Scale::Log, 7, 0.01, 1), 255);
    const Range about = aboutCentre({0.7, 1.1}, 1);
    QCOMPARE(colourIndex(Scale::Diverging, 1, about.lower, about.upper), 128);
    QCOMPARE(about.size(), 0.6);
    const QColor middle(mapped(ColourMap::BlueRed, 128));
    QVERIFY(middle.lightness() > 235);
    QVERIFY(QColor(mapped(ColourMap::BlueRed, 20)).blue() > 100 && QColor(mapped(ColourMap::BlueRed, 235)).red() > 100);
    auto snapshot = tests::FakeRunSource().makeSnapshot(0, 8);
    snapshot->lambda[0] = 0;
    const GridPtr grid = tokenLevelGrid(LambdaSlice(snapshot, 0, 0, 0), 4);
    QVERIFY(sharedLimits({grid}, Scale::Log, 1).lower > 0);
  }
};

QTEST_MAIN(MapCanvasTest)
#include "map_canvas_test.moc"
