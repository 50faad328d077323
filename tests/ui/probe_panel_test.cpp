// The panels that ask a run's weights: a really trained run, driven through the controls.

#include "ui/views/probe_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <cmath>

#include "tests/ui/trained_run.h"
#include "ui/views/map_canvas.h"
#include "ui/views/samples_panel.h"
#include "ui/views/weights_panel.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

tests::TrainedRun& trained() {
  static tests::TrainedRun run;
  return run;
}

template <class T>
T* named(QWidget& panel, const QString& text) {
  for (T* each : panel.findChildren<T*>()) {
    if (each->toolTip().contains(text) || each->accessibleName().contains(text)) return each;
  }
  qFatal("no control with %s", qPrintable(text));
  return nullptr;
}

bool says(QWidget& panel, const QString& text) {
  for (QLabel* label : panel.findChildren<QLabel*>())
    if (label->isVisibleTo(&panel) && label->text().contains(text)) return true;
  return false;
}

struct Shown {
  app::Inspector inspector{2};
  QSignalSpy looked{&inspector, &app::Inspector::looked}, scored{&inspector, &app::Inspector::scored};
  ProbePanel panel{inspector};

  explicit Shown(app::RunSource* run) {
    panel.resize(780, 500);
    panel.setRun(run);
    panel.show();
  }
  MapCanvas* canvas() { return panel.findChild<MapCanvas*>(); }
  QTableWidget* table() { return panel.findChild<QTableWidget*>(); }
  QPushButton* button(const QString& text) {
    for (QPushButton* each : panel.findChildren<QPushButton*>())
      if (each->text() == text) return each;
    return nullptr;
  }
  float lambdaAt(int column, int row) { return canvas()->maps().at(0).grid->value(row, column); }
};

}  // namespace

class ProbePanelTest : public QObject {
  Q_OBJECT

 private slots:
  void cleanupTestCase() {}

  void withoutARunItSaysWhatAppears() {
    Shown shown(nullptr);
    QVERIFY(says(shown.panel, "saved weights"));
  }

  void aRunIsOpenedAndItsFirstSampleShown() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    QCOMPARE(shown.canvas()->maps().size(), std::size_t{1});
    QCOMPARE(shown.canvas()->maps()[0].grid->rows, 6);
    QTRY_VERIFY(says(shown.panel, "Validation accuracy"));
    QTRY_VERIFY(!says(shown.panel, "of 100"));  // whole
    const model::Evaluation whole = model::evaluate({trained().folder().toStdString(), ""}, model::Split::Valid, {}, {"cpu", 2}).at(0);
    const auto split = qvariant_cast<std::shared_ptr<const app::InspectedSplit>>(shown.scored.last()[0]);
    QCOMPARE(split->plain->accuracy(), whole.accuracy);
  }

  void aFactorActsAtOnceOnMapPredictionsAndAccuracyAndResetTakesItBack() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    QTRY_VERIFY(!shown.scored.isEmpty());
    const float before = shown.lambdaAt(20, 3);
    const QString cell = shown.table()->item(0, 4)->text();
    QVERIFY(before != 0);
    named<QDoubleSpinBox>(shown.panel, "multiplied")->setValue(0.25);
    QTRY_COMPARE(shown.lambdaAt(20, 3), before * 0.25f);
    QCOMPARE(shown.table()->item(0, 3)->text(), cell);  // before stays
    QVERIFY(shown.table()->item(0, 4)->text() != cell);
    QTRY_VERIFY(says(shown.panel, "→"));
    QCOMPARE(shown.panel.intervention().edits.size(), std::size_t{1});
    shown.button("Reset")->click();
    QTRY_COMPARE(shown.lambdaAt(20, 3), before);
    QTRY_VERIFY(!says(shown.panel, "→"));
    QVERIFY(shown.panel.intervention().edits.empty());
  }

  void aClickOnACellChangesThatCellAlone() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    shown.canvas()->grab();
    const float other = shown.lambdaAt(21, 1), own = shown.lambdaAt(21, 3);
    QTest::mouseClick(shown.canvas(), Qt::LeftButton, {}, shown.canvas()->scenes()[0].cellRect({21, 3}).center().toPoint());
    QCOMPARE(named<QSpinBox>(shown.panel, "Position")->value(), 21);
    named<QDoubleSpinBox>(shown.panel, "multiplied")->setValue(3);
    QTRY_COMPARE(shown.lambdaAt(21, 3), own * 3);
    QCOMPARE(shown.lambdaAt(21, 1), other);
    QCOMPARE(shown.panel.intervention().edits.at(0).token, std::optional<std::int64_t>(21));
    QCOMPARE(shown.panel.intervention().edits.at(0).level, std::optional<std::int64_t>(3));
  }

  void keptChangesAddUpAndAreExported() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    const float before = shown.lambdaAt(20, 3);
    named<QDoubleSpinBox>(shown.panel, "multiplied")->setValue(0.5);
    shown.button("Keep")->click();
    QCOMPARE(shown.panel.findChild<QListWidget*>()->count(), 1);
    named<QDoubleSpinBox>(shown.panel, "multiplied")->setValue(0.5);
    QTRY_COMPARE(shown.lambdaAt(20, 3), before * 0.25f);
    const std::string text = shown.panel.text().toStdString();
    QVERIFY(model::parseIntervention(text) == shown.panel.intervention());
    QVERIFY(model::Json::parse(text).at("run") == trained().info().id);
    QTRY_VERIFY(shown.panel.text().contains("\"changed\""));
    // The command line makes the same of it.
    const model::Evaluation there = model::evaluate({trained().folder().toStdString(), ""}, model::Split::Valid, {}, {"cpu", 2}, false, nullptr, model::parseIntervention(text)).at(0);
    QVERIFY(model::Json::parse(shown.panel.text().toStdString()).at("accuracy").at("changed") == there.accuracy);
  }

  void anExchangedTokenChangesTheMapAndIsUndone() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    const float before = shown.lambdaAt(9, 0);
    named<QSpinBox>(shown.panel, "Position")->setValue(9);
    auto* token = named<QSpinBox>(shown.panel, "stands there");
    const int own = token->value();
    token->setValue(own == 5 ? 6 : 5);
    QTRY_VERIFY(shown.lambdaAt(9, 0) != before);
    shown.button("Undo tokens")->click();
    QTRY_COMPARE(shown.lambdaAt(9, 0), before);
    QCOMPARE(token->value(), own);
  }

  void everyMapCanBeShown() {
    Shown shown(&trained());
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    named<QDoubleSpinBox>(shown.panel, "multiplied")->setValue(2);
    const float twice = shown.lambdaAt(20, 3);
    auto* view = named<QComboBox>(shown.panel, "What the map shows");
    view->setCurrentIndex(2);  // the difference: once λ
    QTRY_VERIFY(shown.canvas()->maps().at(0).grid->valueTitle == "Δλ");
    QTRY_VERIFY(shown.lambdaAt(20, 3) != 0);
    view->setCurrentIndex(3);
    double sum = 0;
    for (int level = 0; level < 6; ++level) {
      if (shown.canvas()->maps()[0].grid->counts(level, 20)) sum += static_cast<double>(shown.lambdaAt(20, level));
    }
    QVERIFY(std::abs(sum - 1) < 1e-4);
    Q_UNUSED(twice);
  }

  void aModelWithoutLambdaSaysSo() {
    tests::TrainedRun softmax("softmax");
    Shown shown(&softmax);
    QTRY_VERIFY(says(shown.panel, "no λ to change"));
    QTRY_COMPARE(shown.table()->rowCount(), 4);
    QVERIFY(!named<QDoubleSpinBox>(shown.panel, "multiplied")->isEnabled());
  }

  void weightsThatAreMissingAreTold() {
    tests::FakeRunSource nowhere;
    Shown shown(&nowhere);
    QTRY_VERIFY(says(shown.panel, "fake"));
  }

  void theHViewShowsBothMatricesAndFollowsTheCursor() {
    Shown shown(&trained());
    MapCursor cursor;
    WeightsPanel weights(shown.inspector);
    weights.setCursor(&cursor);
    shown.panel.setCursor(&cursor);
    weights.resize(780, 420);
    weights.setRun(&trained());
    weights.show();
    auto* canvas = weights.findChild<MapCanvas*>();
    QTRY_COMPARE(canvas->maps().size(), std::size_t{2});
    const MapGrid& mask = *canvas->maps()[0].grid;
    QCOMPARE(mask.rows, 32);
    QVERIFY(mask.state(4, 5) == CellState::Outside && mask.state(5, 5) == CellState::Live);
    // The diagonal is λ of level 0.
    QTRY_VERIFY(shown.canvas()->maps().size() == 1);
    QCOMPARE(mask.value(7, 7), shown.lambdaAt(7, 0));
    // Whatever map is pointed at, this one shows the token, and what its levels add.
    const QImage before = weights.grab().toImage();
    cursor.point(12, 3);
    QVERIFY(weights.grab().toImage() != before);
  }

  void samplesStandWrongOnesFirstAndAClickNamesOne() {
    Shown shown(&trained());
    SamplesPanel samples(shown.inspector);
    samples.resize(700, 300);
    samples.setRun(&trained());
    samples.show();
    QSignalSpy chosen(&samples, &SamplesPanel::sampleChosen);
    auto* table = named<QTableWidget>(samples, "Examples");
    QTRY_COMPARE(table->rowCount(), 100);
    int last = 99;
    for (int row = 0; row < 100; ++row) {
      const int wrong = table->item(row, 1)->text().split('/')[0].toInt();
      QVERIFY(wrong <= last);
      last = wrong;
    }
    auto* slices = named<QTableWidget>(samples, "Accuracy of the queries");
    QCOMPARE(slices->rowCount(), 4);  // pairs
    named<QComboBox>(samples, "told apart")->setCurrentIndex(2);
    int queries = 0;
    for (int row = 0; row < slices->rowCount(); ++row) queries += slices->item(row, 3)->text().toInt();
    QCOMPARE(queries, 400);
    emit table->cellClicked(3, 0);
    QCOMPARE(chosen.count(), 1);
    shown.panel.showSample(chosen[0][0].toLongLong());
    QTRY_VERIFY(named<QSpinBox>(shown.panel, "Example of the validation split")->value() == chosen[0][0].toInt());
  }
};

QTEST_MAIN(ProbePanelTest)
#include "probe_panel_test.moc"
