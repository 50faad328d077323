#include <algorithm>
#include <cstdlib>

#include "kernels/fenwick.h"
#include "model/config/config.h"
#include "model/config/mixers.h"
#include "model/config/words.h"
#include "model/tasks/task.h"

// Relations between settings. Ranges of single ones are refused where they are set.

namespace fenwick::model {
namespace {

// The divisor of `number` nearest to `wanted`, the smaller of two.
std::int64_t nearestDivisor(std::int64_t number, std::int64_t wanted) {
  for (std::int64_t distance = 0;; ++distance) {
    for (const std::int64_t candidate : {wanted - distance, wanted + distance}) {
      if (candidate >= 1 && candidate <= number && number % candidate == 0) return candidate;
    }
  }
}

void checkModel(const Config& config, std::vector<Problem>& problems) {
  const auto width = config.get<std::int64_t>("model.width");
  const auto heads = config.get<std::int64_t>("model.heads");
  const auto groups = config.get<std::int64_t>("model.groups");
  const auto chunk = config.get<std::int64_t>("model.chunk");
  if (width % heads != 0) {
    problems.push_back({"model.heads", std::to_string(heads) + " heads do not divide model.width " + std::to_string(width) +
                                           "; the nearest number that does is " + std::to_string(nearestDivisor(width, heads))});
  }
  if (heads % groups != 0) {
    problems.push_back({"model.groups", std::to_string(groups) + " groups do not divide model.heads " + std::to_string(heads) +
                                            "; the nearest number that does is " + std::to_string(nearestDivisor(heads, groups))});
  }
  if (chunk != 16 && chunk != 32 && chunk != 64) {
    problems.push_back({"model.chunk", "must be 16, 32 or 64, got " + std::to_string(chunk) + "; the nearest permitted value is " +
                                           std::to_string(chunk <= 24 ? 16 : chunk <= 48 ? 32 : 64)});
  }
}

void checkLambda(const Config& config, std::vector<Problem>& problems) {
  if (!mixerKind(config).hasLambda) return;
  std::int64_t longest = config.get<std::int64_t>("task.length");
  for (const Json& length : config.value("task.evaluationLengths")) longest = std::max(longest, length.get<std::int64_t>());
  const std::int64_t needed = kernels::levelCount(longest);
  if (levels(config) < needed) {
    problems.push_back({"model.levels", "must be at least " + std::to_string(needed) + " for sequences of " + std::to_string(longest) +
                                            " tokens, got " + std::to_string(levels(config)) + "; auto takes " +
                                            std::to_string(needed)});
  }
  if (config.isWord("model.lambda.start")) return;
  const double start = config.get<double>("model.lambda.start");
  if (lambdaHead(config) == "ones" && start != 1) {
    problems.push_back({"model.lambda.start", "is 1 for the head ones, got " + numberText(start) + "; the permitted values are auto and 1"});
  }
}

void checkTraining(const Config& config, std::vector<Problem>& problems) {
  const auto steps = config.get<std::int64_t>("train.steps");
  const auto warmup = config.get<std::int64_t>("train.warmup");
  const auto decay = config.get<double>("train.weightDecay");
  if (warmup > steps) {
    problems.push_back({"train.warmup", "must be at most train.steps " + std::to_string(steps) + ", got " + std::to_string(warmup) +
                                            "; the nearest permitted value is " + std::to_string(steps)});
  }
  if (decay != 0 && config.value("train.optimizer") == "adam") {
    problems.push_back({"train.weightDecay", "must be 0 with the optimizer adam, got " + numberText(decay) +
                                                 "; adamw applies it, or set train.weightDecay=0"});
  }
}

// A batch of distinct examples cannot be larger than the set it is drawn from.
void checkBatch(const Config& config, std::vector<Problem>& problems) {
  const Field* examples = findField("task.examples");
  if (!isRelevant(*examples, config) || config.value("task.order") != "shuffled") return;
  const auto count = config.get<std::int64_t>("task.examples");
  const auto batch = config.get<std::int64_t>("train.batch");
  if (count > 0 && batch > count) {
    problems.push_back({"train.batch", "must be at most task.examples " + std::to_string(count) + ", got " + std::to_string(batch) +
                                           "; the nearest permitted value is " + std::to_string(count)});
  }
}

void checkValidation(const Config& config, std::vector<Problem>& problems) {
  const Field* examples = findField("task.validationExamples");
  if (!isRelevant(*examples, config) || config.get<std::int64_t>("task.validationExamples") > 0) return;
  if (config.get<double>("train.stopAt") > 0) {
    problems.push_back({"train.stopAt", "needs validation examples, and task.validationExamples is 0; set train.stopAt=0, or "
                                        "task.validationExamples to at least 1"});
  }
}

}  // namespace

std::vector<Problem> problems(const Config& config) {
  std::vector<Problem> result = taskKind(config).problems(config);
  checkModel(config, result);
  checkLambda(config, result);
  checkTraining(config, result);
  checkBatch(config, result);
  checkValidation(config, result);
  return result;
}

}  // namespace fenwick::model
