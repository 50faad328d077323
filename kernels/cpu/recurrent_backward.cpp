#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/cpu/checks.h"
#include "kernels/cpu/distribute.h"
#include "kernels/cpu/head_state.h"
#include "kernels/cpu/in_double.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

// Seen from the future, the tree is the same: at level l, source s is read by the queries whose bit l-1 is set where that of s is
// clear and whose higher bits are equal, the block of 2^(l-1) tokens behind the block of s. Going back in time, each level gathers
//   R_l = sum over the block's t of  lambda_t^l * exp(gates from the block's start up to t) * q_t dO_t^T
// which every s of the block before reads: dk_s += w R_l v_s, dv_s += w R_l^T k_s, w = exp(gates after s up to the block's start).

namespace fenwick::kernels {

namespace {

// One head of one sequence, in double. Row-major [T, K] and so on.
struct HeadSums {
  std::vector<double> q, k, v, dO, gate;
  std::vector<double> dv;
  std::vector<double>
      readWeight;  // [T] sum of the weights (their part of sum(o * dO)) of the pairs (s, t), s < t, by t
  std::vector<double> passWeight;  // [T] the same by s
};

template <class T>
class HeadBackward {
 public:
  HeadBackward(const Shape& shape, const Inputs<T>& in, const TensorView<const T, 4>& dO, std::int64_t b,
               std::int64_t h)
      : m_shape(shape),
        m_in(in),
        m_b(b),
        m_h(h),
        m_K(static_cast<std::size_t>(shape.keyDim)),
        m_V(static_cast<std::size_t>(shape.valueDim)) {
    const std::int64_t g = h / (shape.heads / shape.groups);
    m_sums.q = rowsOf(in.q, b, g);
    m_sums.k = rowsOf(in.k, b, g);
    m_sums.v = rowsOf(in.v, b, h);
    m_sums.dO = rowsOf(dO, b, h);
    for (std::int64_t t = 0; t < shape.length; ++t) m_sums.gate.push_back(static_cast<double>(in.gate(b, t, h)));
    m_sums.dv.assign(m_sums.v.size(), 0.0);
    m_sums.readWeight.assign(m_sums.gate.size(), 0.0);
    m_sums.passWeight.assign(m_sums.gate.size(), 0.0);
  }

  // dq, dlambda, and what the diagonal gives to dk and dv.
  void forwards(std::vector<double>& dq, std::vector<double>& dk, const TensorView<T, 4>& dlambda) {
    HeadState<double> state(m_shape.keyDim, m_shape.valueDim);
    for (std::int64_t t = 0; t < m_shape.length; ++t) {
      state.takeIn(t, key(t), value(t), m_sums.gate[t]);
      for (std::int64_t level = 0; level < m_shape.levels; ++level) dlambda(m_b, t, m_h, level) = 0;
      dlambda(m_b, t, m_h, 0) = static_cast<T>(diagonal(t, dq, dk));
      for (int level = 1; level < levelCount(t + 1); ++level) {
        if (!isActive(t, level)) continue;
        const double gradient = readBack(t, state.state(level), state.decay(level), lambda(t, level), dq);
        dlambda(m_b, t, m_h, level) = static_cast<T>(gradient);
        m_sums.readWeight[t] += lambda(t, level) * gradient;
      }
    }
  }

  // dk and dv of all pairs off the diagonal.
  void backwards(std::vector<double>& dk) {
    for (int level = 1; level < levelCount(m_shape.length); ++level) backwardsAt(level, dk);
  }

  void finish(const TensorView<T, 4>& dv, const TensorView<T, 3>& dgate) const {
    double across = 0;  // the weights of the pairs s < r <= t: all read at r or later, less those that start there
    for (std::int64_t r = m_shape.length - 1; r >= 0; --r) {
      across += m_sums.readWeight[r] - m_sums.passWeight[r];
      dgate(m_b, r, m_h) = static_cast<T>(r == 0 ? 0.0 : across);
      for (std::size_t j = 0; j < m_V; ++j) dv(m_b, r, m_h, j) = static_cast<T>(m_sums.dv[row(r, m_V) + j]);
    }
  }

 private:
  static std::size_t row(std::int64_t t, std::size_t width) { return static_cast<std::size_t>(t) * width; }
  const double* query(std::int64_t t) const { return m_sums.q.data() + row(t, m_K); }
  const double* key(std::int64_t t) const { return m_sums.k.data() + row(t, m_K); }
  const double* value(std::int64_t t) const { return m_sums.v.data() + row(t, m_V); }
  const double* outputGradient(std::int64_t t) const { return m_sums.dO.data() + row(t, m_V); }
  double lambda(std::int64_t t, int level) const { return static_cast<double>(m_in.lambda(m_b, t, m_h, level)); }

  double diagonal(std::int64_t t, std::vector<double>& dq, std::vector<double>& dk) {
    const double score = dot(query(t), key(t), m_K);
    const double scoreGradient = dot(outputGradient(t), value(t), m_V);
    const double weight = lambda(t, 0);
    for (std::size_t i = 0; i < m_K; ++i) {
      dq[row(t, m_K) + i] += weight * scoreGradient * key(t)[i];
      dk[row(t, m_K) + i] += weight * scoreGradient * query(t)[i];
    }
    for (std::size_t j = 0; j < m_V; ++j) m_sums.dv[row(t, m_V) + j] += weight * score * outputGradient(t)[j];
    return score * scoreGradient;
  }

  double readBack(std::int64_t t, const std::vector<double>& state, double decay, double weight,
                  std::vector<double>& dq) {
    double gradient = 0;
    for (std::size_t i = 0; i < m_K; ++i) {
      const double projected = decay * dot(state.data() + i * m_V, outputGradient(t), m_V);
      gradient += query(t)[i] * projected;
      dq[row(t, m_K) + i] += weight * projected;
    }
    return gradient;
  }

  void backwardsAt(int level, std::vector<double>& dk) {
    const std::int64_t size = std::int64_t{1} << (level - 1);
    std::vector<double> gathered(m_K * m_V);
    for (std::int64_t begin = size; begin < m_shape.length; begin += 2 * size) {
      std::fill(gathered.begin(), gathered.end(), 0.0);
      double gates = 0;
      for (std::int64_t t = begin; t < std::min(begin + size, m_shape.length); ++t) {
        gates += m_sums.gate[t];
        const double weight = lambda(t, level) * std::exp(gates);
        for (std::size_t i = 0; i < m_K; ++i) {
          for (std::size_t j = 0; j < m_V; ++j) gathered[i * m_V + j] += weight * query(t)[i] * outputGradient(t)[j];
        }
      }
      gates = 0;
      for (std::int64_t s = begin - 1; s >= begin - size; --s) {
        passBack(s, gathered, std::exp(gates), dk);
        gates += m_sums.gate[s];
      }
    }
  }

  void passBack(std::int64_t s, const std::vector<double>& gathered, double decay, std::vector<double>& dk) {
    for (std::size_t i = 0; i < m_K; ++i) {
      const double projected = decay * dot(gathered.data() + i * m_V, value(s), m_V);
      dk[row(s, m_K) + i] += projected;
      m_sums.passWeight[s] += projected * key(s)[i];
      for (std::size_t j = 0; j < m_V; ++j) m_sums.dv[row(s, m_V) + j] += decay * key(s)[i] * gathered[i * m_V + j];
    }
  }

  Shape m_shape;
  const Inputs<T>& m_in;
  std::int64_t m_b, m_h;
  std::size_t m_K, m_V;
  HeadSums m_sums;
};

}  // namespace

template <class T>
void recurrentBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       const ParallelFor& loop) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, dO);
  checkGradients(shape, gradients);
  const std::int64_t headsPerGroup = shape.heads / shape.groups;
  const std::int64_t cost = shape.length * shape.keyDim * shape.valueDim * levelCount(shape.length) * headsPerGroup;
  distribute(loop, shape.batch * shape.groups, cost, [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.groups;
    const std::int64_t g = item % shape.groups;
    std::vector<double> dq(static_cast<std::size_t>(shape.length * shape.keyDim), 0.0);
    std::vector<double> dk = dq;
    for (std::int64_t h = g * headsPerGroup; h < (g + 1) * headsPerGroup; ++h) {
      HeadBackward<T> head(shape, inputs, dO, b, h);
      head.forwards(dq, dk, gradients.dlambda);
      head.backwards(dk);
      head.finish(gradients.dv, gradients.dgate);
    }
    for (std::int64_t t = 0; t < shape.length; ++t) {
      for (std::int64_t i = 0; i < shape.keyDim; ++i) {
        gradients.dq(b, t, g, i) = static_cast<T>(dq[t * shape.keyDim + i]);
        gradients.dk(b, t, g, i) = static_cast<T>(dk[t * shape.keyDim + i]);
      }
    }
  });
}

template void recurrentBackward(const Inputs<float>&, const TensorView<const float, 4>&, const Gradients<float>&,
                                const ParallelFor&);
template void recurrentBackward(const Inputs<double>&, const TensorView<const double, 4>&, const Gradients<double>&,
                                const ParallelFor&);

}  // namespace fenwick::kernels
