#include "app/core/folder_run_source.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <future>

#include "app/core/call_thread.h"
#include "app/core/folder_follower.h"
#include "app/core/run_tags.h"
#include "fake_run.h"

using namespace fenwick;

class FolderRunSourceTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void aFinishedRunIsRead();
  void aGrowingFolderIsFollowed();
  void aFolderThatDoesNotExistYetIsWaitedFor();
  void aListNeedsOnlyTheInfo();
  void aRunWhoseProcessIsGoneIsShownInterrupted();
  void theNewestSnapshotRequestWins();
  void theNewestSnapshotComesByItself();
  void aMissingSnapshotIsToldAsASentence();
  void activeTimeLeavesPausesOut();
  void recordedActiveTimeIsTakenAsItIs();
  void aRunIsRenamedOnDisk();
  void nonAsciiFoldersWork();
  void tagsFollowTheCurves();

 private:
  std::unique_ptr<app::FolderRunSource> follow(const QString& folder);
  QString folder(const QString& name = QStringLiteral("run")) const { return m_dir->filePath(name); }

  std::unique_ptr<QTemporaryDir> m_dir;
  std::unique_ptr<app::CallThread> m_files;
};

void FolderRunSourceTest::init() {
  m_dir = std::make_unique<QTemporaryDir>();
  m_files = std::make_unique<app::CallThread>(QStringLiteral("files"));
}

void FolderRunSourceTest::cleanup() {
  m_files.reset();
}

std::unique_ptr<app::FolderRunSource> FolderRunSourceTest::follow(const QString& path) {
  auto source = std::make_unique<app::FolderRunSource>(path, m_files->address());
  source->setPeriods(20, 20);
  source->setDetailed(true);
  return source;
}

void FolderRunSourceTest::aFinishedRunIsRead() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 50), 50, {10, 50});
  auto run = follow(folder());
  QSignalSpy replaced(run.get(), &app::RunSource::metricsReplaced);
  QTRY_VERIFY(run->loaded());
  QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 50);
  QCOMPARE(replaced.count(), 1);
  QCOMPARE(run->info().id, std::string("abc"));
  QCOMPARE(run->info().state, model::RunState::Finished);
  QCOMPARE(run->snapshotSteps(), (QVector<qint64>{10, 50}));
  QCOMPARE(*run->latest(QStringLiteral("train/loss")), double(1.0F / 50));
  QVERIFY(!run->latest(QStringLiteral("valid/loss")));
  QVERIFY(!run->referenceLines().isEmpty());  // of the task in config.json
}

void FolderRunSourceTest::aGrowingFolderIsFollowed() {
  model::RunInfo info = test::finishedInfo("abc", 5);
  test::writeRunFolder(folder(), info, 5);
  auto run = follow(folder());
  QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 5);
  model::EventLogWriter log(app::toPath(folder()));
  for (int step = 6; step <= 40; ++step) {
    log.append({{"train/loss", step, 1000 + 0.1 * step, 1.0 / step}});
    if (step % 10 == 0) QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), step);
  }
  for (int i = 0; i < 40; ++i) QCOMPARE(run->series(QStringLiteral("train/loss")).steps[i], double(i + 1));
  info.step = 40;
  info.stopReason = "done";
  model::RunFolder(app::toPath(folder())).writeInfo(info);
  QTRY_COMPARE(run->info().stopReason, std::string("done"));
  QSignalSpy steps(run.get(), &app::RunSource::snapshotStepsChanged);
  model::writeLambdaSnapshot(model::RunFolder(app::toPath(folder())).lambdaPath(40), *test::tinySnapshot(40));
  QTRY_COMPARE(steps.count(), 1);
  QCOMPARE(run->snapshotSteps(), (QVector<qint64>{40}));
}

void FolderRunSourceTest::aFolderThatDoesNotExistYetIsWaitedFor() {
  auto run = follow(folder());
  QSignalSpy loaded(run.get(), &app::FolderRunSource::loadedOnce);
  QVERIFY(!run->loaded());
  QCOMPARE(run->info().state, model::RunState::Created);
  test::writeRunFolder(folder(), test::finishedInfo("abc", 3), 3);
  QTRY_COMPARE(loaded.count(), 1);
  QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 3);
}

void FolderRunSourceTest::aListNeedsOnlyTheInfo() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 50), 50);
  app::FolderRunSource run(folder(), m_files->address());
  QTRY_VERIFY(run.loaded());
  QVERIFY(run.metrics().isEmpty());
  QCOMPARE(app::lastAccuracy(run), 0.5);  // from run.json
  run.setDetailed(true);
  QTRY_COMPARE(run.series(QStringLiteral("train/loss")).steps.size(), 50);
}

void FolderRunSourceTest::aRunWhoseProcessIsGoneIsShownInterrupted() {
  model::RunInfo info = test::finishedInfo("abc", 7);
  info.state = model::RunState::Running;  // and no lock
  test::writeRunFolder(folder(), info, 7);
  auto run = follow(folder());
  QTRY_VERIFY(run->loaded());
  QCOMPARE(run->info().state, model::RunState::Interrupted);
}

void FolderRunSourceTest::theNewestSnapshotRequestWins() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 50), 50, {10, 20, 30, 50});
  auto run = follow(folder());
  QTRY_VERIFY(run->latestSnapshot());
  QVector<qint64> seen;
  connect(run.get(), &app::RunSource::snapshotReady, run.get(),
          [&](const app::RunSource::SnapshotPtr& snapshot) { seen << snapshot->step; });
  // The thread for files is busy meanwhile, so all three requests wait.
  std::promise<void> busy;
  m_files->address().post([&busy] { busy.get_future().wait(); });
  run->requestSnapshot(10);
  run->requestSnapshot(20);
  run->requestSnapshot(30);
  busy.set_value();
  QTRY_VERIFY(seen.contains(30));
  QCOMPARE(seen, QVector<qint64>{30});
  QCOMPARE(run->latestSnapshot()->step, 50);
}

void FolderRunSourceTest::theNewestSnapshotComesByItself() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 50), 50, {10, 50});
  auto run = follow(folder());
  QTRY_VERIFY(run->latestSnapshot());
  QCOMPARE(run->latestSnapshot()->step, 50);
  QCOMPARE(run->latestSnapshot()->lambda.back(), 50.0F);
}

void FolderRunSourceTest::aMissingSnapshotIsToldAsASentence() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 5), 5);
  auto run = follow(folder());
  QSignalSpy messages(run.get(), &app::RunSource::message);
  run->requestSnapshot(77);
  QTRY_COMPARE(messages.count(), 1);
  QVERIFY(messages.first().first().toString().contains(QStringLiteral("00000077")));
}

void FolderRunSourceTest::activeTimeLeavesPausesOut() {
  app::ActiveClock clock;
  double wall = 5000;
  for (int step = 1; step <= 100; ++step) {
    (void)clock.at({"train/loss", step, wall, 0});
    (void)clock.at({"train/accuracy", step, wall, 0});
    wall += 0.1;
  }
  const double before = clock.at({"train/loss", 101, wall, 0});
  QVERIFY(std::abs(before - 10.0) < 1e-6);
  wall += 3600;  // an hour of pause
  const double after = clock.at({"train/loss", 102, wall, 0});
  QVERIFY(std::abs(after - 10.1) < 1e-3);
  QCOMPARE(clock.at({"train/loss", 103, wall - 100, 0}), after);  // a clock set back
}

void FolderRunSourceTest::recordedActiveTimeIsTakenAsItIs() {
  app::ActiveClock clock;
  QCOMPARE(clock.at({"train/loss", 1, 5000.0, 0}), 0.0);
  QCOMPARE(clock.at({"train/loss", 2, 5000.5, 0}), 0.5);
  QCOMPARE(clock.at({"perf/active_seconds", 2, 5000.5, 0.4}), 0.5);  // never back
  QCOMPARE(clock.at({"train/loss", 3, 5001.0, 0}), 0.9);
  QCOMPARE(clock.at({"perf/active_seconds", 9, 5001.5, 60}), 60.0);
  QCOMPARE(clock.at({"train/loss", 10, 5002.0, 0}), 60.5);
}

void FolderRunSourceTest::aRunIsRenamedOnDisk() {
  test::writeRunFolder(folder(), test::finishedInfo("abc", 5), 5);
  auto run = follow(folder());
  QTRY_VERIFY(run->loaded());
  run->rename(QStringLiteral("better name"));
  QTRY_COMPARE(run->info().name, std::string("better name"));
  QCOMPARE(model::RunFolder(app::toPath(folder())).readInfo().name, std::string("better name"));
}

void FolderRunSourceTest::nonAsciiFoldersWork() {
  const QString name = folder(QStringLiteral("Läufe/λ 実験"));
  test::writeRunFolder(name, test::finishedInfo("abc", 5), 5);
  auto run = follow(name);
  QTRY_COMPARE(run->series(QStringLiteral("train/loss")).steps.size(), 5);
}

void FolderRunSourceTest::tagsFollowTheCurves() {
  model::RunInfo info = test::finishedInfo("abc", 400);
  test::writeRunFolder(folder(), info, 0);
  model::EventLogWriter log(app::toPath(folder()));
  auto run = follow(folder());
  for (int i = 1; i <= 3; ++i) log.append({{"valid/accuracy", 100 * i, 1000.0 + i, 0.25}});
  QTRY_COMPARE(run->series(QStringLiteral("valid/accuracy")).steps.size(), 3);
  QCOMPARE(app::runTags(*run).size(), 1);
  QCOMPARE(app::runTags(*run)[0].kind, app::RunTag::Kind::Plateau);
  log.append({{"valid/accuracy", 400, 1004, 0.993}});
  QTRY_COMPARE(app::runTags(*run)[0].kind, app::RunTag::Kind::Solved);
  QCOMPARE(app::runTags(*run)[0].step, 400);
  log.append({{"train/loss", 401, 1005, std::numeric_limits<double>::quiet_NaN()}});
  QTRY_COMPARE(app::runTags(*run).size(), 2);
  QCOMPARE(app::runTags(*run)[1].kind, app::RunTag::Kind::Diverged);
}

QTEST_GUILESS_MAIN(FolderRunSourceTest)
#include "folder_run_source_test.moc"
