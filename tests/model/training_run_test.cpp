// Whole runs in folders: records, checkpoints, resume, fork, faults.

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "model/analysis/lambda_statistics.h"
#include "model/config/presets.h"
#include "model/io/tensor_file.h"
#include "model/training/training_run.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
namespace testing = fenwick::testing;
namespace fs = std::filesystem;

namespace {

#ifdef FENWICK_UNDER_SANITIZERS
constexpr bool kFreedMemoryIsKept = true;
#else
constexpr bool kFreedMemoryIsKept = false;
#endif

// A run of a second or two: MQAR with 2 pairs in 16 tokens.
Config tinyConfig(std::int64_t steps = 30) {
  Config config = presetConfig("mqar-quick");
  const std::pair<const char*, Json> settings[] = {
      {"task.length", 16},        {"task.kvPairs", 2},         {"task.vocabulary", 16},  {"task.examples", 200},
      {"task.validationExamples", 40}, {"model.width", 16},    {"model.keyDim", 8},      {"model.chunk", 16},
      {"train.batch", 8},         {"train.steps", steps},      {"train.stopAt", 0},      {"train.evaluateEvery", 10},
      {"train.checkpointEvery", 10}, {"train.snapshotEvery", 10}, {"train.snapshotSamples", 2}};
  for (const auto& [path, value] : settings)
    if (!config.set(path, value).empty()) throw std::logic_error(path);
  return config;
}

const DeviceOptions kTwoThreads{"cpu", 2};

std::vector<Scalar> recorded(const fs::path& folder) { return EventLogReader(folder).readNew(); }

// tag -> (step -> value); fails where a tag has a step twice.
std::map<std::string, std::map<std::int64_t, double>> curves(const fs::path& folder) {
  std::map<std::string, std::map<std::int64_t, double>> all;
  for (const Scalar& scalar : recorded(folder))
    if (!all[scalar.tag].emplace(scalar.step, scalar.value).second)
      throw std::logic_error(scalar.tag + " has step " + std::to_string(scalar.step) + " twice");
  return all;
}

void toTheEnd(TrainingRun& run) {
  while (run.step()) {
  }
}

// Weights, moments and metrics of two runs, timing aside.
void compareRuns(const fs::path& a, const fs::path& b, std::int64_t step) {
  const TensorFile one = readSafetensors(RunFolder(a).checkpointPath(step)), two = readSafetensors(RunFolder(b).checkpointPath(step));
  QCOMPARE(one.tensors.size(), two.tensors.size());
  for (const auto& [name, tensor] : one.tensors) QVERIFY2(two.tensors.at(name).bytes == tensor.bytes, name.c_str());
  auto curvesA = curves(a), curvesB = curves(b);
  for (auto* curve : {&curvesA, &curvesB}) std::erase_if(*curve, [](const auto& entry) { return entry.first.starts_with("perf/"); });
  QVERIFY(curvesA == curvesB);
}

void copyAll(const fs::path& from, const fs::path& to) {
  fs::copy(from, to, fs::copy_options::recursive);
  fs::remove(to / "lock");
}

struct Listener : TrainingListener {
  std::vector<Scalar> scalars;
  std::vector<std::shared_ptr<const LambdaSnapshot>> snapshots;
  std::vector<std::string> messages;
  void onScalars(const std::vector<Scalar>& batch, double) override { scalars.insert(scalars.end(), batch.begin(), batch.end()); }
  void onSnapshot(std::shared_ptr<const LambdaSnapshot> snapshot) override { snapshots.push_back(std::move(snapshot)); }
  void onMessage(const std::string& sentence) override { messages.push_back(sentence); }
};

template <class Exception, class Call>
QString messageOf(Call call) {
  try {
    call();
  } catch (const Exception& error) {
    return QString::fromUtf8(error.what());
  }
  return "nothing was thrown";
}

}  // namespace

class TrainingRunTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    // The uninterrupted run that others are compared with.
    m_whole = place("whole");
    Listener listener;
    auto run = TrainingRun::create(tinyConfig(), m_whole, kTwoThreads);
    run->setListener(&listener);
    toTheEnd(*run);
    QCOMPARE(run->info().state, RunState::Finished);
    m_told = listener.scalars;
    m_snapshots = listener.snapshots;
  }

  void everyStepHasOnePointAndTheLastStepEvaluates() {
    const auto all = curves(m_whole);
    for (const char* tag : {"train/loss", "train/accuracy", "train/grad_norm", "train/learning_rate"}) {
      QCOMPARE(all.at(tag).size(), std::size_t{30});
      QCOMPARE(all.at(tag).begin()->first, std::int64_t{1});
      QCOMPARE(all.at(tag).rbegin()->first, std::int64_t{30});
    }
    for (const char* tag : {"valid/loss", "valid/accuracy"}) {
      QCOMPARE(all.at(tag).size(), std::size_t{3});
      QCOMPARE(all.at(tag).rbegin()->first, std::int64_t{30});
    }
    QCOMPARE(all.at("perf/active_seconds").rbegin()->first, std::int64_t{30});
    QVERIFY(std::abs(all.at("train/loss").at(1) - std::log(16.0)) < 0.1);
  }

  void otherLengthsAreEvaluatedAtTheEnd() {
    Config config = tinyConfig(10);
    QVERIFY(config.set("task.evaluationLengths", Json::array({32, 8})).empty());
    QVERIFY(config.set("task.pairOffset", 4).empty());  // leaves no room in eight tokens
    const fs::path folder = place("lengths");
    Listener listener;
    const auto run = TrainingRun::create(config, folder, kTwoThreads);
    run->setListener(&listener);
    toTheEnd(*run);
    const Evaluation expected = evaluate({folder, "last"}, Split::Valid, {32}, kTwoThreads).at(0);
    QCOMPARE(expected.untrainedLevels, std::vector<int>{5});
    const Json& metrics = RunFolder(folder).readInfo().finalMetrics;
    QVERIFY(std::abs(metrics.at("valid/loss@32").get<double>() - expected.loss) < 1e-6);
    QCOMPARE(metrics.at("valid/accuracy@32").get<double>(), expected.accuracy);
    const auto all = curves(folder);
    QCOMPARE(all.at("valid/loss@32").size(), std::size_t{1});
    QCOMPARE(all.at("valid/loss@32").begin()->first, std::int64_t{10});
    QVERIFY(!all.contains("valid/loss@8"));
    QCOMPARE(std::count_if(listener.messages.begin(), listener.messages.end(), [](const std::string& m) { return m.starts_with("not evaluated at length 8: task.pairOffset"); }),
             std::ptrdiff_t{1});
  }

  void theListenerHearsWhatIsRecorded() {
    const std::vector<Scalar> onDisk = recorded(m_whole);
    QCOMPARE(m_told.size(), onDisk.size());
    for (std::size_t i = 0; i < onDisk.size(); ++i) {
      QCOMPARE(m_told[i].tag, onDisk[i].tag);
      QCOMPARE(m_told[i].step, onDisk[i].step);
      QCOMPARE(static_cast<float>(m_told[i].value), static_cast<float>(onDisk[i].value));
    }
  }

  void theFolderHoldsWhatTheReadmeSays() {
    const RunFolder folder(m_whole);
    QCOMPARE(folder.lambdaSteps(), std::vector<std::int64_t>({0, 10, 20, 30}));
    QCOMPARE(folder.checkpointSteps(), std::vector<std::int64_t>({20, 30}));
    QCOMPARE(folder.weightSteps(), std::vector<std::int64_t>({0, 1, 2, 4, 8, 16, 30}));
    QVERIFY(fs::exists(folder.bestPath()));
    const RunInfo info = folder.readInfo();
    QCOMPARE(info.state, RunState::Finished);
    QCOMPARE(info.stopReason, std::string("train.steps 30 reached"));
    QCOMPARE(info.step, std::int64_t{30});
    QCOMPARE(info.threads, 2);
    QVERIFY(info.activeSeconds > 0);
    QVERIFY(info.parameters > 0 && info.parameters == summarize(tinyConfig()).parameters);
    QVERIFY(info.dataChecksums.contains("train") && info.dataChecksums.contains("valid"));
    QCOMPARE(info.finalMetrics.at("step").get<int>(), 30);
    const TensorFile checkpoint = readSafetensors(folder.checkpointPath(30));
    QVERIFY(checkpoint.tensors.contains("exp_avg.lm_head.weight") && checkpoint.tensors.contains("exp_avg_sq.layers.0.A_log"));
    QCOMPARE(checkpoint.metadata.at("optimizer.updates"), std::string("30"));
    QVERIFY(!RunLock::owner(m_whole));
  }

  // The test set is told for the last weights and for those that validation chose, and testing changes neither.
  void theEndTellsTheTestSet() {
    // With so large a rate the last evaluation is seldom the best one; which seeds it is for depends on the arithmetic.
    Config config = tinyConfig(60);
    QVERIFY(config.set("train.learningRate", 0.5).empty());
    fs::path out;
    RunInfo info;
    for (int seed = 0; seed < 20; ++seed) {
      QVERIFY(config.set("train.seed", seed).empty());
      out = place("tested" + std::to_string(seed));
      toTheEnd(*TrainingRun::create(config, out, kTwoThreads));
      info = RunFolder(out).readInfo();
      if (info.bestMetrics.at("step").get<int>() < 60) break;
    }
    QVERIFY(info.bestMetrics.at("step").get<int>() < 60);
    for (const auto& [which, metrics] : {std::pair{"last", info.finalMetrics}, {"best", info.bestMetrics}}) {
      const Evaluation test = evaluate({out, which}, Split::Test, {}, kTwoThreads).at(0);
      QCOMPARE(metrics.at("test/accuracy").get<double>(), test.accuracy);
      QCOMPARE(metrics.at("test/loss").get<double>(), test.loss);
    }
    QVERIFY(info.finalMetrics.at("test/loss") != info.bestMetrics.at("test/loss"));
    const TensorFile kept = readSafetensors(RunFolder(out).weightsPath(60)), checkpoint = readSafetensors(RunFolder(out).checkpointPath(60));
    for (const auto& [name, tensor] : kept.tensors) QVERIFY2(checkpoint.tensors.at(name).bytes == tensor.bytes, name.c_str());
    QCOMPARE(checkpoint.metadata.at("optimizer.updates"), std::string("60"));

    QVERIFY(config.set("task.testExamples", 0).empty());
    toTheEnd(*TrainingRun::create(config, place("untested"), kTwoThreads));
    QVERIFY(!RunFolder(place("untested")).readInfo().finalMetrics.contains("test/accuracy"));
  }

  void whatLambdaDoesIsACurve() {
    const auto all = curves(m_whole);
    for (const LambdaStatistics& s : lambdaStatistics(*m_snapshots.back())) QVERIFY(std::isfinite(s.tokenShare));
    for (const auto& [name, value] : meanLambdaMeasures(lambdaStatistics(*m_snapshots.back()))) {
      const auto& curve = all.at("lambda/" + name);
      QCOMPARE(curve.rbegin()->first, std::int64_t{30});
      QCOMPARE(static_cast<float>(curve.rbegin()->second), static_cast<float>(value));
    }
    QCOMPARE(all.at("lambda/mean").size(), m_snapshots.size());
    QVERIFY(std::abs(all.at("lambda/mean").at(0) - 1) < 0.1);  // as described: λ begins at 1
  }

  void queriesOfAnEvaluation() {
    const Evaluation evaluation = evaluate({m_whole, "last"}, Split::Valid, {}, kTwoThreads, true).at(0);
    QCOMPARE(static_cast<std::int64_t>(evaluation.queries.size()), evaluation.scored);
    double correct = 0, loss = 0;
    for (const Query& query : evaluation.queries) {
      correct += query.correct;
      loss += query.loss;
    }
    QCOMPARE(correct / static_cast<double>(evaluation.scored), evaluation.accuracy);
    QVERIFY(std::abs(loss / static_cast<double>(evaluation.scored) - evaluation.loss) < 1e-5);
    QCOMPARE(evaluation.queries.back().sample, std::int64_t{39});
  }

  void snapshotsOnDiskAreTheCaptureThatTheListenerGot() {
    QCOMPARE(m_snapshots.size(), std::size_t{4});
    for (const auto& told : m_snapshots) {
      const LambdaSnapshot read = readLambdaSnapshot(RunFolder(m_whole).lambdaPath(told->step));
      QVERIFY(read.lambda == told->lambda && read.gate == told->gate && read.tokens == told->tokens && read.correct == told->correct);
      QCOMPARE(read.lambda.size(), static_cast<std::size_t>(2 * 2 * 16 * 1 * 5));
    }
    const LambdaSnapshot asked = lambdaOf({m_whole, "30"}, kTwoThreads);
    QVERIFY(asked.lambda == m_snapshots.back()->lambda);
    QVERIFY(m_snapshots.back()->lambda != m_snapshots.front()->lambda);
  }

  void aRunPausedAtAnyStepGoesOnBitForBit_data() {
    QTest::addColumn<int>("cut");
    for (const int cut : {1, 9, 10, 23}) QTest::newRow(std::to_string(cut).c_str()) << cut;
  }
  void aRunPausedAtAnyStepGoesOnBitForBit() {
    QFETCH(int, cut);
    const fs::path out = place("cut" + std::to_string(cut));
    {
      auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads);
      for (int i = 0; i < cut; ++i) QVERIFY(run->step());
      run->pause("tried");
      QCOMPARE(RunFolder(out).readInfo().state, RunState::Paused);
      QCOMPARE(RunFolder(out).readInfo().stopReason, std::string("tried"));
    }
    auto run = TrainingRun::resume(out, kTwoThreads);
    QVERIFY(run->warnings().empty());
    QCOMPARE(run->info().step, static_cast<std::int64_t>(cut));
    toTheEnd(*run);
    compareRuns(m_whole, out, 30);
  }

  void aRunPausedInMemoryGoesOnBitForBit() {
    const fs::path out = place("memory");
    auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads);
    for (int i = 0; i < 13; ++i) QVERIFY(run->step());
    run->pause("tried");
    toTheEnd(*run);
    compareRuns(m_whole, out, 30);
  }

  // As after a kill: the folder as it stood in the middle of the run, records beyond the last checkpoint included.
  void aKilledRunGoesOnFromItsCheckpointWithoutGapOrDouble() {
    const fs::path out = place("alive"), killed = place("killed");
    auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads);
    for (int i = 0; i < 27; ++i) QVERIFY(run->step());
    QTest::qWait(50);
    QVERIFY(run->step());  // hands over what the last 33 ms brought
    QTRY_VERIFY(curves(out).contains("train/loss") && curves(out).at("train/loss").rbegin()->first >= 27);
    copyAll(out, killed);
    auto resumed = TrainingRun::resume(killed, kTwoThreads);
    QCOMPARE(resumed->info().step, std::int64_t{20});
    Listener listener;
    resumed->setListener(&listener);
    toTheEnd(*resumed);
    for (const Scalar& scalar : listener.scalars)
      if (scalar.tag == "train/loss") QVERIFY(scalar.step > 27);
    compareRuns(m_whole, killed, 30);
  }

  void aDamagedCheckpointIsPassedOverAndTold() {
    const fs::path out = place("damaged");
    copyAll(m_whole, out);
    const fs::path newest = RunFolder(out).checkpointPath(30);
    fs::resize_file(newest, fs::file_size(newest) / 2);
    auto run = TrainingRun::resume(out, kTwoThreads);
    QCOMPARE(run->info().step, std::int64_t{20});
    QCOMPARE(run->warnings().size(), std::size_t{1});
    QVERIFY2(run->warnings()[0].find("step-00000030") != std::string::npos, run->warnings()[0].c_str());
    toTheEnd(*run);
    compareRuns(m_whole, out, 30);
    QVERIFY(fs::exists(newest.string() + ".damaged"));
  }

  // One changed letter in the name of the checksum, and a file would be taken as one that has none.
  void aCheckpointWithoutItsChecksumIsPassedOver() {
    const fs::path out = place("unchecked");
    copyAll(m_whole, out);
    const fs::path newest = RunFolder(out).checkpointPath(30);
    std::string content = testing::contentOf(newest);
    content[content.find("fenwick.crc32c") + 13] ^= 1;
    testing::put(newest, content);
    QVERIFY(!readSafetensors(newest).checked);
    auto run = TrainingRun::resume(out, kTwoThreads);
    QCOMPARE(run->info().step, std::int64_t{20});
    QVERIFY2(run->warnings().at(0).find("carries no checksum") != std::string::npos, run->warnings()[0].c_str());
    QVERIFY(messageOf<std::runtime_error>([&] { evaluate({out, "last"}, Split::Valid, {}, kTwoThreads); }) == "nothing was thrown");
  }

  // What is true of the whole file may still be nonsense.
  void aCheckpointThatSaysNonsenseIsPassedOver_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const auto& [key, value] : {std::pair{"step", "x"}, {"step", "-1"}, {"step", "99999999999999999999"}, {"solved.step", ""},
                                     {"active.seconds", "1e"}, {"best", "{"}, {"best", "[1]"}, {"best", "{\"step\": 1e300}"}, {"final", "{\"valid/accuracy\": \"high\"}"}})
      QTest::newRow(QString("%1 is %2").arg(key, value).toUtf8().constData()) << key << value;
  }
  void aCheckpointThatSaysNonsenseIsPassedOver() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    const fs::path out = place("nonsense " + key.toStdString() + std::to_string(qHash(value)));
    copyAll(m_whole, out);
    const fs::path newest = RunFolder(out).checkpointPath(30);
    TensorFile file = readSafetensors(newest);
    file.metadata[key.toStdString()] = value.toStdString();
    writeSafetensors(newest, file);
    auto run = TrainingRun::resume(out, kTwoThreads);
    QCOMPARE(run->info().step, std::int64_t{20});
    QVERIFY2(run->warnings().at(0).find("its metadata") != std::string::npos, run->warnings()[0].c_str());
  }

  void aStartThatWasCutOffBeginsAgain() {
    const fs::path begun = place("begun"), out = place("cut start"), given = place("cut start of given weights");
    { TrainingRun::create(tinyConfig(), begun, kTwoThreads); }
    copyAll(begun, out);
    QVERIFY(!startWasCutOff(out));
    fs::remove(RunFolder(out).checkpointPath(0));
    QVERIFY(startWasCutOff(out));
    copyAll(out, given);
    auto run = TrainingRun::resume(out, kTwoThreads);
    QVERIFY2(run->warnings().at(0).find("cut off") != std::string::npos, run->warnings()[0].c_str());
    toTheEnd(*run);
    compareRuns(m_whole, out, 30);

    // Weights that came from elsewhere are not known any more: the run is begun again by whoever has them.
    RunInfo info = RunFolder(given).readInfo();
    info.initialWeights = "weights.safetensors";
    RunFolder(given).writeInfo(info);
    const QString refused = messageOf<std::runtime_error>([&] { TrainingRun::resume(given, kTwoThreads); });
    QVERIFY2(refused.contains("begin it again without --resume"), qPrintable(refused));
    const auto again = TrainingRun::create(tinyConfig(), given, kTwoThreads, RunFolder(m_whole).weightsPath(8));
    QCOMPARE(RunFolder(given).readInfo().initialWeights, RunFolder(m_whole).weightsPath(8).string());
    QVERIFY(readSafetensors(RunFolder(given).weightsPath(0)).tensors.at("lm_head.weight").bytes ==
            readSafetensors(RunFolder(m_whole).weightsPath(8)).tensors.at("lm_head.weight").bytes);
  }

  void aStartThatWasCutOffWhileItTookItsLockBeginsAgain() {
    const fs::path out = place("cut lock");
    for (const char* left : {".lock.77.part", "..lock.77.part.77-0.part"}) {
      fs::create_directories(out);
      testing::put(out / left, "{");
      QVERIFY(startWasCutOff(out));
      { TrainingRun::create(tinyConfig(), out, kTwoThreads); }
      QVERIFY(!fs::exists(out / left));
      fs::remove_all(out);
    }
    fs::create_directories(out);
    testing::put(out / ".lockers.json.77-0.part", "{");
    QVERIFY(!startWasCutOff(out));
  }

  void aFolderOfSomebodyElseIsNoCutStart() {
    const fs::path out = place("somebody");
    fs::create_directories(out);
    QVERIFY(!startWasCutOff(out));
    testing::put(out / "config.json", "{}");
    QVERIFY(!startWasCutOff(out));
    testing::put(out / "lock", "{}");
    QVERIFY(!startWasCutOff(out));
    fs::remove(out / "config.json");
    QVERIFY(startWasCutOff(out));
    testing::put(out / "thesis.txt", "mine");
    QVERIFY(!startWasCutOff(out));
    QVERIFY(!startWasCutOff(m_whole));
  }

  // Killed between the last checkpoint and the word "finished".
  void anEndThatWasCutOffIsMadeGood() {
    Config config = tinyConfig(500);
    QVERIFY(config.set("train.stopAt", 0.01).empty());
    const fs::path ended = place("ended"), out = place("cut end");
    toTheEnd(*TrainingRun::create(config, ended, kTwoThreads));
    const RunInfo whole = RunFolder(ended).readInfo();
    copyAll(ended, out);
    RunInfo info = whole;
    info.state = RunState::Running;
    info.stopReason.clear();
    RunFolder(out).writeInfo(info);
    auto run = TrainingRun::resume(out, kTwoThreads);
    QVERIFY(!run->step());
    run.reset();
    QCOMPARE(RunFolder(out).readInfo().state, RunState::Finished);
    QCOMPARE(RunFolder(out).readInfo().stopReason, whole.stopReason);
    compareRuns(ended, out, whole.step);
    // Who asks a finished run to go further means it.
    run = TrainingRun::resume(ended, kTwoThreads, 501);
    QVERIFY(run->step());
    QCOMPARE(run->info().step, whole.step + 1);
  }

  void aFinishedRunGoesFurtherAsIfItHadBeenPlannedSo() {
    const fs::path out = place("further"), planned = place("planned");
    copyAll(m_whole, out);
    QVERIFY(!TrainingRun::resume(out, kTwoThreads)->step());
    toTheEnd(*TrainingRun::resume(out, kTwoThreads, 40));
    toTheEnd(*TrainingRun::create(tinyConfig(40), planned, kTwoThreads));
    compareRuns(planned, out, 40);
    QCOMPARE(RunFolder(out).readConfig().get<std::int64_t>("train.steps"), std::int64_t{40});
    QVERIFY(messageOf<std::invalid_argument>([&] { TrainingRun::resume(out, kTwoThreads, 5); }).startsWith("train.steps: "));
  }

  void anotherThreadCountIsTold() {
    const fs::path out = place("threads");
    copyAll(m_whole, out);
    const auto warnings = TrainingRun::resume(out, {"cpu", 1}, 31)->warnings();
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY(warnings[0].find("2 threads") != std::string::npos);
  }

  void aForkContinuesTheStepAxisOfItsParent() {
    const fs::path out = place("fork");
    Config config = tinyConfig(35);
    QVERIFY(config.set("train.learningRate", 0.0005).empty());
    auto run = TrainingRun::fork({m_whole, "20"}, config, out, kTwoThreads);
    QVERIFY(run->warnings().empty());
    toTheEnd(*run);
    const auto all = curves(out);
    QCOMPARE(all.at("train/loss").begin()->first, std::int64_t{21});
    QCOMPARE(all.at("train/loss").rbegin()->first, std::int64_t{35});
    // The first loss comes from the parent's weights and the same batch; the rate is the fork's.
    QCOMPARE(all.at("train/loss").at(21), curves(m_whole).at("train/loss").at(21));
    QCOMPARE(static_cast<float>(all.at("train/learning_rate").at(21)), 0.0005f);
    const RunInfo info = RunFolder(out).readInfo();
    QCOMPARE(info.parentId, RunFolder(m_whole).readInfo().id);
    QCOMPARE(info.parentStep, std::int64_t{20});
    QVERIFY(info.id != info.parentId);
  }

  void aForkFromWeightsAloneSaysThatItsOptimiserIsFresh() {
    const auto run = TrainingRun::fork({m_whole, "16"}, tinyConfig(), place("fresh"), kTwoThreads);
    QCOMPARE(run->warnings().size(), std::size_t{1});
    QVERIFY(run->warnings()[0].find("optimiser starts fresh") != std::string::npos);
  }

  void aForkThatWouldChangeShapesIsRefusedByTheSetting() {
    Config config = tinyConfig();
    QVERIFY(config.set("model.width", 32).empty());
    QVERIFY(config.set("model.lambda.hidden", 3).empty());
    const fs::path out = place("shapes");
    const QString message = messageOf<std::invalid_argument>([&] { TrainingRun::fork({m_whole, ""}, config, out, kTwoThreads); });
    QVERIFY2(message.contains("model.width: ") && message.contains("model.lambda.hidden: "), qPrintable(message));
    QVERIFY(!fs::exists(out));
    const QString unknown = messageOf<std::runtime_error>([&] { TrainingRun::fork({m_whole, "17"}, tinyConfig(), out, kTwoThreads); });
    QVERIFY2(unknown.contains("0, 1, 2, 4, 8, 16, 20, 30"), qPrintable(unknown));
  }

  void givenWeightsAreTheOnesThatTrainingStartsFrom() {
    TensorFile file = readSafetensors(RunFolder(m_whole).weightsPath(8));
    file.tensors["layers.0.L"] = file.tensors.at("norm.bias");
    writeSafetensors(place("init.safetensors"), file);
    const fs::path out = place("given");
    const auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads, place("init.safetensors"));
    QCOMPARE(run->warnings().size(), std::size_t{1});
    QVERIFY(run->warnings()[0].find("layers.0.L") != std::string::npos);
    QVERIFY(readSafetensors(RunFolder(out).weightsPath(0)).tensors.at("lm_head.weight").bytes == file.tensors.at("lm_head.weight").bytes);
  }

  void givenWeightsThatDoNotFitAreRefusedBeforeAnythingIsWritten() {
    TensorFile file = readSafetensors(RunFolder(m_whole).weightsPath(8));
    file.tensors.erase("norm.bias");
    writeSafetensors(place("short.safetensors"), file);
    const fs::path out = place("short");
    const QString message =
        messageOf<std::invalid_argument>([&] { TrainingRun::create(tinyConfig(), out, kTwoThreads, place("short.safetensors")); });
    QCOMPARE(message, QString("norm.bias: missing, expected [16]"));
    QVERIFY(!fs::exists(out));
  }

  void aRunFolderIsNeverStartedOver() {
    const QString message = messageOf<std::runtime_error>([&] { TrainingRun::create(tinyConfig(), m_whole, kTwoThreads); });
    QVERIFY2(message.contains("holds a run already"), qPrintable(message));
  }

  void everyFaultOfAConfigurationIsTold() {
    Config config = tinyConfig();
    QVERIFY(config.set("task.kvPairs", 7).empty());
    QVERIFY(config.set("model.heads", 3).empty());
    const QString message = messageOf<std::invalid_argument>([&] { TrainingRun::create(config, place("faulty"), kTwoThreads); });
    QVERIFY2(message.contains("task.kvPairs: ") && message.contains("model.heads: "), qPrintable(message));
    QVERIFY(messageOf<std::invalid_argument>([&] { TrainingRun::create(tinyConfig(), place("faulty"), {"cuda", 2}); }).startsWith("device: "));
    QVERIFY(!fs::exists(place("faulty")));
  }

  void divergenceStopsAtTheLastGoodCheckpointAndNamesTheTensor() {
    const fs::path out = place("divergent");
    toTheEnd(*TrainingRun::create(tinyConfig(20), out, kTwoThreads));
    // A weight that became infinite on the way into the newest checkpoint, so that the next update fails.
    TensorFile file = readSafetensors(RunFolder(out).checkpointPath(20));
    file.tensors.at("layers.1.v_proj.weight").as<float>()[3] = INFINITY;
    writeSafetensors(RunFolder(out).checkpointPath(20), file);
    auto run = TrainingRun::resume(out, kTwoThreads, 40);
    Listener listener;
    run->setListener(&listener);
    QVERIFY(!run->step());
    const RunInfo info = RunFolder(out).readInfo();
    QCOMPARE(info.state, RunState::Paused);
    QCOMPARE(info.step, std::int64_t{10});
    QVERIFY2(info.stopReason.find("layers.1.v_proj.weight is not finite") != std::string::npos, info.stopReason.c_str());
    QVERIFY(info.stopReason.find("lower train.learningRate") != std::string::npos);
    QVERIFY(listener.scalars.empty());
    // Back at step 10, the same run can be let go on.
    QVERIFY(run->step());
    QCOMPARE(run->info().step, std::int64_t{11});
  }

  void goingBackPassesOverADamagedCheckpoint() {
    const fs::path out = place("divergent and damaged");
    toTheEnd(*TrainingRun::create(tinyConfig(20), out, kTwoThreads));
    const fs::path newest = RunFolder(out).checkpointPath(20);
    TensorFile file = readSafetensors(newest);
    file.tensors.at("layers.1.v_proj.weight").as<float>()[3] = INFINITY;
    writeSafetensors(newest, file);
    auto run = TrainingRun::resume(out, kTwoThreads, 40);
    Listener listener;
    run->setListener(&listener);
    fs::resize_file(newest, fs::file_size(newest) - 1);
    QVERIFY(!run->step());
    QCOMPARE(run->info().state, RunState::Paused);
    QCOMPARE(run->info().step, std::int64_t{10});
    QVERIFY2(listener.messages.at(0).find("step-00000020") != std::string::npos, listener.messages[0].c_str());
  }

  void aLossThatIsNotFiniteIsNotTrainedOn() {
    const fs::path out = place("huge");
    TensorFile large = readSafetensors(RunFolder(m_whole).weightsPath(0));
    for (auto& [name, tensor] : large.tensors)
      for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.as<float>()[i] *= 1e30f;
    writeSafetensors(place("large.safetensors"), large);
    auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads, place("large.safetensors"));
    toTheEnd(*run);
    QCOMPARE(run->info().state, RunState::Paused);
    QCOMPARE(run->info().step, std::int64_t{0});
    QVERIFY2(run->info().stopReason.find("update 1 was not made: loss is not finite") != std::string::npos, run->info().stopReason.c_str());
    QVERIFY(curves(out).empty());
    QVERIFY(readSafetensors(RunFolder(out).checkpointPath(0)).tensors.at("lm_head.weight").bytes == large.tensors.at("lm_head.weight").bytes);
  }

  void aDiskThatRefusesPausesTheRunAndNothingIsLost() {
    const fs::path out = place("refused"), folder = out / "checkpoints", away = out / "away";
    auto run = TrainingRun::create(tinyConfig(), out, kTwoThreads);
    for (int i = 0; i < 5; ++i) QVERIFY(run->step());
    fs::rename(folder, away);
    std::ofstream(folder) << "no folder";
    int steps = 0;
    while (run->step() && ++steps < 100) QTest::qWait(1);
    QCOMPARE(run->info().state, RunState::Paused);
    QVERIFY2(run->info().stopReason.find("checkpoints") != std::string::npos, run->info().stopReason.c_str());
    fs::remove(folder);
    fs::rename(away, folder);
    toTheEnd(*run);
    QCOMPARE(run->info().state, RunState::Finished);
    compareRuns(m_whole, out, 30);
    QCOMPARE(RunFolder(out).lambdaSteps(), RunFolder(m_whole).lambdaSteps());
    QCOMPARE(RunFolder(out).weightSteps(), RunFolder(m_whole).weightSteps());
  }

  void reachingStopAtEndsTheRunWithItsReason() {
    Config config = tinyConfig(500);
    QVERIFY(config.set("train.stopAt", 0.01).empty());
    const fs::path out = place("stop");
    toTheEnd(*TrainingRun::create(config, out, kTwoThreads));
    const RunInfo info = RunFolder(out).readInfo();
    QCOMPARE(info.state, RunState::Finished);
    QVERIFY2(info.stopReason.find("reached train.stopAt 0.01 at step " + std::to_string(info.step)) != std::string::npos, info.stopReason.c_str());
    QCOMPARE(RunFolder(out).lambdaSteps().back(), info.step);
    QCOMPARE(RunFolder(out).checkpointSteps().back(), info.step);
  }

  void aSmallTaskIsSolved() {
    Config config = tinyConfig(400);
    for (const auto& [path, value] : std::initializer_list<std::pair<const char*, Json>>{
             {"task.kvPairs", 1}, {"train.learningRate", 0.005}, {"train.stopAt", 0.95}, {"train.batch", 16}, {"train.evaluateEvery", 25}})
      QVERIFY(config.set(path, value).empty());
    const fs::path out = place("solved");
    toTheEnd(*TrainingRun::create(config, out, kTwoThreads));
    const RunInfo info = RunFolder(out).readInfo();
    const double accuracy = info.bestMetrics.at("valid/accuracy").get<double>();
    QVERIFY2(accuracy > 0.9, std::to_string(accuracy).c_str());
    // `eval` uses the best checkpoint and finds what the run found.
    const auto evaluations = evaluate({out, ""}, Split::Valid, {}, kTwoThreads);
    QCOMPARE(evaluations.size(), std::size_t{1});
    QCOMPARE(evaluations[0].accuracy, accuracy);
    QCOMPARE(evaluations[0].scored, std::int64_t{40});
  }

  void evaluationBeyondTheTrainedLevelsIsRefusedNamingTheLongest() {
    const QString message = messageOf<std::invalid_argument>([&] { evaluate({m_whole, ""}, Split::Valid, {16, 32}, kTwoThreads); });
    QVERIFY2(message.contains("16 tokens") && message.contains("got 32"), qPrintable(message));
    QCOMPARE(evaluate({m_whole, "last"}, Split::Test, {8, 16}, kTwoThreads).size(), std::size_t{2});
  }

  void metricsThatAreNotFiniteSurviveACheckpoint() {
    const fs::path out = place("infinite");
    copyAll(m_whole, out);
    const RunFolder run(out);
    TensorFile checkpoint = readSafetensors(run.checkpointPath(30));
    // An accuracy that no evaluation beats, so that it stays the best.
    checkpoint.metadata["best"] = "{\"step\": 30, \"valid/accuracy\": 2.0, \"valid/loss\": \"Infinity\"}";
    writeSafetensors(run.checkpointPath(30), checkpoint);
    toTheEnd(*TrainingRun::resume(out, kTwoThreads, 31));
    QVERIFY(std::isinf(run.readInfo().bestMetrics.at("valid/loss").get<double>()));
    QVERIFY(Json::parse(readSafetensors(run.checkpointPath(31)).metadata.at("best")).at("valid/loss") == "Infinity");
  }

  void memoryStaysFlatOverManySnapshots() {
    if (kFreedMemoryIsKept) QSKIP("the address sanitizer keeps freed memory for a while");
    const auto run = TrainingRun::resume(m_whole, kTwoThreads);
    Listener listener;
    run->setListener(&listener);
    const auto pass = [&](int times) {
      for (int i = 0; i < times; ++i) {
        run->snapshotNow();
        listener.snapshots.clear();
      }
    };
    expectFlat(pass, 100, 500);
  }

  void memoryStaysFlatOverFiveHundredEvaluationPasses() {
    if (kFreedMemoryIsKept) QSKIP("the address sanitizer keeps freed memory for a while");
    Config config = tinyConfig(1000);
    for (const char* often : {"train.checkpointEvery", "train.snapshotEvery"}) QVERIFY(config.set(often, 1000).empty());
    QVERIFY(config.set("train.evaluateEvery", 1).empty());
    // In memory where there is such a folder: every evaluation makes run.json durable, which is the disk's time and not ours.
    const QTemporaryDir inMemory("/dev/shm/fenwick-test-XXXXXX");
    const fs::path out = inMemory.isValid() ? fs::path(inMemory.path().toStdString()) / "run" : place("evaluated");
    const auto run = TrainingRun::create(config, out, kTwoThreads);
    const auto pass = [&run](int times) {
      for (int i = 0; i < times; ++i) QVERIFY(run->step());
      run->pause("measured");  // what waited to be written is written
    };
    expectFlat(pass, 150, 500);
    QCOMPARE(curves(out).at("valid/loss").size(), std::size_t{650});
  }

  void memoryStaysFlatOverTwoHundredLoads() {
    if (kFreedMemoryIsKept) QSKIP("the address sanitizer keeps freed memory for a while");
    const fs::path out = place("loaded");
    copyAll(m_whole, out);
    const auto pass = [&out](int times) {
      for (int i = 0; i < times; ++i)
        if (i % 2 == 0) {
          TrainingRun::resume(out, kTwoThreads);
        } else {
          evaluate({out, "last"}, Split::Valid, {}, kTwoThreads);
        }
    };
    expectFlat(pass, 40, 200);
  }

 private:
  // `pass` so many times after so many to warm up takes less than four megabytes more of the machine.
  static void expectFlat(const std::function<void(int)>& pass, int before, int times) {
    const auto residentPages = [] {
      std::ifstream status("/proc/self/statm");
      long total = 0, resident = 0;
      status >> total >> resident;
      return resident;
    };
    pass(before);
    const long first = residentPages();
    pass(times);
    const long more = residentPages() - first;
    qInfo("%d times: %ld pages more", times, more);
    QVERIFY2(more < 1024, std::to_string(more).c_str());
  }

  fs::path place(const std::string& name) const { return fs::path(m_temporary.path().toStdString()) / "Läufe λ" / name; }

  QTemporaryDir m_temporary;
  fs::path m_whole;
  std::vector<Scalar> m_told;
  std::vector<std::shared_ptr<const LambdaSnapshot>> m_snapshots;
};

QTEST_GUILESS_MAIN(TrainingRunTest)
#include "training_run_test.moc"
