#include "ui/views/map_scene.h"

#include <QtTest>
#include <cmath>

#include "kernels/fenwick.h"
#include "tests/ui/fake_run_source.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

MapView viewOf(std::shared_ptr<model::LambdaSnapshot> snapshot) {
  MapView view = lambdaView(LambdaSlice(std::move(snapshot), 0, 0, 0));
  view.tokenLabel = [](std::int64_t token) { return QString::number(token); };
  return view;
}

MapStyle styleAt(double ratio) {
  MapStyle style = MapStyle::screen(QPalette(), QFont(), ratio);
  return style;
}

}  // namespace

class MapSceneTest : public QObject {
  Q_OBJECT
 private slots:
  void cellsCoverAllPixelsOnceAndPointingAgreesWithPainting_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("pixels");
    for (const auto& [count, pixels] : {std::pair(64, 700), {64, 64}, {5, 7}, {7, 231}, {512, 300}, {3, 3}, {1, 1}}) {
      QTest::addRow("%d on %d", count, pixels) << count << pixels;
    }
  }
  void cellsCoverAllPixelsOnceAndPointingAgreesWithPainting() {
    QFETCH(int, count);
    QFETCH(int, pixels);
    const CellEdges edges(10, count, pixels);
    QCOMPARE(edges.edge(10), 0);
    QCOMPARE(edges.edge(10 + count), pixels);
    QCOMPARE(edges.cellAt(-1), -1);
    QCOMPARE(edges.cellAt(pixels), -1);
    for (int pixel = 0; pixel < pixels; ++pixel) {
      const int cell = edges.cellAt(pixel);
      QVERIFY(edges.edge(cell) <= pixel && pixel < edges.edge(cell + 1));
    }
  }

  void everyPixelShowsTheCellThatPointingAtItNames_data() {
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.25, 2.0}) QTest::addRow("at %gx", ratio) << ratio;
  }
  void everyPixelShowsTheCellThatPointingAtItNames() {
    QFETCH(double, ratio);
    tests::FakeRunSource run;
    auto snapshot = run.makeSnapshot(800);
    snapshot->lambda[3] = std::nanf("");
    snapshot->lambda[7 * 9 + 0] = INFINITY;
    MapView view = viewOf(snapshot);
    view.hatchInert = false;
    QImage image(QSize(620, 260) * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    QPainter painter(&image);
    const MapScene scene(view, styleAt(ratio), QRectF(8, 4, 600, 250));
    scene.paint(painter);
    painter.end();
    int compared = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const MapScene::Cell cell = scene.cellAt(QPointF((x + 0.5) / ratio, (y + 0.5) / ratio));
        if (!cell.valid()) continue;
        ++compared;
        if (image.pixel(x, y) != *cellColour(view, cell.column, cell.row)) {
          QFAIL(qPrintable(QString("pixel %1, %2: token %3 level %4").arg(x).arg(y).arg(cell.column).arg(cell.row)));
        }
      }
    }
    QVERIFY2(compared > 400 * 100 * ratio * ratio, qPrintable(QString::number(compared)));
  }

  void inertCellsAreHatchedOnlyWhereTheLevelIsEmpty() {
    tests::FakeRunSource run;
    MapView view = viewOf(run.makeSnapshot(800));
    for (int token = 0; token < 64; ++token) {
      for (int level = 0; level < 7; ++level) {
        const bool empty = kernels::sourceRange(token, level).size() == 0;
        QCOMPARE(cellColour(view, token, level).has_value(), !empty);
      }
    }
    view.hatchInert = false;
    QVERIFY(cellColour(view, 0, 6).has_value());
  }

  void automaticLimitsArePercentilesOfActiveFiniteCells() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(0, 64);
    std::vector<float> active;
    for (int token = 0; token < 64; ++token) {
      for (int level = 0; level < 7; ++level) {
        float& cell = snapshot->lambda[static_cast<std::size_t>(token * 7 + level)];
        if (!kernels::isActive(token, level)) {
          cell = 1e9f;  // raw values of empty levels mean nothing
        } else {
          cell = static_cast<float>(active.size());
          active.push_back(cell);
        }
      }
    }
    snapshot->lambda[0] = std::nanf("");
    snapshot->lambda[7] = INFINITY;
    const LambdaSlice slice(snapshot, 0, 0, 0);
    // 0 and 1 (the first two active cells) are not finite now: 2 … n-1 remain.
    const double n = static_cast<double>(active.size()) - 2;
    QVERIFY(std::abs(slice.automaticLimits().lower - (2 + 0.01 * (n - 1))) < 1e-4);
    QVERIFY(std::abs(slice.automaticLimits().upper - (2 + 0.99 * (n - 1))) < 1e-4);
  }

  void percentilesAreLinearBetweenRanks() {
    std::vector<float> values{4, 1, 3, 2};
    QCOMPARE(percentile(values, 0.5), 2.5);
    QCOMPARE(percentile(values, 0), 1.0);
    QCOMPARE(percentile(values, 1), 4.0);
    std::vector<float> none;
    QVERIFY(std::isnan(percentile(none, 0.5)));
  }

  void limitsOfAConstantMapAndOfNoFiniteCellHaveSize() {
    auto snapshot = tests::FakeRunSource().makeSnapshot(0, 8);
    std::fill(snapshot->lambda.begin(), snapshot->lambda.end(), 1.0f);
    QVERIFY(LambdaSlice(snapshot, 0, 0, 0).automaticLimits().size() > 0.01);
    std::fill(snapshot->lambda.begin(), snapshot->lambda.end(), std::nanf(""));
    QVERIFY(LambdaSlice(snapshot, 0, 0, 0).automaticLimits().size() > 0);
  }

  void slicesReadTheirOwnLayerHeadAndSample() {
    auto snapshot = std::make_shared<model::LambdaSnapshot>();
    snapshot->layers = 2, snapshot->samples = 3, snapshot->length = 4, snapshot->heads = 2, snapshot->levels = 3;
    for (int i = 0; i < 2 * 3 * 4 * 2 * 3; ++i) snapshot->lambda.push_back(static_cast<float>(i));
    for (int i = 0; i < 3 * 4; ++i) snapshot->tokens.push_back(100 + i);
    QCOMPARE(LambdaSlice(snapshot, 1, 1, 2).value(3, 2), 143.0f);
    QCOMPARE(LambdaSlice(snapshot, 0, 1, 0).value(0, 0), 3.0f);
    QCOMPARE(LambdaSlice(snapshot, 0, 0, 2).tokenId(1), std::int64_t{109});
    QCOMPARE(LambdaSlice(snapshot, 9, 9, 9).value(3, 2), 143.0f);  // beyond the last is the last
  }

  void theReadOutNamesTokenRoleLevelSourcesAndValue() {
    tests::FakeRunSource run;
    auto snapshot = run.makeSnapshot(900);
    snapshot->lambda[6 * 7 + 3] = 1.25f;
    MapView view = viewOf(snapshot);
    view.tokenLabel = [&](std::int64_t token) { return run.tokenLabel(token); };
    const MapScene scene(view, styleAt(1), QRectF(0, 0, 800, 300));
    const QString active = scene.describe({6, 3});
    QVERIFY2(active.contains("token 6 “k") && active.contains("key") && active.contains("level 3") &&
                 active.contains("sources [0, 4)") && active.contains("λ 1.2500"),
             qPrintable(active));
    const QString inert = scene.describe({6, 1});
    QVERIFY2(inert.contains("empty level, no effect") && !inert.contains("sources"), qPrintable(inert));
    const QString right = scene.describe({56, 0}), wrong = scene.describe({60, 0});
    QVERIFY2(right.contains("target “v") && right.contains("predicted"), qPrintable(right));
    QVERIFY2(wrong.contains("missed"), qPrintable(wrong));
  }

  void zoomedTokensFillTheMap() {
    MapView view = viewOf(tests::FakeRunSource().makeSnapshot(900));
    view.firstColumn = 20;
    view.shownColumns = 8;
    const MapScene scene(view, styleAt(1), QRectF(0, 0, 800, 300));
    QCOMPARE(scene.cellAt(scene.mapRect().topLeft() + QPointF(1, 1)).column, 20);
    QCOMPARE(scene.cellAt(scene.mapRect().bottomRight() - QPointF(1, 1)), (MapScene::Cell{27, 6}));
  }

  void colourMapsRunFromTheirPublishedEndsWithoutJumps() {
    QCOMPARE(mapped(ColourMap::Viridis, 0), qRgb(0x44, 0x01, 0x54));
    QCOMPARE(mapped(ColourMap::Viridis, 255), qRgb(0xFD, 0xE7, 0x25));
    QCOMPARE(mapped(ColourMap::Cividis, 0), qRgb(0x00, 0x22, 0x4E));
    QCOMPARE(mapped(ColourMap::Magma, 255), qRgb(0xFC, 0xFD, 0xBF));
    for (const ColourMap map : kColourMaps) {
      for (int i = 0; i < 255; ++i) {
        const QColor a(mapped(map, i)), b(mapped(map, i + 1));
        const int jump =
            std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
        QVERIFY2(jump <= 6, qPrintable(QString("%1 at %2").arg(colourMapName(map)).arg(i)));
        // Lightness rises throughout, of the diverging one up to its middle.
        QVERIFY(qGray(a.rgb()) <= qGray(b.rgb()) + 1 || (map == ColourMap::BlueRed && i >= 127));
      }
    }
    QCOMPARE(colourIndex(0.5, 0, 1), 128);
    QCOMPARE(colourIndex(-9, 0, 1), 0);
    QCOMPARE(colourIndex(1, 0, 1), 255);
    QCOMPARE(colourIndex(static_cast<double>(INFINITY), 0, 1), 255);
  }
};

QTEST_MAIN(MapSceneTest)
#include "map_scene_test.moc"
