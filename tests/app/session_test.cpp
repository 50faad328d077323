#include "app/core/session.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/core/folder_run_source.h"
#include "app/core/run_library.h"
#include "fake_run.h"

using namespace fenwick;
using test::FakeControl;

class SessionTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void oneRunTrainsInTheWindowAndFurtherOnesWait();
  void queuedRunsAreProcessesOneAfterTheOther();
  void theQueueWaitsWhileTheWindowTrains();
  void aQueuedProcessThatFailsTellsItsLastSentence();
  void aWaitingRunCanBeTakenOut();
  void aMissingProgramIsToldAndTheQueueGoesOn();
  void closingSavesTheLiveRunAndEndsTheProcess();
  void closingWithNothingToDoIsClosedAtOnce();
  void anInterruptedRunIsResumedInPlace();
  void foldersAreNeverTakenTwice();
  void theLibraryFindsRunsAndKeepsTheirStyle();
  void openedFoldersAreRememberedAndEmptyOnesTold();

 private:
  void makeProgram(const QString& body);
  model::Config config(int seed = 0) const;

  std::unique_ptr<QTemporaryDir> m_dir;
  std::shared_ptr<FakeControl> m_control;
  std::unique_ptr<QSettings> m_settings;
  std::unique_ptr<app::RunLibrary> m_library;
  std::unique_ptr<app::Session> m_session;
};

void SessionTest::init() {
  m_dir = std::make_unique<QTemporaryDir>();
  m_control = std::make_shared<FakeControl>();
  m_settings = std::make_unique<QSettings>(m_dir->filePath("settings.ini"), QSettings::IniFormat);
  m_library = std::make_unique<app::RunLibrary>(m_dir->filePath("runs"), *m_settings);
  m_session = std::make_unique<app::Session>(
      *m_library, *m_settings, app::Session::Options{test::fakeTrainer(m_control), m_dir->filePath("fenwick"), 2});
  test::writeRunFolder(m_dir->filePath("template"), test::finishedInfo("from a process", 5), 5);
  // What `fenwick train … --out DIR` leaves, without the training.
  makeProgram("cp -r '" + m_dir->filePath("template") + "' \"$out\"\necho \"$out\" >> '" + m_dir->filePath("order") +
              "'\n");
}

void SessionTest::cleanup() {
  m_control->release();
  m_session.reset();
  m_library.reset();
  m_settings.reset();
}

void SessionTest::makeProgram(const QString& body) {
  QFile program(m_dir->filePath("fenwick"));
  QVERIFY(program.open(QIODevice::WriteOnly | QIODevice::Truncate));
  program.write("#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = --out ] && out=$2; shift; done\n");
  program.write(body.toUtf8());
  program.close();
  program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

model::Config SessionTest::config(int seed) const {
  model::Config config;
  config.set("train.seed", seed);
  return config;
}

void SessionTest::oneRunTrainsInTheWindowAndFurtherOnesWait() {
  const QString first = m_session->start(config(0), QString());
  QVERIFY(m_session->live());
  QTRY_VERIFY(m_session->trains());
  const QString second = m_session->start(config(1), QString());
  QCOMPARE(m_session->queued(), 1);
  QCOMPARE(m_library->count(), 2);
  QVERIFY(!m_library->at(0).queued);
  QVERIFY(m_library->at(1).queued);
  QCOMPARE(m_library->at(1).source->config().get<int>("train.seed"), 1);
  QVERIFY(first != second);
  m_session->stop();
  QTRY_VERIFY(!m_session->live());
  QTRY_COMPARE(m_session->queued(), 0);
  QVERIFY(QFile::exists(second + "/run.json"));
}

void SessionTest::queuedRunsAreProcessesOneAfterTheOther() {
  QStringList folders;
  for (int seed = 0; seed < 5; ++seed) folders << m_session->queue(config(seed), QString());
  QTRY_COMPARE_WITH_TIMEOUT(m_session->queued(), 0, 15000);
  QFile order(m_dir->filePath("order"));
  QVERIFY(order.open(QIODevice::ReadOnly));
  QCOMPARE(QString::fromUtf8(order.readAll()).split('\n', Qt::SkipEmptyParts), folders);
  for (int i = 0; i < 5; ++i) {
    QTRY_COMPARE(m_library->at(i).source->info().state, model::RunState::Finished);
    QVERIFY(!m_library->at(i).queued);
  }
}

void SessionTest::theQueueWaitsWhileTheWindowTrains() {
  m_session->start(config(0), QString());
  QTRY_VERIFY(m_session->trains());
  m_session->queue(config(1), QString());
  QVERIFY(m_session->runningProcessFolder().isEmpty());
  m_session->pause();
  QTRY_COMPARE(m_session->queued(), 0);  // a paused run leaves the machine free
}

void SessionTest::aQueuedProcessThatFailsTellsItsLastSentence() {
  makeProgram("echo 'train: the disk is full' >&2; exit 1\n");
  QSignalSpy failed(m_session.get(), &app::Session::failed);
  m_session->queue(config(), QString());
  QTRY_COMPARE(failed.count(), 1);
  QCOMPARE(failed.first().first().toString(), QStringLiteral("train: the disk is full"));
  QCOMPARE(m_library->at(0).source->info().state, model::RunState::Failed);
}

void SessionTest::aWaitingRunCanBeTakenOut() {
  m_session->start(config(0), QString());
  const QString second = m_session->queue(config(1), QString());
  m_session->cancel(second);
  QCOMPARE(m_session->queued(), 0);
  QCOMPARE(m_library->count(), 1);
  QVERIFY(!QFile::exists(second));
}

void SessionTest::aMissingProgramIsToldAndTheQueueGoesOn() {
  QFile::remove(m_dir->filePath("fenwick"));
  QSignalSpy failed(m_session.get(), &app::Session::failed);
  m_session->queue(config(0), QString());
  m_session->queue(config(1), QString());
  QTRY_COMPARE(failed.count(), 2);
  QVERIFY(failed.first().first().toString().contains(m_dir->filePath("fenwick")));
  QCOMPARE(m_session->queued(), 0);
}

void SessionTest::closingSavesTheLiveRunAndEndsTheProcess() {
  makeProgram("trap 'echo stopped > \"" + m_dir->filePath("stopped") + "\"; exit 1' TERM\necho $$ > '" +
              m_dir->filePath("up") + "'\nwhile :; do sleep 0.05; done\n");
  m_session->queue(config(1), QString());
  QTRY_VERIFY(QFile::exists(m_dir->filePath("up")));
  m_session->start(config(0), QString());
  QTRY_VERIFY(m_session->trains());
  QSignalSpy closed(m_session.get(), &app::Session::closed);
  m_session->close();
  QVERIFY(!m_session->waitsFor().isEmpty());
  QTRY_COMPARE(closed.count(), 1);
  QCOMPARE(m_control->count(QStringLiteral("pause the window was closed")), 1);
  QVERIFY(QFile::exists(m_dir->filePath("stopped")));
}

void SessionTest::closingWithNothingToDoIsClosedAtOnce() {
  QSignalSpy closed(m_session.get(), &app::Session::closed);
  m_session->close();
  QTRY_COMPARE(closed.count(), 1);
}

void SessionTest::anInterruptedRunIsResumedInPlace() {
  model::RunInfo info = test::finishedInfo("abc", 7);
  info.state = model::RunState::Running;
  test::writeRunFolder(m_dir->filePath("runs/old"), info, 7);
  m_library->rescan();
  QTRY_COMPARE(m_library->count(), 1);
  const QString folder = m_library->at(0).folder;
  QVERIFY(app::Session::resumable(*m_library->at(0).source));
  m_library->setShown(folder, true);
  QTRY_COMPARE(m_library->at(0).source->series(QStringLiteral("train/loss")).steps.size(), 7);
  QSignalSpy replaced(m_library.get(), &app::RunLibrary::sourceReplaced);
  QVERIFY(m_session->resume(folder));
  QCOMPARE(replaced.count(), 1);
  QCOMPARE(m_library->count(), 1);
  QCOMPARE(m_library->at(0).source.get(), static_cast<app::RunSource*>(m_session->live()));
  QTRY_VERIFY(m_session->live()->series(QStringLiteral("train/loss")).steps.size() > 10);
  QCOMPARE(m_session->live()->series(QStringLiteral("train/loss")).steps[7], 8.0);
}

void SessionTest::foldersAreNeverTakenTwice() {
  const QString first = m_session->newFolder(QStringLiteral("mqar-quick@as-published"), config(3));
  QVERIFY(first.endsWith(QStringLiteral("/mqar-quick-as-published-seed3")));
  QDir().mkpath(first);
  QCOMPARE(m_session->newFolder(QStringLiteral("mqar-quick@as-published"), config(3)), first + QStringLiteral("-2"));
}

void SessionTest::theLibraryFindsRunsAndKeepsTheirStyle() {
  for (const char* name : {"a", "b", "c"})
    test::writeRunFolder(m_dir->filePath(QStringLiteral("runs/") + name), test::finishedInfo(name, 1), 1);
  m_library->rescan();
  QTRY_COMPARE(m_library->count(), 3);
  QHash<QString, int> styles;
  for (int i = 0; i < 3; ++i) styles[m_library->at(i).folder] = m_library->at(i).slot;
  QCOMPARE(QSet<int>(styles.cbegin(), styles.cend()).size(), 3);
  // Another start, with a run less: the others keep theirs.
  QDir(m_dir->filePath("runs/a")).removeRecursively();
  app::RunLibrary again(m_dir->filePath("runs"), *m_settings);
  again.rescan();
  QTRY_COMPARE(again.count(), 2);
  for (int i = 0; i < 2; ++i) QCOMPARE(again.at(i).slot, styles.value(again.at(i).folder));
}

void SessionTest::openedFoldersAreRememberedAndEmptyOnesTold() {
  test::writeRunFolder(m_dir->filePath("elsewhere/x"), test::finishedInfo("x", 1), 1);
  QDir().mkpath(m_dir->filePath("empty"));
  QSignalSpy opened(m_library.get(), &app::RunLibrary::opened);
  QSignalSpy messages(m_library.get(), &app::RunLibrary::message);
  m_library->open({m_dir->filePath("elsewhere"), m_dir->filePath("empty")});
  QTRY_COMPARE(opened.count(), 1);
  QTRY_COMPARE(messages.count(), 1);
  QVERIFY(messages.first().first().toString().contains(m_dir->filePath("empty")));
  app::RunLibrary again(m_dir->filePath("runs"), *m_settings);
  again.rescan();
  QTRY_COMPARE(again.count(), 1);
}

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
