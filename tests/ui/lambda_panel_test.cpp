#include "ui/views/lambda_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QtTest>
#include <cmath>

#include "tests/ui/fake_run_source.h"
#include "ui/views/map_canvas.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

struct Shown {
  LambdaPanel panel;
  Shown() {
    panel.resize(900, 420);
    panel.show();
  }
  bool says(const QString& text) const {
    for (QLabel* label : panel.findChildren<QLabel*>()) {
      if (label->isVisible() && label->text().contains(text)) return true;
    }
    return false;
  }
  QAction* action(const QString& text) const {
    for (QAction* each : panel.actions()) {
      if (each->text() == text) return each;
    }
    return nullptr;
  }
  MapCanvas* canvas() const { return panel.findChild<MapCanvas*>(); }
  QSlider* slider() const { return panel.findChild<QSlider*>(); }
};

}  // namespace

class LambdaPanelTest : public QObject {
  Q_OBJECT
 private slots:
  void withoutARunItOffersANewOne() {
    Shown shown;
    QSignalSpy wanted(&shown.panel, &LambdaPanel::newRunRequested);
    QTest::mouseClick(shown.panel.findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
  }

  void itFollowsTheNewestSnapshotUntilAnOlderOneIsChosen() {
    tests::FakeRunSource run;
    run.addSnapshot(run.makeSnapshot(100));
    Shown shown;
    shown.panel.setRun(&run);
    QTRY_VERIFY(shown.says("step 100 of 100"));
    run.addSnapshot(run.makeSnapshot(200));
    QTRY_VERIFY(shown.says("step 200 of 200"));
    shown.action("First snapshot")->trigger();
    QTRY_VERIFY(shown.says("step 100 of 200"));
    QVERIFY(!shown.action("Follow newest")->isChecked());
    run.addSnapshot(run.makeSnapshot(300));
    QTRY_VERIFY(shown.says("step 100 of 300"));
    QCOMPARE(shown.slider()->value(), 0);
    shown.action("Next snapshot")->trigger();
    QTRY_VERIFY(shown.says("step 200 of 300"));
    shown.action("Follow newest")->trigger();
    QTRY_VERIFY(shown.says("step 300 of 300"));
  }

  void aRunWithoutLambdaSaysSoAndShowsTheFirstThatComes() {
    tests::FakeRunSource run;
    Shown shown;
    shown.panel.setRun(&run);
    QTRY_VERIFY(shown.says("no λ yet"));
    run.addSnapshot(run.makeSnapshot(0));
    QTRY_VERIFY(shown.says("step 0 of 0"));
    shown.panel.setRun(nullptr);
    QVERIFY(!shown.says("step 0"));
  }

  void hoveringReadsTheCellUnderThePointer() {
    tests::FakeRunSource run;
    auto snapshot = run.makeSnapshot(900);
    run.addSnapshot(snapshot);
    Shown shown;
    shown.panel.setRun(&run);
    QTRY_VERIFY(shown.says("active cells"));
    QWidget* canvas = shown.canvas();
    QVERIFY(canvas);
    // Level 3 of token 6 covers sources 0 … 3: find its place by asking for read-outs along a row and a column.
    QString found;
    for (int y = 20; y < canvas->height() && found.isEmpty(); y += 6) {
      for (int x = 30; x < 220 && found.isEmpty(); x += 6) {
        QTest::mouseMove(canvas, QPoint(x, y));
        QCoreApplication::processEvents();
        canvas->repaint();
        for (QLabel* label : shown.panel.findChildren<QLabel*>()) {
          if (label->text().startsWith("token 6 ") && label->text().contains("level 3")) found = label->text();
        }
      }
    }
    QVERIFY2(found.contains("sources [0, 4)"), qPrintable(found));
    QVERIFY2(found.endsWith(QString::number(static_cast<double>(snapshot->lambdaAt(0, 0, 6, 0, 3)), 'f', 4)),
             qPrintable(found));
  }

  void selectorsListWhatTheSnapshotHolds() {
    tests::FakeRunSource run;
    run.addSnapshot(run.makeSnapshot(900));
    Shown shown;
    shown.panel.setRun(&run);
    auto boxes = shown.panel.findChildren<QComboBox*>();
    boxes.removeFirst();  // the layout
    QTRY_COMPARE(boxes[0]->count(), 2);
    QCOMPARE(boxes[1]->count(), 1);
    QCOMPARE(boxes[2]->count(), 2);
    QCOMPARE(boxes[5]->count(), 5);
    QTRY_VERIFY(shown.says("median"));
    QString before;
    for (QLabel* label : shown.panel.findChildren<QLabel*>()) before += label->text();
    boxes[0]->setCurrentIndex(1);
    const auto now = [&] {
      QString text;
      for (QLabel* label : shown.panel.findChildren<QLabel*>()) text += label->text();
      return text;
    };
    QTRY_VERIFY(now() != before);
  }

  void typedLimitsTakePointAndCommaAndRefuseNonsense() {
    tests::FakeRunSource run;
    run.addSnapshot(run.makeSnapshot(900));
    Shown shown;
    shown.panel.setRun(&run);
    QCheckBox* automatic = nullptr;
    for (QCheckBox* each : shown.panel.findChildren<QCheckBox*>()) {
      if (each->text() == "Auto") automatic = each;
    }
    QVERIFY(automatic);
    QTRY_VERIFY(shown.says("median"));
    automatic->setChecked(false);
    const auto edits = shown.panel.findChildren<QLineEdit*>();
    const auto type = [](QLineEdit* edit, const QString& text) {
      edit->setText(text);
      emit edit->editingFinished();
    };
    type(edits[0], "0,25");
    type(edits[1], "1.75");
    QCOMPARE(edits[0]->text(), QString("0.250"));
    QCOMPARE(edits[1]->text(), QString("1.75"));
    type(edits[1], "nan");
    QCOMPARE(edits[1]->text(), QString("1.75"));
    type(edits[1], "0.1");  // below the lower one
    QCOMPARE(edits[1]->text(), QString("1.75"));
    run.addSnapshot(run.makeSnapshot(1000));
    QTRY_VERIFY(shown.says("step 1,000"));
    QCOMPARE(edits[0]->text(), QString("0.250"));  // fixed limits stay
    automatic->setChecked(true);
    QVERIFY(edits[0]->text() != "0.250");
  }

  void everyLayoutShowsItsMaps_data() {
    QTest::addColumn<QString>("layout");
    QTest::addColumn<int>("maps");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addRow("one head") << "Levels × tokens" << 1 << 7 << 64;
    QTest::addRow("all heads") << "All heads" << 2 << 7 << 64;  // two layers of one
    QTest::addRow("all levels") << "All levels" << 7 << 1 << 64;
    QTest::addRow("heads") << "Heads × tokens" << 1 << 1 << 64;
    QTest::addRow("means and spread") << "Levels × heads" << 2 << 7 << 1;
    QTest::addRow("over steps") << "Levels over steps" << 1 << 7 << 3;
  }
  void everyLayoutShowsItsMaps() {
    QFETCH(QString, layout);
    QFETCH(int, maps);
    QFETCH(int, rows);
    QFETCH(int, columns);
    tests::FakeRunSource run;
    for (const int step : {100, 200, 300}) run.addSnapshot(run.makeSnapshot(step));
    Shown shown;
    shown.panel.setRun(&run);
    QComboBox* box = shown.panel.findChildren<QComboBox*>().first();
    QVERIFY(box->findText(layout) >= 0);
    box->setCurrentText(layout);
    MapCanvas* canvas = shown.canvas();
    QTRY_COMPARE(canvas->maps()[0].grid->columns, columns);
    QCOMPARE(static_cast<int>(canvas->maps().size()), maps);
    QCOMPARE(canvas->maps()[0].grid->rows, rows);
    // One scale for all of them, but a spread has its own.
    for (const MapView& map : canvas->maps())
      QVERIFY(layout == "Levels × heads" || map.limits.upper == canvas->maps()[0].limits.upper);
    QVERIFY(!canvas->grab().toImage().isNull());
    QTRY_VERIFY(shown.says("median"));
  }

  void stepsThatWereNeverLookedAtAreReadForTheirMeans() {
    tests::FakeRunSource run;
    for (const int step : {100, 200, 300}) run.addSnapshot(run.makeSnapshot(step));
    Shown shown;
    shown.panel.setRun(&run);  // sees the newest only
    QComboBox* box = shown.panel.findChildren<QComboBox*>().first();
    box->setCurrentText("Levels over steps");
    MapCanvas* canvas = shown.canvas();
    QTRY_COMPARE(canvas->maps()[0].grid->columns, 3);
    QCOMPARE(canvas->maps()[0].grid->columnLabels, QStringList({"100", "200", "300"}));
    QTRY_VERIFY(shown.says("step 300 of 300"));  // the shown step stays
    run.addSnapshot(run.makeSnapshot(400));
    QTRY_COMPARE(canvas->maps()[0].grid->columns, 4);
  }

  void aDivergingScaleBringsItsColoursAndPutsOneInTheMiddle() {
    tests::FakeRunSource run;
    run.addSnapshot(run.makeSnapshot(900));
    Shown shown;
    shown.panel.setRun(&run);
    const auto choose = [&](const QString& text) {
      for (QComboBox* box : shown.panel.findChildren<QComboBox*>())
        if (box->findText(text) >= 0) return box->setCurrentText(text);
      QFAIL(qPrintable(text));
    };
    MapCanvas* canvas = shown.canvas();
    choose("diverging");
    QTRY_COMPARE(canvas->maps()[0].map, ColourMap::BlueRed);
    const Range limits = canvas->maps()[0].limits;
    QVERIFY(std::abs(limits.lower + limits.upper - 2) < 1e-9);
    choose("log");
    QTRY_COMPARE(canvas->maps()[0].map, ColourMap::Viridis);
    QVERIFY(canvas->maps()[0].limits.lower > 0);
  }

  void aDestroyedRunLeavesThePanelEmpty() {
    auto run = std::make_unique<tests::FakeRunSource>();
    run->addSnapshot(run->makeSnapshot(10));
    Shown shown;
    shown.panel.setRun(run.get());
    QTRY_VERIFY(shown.says("step 10"));
    run.reset();
    QVERIFY(!shown.says("step 10"));
    QTest::keyClick(&shown.panel, Qt::Key_Home);
  }
};

QTEST_MAIN(LambdaPanelTest)
#include "lambda_panel_test.moc"
