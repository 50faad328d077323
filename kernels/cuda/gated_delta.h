#pragma once

#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

// Log-linear attention on the states of Gated DeltaNet on CUDA, forward and backward: the formula of kernels/gated_delta.h, with the types, errors,
// memory and stream of kernels/cuda/log_linear_attention.h. beta and its gradient are float, for the same reason as gates are.
//
// float32 on the ordinary units, or BFloat16 inputs and results with float32 sums and states. Chunks have kChunk tokens.

namespace fenwick::kernels::cuda {

template <class T>
struct GatedDeltaInputs : Inputs<T> {
  TensorView<const float, 3> beta;
};

template <class T>
struct GatedDeltaGradients : Gradients<T> {
  TensorView<float, 3> dbeta;
};

template <class T>
Shape checkedShape(const GatedDeltaInputs<T>& inputs);

// What the forward pass leaves for the backward pass: what a chunk does to states, and the states that it reads.
std::int64_t gatedDeltaContextBytes(const Shape& shape);

template <class T>
void gatedDeltaForward(const GatedDeltaInputs<T>& inputs, const TensorView<T, 4>& o, const Memory& context, Stream stream);

// Working memory of the backward pass alone.
std::int64_t gatedDeltaBackwardBytes(const Shape& shape);

// `context` as filled from the same inputs.
template <class T>
void gatedDeltaBackward(const GatedDeltaInputs<T>& inputs, const TensorView<const T, 4>& dO, const GatedDeltaGradients<T>& gradients,
                        const Memory& context, const Memory& working, Stream stream);

// --- Recurrent form: decoding ---
// The state's memory is what decodeStateBytes and resetDecode say of it.

template <class T>
struct GatedDeltaToken : Token<T> {
  TensorView<const float, 2> beta;  // [B, H]
};

// As decodeStep.
template <class T>
void gatedDeltaDecodeStep(const DecodeShape& shape, const Memory& state, const GatedDeltaToken<T>& token, const TensorView<T, 3>& o, Stream stream);

// Leaves the state as it is after stepping through all tokens of the inputs from position 0 on. `context` as gatedDeltaForward filled it from the
// same inputs: what the chunks before the last one leave comes from there, the tokens of the last one are taken in one by one in the same launch.
// q and lambda are not looked at.
template <class T>
void gatedDeltaDecodePrefill(const DecodeShape& shape, const Memory& state, const GatedDeltaInputs<T>& inputs, const Memory& context, Stream stream);

}  // namespace fenwick::kernels::cuda
