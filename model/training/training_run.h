#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/analysis/queries.h"
#include "model/config/config.h"
#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "model/tasks/task.h"
#include "model/training/intervention.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::model {

// What a run tells while it trains, on the thread that calls step().
class TrainingListener {
 public:
  virtual ~TrainingListener() = default;
  // Every recorded number, in order: train/* of each step, valid/* of each evaluation, perf/*.
  // activeSeconds: training time so far, pauses excluded.
  virtual void onScalars(const std::vector<Scalar>& scalars, double activeSeconds) = 0;
  virtual void onSnapshot(std::shared_ptr<const LambdaSnapshot> snapshot) = 0;
  virtual void onMessage(const std::string& sentence) = 0;  // "saved checkpoint 900"
};

struct DeviceOptions {
  std::string device = "auto";  // auto, cpu, cuda
  int threads = 0;              // 0: all cores
};

// One training run in its folder: makes updates, evaluates, records, takes λ snapshots and checkpoints as the configuration says.
// Made, used and destroyed on one thread (LibTorch's thread settings and grad mode are per thread). No Torch type leaves it.
//
// Step n is the state after n updates. A failed file write, a non-finite loss or a non-finite gradient pauses the run at its last good
// checkpoint: step() returns false, state() is Paused or Failed and stopReason() says what happened, naming the tensor or path.
class TrainingRun {
 public:
  // A new run. Throws std::invalid_argument for a faulty configuration and std::runtime_error where `out` exists and is not empty, or
  // cannot be written. `initialWeights`: a safetensors file by parameter name (see the README), empty for drawn ones; superfluous names become
  // warnings().
  static std::unique_ptr<TrainingRun> create(const Config& config, const std::filesystem::path& out, const DeviceOptions& device,
                                             const std::filesystem::path& initialWeights = {});
  // Goes on from the newest whole checkpoint; a damaged one is passed over and told in warnings(). `steps`: a new train.steps.
  static std::unique_ptr<TrainingRun> resume(const std::filesystem::path& folder, const DeviceOptions& device,
                                             std::optional<std::int64_t> steps = {});
  // A new run with the state of another at a kept step: the step axis goes on from there, the parent is recorded.
  static std::unique_ptr<TrainingRun> fork(const RunReference& parent, const Config& config, const std::filesystem::path& out,
                                           const DeviceOptions& device);
  virtual ~TrainingRun() = default;

  virtual void setListener(TrainingListener* listener) = 0;  // not owned; null for none
  virtual const Config& config() const = 0;
  virtual const RunInfo& info() const = 0;
  virtual std::vector<std::string> warnings() const = 0;

  // One update and everything that is due at it. False: the run has ended (see info().state and stopReason).
  virtual bool step() = 0;
  // A λ snapshot of the present state, given to the listener; not recorded.
  virtual void snapshotNow() = 0;
  // Checkpoints, records the state (paused, or interrupted by a signal) and makes everything durable. step() may be called again after it.
  virtual void pause(const std::string& reason) = 0;
  // Evaluates, snapshots and checkpoints at the present step and ends the run as finished.
  virtual void finish(const std::string& reason) = 0;
};

// Sizes that a form shows before anything is trained.
struct ModelSummary {
  std::int64_t parameters = 0;        // all
  std::int64_t lambdaParameters = 0;  // of the λ head beyond dl_proj (Λ, biases, MLPs)
  double lambdaOverhead = 0;          // lambdaParameters / (parameters - lambdaParameters)
  std::int64_t stateFloats = 0;       // numbers that decoding keeps at most once task.length tokens were taken in
  double flopsPerStep = 0;            // forward and backward, for the expected time
};
ModelSummary summarize(const Config& config);

struct Evaluation {
  std::int64_t length = 0;
  double loss = 0;      // nats per scored token
  double accuracy = 0;  // 0 … 1 per scored token
  std::int64_t scored = 0;
  std::vector<Query> queries;  // where they were asked for
  std::vector<int> untrainedLevels;  // that hold tokens at this length and held none in training: their λ was never fitted
};
// The weights at `reference` (best checkpoint unless told) on a split at other lengths; empty `lengths`: the task's own. `withQueries`: also
// what became of each query whose answer stands in the context. Throws std::invalid_argument for a length beyond model.levels, naming the
// longest, and where queries are asked for and the task has none. `warnings` gets a sentence for each damaged checkpoint that was passed over.
// `intervention`: with λ changed on its way to the states; throws std::invalid_argument where the model has no λ, or a change reaches beyond it.
std::vector<Evaluation> evaluate(const RunReference& reference, Split split, const std::vector<std::int64_t>& lengths,
                                 const DeviceOptions& device, bool withQueries = false, std::vector<std::string>* warnings = nullptr,
                                 const Intervention& intervention = {});
// The longest sequence that training saw.
std::int64_t trainedLength(const Config& config);
// Throws std::invalid_argument where the mixer has no λ.
// λ of the first `samples` probe examples (or of the recorded ones) with the weights at `reference`.
LambdaSnapshot lambdaOf(const RunReference& reference, const DeviceOptions& device, std::vector<std::string>* warnings = nullptr);

}  // namespace fenwick::model
