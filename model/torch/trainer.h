#pragma once

#include <cstdint>
#include <memory>
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
  ScoreSums& operator+=(const ScoreSums& other);
};

// What a prediction says of each token of a batch: 1 where the scored target was predicted, and its log probability (NaN where not scored).
struct TokenScores {
  std::vector<std::uint8_t> correct;
  std::vector<float> targetLogProb;
};

// The sequence model with its optimiser: the one place where tensors are trained. Free of Torch in its interface; made, used and destroyed
// on one thread.
class Trainer {
 public:
  enum class Attention { Own, Dense };  // Dense: the masked product in LibTorch operations, for comparison

  // threads: of LibTorch's pool for the calling thread, 0 for all cores.
  Trainer(const ModelOptions& model, const OptimizerOptions& optimizer, int threads, Attention attention = Attention::Own);
  ~Trainer();

  const ModelOptions& options() const;
  int threads() const;

  // One update on one batch. Throws std::invalid_argument for a batch without a scored token.
  StepOutcome step(const TokenBatch& batch, double learningRate);
  // Without gradients; nothing changes.
  ScoreSums evaluate(const TokenBatch& batch) const;
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
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::model
