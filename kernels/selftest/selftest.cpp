#include "kernels/selftest.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/compare.h"
#include "kernels/selftest/gated_delta.h"
#include "kernels/selftest/gradient_check.h"
#include "kernels/selftest/sample.h"

namespace fenwick::kernels {

namespace {

using namespace selftest;

template <class T>
constexpr const char* typeName() {
  return std::is_same_v<T, double> ? "f64" : "f32";
}

template <class T>
void runChunkwise(Sample<T>& sample, const ChunkwiseOptions& options, const ParallelFor& loop,
                  ChunkwiseWorkspace<T>& workspace, bool keepStates) {
  ChunkwiseContext<T> context;
  ChunkwiseContext<T>* const kept = keepStates ? &context : nullptr;
  chunkwiseForward(sample.inputs(), sample.o.view(), options, loop, workspace, kept);
  chunkwiseBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), options, loop, workspace,
                    static_cast<const ChunkwiseContext<T>*>(kept));
}

// --- Every form against the dense one in double, over all shapes ---

template <class T>
class FormChecks {
 public:
  FormChecks()
      : m_dense(named(std::string("dense ") + typeName<T>(), limitOf<T>())),
        m_recurrent(named(std::string("recurrent ") + typeName<T>(), limitOf<T>())) {
    for (const InstructionSet set : availableInstructionSets()) {
      m_chunkwise.push_back(
          named(std::string("chunkwise ") + typeName<T>() + " " + instructionSetName(set), limitOf<T>()));
    }
  }

  void run(const Case& which, const Results& expected, const ParallelFor& loop) {
    const std::string where = which.text();
    const std::vector<InstructionSet> sets = availableInstructionSets();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Sample<T> sample(which);
      const bool keepStates = (m_chunkwise[i].cases + static_cast<std::int64_t>(i)) % 2 == 0;
      runChunkwise(sample, {which.chunk, sets[i]}, loop, m_workspace, keepStates);
      compare(m_chunkwise[i], sample, expected, where);
    }
    Sample<T> sample(which);
    recurrentForward(sample.inputs(), sample.o.view(), loop);
    note(m_recurrent, errorOf<T>(sample.o.values(), expected[0]), "o at " + where);
    // The other forms compute in double whatever the type is: in f32 their rounding is checked, in f64 the long ones too.
    if (std::is_same_v<T, double> || which.shape.length <= 300) {
      recurrentBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), loop);
      compare(m_recurrent, sample, expected, where);
    }
    if (std::is_same_v<T, double> || which.shape.length > 300) return;
    denseForward(sample.inputs(), sample.o.view(), loop);
    denseBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), loop);
    compare(m_dense, sample, expected, where);
  }

  std::vector<CheckResult> results() const {
    std::vector<CheckResult> all = m_chunkwise;
    all.push_back(m_recurrent);
    if (std::is_same_v<T, float>) all.push_back(m_dense);
    return all;
  }

 private:
  CheckResult m_dense, m_recurrent;
  std::vector<CheckResult> m_chunkwise;
  ChunkwiseWorkspace<T> m_workspace;
};

std::vector<CheckResult> checkForms(const SelfTestOptions& options) {
  FormChecks<double> f64;
  FormChecks<float> f32;
  for (const Case& which : options.full ? allCases(options.longest) : coveringCases(options.longest)) {
    const Results expected = reference(which, options.loop);
    f64.run(which, expected, options.loop);
    f32.run(which, expected, options.loop);
  }
  std::vector<CheckResult> all = f64.results();
  for (CheckResult& result : f32.results()) all.push_back(std::move(result));
  return all;
}

// --- Properties ---

// Far tokens, where a counter of levels that is wrong by one would show.
CheckResult checkLevels() {
  CheckResult result = named("levels partition the past", 0);
  for (const std::int64_t around : {std::int64_t{64}, std::int64_t{4096}, std::int64_t{65536}, std::int64_t{1} << 40}) {
    for (std::int64_t t = around - 2; t <= around + 2; ++t) {
      ++result.cases;
      std::int64_t end = t + 1;  // the levels lie one behind the other, from the token itself back to token 0
      for (int level = 0; level < levelCount(t + 1); ++level) {
        if (!isActive(t, level)) continue;
        const SourceRange range = sourceRange(t, level);
        const bool right = range.end == end && levelOf(t, range.begin) == level && levelOf(t, range.end - 1) == level;
        if (!right) note(result, kInfinity, "level " + std::to_string(level) + " of token " + std::to_string(t));
        end = range.begin;
      }
      if (end != 0) note(result, kInfinity, "token " + std::to_string(t));
    }
  }
  return result;
}

CheckResult checkOnes(const ParallelFor& loop) {
  CheckResult result = named("lambda = 1 is gated linear attention", kLimitF64);
  ChunkwiseWorkspace<double> workspace;
  for (const std::int64_t length : {1, 7, 64, 100, 130}) {
    for (const int chunk : {16, 32, 64}) {
      Case which = small(length, chunk, 11);
      which.lambdas = LambdaKind::Ones;
      Sample<double> sample(which);
      const std::vector<double> expected = gatedLinearAttention(sample, which.shape);
      runChunkwise(sample, {chunk}, loop, workspace, false);
      note(result, relativeError(sample.o.values(), expected), "chunkwise, " + which.text());
      recurrentForward(sample.inputs(), sample.o.view(), loop);
      note(result, relativeError(sample.o.values(), expected), "recurrent, " + which.text());
      denseForward(sample.inputs(), sample.o.view(), loop);
      note(result, relativeError(sample.o.values(), expected), "dense, " + which.text());
      ++result.cases;
    }
  }
  return result;
}

// The form with one state against the dense one at lambda = 1, without lambda and its gradient.
template <class T>
CheckResult checkOneState(const ParallelFor& loop) {
  CheckResult result = named(std::string("one state where lambda = 1, ") + typeName<T>(), limitOf<T>());
  ChunkwiseWorkspace<T> workspace;
  for (const std::int64_t length : {1, 7, 9, 64, 100, 130, 300}) {
    for (const GateKind gates : {GateKind::Mild, GateKind::Open, GateKind::Mixed}) {
      Case which = small(length, length % 2 == 0 ? 16 : 64, 18);
      which.lambdas = LambdaKind::Ones;
      which.gates = gates;
      const Results expected = reference(which, loop);
      const std::vector<InstructionSet> sets = availableInstructionSets();
      for (std::size_t i = 0; i <= sets.size(); ++i) {  // the last round: chunks shared out to threads
        const bool shared = i == sets.size();
        Sample<T> sample(which);
        Inputs<T> inputs = sample.inputs();
        Gradients<T> gradients = sample.gradients();
        inputs.lambda = {};
        gradients.dlambda = {};
        const ChunkwiseOptions options{which.chunk, shared ? InstructionSet::Best : sets[i], true};
        const ParallelFor threads = shared ? threadedLoop(8) : serialLoop();
        ChunkwiseContext<T> context;
        chunkwiseForward(inputs, sample.o.view(), options, threads, workspace, &context);
        chunkwiseBackward<T>(inputs, sample.outputGradient(), gradients, options, threads, workspace, i % 2 == 0 ? &context : nullptr);
        const Results got = sample.results();
        for (std::size_t n = 0; n < 5; ++n)
          note(result, errorOf<T>(got[n], expected[n]), std::string(kResultNames[n]) + " at " + which.text());
        ++result.cases;
      }
    }
  }
  return result;
}

// With small whole numbers every sum is exact, so a factor that is not exactly 1 would show.
template <class T>
CheckResult checkOpenGates(const ParallelFor& loop) {
  CheckResult result = named(std::string("gate = 0 is exactly the ungated form, ") + typeName<T>(), 0);
  for (const int chunk : {16, 32, 64}) {
    Case which = small(130, chunk, 12);
    which.gates = GateKind::Open;
    which.lambdas = LambdaKind::Ones;
    Sample<double> whole(which);
    Sample<T> sample(which);
    makeWhole(whole);
    makeWhole(sample);
    std::vector<double> expected = gatedLinearAttention(whole, which.shape);
    denseBackward(whole.inputs(), whole.outputGradient(), whole.gradients(), loop);
    Results results = whole.results();
    results[0] = std::move(expected);
    for (const InstructionSet set : availableInstructionSets()) {
      ChunkwiseWorkspace<T> workspace;
      runChunkwise(sample, {chunk, set}, loop, workspace, true);
      compare(result, sample, results, which.text());
    }
  }
  return result;
}

// Token n onwards cannot change what came before, and decoding can go on from any token.
CheckResult checkCuts(const ParallelFor& loop) {
  CheckResult result = named("all forms agree at every cut", kLimitF64);
  const Case which = small(70, 16, 13);
  const Shape& shape = which.shape;
  Sample<double> whole(which);
  denseForward(whole.inputs(), whole.o.view(), loop);
  const auto expected = std::as_const(whole.o).view();
  const auto errorOf = [&](const TensorView<double, 4>& o, std::int64_t from, std::int64_t length) {
    double worst = 0;
    for (std::int64_t b = 0; b < shape.batch; ++b) {
      for (std::int64_t t = 0; t < length; ++t) {
        for (std::int64_t h = 0; h < shape.heads; ++h) {
          for (std::int64_t j = 0; j < shape.valueDim; ++j) {
            worst = std::max(worst, std::fabs(o(b, t, h, j) - expected(b, from + t, h, j)));
          }
        }
      }
    }
    return worst;
  };
  RecurrentState<double> state(shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim);
  ChunkwiseWorkspace<double> workspace;
  const Inputs<double> in = whole.inputs();
  for (std::int64_t cut = 1; cut <= shape.length; ++cut) {
    const auto prefix = [cut](const auto& view) {
      auto extents = view.extents();
      extents[1] = cut;
      return std::decay_t<decltype(view)>(view.data(), extents, view.strides());
    };
    const Inputs<double> before{prefix(in.q), prefix(in.k), prefix(in.v), prefix(in.gate), prefix(in.lambda)};
    GuardedTensor<double, 4> o({shape.batch, cut, shape.heads, shape.valueDim});
    const std::string where = "cut " + std::to_string(cut) + " of " + which.text();
    chunkwiseForward(before, o.view(), {which.chunk}, loop, workspace);
    note(result, errorOf(o.view(), 0, cut), "chunkwise, " + where);
    denseForward(before, o.view(), loop);
    note(result, errorOf(o.view(), 0, cut), "dense, " + where);

    // A copy of the state decodes token cut-1, then the state itself does: the copy must not have changed it.
    const auto token = [&](const auto& view) {
      using View = std::decay_t<decltype(view)>;
      using Value = std::remove_pointer_t<decltype(view.data())>;
      constexpr std::size_t rank = std::tuple_size_v<typename View::Extents>;
      std::array<std::int64_t, rank - 1> extents{}, strides{};
      for (std::size_t d = 0, to = 0; d < rank; ++d) {
        if (d == 1) continue;
        extents[to] = view.extent(d);
        strides[to++] = view.stride(d);
      }
      return TensorView<Value, rank - 1>(view.at(0, cut - 1), extents, strides);
    };
    const Token<double> next{token(in.q), token(in.k), token(in.v), token(in.gate), token(in.lambda)};
    GuardedTensor<double, 4> one({shape.batch, 1, shape.heads, shape.valueDim});
    const TensorView<double, 3> oneToken(one.view().data(), {shape.batch, shape.heads, shape.valueDim});
    RecurrentState<double> copy = state;
    copy.step(next, oneToken, loop);
    note(result, errorOf(one.view(), cut - 1, 1), "a copied state, " + where);
    state.step(next, oneToken, loop);
    note(result, errorOf(one.view(), cut - 1, 1), "recurrent, " + where);
    ++result.cases;
  }
  return result;
}

// What comes later changes no bit of what came before, forward; and what is asked earlier gives it no gradient.
CheckResult checkCausality(const ParallelFor& loop) {
  CheckResult result = named("nothing looks ahead", 0);
  ChunkwiseWorkspace<float> workspace;
  for (const std::int64_t cut : {1, 15, 16, 63, 64, 65, 100, 129}) {
    const Case which = small(130, 16, 14);
    const Shape& shape = which.shape;
    Sample<float> plain(which);
    Sample<float> changed(which);
    runChunkwise(plain, {which.chunk}, loop, workspace, false);
    for (std::int64_t b = 0; b < shape.batch; ++b) {
      for (std::int64_t t = cut; t < shape.length; ++t) {
        for (auto* tensor : {&changed.q, &changed.k, &changed.v}) tensor->view()(b, t, 0, 0) += 1;
        for (std::int64_t h = 0; h < shape.heads; ++h) {
          for (std::int64_t j = 0; j < shape.valueDim; ++j) changed.dO.view()(b, t, h, j) = 0;
        }
      }
    }
    runChunkwise(changed, {which.chunk}, loop, workspace, false);
    double difference = 0;
    double ahead = 0;
    for (std::int64_t b = 0; b < shape.batch; ++b) {
      for (std::int64_t t = 0; t < shape.length; ++t) {
        for (std::int64_t j = 0; j < shape.valueDim; ++j) {
          const float before = plain.o.view()(b, t, 1, j);
          if (t < cut) difference += before == changed.o.view()(b, t, 1, j) ? 0 : 1;
          if (t >= cut) ahead += std::fabs(static_cast<double>(changed.dv.view()(b, t, 1, j)));
        }
        for (std::int64_t i = 0; i < shape.keyDim && t >= cut; ++i) {
          ahead += std::fabs(static_cast<double>(changed.dk.view()(b, t, 0, i)));
        }
      }
    }
    note(result, difference, "o before token " + std::to_string(cut));
    note(result, ahead, "gradients from token " + std::to_string(cut) + " on");
    ++result.cases;
  }
  return result;
}

CheckResult checkGradients() {
  CheckResult result = named("gradients equal finite differences", 1e-7);
  for (const int chunk : {16, 32}) {
    Case which = small(37, chunk, 15);
    which.shape.batch = 1;
    Sample<double> sample(which);
    ChunkwiseWorkspace<double> workspace;
    runChunkwise(sample, {chunk}, serialLoop(), workspace, false);
    GuardedTensor<double, 4> o({which.shape.batch, which.shape.length, which.shape.heads, which.shape.valueDim});
    const std::vector<double> weights = sample.dO.values();
    const auto objective = [&] {
      chunkwiseForward(sample.inputs(), o.view(), {chunk}, serialLoop(), workspace);
      return weightedSum(weights, o.values());
    };
    const auto check = [&](const char* name, auto& input, const auto& gradient) {
      note(result, gradientError(objective, input, gradient.values()), std::string(name) + " at " + which.text());
      ++result.cases;
    };
    check("dq", sample.q, sample.dq);
    check("dk", sample.k, sample.dk);
    check("dv", sample.v, sample.dv);
    check("dgate", sample.gate, sample.dgate);
    check("dlambda", sample.lambda, sample.dlambda);
  }
  return result;
}

template <class T>
bool sameBits(const Sample<T>& a, const Sample<T>& b) {
  const Results left = a.results();
  const Results right = b.results();
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::memcmp(left[i].data(), right[i].data(), left[i].size() * sizeof(double)) != 0) return false;
  }
  return true;
}

CheckResult checkRepeats() {
  CheckResult result = named("equal bits on repeat, for any threads, with and without kept states", 0);
  for (const Shape& shape :
       {Shape{1, 300, 1, 1, 24, 40, 10}, Shape{1, 200, 1, 3, 16, 16, 9}, Shape{6, 90, 2, 4, 8, 8, 8}}) {
    Case which;
    which.shape = shape;
    which.chunk = 16;
    which.seed = 16;
    Sample<float> first(which);
    ChunkwiseWorkspace<float> workspace;
    runChunkwise(first, {which.chunk}, serialLoop(), workspace, false);
    for (const int threads : {1, 2, 3, 8}) {
      for (const bool keepStates : {false, true}) {
        Sample<float> again(which);
        runChunkwise(again, {which.chunk}, threadedLoop(threads), workspace, keepStates);
        note(result, sameBits(first, again) ? 0 : 1, std::to_string(threads) + " threads at " + which.text());
        ++result.cases;
      }
    }
  }
  return result;
}

// Beyond what the dense form can follow: against the recurrent form in double, to the last token.
template <class T>
CheckResult checkLong(std::int64_t length, const ParallelFor& loop) {
  CheckResult result =
      named(std::string("to the last of ") + std::to_string(length) + " tokens, " + typeName<T>(), limitOf<T>());
  Case which;
  which.shape = {1, length, 1, 1, 8, 8, levelCount(length)};
  which.seed = 17;
  for (const GateKind gates : {GateKind::Mild, GateKind::Open, GateKind::Mixed}) {
    which.gates = gates;
    const Results expected = longReference(which, loop);
    Sample<T> sample(which);
    ChunkwiseWorkspace<T> workspace;
    for (const int chunk : {16, 64}) {
      runChunkwise(sample, {chunk}, loop, workspace, true);
      compare(result, sample, expected, "chunkwise, " + which.text());
    }
    recurrentForward(sample.inputs(), sample.o.view(), loop);
    note(result, relativeError(sample.o.values(), expected[0]), "recurrent, " + which.text());
  }
  return result;
}

}  // namespace

std::vector<CheckResult> runSelfTest(const SelfTestOptions& options,
                                     const std::function<void(const CheckResult&)>& finished) {
  CheckRunner run(options, finished);
  const std::int64_t longLength = options.full ? 70001 : std::min<std::int64_t>(8197, 64 * options.longest);
  run.one("levels", checkLevels);
  run.one("ones", [&] { return checkOnes(options.loop); });
  run.one("one state", [&] { return checkOneState<double>(options.loop); });
  run.one("one state", [&] { return checkOneState<float>(options.loop); });
  run.one("open gates", [&] { return checkOpenGates<double>(options.loop); });
  run.one("open gates", [&] { return checkOpenGates<float>(options.loop); });
  run.one("decoding", [&] { return checkCuts(options.loop); });
  run.one("causality", [&] { return checkCausality(options.loop); });
  run.one("gradients", checkGradients);
  run.one("repeats", checkRepeats);
  run.one("long", [&] { return checkLong<double>(longLength, options.loop); });
  run.one("long", [&] { return checkLong<float>(longLength, options.loop); });
  run.several("shapes", [&] { return checkForms(options); });
  run.several("gated-delta", [&] { return checkGatedDelta(options); });
  return run.results();
}

}  // namespace fenwick::kernels
