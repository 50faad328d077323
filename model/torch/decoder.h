#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/torch/model_options.h"

namespace fenwick::model {

// A model in its recurrent form: takes in one token after the other and carries on what it must know of them, O(log T) states where the mixer has
// levels, one state where it is linear, all keys and values where it is softmax. Equal to the forward pass up to rounding. float32 on the CPU; made
// and used on one thread.
class Decoder {
 public:
  // Throws std::invalid_argument where the weights do not fit, naming all.
  Decoder(const ModelOptions& options, const TensorFile& weights, int threads);
  ~Decoder();

  const ModelOptions& options() const;
  // Takes in a token, 0 … vocabulary-1, and gives the logits of the one that follows; valid until the next call.
  const std::vector<float>& step(std::int64_t token);
  std::int64_t position() const;     // tokens taken in
  std::int64_t stateFloats() const;  // numbers kept for them

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::model
