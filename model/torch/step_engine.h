#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/torch/trainer.h"

namespace fenwick::model {

// Where a trainer's updates are made if not on the CPU. Belongs to one trainer; used by its thread alone.
class StepEngine {
 public:
  // While it lives, LibTorch's operations of this thread go where the engine's do.
  struct Scope {
    virtual ~Scope() = default;
  };
  virtual ~StepEngine() = default;

  virtual std::unique_ptr<Scope> enter() = 0;
  // As of Trainer. Called within a scope.
  virtual void submit(ExampleCache& examples, std::span<const std::int64_t> indices, double learningRate) = 0;
  virtual void submit(const TokenBatch& batch, double learningRate) = 0;
  virtual std::vector<StepOutcome> collect(bool all) = 0;
  virtual ScoreSums evaluate(const TokenBatch& batch) = 0;
  // After weights or optimiser state were replaced: what stopped before goes on.
  virtual void restart() = 0;
};

}  // namespace fenwick::model
