#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/fenwick.h"
#include "model/tasks/task.h"

namespace fenwick::model {

// A scored token whose answer stands earlier in its example, as in the recall and copying tasks: where both are, and whether it was found.
struct Query {
  std::int64_t sample = 0;    // row of its batch
  std::int64_t position = 0;  // where the answer must come out
  std::int64_t answer = 0;    // where it stands: the last value or data token before `position` that is the target
  std::int64_t item = 0;      // which of its example's values or data tokens, counted from 0: for MQAR the index of the pair
  std::int64_t pairs = 0;     // key-value pairs of its example; 0 in other tasks
  std::int64_t length = 0;    // of its example, padding left out
  bool conflict = false;      // the token that is asked for also stands before it where it is no key: noise that repeats the key
  bool correct = false;
  double loss = 0;  // nats; NaN where unknown

  std::int64_t distance() const { return position - answer; }
  int level() const { return kernels::levelOf(position, answer); }
};

// The queries of a batch, in its order. `correct`, `targetLogProb`: per token, as TokenScores and λ files hold them. Empty for tasks whose
// answers do not stand in the context.
std::vector<Query> queriesOf(const TokenBatch& batch, std::span<const std::uint8_t> correct, std::span<const float> targetLogProb);

// How the queries fare that share something.
struct Slice {
  std::string label;  // "level 5", "64–127"
  std::int64_t queries = 0, correct = 0;
  double loss = 0;  // mean, nats
  double accuracy() const { return static_cast<double>(correct) / static_cast<double>(queries); }
};

// What queries can be sliced by: pair (index of the pair or data token), distance (to the answer, by powers of two), level (of the
// answer seen from the query), conflict (whether noise repeats the key) and size (pairs and length of the example).
const std::vector<std::string>& sliceKinds();

// Ascending by what they share; slices without a query are left out. Throws std::invalid_argument for a kind that is not there.
std::vector<Slice> slices(const std::vector<Query>& queries, const std::string& by);

}  // namespace fenwick::model
