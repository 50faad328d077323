#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/tasks/task.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::model {

// λ on one level, for tokens of one role.
struct RoleLevel {
  std::int64_t cells = 0;
  double mean = 0;  // NaN where there is no cell
};

// What λ does in one layer and head, over the active cells of a snapshot (an inert cell multiplies an empty state and says nothing).
//
// Shares of its variance are adjusted for the number of groups (ε², Kelley 1935): groups that mean nothing explain about 0, also when each
// holds few cells, and then may come out slightly below it. NaN where λ does not vary or every group holds one cell.
struct LambdaStatistics {
  std::int64_t layer = 0, head = 0;
  std::int64_t cells = 0;
  double mean = 0;
  double variation = 0;      // standard deviation within levels over the mean: how far λ moves at all beside a weight per level
  double levelShare = 0;     // explained by the level alone
  double tokenShare = 0;     // beyond that by the token's identity (level × token)
  double positionShare = 0;  // beyond the level by the position (level × position)
  std::vector<std::pair<Role, std::vector<RoleLevel>>> roles;  // per role that occurs, per level

  // λ of key, value, query and data tokens on the lower half of the levels that occur less that on the upper half, over `mean`.
  double fineLead = 0;  // NaN where the task has no such tokens

  // Over the queries whose answer stands in the context: the share of the effective weight (λ times the gates passed) on the level that
  // holds the answer, and what it would be with every λ alike.
  std::int64_t queries = 0;
  double answerShare = 0, flatAnswerShare = 0;  // NaN without queries
};

// Layer by layer, head by head. Empty where a mixer has no λ.
std::vector<LambdaStatistics> lambdaStatistics(const LambdaSnapshot& snapshot);

// Each number that a curve or a table of runs shows, by the last part of its tag ("token_share"): of one layer and head, and of a run, where
// it is the mean over layers and heads. The answer's shares are those of the last layer alone: it is there that the output is read, while
// earlier layers may bind what belongs together. What is NaN in a layer and head is left out there; NaN where it is so in all.
std::vector<std::pair<std::string, double>> lambdaMeasures(const LambdaStatistics& statistics);
std::vector<std::pair<std::string, double>> meanLambdaMeasures(const std::vector<LambdaStatistics>& all);

}  // namespace fenwick::model
