#include <cmath>
#include <cstddef>

#include "kernels/cpu/gated_delta_head.h"
#include "kernels/cpu/in_double.h"
#include "kernels/fenwick.h"

// The reference: for each query, a row vector w runs backwards over the past,
//   w_t = q_t,  p_ts = beta_s (w_s . k_s),  w_{s-1} = exp(gate_s) (w_s - p_ts k_s),
// and the gradient runs forwards over it again.

namespace fenwick::kernels {
namespace {

// w [T, K] and its products with the keys, of query t.
struct Past {
  std::vector<double> w, score;

  explicit Past(const DeltaHead& head)
      : w(static_cast<std::size_t>(head.length * head.keyDim)), score(static_cast<std::size_t>(head.length)) {}

  const double* at(const DeltaHead& head, std::int64_t s) const { return w.data() + s * head.keyDim; }

  void follow(const DeltaHead& head, std::int64_t t) {
    const std::int64_t K = head.keyDim;
    for (std::int64_t i = 0; i < K; ++i) w[t * K + i] = head.q[t * K + i];
    for (std::int64_t s = t; s >= 0; --s) {
      const double* k = head.k.data() + s * K;
      score[s] = dot(at(head, s), k, K);
      if (s == 0) break;
      const double decay = std::exp(head.gate[s]), along = head.beta[s] * score[s];
      for (std::int64_t i = 0; i < K; ++i) w[(s - 1) * K + i] = decay * (w[s * K + i] - along * k[i]);
    }
  }
};

}  // namespace

void deltaDenseForward(DeltaHead& head) {
  const std::int64_t V = head.valueDim;
  Past past(head);
  head.o.assign(static_cast<std::size_t>(head.length * V), 0);
  for (std::int64_t t = 0; t < head.length; ++t) {
    past.follow(head, t);
    for (std::int64_t s = 0; s <= t; ++s) {
      const double weight = head.lambdaAt(t)[levelOf(t, s)] * head.beta[s] * past.score[s];
      addScaled(head.o.data() + t * V, weight, head.v.data() + s * V, V);
    }
  }
}

void deltaDenseBackward(DeltaHead& head) {
  const std::int64_t K = head.keyDim, V = head.valueDim;
  Past past(head);
  std::vector<double> u(static_cast<std::size_t>(K));  // gradient of w_s, s = -1 … t
  for (std::int64_t t = 0; t < head.length; ++t) {
    past.follow(head, t);
    const double* dO = head.dO.data() + t * V;
    u.assign(u.size(), 0);
    for (std::int64_t s = 0; s <= t; ++s) {
      const double *k = head.k.data() + s * K, *w = past.at(head, s);
      const int level = levelOf(t, s);
      const double lambda = head.lambdaAt(t)[level], beta = head.beta[s], score = past.score[s];
      const double decay = s == 0 ? 0 : std::exp(head.gate[s]);  // nothing lies before token 0
      const double back = dot(dO, head.v.data() + s * V, V);
      head.dlambdaAt(t)[level] += beta * score * back;
      addScaled(head.dv.data() + s * V, lambda * beta * score, dO, V);
      const double along = dot(u.data(), k, K);
      if (s > 0) head.dgate[s] += dot(u.data(), past.at(head, s - 1), K);
      head.dbeta[s] += score * (lambda * back - decay * along);
      const double dScore = beta * (lambda * back - decay * along);
      addScaled(head.dk.data() + s * K, -decay * beta * score, u.data(), K);
      addScaled(head.dk.data() + s * K, dScore, w, K);
      for (std::int64_t i = 0; i < K; ++i) u[i] = decay * u[i] + dScore * k[i];
    }
    addScaled(head.dq.data() + t * K, 1, u.data(), K);
  }
}

}  // namespace fenwick::kernels
