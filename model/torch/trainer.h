#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/tasks/task.h"
#include "model/torch/capture.h"
#include "model/torch/model_options.h"
#include "model/training/optimizer_options.h"

namespace fenwick::model {

struct StepOutcome {
  double loss = 0;          // nats per scored token
  double accuracy = 0;      // 0 … 1 per scored token
  double gradientNorm = 0;  // before clipping
  std::string fault;        // empty: the update was made. Else it was not, and this names the tensor that is not finite.
};

// Sums over the scored tokens of a batch.
struct ScoreSums {
  double loss = 0;
  std::int64_t correct = 0, scored = 0;
  double meanLoss() const { return loss / static_cast<double>(scored); }  // NaN where nothing was scored
  double accuracy() const { return static_cast<double>(correct) / static_cast<double>(scored); }
  ScoreSums& operator+=(const ScoreSums& other);
};

// What a prediction says of each token of a batch: 1 where the scored target was predicted, its log probability (NaN where not scored), and
// which token was predicted (-1 where not scored).
struct TokenScores {
  std::vector<std::uint8_t> correct;
  std::vector<std::int64_t> predicted;
  std::vector<float> targetLogProb;
};

class ExampleCache;

// Where a trainer computes.
struct TrainerPlace {
  bool cuda = false;
  int threads = 0;    // of LibTorch's pool for the calling thread, 0 for all cores
  bool graph = true;  // on CUDA: a step is captured once and replayed; otherwise it is queued operation by operation, to the same numbers
};

// The GPU has too little memory for what was asked. Nothing was changed, and what had been taken for it is free again.
class OutOfDeviceMemory : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The sequence model with its optimiser: the one place where tensors are trained. Free of Torch in its interface; made, used and destroyed
// on one thread. What computes throws OutOfDeviceMemory where the GPU's memory does not do.
//
// Updates are handed over and their outcomes collected. On the CPU an update is made when it is handed over; on CUDA up to some sixty are on
// their way, and the host does not wait for each. Everything else (evaluate, capture, save) sees the state after all that were handed over.
class Trainer {
 public:
  enum class Attention { Own, Dense };  // Dense: the masked product in LibTorch operations, for comparison

  Trainer(const ModelOptions& model, const OptimizerOptions& optimizer, const TrainerPlace& place, Attention attention = Attention::Own);
  ~Trainer();

  const ModelOptions& options() const;
  int threads() const;
  bool onCuda() const;

  // Hands over one update on these examples of a training set. Throws std::invalid_argument where none of their tokens is scored.
  void submit(ExampleCache& examples, std::span<const std::int64_t> indices, double learningRate);
  // Outcomes not collected yet, in the order of the updates; with `all`, waits for every one. The first fault is the last outcome: updates
  // behind it were not made, and none is until weights are loaded.
  std::vector<StepOutcome> collect(bool all);
  // One update on one batch, and its outcome.
  StepOutcome step(const TokenBatch& batch, double learningRate);
  // Without gradients; nothing changes.
  ScoreSums evaluate(const TokenBatch& batch) const;
  TokenScores scores(const TokenBatch& batch) const;
  TokenScores capture(const TokenBatch& batch, ForwardCapture& capture) const;

  // Parameters by name; `withOptimizer` adds exp_avg.*, exp_avg_sq.* and metadata.
  TensorFile save(bool withOptimizer) const;
  // Throws std::invalid_argument naming every missing or misshapen parameter at once (nothing is changed then). Returns the superfluous names,
  // optimiser state left out.
  std::vector<std::string> loadWeights(const TensorFile& file);
  // False where the file holds no optimiser state: it starts fresh.
  bool loadOptimizer(const TensorFile& file);
  std::string firstNonFiniteWeight() const;  // a name, or empty

 private:
  TokenScores scoresOf(const TokenBatch& batch, ForwardCapture* capture) const;

  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::model
