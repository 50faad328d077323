#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/analysis/attention_weights.h"
#include "model/training/evaluation.h"
#include "model/training/intervention.h"
#include "model/training/training_run.h"

namespace fenwick::model {

// One sequence as the model saw it.
struct ProbedSequence {
  std::shared_ptr<const LambdaSnapshot> snapshot;  // of one sample; λ as it multiplied the states
  std::vector<std::int64_t> predicted;             // [T]; -1 where not scored
  std::vector<HeadParts> heads;                    // layers × heads; empty beyond kWeightsLength tokens, or where the mixer is not a masked product
  std::vector<LevelOutputs> outputs;               // of the same heads
};

// A run's weights, opened to be asked: what it makes of a sequence, and of a split, with λ changed. On the CPU or the GPU; made, used and destroyed on
// one thread.
class Probe {
 public:
  static constexpr std::int64_t kWeightsLength = 1024;

  // The best checkpoint unless told. Throws std::runtime_error naming what is missing.
  static std::unique_ptr<Probe> open(const RunReference& reference, const DeviceOptions& device);
  ~Probe();

  const Config& config() const;
  std::int64_t step() const;
  std::int64_t vocabulary() const;
  LambdaShape shape() const;  // no level where the model has no λ
  Split split() const;        // validation where there is one
  std::int64_t examples() const;

  TokenBatch example(std::int64_t index) const;  // of the split
  ProbedSequence look(const TokenBatch& sequence, const Intervention& intervention) const;
  // Takes a batch of further examples of the split, from `first` on, into `into`; returns the next first, or -1 where none is left.
  std::int64_t score(const Intervention& intervention, std::int64_t first, SplitScore& into) const;

 private:
  struct State;
  explicit Probe(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

// The sequence with another token at a position. Where a value is exchanged, what asks for it asks for the new one. Throws std::invalid_argument for a
// position or token that is not there, or more than one sequence.
TokenBatch withToken(TokenBatch sequence, std::int64_t position, std::int64_t token, std::int64_t vocabulary);

}  // namespace fenwick::model
