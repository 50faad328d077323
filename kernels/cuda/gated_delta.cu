#include "kernels/cuda/gated_delta.h"

#include "kernels/cpu/checks.h"
#include "kernels/cuda/gated_delta_chunk.h"
#include "kernels/cuda/views.h"

// The checked edge of Gated DeltaNet: arguments and memory.

namespace fenwick::kernels::cuda {
namespace {

template <class T>
std::int64_t layContext(DeltaProblem<T>& p, void* memory) {
  Layout layout(memory);
  layout.take(p.gateParts, p.sequences() * p.chunks * kChunk);
  layout.take(p.gatePrefix, p.sequences() * (p.chunks + 1));
  layout.take(p.squares, p.sequences() * p.chunks * 4 * kSquare);
  layout.take(p.rows, p.chunks > 1 ? p.sequences() * p.chunks * 3 * kChunk * p.keyDim : 0);
  layout.take(p.states, p.sequences() * statesBefore(p.chunks) * p.stateSize(), sizeof(float));
  return layout.used();
}

template <class T>
std::int64_t layWorking(DeltaProblem<T>& p, void* memory) {
  const std::int64_t tokens = p.sequences() * p.chunks * kChunk;
  Layout layout(memory);
  layout.take(p.stateGradients, p.sequences() * statesBefore(p.chunks) * p.stateSize(), sizeof(float));
  layout.take(p.rowGradients, p.chunks > 1 ? tokens * 5 * p.keyDim : 0);
  layout.take(p.moved, p.chunks > 1 ? tokens * 2 * p.valueDim : 0);
  layout.take(p.headQueries, tokens * p.keyDim);
  layout.take(p.headKeys, tokens * p.keyDim);
  layout.take(p.ownPairs, tokens);
  return layout.used();
}

DeltaProblem<float> sized(const Shape& shape) {
  DeltaProblem<float> p{};
  setSizes(p, shape);
  return p;
}

template <class T>
DeltaProblem<T> problemOf(const Shape& shape, const GatedDeltaInputs<T>& inputs, const Memory& context) {
  DeltaProblem<T> p{};
  setSizes(p, shape);
  setInputs(p, inputs);
  p.beta = tensorOf(inputs.beta);
  checkMemory("context", context, layContext(p, nullptr));
  layContext(p, context.data);
  return p;
}

}  // namespace

template <class T>
Shape checkedShape(const GatedDeltaInputs<T>& inputs) {
  const Shape shape = checkedShape<T>(static_cast<const Inputs<T>&>(inputs));
  checkBeta("beta", shape, inputs.beta);
  return shape;
}

std::int64_t gatedDeltaContextBytes(const Shape& shape) {
  DeltaProblem<float> p = sized(shape);
  return layContext(p, nullptr);
}

std::int64_t gatedDeltaBackwardBytes(const Shape& shape) {
  DeltaProblem<float> p = sized(shape);
  return layWorking(p, nullptr);
}

template <class T>
void gatedDeltaForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const Memory& context, Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutput(shape, asFloat(o));
  DeltaProblem<T> p = problemOf(shape, inputs, context);
  p.o = tensorOf(o);
  sumGates<T>(p, stream);
  deltaFactors(p, stream);
  deltaStates(p, stream);
  deltaOutputs(p, stream);
}

template <class T>
void gatedDeltaBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients,
                        const Memory& context, const Memory& working, Stream stream) {
  const Shape shape = checkedShape(inputs);
  checkOutputGradient(shape, asFloat(dO));
  checkGradients(shape, asFloat(static_cast<const Gradients<T>&>(gradients)));
  checkBeta("dbeta", shape, gradients.dbeta);
  DeltaProblem<T> p = problemOf(shape, inputs, context);
  p.dO = tensorOf(dO);
  setGradients<T>(p, gradients);
  p.dbeta = tensorOf(gradients.dbeta);
  checkMemory("working memory", working, layWorking(p, nullptr));
  layWorking(p, working.data);
  deltaStateGradients(p, stream);
  deltaGradients(p, stream);
}

template <class T>
void gatedDeltaDecodeStep(const DecodeShape& shape, const Memory& state, const GatedDeltaToken<T>& token, const TensorView<T, 3>& o, Stream stream) {
  DeltaStep<T> step{decoding::stepOf<T>(shape, state, token, o), {}};
  checkBetaOfToken({shape.batch, shape.longest, shape.groups, shape.heads, shape.keyDim, shape.valueDim, 0}, token.beta);
  step.beta = decoding::rowsOf(token.beta);
  deltaStep(step, decoding::records(shape), stream);
}

template <class T>
void gatedDeltaDecodePrefill(const DecodeShape& shape, const Memory& state, const GatedDeltaInputs<T>& inputs, const Memory& context, Stream stream) {
  decoding::checkDecode(shape, state);
  const Shape given = checkedShape(inputs);
  decoding::checkPrefix(shape, given);
  deltaPrefill(problemOf(given, inputs, context), decoding::statesOf(shape, state.data), stream);
}

#define FENWICK_INSTANTIATE(T)                                                                                                         \
  template Shape checkedShape(const GatedDeltaInputs<T>&);                                                                             \
  template void gatedDeltaForward(const GatedDeltaInputs<T>&, const TensorView<T, 4>&, const Memory&, Stream);                         \
  template void gatedDeltaBackward(const GatedDeltaInputs<T>&, const TensorView<const T, 4>&, const GatedDeltaGradients<T>&,           \
                                   const Memory&, const Memory&, Stream);                                                              \
  template void gatedDeltaDecodeStep(const DecodeShape&, const Memory&, const GatedDeltaToken<T>&, const TensorView<T, 3>&, Stream);   \
  template void gatedDeltaDecodePrefill(const DecodeShape&, const Memory&, const GatedDeltaInputs<T>&, const Memory&, Stream);
FENWICK_INSTANTIATE(float)
FENWICK_INSTANTIATE(BFloat16)
#undef FENWICK_INSTANTIATE

}  // namespace fenwick::kernels::cuda
