#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/torch/sequence_model.h"
#include "model/training/optimizer_options.h"

namespace fenwick::model {

// Adam (Kingma & Ba, arXiv 1412.6980) and AdamW (Loshchilov & Hutter, arXiv 1711.05101) on LibTorch's
// fused update, with the global gradient norm clipped first. Weight decay acts only on parameters that are maps or embeddings
// (NamedParameter::decays). Moments are float32 tensors of its own, beside the parameters, so files hold them by the parameter's name.
class Optimizer {
 public:
  Optimizer(const std::vector<NamedParameter>& parameters, const OptimizerOptions& options);

  // The Euclidean norm of all gradients together, summed in double in an order that does not depend on threads.
  double gradientNorm() const;
  // The first parameter whose gradient holds a value that is not finite; empty where none does.
  std::string firstNonFiniteGradient() const;
  // One update; `norm` is what gradientNorm() returned.
  void apply(double learningRate, double norm);
  void clearGradients();

  std::int64_t updates() const { return m_updates; }

  // For whoever makes the updates elsewhere: the moments of parameter i and what belongs to it.
  const at::Tensor& first(std::size_t i) const { return m_first[i]; }
  const at::Tensor& second(std::size_t i) const { return m_second[i]; }
  double decayOf(std::size_t i) const { return m_options.decoupledDecay && m_parameters[i].decays ? m_options.weightDecay : 0; }
  const OptimizerOptions& options() const { return m_options; }
  void countUpdate() { ++m_updates; }

  void store(TensorFile& file) const;          // exp_avg.NAME, exp_avg_sq.NAME, metadata "optimizer.updates"
  bool restore(const TensorFile& file);        // false where the file holds no state for these parameters: the state is fresh then
  void reset();

 private:
  struct Group {
    std::vector<at::Tensor> parameters, first, second, steps;
    double decay = 0;
  };
  std::vector<NamedParameter> m_parameters;
  std::vector<at::Tensor> m_first, m_second;  // moments, parallel to m_parameters
  at::Tensor m_step, m_scale;
  std::vector<Group> m_groups;
  OptimizerOptions m_options;
  std::int64_t m_updates = 0;
};

}  // namespace fenwick::model
