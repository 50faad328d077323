// A run's weights on a thread of their own: the newest request wins, and a sequence does not wait for a split.

#include "app/core/inspector.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace fenwick;

namespace {

using Sequence = std::shared_ptr<const app::InspectedSequence>;
using Split = std::shared_ptr<const app::InspectedSplit>;

template <class T>
T nth(const QSignalSpy& spy, qsizetype index) {
  return qvariant_cast<T>(spy[index][0]);
}

model::Intervention scaled(double factor) {
  model::LambdaEdit edit;
  edit.factor = factor;
  return {{edit}};
}

}  // namespace

class InspectorTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_dir;
  QString m_run;

 private slots:
  void initTestCase() {
    m_run = m_dir.filePath("run");
    model::Config config;
    const std::pair<const char*, model::Json> settings[] = {{"task.length", 32},  {"task.kvPairs", 4}, {"task.vocabulary", 32}, {"task.examples", 64}, {"task.validationExamples", 1000},
                                                            {"model.width", 16},  {"model.keyDim", 8}, {"train.batch", 8},      {"train.steps", 2},    {"train.snapshotSamples", 1}};
    for (const auto& [path, value] : settings) QVERIFY(config.set(path, value).empty());
    const auto run = model::TrainingRun::create(config, m_run.toStdString(), {"cpu", 2});
    while (run->step()) {
    }
  }

  void weightsOpenAndAnswer() {
    app::Inspector inspector(2);
    QSignalSpy opened(&inspector, &app::Inspector::opened), looked(&inspector, &app::Inspector::looked);
    inspector.open(m_run, "last");
    inspector.look(7, scaled(0.5));
    QTRY_COMPARE(looked.count(), 1);
    QCOMPARE(opened.count(), 1);
    const auto weights = qvariant_cast<app::OpenedWeights>(opened[0][0]);
    QCOMPARE(weights.step, qint64{2});
    QCOMPARE(weights.examples, qint64{1000});
    QCOMPARE(weights.shape.levels, std::int64_t{6});
    QCOMPARE(weights.trainedLevels, 6);
    const auto sequence = nth<Sequence>(looked, 0);
    QCOMPARE(sequence->sample, qint64{7});
    QCOMPARE(sequence->changed.snapshot->lambdaAt(0, 0, 3, 0, 1), 0.5f * sequence->plain.snapshot->lambdaAt(0, 0, 3, 0, 1));
  }

  void aSequenceIsAnsweredWhileASplitIsScored() {
    app::Inspector inspector(1);
    QSignalSpy looked(&inspector, &app::Inspector::looked), scored(&inspector, &app::Inspector::scored);
    inspector.open(m_run, {});
    inspector.score(scaled(0.5));
    QTRY_VERIFY(!scored.isEmpty());
    QVERIFY(!nth<Split>(scored, 0)->complete);
    inspector.look(1, {});
    QTRY_COMPARE(looked.count(), 1);
    QTRY_VERIFY(nth<Split>(scored, scored.size() - 1)->complete);
    const auto last = nth<Split>(scored, scored.size() - 1);
    QCOMPARE(last->plain->samples.size(), std::size_t{1000});
    QCOMPARE(last->changed->samples.size(), std::size_t{1000});
  }

  void ofManyRequestsTheNewestIsAnswered() {
    app::Inspector inspector(2);
    QSignalSpy looked(&inspector, &app::Inspector::looked), scored(&inspector, &app::Inspector::scored);
    inspector.open(m_run, {});
    for (int i = 0; i < 200; ++i) {
      inspector.look(i, scaled(1 + i));
      inspector.score(scaled(1 + i));
    }
    QTRY_VERIFY(!looked.isEmpty() && nth<Sequence>(looked, looked.size() - 1)->sample == 199);
    QVERIFY(looked.count() < 100);
    QTRY_VERIFY(!scored.isEmpty() && nth<Split>(scored, scored.size() - 1)->complete);
    QVERIFY(nth<Split>(scored, scored.size() - 1)->intervention == scaled(200));
  }

  void faultsAreTold() {
    app::Inspector inspector(1);
    QSignalSpy failed(&inspector, &app::Inspector::failed), looked(&inspector, &app::Inspector::looked);
    inspector.open(m_dir.filePath("none"), {});
    QTRY_COMPARE(failed.count(), 1);
    inspector.open(m_run, "77");
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY2(failed[1][0].toString().contains("77"), qPrintable(failed[1][0].toString()));
    inspector.open(m_run, {});
    model::Intervention beyond = scaled(1);
    beyond.edits[0].level = 60;
    inspector.look(0, beyond);
    QTRY_COMPARE(failed.count(), 3);
    QVERIFY2(failed[2][0].toString().contains("edits[0].level"), qPrintable(failed[2][0].toString()));
    inspector.look(0, {});
    QTRY_COMPARE(looked.count(), 1);
  }

  void anEvaluationIsCancelledBetweenTwoBatchesAndBegunAnew() {
    app::LongWork work;
    work.setPatience(0);
    app::Inspector inspector(1);
    inspector.reportTo(&work);
    QSignalSpy scored(&inspector, &app::Inspector::scored), failed(&inspector, &app::Inspector::failed), looked(&inspector, &app::Inspector::looked);
    // The first news of a split takes it back; where it was through by then, that of another one.
    QString title;
    double share = 1;
    connect(&inspector, &app::Inspector::scored, &work, [&] {
      if (!title.isEmpty() || work.pieces().empty()) return;
      title = work.pieces().back().title;
      share = work.pieces().back().fraction.value_or(1);
      work.cancelNewest();
    });
    inspector.open(m_run, {});
    for (int i = 0; i < 20 && title.isEmpty(); ++i) {
      inspector.score(scaled(0.5 + 0.01 * i));
      QTRY_VERIFY(!title.isEmpty() || (!scored.isEmpty() && nth<Split>(scored, scored.size() - 1)->complete));
    }
    QVERIFY2(title.contains("run"), qPrintable(title));
    QVERIFY(share < 1);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(work.pieces().empty());
    QVERIFY(!nth<Split>(scored, scored.size() - 1)->complete);
    inspector.look(3, {});
    QTRY_COMPARE(looked.count(), 1);
    inspector.score(scaled(0.5));
    QTRY_VERIFY(nth<Split>(scored, scored.size() - 1)->complete);
    QTRY_VERIFY(work.pieces().empty());
    QCOMPARE(failed.count(), 1);
  }

  void whatIsAskedOfNoWeightsIsNotWaitedFor() {
    app::LongWork work;
    work.setPatience(0);
    app::Inspector inspector(1);
    inspector.reportTo(&work);
    QSignalSpy failed(&inspector, &app::Inspector::failed);
    inspector.open(m_dir.filePath("none"), {});
    inspector.score({});
    QTRY_COMPARE(failed.count(), 1);
    QTRY_VERIFY(work.pieces().empty());
  }

  void itEndsInTheMiddleOfASplit() {
    auto inspector = std::make_unique<app::Inspector>(1);
    QSignalSpy scored(inspector.get(), &app::Inspector::scored);
    inspector->open(m_run, {});
    inspector->score({});
    QTRY_VERIFY(!scored.isEmpty());
    inspector.reset();
  }
};

QTEST_GUILESS_MAIN(InspectorTest)
#include "inspector_test.moc"
