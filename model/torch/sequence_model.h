#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/torch/attention.h"
#include "model/torch/capture.h"
#include "model/torch/lambda_head.h"
#include "model/torch/model_options.h"

namespace fenwick::model {

struct NamedParameter {
  std::string name;
  at::Tensor tensor;
  bool decays = false;
};

// The model of the synthetic study (SCIENCE.md §4): embedding, layers of log-linear attention with post-norm, LayerNorm, untied output.
//   x <- LayerNorm(out(attention(q, k, v, g, λ)) + x),  g = -exp(A) softplus(W_dt x + b_dt)
// Used by one thread at a time.
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

  // Logits of the tokens at `rows` (indices into the flattened [B·T]; all where undefined): [rows, vocabulary].
  //   inputs | [B, T] int64 |
  // A capture, if any, is filled with what the layers computed on the way; the logits are the same with and without it.
  at::Tensor logits(const at::Tensor& inputs, const at::Tensor& rows, ForwardCapture* capture = nullptr) const;

 private:
  struct Layer;
  SequenceModel(const ModelOptions& options, Attention attention, std::vector<NamedParameter> parameters);
  static std::vector<NamedParameter> drawnParameters(const ModelOptions& options, at::ScalarType type, at::Device device);
  at::Tensor product(const at::Tensor& x, const at::Tensor& weight) const;
  at::Tensor layerForward(const Layer& layer, const at::Tensor& x, std::int64_t batch, ForwardCapture* capture) const;
  at::Tensor gateOf(const Layer& layer, const at::Tensor& x) const;
  at::Tensor lambdaOf(const Layer& layer, const at::Tensor& x) const;
  at::Tensor merge(const Layer& layer, const at::Tensor& mixed, const at::Tensor& x) const;
  bool takesSelected(bool onCuda, const AttentionShape& shape) const;
  at::Tensor firstLayer(const Layer& layer, const at::Tensor& tokens, std::int64_t batch) const;
  at::Tensor middleLayer(const Layer& layer, const at::Tensor& x, std::int64_t batch) const;
  at::Tensor lastLayer(const Layer& layer, const at::Tensor& x, const at::Tensor& rows, std::int64_t batch) const;
  AttentionShape shapeOf(std::int64_t tokens, std::int64_t batch) const;

  ModelOptions m_options;
  Attention m_attention;
  std::shared_ptr<AttentionMemory> m_memory;
  std::vector<NamedParameter> m_parameters;
  std::vector<std::unique_ptr<Layer>> m_layers;
  at::Tensor m_embedding, m_normWeight, m_normBias, m_output;
};

}  // namespace fenwick::model
