#include "kernels/cuda/selftest_gated_delta.h"

#include <utility>

#include "kernels/cuda/gated_delta.h"
#include "kernels/cuda/selftest_tools.h"
#include "kernels/fenwick.h"
#include "kernels/selftest/delta_sample.h"

namespace fenwick::kernels::cuda {
namespace {

using namespace selftest;
using Host = DeltaSample<float>;

constexpr std::int64_t kLongest = 300;  // the dense form takes T^2 K

struct Kind {
  const char* name;
  bool bfloat16;
  double limit;
};
constexpr Kind kKinds[]{{"f32", false, 1e-5}, {"bf16", true, 1e-2}};

template <class T>
struct Device : DeviceSample<T> {
  explicit Device(Host& host) : DeviceSample<T>(host), beta(host.beta), dbeta(host.dbeta) {}
  GatedDeltaInputs<T> deltaInputs() const { return {this->inputs(), beta.view()}; }
  GatedDeltaGradients<T> deltaGradients() const { return {this->gradients(), dbeta.view()}; }
  Mirror<float, 3> beta, dbeta;
};

// Forward and backward; false where lent memory was overrun.
template <class T>
bool run(Host& sample, const Shape& shape, bool asGraph) {
  const Device<T> device(sample);
  const PoisonedMemory context(gatedDeltaContextBytes(shape)), working(gatedDeltaBackwardBytes(shape));
  const auto queue = [&](Stream stream) {
    gatedDeltaForward(device.deltaInputs(), device.o.view(), context.memory(), stream);
    gatedDeltaBackward(device.deltaInputs(), device.outputGradient(), device.deltaGradients(), context.memory(), working.memory(), stream);
  };
  asGraph ? runAsGraph(queue) : queue(nullptr);
  finish("gated-delta");
  device.download();
  device.beta.download();
  device.dbeta.download();
  return context.isIntact() && working.isIntact();
}
bool run(const Kind& kind, Host& sample, const Shape& shape, bool asGraph = false) {
  return kind.bfloat16 ? run<BFloat16>(sample, shape, asGraph) : run<float>(sample, shape, asGraph);
}

// Takes in the first `cut` tokens at once and the others one by one; writes the outputs from `cut` on.
template <class T>
bool decode(Host& sample, const Shape& shape, std::int64_t cut) {
  const Device<T> device(sample);
  const DecodeShape decode{shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim, shape.length};
  const PoisonedMemory state(decodeStateBytes(decode));
  const GatedDeltaInputs<T> in = device.deltaInputs();
  Shape before = shape;
  before.length = std::max<std::int64_t>(cut, 1);
  const PoisonedMemory context(gatedDeltaContextBytes(before));
  if (cut == 0) {
    resetDecode(decode, state.memory(), nullptr);
  } else {
    const GatedDeltaInputs<T> prefix{
        {prefixOf(in.q, cut), prefixOf(in.k, cut), prefixOf(in.v, cut), prefixOf(in.gate, cut), prefixOf(in.lambda, cut)}, prefixOf(in.beta, cut)};
    gatedDeltaForward(prefix, prefixOf(device.o.view(), cut), context.memory(), nullptr);
    gatedDeltaDecodePrefill(decode, state.memory(), prefix, context.memory(), nullptr);
  }
  for (std::int64_t t = cut; t < shape.length; ++t) {
    const GatedDeltaToken<T> token{{tokenOf(in.q, t), tokenOf(in.k, t), tokenOf(in.v, t), tokenOf(in.gate, t), tokenOf(in.lambda, t)},
                                   tokenOf(in.beta, t)};
    gatedDeltaDecodeStep(decode, state.memory(), token, tokenOf(device.o.view(), t), nullptr);
  }
  finish("gated-delta decoding");
  device.download();
  device.beta.download();
  return state.isIntact() && context.isIntact();
}
bool decode(const Kind& kind, Host& sample, const Shape& shape, std::int64_t cut) {
  return kind.bfloat16 ? decode<BFloat16>(sample, shape, cut) : decode<float>(sample, shape, cut);
}

CheckResult of(const Kind& kind, const std::string& name) { return named("CUDA gated-delta " + name + ", " + kind.name, kind.limit); }

Case caseOf(const Kind& kind, const Shape& shape, std::uint64_t seed) {
  Case which;
  which.shape = shape;
  which.seed = seed;
  which.bfloat16 = kind.bfloat16;
  return which;
}

void check(CheckResult& result, const Kind& kind, const Case& which, const DeltaResults& expected, bool asGraph = false) {
  Host sample(which);
  noteMemory(result, run(kind, sample, which.shape, asGraph), which.text());
  hold(result, sample, expected, which.text());
}

void checkDecoded(CheckResult& result, const Kind& kind, const Case& which, const std::vector<double>& expected, std::int64_t cut) {
  Host sample(which);
  const std::string where = "cut " + std::to_string(cut) + " of " + which.text();
  noteMemory(result, decode(kind, sample, which.shape, cut), where);
  note(result, errorFrom(sample.o.values(), expected, which.shape, cut), where);
  if (!sample.isIntact() || !sample.beta.isIntact()) note(result, kInfinity, "written outside of a tensor at " + where);
  ++result.cases;
}

std::vector<DeltaResults> references(const std::vector<Case>& cases, const ParallelFor& loop) {
  std::vector<DeltaResults> all(cases.size());
  loop.run(loop.threads, [&](int part) {
    for (std::size_t i = static_cast<std::size_t>(part); i < cases.size(); i += static_cast<std::size_t>(loop.threads))
      all[i] = deltaReference(cases[i], serialLoop());
  });
  return all;
}

std::vector<CheckResult> checkShapes(const Kind& kind, const SelfTestOptions& options) {
  CheckResult chunkwise = of(kind, "chunkwise"), recurrent = of(kind, "recurrent");
  const std::int64_t longest = std::min(options.longest, kLongest);
  std::vector<Case> cases = options.full ? allCases(longest) : coveringCases(longest);
  for (Case& which : cases) which.bfloat16 = kind.bfloat16;
  const std::vector<DeltaResults> expected = references(cases, options.loop);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    check(chunkwise, kind, cases[i], expected[i], i % 2 == 1);
    checkDecoded(recurrent, kind, cases[i], expected[i].results[0], 0);
  }
  return {chunkwise, recurrent};
}

CheckResult checkCuts(const Kind& kind, const ParallelFor& loop) {
  CheckResult result = of(kind, "decoding goes on from every prefix");
  for (const Shape& shape : {Shape{2, 140, 1, 2, 70, 40, 9}, Shape{1, 140, 2, 4, 16, 33, 9}}) {
    const Case which = caseOf(kind, shape, 35);
    const std::vector<double> expected = deltaReference(which, loop).results[0];
    for (const std::int64_t cut : kCuts) checkDecoded(result, kind, which, expected, cut);
  }
  return result;
}

// Sizes beyond those in everyday use.
CheckResult checkLargeSizes(const Kind& kind, const ParallelFor& loop) {
  CheckResult result = of(kind, "large head sizes");
  for (const Shape& shape : {Shape{1, 150, 1, 2, 256, 64, 9}, Shape{1, 150, 1, 2, 64, 200, 9}, Shape{1, 70, 1, 1, 300, 257, 8}}) {
    const Case which = caseOf(kind, shape, 31);
    check(result, kind, which, deltaReference(which, loop));
  }
  return result;
}

// More heads than a grid's second and third dimension hold.
CheckResult checkManyHeads(const ParallelFor& loop) {
  CheckResult result = of(kKinds[0], "more than 65,535 heads");
  const Case which = caseOf(kKinds[0], {66'000, 3, 1, 1, 4, 4, 3}, 32);
  check(result, kKinds[0], which, deltaReference(which, loop));
  return result;
}

// Beyond what the dense form can follow: against the chunkwise form in double, to the last token.
CheckResult checkLong(std::int64_t length, const ParallelFor& loop) {
  CheckResult result = of(kKinds[0], "to the last of " + std::to_string(length) + " tokens");
  for (const GateKind gates : {GateKind::Mild, GateKind::Open, GateKind::Mixed}) {
    Case which = caseOf(kKinds[0], {1, length, 1, 1, 8, 8, levelCount(length)}, 33);
    which.gates = gates;
    DeltaSample<double> sample(which);
    gatedDeltaChunkwiseForward(sample.deltaInputs(), sample.o.view(), 32, loop);
    gatedDeltaChunkwiseBackward(sample.deltaInputs(), sample.outputGradient(), sample.deltaGradients(), 32, loop);
    check(result, kKinds[0], which, {sample.results(), sample.dbeta.values()});
    checkDecoded(result, kKinds[0], which, sample.o.values(), length - 100);
  }
  return result;
}

CheckResult checkRepeats(const Kind& kind) {
  CheckResult result = of(kind, "equal bits on repeat and as a graph");
  result.limit = 0;
  for (const Shape& shape : {Shape{1, 300, 1, 1, 24, 40, 10}, Shape{2, 600, 1, 6, 128, 64, 11}, Shape{3, 90, 2, 4, 64, 64, 8}}) {
    const Case which = caseOf(kind, shape, 34);
    Host first(which);
    run(kind, first, shape);
    for (const bool asGraph : {false, true}) {
      Host again(which);
      run(kind, again, shape, asGraph);
      note(result, sameBits(first, again) && first.dbeta.values() == again.dbeta.values() ? 0 : 1, which.text());
      ++result.cases;
    }
  }
  return result;
}

}  // namespace

std::vector<CheckResult> checkGatedDeltaDecoding(const SelfTestOptions& options) {
  std::vector<CheckResult> results;
  for (const Kind& kind : kKinds) results.push_back(checkCuts(kind, options.loop));
  return results;
}

std::vector<CheckResult> checkGatedDelta(const SelfTestOptions& options) {
  std::vector<CheckResult> results;
  for (const Kind& kind : kKinds) {
    for (CheckResult& result : checkShapes(kind, options)) results.push_back(std::move(result));
    results.push_back(checkLargeSizes(kind, options.loop));
    results.push_back(checkRepeats(kind));
  }
  results.push_back(checkManyHeads(options.loop));
  results.push_back(checkLong(std::min<std::int64_t>(7'001, 7 * options.longest), options.loop));
  return results;
}

}  // namespace fenwick::kernels::cuda
