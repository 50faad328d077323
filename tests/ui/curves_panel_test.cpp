#include "ui/views/curves_panel.h"

#include <qcustomplot.h>

#include <QSlider>
#include <QtTest>
#include <cmath>

#include "tests/ui/fake_run_source.h"
#include "ui/views/curve_model.h"
#include "ui/views/read_out_table.h"
#include "ui/views/redraw_pacer.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

struct Shown {
  CurvesPanel panel;
  QCustomPlot* plot = nullptr;
  QSignalSpy* redraws = nullptr;

  Shown() {
    panel.resize(800, 500);
    panel.show();
    plot = panel.findChild<QCustomPlot*>();
    redraws = new QSignalSpy(plot, &QCustomPlot::afterReplot);
    redraws->setParent(plot);
  }
  bool redrawn() { return redraws->wait(2000); }
  Range values(int i) const {
    return {plot->axisRect(i)->axis(QCPAxis::atLeft)->range().lower,
            plot->axisRect(i)->axis(QCPAxis::atLeft)->range().upper};
  }
  Range keys(int i = 0) const {
    return {plot->axisRect(i)->axis(QCPAxis::atBottom)->range().lower,
            plot->axisRect(i)->axis(QCPAxis::atBottom)->range().upper};
  }
  ReadOutTable* table() const {
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
      if (auto* found = dynamic_cast<ReadOutTable*>(widget)) return found;
    }
    return nullptr;
  }
  QAction* action(const QString& text) const {
    for (QAction* each : panel.actions()) {
      if (each->text() == text) return each;
    }
    return nullptr;
  }
};

}  // namespace

class CurvesPanelTest : public QObject {
  Q_OBJECT
 private slots:
  void withoutRunsItOffersANewOne() {
    CurvesPanel panel;
    panel.show();
    QSignalSpy wanted(&panel, &CurvesPanel::newRunRequested);
    QPushButton* button = nullptr;
    for (QPushButton* each : panel.findChildren<QPushButton*>()) {
      if (each->isVisible()) button = each;
    }
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
  }

  void oneInfinityNeitherFreezesNorSpoilsTheRange() {
    tests::FakeRunSource run;
    for (int step = 1; step <= 50; ++step) run.record("train/loss", step, 2 + std::sin(step));
    run.record("train/loss", 51, INFINITY);
    run.record("train/loss", 52, std::nan(""));
    run.record("train/loss", 53, 2.5);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    QVERIFY(shown.values(0).lower > 0.5 && shown.values(0).upper < 3.5);
    QCOMPARE(shown.keys().upper, 53.0);
    QVERIFY(shown.table()->text().contains("1 NaN · 1 +Inf"));
    for (int step = 54; step <= 60; ++step) run.record("train/loss", step, 9);
    run.appended();
    QTRY_COMPARE(shown.keys().upper, 60.0);
    QVERIFY(shown.values(0).upper > 9);
  }

  void aLogarithmicAxisDrawsThePositivePartAndCountsTheRest() {
    tests::FakeRunSource run;
    for (int step = 1; step <= 10; ++step) run.record("train/loss", step, step == 5 ? 0.0 : std::pow(10.0, -step % 4));
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    QVERIFY(!shown.table()->text().contains("≤ 0"));
    shown.action("Log y")->trigger();
    QTRY_VERIFY(shown.values(0).lower > 0);
    QVERIFY(shown.values(0).contains(1e-3) && shown.values(0).contains(1));
    QVERIFY(shown.table()->text().contains("1 ≤ 0"));
  }

  void theCursorReadsAllCurvesAtOneStep() {
    tests::FakeRunSource run;
    for (int step = 1; step <= 100; ++step) {
      run.record("train/loss", step, step);
      run.record("train/grad_norm", step, 1000 + step);
      if (step % 10 == 0) run.record("valid/accuracy", step, step / 200.0);
    }
    Shown shown;
    shown.panel.findChild<QSlider*>()->setValue(0);
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    QVERIFY(shown.table()->text().contains("a\t100\t100\t–\t–\t50.0 %\t1100\t–"));
    const QRect area = shown.plot->axisRect(2)->rect();
    const double x = shown.plot->axisRect(2)->axis(QCPAxis::atBottom)->coordToPixel(42.2);
    QTest::mouseMove(shown.plot, QPoint(static_cast<int>(x), area.center().y()));
    QTRY_VERIFY2(shown.table()->text().contains("a\t42\t42.0\t–\t–\t20.0 %\t1042\t–"),
                 qPrintable(shown.table()->text()));
  }

  void whatLambdaDoesIsASubjectOfItsOwn() {
    tests::FakeRunSource run;
    run.recordTraining(20, 10);
    for (const auto& [name, value] : {std::pair{"token_share", 0.25}, {"position_share", 0.125}, {"answer_share", 0.75},
                                      {"flat_answer_share", 0.5}, {"variation", 0.4}, {"fine_lead", -0.1}}) {
      run.record(QString("lambda/") + name, 0, 0);
      run.record(QString("lambda/") + name, 10, value);
    }
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    QVERIFY(shown.table()->text().contains("train loss"));
    shown.action(QString(QChar(0x3bb)))->trigger();
    QVERIFY(shown.redrawn());
    QTRY_VERIFY2(shown.table()->text().contains("a\t10\t25.0 %\t12.5 %\t75.0 %\t50.0 %\t40.0 %\t−10.0 %"), qPrintable(shown.table()->text()));
    QVERIFY(!shown.table()->text().contains("train loss"));
    QVERIFY(shown.values(3).lower < -0.09 && shown.values(1).upper > 1);  // a lead has no bounds, a share of weight has
    shown.action("Training")->trigger();
    QTRY_VERIFY(shown.table()->text().contains("train loss"));
  }

  void theWheelZoomsAroundThePointerAndResetShowsAllAgain() {
    tests::FakeRunSource run;
    run.recordTraining(1000, 700);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    const Range all = shown.keys();
    QVERIFY(!shown.action("Reset view")->isEnabled());
    const QRect area = shown.plot->axisRect(0)->rect();
    const QPointF at(area.left() + area.width() * 0.25, area.center().y());
    const double under = shown.plot->axisRect(0)->axis(QCPAxis::atBottom)->pixelToCoord(at.x());
    QWheelEvent wheel(at, shown.plot->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(shown.plot, &wheel);
    QTRY_VERIFY(shown.keys().size() < 0.7 * all.size());
    QVERIFY(std::abs(shown.plot->axisRect(0)->axis(QCPAxis::atBottom)->pixelToCoord(at.x()) - under) < 2);
    for (int i = 1; i < 4; ++i) QCOMPARE(shown.keys(i).lower, shown.keys(0).lower);  // all plots move together
    const Range zoomed = shown.keys();
    QTest::keyClick(shown.plot, Qt::Key_Right);
    QTRY_VERIFY(shown.keys().lower > zoomed.lower);
    QVERIFY(shown.action("Reset view")->isEnabled());
    shown.action("Reset view")->trigger();
    QTRY_COMPARE(shown.keys().upper, all.upper);
  }

  void timeOnTheAxisIsActiveTrainingTime() {
    tests::FakeRunSource run;
    run.recordTraining(520, 300);  // 104 steps a second
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    shown.action("Time")->trigger();
    QTRY_COMPARE(shown.keys().upper, 5.0);
    QVERIFY(shown.table()->text().contains("5.0 s"));
  }

  void referenceLinesOfAllRunsAreDrawnOnceWithNinetyNinePerCent() {
    tests::FakeRunSource a(1), b(2);
    a.recordTraining(10, 5);
    b.recordTraining(10, 5);
    CurveModel model;
    model.setRuns({{&a, fenwick::tests::styled(0, "a")}, {&b, fenwick::tests::styled(1, "b")}});
    QStringList labels;
    const std::vector<PlotData> plots = model.plots();
    for (const auto& line : plots[1].references) labels << QString::fromStdString(line.label);
    QCOMPARE(labels, QStringList({"chance 1/64", "1/4", "99 %"}));
  }

  void newPointsAreSmoothedAsIfAllHadComeAtOnce() {
    tests::FakeRunSource run;
    CurveModel model;
    model.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    std::vector<double> values;
    for (int step = 1; step <= 300; ++step) {
      values.push_back(std::cos(step * step));
      run.record("train/loss", step, values.back());
      if (step % 7 == 0) model.refresh();
    }
    model.refresh();
    const std::vector<PlotData> plots = model.plots();
    const auto smooth = plots[0].curves[0].smooth;
    QCOMPARE(std::vector<double>(smooth.begin(), smooth.end()), smoothed(values, model.settings().smoothing));
  }

  void aFolderReadAnewReplacesWhatWasDrawn() {
    tests::FakeRunSource run;
    for (int step = 1; step <= 100; ++step) run.record("train/loss", step, 100);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    run.clear();
    for (int step = 1; step <= 200; ++step) run.record("train/loss", step, 1);
    run.replaced();
    QTRY_COMPARE(shown.keys().upper, 200.0);
    QTRY_VERIFY2(shown.table()->text().contains("a\t200\t1.00"), qPrintable(shown.table()->text()));
  }

  void aDestroyedRunLeavesThePanel() {
    auto run = std::make_unique<tests::FakeRunSource>();
    tests::FakeRunSource other;
    run->recordTraining(100, 50);
    other.recordTraining(50, 50);
    Shown shown;
    shown.panel.setRuns({{run.get(), fenwick::tests::styled(0, "gone")}, {&other, fenwick::tests::styled(1, "stays")}});
    QVERIFY(shown.redrawn());
    run.reset();
    QTRY_COMPARE(shown.keys().upper, 50.0);
    QVERIFY(!shown.table()->text().contains("gone"));
  }

  void manySignalsMakeFewRedraws() {
    tests::FakeRunSource run;
    run.recordTraining(100, 50);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    shown.redraws->clear();
    QElapsedTimer clock;
    clock.start();
    int signalsSent = 0;
    while (clock.elapsed() < 300) {
      run.record("train/loss", 101 + signalsSent++, 1);
      run.appended();
      QCoreApplication::processEvents();
    }
    QVERIFY2(signalsSent > 100, qPrintable(QString::number(signalsSent)));
    QVERIFY2(shown.redraws->count() >= 1 && shown.redraws->count() <= 11,
             qPrintable(QString::number(shown.redraws->count())));
  }

  void paintingStaysWithinItsShareWhileTheCpuTrains() {
    RedrawPacer pacer(
        0.01, [] {}, nullptr);
    pacer.tellCost(5'000'000);
    QVERIFY(pacer.intervalMs() <= 34);
    pacer.setTrainingOnCpu(true);
    const double share = 5.0 / pacer.intervalMs();
    QVERIFY(share <= 0.0101);
    for (int i = 0; i < 50; ++i) pacer.tellCost(10'000'000'000);
    QCOMPARE(pacer.intervalMs(), 1000);  // never slower than once a second
  }

  void aMillionPointsAreDrawnInAFewMilliseconds() {
    tests::FakeRunSource run;
    for (int step = 1; step <= 1'000'000; ++step)
      run.record("train/loss", step, std::sin(step * 1e-4) + (step % 97) * 0.01);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QVERIFY(shown.redrawn());
    QBENCHMARK_ONCE { shown.plot->replot(); }
    QElapsedTimer clock;
    clock.start();
    shown.plot->replot();
    QVERIFY2(clock.elapsed() < 500, qPrintable(QString("%1 ms").arg(clock.elapsed())));
  }

  void aThousandRunsOfAThousandPointsAreShownInTwoSeconds() {
    std::vector<std::unique_ptr<tests::FakeRunSource>> runs;
    QVector<CurvesPanel::Entry> entries;
    for (int i = 0; i < 1000; ++i) {
      runs.push_back(std::make_unique<tests::FakeRunSource>(static_cast<unsigned>(i)));
      for (int step = 1; step <= 1000; ++step) runs.back()->record("train/loss", step, std::sin(step * 0.01 + i));
      entries.append({runs.back().get(), fenwick::tests::styled(i, QString("run %1").arg(i))});
    }
    Shown shown;
    QElapsedTimer clock;
    clock.start();
    shown.panel.setRuns(entries);
    QVERIFY(shown.redraws->wait(10000));
    shown.panel.grab();
    QVERIFY2(clock.elapsed() < 2000, qPrintable(QString("%1 ms").arg(clock.elapsed())));
    qInfo("1,000 runs x 1,000 points: %lld ms", clock.elapsed());
  }

  void aDarkPaletteIsFollowed() {
    tests::FakeRunSource run;
    run.recordTraining(20, 10);
    Shown shown;
    shown.panel.setRuns({{&run, fenwick::tests::styled(0, "a")}});
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(0x1e, 0x1f, 0x22));
    dark.setColor(QPalette::Text, Qt::white);
    shown.panel.setPalette(dark);
    QVERIFY(shown.redrawn());
    QCOMPARE(shown.plot->grab().toImage().pixelColor(2, 2), QColor(0x1e, 0x1f, 0x22));
  }
};

QTEST_MAIN(CurvesPanelTest)
#include "curves_panel_test.moc"
