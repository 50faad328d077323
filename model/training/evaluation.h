#pragma once

#include <cstdint>

#include "model/analysis/queries.h"
#include "model/torch/trainer.h"
#include "model/training/example_cache.h"
#include "model/training/lambda_snapshot.h"

namespace fenwick::model {

// Loss and accuracy over a whole split, `rows` examples at a time (more of short ones on CUDA).
ScoreSums evaluateSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows);

// What becomes of every query of a split; Query::sample counts from its first example.
std::vector<Query> scoreQueries(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows);

// The first `samples` examples of the validation split (of the training split where there is none): the fixed batch that λ is recorded for.
TokenBatch probeBatch(const TaskData& data, std::int64_t samples);
LambdaSnapshot takeSnapshot(const Trainer& trainer, const TokenBatch& probe, std::int64_t step);

}  // namespace fenwick::model
