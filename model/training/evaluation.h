#pragma once

#include <cstdint>

#include "model/analysis/queries.h"
#include "model/torch/trainer.h"
#include "model/training/example_cache.h"
#include "model/training/intervention.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::model {

// Loss and accuracy over a whole split, `rows` examples at a time (more of short ones on CUDA).
ScoreSums evaluateSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows);

// How a split fares: whole, by example and by query; `add` takes in the rows of a batch whose first is example `first`.
struct SampleScore {
  std::int64_t sample = 0, scored = 0, correct = 0;
  double loss = 0;  // nats, summed
};
struct SplitScore : ScoreSums {
  std::vector<SampleScore> samples;
  std::vector<Query> queries;  // of the whole split, by example; empty in tasks whose answers do not stand in the context

  void add(const TokenBatch& batch, const TokenScores& scores, std::int64_t first);
};
// The predictions of a batch with λ changed. Throws std::invalid_argument for a change beyond the model.
TokenScores scoresWith(const Trainer& trainer, const TokenBatch& batch, const Intervention& intervention);
SplitScore scoreSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows, const Intervention& intervention);

// The first `samples` examples of the validation split (of the training split where there is none): the fixed batch that λ is recorded for.
TokenBatch probeBatch(const TaskData& data, std::int64_t samples);
LambdaSnapshot snapshotOf(const Trainer& trainer, const TokenBatch& batch, ForwardCapture capture, TokenScores scores, std::int64_t step);
LambdaSnapshot takeSnapshot(const Trainer& trainer, const TokenBatch& probe, std::int64_t step);

}  // namespace fenwick::model
