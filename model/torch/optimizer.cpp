#include "model/torch/optimizer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <cmath>
#include <stdexcept>

#include "model/torch/tensors.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kBlock = 1 << 16;  // entries whose squares one thread adds up at a time

template <class T>
double sumOfSquares(const T* values, std::int64_t count) {
  double lanes[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (int j = 0; j < 8; ++j) lanes[j] += static_cast<double>(values[i + j]) * static_cast<double>(values[i + j]);
  for (; i < count; ++i) lanes[0] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

double sumOfSquares(const at::Tensor& tensor) {
  const at::Tensor dense = tensor.contiguous();
  const std::int64_t count = dense.numel(), blocks = (count + kBlock - 1) / kBlock;
  const auto block = [&](std::int64_t b) {
    const std::int64_t first = b * kBlock, length = std::min(kBlock, count - first);
    return dense.scalar_type() == at::kDouble ? sumOfSquares(dense.const_data_ptr<double>() + first, length)
                                              : sumOfSquares(dense.const_data_ptr<float>() + first, length);
  };
  if (blocks == 1) return block(0);
  std::vector<double> parts(static_cast<std::size_t>(blocks));
  at::parallel_for(0, blocks, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t b = begin; b < end; ++b) parts[static_cast<std::size_t>(b)] = block(b);
  });
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

}  // namespace

Optimizer::Optimizer(const std::vector<NamedParameter>& parameters, const OptimizerOptions& options)
    : m_parameters(parameters), m_options(options) {
  m_step = at::zeros({}, at::kFloat);
  m_scale = at::ones({}, at::kFloat);
  for (const bool decays : {true, false}) {
    Group group;
    group.decay = decays ? options.weightDecay : 0;
    m_groups.push_back(group);
  }
  // Without decay one group is enough, and one call of the fused update.
  for (const NamedParameter& parameter : m_parameters) {
    const at::Tensor values = parameter.tensor.detach();
    m_first.push_back(at::zeros_like(values));
    m_second.push_back(at::zeros_like(values));
    Group& group = m_groups[parameter.decays || options.weightDecay == 0 ? 0 : 1];
    group.parameters.push_back(values);
    group.first.push_back(m_first.back());
    group.second.push_back(m_second.back());
    group.steps.push_back(m_step);
  }
}

double Optimizer::gradientNorm() const {
  double sum = 0;
  for (const NamedParameter& parameter : m_parameters)
    if (parameter.tensor.grad().defined()) sum += sumOfSquares(parameter.tensor.grad());
  return std::sqrt(sum);
}

std::string Optimizer::firstNonFiniteGradient() const {
  std::string first;
  for (const NamedParameter& parameter : m_parameters) {
    const at::Tensor& gradient = parameter.tensor.grad();
    if (!gradient.defined() || (!first.empty() && first < parameter.name)) continue;
    if (!std::isfinite(sumOfSquares(gradient))) first = parameter.name;
  }
  return first;
}

void Optimizer::apply(double learningRate, double norm) {
  // Clipping as in PyTorch: gradients times clip / (norm + 1e-6) where that is below 1. The fused update divides by its scale.
  const bool clips = m_options.clipNorm > 0 && norm + 1e-6 > m_options.clipNorm;
  std::optional<at::Tensor> scale;
  if (clips) scale = m_scale.fill_((norm + 1e-6) / m_options.clipNorm);
  ++m_updates;
  m_step.fill_(static_cast<double>(m_updates));
  std::size_t offsets[2] = {0, 0};
  std::vector<at::Tensor> gradients[2];
  for (const NamedParameter& parameter : m_parameters) {
    const std::size_t g = parameter.decays || m_options.weightDecay == 0 ? 0 : 1;
    const at::Tensor& gradient = parameter.tensor.grad();
    gradients[g].push_back(gradient.defined() ? gradient : at::zeros_like(m_groups[g].parameters[offsets[g]]));
    ++offsets[g];
  }
  for (std::size_t g = 0; g < m_groups.size(); ++g) {
    Group& group = m_groups[g];
    if (group.parameters.empty()) continue;
    if (m_options.decoupledDecay) {
      at::_fused_adamw_(group.parameters, gradients[g], group.first, group.second, {}, group.steps, learningRate,
                        m_options.beta1, m_options.beta2, group.decay, m_options.epsilon, false, false, scale, {});
    } else {
      at::_fused_adam_(group.parameters, gradients[g], group.first, group.second, {}, group.steps, learningRate,
                       m_options.beta1, m_options.beta2, group.decay, m_options.epsilon, false, false, scale, {});
    }
  }
}

void Optimizer::clearGradients() {
  for (NamedParameter& parameter : m_parameters) parameter.tensor.mutable_grad().reset();
}

void Optimizer::store(TensorFile& file) const {
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    file.tensors["exp_avg." + m_parameters[i].name] = toHost(m_first[i]);
    file.tensors["exp_avg_sq." + m_parameters[i].name] = toHost(m_second[i]);
  }
  file.metadata["optimizer.updates"] = std::to_string(m_updates);
}

bool Optimizer::restore(const TensorFile& file) {
  const auto updates = file.metadata.find("optimizer.updates");
  bool whole = updates != file.metadata.end();
  for (const NamedParameter& parameter : m_parameters)
    for (const char* prefix : {"exp_avg.", "exp_avg_sq."}) {
      const auto found = file.tensors.find(prefix + parameter.name);
      whole = whole && found != file.tensors.end() && found->second.shape == parameter.tensor.sizes().vec();
    }
  if (!whole) {
    reset();
    return false;
  }
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    m_first[i].copy_(fromHost(file.tensors.at("exp_avg." + m_parameters[i].name)));
    m_second[i].copy_(fromHost(file.tensors.at("exp_avg_sq." + m_parameters[i].name)));
  }
  m_updates = std::stoll(updates->second);
  return true;
}

void Optimizer::reset() {
  for (std::size_t i = 0; i < m_first.size(); ++i) {
    m_first[i].zero_();
    m_second[i].zero_();
  }
  m_updates = 0;
}

}  // namespace fenwick::model
