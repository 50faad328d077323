#pragma once

#include <cstdint>
#include <span>

#include "kernels/cuda/log_linear_attention.h"

// What a training step does around forward and backward, so that it can be captured once and replayed: examples are gathered, logits are
// scored, gradients are clipped and Adam's update is made from numbers that lie in memory, never in the launch. Like the operator, nothing here
// allocates, waits or copies to the host, and every repeat gives the same bits.

namespace fenwick::kernels::cuda {

inline constexpr int kRing = 64;  // updates that can be on their way at once

// What the host says of update `position` in entry position % kRing of memory that both see.
struct UpdateOrder {
  double learningRate;
  double scored;            // tokens of the batch that count
  std::int64_t adamUpdate;  // 1 = the first
};

// What becomes of it, likewise. `sequence` is written last: position + 1 says that the others stand.
struct UpdateOutcome {
  double loss;          // mean over the scored tokens, nats
  double correct;       // of them
  double gradientNorm;  // before clipping
  std::int32_t made;    // 0: this update or one before it met a number that is not finite; nothing was changed
  std::int32_t tensor;  // whose gradient is not finite, the first in the order of UpdateTensor::rank; -1: none
  std::int64_t sequence;
};

// What lies on the device between the kernels of a step.
struct UpdateState {
  std::int64_t position;  // updates gone through, the ones not made included
  std::int32_t stopped;   // an update was not made, and none after it is
  std::int32_t makes;     // this update is made
  float gradientScale;
  UpdateOrder order;  // of this update
};

// Examples that batches are taken from, on the device or in pinned memory of the host.
//   tokens         | [examples, length] |
//   places, labels | [examples, scored] | where something is asked within the example, and what; label -100: nothing is (padding)
struct ExampleStore {
  const std::int32_t *tokens, *places, *labels;
  std::int64_t length, scored;
};

// Begins an update: takes its order and its examples. `indices` [kRing, rows]: the examples of each update.
//   tokens       | [rows * length] |
//   rows, labels | [rows * scored] | places in the flattened batch
void gatherExamples(const ExampleStore& store, const std::int32_t* indices, const UpdateOrder* orders, UpdateState* state, std::int64_t rowCount,
                    std::int64_t* tokens, std::int64_t* rows, std::int64_t* labels, Stream stream);

// Cross entropy of each row, and its gradient divided by UpdateOrder::scored; a loss that is not finite spoils the gradient too.
//   logits    | [rows, vocabulary] | float, rows side by side
//   losses    | [rows]             | 0 where the label is negative
//   correct   | [rows]             | 1 where the largest logit is the label's
//   dLogits   | like logits        |
void scoreLogits(const float* logits, const std::int64_t* labels, std::int64_t rows, std::int64_t vocabulary, const UpdateState* state,
                 float* losses, float* correct, float* dLogits, Stream stream);

struct UpdateTensor {
  float *values, *first, *second;  // second: of squares
  const float* gradient;           // null: zero
  std::int64_t count;
  float decay;         // of AdamW
  std::int32_t rank;   // by name
};

struct UpdateRule {
  double clipNorm;  // 0: none
  double beta1, beta2, epsilon;
};

// Numbers that updateTensors needs in `sums`.
std::int64_t updateSums(std::int64_t tensors);

// Sums what was scored, writes the outcome and makes the update unless something is not finite. Then the next position begins.
void updateTensors(std::span<const UpdateTensor> tensors, const UpdateRule& rule, const float* losses, const float* correct, std::int64_t rows,
                   UpdateOutcome* outcomes, UpdateState* state, double* sums, Stream stream);

}  // namespace fenwick::kernels::cuda
