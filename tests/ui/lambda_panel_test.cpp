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
    QCOMPARE(boxes[6]->count(), 5);
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

  void shownRunsStandSideBySideEachWithItsNewestStep() {
    tests::FakeRunSource a(1), b(2);
    b.editInfo().id = "another";
    for (const int step : {100, 200, 300}) a.addSnapshot(a.makeSnapshot(step));
    for (const int step : {100, 210}) b.addSnapshot(b.makeSnapshot(step));
    Shown shown;
    shown.panel.setRun(&a);
    shown.panel.setRuns({{&a, tests::styled(0, "first")}, {&b, tests::styled(1, "second")}});
    shown.panel.showSideBySide();
    MapCanvas* canvas = shown.canvas();
    const auto titles = [&] {
      QStringList all;
      for (const MapView& map : canvas->maps()) all << map.title;
      return all;
    };
    QTRY_COMPARE(titles(), QStringList({"first, step 300", "second, step 210"}));
    QVERIFY(shown.says("newest of each"));
    // The steps of both, and of each the nearest to the chosen one.
    QCOMPARE(shown.slider()->maximum(), 3);
    shown.slider()->setValue(1);
    QTRY_COMPARE(titles(), QStringList({"first, step 200", "second, step 210"}));
    QVERIFY(shown.says("nearest to 200"));
    shown.action("First snapshot")->trigger();
    QTRY_COMPARE(titles(), QStringList({"first, step 100", "second, step 100"}));
    // One that trains goes on being followed.
    shown.action("Follow newest")->trigger();
    b.addSnapshot(b.makeSnapshot(900));
    QTRY_COMPARE(titles(), QStringList({"first, step 300", "second, step 900"}));
    // The step stays for the one map.
    shown.action("First snapshot")->trigger();
    QComboBox* layout = shown.panel.findChildren<QComboBox*>().first();
    layout->setCurrentText("Levels × tokens");
    QTRY_VERIFY(shown.says("step 100 of 300"));
    QCOMPARE(canvas->maps().size(), std::size_t{1});
  }

  void aPinnedBaselineStaysWhenOtherRunsComeAndGo() {
    tests::FakeRunSource a(1), b(2), c(3);
    b.editInfo().id = "b", c.editInfo().id = "c";
    for (tests::FakeRunSource* run : {&a, &b, &c}) run->addSnapshot(run->makeSnapshot(100));
    Shown shown;
    shown.panel.setRun(&a);
    shown.panel.setRuns({{&a, tests::styled(0, "a")}, {&b, tests::styled(1, "b")}});
    shown.panel.showSideBySide();
    QComboBox* baseline = nullptr;
    for (QComboBox* box : shown.panel.findChildren<QComboBox*>())
      if (box->findText("Less b") >= 0) baseline = box;
    QVERIFY(baseline && baseline->isVisible());
    baseline->setCurrentText("Less b");
    MapCanvas* canvas = shown.canvas();
    QTRY_COMPARE(canvas->maps().size(), std::size_t{3});
    QVERIFY(canvas->maps()[1].second);
    shown.panel.setRuns({{&c, tests::styled(2, "c")}, {&a, tests::styled(0, "a")}, {&b, tests::styled(1, "b")}});
    QTRY_COMPARE(canvas->maps().size(), std::size_t{5});
    QCOMPARE(baseline->currentText(), QString("Less b"));
    QCOMPARE(canvas->maps()[1].grid->value(0, 0), c.latestSnapshot()->lambdaAt(0, 0, 0, 0, 0) - b.latestSnapshot()->lambdaAt(0, 0, 0, 0, 0));
    shown.panel.setRuns({{&c, tests::styled(2, "c")}, {&a, tests::styled(0, "a")}});
    QTRY_COMPARE(canvas->maps().size(), std::size_t{2});
    shown.panel.setRuns({{&c, tests::styled(2, "c")}, {&b, tests::styled(1, "b")}});
    QTRY_COMPARE(canvas->maps().size(), std::size_t{3});
    QVERIFY(!baseline->accessibleName().isEmpty());
  }

  void theCursorReadsItsCellInEveryRun() {
    tests::FakeRunSource a(1), b(2);
    b.editInfo().id = "b";
    for (tests::FakeRunSource* run : {&a, &b}) run->addSnapshot(run->makeSnapshot(900));
    MapCursor cursor;
    Shown shown;
    shown.panel.setCursor(&cursor);
    shown.panel.setRun(&a);
    shown.panel.setRuns({{&a, tests::styled(0, "a")}, {&b, tests::styled(1, "b")}});
    shown.panel.showSideBySide();
    MapCanvas* canvas = shown.canvas();
    QTRY_COMPARE(canvas->maps().size(), std::size_t{2});
    canvas->grab();
    const auto told = [](const tests::FakeRunSource& run) { return QString::number(static_cast<double>(run.latestSnapshot()->lambdaAt(0, 0, 37, 0, 3)), 'f', 4); };
    const QImage before = canvas->grab().toImage();
    cursor.point(37, 3);  // from any other map
    QCOMPARE(canvas->valuesAtCursor(), QStringList({told(a), told(b)}));
    QVERIFY(canvas->grab().toImage() != before);
    QTest::mouseMove(canvas, canvas->scenes()[1].cellRect({37, 3}).center().toPoint());
    QTRY_VERIFY(shown.says("b, step 900 · token 37"));
    QCOMPARE(canvas->valuesAtCursor(), QStringList({told(a), told(b)}));
    cursor.point(37, 2);  // an empty level holds nothing to read
    QCOMPARE(canvas->valuesAtCursor(), QStringList({"", ""}));
  }

  void aSingleRunAndATenthOneAreSpokenOf() {
    std::vector<std::unique_ptr<tests::FakeRunSource>> runs;
    QVector<CurvesPanel::Entry> entries;
    for (int i = 0; i < 10; ++i) {
      runs.push_back(std::make_unique<tests::FakeRunSource>(i));
      runs.back()->editInfo().id = std::to_string(i);
      runs.back()->addSnapshot(runs.back()->makeSnapshot(100));
      entries.append({runs.back().get(), tests::styled(i, QString::number(i))});
    }
    Shown shown;
    shown.panel.setRun(runs[0].get());
    shown.panel.setRuns(entries.mid(0, 1));
    shown.panel.showSideBySide();
    QTRY_VERIFY(shown.says("Select a second run"));
    shown.panel.setRuns(entries);
    QTRY_COMPARE(shown.canvas()->maps().size(), std::size_t{9});
    QVERIFY(shown.says("1 more are not drawn: 9 runs fit side by side."));
    runs[3].reset();  // closed meanwhile
    QTRY_COMPARE(shown.canvas()->maps().size(), std::size_t{8});
    shown.panel.setRun(nullptr);
    QVERIFY(shown.canvas()->isVisible());  // what is compared stays in view
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
