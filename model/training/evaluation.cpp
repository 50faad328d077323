#include "model/training/evaluation.h"

#include <algorithm>
#include <numeric>

namespace fenwick::model {
namespace {

std::vector<std::int64_t> range(std::int64_t begin, std::int64_t end) {
  std::vector<std::int64_t> indices(static_cast<std::size_t>(end - begin));
  std::iota(indices.begin(), indices.end(), begin);
  return indices;
}

std::vector<float> joined(const std::vector<std::vector<float>>& layers) {
  std::vector<float> all;
  for (const std::vector<float>& layer : layers) all.insert(all.end(), layer.begin(), layer.end());
  return all;
}

// Calls visit(batch, its first example) for a split, some rows at a time.
template <class Visit>
void overSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows, Visit&& visit) {
  constexpr std::int64_t kTokensOnCuda = 1 << 16;  // a GPU waits longer for the host than it computes on a small batch
  if (trainer.onCuda()) rows = std::max(rows, kTokensOnCuda / std::max<std::int64_t>(examples.length(), 1));
  TokenBatch batch;
  for (std::int64_t begin = 0; begin < count; begin += rows) {
    examples.fill(range(begin, std::min(begin + rows, count)), batch);
    visit(batch, begin);
  }
}

}  // namespace

ScoreSums evaluateSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows) {
  ScoreSums sums;
  overSplit(trainer, examples, count, rows, [&](const TokenBatch& batch, std::int64_t) { sums += trainer.evaluate(batch); });
  return sums;
}

std::vector<Query> scoreQueries(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows) {
  std::vector<Query> all;
  overSplit(trainer, examples, count, rows, [&](const TokenBatch& batch, std::int64_t first) {
    const TokenScores scores = trainer.scores(batch);
    for (Query query : queriesOf(batch, scores.correct, scores.targetLogProb)) {
      query.sample += first;
      all.push_back(query);
    }
  });
  return all;
}

TokenBatch probeBatch(const TaskData& data, std::int64_t samples) {
  const Split split = data.examples(Split::Valid) > 0 ? Split::Valid : Split::Train;
  TokenBatch batch;
  data.fill(split, range(0, std::min(samples, data.examples(split))), batch);
  return batch;
}

LambdaSnapshot takeSnapshot(const Trainer& trainer, const TokenBatch& probe, std::int64_t step) {
  ForwardCapture capture;
  TokenScores scores = trainer.capture(probe, capture);
  LambdaSnapshot snapshot;
  snapshot.step = step;
  snapshot.layers = static_cast<std::int64_t>(capture.lambda.size());
  snapshot.samples = probe.rows;
  snapshot.length = probe.length;
  snapshot.heads = trainer.options().heads;
  snapshot.levels = trainer.options().levels;
  snapshot.lambda = joined(capture.lambda);
  snapshot.gate = joined(capture.gate);
  snapshot.tokens = probe.inputs;
  snapshot.targets = probe.targets;
  snapshot.roles = probe.roles;
  snapshot.correct = std::move(scores.correct);
  snapshot.targetLogProb = std::move(scores.targetLogProb);
  return snapshot;
}

}  // namespace fenwick::model
