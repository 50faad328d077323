// The run folder: what its files say, who may write to it, and which λ files are given up.

#include "model/run/run_folder.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDateTime>
#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <set>

#include "model/random.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

RunInfo fullInfo() {
  RunInfo info;
  info.id = newUuid();
  info.name = "Lauf λ \"1\"";
  info.tags = {"baseline", "größe"};
  info.parentId = newUuid();
  info.parentStep = 900;
  info.state = RunState::Finished;
  info.stopReason = "validation accuracy 0.993 reached train.stopAt 0.99 at step 900";
  info.step = 900;
  info.activeSeconds = 12.345678901234567;
  info.created = utcNow();
  info.device = "cpu";
  info.threads = 2;
  info.preset = "mqar-quick@as-described";
  info.versions = {{"fenwick", "0.1.0"}, {"libtorch", "2.11.0"}};
  info.dataChecksums = {{"train", "0123456789abcdef"}};
  info.finalMetrics = {{"valid/accuracy", 0.993}, {"valid/loss", 0.1}};
  info.bestMetrics = {{"valid/accuracy", 0.993}, {"step", 900}};
  info.solvedStep = 900;
  info.parameters = 25'000;
  return info;
}

// A lock file as a process that is gone may have left it.
std::string lockText(std::int64_t process, const std::string& start, const std::string& host, const std::string& boot) {
  return Json{
      {"process", process}, {"processStart", start}, {"host", host}, {"boot", boot}, {"since", "2026-01-02T03:04:05Z"}}
      .dump();
}
Json ownLock(const fs::path& folder) {
  const RunLock lock(folder);
  return Json::parse(contentOf(folder / "lock"));
}

// Starts a child that does `work` and stays until it is killed or the pipe is closed; returns once the work is done.
class Child {
 public:
  explicit Child(const std::function<void()>& work, bool exits = false) {
    int ready[2], stay[2];
    if (::pipe(ready) != 0 || ::pipe(stay) != 0) qFatal("no pipe");
    m_id = ::fork();
    if (m_id == 0) {
      ::close(stay[1]);
      work();
      if (::write(ready[1], "r", 1) != 1) ::_exit(1);
      char end;
      if (!exits && ::read(stay[0], &end, 1) != 0) ::_exit(1);
      ::_exit(0);
    }
    ::close(ready[1]);
    ::close(stay[0]);
    m_stay = stay[1];
    char byte;
    if (::read(ready[0], &byte, 1) != 1) qFatal("the child has failed");
    ::close(ready[0]);
  }
  ~Child() {
    kill();
    ::close(m_stay);
  }
  pid_t id() const { return m_id; }
  void kill() {
    if (m_id > 0) {
      ::kill(m_id, SIGKILL);
      ::waitpid(m_id, nullptr, 0);
    }
    m_id = 0;
  }
  // The child is dead, but nobody has asked for its exit code yet.
  void killWithoutBurial() const {
    siginfo_t info;
    ::kill(m_id, SIGKILL);
    ::waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOWAIT);
  }

 private:
  pid_t m_id = 0;
  int m_stay = -1;
};

std::int64_t largestGap(const std::vector<std::int64_t>& steps) {
  std::int64_t largest = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) largest = std::max(largest, steps[i] - steps[i - 1]);
  return largest;
}

std::vector<std::int64_t> without(const std::vector<std::int64_t>& steps, const std::vector<std::int64_t>& given) {
  std::vector<std::int64_t> kept;
  std::set_difference(steps.begin(), steps.end(), given.begin(), given.end(), std::back_inserter(kept));
  return kept;
}

}  // namespace

class RunFolderTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- config.json and run.json ----

  void everythingAboutARunIsReadBack() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    QVERIFY(!RunFolder::looksLikeRun(folder.path()));
    const RunInfo written = fullInfo();
    run.writeInfo(written);
    const RunInfo read = run.readInfo();
    QCOMPARE(read.id, written.id);
    QCOMPARE(read.name, written.name);
    QCOMPARE(read.tags, written.tags);
    QCOMPARE(read.parentId, written.parentId);
    QCOMPARE(read.parentStep, written.parentStep);
    QCOMPARE(read.state, written.state);
    QCOMPARE(read.stopReason, written.stopReason);
    QCOMPARE(read.step, written.step);
    QVERIFY(read.activeSeconds == written.activeSeconds);
    QCOMPARE(read.created, written.created);
    QCOMPARE(read.device, written.device);
    QCOMPARE(read.threads, written.threads);
    QCOMPARE(read.preset, written.preset);
    QVERIFY(read.versions == written.versions);
    QVERIFY(read.dataChecksums == written.dataChecksums);
    QVERIFY(read.finalMetrics == written.finalMetrics);
    QVERIFY(read.bestMetrics == written.bestMetrics);
    QCOMPARE(read.solvedStep, written.solvedStep);
    QCOMPARE(read.parameters, written.parameters);

    RunInfo young;
    young.id = "a";
    run.writeInfo(young);
    QVERIFY(run.readInfo().parentId.empty());
    QCOMPARE(run.readInfo().solvedStep, std::int64_t{-1});
    QVERIFY(run.readInfo().finalMetrics.is_object());
    QVERIFY(Json::parse(contentOf(folder / "run.json")).at("parent").is_null());
  }

  void theConfigurationIsReadBackAndMakesAFolderARun() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    Config config;
    QVERIFY(config.set("train.steps", 77).empty());
    run.writeConfig(config);
    QVERIFY(!RunFolder::looksLikeRun(folder.path()));
    run.writeInfo(fullInfo());
    QVERIFY(RunFolder::looksLikeRun(folder.path()));
    QVERIFY(run.readConfig() == config);
    QCOMPARE(Json::parse(contentOf(folder / "config.json")).at("format").get<int>(), 1);
  }

  void metricsThatAreNotFiniteSurvive() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    RunInfo info = fullInfo();
    info.finalMetrics = {{"a", std::nan("")}, {"b", INFINITY}, {"c", -INFINITY}, {"d", 0.5}, {"step", 3}};
    run.writeInfo(info);
    const Json read = run.readInfo().finalMetrics;
    QVERIFY(std::isnan(read.at("a").get<double>()));
    QVERIFY(read.at("b") == INFINITY);
    QVERIFY(read.at("c") == -INFINITY);
    QVERIFY(read.at("d") == 0.5);
    QVERIFY(read.at("step") == 3);
  }

  void textThatIsNotUtf8DoesNotKeepARunFromBeingSaved() {
    TemporaryFolder folder;
    RunInfo info = fullInfo();
    info.name = "Lauf \x92 1";
    RunFolder(folder.path()).writeInfo(info);
    QCOMPARE(RunFolder(folder.path()).readInfo().name, std::string("Lauf \uFFFD 1"));
  }

  void unknownAndMissingKeysAreNoFault() {
    TemporaryFolder folder;
    put(folder / "run.json", R"({"format": 1, "id": "x", "state": "paused", "colour": "red"})");
    const RunInfo info = RunFolder(folder.path()).readInfo();
    QCOMPARE(info.id, std::string("x"));
    QCOMPARE(info.state, RunState::Paused);
  }

  void faultsInRunJsonAreToldWithFileAndKey_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* content, const char* message) {
      QTest::newRow(message) << QByteArray(content) << QByteArray(message);
    };
    row(R"({"format": 2, "id": "x", "state": "paused"})",
        "was written by a newer Fenwick Lab: it has format 2, this program reads up to 1");
    row(R"({"format": 18446744073709551615})", "it has format 18446744073709551615");
    row(R"({"id": "x", "state": "paused"})", "format: expected a number from 1 on");
    row(R"({"format": 0, "id": "x"})", "format: expected");
    row(R"({"format": 1.5, "id": "x"})", "format: expected");
    row(R"({"format": 1, "state": "paused"})", "id: expected the run's id");
    row(R"({"format": 1, "id": "x"})",
        "state: expected created, running, paused, finished, failed or interrupted, got ''");
    row(R"({"format": 1, "id": "x", "state": "done"})", "got 'done'");
    row(R"({"format": 1, "id": "x", "state": "paused", "step": "9"})", "step: expected a whole number");
    row(R"({"format": 1, "id": "x", "state": "paused", "step": 1.5})", "step: expected a whole number");
    row(R"({"format": 1, "id": "x", "state": "paused", "tags": [1]})", "tags: expected a list of texts");
    row(R"({"format": 1, "id": "x", "state": "paused", "parent": 3})", "parent: expected an object");
    row(R"({"format": 1, "id": "x", "state": "paused", "parent": {"id": 3}})", "parent.id: expected a text");
    row(R"({"format": 1, "id": "x", "state": "paused", "threads": -1})", "threads: expected a whole number in range");
    row(R"({"format": 1, "id": "x", "state": "paused", "finalMetrics": []})", "finalMetrics: expected an object");
    row(R"({"format": 1, "id": "x", "state": "paused", "bestMetrics": {"step": 1e300}})", "bestMetrics: expected a whole number for step");
    row("[1]", "holds no JSON object");
    row("{\n  \"format\": 1,\n  \"id\": x }", "line 3, column 9");
    row("", "the file is empty");
  }
  void faultsInRunJsonAreToldWithFileAndKey() {
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, message);
    TemporaryFolder folder;
    put(folder / "run.json", content.toStdString());
    const std::string told = fault<std::runtime_error>([&] { RunFolder(folder.path()).readInfo(); });
    VERIFY_HOLDS(told, message.toStdString());
    QVERIFY(told.starts_with((folder / "run.json").string()));
  }

  void faultsInConfigJsonAreToldWithFileAndKey() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    put(folder / "config.json", R"({"format": 1, "train": {"stepz": 5}})");
    std::string told = fault<std::runtime_error>([&] { run.readConfig(); });
    VERIFY_HOLDS(told, (folder / "config.json").string());
    VERIFY_HOLDS(told, "train.stepz");
    put(folder / "config.json", R"({"format": 1, "train": })");
    told = fault<std::runtime_error>([&] { run.readConfig(); });
    VERIFY_HOLDS(told, (folder / "config.json").string());
    VERIFY_HOLDS(told, "line 1");
    put(folder / "config.json", R"({"format": 99})");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { run.readConfig(); }), "99");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { RunFolder(folder / "missing").readConfig(); }), "No such file");
  }

  // ---- the files by step ----

  void stepsAreThoseOfWellNamedFilesInAscendingOrder() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    QVERIFY(run.checkpointSteps().empty());
    for (const char* part : {"checkpoints", "weights", "lambda"}) fs::create_directory(folder / part);
    for (const std::int64_t step : {1000, 5, 123'456'789}) put(run.checkpointPath(step), "");
    for (const char* name :
         {"best.safetensors", "step-7.safetensors", "step-00000008.npz", "step-00000009.safetensors.tmp",
          "step--0000009.safetensors", ".step-00000010.safetensors.part", "step-0000000x.safetensors",
          "step-99999999999999999999999.safetensors"}) {
      put(folder / "checkpoints" / name, "");
    }
    QCOMPARE(run.checkpointSteps(), (std::vector<std::int64_t>{5, 1000, 123'456'789}));
    put(run.lambdaPath(0), "");
    put(run.weightsPath(64), "");
    QCOMPARE(run.lambdaSteps(), std::vector<std::int64_t>{0});
    QCOMPARE(run.weightSteps(), std::vector<std::int64_t>{64});
    QCOMPARE(run.lambdaPath(12).filename().string(), std::string("step-00000012.npz"));
    QCOMPARE(run.weightsPath(12).filename().string(), std::string("step-00000012.safetensors"));
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { run.lambdaPath(-1); }), "step: expected 0 or more, got -1");

    QCOMPARE(run.weightsAt(64).value(), run.weightsPath(64));
    QCOMPARE(run.weightsAt(1000).value(), run.checkpointPath(1000));
    QVERIFY(!run.weightsAt(65));
    QVERIFY(!run.weightsAt(-1));
  }

  // ---- the lock ----

  void aFolderIsWrittenByOneAtATime() {
    TemporaryFolder folder;
    QVERIFY(!RunLock::owner(folder.path()));
    {
      const RunLock lock(folder.path());
      const auto owner = RunLock::owner(folder.path()).value();
      QCOMPARE(owner.process, static_cast<std::int64_t>(::getpid()));
      QVERIFY(owner.alive && owner.sameHost);
      QVERIFY(QDateTime::fromString(QString::fromStdString(owner.since), Qt::ISODate).isValid());
      VERIFY_HOLDS(fault<std::runtime_error>([&] { RunLock(folder.path()); }),
                   "is being written by this program on " + owner.host + " since " + owner.since);
      QCOMPARE(folder.names(), std::vector<std::string>{"lock"});
    }
    QVERIFY(folder.names().empty());
    const RunLock again(folder.path());
    VERIFY_HOLDS(fault<std::runtime_error>([&] { RunLock(folder / "missing"); }),
                 "missing: cannot be opened: No such file or directory");
  }

  void anotherProcessKeepsTheFolderUntilItDies() {
    TemporaryFolder folder;
    std::unique_ptr<RunLock> held;
    Child child([&] { held = std::make_unique<RunLock>(folder.path()); });
    const auto owner = RunLock::owner(folder.path()).value();
    QCOMPARE(owner.process, static_cast<std::int64_t>(child.id()));
    QVERIFY(owner.alive);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { RunLock(folder.path()); }),
                 "is being written by process " + std::to_string(child.id()) + " on ");
    child.kill();
    QVERIFY(!RunLock::owner(folder.path()).value().alive);
    put(folder / ".run.json.12-0.part", "what the dead one was writing");
    fs::create_directory(folder / "lambda");
    put(folder / "lambda" / ".step-00000001.npz.12-0.part", "");
    const RunLock lock(folder.path());
    QCOMPARE(RunLock::owner(folder.path()).value().process, static_cast<std::int64_t>(::getpid()));
    QCOMPARE(folder.names(), (std::vector<std::string>{"lambda", "lock"}));
    QVERIFY(fs::is_empty(folder / "lambda"));
  }

  void aDeadProcessThatNobodyHasBuriedIsGone() {
    TemporaryFolder folder;
    std::unique_ptr<RunLock> held;
    const Child child([&] { held = std::make_unique<RunLock>(folder.path()); });
    child.killWithoutBurial();
    QVERIFY(!RunLock::owner(folder.path()).value().alive);
    const RunLock lock(folder.path());
  }

  void aLockIsStaleWhenItsProcessIdWasGivenAgain() {
    TemporaryFolder folder;
    const Json own = ownLock(folder.path());
    const std::string host = own.at("host"), boot = own.at("boot"), start = own.at("processStart");
    QVERIFY(!start.empty());
    put(folder / "lock", lockText(::getpid(), start, host, boot));
    QVERIFY(RunLock::owner(folder.path()).value().alive);
    for (const std::string& stale :
         {lockText(::getpid(), start + "1", host, boot),
          lockText(::getpid(), start, host, "another start of the machine"), lockText(-1, start, host, boot),
          lockText(0, "", host, ""), lockText(std::int64_t{1} << 40, start, host, boot)}) {
      put(folder / "lock", stale);
      QVERIFY2(!RunLock::owner(folder.path()).value().alive, stale.c_str());
      const RunLock lock(folder.path());
      QCOMPARE(Json::parse(contentOf(folder / "lock")).at("processStart").get<std::string>(), start);
    }
  }

  void aLockOfAnotherHostIsRefusedNamingIt() {
    TemporaryFolder folder;
    put(folder / "lock", lockText(12, "99", "gpu-server-3", "b"));
    const auto owner = RunLock::owner(folder.path()).value();
    QVERIFY(!owner.sameHost && !owner.alive);
    const std::string told = fault<std::runtime_error>([&] { RunLock(folder.path()); });
    VERIFY_HOLDS(told, "is being written by process 12 on gpu-server-3 since 2026-01-02T03:04:05Z");
    VERIFY_HOLDS(told, "if that process is gone, delete " + (folder / "lock").string());
    QVERIFY(fs::exists(folder / "lock"));
  }

  void aTornLockFileIsTakenOver() {
    TemporaryFolder folder;
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    const std::string here = std::string(", \"host\": \"") + host + "\"}";
    for (const std::string& torn : {std::string(), std::string("{\"process\": 1"), std::string(100, '\0'),
                                    std::string("[]"), std::string("{\"process\":\"x\"}"), "{\"process\": 4.7e109" + here,
                                    "{\"process\": 4294967297" + here}) {
      put(folder / "lock", torn);
      QVERIFY(!RunLock::owner(folder.path()).value().alive);
      const RunLock lock(folder.path());
      QVERIFY(RunLock::owner(folder.path()).value().alive);
    }
  }

  void aLockThatAnotherHasTakenIsLeftToIt() {
    TemporaryFolder folder;
    {
      const RunLock lock(folder.path());
      put(folder / "lock", lockText(12, "99", "gpu-server-3", "b"));
    }
    QCOMPARE(RunLock::owner(folder.path()).value().host, std::string("gpu-server-3"));
  }

  void aForkedChildDoesNotGiveBackTheLock() {
    TemporaryFolder folder;
    auto lock = std::make_unique<RunLock>(folder.path());
    const Child child([&] { lock.reset(); });
    QVERIFY(fs::exists(folder / "lock"));
  }

  // Many start at the same moment, on a free folder and on one with a stale lock: exactly one may write.
  void ofManyStartersExactlyOneWins() {
    TemporaryFolder folder;
    constexpr int kStarters = 6;
    for (int round = 0; round < 30; ++round) {
      fs::remove(folder / "lock");
      if (round % 2 == 1) put(folder / "lock", lockText(1, "not its start", ownHost(folder), ""));
      int start[2], result[2], stay[2];
      QVERIFY(::pipe(start) == 0 && ::pipe(result) == 0 && ::pipe(stay) == 0);
      std::vector<pid_t> children;
      for (int i = 0; i < kStarters; ++i) {
        const pid_t id = ::fork();
        if (id == 0) {
          ::close(start[1]);
          ::close(stay[1]);
          char byte;
          if (::read(start[0], &byte, 1) != 0) ::_exit(2);  // all go on when the parent closes it
          std::unique_ptr<RunLock> lock;
          char won = 'w';
          try {
            lock = std::make_unique<RunLock>(folder.path());
          } catch (const std::runtime_error&) {
            won = 'l';
          }
          if (::write(result[1], &won, 1) != 1) ::_exit(2);
          if (::read(stay[0], &byte, 1) != 0) ::_exit(2);
          ::_exit(0);
        }
        children.push_back(id);
      }
      ::close(start[0]);
      ::close(start[1]);
      std::string outcome;
      for (int i = 0; i < kStarters; ++i) {
        char byte = '?';
        QCOMPARE(::read(result[0], &byte, 1), ssize_t{1});
        outcome += byte;
      }
      ::close(stay[1]);
      for (const pid_t id : children) ::waitpid(id, nullptr, 0);
      for (const int end : {result[0], result[1], stay[0]}) ::close(end);
      QCOMPARE(std::count(outcome.begin(), outcome.end(), 'w'), std::ptrdiff_t{1});
      QCOMPARE(folder.names(), std::vector<std::string>{"lock"});
    }
  }

  void aRunningRunWithoutALivingWriterIsInterrupted() {
    TemporaryFolder folder;
    const RunFolder run(folder.path());
    RunInfo info = fullInfo();
    info.state = RunState::Running;
    run.writeInfo(info);
    QCOMPARE(run.readInfo().state, RunState::Interrupted);
    {
      const RunLock lock(folder.path());
      QCOMPARE(run.readInfo().state, RunState::Running);
    }
    std::unique_ptr<RunLock> held;
    Child child([&] { held = std::make_unique<RunLock>(folder.path()); });
    QCOMPARE(run.readInfo().state, RunState::Running);
    child.kill();
    QCOMPARE(run.readInfo().state, RunState::Interrupted);
    QVERIFY(contentOf(folder / "run.json").find("running") != std::string::npos);  // reading changes nothing
    put(folder / "lock", lockText(12, "99", "gpu-server-3", "b"));
    QCOMPARE(run.readInfo().state, RunState::Running);  // its host cannot be asked
    info.state = RunState::Paused;
    run.writeInfo(info);
    QCOMPARE(run.readInfo().state, RunState::Paused);
  }

  // ---- references ----

  void aReferenceIsAFolderAndPerhapsAStep_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<QByteArray>("step");
    const auto row = [](const char* text, const char* folder, const char* step) {
      QTest::newRow(text) << QByteArray(text) << QByteArray(folder) << QByteArray(step);
    };
    row("runs/a", "runs/a", "");
    row("runs/a@900", "runs/a", "900");
    row("runs/a@0900", "runs/a", "900");
    row("runs/a@best", "runs/a", "best");
    row("runs/a@last", "runs/a", "last");
    row("runs/quick@as-published", "runs/quick@as-published", "");
    row("runs/quick@as-published@12", "runs/quick@as-published", "12");
    row("me@host/run", "me@host/run", "");
    row("runs/a@", "runs/a@", "");
    row("runs/a@-5", "runs/a@-5", "");
    row("runs/a@9x", "runs/a@9x", "");
    row("runs/a@99999999999999999999", "runs/a@99999999999999999999", "");
    row("@900", "@900", "");
    row("Läufe/λ 実験@7", "Läufe/λ 実験", "7");
  }
  void aReferenceIsAFolderAndPerhapsAStep() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, folder);
    QFETCH(QByteArray, step);
    const RunReference reference = parseRunReference(text.toStdString());
    QCOMPARE(QByteArray::fromStdString(reference.folder.string()), folder);
    QCOMPARE(QByteArray::fromStdString(reference.step), step);
  }

  void aFolderThatExistsUnderTheWholeTextIsMeant() {
    TemporaryFolder folder;
    fs::create_directory(folder / "a@900");
    QCOMPARE(parseRunReference((folder / "a@900").string()).folder, folder / "a@900");
    QCOMPARE(parseRunReference((folder / "a@900@5").string()).step, std::string("5"));
    VERIFY_HOLDS(fault<std::invalid_argument>([] { parseRunReference(""); }), "run: expected a run folder");
  }

  // ---- thinning ----

  void nothingIsGivenUpWithinTheBudget() {
    QVERIFY(stepsToThin({}, 10, 0, {}).empty());
    QVERIFY(stepsToThin({1, 2, 3}, 10, 30, {}).empty());
    QVERIFY(stepsToThin({1, 2, 3}, 0, 0, {}).empty());
    QCOMPARE(stepsToThin({3, 1, 2, 2}, 10, 29, {}), std::vector<std::int64_t>{2});
  }

  void firstLastAndKeptStepsStayWhateverTheBudget() {
    QCOMPARE(stepsToThin({0, 1, 2, 3, 4}, 10, 0, {3, 17}), (std::vector<std::int64_t>{1, 2}));
    QVERIFY(stepsToThin({5}, 10, 0, {}).empty());
    QVERIFY(stepsToThin({5, 6}, 10, 0, {}).empty());
    QVERIFY(stepsToThin({5, 6, 7}, 10, 0, {6}).empty());
  }

  // Sizes, spacings and budgets at random: the budget is met, and no gap is wider than the widest there was or twice the even one.
  void whatStaysIsSpreadEvenly() {
    for (std::uint64_t trial = 0; trial < 300; ++trial) {
      RandomStream random(1, "thin", trial);
      std::vector<std::int64_t> steps = {0};
      const auto count = 3 + random.below(200);
      for (std::uint64_t i = 1; i < count; ++i)
        steps.push_back(steps.back() + 1 + static_cast<std::int64_t>(random.below(trial % 3 == 0 ? 1 : 50)));
      const std::size_t affordable = 2 + random.below(count);
      const auto kept = without(steps, stepsToThin(steps, 7, affordable * 7 + random.below(7), {}));
      QCOMPARE(kept.size(), std::min(steps.size(), affordable));
      QCOMPARE(kept.front(), steps.front());
      QCOMPARE(kept.back(), steps.back());
      const auto bound = std::max(largestGap(steps), 2 * steps.back() / static_cast<std::int64_t>(kept.size() - 1));
      QVERIFY2(largestGap(kept) <= bound,
               qPrintable(QString("trial %1: gap %2 > %3").arg(trial).arg(largestGap(kept)).arg(bound)));
    }
  }

  // As a run does it: a step comes, the budget is met at once.
  void thinningStepByStepStaysEven() {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 0; step <= 5000; step += 10) {
      steps.push_back(step);
      const auto given = stepsToThin(steps, 1, 40, {70, 730});
      QVERIFY(given.size() <= 1);
      steps = without(steps, given);
      QVERIFY(steps.size() <= 40);
    }
    QCOMPARE(steps.front(), std::int64_t{0});
    QCOMPARE(steps.back(), std::int64_t{5000});
    QVERIFY(std::binary_search(steps.begin(), steps.end(), 70));
    QVERIFY(std::binary_search(steps.begin(), steps.end(), 730));
    QVERIFY2(largestGap(steps) <= 2 * 5000 / 37, qPrintable(QString::number(largestGap(steps))));
  }

  // ---- names and times ----

  void idsAreRandomUuidsAndTimesAreUtc() {
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) {
      const std::string id = newUuid();
      QVERIFY2(QRegularExpression("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
                   .match(QString::fromStdString(id))
                   .hasMatch(),
               id.c_str());
      ids.insert(id);
    }
    QCOMPARE(ids.size(), std::size_t{1000});
    const QDateTime now = QDateTime::fromString(QString::fromStdString(utcNow()), Qt::ISODate);
    QVERIFY(now.isValid() && now.timeSpec() == Qt::UTC);
    QVERIFY(std::abs(now.secsTo(QDateTime::currentDateTimeUtc())) < 5);
  }

 private:
  static std::string ownHost(const TemporaryFolder& folder) {
    static const std::string host = ownLock(folder.path()).at("host");
    return host;
  }
};

QTEST_APPLESS_MAIN(RunFolderTest)
#include "run_folder_test.moc"
