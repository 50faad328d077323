#include "kernels/selftest/gated_delta.h"

#include <algorithm>
#include <cmath>
#include <random>
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
void runChunkwise(DeltaSample<T>& sample, int chunk, const ParallelFor& loop, InstructionSet set = InstructionSet::Best) {
  gatedDeltaChunkwiseForward(sample.deltaInputs(), sample.o.view(), chunk, loop, set);
  gatedDeltaChunkwiseBackward(sample.deltaInputs(), sample.outputGradient(), sample.deltaGradients(), chunk, loop, set);
}

// The chunkwise form as it is built for each instruction set.
template <class T>
class ChunkwiseChecks {
 public:
  explicit ChunkwiseChecks(const char* type) {
    for (const InstructionSet set : m_sets)
      results.push_back(named(std::string("gated-delta chunkwise ") + type + " " + instructionSetName(set), limitOf<T>()));
  }
  void run(const Case& which, const DeltaResults& expected, const ParallelFor& loop) {
    for (std::size_t i = 0; i < m_sets.size(); ++i) {
      DeltaSample<T> sample(which);
      runChunkwise(sample, which.chunk, loop, m_sets[i]);
      hold(results[i], sample, expected, which.text());
    }
  }

 private:
  std::vector<InstructionSet> m_sets = availableInstructionSets();

 public:
  std::vector<CheckResult> results;
};

// Four keys of length 1 in turn, without order, each nearly erased wherever it comes again.
template <class T>
void repeatKeys(DeltaSample<T>& sample, const Shape& shape) {
  const auto k = sample.k.view();
  std::mt19937_64 random(17);
  for (std::int64_t t = 0; t < shape.length; ++t) {
    const std::int64_t from = t < 4 ? t : static_cast<std::int64_t>(random() % 4);
    double length = 0;
    for (std::int64_t i = 0; i < shape.keyDim; ++i) length += static_cast<double>(k(0, from, 0, i)) * static_cast<double>(k(0, from, 0, i));
    const double scale = t < 4 ? 1 / std::sqrt(length) : 1;
    for (std::int64_t i = 0; i < shape.keyDim; ++i) k(0, t, 0, i) = static_cast<T>(static_cast<float>(static_cast<double>(k(0, from, 0, i)) * scale));
  }
  sample.beta.forEach([](T& entry) { entry = static_cast<T>(static_cast<float>(0.9 + 0.1 * static_cast<double>(entry))); });
}

// What little is left of the gates' gradients where states are erased must not drown in what erases them.
CheckResult checkRepeatedKeys(const ParallelFor& loop) {
  CheckResult result = named("gated-delta f32 where keys repeat", kLimitF32);
  for (const std::int64_t keyDim : {1, 8, 64}) {
    Case which = small(130, 64, 23);
    which.shape = {1, 130, 1, 1, keyDim, 3, levelCount(130)};
    which.gates = GateKind::Open;
    DeltaSample<double> reference(which);
    repeatKeys(reference, which.shape);
    DeltaSample<float> sample(which);
    repeatKeys(sample, which.shape);
    runChunkwise(sample, which.chunk, loop);
    hold(result, sample, deltaReference(reference, loop), which.text());
  }
  return result;
}

// One head, whose chunks are shared out, and many, of which each thread takes whole ones.
CheckResult checkThreads() {
  CheckResult result = named("gated-delta results do not depend on the number of threads", 0);
  for (const std::int64_t heads : {1, 40}) {
    Case which = small(150, 16, 31);
    which.shape = {1, 150, 1, heads, 40, 70, levelCount(150)};
    DeltaSample<float> alone(which), shared(which);
    runChunkwise(alone, which.chunk, serialLoop());
    runChunkwise(shared, which.chunk, threadedLoop(3));
    hold(result, shared, {alone.results(), alone.dbeta.values()}, which.text());
  }
  return result;
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
  CheckResult recurrent = named("gated-delta recurrent f64", kLimitF64);
  ChunkwiseChecks<double> f64("f64");
  ChunkwiseChecks<float> f32("f32");
  const std::int64_t longest = std::min(options.longest, kLongest);
  for (const Case& which : options.full ? allCases(longest) : coveringCases(longest)) {
    const std::string where = which.text();
    const DeltaResults expected = deltaReference(which, options.loop);
    DeltaSample<double> token(which);
    gatedDeltaRecurrentForward(token.deltaInputs(), token.o.view(), options.loop);
    gatedDeltaRecurrentBackward(token.deltaInputs(), token.outputGradient(), token.deltaGradients(), options.loop);
    hold(recurrent, token, expected, where);
    f64.run(which, expected, options.loop);
    f32.run(which, expected, options.loop);
  }
  std::vector<CheckResult> all{checkGradients(), checkThreads(), checkRepeatedKeys(options.loop), recurrent};
  for (const std::vector<CheckResult>* results : {&f64.results, &f32.results}) all.insert(all.end(), results->begin(), results->end());
  return all;
}

}  // namespace fenwick::kernels::selftest
