#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <future>

#include "app/core/call_thread.h"
#include "app/core/live_run_source.h"
#include "fake_run.h"

using namespace fenwick;
using test::FakeControl;

class TrainingWorkerTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void commandsTakeEffectInTheirOrder();
  void theRunIsMadeUsedAndDestroyedOnOneThreadThatIsNotTheWindows();
  void everyPointArrivesOnceAndInOrder();
  void aSingleStepIsOne();
  void aPausedRunMakesNoStep();
  void anExceptionInAStepTravelsAsTextAndEndsTheRun();
  void anExceptionInTheMakingTravelsAsText();
  void aRunThatPausesByItselfCanGoOn();
  void destroyingInMidStepWaitsForTheStepAndDestroysTheRunThere();
  void closingSavesAndLetsGo();
  void aFullBufferHoldsTheWorkerAndLosesNothing();
  void aSnapshotWaitsForTheAcknowledgementOfTheLast();
  void recordedSnapshotStepsAreKnownAndAskedOnesAreNot();
  void earlierHistoryIsKeptAndNotDoubled();
  void commandsAfterTheEndDoNothing();
  void theNewestWholeCheckpointIsKnown();

 private:
  std::unique_ptr<app::LiveRunSource> live(const app::RunSource* history = nullptr, qint64 firstStep = 0);

  std::shared_ptr<FakeControl> m_control;
  std::unique_ptr<app::CallThread> m_files;
};

void TrainingWorkerTest::init() {
  m_control = std::make_shared<FakeControl>();
  m_files = std::make_unique<app::CallThread>(QStringLiteral("files"));
}

void TrainingWorkerTest::cleanup() {
  m_control->release();
  m_files.reset();
}

std::unique_ptr<app::LiveRunSource> TrainingWorkerTest::live(const app::RunSource* history, qint64 firstStep) {
  app::LiveRunSource::Plan plan;
  plan.folder = QStringLiteral("/nowhere/run");
  plan.info.step = firstStep;
  plan.factory = [control = m_control, firstStep] {
    return test::makeFakeRun(model::Config(), QStringLiteral("/nowhere/run"), control, firstStep);
  };
  return std::make_unique<app::LiveRunSource>(std::move(plan), m_files->address(), history);
}

void TrainingWorkerTest::commandsTakeEffectInTheirOrder() {
  auto run = live();
  QSignalSpy ended(run.get(), &app::LiveRunSource::ended);
  run->start();
  QTRY_VERIFY(m_control->stepsMade() >= 3);
  run->pause();
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  run->singleStep();
  run->stop();
  QTRY_COMPARE(ended.count(), 1);
  std::vector<QString> calls = m_control->callsSoFar();
  QVERIFY(calls.size() >= 7);
  const std::vector<QString> tail(calls.end() - 5, calls.end());
  const std::vector<QString> expected{"pause paused in the window", "step", "pause paused after a single step",
                                      "finish stopped in the window", "destroyed"};
  QCOMPARE(tail, expected);
  QCOMPARE(run->info().state, model::RunState::Finished);
}

void TrainingWorkerTest::theRunIsMadeUsedAndDestroyedOnOneThreadThatIsNotTheWindows() {
  auto run = live();
  run->start();
  QTRY_VERIFY(m_control->stepsMade() >= 2);
  run->stop();
  QTRY_VERIFY(!run->active());
  QVERIFY(m_control->madeOn != nullptr);
  QVERIFY(m_control->madeOn != QThread::currentThread());
  QCOMPARE(m_control->destroyedOn, m_control->madeOn);
  QVERIFY(!m_control->wrongThread);
}

void TrainingWorkerTest::everyPointArrivesOnceAndInOrder() {
  m_control->stopsAtStep = 500;
  m_control->stepMicroseconds = 0;
  auto run = live();
  QSignalSpy appended(run.get(), &app::RunSource::metricsAppended);
  run->start();
  QTRY_VERIFY(!run->active());
  const app::MetricSeries& loss = run->series(QStringLiteral("train/loss"));
  QCOMPARE(loss.steps.size(), 500);
  for (int i = 0; i < 500; ++i) QCOMPARE(loss.steps[i], double(i + 1));
  QCOMPARE(loss.activeSeconds.constLast(), 0.5);
  QVERIFY2(appended.count() < 100, "one signal a step floods the window");
  QCOMPARE(run->info().stopReason, std::string("train.steps reached"));
}

void TrainingWorkerTest::aSingleStepIsOne() {
  auto run = live();
  run->singleStep();
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  QCOMPARE(m_control->stepsMade(), 1);
  run->singleStep();
  QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 2);
  QCOMPARE(m_control->stepsMade(), 2);
}

void TrainingWorkerTest::aPausedRunMakesNoStep() {
  auto run = live();
  run->start();
  QTRY_VERIFY(m_control->stepsMade() >= 1);
  run->pause();
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  const int steps = m_control->stepsMade();
  // Commands that a paused run answers show that its thread had time to make a step.
  QSignalSpy snapshots(run.get(), &app::RunSource::snapshotReady);
  run->takeSnapshot();
  QTRY_COMPARE(snapshots.count(), 1);
  QCOMPARE(m_control->stepsMade(), steps);
  run->start();
  QTRY_VERIFY(m_control->stepsMade() > steps);
}

void TrainingWorkerTest::anExceptionInAStepTravelsAsTextAndEndsTheRun() {
  m_control->throwsAtStep = 5;
  auto run = live();
  QSignalSpy failed(run.get(), &app::LiveRunSource::failed);
  run->start();
  QTRY_VERIFY(!run->active());
  QCOMPARE(failed.count(), 1);
  QCOMPARE(failed.first().first().toString(), QStringLiteral("the step broke"));  // without LibTorch's call stack
  QCOMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 4);            // what was recorded before is there
  QCOMPARE(m_control->count(QStringLiteral("destroyed")), 1);
}

void TrainingWorkerTest::anExceptionInTheMakingTravelsAsText() {
  m_control->throwsWhenMade = QStringLiteral("no room");
  auto run = live();
  QSignalSpy failed(run.get(), &app::LiveRunSource::failed);
  run->start();
  QTRY_VERIFY(!run->active());
  QCOMPARE(failed.count(), 1);
  QCOMPARE(failed.first().first().toString(), QStringLiteral("no room"));
}

void TrainingWorkerTest::aRunThatPausesByItselfCanGoOn() {
  m_control->pausesAtStep = 3;
  auto run = live();
  QSignalSpy failed(run.get(), &app::LiveRunSource::failed);
  run->start();
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  QCOMPARE(failed.first().first().toString(), QStringLiteral("the disk is full"));
  run->start();
  QTRY_VERIFY(m_control->stepsMade() > 5);
}

void TrainingWorkerTest::destroyingInMidStepWaitsForTheStepAndDestroysTheRunThere() {
  m_control->hold();
  auto run = live();
  run->start();
  QVERIFY(m_control->waitForStep(1));
  std::thread releases([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    m_control->release();
  });
  run.reset();  // while the step is being made
  releases.join();
  QCOMPARE(m_control->count(QStringLiteral("destroyed")), 1);
  QCOMPARE(m_control->destroyedOn, m_control->madeOn);
}

void TrainingWorkerTest::closingSavesAndLetsGo() {
  auto run = live();
  run->start();
  QTRY_VERIFY(m_control->stepsMade() >= 2);
  run->close();
  QTRY_VERIFY(!run->active());
  QCOMPARE(m_control->count(QStringLiteral("pause the window was closed")), 1);
  QCOMPARE(m_control->count(QStringLiteral("finish")), 0);
  QCOMPARE(run->info().state, model::RunState::Paused);
}

void TrainingWorkerTest::aFullBufferHoldsTheWorkerAndLosesNothing() {
  auto buffer = std::make_shared<app::WorkerBuffer>(10);
  QThread thread;
  auto* worker = new app::TrainingWorker(
      [this] { return test::makeFakeRun(model::Config(), QStringLiteral("r"), m_control); }, buffer);
  m_control->stopsAtStep = 35;
  worker->moveToThread(&thread);
  connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
  thread.start();
  worker->commands().post([worker] { worker->start(); });
  std::vector<std::int64_t> steps;
  bool over = false;
  int fullTimes = 0;
  while (!over) {
    QTRY_VERIFY(buffer->full() || m_control->count(QStringLiteral("destroyed")) == 1);
    if (buffer->full()) {
      // It stands still: a command posted behind is answered without another step in between.
      const int made = m_control->stepsMade();
      std::promise<void> answered;
      worker->commands().post([&answered] { answered.set_value(); });
      answered.get_future().wait();
      QVERIFY(m_control->stepsMade() <= made + 1);
    }
    bool wasFull = false;
    const app::WorkerNews news = buffer->take(wasFull);
    fullTimes += wasFull ? 1 : 0;
    for (const auto& batch : news.batches) {
      for (const model::Scalar& scalar : batch.scalars) steps.push_back(scalar.step);
    }
    over = news.phase == app::WorkerPhase::Ended;
    if (wasFull) worker->commands().post([worker] { worker->roomAgain(); });
  }
  thread.quit();
  QVERIFY(thread.wait(5000));
  QCOMPARE(steps.size(), std::size_t(35));
  for (std::size_t i = 0; i < steps.size(); ++i) QCOMPARE(steps[i], std::int64_t(i + 1));
  QVERIFY(fullTimes >= 3);
}

void TrainingWorkerTest::aSnapshotWaitsForTheAcknowledgementOfTheLast() {
  app::WorkerBuffer buffer;
  bool wasFull = false;
  buffer.putSnapshot(test::tinySnapshot(1), true);
  QCOMPARE(buffer.take(wasFull).snapshot->step, 1);
  buffer.putSnapshot(test::tinySnapshot(2), true);
  buffer.putSnapshot(test::tinySnapshot(3), true);
  const app::WorkerNews between = buffer.take(wasFull);
  QVERIFY(!between.snapshot);
  QCOMPARE(between.snapshotSteps, (QVector<qint64>{2, 3}));
  buffer.acknowledgeSnapshot();
  QCOMPARE(buffer.take(wasFull).snapshot->step, 3);  // the newest; 2 gave way
  buffer.acknowledgeSnapshot();
  QVERIFY(!buffer.take(wasFull).snapshot);
}

void TrainingWorkerTest::recordedSnapshotStepsAreKnownAndAskedOnesAreNot() {
  m_control->snapshotEvery = 2;
  m_control->stopsAtStep = 6;
  auto run = live();
  run->singleStep();
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  run->takeSnapshot();
  QTRY_VERIFY(run->latestSnapshot() && run->latestSnapshot()->step == 1);
  run->start();
  QTRY_VERIFY(!run->active());
  QCOMPARE(run->snapshotSteps(), (QVector<qint64>{2, 4, 6}));
  QCOMPARE(run->latestSnapshot()->step, 6);
}

void TrainingWorkerTest::earlierHistoryIsKeptAndNotDoubled() {
  m_control->stopsAtStep = 10;
  auto first = live();
  first->start();
  QTRY_VERIFY(!first->active());
  m_control->stopsAtStep = 15;
  // Resumed from a checkpoint at 8: steps 9 and 10 are computed again and arrive again.
  auto second = live(first.get(), 8);
  second->start();
  QTRY_VERIFY(!second->active());
  const app::MetricSeries& loss = second->series(QStringLiteral("train/loss"));
  QCOMPARE(loss.steps.size(), 15);
  for (int i = 0; i < 15; ++i) QCOMPARE(loss.steps[i], double(i + 1));
}

void TrainingWorkerTest::commandsAfterTheEndDoNothing() {
  m_control->stopsAtStep = 1;
  auto run = live();
  run->start();
  QTRY_VERIFY(!run->active());
  run->start();
  run->pause();
  run->singleStep();
  run->stop();
  run->takeSnapshot();
  run->close();
  QCoreApplication::processEvents();
  QCOMPARE(m_control->stepsMade(), 1);
}

void TrainingWorkerTest::theNewestWholeCheckpointIsKnown() {
  QTemporaryDir folder;
  app::LiveRunSource::Plan plan;
  plan.folder = folder.path();
  plan.factory = [control = m_control] { return test::makeFakeRun(model::Config(), QStringLiteral("r"), control); };
  app::LiveRunSource run(std::move(plan), m_files->address());
  QVERIFY(!run.sinceSaved());
  const auto write = [&](const QString& name) {
    QDir(folder.path()).mkpath(QStringLiteral("checkpoints"));
    QFile file(folder.filePath(QStringLiteral("checkpoints/") + name));
    QVERIFY(file.open(QIODevice::WriteOnly));
  };
  write(QStringLiteral("step-00000100.safetensors"));
  QTRY_COMPARE(run.savedStep(), 100);
  QVERIFY(*run.sinceSaved() < 10000);
  write(QStringLiteral("step-00000200.safetensors"));
  QTRY_COMPARE(run.savedStep(), 200);
}

QTEST_GUILESS_MAIN(TrainingWorkerTest)
#include "training_worker_test.moc"
