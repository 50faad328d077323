#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/cpu/gated_delta_head.h"
#include "kernels/cpu/gated_delta_states.h"
#include "kernels/cpu/in_double.h"
#include "kernels/cpu/plain_matrix.h"
#include "kernels/fenwick.h"

namespace fenwick::kernels {
namespace {

using Vector = std::vector<double>;

std::int64_t sizeOf(const Vector& vector) { return static_cast<std::int64_t>(vector.size()); }

// state^T x and state x.
Vector across(const Vector& state, const Vector& x) {
  const std::int64_t columns = sizeOf(state) / sizeOf(x);
  Vector result(static_cast<std::size_t>(columns), 0);
  addTransposedProduct(1, sizeOf(x), columns, 1, x.data(), state.data(), result.data());
  return result;
}
Vector along(const Vector& state, const Vector& x) {
  const std::int64_t rows = sizeOf(state) / sizeOf(x);
  Vector result(static_cast<std::size_t>(rows), 0);
  addProductTransposed(1, sizeOf(x), rows, 1, x.data(), state.data(), result.data());
  return result;
}

void addOuter(Vector& state, double factor, const Vector& rows, const Vector& columns) {
  addTransposedProduct(sizeOf(rows), 1, sizeOf(columns), factor, rows.data(), columns.data(), state.data());
}

double product(const Vector& a, const Vector& b) { return dot(a.data(), b.data(), sizeOf(a)); }
void add(double* sum, double factor, const Vector& row) { addScaled(sum, factor, row.data(), sizeOf(row)); }

Vector row(const Vector& rows, std::int64_t t, std::int64_t width) {
  return Vector(rows.begin() + t * width, rows.begin() + (t + 1) * width);
}

void takeIn(DeltaStates& states, const DeltaHead& head, std::int64_t t) {
  states.takeIn(t, row(head.k, t, head.keyDim), row(head.v, t, head.valueDim), head.gate[t], head.beta[t]);
}

// What one token gives to the gradients of the head, given those of the states after it.
struct TokenGradients {
  DeltaHead& head;
  std::int64_t t;
  Vector q, k, v, dO;
  double beta;

  TokenGradients(DeltaHead& h, std::int64_t token)
      : head(h),
        t(token),
        q(row(h.q, token, h.keyDim)),
        k(row(h.k, token, h.keyDim)),
        v(row(h.v, token, h.valueDim)),
        dO(row(h.dO, token, h.valueDim)),
        beta(h.beta[token]) {}

  double* dq() { return head.dq.data() + t * head.keyDim; }
  double* dk() { return head.dk.data() + t * head.keyDim; }
  double* dv() { return head.dv.data() + t * head.valueDim; }

  void ofReading(const DeltaStates& after, DeltaStates& gradients) {
    gradients.levels.resize(std::max(gradients.levels.size(), after.levels.size()));
    for (std::size_t level = 0; level < after.levels.size(); ++level) {
      const Vector& state = after.levels[level];
      if (state.empty()) continue;
      const Vector seen = along(state, dO);
      const double lambda = head.lambdaAt(t)[level];
      head.dlambdaAt(t)[level] += product(q, seen);
      add(dq(), lambda, seen);
      gradients.levels[level].resize(state.size(), 0);
      addOuter(gradients.levels[level], lambda, q, dO);
    }
  }

  // gradients: of the states after the token, then of those that it met, carried.
  void ofTakingIn(const DeltaStates& before, const DeltaStates& after, DeltaStates& gradients) {
    const Vector written = along(gradients.levels[0], v);
    head.dbeta[t] += product(k, written);
    add(dk(), beta, written);
    add(dv(), beta, across(gradients.levels[0], k));
    gradients.levels[0].clear();
    for (std::size_t level = 1; level < before.levels.size(); ++level) {
      if (!before.levels[level].empty()) ofErasing(before.levels[level], after.levels[level], gradients.levels[level]);
    }
  }

  // state after = decay (I - beta k k^T) state before
  void ofErasing(const Vector& before, const Vector& after, Vector& gradient) {
    head.dgate[t] += product(gradient, after);
    const double decay = std::exp(head.gate[t]);
    for (double& entry : gradient) entry *= decay;
    const Vector erased = across(before, k), back = across(gradient, k);
    head.dbeta[t] -= product(back, erased);
    add(dk(), -beta, along(gradient, erased));
    add(dk(), -beta, along(before, back));
    addOuter(gradient, -beta, k, back);
  }
};

// Every level that token t carried has the gradient of the one that took it.
void uncarry(std::int64_t t, DeltaStates& gradients) {
  const auto target = static_cast<std::size_t>(carryLevel(t));
  for (std::size_t level = 0; level < target; ++level) gradients.levels[level] = gradients.levels[target];
  gradients.levels[target].clear();
}

}  // namespace

void DeltaStates::takeIn(std::int64_t t, const Vector& k, const Vector& v, double gate, double beta) {
  if (t > 0) carry(t);
  takeInCarried(k, v, gate, beta);
}

void DeltaStates::carry(std::int64_t t) {
  const auto target = static_cast<std::size_t>(carryLevel(t));
  if (levels.size() <= target) levels.resize(target + 1);
  Vector sum(levels[0].size(), 0);
  for (std::size_t level = 0; level < target; ++level) {
    for (std::size_t i = 0; i < levels[level].size(); ++i) sum[i] += levels[level][i];
    levels[level].clear();
  }
  levels[target] = std::move(sum);
}

void DeltaStates::takeInCarried(const Vector& k, const Vector& v, double gate, double beta) {
  const double decay = std::exp(gate);
  if (levels.empty()) levels.emplace_back();
  for (Vector& state : levels) {
    if (state.empty()) continue;
    const Vector erased = across(state, k);
    for (double& entry : state) entry *= decay;
    addOuter(state, -decay * beta, k, erased);
  }
  levels[0].assign(k.size() * v.size(), 0);
  addOuter(levels[0], beta, k, v);
}

void DeltaStates::read(const Vector& q, const double* lambda, double* o) const {
  std::fill_n(o, levels[0].size() / q.size(), 0.0);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (!levels[level].empty()) add(o, lambda[level], across(levels[level], q));
  }
}

void deltaRecurrentForward(DeltaHead& head) {
  head.o.assign(head.v.size(), 0);
  DeltaStates states;
  for (std::int64_t t = 0; t < head.length; ++t) {
    takeIn(states, head, t);
    states.read(row(head.q, t, head.keyDim), head.lambdaAt(t), head.o.data() + t * head.valueDim);
  }
}

// The states of every stretch of about sqrt(T) tokens are computed again from those at its start.
void deltaRecurrentBackward(DeltaHead& head) {
  const auto stretch = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(head.length))));
  std::vector<DeltaStates> starts;
  DeltaStates states, gradients;
  for (std::int64_t t = 0; t < head.length; ++t) {
    if (t % stretch == 0) starts.push_back(states);
    takeIn(states, head, t);
  }
  for (auto part = static_cast<std::int64_t>(starts.size()) - 1; part >= 0; --part) {
    const std::int64_t begin = part * stretch, end = std::min(head.length, begin + stretch);
    std::vector<DeltaStates> inside{std::move(starts[static_cast<std::size_t>(part)])};  // before token begin, after it, after the next …
    for (std::int64_t t = begin; t < end; ++t) {
      inside.push_back(inside.back());
      takeIn(inside.back(), head, t);
    }
    for (std::int64_t t = end - 1; t >= begin; --t) {
      const DeltaStates after = std::move(inside.back());
      inside.pop_back();
      DeltaStates before = inside.back();
      if (t > 0) before.carry(t);
      TokenGradients token(head, t);
      token.ofReading(after, gradients);
      token.ofTakingIn(before, after, gradients);
      if (t > 0) uncarry(t, gradients);
    }
  }
}

}  // namespace fenwick::kernels
