// summarize, evaluate and lambdaOf: what can be asked of a configuration or of a run's weights without training.

#include <algorithm>
#include <stdexcept>

#include "kernels/fenwick.h"
#include "model/config/mixers.h"
#include "model/torch/block_recipe.h"
#include "model/torch/lambda_head_recipe.h"
#include "model/training/evaluation.h"
#include "model/training/kept_weights.h"
#include "model/training/run_setup.h"
#include "model/training/training_run.h"

namespace fenwick::model {
namespace {

std::vector<int> untrainedLevels(const Config& config, std::int64_t length) {
  std::vector<int> levels;
  if (!mixerKind(config).hasLambda) return levels;
  for (int level = kernels::levelCount(trainedLength(config)); level < kernels::levelCount(length); ++level) levels.push_back(level);
  return levels;
}

RunSetup load(const Config& config, const DeviceOptions& device, const KeptWeights& weights) {
  RunSetup setup = setUp(config, device);
  setup.trainer->loadWeights(weights.file);
  return setup;
}

}  // namespace

std::int64_t trainedLength(const Config& config) {
  const Field* segments = findField("task.segments");
  if (!isRelevant(*segments, config) || config.value("task.segments").empty()) return config.get<std::int64_t>("task.length");
  std::int64_t longest = 0;
  for (const Json& segment : config.value("task.segments")) longest = std::max(longest, segment.at("length").get<std::int64_t>());
  return longest;
}

ModelSummary summarize(const Config& config) {
  const ModelOptions o = modelOptions(config, config.get<std::int64_t>("task.vocabulary"));  // files may be missing yet
  ModelSummary summary;
  for (const ParameterSpec& spec : parameterSpecs(o)) summary.parameters += spec.size();
  const MixerKind& mixer = mixerKind(config);
  if (mixer.hasLambda)
    for (const ParameterSpec& spec : lambdaHeadRecipe(o.lambdaHead).parameters(o)) summary.lambdaParameters += o.layers * spec.size();
  summary.lambdaOverhead =
      static_cast<double>(summary.lambdaParameters) / static_cast<double>(summary.parameters - summary.lambdaParameters);
  const auto length = config.get<std::int64_t>("task.length"), batch = config.get<std::int64_t>("train.batch");
  summary.stateFloats =
      o.layers * (mixer.stateFloats({length, o.groups, o.heads, o.keyDim, o.valueDim()}) + blockRecipe(o.block).stateFloats(o));

  // Two operations per weight and token in the layers' maps; per token and head the chunk's scores and values and one read of the states.
  std::int64_t maps = 0;
  for (std::int64_t layer = 0; layer < o.layers; ++layer)
    for (const ParameterSpec& spec : blockRecipe(o.block).parameters(o, layer)) maps += spec.shape.size() == 2 ? spec.size() : 0;
  const std::int64_t chunk = mixer.hasGate ? std::min(o.chunk, length) : length;
  const std::int64_t attention =
      o.layers * o.heads * ((chunk + 1) / 2 * (o.keyDim + o.valueDim()) + (length > chunk ? 2 * o.keyDim * o.valueDim() : 0));
  summary.flopsPerStep = 3.0 * 2.0 * static_cast<double>(batch * length) * static_cast<double>(maps + attention);
  return summary;
}

std::vector<Evaluation> evaluate(const RunReference& reference, Split split, const std::vector<std::int64_t>& lengths,
                                 const DeviceOptions& device, bool withQueries, std::vector<std::string>* warnings,
                                 const Intervention& intervention) {
  const Config config = RunFolder(reference.folder).readConfig();
  const bool hasLevels = mixerKind(config).hasLambda;  // only they grow with the length
  const std::int64_t trainedLevels = levels(config);
  const std::vector<std::int64_t> wanted = lengths.empty() ? std::vector<std::int64_t>{config.get<std::int64_t>("task.length")} : lengths;
  std::string faults;
  for (const std::int64_t length : wanted)
    if (length < 1 || (hasLevels && kernels::levelCount(length) > trainedLevels))
      faults += (faults.empty() ? "" : "\n") + std::string("lengths: the model has ") + std::to_string(trainedLevels) +
                " levels, enough for 1 to " + std::to_string(std::int64_t{1} << (trainedLevels - 1)) + " tokens, got " + std::to_string(length);
  if (!hasLevels && !intervention.edits.empty())
    faults += (faults.empty() ? "" : "\n") + std::string("model.mixer: ") + mixerKind(config).name + " has no λ to change";
  if (!faults.empty()) throw std::invalid_argument(faults);

  const KeptWeights weights = weightsOf(reference, "best");
  if (warnings) *warnings = weights.warnings(kInsteadOfThem);
  std::vector<Evaluation> results;
  for (const std::int64_t length : wanted) {
    RunSetup setup = load(atLength(config, length), device, weights);
    const std::int64_t count = setup.data->examples(split);
    if (count == 0 || count == TaskData::kUnlimited)
      throw std::invalid_argument(std::string("split: the task has no ") + splitName(split) + " examples");
    ExampleCache examples(*setup.data, split, 0);
    const auto rows = config.get<std::int64_t>("train.batch");
    const bool changed = !intervention.edits.empty();
    SplitScore score;
    if (changed || withQueries) score = scoreSplit(*setup.trainer, examples, count, rows, intervention);
    // Unchanged weights are scored by the way of training, whose very numbers the run recorded.
    const ScoreSums sums = changed ? score : evaluateSplit(*setup.trainer, examples, count, rows);
    if (sums.scored == 0) throw std::runtime_error("the data hold no scored token: every target is -100");
    results.push_back({length, sums.meanLoss(), sums.accuracy(), sums.scored, {}, untrainedLevels(config, length)});
    if (!withQueries) continue;
    results.back().queries = std::move(score.queries);
    if (results.back().queries.empty())
      throw std::invalid_argument("the task " + config.get<std::string>("task.kind") +
                                  " has no queries whose answer stands in their context; they cannot be told apart");
  }
  return results;
}

LambdaSnapshot lambdaOf(const RunReference& reference, const DeviceOptions& device, std::vector<std::string>* warnings) {
  const Config config = RunFolder(reference.folder).readConfig();
  if (!mixerKind(config).hasGate)
    throw std::invalid_argument("model.mixer: " + mixerKind(config).name + " has no λ and no gates to look at");
  const KeptWeights weights = weightsOf(reference, "best");
  if (warnings) *warnings = weights.warnings(kInsteadOfThem);
  const RunSetup setup = load(config, device, weights);
  return takeSnapshot(*setup.trainer, probeBatch(*setup.data, config.get<std::int64_t>("train.snapshotSamples")), weights.step);
}

}  // namespace fenwick::model
