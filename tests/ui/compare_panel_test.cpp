// Variants side by side: seeds are grouped, solved ones counted, and what is hidden stays in the table.

#include "ui/views/compare_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QPainter>
#include <QTableWidget>
#include <QTest>
#include <cmath>

#include "tests/ui/fake_run_source.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

constexpr int kSteps = 1200;

struct Shown {
  tests::FakeRunSource solved{1}, late{2}, fixed{3};
  ComparePanel panel;

  Shown() {
    fixed.editConfig().set("model.lambda.head", "fixed");
    late.editConfig().set("train.seed", 1);
    solved.recordTraining(kSteps, 600);
    late.recordTraining(kSteps, 5000);
    fixed.recordTraining(kSteps, 5000);
    panel.resize(700, 420);
    panel.show();
    panel.setRuns({{&solved, tests::styled(0, "s0")}, {&late, tests::styled(1, "s1")}, {&fixed, tests::styled(2, "f")}});
  }
  QTableWidget& table() { return *panel.findChild<QTableWidget*>(); }
  QStringList row(int index) { return panel.text().split('\n')[index + 1].split('\t'); }
};

}  // namespace

class ComparePanelTest : public QObject {
  Q_OBJECT

 private slots:
  void seedsOfAVariantCountTogether() {
    Shown shown;
    QCOMPARE(shown.panel.comparison().variants.size(), std::size_t{2});
    QCOMPARE(shown.row(0).mid(0, 3), (QStringList{"mlp-softplus", "2", "1/2"}));
    QCOMPARE(shown.row(1).mid(0, 4), (QStringList{"fixed", "1", "0/1", QString::fromUtf8("–")}));
    QVERIFY(shown.row(0)[4].contains(QString::fromUtf8(" ± ")));
    QVERIFY(!shown.row(1)[4].contains(QString::fromUtf8("±")));  // one run has no spread
  }

  void bandsFollowTheRunsOfAVariant() {
    Shown shown;
    const std::vector<ComparedVariant::Band> bands = shown.panel.comparison().variants[0].bands();
    const double a = shown.solved.series("valid/accuracy").values.back(), b = shown.late.series("valid/accuracy").values.back();
    QCOMPARE(bands.back().step, double{kSteps});
    QVERIFY(std::abs(bands.back().mean - (a + b) / 2) < 1e-12);
    QVERIFY(std::abs(bands.back().std - std::abs(a - b) / std::sqrt(2.0)) < 1e-12);
    QCOMPARE(bands.back().lowest, std::min(a, b));
    QCOMPARE(bands.back().highest, std::max(a, b));
  }

  void eachSpreadIsDrawn() {
    Shown shown;
    QVector<QImage> pictures;
    for (const Spread spread : kSpreads) {
      shown.panel.setSpread(spread);
      QCOMPARE(shown.panel.spread(), spread);
      pictures << shown.panel.grab().toImage();
    }
    QVERIFY(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
  }

  void anEyeHidesAVariantAndADoubleClickShowsItAlone() {
    Shown shown;
    const QImage all = shown.panel.grab().toImage();
    shown.table().item(1, 0)->setCheckState(Qt::Unchecked);
    QVERIFY(shown.panel.comparison().variants[1].hidden);
    QVERIFY(shown.panel.grab().toImage() != all);
    QCOMPARE(shown.table().rowCount(), 2);
    emit shown.table().cellDoubleClicked(1, 0);
    QVERIFY(shown.panel.comparison().variants[0].hidden && !shown.panel.comparison().variants[1].hidden);
    emit shown.table().cellDoubleClicked(1, 0);
    QVERIFY(!shown.panel.comparison().variants[0].hidden && !shown.panel.comparison().variants[1].hidden);
  }

  void aVariantKeepsItsColourWhenOthersComeAndGo() {
    Shown shown;
    const RunStyle before = shown.panel.comparison().variants[0].style;
    QVERIFY(shown.panel.comparison().variants[1].style.colour != before.colour);
    shown.panel.setRuns({{&shown.late, tests::styled(5, "s1")}});
    QCOMPARE(shown.panel.comparison().variants[0].style.colour, before.colour);
  }

  void newPointsAreTakenIn() {
    Shown shown;
    QCOMPARE(shown.row(1)[2], QString("0/1"));
    shown.fixed.record("valid/accuracy", kSteps + 100, 0.995);
    shown.fixed.appended();
    QTRY_COMPARE(shown.row(1)[2], QString("1/1"));
  }

  void aRunThatGoesAwayIsForgotten() {
    Shown shown;
    {
      tests::FakeRunSource passing(4);
      passing.editConfig().set("model.lambda.head", "ones");
      passing.recordTraining(200, 5000);
      shown.panel.setRuns({{&shown.solved, tests::styled(0, "s0")}, {&passing, tests::styled(1, "p")}});
      QCOMPARE(shown.table().rowCount(), 2);
    }
    shown.solved.appended();
    QTRY_COMPARE(shown.table().rowCount(), 1);
  }

  void inLowRowsNoDotLiesOnALabel() {
    // Two drawings that differ in where the runs end: at 0 % and at 90 %. Where the labels stand they are equal.
    QVector<QImage> pictures;
    for (const double final : {0.0, 0.9}) {
      tests::FakeRunSource a(1), b(2);
      b.editConfig().set("model.lambda.head", "fixed");
      for (tests::FakeRunSource* run : {&a, &b}) run->record("valid/accuracy", 100, final);
      const Comparison comparison = compareRuns({{&a, tests::styled(0, "a")}, {&b, tests::styled(1, "b")}});
      QImage image(700, 110, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      paintComparison(painter, comparison, CurveStyle::screen(QPalette(), QFont()), image.rect(), Spread::Seeds);
      painter.end();
      pictures << image.copy(700 * 54 / 100 + 10, 24, 80, 50);
    }
    QCOMPARE(pictures[0], pictures[1]);
  }

  void chosenRowsAreCopied() {
    Shown shown;
    shown.table().selectRow(1);
    QTest::keyClick(&shown.panel, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith("fixed\t"));
  }
};

QTEST_MAIN(ComparePanelTest)
#include "compare_panel_test.moc"
