#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/run/run_folder.h"
#include "model/training/lambda_snapshot.h"
#include "model/training/training_run.h"

namespace fenwick::cli {

// --step of a command that also takes RUN@STEP.
std::optional<std::int64_t> readLambdaStep(const std::string& text, const model::RunReference& reference, std::vector<model::Problem>& problems);

// The recorded λ at a step (the last recorded unless given), or what the weights kept of that step give. Throws WrongUsage naming the steps
// there are; `warnings`: as model::lambdaOf.
model::LambdaSnapshot recordedLambda(model::RunReference reference, std::optional<std::int64_t> step, const model::DeviceOptions& device,
                                     std::vector<std::string>& warnings);

}  // namespace fenwick::cli
