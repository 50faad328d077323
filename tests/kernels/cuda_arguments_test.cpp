// What the CUDA operator refuses, before anything is queued: so this needs a build with CUDA, but no GPU.

#include <QTest>
#include <stdexcept>
#include <string>

#ifdef FENWICK_CUDA
#include "kernels/cuda/gated_delta.h"
#include "kernels/cuda/log_linear_attention.h"
#include "kernels/fenwick.h"

using namespace fenwick::kernels;

namespace {

// Addresses that are never looked at.
template <class T>
T* somewhere() {
  return reinterpret_cast<T*>(std::uintptr_t{4096});
}

struct Call {
  Shape shape{2, 70, 1, 4, 8, 16, levelCount(70)};
  cuda::Memory context{somewhere<void>(), 0};
  std::int64_t keyStride = 8;

  cuda::Inputs<float> inputs() const {
    const TensorView<const float, 4> keys(somewhere<float>(), {shape.batch, shape.length, shape.groups, shape.keyDim},
                                          {shape.length * keyStride, keyStride, 8, 1});
    return {keys,
            keys,
            {somewhere<float>(), {shape.batch, shape.length, shape.heads, shape.valueDim}},
            {somewhere<float>(), {shape.batch, shape.length, shape.heads}},
            {somewhere<float>(), {shape.batch, shape.length, shape.heads, shape.levels}}};
  }
  std::string refusal() const {
    try {
      const TensorView<float, 4> o(somewhere<float>(), {shape.batch, shape.length, shape.heads, shape.valueDim});
      cuda::chunkwiseForward(inputs(), o, cuda::Precision::Float32, context, nullptr);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  }
};

std::string gatedDeltaRefusal(const Call& call, std::int64_t heads) {
  try {
    const Shape& s = call.shape;
    const cuda::GatedDeltaInputs<float> inputs{call.inputs(), {somewhere<float>(), {s.batch, s.length, heads}}};
    cuda::gatedDeltaForward(inputs, TensorView<float, 4>(somewhere<float>(), {s.batch, s.length, s.heads, s.valueDim}), call.context, nullptr);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::string decodeRefusal(const cuda::DecodeShape& shape, const cuda::Memory& state) {
  try {
    cuda::resetDecode(shape, state, nullptr);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

cuda::Memory stateOf(const cuda::DecodeShape& shape) { return {somewhere<void>(), cuda::decodeStateBytes(shape)}; }

std::string gatedDeltaStepRefusal(const cuda::DecodeShape& s, std::int64_t heads) {
  try {
    const TensorView<const float, 3> keys(somewhere<float>(), {s.batch, s.groups, s.keyDim});
    const TensorView<const float, 3> values(somewhere<float>(), {s.batch, s.heads, s.valueDim});
    const cuda::Token<float> token{
        keys, keys, values, {somewhere<float>(), {s.batch, s.heads}}, {somewhere<float>(), {s.batch, s.heads, levelCount(s.longest)}}};
    const cuda::GatedDeltaToken<float> all{token, {somewhere<float>(), {s.batch, heads}}};
    cuda::gatedDeltaDecodeStep(s, stateOf(s), all, TensorView<float, 3>(somewhere<float>(), {s.batch, s.heads, s.valueDim}), nullptr);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::string gatedDeltaPrefillRefusal(const cuda::DecodeShape& shape) {
  try {
    const Call call;
    const Shape& s = call.shape;
    const cuda::GatedDeltaInputs<float> inputs{call.inputs(), {somewhere<float>(), {s.batch, s.length, s.heads}}};
    cuda::gatedDeltaDecodePrefill(shape, stateOf(shape), inputs, call.context, nullptr);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

}  // namespace
#endif

class CudaArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
#ifndef FENWICK_CUDA
    QSKIP("this build has no CUDA kernels");
#endif
  }

#ifdef FENWICK_CUDA
  void tooFewLevelsAreRefusedInTheWordsOfTheCpu() {
    Call call;
    call.shape.levels = 7;
    QCOMPARE(call.refusal(),
             std::string("lambda: expected [2, 70, 4, 8], got [2, 70, 4, 7] (70 tokens need 8 levels)"));
  }
  void groupsThatDoNotDivideTheHeadsAreRefused() {
    Call call;
    call.shape.groups = 3;
    QVERIFY(call.refusal().find("expected a number of groups that divides the 4 heads") != std::string::npos);
  }
  void sizesBeyondTheKernelsAreRefusedWithTheLimit() {
    Call call;
    call.shape.keyDim = 8193;
    QCOMPARE(call.refusal(), std::string("key size: on CUDA at most 8192, got 8193"));
  }
  void lentMemoryThatDoesNotDoIsRefused() {
    Call call;
    const std::int64_t needed = cuda::contextBytes<float>(call.shape, cuda::Precision::Float32);
    const std::string wanted =
        "context: expected " + std::to_string(needed) + " bytes of device memory aligned to 256, got ";
    call.context.bytes = needed - 1;
    QCOMPARE(call.refusal(), wanted + std::to_string(needed - 1));
    call.context = {reinterpret_cast<void*>(std::uintptr_t{4096 + 16}), needed};
    QCOMPARE(call.refusal(), wanted + "another alignment");
    call.context.data = nullptr;
    QCOMPARE(call.refusal(), wanted + "none");
  }
  void gatedDeltaRefusesABetaOfOtherHeadsAndMemoryThatDoesNotDo() {
    Call call;
    QCOMPARE(gatedDeltaRefusal(call, 3), std::string("beta: expected [2, 70, 4], got [2, 70, 3]"));
    const std::int64_t needed = cuda::gatedDeltaContextBytes(call.shape);
    call.context.bytes = needed - 1;
    QCOMPARE(gatedDeltaRefusal(call, 4), "context: expected " + std::to_string(needed) + " bytes of device memory aligned to 256, got " +
                                             std::to_string(needed - 1));
  }
  void decodingWithoutRoomForATokenIsRefused() {
    QCOMPARE(decodeRefusal({1, 1, 1, 4, 4, 0}, {somewhere<void>(), 0}),
             std::string("longest: expected at least 1, got 0"));
    const cuda::DecodeShape shape{1, 1, 1, 4, 4, 100};
    QVERIFY(decodeRefusal(shape, {somewhere<void>(), 16}).find("decode state: expected ") != std::string::npos);
  }
  void decodingOfGatedDeltaRefusesABetaOfOtherHeads() {
    QCOMPARE(gatedDeltaStepRefusal({2, 1, 4, 8, 16, 100}, 3), std::string("beta: expected [2, 4], got [2, 3]"));
  }
  void goingOnFromMoreTokensThanTheStateHoldsIsRefused() {
    QCOMPARE(gatedDeltaPrefillRefusal({2, 1, 4, 8, 16, 69}), std::string("inputs: expected at most the 69 tokens of the decode state, got 70"));
    QCOMPARE(gatedDeltaPrefillRefusal({2, 2, 4, 8, 16, 70}), std::string("inputs: expected the sizes of the decode state"));
  }
  void contextsGrowNoFasterThanTheLength() {
    Shape shape{1, 4096, 1, 2, 64, 64, 20};
    const std::int64_t once = cuda::contextBytes<cuda::BFloat16>(shape, cuda::Precision::Float32);
    shape.length *= 8;
    const std::int64_t eightfold = cuda::contextBytes<cuda::BFloat16>(shape, cuda::Precision::Float32);
    QVERIFY(eightfold > 7 * once && eightfold < 10 * once);
  }
#endif
};

QTEST_APPLESS_MAIN(CudaArgumentsTest)
#include "cuda_arguments_test.moc"
