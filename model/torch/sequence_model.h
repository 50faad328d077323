#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/torch/block.h"
#include "model/torch/capture.h"
#include "model/torch/model_options.h"

namespace fenwick::model {

struct NamedParameter {
  std::string name;
  at::Tensor tensor;
  bool decays = false;
};

// Embedding, blocks around a mixer (model/torch/blocks, model/torch/mixers), LayerNorm, untied output. Used by one thread at a time.
class SequenceModel {
 public:
  // How the same numbers are computed. Shortcuts: what can be left out for the scored tokens is (the way of training). Chunkwise: every
  // token through every layer; captures always go this way. Dense: the same with the masked product, the `torch-dense` yardstick.
  enum class Attention { Shortcuts, Chunkwise, Dense };

  // Initial weights as ModelOptions::seed draws them, the same on every device. type: at::kFloat or, on the CPU, at::kDouble.
  explicit SequenceModel(const ModelOptions& options, at::ScalarType type = at::kFloat,
                         Attention attention = Attention::Shortcuts, at::Device device = at::kCPU);
  // Another view of the same weights with gradients of its own, for a thread that takes its share of a batch.
  static std::unique_ptr<SequenceModel> sharing(const SequenceModel& model);
  ~SequenceModel();
  SequenceModel(const SequenceModel&) = delete;
  SequenceModel& operator=(const SequenceModel&) = delete;

  const ModelOptions& options() const { return m_options; }
  const std::vector<NamedParameter>& parameters() const { return m_parameters; }
  at::Tensor parameter(const std::string& name) const;  // throws std::out_of_range

  // Throws std::invalid_argument naming every missing or misshapen parameter at once.
  void checkWeights(const TensorFile& file) const;
  // Of a checked file. Returns the superfluous names, optimiser state left out.
  std::vector<std::string> takeWeights(const TensorFile& file);

  // Logits of the tokens at `rows` (indices into the flattened [B·T]; all where undefined): [rows, vocabulary].
  //   inputs | [B, T] int64 |
  // A capture, if any, is filled with what the layers computed on the way; the logits are the same with and without it.
  at::Tensor logits(const at::Tensor& inputs, const at::Tensor& rows, ForwardCapture* capture = nullptr) const;

  // What decoding keeps of the tokens so far, for every layer.
  using State = std::vector<std::unique_ptr<BlockState>>;
  State begin(std::int64_t batch) const;
  // Takes in one token of every sequence, inputs [B] int64, and gives the logits of what follows, [B, vocabulary]. On the CPU.
  at::Tensor step(const at::Tensor& inputs, State& state) const;

 private:
  SequenceModel(const ModelOptions& options, Attention attention, std::vector<NamedParameter> parameters);
  static std::vector<NamedParameter> drawnParameters(const ModelOptions& options, at::ScalarType type, at::Device device);

  ModelOptions m_options;
  Attention m_attention;
  std::shared_ptr<AttentionMemory> m_memory;
  std::vector<NamedParameter> m_parameters;
  std::vector<std::unique_ptr<Block>> m_blocks;
  at::Tensor m_embedding, m_normWeight, m_normBias, m_output;
};

}  // namespace fenwick::model
