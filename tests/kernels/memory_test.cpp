#include <QTest>
#include <cmath>

#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "kernels/selftest/sample.h"

using namespace fenwick::kernels;
using selftest::Case;
using selftest::Sample;

namespace {

Case caseOf(const Shape& shape, int chunk) {
  Case which;
  which.shape = shape;
  which.chunk = chunk;
  which.seed = 5;
  return which;
}

}  // namespace

class MemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void aWorkspaceGrowsWithTheFirstCallOnly() {
    const Case which = caseOf({3, 200, 1, 2, 24, 16, 9}, 32);
    Sample<float> sample(which);
    ChunkwiseWorkspace<float> workspace;
    ChunkwiseContext<float> context;
    std::int64_t afterFirst = 0;
    for (int call = 0; call < 3; ++call) {
      chunkwiseForward(sample.inputs(), sample.o.view(), {which.chunk}, serialLoop(), workspace, &context);
      chunkwiseBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), {which.chunk}, serialLoop(),
                        workspace, static_cast<const ChunkwiseContext<float>*>(&context));
      if (call == 0) afterFirst = workspace.bytes() + context.bytes();
      QCOMPARE(workspace.bytes() + context.bytes(), afterFirst);
    }
    QVERIFY(afterFirst > 0);
  }

  void aWorkspaceServesShapeAfterShape() {
    ChunkwiseWorkspace<float> workspace;
    for (const Shape& shape :
         {Shape{1, 300, 1, 1, 8, 8, 10}, Shape{2, 5, 2, 4, 128, 1, 4}, Shape{1, 130, 1, 1, 3, 70, 9}}) {
      const Case which = caseOf(shape, 16);
      Sample<float> reused(which);
      Sample<float> fresh(which);
      ChunkwiseWorkspace<float> another;
      chunkwiseForward(reused.inputs(), reused.o.view(), {which.chunk}, serialLoop(), workspace);
      chunkwiseForward(fresh.inputs(), fresh.o.view(), {which.chunk}, serialLoop(), another);
      QCOMPARE(reused.o.values(), fresh.o.values());
    }
  }

  void keptStatesNeedOneStateForEveryChunkButTheLast() {
    const Case which = caseOf({2, 256, 1, 3, 64, 64, 9}, 64);
    Sample<float> sample(which);
    ChunkwiseWorkspace<float> workspace;
    ChunkwiseContext<float> context;
    chunkwiseForward(sample.inputs(), sample.o.view(), {which.chunk}, serialLoop(), workspace, &context);
    QCOMPARE(context.bytes(), std::int64_t{2 * 3 * 3 * 64 * 64 * 4});
  }

  void decodingHoldsAsManyStatesAsLevels() {
    constexpr std::int64_t K = 4, V = 6;
    RecurrentState<double> state(1, 1, 1, K, V);
    const std::int64_t empty = state.stateBytes();
    std::vector<double> numbers(64, 0.25);
    std::vector<double> results(V);
    for (std::int64_t t = 0; t < 300; ++t) {
      const Token<double> token{{numbers.data(), {1, 1, K}},
                                {numbers.data(), {1, 1, K}},
                                {numbers.data(), {1, 1, V}},
                                {numbers.data(), {1, 1}},
                                {numbers.data(), {1, 1, 64}}};
      state.step(token, {results.data(), {1, 1, V}});
      // Level 0 is the token's own k and v; every level above has a state of K x V once it has appeared.
      const std::int64_t states = levelCount(t + 1) - 1;
      QCOMPARE(state.stateBytes() - empty, states * K * V * static_cast<std::int64_t>(sizeof(double)));
    }
  }

  void slicesOfOneFusedProjectionAreReadAndWrittenInPlace() {
    // [B, T, q | k | v] of one matrix product, and its gradient alike.
    constexpr std::int64_t B = 2, T = 70, K = 64, V = 64, width = 2 * K + V;
    const Case which = caseOf({B, T, 1, 1, K, V, levelCount(T)}, 64);
    Sample<float> apart(which);
    std::vector<float> fused(B * T * width);
    std::vector<float> gradient(fused.size(), std::nanf(""));
    for (std::int64_t b = 0; b < B; ++b) {
      for (std::int64_t t = 0; t < T; ++t) {
        float* row = fused.data() + (b * T + t) * width;
        for (std::int64_t i = 0; i < K; ++i) row[i] = apart.q.view()(b, t, 0, i);
        for (std::int64_t i = 0; i < K; ++i) row[K + i] = apart.k.view()(b, t, 0, i);
        for (std::int64_t i = 0; i < V; ++i) row[2 * K + i] = apart.v.view()(b, t, 0, i);
      }
    }
    const auto slice = [](auto* data, std::int64_t from, std::int64_t size) {
      using View = TensorView<std::remove_pointer_t<decltype(data)>, 4>;
      return View(data + from, {B, T, 1, size}, {T * width, width, width, 1});
    };
    const float* const source = fused.data();
    Inputs<float> inputs = apart.inputs();
    inputs.q = slice(source, 0, K);
    inputs.k = slice(source, K, K);
    inputs.v = slice(source, 2 * K, V);
    Gradients<float> gradients = apart.gradients();
    gradients.dq = slice(gradient.data(), 0, K);
    gradients.dk = slice(gradient.data(), K, K);
    gradients.dv = slice(gradient.data(), 2 * K, V);
    ChunkwiseWorkspace<float> workspace;
    chunkwiseBackward(inputs, apart.outputGradient(), gradients, {64}, serialLoop(), workspace);
    chunkwiseBackward(apart.inputs(), apart.outputGradient(), apart.gradients(), {64}, serialLoop(), workspace);
    for (std::int64_t b = 0; b < B; ++b) {
      for (std::int64_t t = 0; t < T; ++t) {
        for (std::int64_t i = 0; i < K; ++i) {
          QCOMPARE(gradients.dq(b, t, 0, i), apart.dq.view()(b, t, 0, i));
          QCOMPARE(gradients.dk(b, t, 0, i), apart.dk.view()(b, t, 0, i));
          QCOMPARE(gradients.dv(b, t, 0, i), apart.dv.view()(b, t, 0, i));
        }
      }
    }
  }
};

QTEST_APPLESS_MAIN(MemoryTest)
#include "memory_test.moc"
