#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "kernels/gated_delta.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/compare.h"
#include "kernels/selftest/sample.h"

// Samples for the checks of Gated DeltaNet on every device: keys have at most length 1, as the layer makes them.

namespace fenwick::kernels::selftest {

template <class T>
struct DeltaSample : Sample<T> {
  GuardedTensor<T, 3> beta, dbeta;

  explicit DeltaSample(const Case& which)
      : Sample<T>(which),
        beta({which.shape.batch, which.shape.length, which.shape.heads}, which.padded),
        dbeta({which.shape.batch, which.shape.length, which.shape.heads}, which.padded) {
    std::mt19937_64 random(which.seed + 1);
    beta.forEach([&](T& entry) { entry = static_cast<T>(static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-53)); });
    const float scale = std::sqrt(1.0F / static_cast<float>(which.shape.keyDim));  // entries lie within ±1
    for (auto* tensor : {&this->q, &this->k})
      tensor->forEach([&](T& entry) {
        const float value = static_cast<float>(entry) * scale;
        entry = static_cast<T>(which.bfloat16 ? toBfloat16(value) : value);
      });
  }

  GatedDeltaInputs<T> deltaInputs() const { return {this->inputs(), beta.view()}; }
  GatedDeltaGradients<T> deltaGradients() { return {this->gradients(), dbeta.view()}; }
};

struct DeltaResults {
  Results results;
  std::vector<double> dbeta;
};

// The dense form in double.
inline DeltaResults deltaReference(DeltaSample<double>& sample, const ParallelFor& loop) {
  gatedDeltaDenseForward(sample.deltaInputs(), sample.o.view(), loop);
  gatedDeltaDenseBackward(sample.deltaInputs(), sample.outputGradient(), sample.deltaGradients(), loop);
  return {sample.results(), sample.dbeta.values()};
}
inline DeltaResults deltaReference(const Case& which, const ParallelFor& loop) {
  DeltaSample<double> sample(which);
  return deltaReference(sample, loop);
}

// As compare(), with beta and its gradient.
template <class T>
void hold(CheckResult& result, const DeltaSample<T>& sample, const DeltaResults& expected, const std::string& where) {
  compare(result, sample, expected.results, where);
  note(result, errorOf<T>(sample.dbeta.values(), expected.dbeta), "dbeta at " + where);
  if (!sample.beta.isIntact() || !sample.dbeta.isIntact()) note(result, kInfinity, "written outside of beta at " + where);
}

}  // namespace fenwick::kernels::selftest
