// What happens to the real program while it trains: a full disk, a folder that goes away or becomes read-only, a clock that is set back, a
// second writer, another machine's lock. A message, nothing lost that was recorded, and the run goes on once the fault is mended.

#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "model/io/event_log.h"
#include "model/io/tensor_file.h"
#include "model/run/run_folder.h"
#include "tests/cli/program.h"

using namespace fenwick;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 60000;  // ms
constexpr unsigned kNobody = 65534;
const QString kProgram = QStringLiteral(FENWICK_BINARY_DIR) + "/fenwick";

struct Ended {
  int code = -1;
  bool crashed = false;
  QByteArray out, err;
};

// The program as a process of its own.
class Training {
 public:
  Training(const fs::path& folder, const QStringList& arguments, const std::function<void(QProcess&)>& prepare = {}) {
    if (prepare) prepare(m_process);
    m_process.start(kProgram, QStringList{"train", "--out", QString::fromStdString(folder.string())} + arguments);
    m_process.waitForStarted(kPatience);
  }
  bool started() const { return m_process.state() != QProcess::NotRunning || m_process.error() != QProcess::FailedToStart; }
  qint64 id() const { return m_process.processId(); }
  bool running() { return m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(0); }
  void terminate() { m_process.terminate(); }
  Ended end() {
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kPatience)) m_process.kill();
    return {m_process.exitCode(), m_process.exitStatus() == QProcess::CrashExit, m_process.readAllStandardOutput(), m_process.readAllStandardError()};
  }

 private:
  QProcess m_process;
};

QStringList settings(const std::vector<std::string>& all) {
  QStringList arguments;
  for (const std::string& setting : all) arguments << "--set" << QString::fromStdString(setting);
  return arguments;
}

// A run of tiny steps, by default without end.
QStringList newRun(const std::vector<std::string>& more = {"train.steps=1000000"}) {
  QStringList arguments{"--preset", "mqar-quick", "--threads", "1"};
  for (const std::string& word : cli::testing::tinySettings()) arguments << QString::fromStdString(word);
  return arguments + settings(more);
}
const QStringList kGoOn{"--resume", "--threads", "1"};

std::vector<std::int64_t> lossSteps(const fs::path& folder) {
  std::vector<std::int64_t> steps;
  for (const model::Scalar& scalar : model::EventLogReader(folder).readNew())
    if (scalar.tag == "train/loss") steps.push_back(scalar.step);
  return steps;
}

// Every step from the first on, once, in the order of reading.
bool isWhole(const std::vector<std::int64_t>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i] != static_cast<std::int64_t>(i) + 1) return false;
  return !steps.empty();
}

// Steps, with values: what does not depend on the time.
std::map<std::string, std::vector<std::pair<std::int64_t, double>>> curvesOf(const fs::path& folder) {
  std::map<std::string, std::vector<std::pair<std::int64_t, double>>> curves;
  for (const model::Scalar& scalar : model::EventLogReader(folder).readNew())
    if (!scalar.tag.starts_with("perf/")) curves[scalar.tag].emplace_back(scalar.step, scalar.value);
  return curves;
}

bool sameWeights(const fs::path& a, const fs::path& b) {
  const model::TensorFile one = model::readSafetensors(a), two = model::readSafetensors(b);
  return std::equal(one.tensors.begin(), one.tensors.end(), two.tensors.begin(), two.tensors.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.bytes == y.second.bytes;
  });
}

// An in-memory disk of its own.
class SmallDisk {
 public:
  SmallDisk(fs::path place, const char* size) : m_place(std::move(place)) {
    fs::create_directories(m_place);
    m_mounted = ::mount("fenwick-test", m_place.c_str(), "tmpfs", 0, size) == 0;
    m_why = m_mounted ? "" : std::strerror(errno);
  }
  ~SmallDisk() {
    if (m_mounted) ::umount2(m_place.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return m_mounted; }
  const std::string& why() const { return m_why; }
  bool resize(const char* size) const { return ::mount("fenwick-test", m_place.c_str(), "tmpfs", MS_REMOUNT, size) == 0; }

 private:
  fs::path m_place;
  bool m_mounted = false;
  std::string m_why;
};

}  // namespace

#define VERIFY_TOLD(told, part) QVERIFY2((told).contains(part), (told).constData())

class FaultsTest : public QObject {
  Q_OBJECT

 private slots:
  // Weights of every step fill 12 MB long before the end.
  void aFullDiskPausesTheRunAndWithRoomItEndsAsIfNothingHadBeen() {
    const SmallDisk disk(place("disk"), "size=12m");
    if (!disk.mounted()) QSKIP(("a file system in memory could not be mounted: " + disk.why()).c_str());
    const std::vector<std::string> large = {"model.width=64", "model.keyDim=64", "train.steps=300", "train.keepEvery=1", "train.checkpointEvery=25",
                                            "train.evaluateEvery=50", "train.snapshotEvery=25"};
    const fs::path whole = place("whole"), folder = place("disk") / "run";
    QCOMPARE(Training(whole, newRun(large)).end().code, 0);
    const Ended full = Training(folder, newRun(large)).end();
    QCOMPARE(full.code, 1);
    QVERIFY(!full.crashed);
    VERIFY_TOLD(full.err, "No space left on device");
    VERIFY_TOLD(full.err, QByteArray::fromStdString(folder.string()));
    VERIFY_TOLD(full.err, " bytes)");
    VERIFY_TOLD(full.out, "resume with: ");
    const auto before = lossSteps(folder);
    QVERIFY(isWhole(before) && before.size() < 300);
    QVERIFY(!model::RunFolder(folder).checkpointSteps().empty());
    // Still full: told again, still not lost.
    const Ended still = Training(folder, kGoOn).end();
    QCOMPARE(still.code, 1);
    VERIFY_TOLD(still.err, "No space left on device");
    QVERIFY(lossSteps(folder).size() >= before.size());
    QVERIFY(disk.resize("size=100m"));
    const Ended again = Training(folder, kGoOn).end();
    QVERIFY2(again.code == 0, again.err.constData());
    QVERIFY(curvesOf(folder) == curvesOf(whole));
    QVERIFY(sameWeights(model::RunFolder(folder).checkpointPath(300), model::RunFolder(whole).checkpointPath(300)));
    QCOMPARE(model::RunFolder(folder).weightSteps(), model::RunFolder(whole).weightSteps());
  }

  // `ulimit -f`: the signal would end the program without a word.
  void aFileThatReachesItsLimitIsToldAsAFullDisk() {
    const fs::path folder = place("limit");
    const auto limited = [](QProcess& process) {
      process.setChildProcessModifier([] {
        const rlimit limit{100'000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_DFL);
      });
    };
    const Ended full = Training(folder, newRun(), limited).end();
    QVERIFY2(!full.crashed, full.err.constData());
    QCOMPARE(full.code, 1);
    VERIFY_TOLD(full.err, "File too large");
    QVERIFY(isWhole(lossSteps(folder)));
    goOnTwentySteps(folder);
  }

  void aFolderThatIsRemovedEndsTheRunWithAMessage() {
    const fs::path folder = place("removed");
    Training training(folder, newRun());
    QVERIFY(waitForSteps(folder));
    QTRY_VERIFY_WITH_TIMEOUT(removed(folder), kPatience);
    const Ended ended = training.end();
    QCOMPARE(ended.code, 1);
    QVERIFY(!ended.crashed);
    VERIFY_TOLD(ended.err, QByteArray::fromStdString(folder.string()));
  }

  void aFolderThatBecomesReadOnlyPausesTheRun() {
    const fs::path base = place("rights"), folder = base / "run";
    fs::create_directories(base);
    std::function<void(QProcess&)> plain;
    if (::geteuid() == 0) {  // whom no rights stop
      for (fs::path part = base; part != fs::path(m_temporary.path().toStdString()).parent_path(); part = part.parent_path())
        QVERIFY(::chmod(part.c_str(), 0755) == 0);
      QVERIFY(::chown(base.c_str(), kNobody, kNobody) == 0);
      plain = [](QProcess& process) {
        process.setChildProcessModifier([] {
          if (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) ::_exit(126);
        });
      };
    }
    Training training(folder, newRun(), plain);
    if (!training.started()) QSKIP("another user cannot start the program here");
    QVERIFY(waitForSteps(folder));
    const auto allow = [&folder](mode_t mode) {
      for (const char* part : {"checkpoints", "weights", "lambda", ""}) ::chmod((folder / part).c_str(), mode);
    };
    allow(0555);
    const Ended ended = training.end();
    allow(0755);
    QCOMPARE(ended.code, 1);
    QVERIFY(!ended.crashed);
    VERIFY_TOLD(ended.err, "Permission denied");
    VERIFY_TOLD(ended.err, QByteArray::fromStdString(folder.string()));
    QVERIFY(isWhole(lossSteps(folder)));
    goOnTwentySteps(folder, plain);
  }

  void aClockThatIsSetBackChangesNeitherOrderNorDurations() {
    const fs::path folder = place("clock");
    const auto withClock = [](int looks) {
      return [looks](QProcess& process) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LD_PRELOAD", FENWICK_CLOCK_SET_BACK);
        environment.insert("FENWICK_CLOCK_CALLS", QString::number(looks));
        process.setProcessEnvironment(environment);
      };
    };
    const Ended first = Training(folder, newRun({"train.steps=200"}), withClock(400)).end();
    QVERIFY2(first.code == 0, first.err.constData());
    const auto scalars = model::EventLogReader(folder).readNew();
    QVERIFY(std::adjacent_find(scalars.begin(), scalars.end(), [](const model::Scalar& a, const model::Scalar& b) {
              return b.wallTime < a.wallTime - 3000;
            }) != scalars.end());  // it was set back
    QVERIFY(isWhole(lossSteps(folder)));
    const double active = model::RunFolder(folder).readInfo().activeSeconds;
    QVERIFY2(active > 0 && active < 60, std::to_string(active).c_str());

    // All of the next session lies before the one that it goes on with.
    const Ended second = Training(folder, kGoOn + settings({"train.steps=260"}), withClock(0)).end();
    QVERIFY2(second.code == 0, second.err.constData());
    QVERIFY(isWhole(lossSteps(folder)));
    QCOMPARE(lossSteps(folder).size(), std::size_t{260});
    double last = 0;
    for (const model::Scalar& scalar : model::EventLogReader(folder).readNew()) {
      if (scalar.tag == "perf/active_seconds") {
        QVERIFY(scalar.value >= last);
        last = scalar.value;
      }
      if (scalar.tag == "perf/steps_per_second") QVERIFY(scalar.value > 0);
    }
    const double longer = model::RunFolder(folder).readInfo().activeSeconds;
    QVERIFY2(longer > active && longer < active + 60, std::to_string(longer).c_str());
  }

  void aSecondWriterIsRefusedAndToldWhoTheFirstIs() {
    const fs::path folder = place("two");
    Training first(folder, newRun());
    QVERIFY(waitForSteps(folder));
    const Ended second = Training(folder, kGoOn).end();
    QCOMPARE(second.code, 1);
    VERIFY_TOLD(second.err, "is being written by process " + QByteArray::number(first.id()));
    QVERIFY(first.running());
    // Looking at it is allowed.
    const auto looked = cli::testing::runProgram({"eval", folder.string() + "@last", "--threads", "1"});
    QVERIFY2(looked.code == 0, looked.err.c_str());
    first.terminate();
    QCOMPARE(first.end().code, 1);
    QVERIFY(isWhole(lossSteps(folder)));
    QVERIFY(!model::RunLock::owner(folder));
  }

  void aLockOfAnotherMachineIsLeftToAPerson() {
    const fs::path folder = place("elsewhere");
    QCOMPARE(Training(folder, newRun({"train.steps=12"})).end().code, 0);
    std::ofstream(folder / "lock") << "{\"process\": 1, \"host\": \"laboratory\", \"since\": \"2026-01-01T00:00:00Z\"}";
    const QStringList further = kGoOn + settings({"train.steps=14"});
    const Ended refused = Training(folder, further).end();
    QCOMPARE(refused.code, 1);
    VERIFY_TOLD(refused.err, "on laboratory since 2026-01-01T00:00:00Z; if that process is gone, delete ");
    fs::remove(folder / "lock");
    QCOMPARE(Training(folder, further).end().code, 0);
  }

  void anotherNumberOfThreadsIsTold() {
    const fs::path folder = place("threads");
    QCOMPARE(Training(folder, newRun({"train.steps=12"})).end().code, 0);
    const Ended again = Training(folder, QStringList{"--resume", "--threads", "2"} + settings({"train.steps=14"})).end();
    QCOMPARE(again.code, 0);
    VERIFY_TOLD(again.err, "was made with 1 threads and goes on with 2");
  }

  void aDamagedNewestCheckpointIsToldAndTheOneBeforeIsUsed() {
    const fs::path whole = place("sound"), folder = place("damaged");
    QCOMPARE(Training(whole, newRun({"train.steps=14"})).end().code, 0);
    QCOMPARE(Training(folder, newRun({"train.steps=12"})).end().code, 0);
    const fs::path newest = model::RunFolder(folder).checkpointPath(12);
    std::fstream file(newest, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(-5, std::ios::end);
    file.put('\x55');
    file.close();
    for (const auto& asked : {std::vector<std::string>{"eval", folder.string() + "@last"},
                              {"lambda", folder.string() + "@last", "--out", (folder / "last.npz").string()}}) {
      const cli::testing::Result told = cli::testing::runProgram(asked);
      QVERIFY2(told.code == 0, told.err.c_str());
      VERIFY_TOLD(QByteArray::fromStdString(told.err), "passed over a damaged checkpoint");
      VERIFY_TOLD(QByteArray::fromStdString(told.err), "step-00000012.safetensors");
      VERIFY_TOLD(QByteArray::fromStdString(told.err), "taking the weights of step 10");
    }
    const Ended again = Training(folder, kGoOn + settings({"train.steps=14"})).end();
    QVERIFY2(again.code == 0, again.err.constData());
    VERIFY_TOLD(again.err, "passed over a damaged checkpoint");
    VERIFY_TOLD(again.err, "step-00000012.safetensors");
    VERIFY_TOLD(again.err, "going on from step 10");
    QVERIFY(sameWeights(model::RunFolder(folder).checkpointPath(14), model::RunFolder(whole).checkpointPath(14)));
    QCOMPARE(curvesOf(folder).at("train/loss"), curvesOf(whole).at("train/loss"));
  }

 private:
  fs::path place(const std::string& name) const { return fs::path(m_temporary.path().toStdString()) / "Läufe" / "λ 実験" / name; }

  // Beyond the step that had been reached, recorded or not.
  static void goOnTwentySteps(const fs::path& folder, const std::function<void(QProcess&)>& prepare = {}) {
    const std::int64_t steps = model::RunFolder(folder).readInfo().step + 20;
    const Ended again = Training(folder, kGoOn + settings({"train.steps=" + std::to_string(steps)}), prepare).end();
    QVERIFY2(again.code == 0, again.err.constData());
    QVERIFY(isWhole(lossSteps(folder)));
    QCOMPARE(static_cast<std::int64_t>(lossSteps(folder).size()), steps);
  }

  static bool waitForSteps(const fs::path& folder) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kPatience) {
      if (lossSteps(folder).size() >= 20) return true;
      QTest::qWait(5);
    }
    return false;
  }

  // A program that writes in between makes a removal fail.
  static bool removed(const fs::path& folder) {
    std::error_code error;
    fs::remove_all(folder, error);
    return !fs::exists(folder);
  }

  QTemporaryDir m_temporary;
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"
