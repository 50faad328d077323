#include "app/cli/recorded_lambda.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "model/config/words.h"
#include "model/training/training_run.h"

namespace fenwick::cli {

using model::LambdaSnapshot;

std::optional<std::int64_t> readLambdaStep(const std::string& text, const model::RunReference& reference, std::vector<model::Problem>& problems) {
  const auto step = readIndex("--step", text, problems);
  if (step && !reference.step.empty()) problems.push_back({"--step", "and RUN@STEP cannot be given together"});
  return step;
}

LambdaSnapshot recordedLambda(model::RunReference reference, std::optional<std::int64_t> step, const model::DeviceOptions& device,
                              std::vector<std::string>& warnings) {
  const model::RunFolder folder(reference.folder);
  const std::vector<std::int64_t> recorded = folder.lambdaSteps();
  if (!step && !reference.step.empty()) {
    step = model::parseInteger(reference.step);
    if (!step) return model::lambdaOf(reference, device, &warnings);  // best or last
  }
  if (!step && !recorded.empty()) step = recorded.back();
  if (!step) return model::lambdaOf(reference, device, &warnings);
  if (std::find(recorded.begin(), recorded.end(), *step) != recorded.end()) return model::readLambdaSnapshot(folder.lambdaPath(*step));
  if (folder.weightsAt(*step)) {
    reference.step = std::to_string(*step);
    return model::lambdaOf(reference, device, &warnings);
  }
  std::vector<std::string> steps;
  for (const std::int64_t known : recorded) steps.push_back(std::to_string(known));
  throw WrongUsage(std::vector<model::Problem>{
      {"--step", "neither λ nor weights of step " + std::to_string(*step) + " are kept; λ is recorded at " + model::joinWords(steps, "and")}});
}

}  // namespace fenwick::cli
