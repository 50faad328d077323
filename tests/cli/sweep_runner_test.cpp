// The runner of sweeps without the command: runs as threads of one process end as runs in processes of their own.

#include <signal.h>

#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "app/cli/interrupt.h"
#include "app/cli/sweep_runner.h"
#include "model/io/tensor_file.h"
#include "tests/cli/program.h"

using namespace fenwick;
using namespace fenwick::cli::testing;
namespace fs = std::filesystem;

namespace {

std::vector<model::SweepRun> tinyRuns(std::int64_t steps) {
  const model::Json file{
      {"format", 1},
      {"base",
       {{"task", {{"length", 16}, {"kvPairs", 2}, {"vocabulary", 16}, {"examples", 64}, {"validationExamples", 20}, {"testExamples", 16}}},
        {"model", {{"width", 8}, {"keyDim", 8}, {"layers", 1}}},
        {"train", {{"batch", 8}, {"steps", steps}, {"evaluateEvery", 5}, {"checkpointEvery", 4}, {"snapshotEvery", 6}, {"snapshotSamples", 2}, {"stopAt", 0}}}}},
      {"grid", {{"model.lambda.head", {"fixed", "mlp-softplus"}}}},
      {"seeds", {0, 1}}};
  std::vector<model::Problem> problems;
  return model::readSweep(file, problems).runs;
}

bool never() { return false; }
void silent(const std::string&) {}

}  // namespace

class SweepRunnerTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

  cli::SweepOptions options(const char* place, bool together) const {
    return {fs::path(FENWICK_BINARY_DIR) / "fenwick", m_folder.filePath(QString("Läufe ") + place).toStdString(), 3, 1, "cpu", together};
  }
  static std::map<std::string, std::vector<std::byte>> weights(const fs::path& run, std::int64_t steps) {
    std::map<std::string, std::vector<std::byte>> bytes;
    for (const auto& [name, tensor] : model::readSafetensors(model::RunFolder(run).checkpointPath(steps)).tensors)
      bytes[name] = {tensor.bytes.begin(), tensor.bytes.end()};
    return bytes;
  }

 private slots:
  void threadsEndAsProcessesDo() {
    const std::vector<model::SweepRun> runs = tinyRuns(12);
    QCOMPARE(runs.size(), std::size_t{4});
    const cli::SweepOptions threads = options("threads", true), processes = options("processes", false);
    for (const cli::SweepOptions& how : {threads, processes})
      for (const cli::SweepResult& result : cli::SweepRunner(runs, how).run(never, silent)) QVERIFY2(result.finished, result.reason.c_str());
    for (const model::SweepRun& run : runs) {
      const auto bytes = weights(threads.out / run.name, 12);
      QVERIFY(!bytes.empty() && bytes == weights(processes.out / run.name, 12));
      QVERIFY(!model::RunLock::owner(threads.out / run.name));
    }
    for (const cli::SweepResult& again : cli::SweepRunner(runs, threads).run(never, silent)) QVERIFY(again.skipped);
  }

  void aThreadThatFailsStopsNoOther() {
    const std::vector<model::SweepRun> runs = tinyRuns(12);
    const cli::SweepOptions how = options("blocked", true);
    fs::create_directories(how.out / runs[0].name);
    writeFile((how.out / runs[0].name / "note.txt").string(), "mine");
    int failed = 0;
    for (const cli::SweepResult& result : cli::SweepRunner(runs, how).run(never, silent)) {
      if (result.finished) continue;
      ++failed;
      QCOMPARE(result.name, runs[0].name);
      QVERIFY2(result.reason.find("is not empty") != std::string::npos, result.reason.c_str());
    }
    QCOMPARE(failed, 1);
  }

  void stoppingLetsEveryThreadSaveACheckpoint() {
    const std::vector<model::SweepRun> runs = tinyRuns(1000000);
    const cli::SweepOptions how = options("stopped", true);
    const auto reached = [&](std::size_t run) {
      const auto steps = model::RunFolder(how.out / runs[run].name).checkpointSteps();
      return !steps.empty() && steps.back() >= 4;
    };
    const cli::Interrupt interrupt;
    const auto results = cli::SweepRunner(runs, how).run([&] { return reached(0) && reached(1) && reached(2); }, silent);
    QVERIFY(interrupt.requested());
    QCOMPARE(results.size(), std::size_t{3});
    for (const cli::SweepResult& result : results) {
      const model::RunFolder folder(how.out / result.name);
      QCOMPARE(folder.readInfo().state, model::RunState::Paused);
      QCOMPARE(folder.checkpointSteps().back(), folder.readInfo().step);
    }
  }

  void allInterruptsSeeOneSignal() {
    const cli::Interrupt first;
    QVERIFY(!first.requested());
    raise(SIGINT);
    {
      const cli::Interrupt second;  // made after the signal, it forgets nothing
      QVERIFY(second.requested());
    }
    QVERIFY(first.requested());
    QCOMPARE(first.name(), "SIGINT");
    cli::Interrupt::ask();
    QCOMPARE(first.name(), "SIGINT");
  }
};

QTEST_GUILESS_MAIN(SweepRunnerTest)
#include "sweep_runner_test.moc"
