#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "kernels/cuda/log_linear_attention.h"
#include "kernels/cuda/selftest.h"
#include "kernels/cuda/selftest_gated_delta.h"
#include "kernels/cuda/selftest_tools.h"
#include "kernels/fenwick.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/compare.h"
#include "kernels/selftest/sample.h"

namespace fenwick::kernels::cuda {
namespace {

using namespace selftest;

// --- Runs ---

enum class Way { Kept, Recomputed, Graph };

template <class T>
struct ChunkwiseCall {
  const DeviceSample<T>& device;
  Precision precision;
  Way way;
  const PoisonedMemory &context, &working;

  void queue(Stream stream) const {
    chunkwiseForward(device.inputs(), device.o.view(), precision, context.memory(), stream);
    if (way == Way::Recomputed) {
      checkCuda(
          cudaMemsetAsync(context.memory().data, kPoison, static_cast<std::size_t>(context.memory().bytes), stream),
          "poison");
      chunkwiseStates(device.inputs(), precision, context.memory(), stream);
    }
    chunkwiseBackward(device.inputs(), device.outputGradient(), device.gradients(), precision, context.memory(),
                      working.memory(), stream);
  }

};

// Forward and backward; false where lent memory was overrun.
template <class T>
bool runChunkwise(Sample<float>& sample, const Shape& shape, Precision precision, Way way = Way::Kept) {
  const DeviceSample<T> device(sample);
  const PoisonedMemory context(contextBytes<T>(shape, precision));
  const PoisonedMemory working(backwardBytes<T>(shape, precision));
  const ChunkwiseCall<T> call{device, precision, way, context, working};
  if (way == Way::Graph) {
    runAsGraph([&](Stream stream) { call.queue(stream); });
  } else {
    call.queue(nullptr);
  }
  finish("the chunkwise form");
  device.download();
  return context.isIntact() && working.isIntact();
}

// Takes in the first `cut` tokens at once and the others one by one; writes the outputs from `cut` on.
template <class T>
bool runDecode(Sample<float>& sample, const Shape& shape, std::int64_t cut) {
  const DeviceSample<T> device(sample);
  const DecodeShape decode{shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim, shape.length};
  const PoisonedMemory state(decodeStateBytes(decode));
  const Inputs<T> in = device.inputs();
  if (cut == 0) {
    resetDecode(decode, state.memory(), nullptr);
  } else {
    prefillDecode<T>(decode, state.memory(),
                     {prefixOf(in.q, cut), prefixOf(in.k, cut), prefixOf(in.v, cut), prefixOf(in.gate, cut),
                      prefixOf(in.lambda, cut)},
                     nullptr);
  }
  for (std::int64_t t = cut; t < shape.length; ++t) {
    const Token<T> token{tokenOf(in.q, t), tokenOf(in.k, t), tokenOf(in.v, t), tokenOf(in.gate, t),
                         tokenOf(in.lambda, t)};
    decodeStep(decode, state.memory(), token, tokenOf(device.o.view(), t), nullptr);
  }
  finish("decoding");
  device.download();
  return state.isIntact();
}

// --- The number kinds ---

struct Kind {
  const char* name;
  bool bfloat16;
  Precision precision;
  double limit;
};
constexpr Kind kKinds[]{{"f32", false, Precision::Float32, 1e-5},
                        {"tf32", false, Precision::Tf32, 3e-3},
                        {"bf16", true, Precision::Float32, 1e-2}};

bool runChunkwise(const Kind& kind, Sample<float>& sample, const Shape& shape, Way way = Way::Kept) {
  return kind.bfloat16 ? runChunkwise<BFloat16>(sample, shape, kind.precision, way)
                       : runChunkwise<float>(sample, shape, kind.precision, way);
}
bool runDecode(const Kind& kind, Sample<float>& sample, const Shape& shape, std::int64_t cut) {
  return kind.bfloat16 ? runDecode<BFloat16>(sample, shape, cut) : runDecode<float>(sample, shape, cut);
}
Case of(const Kind& kind, Case which) {
  which.bfloat16 = kind.bfloat16;
  return which;
}

// --- Every shape ---

std::vector<Results> references(const std::vector<Case>& cases, const ParallelFor& loop) {
  std::vector<Results> all(cases.size());
  loop.run(loop.threads, [&](int part) {
    for (std::size_t i = static_cast<std::size_t>(part); i < cases.size(); i += static_cast<std::size_t>(loop.threads))
      all[i] = reference(cases[i], serialLoop());
  });
  return all;
}

std::vector<CheckResult> checkShapes(const SelfTestOptions& options) {
  const std::vector<Case> cases = options.full ? allCases(options.longest) : coveringCases(options.longest);
  std::vector<CheckResult> all;
  std::vector<Results> expected;
  for (const Kind& kind : kKinds) {
    std::vector<Case> ofKind;
    for (const Case& which : cases) ofKind.push_back(of(kind, which));
    if (kind.precision == Precision::Float32) expected = references(ofKind, options.loop);
    CheckResult chunkwise = named(std::string("CUDA chunkwise ") + kind.name, kind.limit);
    CheckResult recurrent = named(std::string("CUDA recurrent ") + kind.name, kind.limit);
    for (std::size_t i = 0; i < ofKind.size(); ++i) {
      const Case& which = ofKind[i];
      Sample<float> sample(which);
      const bool intact = runChunkwise(kind, sample, which.shape, static_cast<Way>(i % 3));
      compare(chunkwise, sample, expected[i], which.text());
      noteMemory(chunkwise, intact, which.text());
      if (kind.precision == Precision::Tf32 || which.shape.length > 300) continue;
      Sample<float> decoded(which);
      noteMemory(recurrent, runDecode(kind, decoded, which.shape, 0), which.text());
      note(recurrent, relativeError(decoded.o.values(), expected[i][0]), "o at " + which.text());
      if (!decoded.isIntact()) note(recurrent, kInfinity, "written outside of a tensor at " + which.text());
      ++recurrent.cases;
    }
    all.push_back(std::move(chunkwise));
    if (recurrent.cases > 0) all.push_back(std::move(recurrent));
  }
  return all;
}

// --- Properties ---

// Tokens x tokens, head sizes as in use.
Case usual(std::int64_t length, std::uint64_t seed) {
  Case which = small(length, kChunk, seed);
  which.shape.keyDim = 128;
  which.shape.valueDim = 64;
  return which;
}

CheckResult checkOnes(const Kind& kind) {
  CheckResult result = named(std::string("CUDA lambda = 1 is gated linear attention, ") + kind.name, kind.limit);
  for (const std::int64_t length : {1, 7, 64, 100, 130}) {
    for (Case which : {small(length, kChunk, 11), usual(length, 11)}) {
      which.lambdas = LambdaKind::Ones;
      which.bfloat16 = kind.bfloat16;
      const std::vector<double> expected = gatedLinearAttention(Sample<double>(which), which.shape);
      Sample<float> sample(which);
      noteMemory(result, runChunkwise(kind, sample, which.shape), which.text());
      note(result, relativeError(sample.o.values(), expected), which.text());
      ++result.cases;
    }
  }
  return result;
}

// With small whole numbers every sum is exact, so a factor that is not exactly 1 would show.
CheckResult checkOpenGates(const Kind& kind, const ParallelFor& loop) {
  CheckResult result = named(std::string("CUDA gate = 0 is exactly the ungated form, ") + kind.name, 0);
  for (Case which : {small(130, kChunk, 12), usual(130, 12)}) {
    which.gates = GateKind::Open;
    which.lambdas = LambdaKind::Ones;
    if (kind.bfloat16) which.shape.length = 20;  // so that results have at most eight bits
    which.shape.levels = levelCount(which.shape.length);
    Sample<double> whole(which);
    Sample<float> sample(which);
    makeWhole(whole);
    makeWhole(sample);
    std::vector<double> expected = gatedLinearAttention(whole, which.shape);
    denseBackward(whole.inputs(), whole.outputGradient(), whole.gradients(), loop);
    Results results = whole.results();
    results[0] = std::move(expected);
    noteMemory(result, runChunkwise(kind, sample, which.shape), which.text());
    if (kind.bfloat16) {
      for (std::vector<double>& tensor : results) {  // what is wider than the type is rounded once, at the end
        if (&tensor == &results[4] || &tensor == &results[5]) continue;
        for (double& x : tensor) x = static_cast<double>(toBfloat16(static_cast<float>(x)));
      }
    }
    compare(result, sample, results, which.text());
  }
  return result;
}

CheckResult checkCuts(const Kind& kind) {
  CheckResult result = named(std::string("CUDA decoding goes on from every prefix, ") + kind.name, kind.limit);
  Case which = of(kind, small(140, kChunk, 13));
  which.shape.keyDim = 70;
  which.shape.valueDim = 40;
  const std::vector<double> expected = reference(which, serialLoop())[0];
  for (const std::int64_t cut : kCuts) {
    Sample<float> sample(which);
    const std::string where = "cut " + std::to_string(cut) + " of " + which.text();
    noteMemory(result, runDecode(kind, sample, which.shape, cut), where);
    note(result, errorFrom(sample.o.values(), expected, which.shape, cut), where);
    ++result.cases;
  }
  return result;
}

// What comes later changes no bit of what came before, forward; and what is asked earlier gives it no gradient.
CheckResult checkCausality(const Kind& kind) {
  CheckResult result = named(std::string("CUDA nothing looks ahead, ") + kind.name, 0);
  for (const std::int64_t cut : {1, 15, 16, 63, 64, 65, 100, 129}) {
    const Case which = of(kind, usual(130, 14));
    const Shape& shape = which.shape;
    Sample<float> plain(which);
    Sample<float> changed(which);
    runChunkwise(kind, plain, shape);
    for (std::int64_t b = 0; b < shape.batch; ++b) {
      for (std::int64_t t = cut; t < shape.length; ++t) {
        for (auto* tensor : {&changed.q, &changed.k, &changed.v}) tensor->view()(b, t, 0, 0) += 1;
        for (std::int64_t h = 0; h < shape.heads; ++h) {
          for (std::int64_t j = 0; j < shape.valueDim; ++j) changed.dO.view()(b, t, h, j) = 0;
        }
      }
    }
    runChunkwise(kind, changed, shape);
    double difference = 0, ahead = 0;
    for (std::int64_t b = 0; b < shape.batch; ++b) {
      for (std::int64_t t = 0; t < shape.length; ++t) {
        for (std::int64_t j = 0; j < shape.valueDim; ++j) {
          if (t < cut) difference += plain.o.view()(b, t, 1, j) == changed.o.view()(b, t, 1, j) ? 0 : 1;
          if (t >= cut) ahead += std::fabs(static_cast<double>(changed.dv.view()(b, t, 1, j)));
        }
        for (std::int64_t x = 0; x < shape.keyDim && t >= cut; ++x)
          ahead += std::fabs(static_cast<double>(changed.dk.view()(b, t, 0, x)));
      }
    }
    note(result, difference, "o before token " + std::to_string(cut));
    note(result, ahead, "gradients from token " + std::to_string(cut) + " on");
    ++result.cases;
  }
  return result;
}

CheckResult checkRepeats(const Kind& kind) {
  CheckResult result = named(std::string("CUDA equal bits on repeat, recomputed and as a graph, ") + kind.name, 0);
  for (const Shape& shape : {Shape{1, 300, 1, 1, 24, 40, 10}, Shape{2, 600, 1, 6, 128, 64, 11},
                             Shape{3, 90, 2, 4, 64, 64, 8}, Shape{1, 130, 1, 2, 200, 30, 9}}) {
    Case which;
    which.shape = shape;
    which.seed = 16;
    which.bfloat16 = kind.bfloat16;
    Sample<float> first(which);
    runChunkwise(kind, first, shape);
    for (const Way way : {Way::Kept, Way::Recomputed, Way::Graph}) {
      Sample<float> again(which);
      runChunkwise(kind, again, shape, way);
      note(result, sameBits(first, again) ? 0 : 1, which.text());
      ++result.cases;
    }
  }
  return result;
}

// Beyond what the dense form can follow: against the recurrent form in double, to the last token.
CheckResult checkLong(std::int64_t length, const ParallelFor& loop) {
  CheckResult result =
      named(std::string("CUDA to the last of ") + std::to_string(length) + " tokens, f32", kKinds[0].limit);
  for (const GateKind gates : {GateKind::Mild, GateKind::Open, GateKind::Mixed}) {
    Case which;
    which.shape = {1, length, 1, 1, 8, 8, levelCount(length)};
    which.seed = 17;
    which.gates = gates;
    const Results expected = longReference(which, loop);
    Sample<float> sample(which);
    noteMemory(result, runChunkwise(kKinds[0], sample, which.shape), which.text());
    compare(result, sample, expected, which.text());
    Sample<float> decoded(which);
    const std::int64_t cut = length - 100;
    noteMemory(result, runDecode(kKinds[0], decoded, which.shape, cut), which.text());
    note(result, errorFrom(decoded.o.values(), expected[0], which.shape, cut),
         "decoded after a prefix, " + which.text());
  }
  return result;
}

// More heads than a grid's second and third dimension hold.
CheckResult checkManyHeads(const Kind& kind, const ParallelFor& loop) {
  CheckResult result = named(std::string("CUDA more than 65,535 heads, ") + kind.name, kind.limit);
  for (const Shape& shape : {Shape{66'000, 3, 1, 1, 4, 4, 3}, Shape{1, 2, 33'000, 66'000, 4, 4, 2}}) {
    Case which;
    which.shape = shape;
    which.seed = 18;
    which.bfloat16 = kind.bfloat16;
    Sample<float> sample(which);
    noteMemory(result, runChunkwise(kind, sample, shape), which.text());
    compare(result, sample, reference(which, loop), which.text());
  }
  return result;
}

// Sizes beyond those in everyday use.
CheckResult checkLargeSizes(const Kind& kind, const ParallelFor& loop) {
  CheckResult result = named(std::string("CUDA large head sizes, ") + kind.name, kind.limit);
  for (const Shape& shape :
       {Shape{1, 150, 1, 2, 256, 64, 9}, Shape{1, 150, 1, 2, 64, 200, 9}, Shape{1, 70, 1, 1, 300, 257, 8}}) {
    Case which = of(kind, {});
    which.shape = shape;
    which.seed = 19;
    Sample<float> sample(which);
    noteMemory(result, runChunkwise(kind, sample, shape), which.text());
    compare(result, sample, reference(which, loop), which.text());
  }
  return result;
}

}  // namespace

std::vector<CheckResult> runSelfTest(const SelfTestOptions& options,
                                     const std::function<void(const CheckResult&)>& finished) {
  CheckRunner run(options, finished);
  const ParallelFor& loop = options.loop;
  for (const Kind& kind : kKinds) {
    run.one("ones", [&] { return checkOnes(kind); });
    run.one("open gates", [&] { return checkOpenGates(kind, loop); });
    if (kind.precision == Precision::Float32) run.one("decoding", [&] { return checkCuts(kind); });
    run.one("causality", [&] { return checkCausality(kind); });
    run.one("repeats", [&] { return checkRepeats(kind); });
    run.one("large sizes", [&] { return checkLargeSizes(kind, loop); });
    run.one("many heads", [&] { return checkManyHeads(kind, loop); });
  }
  run.one("long", [&] { return checkLong(std::min<std::int64_t>(70'001, 69 * options.longest), loop); });
  run.several("shapes", [&] { return checkShapes(options); });
  run.several("gated-delta decoding", [&] { return checkGatedDeltaDecoding(options); });
  run.several("gated-delta", [&] { return checkGatedDelta(options); });
  return run.results();
}

}  // namespace fenwick::kernels::cuda
