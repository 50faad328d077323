#pragma once

#include "kernels/log_linear_attention.h"

// The checks behind the public edge: each throws std::invalid_argument with the tensor's name, what was expected and
// what came.

namespace fenwick::kernels {

void checkSizes(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim,
                std::int64_t valueDim);
// As checkedShape, but lambda may be anything; its levels are those that T needs.
template <class T>
Shape checkedShapeWithoutLambda(const Inputs<T>& inputs);
template <class T>
void checkOutput(const Shape& shape, const TensorView<T, 4>& o);
template <class T>
void checkOutputGradient(const Shape& shape, const TensorView<const T, 4>& dO);
template <class T>
void checkGradients(const Shape& shape, const Gradients<T>& gradients, bool withLambda = true);
template <class T>
void checkToken(const Shape& shape, const Token<T>& token, const TensorView<T, 3>& o);

void checkChunk(int chunk);
// The one that is meant, where this machine has it.
InstructionSet checkedInstructionSet(InstructionSet set);

// beta or its gradient, [B, T, H]; and of one token, [B, H].
template <class T>
void checkBeta(const char* name, const Shape& shape, const TensorView<T, 3>& beta);
template <class T>
void checkBetaOfToken(const Shape& shape, const TensorView<const T, 2>& beta);

}  // namespace fenwick::kernels
