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

void SplitScore::add(const TokenBatch& batch, const TokenScores& scores, std::int64_t first) {
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    SampleScore sample{first + row, 0, 0, 0};
    for (std::int64_t token = row * batch.length; token < (row + 1) * batch.length; ++token) {
      const auto at = static_cast<std::size_t>(token);
      if (batch.targets[at] == kIgnored) continue;
      ++sample.scored;
      sample.correct += scores.correct[at];
      sample.loss -= static_cast<double>(scores.targetLogProb[at]);
    }
    scored += sample.scored;
    correct += sample.correct;
    loss += sample.loss;
    samples.push_back(sample);
  }
  for (Query query : queriesOf(batch, scores.correct, scores.targetLogProb)) {
    query.sample += first;
    queries.push_back(query);
  }
}

TokenScores scoresWith(const Trainer& trainer, const TokenBatch& batch, const Intervention& intervention) {
  if (intervention.edits.empty()) return trainer.scores(batch);
  const ModelOptions& o = trainer.options();
  ForwardCapture capture;
  capture.bounds = lambdaBounds(intervention, {o.layers, o.heads, o.levels, batch.length}, batch);
  return trainer.capture(batch, capture);
}

SplitScore scoreSplit(const Trainer& trainer, ExampleCache& examples, std::int64_t count, std::int64_t rows, const Intervention& intervention) {
  SplitScore score;
  overSplit(trainer, examples, count, rows, [&](const TokenBatch& batch, std::int64_t first) {
    score.add(batch, scoresWith(trainer, batch, intervention), first);
  });
  return score;
}

TokenBatch probeBatch(const TaskData& data, std::int64_t samples) {
  const Split split = data.examples(Split::Valid) > 0 ? Split::Valid : Split::Train;
  TokenBatch batch;
  data.fill(split, range(0, std::min(samples, data.examples(split))), batch);
  return batch;
}

LambdaSnapshot snapshotOf(const Trainer& trainer, const TokenBatch& batch, ForwardCapture capture, TokenScores scores, std::int64_t step) {
  LambdaSnapshot snapshot;
  snapshot.step = step;
  snapshot.layers = static_cast<std::int64_t>(capture.lambda.size());
  snapshot.samples = batch.rows;
  snapshot.length = batch.length;
  snapshot.heads = trainer.options().heads;
  snapshot.levels = trainer.options().levels;
  snapshot.lambda = joined(capture.lambda);
  snapshot.gate = joined(capture.gate);
  snapshot.tokens = batch.inputs;
  snapshot.targets = batch.targets;
  snapshot.roles = batch.roles;
  snapshot.correct = std::move(scores.correct);
  snapshot.targetLogProb = std::move(scores.targetLogProb);
  return snapshot;
}

LambdaSnapshot takeSnapshot(const Trainer& trainer, const TokenBatch& probe, std::int64_t step) {
  ForwardCapture capture;
  TokenScores scores = trainer.capture(probe, capture);
  return snapshotOf(trainer, probe, std::move(capture), std::move(scores), step);
}

}  // namespace fenwick::model
