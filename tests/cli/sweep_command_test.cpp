// `fenwick sweep`, the real program: runs several at once, whatever stops it; a sweep that was killed ends with the table of one that was left alone.

#include <signal.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <map>
#include <random>

#include "model/config/config.h"
#include "model/io/tensor_file.h"
#include "model/run/run_folder.h"
#include "tests/cli/program.h"

using namespace fenwick;
using namespace fenwick::cli::testing;
namespace fs = std::filesystem;

namespace {

const QString kProgram = QStringLiteral(FENWICK_BINARY_DIR) + "/fenwick";
constexpr int kPatience = 120000;  // ms

model::Json tinySweep(std::int64_t steps) {
  return {{"format", 1},
          {"base",
           {{"task", {{"length", 16}, {"kvPairs", 2}, {"vocabulary", 16}, {"examples", 64}, {"validationExamples", 200}, {"testExamples", 16}}},
            {"model", {{"width", 8}, {"keyDim", 8}, {"layers", 1}}},
            {"train", {{"batch", 8}, {"steps", steps}, {"evaluateEvery", 5}, {"checkpointEvery", 4}, {"snapshotEvery", 6}, {"snapshotSamples", 2}, {"stopAt", 0}}}}},
          {"grid", {{"model.lambda.head", {"fixed", "mlp-softplus"}}}},
          {"seeds", {0, 1}}};
}

struct Ended {
  int code = -1;
  QString out, err;
};

}  // namespace

class SweepCommandTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  int m_files = 0;

  QString write(const model::Json& sweep) {
    const QString path = m_folder.filePath(QString("sweep-%1.json").arg(++m_files));
    writeFile(path.toStdString(), sweep.dump());
    return path;
  }
  QString out(const char* name) const { return m_folder.filePath(QString("Läufe ") + name); }
  static QStringList arguments(const QString& file, const QString& out) { return {"sweep", "--config", file, "--out", out, "--device", "cpu", "--threads", "2"}; }

  static Ended sweep(const QString& file, const QString& out, const QStringList& more = {}) {
    QProcess process;
    process.start(kProgram, arguments(file, out) + more);
    if (!process.waitForFinished(kPatience)) qFatal("the sweep does not end");
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }
  static QString table(const QString& out) { return QString::fromStdString(runProgram({"compare", out.toStdString(), "--format", "csv"}).out); }
  // Of the last step, whole.
  static std::map<std::string, std::vector<std::byte>> weights(const QString& out, const char* run, std::int64_t steps) {
    std::map<std::string, std::vector<std::byte>> bytes;
    const auto path = model::RunFolder((out + "/" + run).toStdString()).checkpointPath(steps);
    for (const auto& [name, tensor] : model::readSafetensors(path).tensors) bytes[name] = {tensor.bytes.begin(), tensor.bytes.end()};
    return bytes;
  }

 private slots:
  void everyRunIsTrainedAndTheTableFollows() {
    const QString file = write(tinySweep(12)), place = out("all");
    const Ended first = sweep(file, place);
    QVERIFY2(first.code == 0, qPrintable(first.err));
    for (const char* run : {"fixed-seed0", "fixed-seed1", "mlp-softplus-seed0", "mlp-softplus-seed1"}) {
      const model::RunInfo info = model::RunFolder((place + "/" + run).toStdString()).readInfo();
      QCOMPARE(info.state, model::RunState::Finished);
      QCOMPARE(info.step, std::int64_t{12});
      QCOMPARE(info.threads, 1);  // two shared by two
    }
    QVERIFY2(first.out.contains("[4/4] "), qPrintable(first.out));
    QVERIFY2(first.out.simplified().contains("| mlp-softplus | 2 |"), qPrintable(first.out));
    QVERIFY(model::Json::parse(readFile((place + "/sweep.json").toStdString())) == tinySweep(12));

    const std::string before = listing((place + "/fixed-seed0").toStdString());
    const Ended again = sweep(file, place);
    QCOMPARE(again.code, 0);
    QVERIFY2(again.out.startsWith("4 runs of 4 finished already\n"), qPrintable(again.out));
    QVERIFY(listing((place + "/fixed-seed0").toStdString()) == before);
  }

  void moreStepsLengthenWhatIsFinished() {
    const QString place = out("longer");
    QCOMPARE(sweep(write(tinySweep(6)), place).code, 0);
    QCOMPARE(sweep(write(tinySweep(9)), place).code, 0);
    QCOMPARE(model::RunFolder((place + "/fixed-seed1").toStdString()).readInfo().step, std::int64_t{9});
  }

  void oneThatFailsStopsNoOther() {
    const QString file = write(tinySweep(12)), place = out("blocked");
    fs::create_directories((place + "/fixed-seed0").toStdString());
    writeFile((place + "/fixed-seed0/note.txt").toStdString(), "mine");
    const Ended ended = sweep(file, place);
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains("fenwick sweep: fixed-seed0: --out: " + place + "/fixed-seed0 is not empty"), qPrintable(ended.err));
    QVERIFY2(ended.err.endsWith("3 of 4 runs are finished; the same command goes on with the others\n"), qPrintable(ended.err));
    for (const char* run : {"fixed-seed1", "mlp-softplus-seed0", "mlp-softplus-seed1"})
      QCOMPARE(model::RunFolder((place + "/" + run).toStdString()).readInfo().state, model::RunState::Finished);
  }

  void anotherRunUnderTheSameNameIsNotTakenForOurs() {
    const QString place = out("other");
    QCOMPARE(sweep(write(tinySweep(6)), place).code, 0);
    model::Json other = tinySweep(6);
    other["base"]["train"]["learningRate"] = 0.005;
    const Ended ended = sweep(write(other), place);
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains("fenwick sweep: fixed-seed0: train.learningRate: is 0.001 in this run and cannot become 0.005"), qPrintable(ended.err));
  }

  void shardsTogetherAreTheWhole() {
    const QString file = write(tinySweep(6)), place = out("shards");
    QCOMPARE(sweep(file, place, {"--shard", "1/3"}).code, 0);
    QVERIFY(!QFileInfo::exists(place + "/mlp-softplus-seed0"));
    QCOMPARE(sweep(file, place, {"--shard", "2/3"}).code, 0);
    const Ended last = sweep(file, place, {"--shard", "3/3", "--json"});
    QCOMPARE(last.code, 0);
    QCOMPARE(model::Json::parse(last.out.toStdString())["count"].get<int>(), 1);
    const Ended whole = sweep(file, place);
    QVERIFY2(whole.out.startsWith("4 runs of 4 finished already\n"), qPrintable(whole.out));
  }

  void aDryRunWritesNothing() {
    const QString file = write(tinySweep(12)), place = out("dry");
    const Ended ended = sweep(file, place, {"--dry-run"});
    QCOMPARE(ended.code, 0);
    QVERIFY2(ended.out.startsWith("fixed-seed0  new, up to 12 steps\n"), qPrintable(ended.out));
    QVERIFY2(ended.out.endsWith("4 runs, up to 48 steps in all, 4 not finished yet; 0 excluded, 0 would repeat another; 2 at once, 1 thread each\n"),
             qPrintable(ended.out));
    QVERIFY(!QFileInfo::exists(place));
  }

  void whatIsAskedWronglyIsToldAtOnce() {
    const Result result = runProgram({"sweep", "--preset", "mqar-t129", "--jobs", "0", "--shard", "5/4"});
    QCOMPARE(result.code, 2);
    const QString err = QString::fromStdString(result.err);
    QVERIFY2(err.contains("--preset: there is no sweep mqar-t129; the nearest is mqar-t128"), qPrintable(err));
    QVERIFY2(err.contains("--jobs: must be a whole number between 1 and 256, got 0; the nearest permitted value is 1"), qPrintable(err));
    QVERIFY2(err.contains("--shard: must be a whole number between 1 and 4, got 5; the nearest permitted value is 4"), qPrintable(err));
    QVERIFY2(err.contains("--out: is needed"), qPrintable(err));
    QVERIFY(QString::fromStdString(runProgram({"sweep", "--out", "x"}).err).contains("one of --preset NAME and --config FILE is needed"));
    QVERIFY(QString::fromStdString(runProgram({"sweep", "--preset", "mqar-t128", "--shard", "half", "--out", "x"}).err).contains("is written I/N"));
  }

  void ctrlCStopsEveryRunWithACheckpoint() {
    const QString file = write(tinySweep(1000000)), place = out("stopped");
    QProcess process;
    process.start(kProgram, arguments(file, place));
    const auto reached = [&](const char* run) {
      const auto steps = model::RunFolder((place + "/" + run).toStdString()).checkpointSteps();
      return !steps.empty() && steps.back() >= 4;
    };
    QTRY_VERIFY_WITH_TIMEOUT(reached("fixed-seed0") && reached("mlp-softplus-seed0"), kPatience);
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(kPatience));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains("stopped by SIGINT; 0 of 4 runs are finished"));
    for (const char* run : {"fixed-seed0", "mlp-softplus-seed0"}) {
      const model::RunFolder folder((place + "/" + run).toStdString());
      QCOMPARE(folder.readInfo().state, model::RunState::Paused);
      QCOMPARE(folder.checkpointSteps().back(), folder.readInfo().step);
      QVERIFY(!model::RunLock::owner(folder.path()));
    }
    QVERIFY(!QFileInfo::exists(place + "/fixed-seed1"));
  }

  // SIGKILL at random moments; runs notice that their sweep is gone, and the next sweep waits for those that are still at their checkpoint.
  void aSweepThatIsKilledEndsWithTheSameTable() {
    constexpr std::int64_t kSteps = 60;
    const QString file = write(tinySweep(kSteps)), alone = out("alone"), killed = out("killed");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(sweep(file, alone).code, 0);
    const int whole = static_cast<int>(timer.elapsed());
    std::mt19937 random(7);
    int kills = 0;
    for (int attempt = 0; attempt < 8; ++attempt) {
      QProcess process;
      process.start(kProgram, arguments(file, killed));
      QVERIFY(process.waitForStarted(kPatience));
      if (process.waitForFinished(static_cast<int>(random() % static_cast<unsigned>(whole / 3)))) break;
      kill(static_cast<pid_t>(process.processId()), SIGKILL);
      QVERIFY(process.waitForFinished(kPatience));
      ++kills;
    }
    QVERIFY2(kills >= 2, qPrintable(QString::number(kills)));
    const Ended last = sweep(file, killed);
    QVERIFY2(last.code == 0, qPrintable(last.err));
    QCOMPARE(table(killed), table(alone));
    for (const char* run : {"fixed-seed0", "fixed-seed1", "mlp-softplus-seed0", "mlp-softplus-seed1"})
      QVERIFY2(weights(killed, run, kSteps) == weights(alone, run, kSteps), run);
  }
};

QTEST_GUILESS_MAIN(SweepCommandTest)
#include "sweep_command_test.moc"
