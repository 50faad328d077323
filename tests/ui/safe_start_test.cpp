// The window starts whatever the last session left: damaged settings, damaged runs, a start that was cut off.

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "app/core/folder_follower.h"
#include "model/config/presets.h"
#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "ui/window/lab.h"
#include "ui/window/notice_bar.h"

using namespace fenwick;

namespace {

const QString kBegunKey = QStringLiteral("start/begun");

void write(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

void writeRun(const QString& folder) {
  QDir().mkpath(folder);
  const model::RunFolder run(app::toPath(folder));
  run.writeConfig(model::presetConfig("mqar-quick"));
  model::RunInfo info;
  info.id = model::newUuid();
  info.name = "a run";
  info.state = model::RunState::Finished;
  info.step = 3;
  run.writeInfo(info);
  model::EventLogWriter log(run.path());
  log.append({{"train/loss", 1, 1000, 4}, {"train/loss", 2, 1001, 3}, {"train/loss", 3, 1002, 2}});
}

}  // namespace

class SafeStartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_dir = std::make_unique<QTemporaryDir>(); }

  void whatIsRememberedIsTakenUp();
  void aStartAfterOneThatWasCutOffLeavesItOutAndOffersIt();
  void whatWasSetAsideOutlivesASecondStartThatIsCutOff();
  void aWindowThatWasClosedInOrderIsNoReason();
  void aSecondWindowIsNoReason();
  void damagedSettingsDoNotKeepTheWindowFromStarting_data();
  void damagedSettingsDoNotKeepTheWindowFromStarting();
  void damagedRunsDoNotKeepTheWindowFromStarting();

 private:
  QString path(const char* name) const { return m_dir->filePath(QString::fromLatin1(name)); }
  // An opened run, another runs folder and a window of 1200 pixels.
  void remember() {
    writeRun(path("elsewhere/run"));
    QSettings settings(path("settings.ini"), QSettings::IniFormat);
    ui::Lab lab(settings, {{}, path("runs")}, {});
    lab.window.resize(1200, 650);
    lab.open({path("elsewhere/run")});
    QTRY_COMPARE(lab.library.count(), 1);
    settings.setValue("library/runsFolder", path("mine"));
    lab.window.close();
  }
  // A start by a process that is gone by now.
  void cutOff() {
    QSettings settings(path("settings.ini"), QSettings::IniFormat);
    new ui::SafeStart(settings);  // never destroyed, so it never ends
    QProcess process;
    process.start(QStringLiteral("true"), QStringList());
    QVERIFY(process.waitForStarted());
    settings.setValue(kBegunKey, process.processId());
    process.waitForFinished();
    settings.sync();
  }

  std::unique_ptr<QTemporaryDir> m_dir;
};

void SafeStartTest::whatIsRememberedIsTakenUp() {
  remember();
  QSettings settings(path("settings.ini"), QSettings::IniFormat);
  ui::Lab lab(settings, {{}, path("runs")}, {});
  lab.open();
  QTRY_COMPARE(lab.library.count(), 1);
  QVERIFY(!lab.start.safe());
  QCOMPARE(lab.library.runsFolder(), path("mine"));
  QCOMPARE(lab.window.width(), 1200);
  QCOMPARE(lab.window.notices().sentence(), QString());
}

void SafeStartTest::aStartAfterOneThatWasCutOffLeavesItOutAndOffersIt() {
  remember();
  cutOff();
  {
    QSettings settings(path("settings.ini"), QSettings::IniFormat);
    ui::Lab lab(settings, {{}, path("runs")}, {});
    lab.open();
    QVERIFY(lab.start.safe());
    QVERIFY(lab.window.isVisible());
    QVERIFY(lab.window.width() != 1200);
    QCOMPARE(lab.library.runsFolder(), path("runs"));
    QVERIFY(!lab.window.notices().sentence().isEmpty());
    QCoreApplication::processEvents();
    QCOMPARE(lab.library.count(), 0);
    lab.window.notices().actionButton()->click();
    QTRY_COMPARE(lab.library.count(), 1);
    QCOMPARE(lab.library.runsFolder(), path("mine"));
    QCOMPARE(lab.window.notices().sentence(), QString());
  }
  QSettings settings(path("settings.ini"), QSettings::IniFormat);
  QVERIFY(!settings.contains(kBegunKey));
  ui::Lab next(settings, {{}, path("runs")}, {});
  next.open();
  QVERIFY(!next.start.safe());
  QTRY_COMPARE(next.library.count(), 1);
}

void SafeStartTest::whatWasSetAsideOutlivesASecondStartThatIsCutOff() {
  remember();
  cutOff();
  cutOff();
  QSettings settings(path("settings.ini"), QSettings::IniFormat);
  ui::Lab lab(settings, {{}, path("runs")}, {});
  lab.open();
  QVERIFY(lab.start.safe());
  lab.window.notices().actionButton()->click();
  QTRY_COMPARE(lab.library.count(), 1);
}

void SafeStartTest::aSecondWindowIsNoReason() {
  remember();
  QSettings settings(path("settings.ini"), QSettings::IniFormat), other(path("settings.ini"), QSettings::IniFormat);
  ui::Lab lab(settings, {{}, path("runs")}, {});
  ui::Lab second(other, {{}, path("runs")}, {});
  QVERIFY(!second.start.safe());
}

void SafeStartTest::aWindowThatWasClosedInOrderIsNoReason() {
  for (int i = 0; i < 2; ++i) {
    QSettings settings(path("settings.ini"), QSettings::IniFormat);
    ui::Lab lab(settings, {{}, path("runs")}, {});
    QCOMPARE(settings.value(kBegunKey).toLongLong(), QCoreApplication::applicationPid());
    QVERIFY(!lab.start.safe());
    lab.open();
    lab.window.close();
  }
}

void SafeStartTest::damagedSettingsDoNotKeepTheWindowFromStarting_data() {
  QTest::addColumn<QByteArray>("bytes");
  QByteArray noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>((i * 7919 + i / 3) % 256);
  QTest::newRow("noise") << noise;
  QTest::newRow("empty") << QByteArray();
  QTest::newRow("cut off") << QByteArray("[window]\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\n[libr");
  QTest::newRow("other kinds of values") << QByteArray(
      "[window]\ngeometry=12\nstate=@Rect(1 2 3 4)\ntheme=@ByteArray(\\xff\\xfe)\n"
      "[library]\nopened=@Size(3 4)\nrunsFolder=@Invalid()\nslots\\abc=-7\nslots\\def=many\n[machine]\nflopsPerSecond=nan\n");
  QTest::newRow("absurd values") << QByteArray(
      "[window]\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0\\x7f\\xff\\xff\\xff\\x80\\0\\0\\0\\x7f\\xff\\xff\\xff\\x7f\\xff\\xff\\xff)\n"
      "state=@ByteArray(\\0\\0\\0\\xff\\xff\\xff\\xff\\xff\\xfd\\x7f\\xff\\xff\\xff)\n"
      "[library]\nopened=/nowhere, /proc/self/mem, /dev/zero, \"\"\nrunsFolder=/proc/self/fd\n[machine]\nflopsPerSecond=-1e308\n");
}

void SafeStartTest::damagedSettingsDoNotKeepTheWindowFromStarting() {
  QFETCH(QByteArray, bytes);
  write(path("settings.ini"), bytes);
  writeRun(path("runs/run"));
  {
    QSettings settings(path("settings.ini"), QSettings::IniFormat);
    ui::Lab lab(settings, {path("runs"), {}}, {});
    lab.open();
    QTRY_COMPARE(lab.library.count(), 1);
    lab.library.setShown(path("runs/run"), true);
    QTRY_COMPARE(lab.library.at(0).source->series(QStringLiteral("train/loss")).steps.size(), 3);
    QVERIFY(lab.window.isVisible());
    QVERIFY(QGuiApplication::primaryScreen()->geometry().intersects(lab.window.geometry()));
    QVERIFY(lab.window.actions().start->isEnabled());
    lab.window.close();
  }
  QSettings settings(path("settings.ini"), QSettings::IniFormat);
  QCOMPARE(settings.status(), QSettings::NoError);  // what was written at the end is whole again
  QVERIFY(settings.contains("window/geometry"));
}

void SafeStartTest::damagedRunsDoNotKeepTheWindowFromStarting() {
  const char* const files[] = {"config.json", "run.json"};
  int number = 0;
  for (const char* file : files) {
    for (const QByteArray& content : {QByteArray(), QByteArray("{"), QByteArray("[1, 2]"), QByteArray(3000, '\xff'), QByteArray("{\"format\": 99}")}) {
      const QString folder = path("runs/damaged") + QString::number(++number);
      writeRun(folder);
      write(folder + '/' + file, content);
    }
  }
  writeRun(path("runs/torn"));
  for (const QString& name : QDir(path("runs/torn")).entryList({"events.*"})) write(path("runs/torn/") + name, QByteArray(2000, '\x7f'));
  write(path("runs/torn/lambda/step-00000003.npz"), QByteArray("PK\x03\x04 not at all"));
  writeRun(path("runs/whole"));
  QSettings settings(path("settings.ini"), QSettings::IniFormat);
  ui::Lab lab(settings, {path("runs"), {}}, {});
  lab.open();
  QTRY_VERIFY(lab.library.indexOf(path("runs/whole")) >= 0);
  QTRY_VERIFY(lab.library.indexOf(path("runs/torn")) >= 0);
  for (int i = 0; i < lab.library.count(); ++i) lab.library.setShown(lab.library.at(i).folder, true);
  QTRY_COMPARE(lab.library.source(path("runs/whole"))->series(QStringLiteral("train/loss")).steps.size(), 3);
  QVERIFY(lab.window.isVisible());
}

QTEST_MAIN(SafeStartTest)
#include "safe_start_test.moc"
