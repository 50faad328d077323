#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/cpu/checks.h"
#include "kernels/cpu/distribute.h"
#include "kernels/cpu/in_double.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

// The reference: the formula as it is written, with every sum in double whatever the tensors hold.

namespace fenwick::kernels {

namespace {

// decay[s] = exp(gate_{s+1} + … + gate_t) for s = 0 … t. The sum starts anew at each t, since the difference of two
// running sums would lose the digits of small gates beside large ones.
template <class T>
void fillDecay(const TensorView<const T, 3>& gate, std::int64_t b, std::int64_t t, std::int64_t h, double* decay) {
  double sum = 0;
  decay[t] = 1;
  for (std::int64_t s = t - 1; s >= 0; --s) {
    sum += static_cast<double>(gate(b, s + 1, h));
    decay[s] = std::exp(sum);
  }
}

template <class T>
void forwardHead(const Shape& shape, const Inputs<T>& in, const TensorView<T, 4>& o, std::int64_t b, std::int64_t h) {
  const std::int64_t g = h / (shape.heads / shape.groups);
  std::vector<double> decay(static_cast<std::size_t>(shape.length));
  std::vector<double> sum(static_cast<std::size_t>(shape.valueDim));
  for (std::int64_t t = 0; t < shape.length; ++t) {
    fillDecay(in.gate, b, t, h, decay.data());
    sum.assign(sum.size(), 0.0);
    for (std::int64_t s = 0; s <= t; ++s) {
      if (decay[s] == 0) continue;
      const double score = dot(in.q.at(b, t, g), in.k.at(b, s, g), shape.keyDim);
      const double lambda = static_cast<double>(in.lambda(b, t, h, levelOf(t, s)));
      addScaled(sum.data(), lambda * decay[s] * score, in.v.at(b, s, h), shape.valueDim);
    }
    for (std::int64_t i = 0; i < shape.valueDim; ++i) o(b, t, h, i) = static_cast<T>(sum[i]);
  }
}

// Sums of gradients of one group of one sequence, kept in double until all its heads are done.
struct GroupSums {
  std::vector<double> dq, dk;         // [T, K]
  std::vector<double> dv;             // [T, V], of one head
  std::vector<double> dgate;          // [T]
  std::vector<double> dlambda;        // [L], of one token
  std::vector<double> decay, weight;  // [T], of one query
};

template <class T>
void backwardHead(const Shape& shape, const Inputs<T>& in, const TensorView<const T, 4>& dO, const Gradients<T>& out,
                  std::int64_t b, std::int64_t h, GroupSums& sums) {
  const std::int64_t g = h / (shape.heads / shape.groups);
  const std::int64_t K = shape.keyDim;
  const std::int64_t V = shape.valueDim;
  sums.dv.assign(static_cast<std::size_t>(shape.length * V), 0.0);
  sums.dgate.assign(static_cast<std::size_t>(shape.length), 0.0);
  for (std::int64_t t = 0; t < shape.length; ++t) {
    fillDecay(in.gate, b, t, h, sums.decay.data());
    sums.dlambda.assign(static_cast<std::size_t>(shape.levels), 0.0);
    const T* q = in.q.at(b, t, g);
    const T* outputGradient = dO.at(b, t, h);
    for (std::int64_t s = 0; s <= t; ++s) {
      sums.weight[s] = 0;
      const double decay = sums.decay[s];
      if (decay == 0) continue;
      const int level = levelOf(t, s);
      const double lambda = static_cast<double>(in.lambda(b, t, h, level));
      const T* k = in.k.at(b, s, g);
      const double score = dot(q, k, K);
      const double scoreGradient = dot(outputGradient, in.v.at(b, s, h), V);
      addScaled(sums.dv.data() + s * V, lambda * decay * score, outputGradient, V);
      addScaled(sums.dq.data() + t * K, lambda * decay * scoreGradient, k, K);
      addScaled(sums.dk.data() + s * K, lambda * decay * scoreGradient, q, K);
      sums.dlambda[level] += decay * score * scoreGradient;
      sums.weight[s] = lambda * decay * score * scoreGradient;
    }
    // gate_r lies between s and t for every s < r <= t.
    double before = 0;
    for (std::int64_t r = 1; r <= t; ++r) {
      before += sums.weight[r - 1];
      sums.dgate[r] += before;
    }
    for (std::int64_t level = 0; level < shape.levels; ++level) {
      out.dlambda(b, t, h, level) = static_cast<T>(sums.dlambda[level]);
    }
  }
  for (std::int64_t t = 0; t < shape.length; ++t) {
    out.dgate(b, t, h) = static_cast<T>(sums.dgate[t]);
    for (std::int64_t i = 0; i < V; ++i) out.dv(b, t, h, i) = static_cast<T>(sums.dv[t * V + i]);
  }
}

template <class T>
void backwardGroup(const Shape& shape, const Inputs<T>& in, const TensorView<const T, 4>& dO, const Gradients<T>& out,
                   std::int64_t b, std::int64_t g) {
  const std::int64_t K = shape.keyDim;
  const auto tokens = static_cast<std::size_t>(shape.length);
  GroupSums sums;
  sums.dq.assign(tokens * static_cast<std::size_t>(K), 0.0);
  sums.dk.assign(tokens * static_cast<std::size_t>(K), 0.0);
  sums.decay.resize(tokens);
  sums.weight.resize(tokens);
  const std::int64_t headsPerGroup = shape.heads / shape.groups;
  for (std::int64_t h = g * headsPerGroup; h < (g + 1) * headsPerGroup; ++h) {
    backwardHead(shape, in, dO, out, b, h, sums);
  }
  for (std::int64_t t = 0; t < shape.length; ++t) {
    for (std::int64_t i = 0; i < K; ++i) {
      out.dq(b, t, g, i) = static_cast<T>(sums.dq[t * K + i]);
      out.dk(b, t, g, i) = static_cast<T>(sums.dk[t * K + i]);
    }
  }
}

std::int64_t costOfHead(const Shape& shape) {
  return shape.length * (shape.length + 1) / 2 * (shape.keyDim + shape.valueDim);
}

}  // namespace

template <class T>
void denseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, const ParallelFor& loop) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, o);
  distribute(loop, shape.batch * shape.heads, costOfHead(shape),
             [&](int, std::int64_t item) { forwardHead(shape, inputs, o, item / shape.heads, item % shape.heads); });
}

template <class T>
void denseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                   const ParallelFor& loop) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, dO);
  checkGradients(shape, gradients);
  distribute(loop, shape.batch * shape.groups, costOfHead(shape), [&](int, std::int64_t item) {
    backwardGroup(shape, inputs, dO, gradients, item / shape.groups, item % shape.groups);
  });
}

template void denseForward(const Inputs<float>&, const TensorView<float, 4>&, const ParallelFor&);
template void denseForward(const Inputs<double>&, const TensorView<double, 4>&, const ParallelFor&);
template void denseBackward(const Inputs<float>&, const TensorView<const float, 4>&, const Gradients<float>&,
                            const ParallelFor&);
template void denseBackward(const Inputs<double>&, const TensorView<const double, 4>&, const Gradients<double>&,
                            const ParallelFor&);

}  // namespace fenwick::kernels
