// The real program killed by SIGKILL, at random moments and at chosen steps, and gone on with: nothing recorded is lost or doubled, there is
// always a whole checkpoint, and the end is that of a run that was never interrupted. tests/long/kills.sh runs it at length:
// FENWICK_KILLS, FENWICK_CUTS and FENWICK_SEED say how often and which,
// FENWICK_PATIENCE how many seconds a process may take.

#include <signal.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <map>
#include <random>
#include <stdexcept>

#include "model/config/presets.h"
#include "model/io/event_log.h"
#include "model/io/tensor_file.h"
#include "model/run/run_folder.h"
#include "model/training/kept_weights.h"
#include "model/training/training_run.h"

using namespace fenwick;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSteps = 60;
const QString kProgram = QStringLiteral(FENWICK_BINARY_DIR) + "/fenwick";

// Evaluation takes most of the time, and one follows a checkpoint by one to four steps.
const std::vector<std::pair<std::string, model::Json>> kSettings = {
    {"task.length", 16},          {"task.kvPairs", 2},     {"task.vocabulary", 16},  {"task.examples", 64}, {"task.validationExamples", 600},
    {"model.width", 8},           {"model.keyDim", 8},     {"model.layers", 1},      {"train.batch", 8},    {"train.steps", kSteps},
    {"train.evaluateEvery", 5},   {"train.checkpointEvery", 4}, {"train.snapshotEvery", 3}, {"train.snapshotSamples", 2}, {"train.stopAt", 0}};

int wanted(const char* variable, int otherwise) {
  const QByteArray text = qgetenv(variable);
  return text.isEmpty() ? otherwise : text.toInt();
}

const int kPatience = 1000 * wanted("FENWICK_PATIENCE", 60);  // ms; the long form waits for a machine that is busy with other work

enum class Moment { Anywhere, Start, Evaluation, Checkpoint, Snapshot };
constexpr const char* kMomentNames[] = {"anywhere", "start", "evaluation", "checkpoint", "snapshot"};

using Curves = std::map<std::string, std::map<std::int64_t, double>>;

// Every recorded point; throws where one stands twice.
Curves curvesOf(const fs::path& folder) {
  Curves curves;
  for (const model::Scalar& scalar : model::EventLogReader(folder).readNew())
    if (!curves[scalar.tag].emplace(scalar.step, scalar.value).second)
      throw std::logic_error(scalar.tag + " has step " + std::to_string(scalar.step) + " twice");
  return curves;
}

// Those that depend on the step alone.
Curves onStepAxis(Curves curves) {
  std::erase_if(curves, [](const auto& entry) { return entry.first.starts_with("perf/"); });
  return curves;
}

// The first point that `before` has and `now` lacks or has changed; empty where there is none.
std::string firstLost(const Curves& before, const Curves& now) {
  for (const auto& [tag, points] : before)
    for (const auto& [step, value] : points) {
      const auto curve = now.find(tag);
      const auto point = curve == now.end() ? points.end() : curve->second.find(step);
      if (curve == now.end() || point == curve->second.end() || point->second != value) return tag + " at step " + std::to_string(step);
    }
  return {};
}

std::string firstDifference(const model::TensorFile& a, const model::TensorFile& b) {
  if (a.tensors.size() != b.tensors.size()) return "the number of tensors";
  for (const auto& [name, tensor] : a.tensors) {
    const auto other = b.tensors.find(name);
    if (other == b.tensors.end() || other->second.shape != tensor.shape || other->second.bytes != tensor.bytes) return name;
  }
  return {};
}

// Tells when a file begins to be written in a folder: its temporary file appears under this name.
class FolderWatch {
 public:
  explicit FolderWatch(const fs::path& folder) : m_descriptor(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    m_watches = inotify_add_watch(m_descriptor, folder.c_str(), IN_CREATE) >= 0;
  }
  ~FolderWatch() { ::close(m_descriptor); }
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  bool watches() const { return m_watches; }
  std::vector<std::string> created() const {
    std::vector<std::string> names;
    alignas(inotify_event) char buffer[4096];
    for (ssize_t size = ::read(m_descriptor, buffer, sizeof buffer); size > 0; size = ::read(m_descriptor, buffer, sizeof buffer))
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
        if (event->len > 0) names.emplace_back(event->name);
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    return names;
  }

 private:
  int m_descriptor;
  bool m_watches = false;
};

// waitForFinished() is false for a process that has ended already.
bool hasEnded(QProcess& process, int patience) { return process.state() == QProcess::NotRunning || process.waitForFinished(patience); }

// ".step-00000004.safetensors.123-0.part"
std::int64_t stepOf(const std::string& temporaryName) {
  const std::size_t place = temporaryName.find("step-");
  return place == std::string::npos ? -1 : std::atoll(temporaryName.c_str() + place + 5);
}

model::Config configuration() {
  model::Config config = model::presetConfig("mqar-quick");
  for (const auto& [path, value] : kSettings)
    if (!config.set(path, value).empty()) throw std::logic_error(path);
  return config;
}

// `kill_test cut FOLDER STEP`: trains up to a step, then dies.
int trainAndDie(const fs::path& folder, std::int64_t step) {
  const model::DeviceOptions device{"cpu", 1};
  const auto run = model::RunFolder::looksLikeRun(folder) ? model::TrainingRun::resume(folder, device)
                                                          : model::TrainingRun::create(configuration(), folder, device);
  while (run->info().step < step)
    if (!run->step()) return 1;
  ::kill(::getpid(), SIGKILL);
  return 1;
}

}  // namespace

class KillTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_whole = place("whole");
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    start(process, m_whole);
    while (!fs::exists(model::RunFolder(m_whole).checkpointPath(0)) && timer.elapsed() < kPatience && !hasEnded(process, 1)) {
    }
    m_startMs = static_cast<int>(timer.elapsed());
    QVERIFY(hasEnded(process, kPatience));
    m_wholeMs = static_cast<int>(timer.elapsed());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QCOMPARE(model::RunFolder(m_whole).checkpointSteps().back(), kSteps);
    QCOMPARE(curvesOf(m_whole).at("valid/loss").size(), std::size_t{kSteps / 5});
  }

  void killedAtRandomMomentsItEndsAsIfItHadNotBeen() {
    const int kills = wanted("FENWICK_KILLS", 8);
    const int seed = wanted("FENWICK_SEED", 1);
    m_random.seed(static_cast<unsigned>(seed));
    for (int chain = 0; m_kills < kills; ++chain) {
      const fs::path folder = place("kills " + std::to_string(chain));
      killRepeatedly(folder, std::min(kills, m_kills + 5));
      if (QTest::currentTestFailed()) {
        qWarning("seed %d, chain %d", seed, chain);
        return;
      }
      fs::remove_all(folder);
      if (kills > 20) qInfo("%d kills so far", m_kills);
    }
    QString told;
    for (std::size_t i = 0; i < std::size(kMomentNames); ++i) told += QString(", %1 %2").arg(kMomentNames[i]).arg(m_counts[i]);
    qInfo("%d kills%s; before the first checkpoint %d", m_kills, qPrintable(told), m_beforeFirst);
    QVERIFY(m_kills >= kills);
  }

  void cutAtChosenStepsItEndsAsIfItHadNotBeen() {
    // At, before and after evaluations (5), checkpoints (4), snapshots (3), the beginning and the end.
    const std::vector<std::int64_t> steps = {0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 16, 19, 20, 21, 30, 40, 45, 58, 59};
    const int cuts = wanted("FENWICK_CUTS", 2);
    for (int i = 0; i < cuts; ++i) {
      const std::int64_t step = steps[static_cast<std::size_t>(cuts >= 20 ? i % 20 : (i * 7 + 4) % 20)];
      const fs::path folder = place("cut " + std::to_string(i));
      QProcess process;
      process.start(QCoreApplication::applicationFilePath(), {"cut", QString::fromStdString(folder.string()), QString::number(step)});
      QVERIFY(hasEnded(process, kPatience));
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);
      checkAfterKill(folder, {});
      finishAndCompare(folder);
      if (QTest::currentTestFailed()) return;
    }
  }

 private:
  fs::path place(const std::string& name) const { return fs::path(m_temporary.path().toStdString()) / "Läufe λ 実験" / name; }
  int random(int least, int most) { return std::uniform_int_distribution<int>(least, most)(m_random); }

  // Begins the run, or goes on with what stands in the folder.
  void start(QProcess& process, const fs::path& folder) const {
    QStringList arguments{"train", "--out", QString::fromStdString(folder.string()), "--threads", "1"};
    if (model::RunFolder::looksLikeRun(folder)) {
      arguments << "--resume";
    } else {
      arguments << "--preset" << "mqar-quick";
      for (const auto& [path, value] : kSettings) arguments << "--set" << QString::fromStdString(path + "=" + value.dump());
    }
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(kProgram, arguments);
    QVERIFY2(process.waitForStarted(kPatience), qPrintable(kProgram));
  }

  // Waits for the moment; false where the program has ended before it.
  bool waitFor(Moment moment, QProcess& process, const fs::path& folder) {
    if (moment == Moment::Anywhere || moment == Moment::Start) {
      const int most = moment == Moment::Start ? m_startMs : m_wholeMs;
      QThread::usleep(static_cast<unsigned long>(random(0, most * 1000)));
      return !hasEnded(process, 0);
    }
    const fs::path watched = folder / (moment == Moment::Snapshot ? "lambda" : "checkpoints");
    while (!fs::exists(watched))
      if (hasEnded(process, 0)) return false;
    const FolderWatch watch(watched);
    if (!watch.watches()) return false;
    for (int toPass = random(0, 6);;) {
      for (const std::string& name : watch.created()) {
        const std::int64_t step = stepOf(name);
        if (moment == Moment::Evaluation && step % 20 != 4) continue;
        if (step < 0 || toPass-- > 0) continue;
        QThread::usleep(static_cast<unsigned long>(moment == Moment::Evaluation ? random(2000, 20000) : random(0, 2500)));
        return !hasEnded(process, 0);
      }
      if (hasEnded(process, 0)) return false;
      QThread::usleep(50);
    }
  }

  Moment anyMoment(bool first) {
    if (first && random(0, 1) == 0) return Moment::Start;
    constexpr Moment kinds[] = {Moment::Anywhere, Moment::Anywhere, Moment::Evaluation, Moment::Checkpoint, Moment::Snapshot};
    return kinds[random(0, 4)];
  }

  // Until so many kills have been made in all, or the run has come to its end.
  void killRepeatedly(const fs::path& folder, int until) {
    Curves before;
    for (bool first = true; m_kills < until; first = false) {
      const Moment moment = anyMoment(first);
      QProcess process;
      start(process, folder);
      const bool inTime = waitFor(moment, process, folder);
      if (inTime) ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
      QVERIFY(hasEnded(process, kPatience));
      if (process.exitStatus() != QProcess::CrashExit) {
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        break;
      }
      ++m_kills;
      ++m_counts[static_cast<std::size_t>(moment)];
      before = checkAfterKill(folder, before);
      if (QTest::currentTestFailed()) return;
    }
    finishAndCompare(folder);
  }

  // What stands in the folder after a kill; `before`: the points at the last look.
  Curves checkAfterKill(const fs::path& folder, const Curves& before) {
    Curves now;
    try {
      now = curvesOf(folder);
    } catch (const std::logic_error& error) {
      QTest::qFail(error.what(), __FILE__, __LINE__);
      return now;
    }
    const std::string lost = firstLost(before, now);
    if (!lost.empty()) QTest::qFail(("lost: " + lost).c_str(), __FILE__, __LINE__);
    const model::RunFolder run(folder);
    if (run.checkpointSteps().empty()) {  // what was recorded of step 0 stands before its checkpoint
      if (!now.empty() && !model::startWasCutOff(folder)) QTest::qFail("neither a checkpoint nor a start that can be begun again", __FILE__, __LINE__);
      ++m_beforeFirst;
      return now;
    }
    try {
      for (const auto& passedOver : model::newestCheckpoint(run).passedOver) QTest::qFail(passedOver.reason.c_str(), __FILE__, __LINE__);
    } catch (const std::exception& error) {
      QTest::qFail(error.what(), __FILE__, __LINE__);
    }
    return now;
  }

  void finishAndCompare(const fs::path& folder) {
    const Curves before = curvesOf(folder);
    QProcess process;
    start(process, folder);
    QVERIFY(hasEnded(process, kPatience));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    const Curves now = curvesOf(folder);
    QCOMPARE(firstLost(before, now), std::string());
    QVERIFY(onStepAxis(now) == onStepAxis(curvesOf(m_whole)));

    const model::RunFolder run(folder), whole(m_whole);
    QCOMPARE(run.checkpointSteps().back(), kSteps);
    QCOMPARE(firstDifference(model::readSafetensors(run.checkpointPath(kSteps)), model::readSafetensors(whole.checkpointPath(kSteps))), std::string());
    QCOMPARE(firstDifference(model::readSafetensors(run.bestPath()), model::readSafetensors(whole.bestPath())), std::string());
    QCOMPARE(run.weightSteps(), whole.weightSteps());
    QCOMPARE(run.lambdaSteps(), whole.lambdaSteps());
    for (const std::int64_t step : whole.lambdaSteps())
      QCOMPARE(firstDifference(model::readNpz(run.lambdaPath(step)), model::readNpz(whole.lambdaPath(step))), std::string());
    const model::RunInfo info = run.readInfo(), expected = whole.readInfo();
    QCOMPARE(info.state, model::RunState::Finished);
    QCOMPARE(info.stopReason, expected.stopReason);
    QVERIFY(info.finalMetrics == expected.finalMetrics && info.bestMetrics == expected.bestMetrics);
    QVERIFY(!model::RunLock::owner(folder));
    for (const auto& entry : fs::recursive_directory_iterator(folder)) QVERIFY(entry.path().extension() != ".part");
  }

  QTemporaryDir m_temporary;
  fs::path m_whole;
  int m_startMs = 0, m_wholeMs = 0;
  std::mt19937 m_random;
  int m_kills = 0, m_beforeFirst = 0;
  int m_counts[std::size(kMomentNames)] = {};
};

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "cut") return trainAndDie(argv[2], std::atoll(argv[3]));
  QCoreApplication application(argc, argv);
  KillTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "kill_test.moc"
