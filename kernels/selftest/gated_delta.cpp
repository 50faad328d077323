#include "kernels/selftest/gated_delta.h"

#include <algorithm>
#include <string>

#include "kernels/fenwick.h"
#include "kernels/gated_delta.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/delta_sample.h"
#include "kernels/selftest/gradient_check.h"

namespace fenwick::kernels::selftest {
namespace {

constexpr std::int64_t kLongest = 300;  // the dense form takes T^2 K

template <class T>
void runChunkwise(DeltaSample<T>& sample, int chunk, const ParallelFor& loop) {
  gatedDeltaChunkwiseForward(sample.deltaInputs(), sample.o.view(), chunk, loop);
  gatedDeltaChunkwiseBackward(sample.deltaInputs(), sample.outputGradient(), sample.deltaGradients(), chunk, loop);
}

// The dense form itself, against finite differences of the recurrent one, which shares nothing with it.
CheckResult checkGradients() {
  CheckResult result = named("gated-delta gradients equal finite differences", 1e-7);
  Case which = small(19, 16, 21);
  which.shape.batch = 1;
  DeltaSample<double> sample(which);
  gatedDeltaDenseBackward(sample.deltaInputs(), sample.outputGradient(), sample.deltaGradients());
  const std::vector<double> weights = sample.dO.values();
  const auto objective = [&] {
    gatedDeltaRecurrentForward(sample.deltaInputs(), sample.o.view());
    return weightedSum(weights, sample.o.values());
  };
  const auto check = [&](const char* name, auto& input, const auto& gradient) {
    note(result, gradientError(objective, input, gradient.values()), std::string(name) + " at " + which.text());
    ++result.cases;
  };
  check("dq", sample.q, sample.dq);
  check("dk", sample.k, sample.dk);
  check("dv", sample.v, sample.dv);
  check("dgate", sample.gate, sample.dgate);
  check("dbeta", sample.beta, sample.dbeta);
  check("dlambda", sample.lambda, sample.dlambda);
  return result;
}

}  // namespace

std::vector<CheckResult> checkGatedDelta(const SelfTestOptions& options) {
  CheckResult recurrent = named("gated-delta recurrent f64", kLimitF64), f64 = named("gated-delta chunkwise f64", kLimitF64),
              f32 = named("gated-delta chunkwise f32", kLimitF32);
  const std::int64_t longest = std::min(options.longest, kLongest);
  for (const Case& which : options.full ? allCases(longest) : coveringCases(longest)) {
    const std::string where = which.text();
    const DeltaResults expected = deltaReference(which, options.loop);
    DeltaSample<double> token(which), chunk(which);
    gatedDeltaRecurrentForward(token.deltaInputs(), token.o.view(), options.loop);
    gatedDeltaRecurrentBackward(token.deltaInputs(), token.outputGradient(), token.deltaGradients(), options.loop);
    hold(recurrent, token, expected, where);
    runChunkwise(chunk, which.chunk, options.loop);
    hold(f64, chunk, expected, where);
    DeltaSample<float> single(which);
    runChunkwise(single, which.chunk, options.loop);
    hold(f32, single, expected, where);
  }
  return {checkGradients(), recurrent, f64, f32};
}

}  // namespace fenwick::kernels::selftest
