// Softmax attention over every token before, with rotary positions (Su et al., arXiv 2104.09864): LibTorch's scaled_dot_product_attention.

#include <ATen/ATen.h>

#include <cmath>
#include <limits>

#include "model/torch/mixer.h"

namespace fenwick::model {
namespace {

constexpr double kRotaryBase = 10000;

// Turns features i and i + K/2 of the token at position p by p · base^(-2i/K); an odd last feature stays.
//   x | [B, T, G, K], whose first token stands at `first`
at::Tensor turned(const at::Tensor& x, std::int64_t first) {
  const std::int64_t half = x.size(3) / 2;
  if (half == 0) return x;
  const auto numbers = x.options().requires_grad(false).dtype(x.scalar_type() == at::kDouble ? at::kDouble : at::kFloat);
  const at::Tensor rates = at::pow(kRotaryBase, at::arange(half, numbers) / -static_cast<double>(half));
  const at::Tensor angles = at::outer(at::arange(first, first + x.size(1), numbers), rates).unsqueeze(1);  // [T, 1, K/2]
  const at::Tensor cosine = angles.cos().to(x.scalar_type()), sine = angles.sin().to(x.scalar_type());
  const at::Tensor low = x.narrow(3, 0, half), high = x.narrow(3, half, half);
  std::vector<at::Tensor> parts{low * cosine - high * sine, high * cosine + low * sine};
  if (2 * half < x.size(3)) parts.push_back(x.narrow(3, 2 * half, 1));
  return at::cat(parts, 3);
}

// [B, T, G, K] to [B, H, T, K]
at::Tensor byHead(const at::Tensor& x, std::int64_t heads) {
  const at::Tensor turnedRound = x.transpose(1, 2);
  return x.size(2) == heads ? turnedRound : turnedRound.repeat_interleave(heads / x.size(2), 1);
}

// Keys and values of the tokens so far, in memory that doubles when it is full.
class State : public MixerState {
 public:
  explicit State(const AttentionShape& s)
      : m_keys(at::empty({s.batch, 1, s.groups, s.keyDim})), m_values(at::empty({s.batch, 1, s.heads, s.valueDim})) {}

  at::Tensor step(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales&) override {
    if (m_length == m_keys.size(1)) {
      m_keys = at::cat({m_keys, at::empty_like(m_keys)}, 1);
      m_values = at::cat({m_values, at::empty_like(m_values)}, 1);
    }
    m_keys.select(1, m_length).copy_(turned(k.unsqueeze(1), m_length).squeeze(1));
    m_values.select(1, m_length).copy_(v);
    const at::Tensor query = turned(q.unsqueeze(1), m_length);
    ++m_length;
    const std::int64_t heads = v.size(1);
    return at::scaled_dot_product_attention(byHead(query, heads), byHead(m_keys.narrow(1, 0, m_length), heads),
                                            m_values.narrow(1, 0, m_length).transpose(1, 2))
        .squeeze(2);
  }
  std::int64_t floats() const override { return m_length * (m_keys.numel() / m_keys.size(1) + m_values.numel() / m_values.size(1)); }

 private:
  at::Tensor m_keys, m_values;  // [B, room, G, K] turned, [B, room, H, V]
  std::int64_t m_length = 0;
};

class Softmax : public Mixer {
 public:
  at::Tensor mix(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales&) const override {
    return at::scaled_dot_product_attention(byHead(turned(q, 0), v.size(2)), byHead(turned(k, 0), v.size(2)), v.transpose(1, 2), {}, 0.0, true).transpose(1, 2);
  }
  at::Tensor mixDense(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const TokenScales&) const override {
    const at::Tensor scores = at::matmul(byHead(turned(q, 0), v.size(2)), byHead(turned(k, 0), v.size(2)).transpose(2, 3));
    const at::Tensor later = at::ones({q.size(1), q.size(1)}, q.options().dtype(at::kBool).requires_grad(false)).triu(1);
    const at::Tensor weights = at::softmax((scores / std::sqrt(static_cast<double>(q.size(3)))).masked_fill(later, -std::numeric_limits<double>::infinity()), -1);
    return at::matmul(weights, v.transpose(1, 2)).transpose(1, 2);
  }
  std::unique_ptr<MixerState> begin(const AttentionShape& shape) const override { return std::make_unique<State>(shape); }
};

}  // namespace

MixerEntry softmaxMixer() {
  return {{"softmax", [](const ModelOptions&, std::int64_t) { return std::vector<ParameterSpec>{}; }},
          [](const ModelOptions&, const ParameterLookup&, const std::shared_ptr<AttentionMemory>&) { return std::make_unique<Softmax>(); }};
}

}  // namespace fenwick::model
