// The real program and the signals that stop it.

#include <signal.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "tests/cli/program.h"

using namespace fenwick;

namespace {

const QString kProgram = QStringLiteral(FENWICK_BINARY_DIR) + "/fenwick";
constexpr int kPatience = 60000;  // ms; machines under sanitizers are slow

QStringList trainArguments(const QString& out, const QStringList& settings) {
  QStringList arguments{"train", "--preset", "mqar-quick", "--out", out, "--threads", "1"};
  for (const QString& setting : settings) arguments << "--set" << setting;
  return arguments;
}

QStringList tiny(const QStringList& more) {
  QStringList settings;
  const std::vector<std::string> words = cli::testing::tinySettings();
  for (std::size_t i = 1; i < words.size(); i += 2) settings << QString::fromStdString(words[i]);
  return settings + more;
}

}  // namespace

class SignalsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

 private slots:
  void theFirstSignalSavesAndTheRunGoesOnWithoutAGap_data() {
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("name");
    QTest::newRow("Ctrl+C") << SIGINT << "SIGINT";
    QTest::newRow("terminate") << SIGTERM << "SIGTERM";
  }
  void theFirstSignalSavesAndTheRunGoesOnWithoutAGap() {
    QFETCH(int, signal);
    QFETCH(QString, name);
    const QString out = m_folder.filePath(name);
    QProcess process;
    process.start(kProgram, trainArguments(out, tiny({"train.steps=1000000", "train.evaluateEvery=50"})));
    QVERIFY2(process.waitForStarted(kPatience), qPrintable(kProgram));
    QByteArray told;
    while (!told.contains("valid")) {
      QVERIFY2(process.waitForReadyRead(kPatience), process.readAllStandardError().constData());
      told += process.readAllStandardOutput();
    }
    kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(kPatience));
    told += process.readAllStandardOutput();
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(told.contains(("resume with: fenwick train --resume --out " + out).toUtf8()), told.constData());
    QCOMPARE(process.readAllStandardError(), QByteArray());

    const model::RunFolder folder(out.toStdString());
    const model::RunInfo info = folder.readInfo();
    QCOMPARE(info.state, model::RunState::Paused);
    QVERIFY2(info.stopReason.find(name.toStdString()) != std::string::npos, info.stopReason.c_str());
    QVERIFY(info.step >= 50);
    QCOMPARE(folder.checkpointSteps().back(), info.step);

    const auto more = QString::number(info.step + 7);
    QProcess again;
    again.start(kProgram, {"train", "--resume", "--out", out, "--threads", "1", "--set", "train.steps=" + more});
    QVERIFY(again.waitForFinished(kPatience));
    QVERIFY2(again.exitCode() == 0, again.readAllStandardError().constData());
    std::int64_t next = 1;
    for (const model::Scalar& scalar : model::EventLogReader(out.toStdString()).readNew()) {
      if (scalar.tag == "train/loss") QCOMPARE(scalar.step, next++);
    }
    QCOMPARE(next, info.step + 8);
  }

  void aSecondSignalEndsAtOnceAndTheRunIsTold() {
    const QString out = m_folder.filePath("second");
    QProcess process;
    // One step of this takes far longer than the signals.
    process.start(kProgram, trainArguments(out, {"task.length=4096", "train.batch=32", "task.examples=32", "task.validationExamples=0",
                                                 "train.stopAt=0", "train.snapshotSamples=1"}));
    QVERIFY(process.waitForStarted(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(out + "/checkpoints/step-00000000.safetensors"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(model::RunFolder(out.toStdString()).readInfo().state == model::RunState::Running, kPatience);
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(process.waitForFinished(kPatience));
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY2(process.exitCode() == 128 + SIGTERM || process.exitCode() == 128 + SIGINT, qPrintable(QString::number(process.exitCode())));
    QCOMPARE(model::RunFolder(out.toStdString()).readInfo().state, model::RunState::Interrupted);
  }

  void terminalsGetABarAndPipesGetLines() {
    const QString out = m_folder.filePath("bar");
    QProcess process;  // script(1) gives the program a terminal of its own
    process.start("script", {"--quiet", "--return", "--command",
                             kProgram + " " + trainArguments(out, tiny({})).join(' '), m_folder.filePath("typescript")});
    if (!process.waitForStarted(kPatience)) QSKIP("script(1) is not installed");
    QVERIFY(process.waitForFinished(kPatience));
    const QByteArray shown = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, shown.constData());
    QVERIFY2(shown.contains("\r\033[K") || shown.contains("\rstep") || shown.contains("\r["), shown.constData());
    QVERIFY2(shown.contains("finished at step 12"), shown.constData());
  }
};

QTEST_GUILESS_MAIN(SignalsTest)
#include "signals_test.moc"
