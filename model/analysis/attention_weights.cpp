#include "model/analysis/attention_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/fenwick.h"

namespace fenwick::model {
namespace {

std::size_t at(std::int64_t row, std::int64_t columns, std::int64_t column) { return static_cast<std::size_t>(row * columns + column); }

double dot(const float* a, const float* b, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

// Calls visit(s, decay) for every source of query t, the latest first: exp of the gates of s+1 … t, summed over those alone.
template <class Visit>
void eachSource(const HeadParts& head, std::int64_t t, Visit visit) {
  double gates = 0;
  for (std::int64_t s = t; s >= 0; --s) {
    visit(s, std::exp(gates));
    gates += static_cast<double>(head.gate[static_cast<std::size_t>(s)]);
  }
}

}  // namespace

WeightMatrices weightMatrices(const HeadParts& head) {
  const std::int64_t length = head.length;
  WeightMatrices matrices;
  matrices.mask.assign(static_cast<std::size_t>(length * length), 0);
  matrices.weights = matrices.mask;
  for (std::int64_t t = 0; t < length; ++t) {
    eachSource(head, t, [&](std::int64_t s, double decay) {
      const double mask = static_cast<double>(head.lambda[at(t, head.levels, kernels::levelOf(t, s))]) * decay;
      matrices.mask[at(t, length, s)] = static_cast<float>(mask);
      matrices.weights[at(t, length, s)] =
          static_cast<float>(mask * dot(&head.q[at(t, head.keyDim, 0)], &head.k[at(s, head.keyDim, 0)], head.keyDim));
    });
  }
  return matrices;
}

LevelOutputs levelOutputs(const HeadParts& head) {
  LevelOutputs outputs;
  outputs.norm.assign(static_cast<std::size_t>(head.length * head.levels), 0);
  outputs.share = outputs.norm;
  std::vector<double> parts(static_cast<std::size_t>(head.levels * head.valueDim)), whole(static_cast<std::size_t>(head.valueDim));
  for (std::int64_t t = 0; t < head.length; ++t) {
    std::fill(parts.begin(), parts.end(), 0.0);
    std::fill(whole.begin(), whole.end(), 0.0);
    eachSource(head, t, [&](std::int64_t s, double decay) {
      const int level = kernels::levelOf(t, s);
      const double weight = static_cast<double>(head.lambda[at(t, head.levels, level)]) * decay *
                            dot(&head.q[at(t, head.keyDim, 0)], &head.k[at(s, head.keyDim, 0)], head.keyDim);
      for (std::int64_t i = 0; i < head.valueDim; ++i) parts[at(level, head.valueDim, i)] += weight * static_cast<double>(head.v[at(s, head.valueDim, i)]);
    });
    double square = 0;
    for (std::int64_t i = 0; i < head.valueDim; ++i) {
      for (std::int64_t level = 0; level < head.levels; ++level) whole[static_cast<std::size_t>(i)] += parts[at(level, head.valueDim, i)];
      square += whole[static_cast<std::size_t>(i)] * whole[static_cast<std::size_t>(i)];
    }
    for (std::int64_t level = 0; level < head.levels; ++level) {
      double own = 0, along = 0;
      for (std::int64_t i = 0; i < head.valueDim; ++i) {
        const double part = parts[at(level, head.valueDim, i)];
        own += part * part;
        along += part * whole[static_cast<std::size_t>(i)];
      }
      outputs.norm[at(t, head.levels, level)] = static_cast<float>(std::sqrt(own));
      outputs.share[at(t, head.levels, level)] = square > 0 ? static_cast<float>(along / square) : std::numeric_limits<float>::quiet_NaN();
    }
  }
  return outputs;
}

}  // namespace fenwick::model
