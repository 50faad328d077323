#include "model/training/training_run.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>

#include "model/analysis/lambda_statistics.h"
#include "model/config/mixers.h"
#include "model/config/presets.h"
#include "model/machine.h"
#include "model/training/evaluation.h"
#include "model/training/example_cache.h"
#include "model/training/optimizer_options.h"
#include "model/training/kept_weights.h"
#include "model/training/run_recorder.h"
#include "model/training/run_setup.h"

namespace fenwick::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kChecksummed = 1000;         // examples in a data checksum
constexpr std::size_t kKeptCheckpoints = 2;         // besides best
constexpr auto kBatchPeriod = std::chrono::milliseconds(33);
constexpr auto kSyncPeriod = std::chrono::seconds(1);

std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}
std::string exactText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string hexText(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::uint64_t fnv1a(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
  return hash;
}

// "mqar-quick@as-described" where the configuration is that preset's, seeds and cadences aside.
std::string presetNameOf(const Config& config) {
  const Json own = variant(config);
  for (const Preset& preset : presets())
    for (const std::string& arm : preset.arms) {
      const std::string name = preset.name + "@" + arm;
      if (variant(presetConfig(name)) == own) return name;
    }
  return {};
}

// Weights are kept where training changes fastest on a logarithmic axis: steps 0, 1, 2, 4, 8 …
bool isLogSpaced(std::int64_t step) { return step == 0 || std::has_single_bit(static_cast<std::uint64_t>(step)); }

// What a snapshot says in a few numbers, as curves; NaN says nothing and is left out.
std::vector<Scalar> lambdaScalars(const LambdaSnapshot& snapshot) {
  std::vector<Scalar> scalars;
  for (const auto& [name, value] : meanLambdaMeasures(lambdaStatistics(snapshot)))
    if (std::isfinite(value)) scalars.push_back({"lambda/" + name, snapshot.step, 0, value});
  return scalars;
}

// Settings that decide the shape of a parameter, for the message of a refused fork.
constexpr const char* kShapeSettings[] = {"task.vocabulary", "model.mixer",  "model.block",       "model.layers",       "model.width",
                                          "model.heads",     "model.groups", "model.keyDim",      "model.lambda.head",  "model.levels",
                                          "task.length",     "task.evaluationLengths", "model.lambda.hidden"};

class LiveRun : public TrainingRun {
 public:
  LiveRun(RunSetup setup, RunFolder folder, std::unique_ptr<RunLock> lock, RunInfo info, std::vector<std::string> warnings)
      : m_setup(std::move(setup)),
        m_folder(std::move(folder)),
        m_lock(std::move(lock)),
        m_info(std::move(info)),
        m_warnings(std::move(warnings)),
        m_trainExamples(*m_setup.data, Split::Train),
        m_validExamples(*m_setup.data, Split::Valid),
        m_probe(probeBatch(*m_setup.data, integer("train.snapshotSamples"))),
        m_recorder(m_folder.path()) {
    m_lambdaOnDisk = m_folder.lambdaSteps();
    m_weightsOnDisk = m_folder.weightSteps();
  }
  ~LiveRun() override = default;

  void setListener(TrainingListener* listener) override { m_recorder.setListener(listener); }
  const Config& config() const override { return m_setup.config; }
  const RunInfo& info() const override { return m_info; }
  std::vector<std::string> warnings() const override { return m_warnings; }

  bool step() override;
  void snapshotNow() override;
  void pause(const std::string& reason) override;
  void finish(const std::string& reason) override;

  // A new or forked run: everything that stands in its folder before the first update.
  void begin();
  // What the checkpoint says beside weights and moments.
  void adopt(const TensorFile& checkpoint);
  void adoptRecorded();
  void goBeyondGoal() { m_beyondGoal = true; }

 private:
  std::int64_t integer(const char* path) const { return m_setup.config.get<std::int64_t>(path); }
  bool every(const char* path, std::int64_t step) const { return integer(path) > 0 && step % integer(path) == 0; }
  bool hasValidation() const { return m_setup.data->examples(Split::Valid) > 0; }
  bool hasScales() const { return mixerKind(m_setup.config).hasGate; }  // λ and gates that a snapshot shows
  bool reachedGoal() const;
  bool ended() const { return m_info.state == RunState::Finished || m_info.state == RunState::Failed; }

  void goOn();
  bool update();
  bool settle(bool all);
  bool isDue(std::int64_t step) const;
  void due();
  void evaluateNow();
  void evaluateLengths();
  void testNow();
  Json testMetrics();
  void recordSnapshot();
  void keepWeights(std::int64_t step, std::shared_ptr<const TensorFile> weights);
  void keepWeightsNow() { keepWeights(m_info.step, std::make_shared<TensorFile>(weightsFile())); }
  void checkpoint();
  void end(const std::string& reason);
  std::string goalReason() const;
  std::int64_t loadLastGood();
  void backToLastGood(std::int64_t failedStep, const StepOutcome& outcome);
  void pauseForFailure();
  void pauseForMemory(const std::string& reason);
  void recordSpeed();
  void pace(bool now);
  void postInfo();
  double activeSeconds() const;

  TensorFile weightsFile() const;
  TensorFile checkpointFile() const;

  RunSetup m_setup;
  RunFolder m_folder;
  std::unique_ptr<RunLock> m_lock;
  RunInfo m_info;
  std::vector<std::string> m_warnings;
  ExampleCache m_trainExamples, m_validExamples;
  TokenBatch m_probe;
  std::deque<double> m_rates;  // learning rates of the updates whose outcome has not been recorded
  RunRecorder m_recorder;

  std::shared_ptr<const LambdaSnapshot> m_untold;  // taken before there was a listener
  std::vector<std::int64_t> m_lambdaOnDisk, m_weightsOnDisk;
  std::shared_ptr<const TensorFile> m_weightsBefore;  // of the evaluation before, for the time around solving
  std::int64_t m_weightsBeforeStep = -1;
  bool m_beyondGoal = false;  // a finished run that was asked to go further
  std::int64_t m_evaluatedStep = -1, m_snapshotStep = -1, m_checkpointStep = -1;
  double m_bestAccuracy = -1, m_bestLoss = std::numeric_limits<double>::infinity();

  double m_activeBefore = 0;  // seconds of finished step() calls
  Clock::time_point m_enteredAt{};
  bool m_inside = false;
  Clock::time_point m_flushedAt{}, m_syncedAt{};
  double m_speedActive = 0;  // active seconds and step at the last perf/* record
  std::int64_t m_speedStep = 0;

  friend class ActiveTime;
};

// Counts the time spent inside the run's calls; what passes between them is a pause.
class ActiveTime {
 public:
  explicit ActiveTime(LiveRun& run) : m_run(run), m_outer(!run.m_inside) {
    if (!m_outer) return;
    m_run.m_inside = true;
    m_run.m_enteredAt = Clock::now();
  }
  ~ActiveTime() {
    if (!m_outer) return;
    m_run.m_activeBefore += std::chrono::duration<double>(Clock::now() - m_run.m_enteredAt).count();
    m_run.m_inside = false;
  }
  ActiveTime(const ActiveTime&) = delete;
  ActiveTime& operator=(const ActiveTime&) = delete;

 private:
  LiveRun& m_run;
  bool m_outer;
};

double LiveRun::activeSeconds() const {
  return m_activeBefore + (m_inside ? std::chrono::duration<double>(Clock::now() - m_enteredAt).count() : 0);
}

// --- one step ---------------------------------------------------------------------------------------------------------------

bool LiveRun::step() {
  if (ended()) return false;
  const ActiveTime active(*this);
  if (m_info.state != RunState::Running) goOn();
  if (m_info.step >= integer("train.steps")) {
    end("train.steps " + std::to_string(integer("train.steps")) + " reached");
    return false;
  }
  // Its end was cut off, by a kill or a full disk, after the evaluation that decided it.
  if (!m_beyondGoal && reachedGoal()) {
    end(goalReason());
    return false;
  }
  try {
    if (!update()) return false;
    due();
  } catch (const OutOfDeviceMemory& error) {
    pauseForMemory(error.what());
  }
  if (m_info.state == RunState::Running && !m_recorder.failure().empty()) pauseForFailure();
  return m_info.state == RunState::Running;
}

// From created or paused to running.
void LiveRun::goOn() {
  if (!m_recorder.failure().empty()) m_recorder.recover();
  m_info.state = RunState::Running;
  m_info.stopReason.clear();
  m_flushedAt = m_syncedAt = Clock::now();
  m_speedActive = activeSeconds();
  m_speedStep = m_info.step;
  if (m_untold && m_recorder.listener()) {
    m_recorder.listener()->onScalars(lambdaScalars(*m_untold), activeSeconds());
    m_recorder.listener()->onSnapshot(std::exchange(m_untold, nullptr));
  }
  postInfo();
}

// The trainer may run ahead of what it has told: m_info.step counts the updates that were handed over.
bool LiveRun::update() {
  const std::int64_t next = m_info.step + 1;
  const double rate = learningRateAt(m_setup.config, next);
  m_setup.trainer->submit(m_trainExamples, batchIndices(m_setup.config, *m_setup.data, next), rate);
  m_info.step = next;
  m_rates.push_back(rate);
  return settle(false);
}

// Records what has become of the updates; with `all`, of every one. False: one met a number that is not finite, and the run is paused.
bool LiveRun::settle(bool all) {
  for (const StepOutcome& outcome : m_setup.trainer->collect(all)) {
    const std::int64_t step = m_info.step - static_cast<std::int64_t>(m_rates.size()) + 1;
    if (!outcome.fault.empty()) {
      m_rates.clear();
      backToLastGood(step, outcome);
      return false;
    }
    m_recorder.add("train/loss", step, outcome.loss);
    m_recorder.add("train/accuracy", step, outcome.accuracy);
    m_recorder.add("train/grad_norm", step, outcome.gradientNorm);
    m_recorder.add("train/learning_rate", step, m_rates.front());
    m_rates.pop_front();
  }
  return true;
}

// Whether something is due at this step that looks at the state or stands in the records behind its updates.
bool LiveRun::isDue(std::int64_t step) const {
  if (step >= integer("train.steps") || isLogSpaced(step)) return true;
  for (const char* period : {"train.evaluateEvery", "train.snapshotEvery", "train.keepEvery", "train.checkpointEvery"})
    if (every(period, step)) return true;
  return false;
}

void LiveRun::due() {
  const std::int64_t step = m_info.step;
  if (isDue(step) && !settle(true)) return;
  if (hasValidation() && every("train.evaluateEvery", step)) {
    evaluateNow();
    if (reachedGoal()) {
      end(goalReason());
      return;
    }
  }
  if (step >= integer("train.steps")) {
    end("train.steps " + std::to_string(step) + " reached");
    return;
  }
  if (every("train.snapshotEvery", step)) recordSnapshot();
  if (isLogSpaced(step) || every("train.keepEvery", step)) keepWeightsNow();
  if (every("train.checkpointEvery", step)) checkpoint();
  pace(false);
}

// Whether the evaluation at the present step is one of those that may stop the run, and does.
bool LiveRun::reachedGoal() const {
  const double goal = m_setup.config.get<double>("train.stopAt");
  return goal > 0 && m_evaluatedStep == m_info.step && every("train.evaluateEvery", m_info.step) &&
         m_info.finalMetrics.value("valid/accuracy", -1.0) >= goal;
}

std::string LiveRun::goalReason() const {
  return "validation accuracy " + numberText(m_info.finalMetrics.at("valid/accuracy")) + " reached train.stopAt " +
         numberText(m_setup.config.get<double>("train.stopAt")) + " at step " + std::to_string(m_info.step);
}

void LiveRun::evaluateNow() {
  const std::int64_t step = m_info.step;
  if (m_evaluatedStep == step) return;
  m_evaluatedStep = step;
  const ScoreSums sums = evaluateSplit(*m_setup.trainer, m_validExamples, m_setup.data->examples(Split::Valid), integer("train.batch"));
  if (sums.scored == 0) throw std::runtime_error("the validation data hold no scored token: every target is -100");
  const double loss = sums.meanLoss(), accuracy = sums.accuracy();
  m_recorder.add("valid/loss", step, loss);
  m_recorder.add("valid/accuracy", step, accuracy);
  m_info.finalMetrics = {{"step", step}, {"valid/loss", loss}, {"valid/accuracy", accuracy}};

  auto weights = std::make_shared<TensorFile>(weightsFile());
  const bool solvedBefore = m_info.solvedStep >= 0;
  if (!solvedBefore && accuracy >= kSolvedAccuracy) {
    m_info.solvedStep = step;
    m_recorder.tell("solved: validation accuracy " + numberText(accuracy) + " at step " + std::to_string(step));
    if (m_weightsBefore) keepWeights(m_weightsBeforeStep, m_weightsBefore);
    keepWeights(step, weights);
    recordSnapshot();
  } else if (solvedBefore && m_weightsBeforeStep == m_info.solvedStep) {
    keepWeights(step, weights);
  }
  m_weightsBefore = std::move(weights);
  m_weightsBeforeStep = step;

  const bool lowerLoss = loss < m_bestLoss;
  if (m_setup.data->choosesByLoss() ? lowerLoss : accuracy > m_bestAccuracy || (accuracy == m_bestAccuracy && lowerLoss)) {
    m_bestAccuracy = accuracy;
    m_bestLoss = loss;
    m_info.bestMetrics = m_info.finalMetrics;
    m_recorder.sync();
    m_recorder.post([path = m_folder.bestPath(), file = std::make_shared<TensorFile>(checkpointFile())] { writeSafetensors(path, *file); });
  }
  postInfo();
}

Json LiveRun::testMetrics() {
  ExampleCache examples(*m_setup.data, Split::Test, 0);
  const ScoreSums sums = evaluateSplit(*m_setup.trainer, examples, m_setup.data->examples(Split::Test), integer("train.batch"));
  if (sums.scored == 0) return Json::object();
  return {{"test/loss", sums.meanLoss()}, {"test/accuracy", sums.accuracy()}};
}

// How the weights do on validation data of the lengths that task.evaluationLengths names.
void LiveRun::evaluateLengths() {
  if (!hasValidation()) return;
  for (const Json& entry : m_setup.config.value("task.evaluationLengths")) {
    const auto length = entry.get<std::int64_t>();
    const std::string at = "@" + std::to_string(length);
    try {
      const Config config = atLength(m_setup.config, length);
      for (const Problem& problem : problems(config)) throw std::invalid_argument(problem.field + ": " + problem.message);
      const auto data = taskKind(config).open(config);
      ExampleCache examples(*data, Split::Valid, 0);
      const ScoreSums sums = evaluateSplit(*m_setup.trainer, examples, data->examples(Split::Valid), integer("train.batch"));
      if (sums.scored == 0) continue;
      m_info.finalMetrics["valid/loss" + at] = sums.meanLoss();
      m_info.finalMetrics["valid/accuracy" + at] = sums.accuracy();
    } catch (const std::exception& error) {
      m_recorder.tell("not evaluated at length " + std::to_string(length) + ": " + error.what());
      continue;
    }
    for (const char* name : {"valid/loss", "valid/accuracy"}) m_recorder.add(name + at, m_info.step, m_info.finalMetrics.at(name + at).get<double>());
  }
}

// What is reported: the test set, which nothing was chosen by, with the last weights and with those that validation chose.
void LiveRun::testNow() {
  const std::int64_t count = m_setup.data->examples(Split::Test);
  if (count == 0 || count == TaskData::kUnlimited) return;
  if (!m_info.finalMetrics.is_object()) m_info.finalMetrics = {{"step", m_info.step}};
  m_info.finalMetrics.update(testMetrics());
  if (!m_info.bestMetrics.is_object()) return;
  if (m_info.bestMetrics.value("step", std::int64_t{-1}) == m_info.step) {
    m_info.bestMetrics = m_info.finalMetrics;
    return;
  }
  m_recorder.drain();
  if (!m_recorder.failure().empty()) return;
  const TensorFile now = m_setup.trainer->save(true);
  try {
    m_setup.trainer->loadWeights(readKeptWeights(m_folder.bestPath()).file);
    m_info.bestMetrics.update(testMetrics());
  } catch (const std::runtime_error& error) {
    m_recorder.tell(std::string("the best weights were not tested: ") + error.what());
  }
  m_setup.trainer->loadWeights(now);
  m_setup.trainer->loadOptimizer(now);
}

// --- what is kept ---------------------------------------------------------------------------------------------------------------

void LiveRun::recordSnapshot() {
  const std::int64_t step = m_info.step;
  if (m_snapshotStep == step || !hasScales()) return;
  m_snapshotStep = step;
  auto snapshot = std::make_shared<const LambdaSnapshot>(takeSnapshot(*m_setup.trainer, m_probe, step));
  for (const Scalar& scalar : lambdaScalars(*snapshot)) m_recorder.add(scalar.tag, step, scalar.value);
  if (m_recorder.listener()) {
    m_recorder.listener()->onSnapshot(snapshot);
  } else {
    m_untold = snapshot;
  }
  // Computed again after a resume it would be the same; what stands on disk stays.
  if (std::find(m_lambdaOnDisk.begin(), m_lambdaOnDisk.end(), step) != m_lambdaOnDisk.end()) return;
  m_lambdaOnDisk.push_back(step);
  std::sort(m_lambdaOnDisk.begin(), m_lambdaOnDisk.end());
  m_recorder.post([path = m_folder.lambdaPath(step), snapshot] { writeLambdaSnapshot(path, *snapshot); });

  std::vector<std::int64_t> keep;
  if (m_info.solvedStep >= 0) keep.push_back(m_info.solvedStep);
  const auto budget = static_cast<std::size_t>(integer("train.snapshotBudgetMB")) * 1000000u;
  for (const std::int64_t old : stepsToThin(m_lambdaOnDisk, snapshot->bytes(), budget, keep)) {
    std::erase(m_lambdaOnDisk, old);
    m_recorder.post([path = m_folder.lambdaPath(old)] { std::filesystem::remove(path); });
  }
}

void LiveRun::keepWeights(std::int64_t step, std::shared_ptr<const TensorFile> weights) {
  if (std::find(m_weightsOnDisk.begin(), m_weightsOnDisk.end(), step) != m_weightsOnDisk.end()) return;
  m_weightsOnDisk.push_back(step);
  m_recorder.post([path = m_folder.weightsPath(step), weights = std::move(weights)] { writeSafetensors(path, *weights); });
}

void LiveRun::checkpoint() {
  const std::int64_t step = m_info.step;
  if (m_checkpointStep == step) return;
  m_checkpointStep = step;
  m_recorder.flush(activeSeconds());
  m_recorder.sync();
  m_recorder.post([folder = m_folder, step, file = std::make_shared<TensorFile>(checkpointFile())] {
    writeSafetensors(folder.checkpointPath(step), *file);
    if (readSafetensors(folder.checkpointPath(step)).tensors.size() != file->tensors.size())
      throw std::runtime_error(folder.checkpointPath(step).string() + ": what was written does not read back");
    const std::vector<std::int64_t> steps = folder.checkpointSteps();
    for (std::size_t i = 0; i + kKeptCheckpoints < steps.size(); ++i) std::filesystem::remove(folder.checkpointPath(steps[i]));
  });
  postInfo();
}

TensorFile LiveRun::weightsFile() const {
  TensorFile file = m_setup.trainer->save(false);
  file.metadata["format"] = "pt";
  file.metadata["step"] = std::to_string(m_info.step);
  file.metadata["run"] = m_info.id;
  return file;
}

TensorFile LiveRun::checkpointFile() const {
  TensorFile file = m_setup.trainer->save(true);
  const std::string config = m_setup.config.text();
  file.metadata["format"] = "pt";  // what readers of safetensors expect
  file.metadata["fenwick.format"] = "1";
  file.metadata["step"] = std::to_string(m_info.step);
  file.metadata["run"] = m_info.id;
  file.metadata["config"] = config;
  file.metadata["config.hash"] = hexText(fnv1a(config));
  file.metadata["threads"] = std::to_string(m_info.threads);
  // Nothing is drawn in sequence, so the names of the streams and the step are the whole state of every generator.
  file.metadata["generators"] = "philox4x32-10 named by (train.seed, parameter), (task.seed, split, index), (train.orderSeed, step)";
  file.metadata["data.position"] = std::to_string(m_info.step);
  file.metadata["active.seconds"] = exactText(activeSeconds());
  file.metadata["solved.step"] = std::to_string(m_info.solvedStep);
  file.metadata["best"] = metricsForFile(m_info.bestMetrics).dump();
  file.metadata["final"] = metricsForFile(m_info.finalMetrics).dump();
  return file;
}

void LiveRun::adopt(const TensorFile& checkpoint) {
  const CheckpointState state = checkpointState(checkpoint);
  m_info.step = state.step;
  m_info.solvedStep = state.solvedStep;
  m_info.bestMetrics = state.bestMetrics;
  m_info.finalMetrics = state.finalMetrics;
  m_activeBefore = std::max(m_activeBefore, state.activeSeconds);
  m_bestAccuracy = m_info.bestMetrics.is_object() ? m_info.bestMetrics.value("valid/accuracy", -1.0) : -1;
  m_bestLoss = m_info.bestMetrics.is_object() ? m_info.bestMetrics.value("valid/loss", HUGE_VAL) : HUGE_VAL;
  m_checkpointStep = m_info.step;
  if (m_info.finalMetrics.is_object()) m_evaluatedStep = m_info.finalMetrics.value("step", std::int64_t{-1});
  // As after that evaluation; its weights are at hand where the checkpoint was made at it.
  m_weightsBeforeStep = m_evaluatedStep;
  m_weightsBefore = m_evaluatedStep == m_info.step ? std::make_shared<TensorFile>(weightsFile()) : nullptr;
}

// Training time that was lost with the steps after the checkpoint was spent all the same.
void LiveRun::adoptRecorded() {
  const double recorded = m_recorder.lastRecorded("perf/active_seconds");
  if (std::isfinite(recorded)) m_activeBefore = std::max(m_activeBefore, recorded);
  m_activeBefore = std::max(m_activeBefore, m_info.activeSeconds);
}

void LiveRun::begin() {
  recordSnapshot();
  keepWeightsNow();
  checkpoint();
  m_recorder.drain();
  if (const std::string failure = m_recorder.failure(); !failure.empty()) throw std::runtime_error(failure);
}

// --- pausing and ending ----------------------------------------------------------------------------------------------------------

void LiveRun::snapshotNow() {
  if (!m_recorder.listener() || !hasScales()) return;
  if (!settle(true)) return;
  m_recorder.listener()->onSnapshot(std::make_shared<const LambdaSnapshot>(takeSnapshot(*m_setup.trainer, m_probe, m_info.step)));
}

void LiveRun::pause(const std::string& reason) {
  if (ended()) return;
  const ActiveTime active(*this);
  if (!settle(true)) return;
  recordSpeed();
  checkpoint();
  m_info.state = RunState::Paused;
  m_info.stopReason = reason;
  pace(true);
  m_recorder.drain();
  if (!m_recorder.failure().empty()) pauseForFailure();
}

void LiveRun::finish(const std::string& reason) {
  if (ended()) return;
  const ActiveTime active(*this);
  if (settle(true)) end(reason);
}

void LiveRun::end(const std::string& reason) {
  if (hasValidation()) evaluateNow();
  evaluateLengths();
  testNow();
  recordSnapshot();
  keepWeightsNow();
  recordSpeed();
  checkpoint();
  m_info.state = RunState::Finished;
  m_info.stopReason = reason;
  pace(true);
  m_recorder.drain();
  if (!m_recorder.failure().empty()) pauseForFailure();
}

// The newest whole checkpoint whose weights are all finite; a run that began with others stays at its beginning.
std::int64_t LiveRun::loadLastGood() {
  const std::vector<std::int64_t> steps = m_folder.checkpointSteps();
  bool loaded = false;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    try {
      const TensorFile file = readKeptWeights(m_folder.checkpointPath(*step)).file;
      m_setup.trainer->loadWeights(file);
      m_setup.trainer->loadOptimizer(file);
      adopt(file);
    } catch (const std::exception& error) {
      m_recorder.tell(std::string("passed over a damaged checkpoint (") + error.what() + ")");
      continue;
    }
    loaded = true;
    if (m_setup.trainer->firstNonFiniteWeight().empty()) break;
  }
  if (!loaded) throw std::runtime_error(m_folder.path().string() + " holds no whole checkpoint to go back to");
  return m_info.step;
}

void LiveRun::backToLastGood(std::int64_t failedStep, const StepOutcome& outcome) {
  m_recorder.flush(activeSeconds());
  m_recorder.sync();
  m_recorder.drain();
  const std::int64_t good = loadLastGood();

  m_info.state = RunState::Paused;
  m_info.stopReason = "update " + std::to_string(failedStep) + " was not made: " + outcome.fault + " is not finite (loss " +
                      numberText(outcome.loss) + ", gradient norm " + numberText(outcome.gradientNorm) + "). The run is back at step " +
                      std::to_string(good) + ", its last good checkpoint; fork it from there with a lower train.learningRate than " +
                      numberText(m_setup.config.get<double>("train.learningRate")) + ".";
  m_recorder.tell(m_info.stopReason);
  pace(true);
  m_recorder.drain();
}

// The disk refuses: nothing more is written until somebody lets the run go on, and nothing is lost meanwhile.
void LiveRun::pauseForFailure() {
  m_info.state = RunState::Paused;
  m_info.stopReason = "paused at step " + std::to_string(m_info.step) + ": " + m_recorder.failure();
  m_info.activeSeconds = activeSeconds();
  m_recorder.flush(activeSeconds());
  m_recorder.tell(m_info.stopReason);
  try {
    m_folder.writeInfo(m_info);
  } catch (const std::exception& error) {
    m_recorder.tell(std::string("the state could not be recorded either: ") + error.what());
  }
}

// The GPU's memory does not do. Weights and moments are those of the updates made so far; they are kept, and the run can go on from here.
void LiveRun::pauseForMemory(const std::string& reason) {
  if (!settle(true)) return;
  m_recorder.tell("step " + std::to_string(m_info.step + 1) + ": " + reason);
  pause("paused at step " + std::to_string(m_info.step) + ": " + reason + "; smaller are train.batch, task.length and model.width");
}

// --- records -----------------------------------------------------------------------------------------------------------------------

void LiveRun::recordSpeed() {
  const double now = activeSeconds(), seconds = now - m_speedActive;
  const std::int64_t steps = m_info.step - m_speedStep;
  if (steps <= 0 || seconds <= 0) return;
  const double rate = static_cast<double>(steps) / seconds;
  m_recorder.add("perf/steps_per_second", m_info.step, rate);
  m_recorder.add("perf/tokens_per_second", m_info.step, rate * static_cast<double>(integer("train.batch") * m_setup.data->length()));
  m_recorder.add("perf/active_seconds", m_info.step, now);
  m_speedActive = now;
  m_speedStep = m_info.step;
}

// Batches at most 30 times a second, speed and durability about once a second.
void LiveRun::pace(bool now) {
  const Clock::time_point time = Clock::now();
  const bool syncs = now || time - m_syncedAt >= kSyncPeriod;
  if (syncs && !now) recordSpeed();
  if (now || syncs || time - m_flushedAt >= kBatchPeriod) {
    m_recorder.flush(activeSeconds());
    m_flushedAt = time;
  }
  if (!syncs) return;
  m_recorder.sync();
  m_syncedAt = time;
  postInfo();
}

void LiveRun::postInfo() {
  m_info.activeSeconds = activeSeconds();
  m_recorder.post([folder = m_folder, info = m_info] { folder.writeInfo(info); });
}

// --- making runs ---------------------------------------------------------------------------------------------------------------------

RunInfo newInfo(const RunSetup& setup, const std::filesystem::path& out) {
  const MachineReport machine = inspectMachine();
  RunInfo info;
  info.id = newUuid();
  info.name = std::filesystem::absolute(out).lexically_normal().filename().string();
  info.created = utcNow();
  info.device = setup.trainer->onCuda() ? "cuda" : "cpu";
  info.threads = setup.trainer->threads();
  info.preset = presetNameOf(setup.config);
  info.versions = {{"fenwick", machine.fenwickVersion}, {"libtorch", machine.torchVersion}, {"compiler", machine.compiler}};
  info.dataChecksums = Json::object();
  for (const Split split : {Split::Train, Split::Valid})
    if (setup.data->examples(split) > 0) info.dataChecksums[splitName(split)] = hexText(setup.data->checksum(split, kChecksummed));
  info.parameters = summarize(setup.config).parameters;
  return info;
}

// A build with CUDA that is left to choose, on a machine where it cannot be used.
void warnOfDevice(const DeviceOptions& device, std::vector<std::string>& warnings) {
  const MachineReport machine = inspectMachine();
  if (device.device == "auto" && machine.builtWithCuda && !machine.cudaUsable)
    warnings.push_back("this runs on the CPU, since " + machine.cudaReason);
}

void refuseUsedFolder(const std::filesystem::path& out) {
  std::error_code error;
  if (startWasCutOff(out)) return;
  if (std::filesystem::exists(out, error) && !std::filesystem::is_directory(out, error))
    throw std::runtime_error(out.string() + " exists and is no folder");
  if (!std::filesystem::exists(out, error) || std::filesystem::is_empty(out, error)) return;
  throw std::runtime_error(out.string() + (RunFolder::looksLikeRun(out) ? " holds a run already; go on with it by --resume, or choose another folder"
                                                                         : " is not empty; choose another folder"));
}

void makeFolders(const RunFolder& folder) {
  for (const std::filesystem::path& file : {folder.checkpointPath(0), folder.weightsPath(0), folder.lambdaPath(0)})
    std::filesystem::create_directories(file.parent_path());
}

std::unique_ptr<LiveRun> lay(RunSetup setup, const std::filesystem::path& out, RunInfo info, std::vector<std::string> warnings) {
  std::filesystem::create_directories(out);
  auto lock = std::make_unique<RunLock>(out);
  const RunFolder folder(out);
  makeFolders(folder);
  // What a start that was cut off left of other weights.
  for (const std::filesystem::path& file : {folder.lambdaPath(info.step), folder.weightsPath(info.step)}) std::filesystem::remove(file);
  // In this order: where there is a config.json, run.json tells whose weights step 0 has.
  folder.writeInfo(info);
  folder.writeConfig(setup.config);
  return std::make_unique<LiveRun>(std::move(setup), folder, std::move(lock), std::move(info), std::move(warnings));
}

// A run that was killed before its first checkpoint: nothing had been trained, and drawn weights are drawn again.
std::unique_ptr<LiveRun> startAgain(const RunFolder& folder, std::unique_ptr<RunLock> lock, Config config, RunInfo info,
                                    const DeviceOptions& device) {
  if (!info.parentId.empty() || !info.initialWeights.empty())
    throw std::runtime_error(folder.path().string() +
                             ": its start was cut off before the first checkpoint, which other weights were to make; begin it again without --resume");
  RunSetup setup = setUp(config, device);
  info.threads = setup.trainer->threads();
  std::vector<std::string> warnings{"the start of this run was cut off before its first checkpoint; it begins at step 0"};
  auto run = std::make_unique<LiveRun>(std::move(setup), folder, std::move(lock), std::move(info), std::move(warnings));
  run->begin();
  return run;
}

std::string superfluousWarning(const std::filesystem::path& path, const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return path.string() + " holds tensors that this model does not have: " + list;
}

// Loads the parent's weights; where their shapes do not fit, names the settings that differ.
void loadParent(RunSetup& setup, const KeptWeights& parent, const Config& parentConfig) {
  try {
    setup.trainer->loadWeights(parent.file);
  } catch (const std::invalid_argument& error) {
    std::string faults;
    for (const char* path : kShapeSettings)
      if (parentConfig.value(path) != setup.config.value(path))
        faults += (faults.empty() ? "" : "\n") + std::string(path) + ": shapes the weights, so a fork keeps the parent's " +
                  parentConfig.value(path).dump() + "; got " + setup.config.value(path).dump();
    throw std::invalid_argument(faults.empty() ? error.what() : faults);
  }
}

}  // namespace

std::unique_ptr<TrainingRun> TrainingRun::create(const Config& config, const std::filesystem::path& out, const DeviceOptions& device,
                                                 const std::filesystem::path& initialWeights) {
  RunSetup setup = setUp(config, device);
  refuseUsedFolder(out);
  std::vector<std::string> warnings;
  warnOfDevice(device, warnings);
  if (!initialWeights.empty()) {
    const std::vector<std::string> superfluous = setup.trainer->loadWeights(readSafetensors(initialWeights));
    if (!superfluous.empty()) warnings.push_back(superfluousWarning(initialWeights, superfluous));
  }
  RunInfo info = newInfo(setup, out);
  if (!initialWeights.empty()) info.initialWeights = std::filesystem::absolute(initialWeights).string();
  auto run = lay(std::move(setup), out, std::move(info), std::move(warnings));
  run->begin();
  return run;
}

std::unique_ptr<TrainingRun> TrainingRun::resume(const std::filesystem::path& path, const DeviceOptions& device,
                                                 std::optional<std::int64_t> steps) {
  if (!RunFolder::looksLikeRun(path)) throw std::runtime_error(path.string() + " is no run folder: it lacks config.json or run.json");
  const RunFolder folder(path);
  auto lock = std::make_unique<RunLock>(path);
  makeFolders(folder);
  Config config = folder.readConfig();
  RunInfo info = folder.readInfo();
  if (info.state == RunState::Created && folder.checkpointSteps().empty()) {
    if (steps)
      for (const Problem& problem : config.set("train.steps", *steps)) throw std::invalid_argument(problem.field + ": " + problem.message);
    folder.writeConfig(config);
    return startAgain(folder, std::move(lock), std::move(config), std::move(info), device);
  }
  std::vector<std::string> warnings;
  warnOfDevice(device, warnings);
  const KeptWeights checkpoint = newestCheckpoint(folder);

  const std::int64_t planned = config.get<std::int64_t>("train.steps");
  if (steps && *steps != planned) {
    if (*steps < checkpoint.step)
      throw std::invalid_argument("train.steps: the run is at step " + std::to_string(checkpoint.step) + " already, got " + std::to_string(*steps));
    for (const Problem& problem : config.set("train.steps", *steps)) throw std::invalid_argument(problem.field + ": " + problem.message);
    if (config.get<std::string>("train.schedule") == "cosine")
      warnings.push_back("train.steps " + std::to_string(*steps) + " instead of " + std::to_string(planned) +
                         " stretches the cosine schedule: the learning rate jumps here");
  }

  RunSetup setup = setUp(config, device);
  setup.trainer->loadWeights(checkpoint.file);
  if (!setup.trainer->loadOptimizer(checkpoint.file))
    warnings.push_back(checkpoint.path.string() + " holds no whole optimiser state; the optimiser starts fresh");
  for (std::string& sentence : checkpoint.warnings("going on from")) warnings.push_back(std::move(sentence));
  for (const KeptWeights::PassedOver& newer : checkpoint.passedOver) std::filesystem::rename(newer.path, newer.path.string() + ".damaged");
  const int threads = setup.trainer->threads();
  if (info.threads != threads)
    warnings.push_back("the run was made with " + std::to_string(info.threads) + " threads and goes on with " + std::to_string(threads) +
                       "; sums are taken in another order, so its numbers differ in the last digits from an uninterrupted run");
  info.threads = threads;
  info.device = setup.trainer->onCuda() ? "cuda" : "cpu";

  const bool done = info.state == RunState::Finished && info.step == checkpoint.step && !(steps && *steps > checkpoint.step);
  const bool finished = info.state == RunState::Finished;
  if (!done) info.state = RunState::Paused;
  folder.writeConfig(config);
  auto run = std::make_unique<LiveRun>(std::move(setup), folder, std::move(lock), std::move(info), std::move(warnings));
  run->adoptRecorded();
  run->adopt(checkpoint.file);
  if (finished) run->goBeyondGoal();
  return run;
}

std::unique_ptr<TrainingRun> TrainingRun::fork(const RunReference& reference, const Config& config, const std::filesystem::path& out,
                                               const DeviceOptions& device) {
  const RunFolder parentFolder(reference.folder);
  const Config parentConfig = parentFolder.readConfig();
  const RunInfo parentInfo = parentFolder.readInfo();
  const KeptWeights parent = weightsOf(reference, "last");
  RunSetup setup = setUp(config, device);
  refuseUsedFolder(out);
  loadParent(setup, parent, parentConfig);
  if (config.get<std::int64_t>("train.steps") <= parent.step)
    throw std::invalid_argument("train.steps: the fork begins at step " + std::to_string(parent.step) + ", so at least " +
                                std::to_string(parent.step + 1) + ", got " + std::to_string(config.get<std::int64_t>("train.steps")));
  std::vector<std::string> warnings = parent.warnings("beginning at");
  warnOfDevice(device, warnings);
  if (!setup.trainer->loadOptimizer(parent.file))
    warnings.push_back("step " + std::to_string(parent.step) + " of " + reference.folder.string() +
                       " keeps only weights; the optimiser starts fresh");
  RunInfo info = newInfo(setup, out);
  info.parentId = parentInfo.id;
  info.parentStep = parent.step;
  info.step = parent.step;
  auto run = lay(std::move(setup), out, std::move(info), std::move(warnings));
  run->begin();
  return run;
}

}  // namespace fenwick::model
