#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/tasks/task.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::model {

// λ of one level over active cells (inert ones multiply an empty state and are left out), finite values only.
struct LevelMoments {
  std::int64_t count = 0;
  double mean, std;  // std: of the sample (n−1). NaN where count is too small
};

// One entry per level, over all samples and tokens of a layer and head; with a role, over its tokens alone.
std::vector<LevelMoments> lambdaByLevel(const LambdaSnapshot& snapshot, std::int64_t layer, std::int64_t head, std::optional<Role> role);

}  // namespace fenwick::model
