#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/fenwick.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/guarded_tensor.h"

namespace fenwick::kernels::selftest {

inline constexpr std::array<const char*, 6> kResultNames{"o", "dq", "dk", "dv", "dgate", "dlambda"};
using Results = std::array<std::vector<double>, 6>;  // by kResultNames

// The nearest number of eight significant bits, the even one of two.
inline float toBfloat16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000);
}

// Inputs and room for results. The entries are float numbers whatever T is, so that one reference serves both types. Inert cells
// and spare levels of lambda are NaN: nothing may look at them.
template <class T>
class Sample {
 public:
  explicit Sample(const Case& which)
      : m_case(which),
        q(keyExtents(), which.padded),
        k(keyExtents(), which.padded),
        v(valueExtents(), which.padded),
        gate(gateExtents(), which.padded),
        lambda(lambdaExtents(), which.padded),
        dO(valueExtents(), which.padded),
        o(valueExtents(), which.padded),
        dq(keyExtents(), which.padded),
        dk(keyExtents(), which.padded),
        dv(valueExtents(), which.padded),
        dgate(gateExtents(), which.padded),
        dlambda(lambdaExtents(), which.padded) {
    fill();
  }

  Inputs<T> inputs() const { return {q.view(), k.view(), v.view(), gate.view(), lambda.view()}; }
  Gradients<T> gradients() { return {dq.view(), dk.view(), dv.view(), dgate.view(), dlambda.view()}; }
  TensorView<const T, 4> outputGradient() const { return dO.view(); }

  Results results() const {
    return {o.values(), dq.values(), dk.values(), dv.values(), dgate.values(), dlambda.values()};
  }
  bool isIntact() const {
    return q.isIntact() && k.isIntact() && v.isIntact() && gate.isIntact() && lambda.isIntact() && dO.isIntact() &&
           o.isIntact() && dq.isIntact() && dk.isIntact() && dv.isIntact() && dgate.isIntact() && dlambda.isIntact();
  }
  // Whether dlambda is exactly 0 wherever lambda changes nothing.
  bool inertGradientsAreZero() const {
    const auto view = dlambda.view();
    bool zero = true;
    forEachLambdaCell([&](std::int64_t b, std::int64_t t, std::int64_t h, int level) {
      if (!isUsed(t, level) && view(b, t, h, level) != 0) zero = false;
    });
    return zero;
  }

 private:
  std::array<std::int64_t, 4> keyExtents() const {
    return {m_case.shape.batch, m_case.shape.length, m_case.shape.groups, m_case.shape.keyDim};
  }
  std::array<std::int64_t, 4> valueExtents() const {
    return {m_case.shape.batch, m_case.shape.length, m_case.shape.heads, m_case.shape.valueDim};
  }
  std::array<std::int64_t, 3> gateExtents() const {
    return {m_case.shape.batch, m_case.shape.length, m_case.shape.heads};
  }
  std::array<std::int64_t, 4> lambdaExtents() const {
    return {m_case.shape.batch, m_case.shape.length, m_case.shape.heads, m_case.shape.levels};
  }

  bool isUsed(std::int64_t t, int level) const { return level < levelCount(m_case.shape.length) && isActive(t, level); }

  template <class Use>
  void forEachLambdaCell(const Use& use) const {
    for (std::int64_t b = 0; b < m_case.shape.batch; ++b) {
      for (std::int64_t t = 0; t < m_case.shape.length; ++t) {
        for (std::int64_t h = 0; h < m_case.shape.heads; ++h) {
          for (int level = 0; level < m_case.shape.levels; ++level) use(b, t, h, level);
        }
      }
    }
  }

  void fill() {
    std::mt19937_64 random(m_case.seed);
    // The library's distributions differ between implementations; these do not.
    const auto uniform = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const auto symmetric = [&](T& entry) {
      const float value = static_cast<float>(2 * uniform() - 1);
      entry = static_cast<T>(m_case.bfloat16 ? toBfloat16(value) : value);
    };
    for (auto* tensor : {&q, &k, &v, &dO}) tensor->forEach(symmetric);
    gate.forEach([&](T& entry) {
      const double chance = uniform();
      entry = static_cast<T>(gateOf(chance, uniform()));
    });
    const auto view = lambda.view();
    forEachLambdaCell([&](std::int64_t b, std::int64_t t, std::int64_t h, int level) {
      const double value = uniform();
      if (isUsed(t, level)) view(b, t, h, level) = static_cast<T>(lambdaOf(value));
    });
  }

  float gateOf(double chance, double uniform) const {
    switch (m_case.gates) {
      case GateKind::Mild:
        break;
      case GateKind::Open:
        return 0;
      case GateKind::Mixed:
        if (chance < 0.1) return -1e4F;
        break;
      case GateKind::Strong:
        return -1e4F;
      case GateKind::Steep:
        return static_cast<float>(-0.001 * std::pow(3e5, uniform));
    }
    return static_cast<float>(-0.2 * uniform);
  }

  float lambdaOf(double uniform) const {
    switch (m_case.lambdas) {
      case LambdaKind::Positive:
        return static_cast<float>(0.2 + uniform);
      case LambdaKind::Signed:
        return static_cast<float>(2 * uniform - 1);
      case LambdaKind::Ones:
        return 1;
      case LambdaKind::Zeros:
        return 0;
    }
    return 0;
  }

  Case m_case;

 public:
  GuardedTensor<T, 4> q, k, v;
  GuardedTensor<T, 3> gate;
  GuardedTensor<T, 4> lambda, dO;
  GuardedTensor<T, 4> o, dq, dk, dv;
  GuardedTensor<T, 3> dgate;
  GuardedTensor<T, 4> dlambda;
};

}  // namespace fenwick::kernels::selftest
