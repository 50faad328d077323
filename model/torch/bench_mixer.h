#pragma once

#include <cstdint>
#include <memory>

#include "model/torch/model_options.h"

namespace fenwick::model {

// One layer around one mixer on random input, prepared for its measurements. CPU, float32; one thread at a time.
class MixerBench {
 public:
  // options: one layer's; block and mixer as there. Sequences of `length` tokens.
  MixerBench(const ModelOptions& options, std::int64_t batch, std::int64_t length, int threads);
  ~MixerBench();

  void forward();          // without gradients
  void forwardBackward();  // with those of the input and of every parameter
  // Decodes one sequence from its first token up to `length`; seconds that the last `timed` tokens took.
  double decode(std::int64_t timed);
  std::int64_t stateFloats() const;  // numbers kept at the end of decode()

  std::int64_t parameters() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

// Gives the memory that the process holds but does not use back to the system, where it can, so that growth can be seen.
void releaseFreedMemory();

}  // namespace fenwick::model
