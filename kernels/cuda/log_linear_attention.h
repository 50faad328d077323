#pragma once

#include <cstdint>
#include <string>

#include "kernels/log_linear_attention.h"
#include "kernels/tensor_view.h"

// Log-linear attention with scalar gates on CUDA: the formula, the tensors and the rules for strides, inert cells and spare levels are
// those of kernels/log_linear_attention.h, with all data in device memory.
//
//   tensor                      | type                | meaning
//   q, k, v, dO, o, dq, dk, dv  | float or BFloat16   | as on the CPU; sums and running states are float32 for both types
//   gate, lambda, their grad.   | float               | for both types: lambda weighs whole states, and a gate's digits are what is left
//                               |                     | after hundreds of them were added up
//
// Errors relative to the largest entry, against the dense form in double on the same inputs: float <= 1e-5, float with
// Precision::Tf32 <= 3e-3, BFloat16 <= 1e-2, of o and each gradient.
//
// All work is queued on the given stream: nothing here allocates, waits for the device or copies to the host, so every call can be
// captured in a CUDA graph. The caller lends the memory (at least as many bytes as the function beside it says, aligned to 256); it must stay
// until the work is done. Results are the same bits on every repeat on one kind of device.
//
// Wrong arguments throw std::invalid_argument before anything is queued, in the words of the CPU's functions; a launch that CUDA refuses
// throws std::runtime_error with the kernel's name. Any thread may call. Chunks have kChunk tokens.

struct CUstream_st;  // what cudaStream_t points to

namespace fenwick::kernels::cuda {

using Stream = CUstream_st*;

inline constexpr int kChunk = 64;

// The upper half of a float, as in __nv_bfloat16 and c10::BFloat16.
struct BFloat16 {
  std::uint16_t bits;
};

template <class T>
struct Inputs {
  TensorView<const T, 4> q;
  TensorView<const T, 4> k;
  TensorView<const T, 4> v;
  TensorView<const float, 3> gate;
  TensorView<const float, 4> lambda;
};

template <class T>
struct Gradients {
  TensorView<T, 4> dq;
  TensorView<T, 4> dk;
  TensorView<T, 4> dv;
  TensorView<float, 3> dgate;
  TensorView<float, 4> dlambda;
};

// How products of float32 numbers are taken. Without meaning for BFloat16.
enum class Precision {
  Float32,
  Tf32,  // factors rounded to 10 bits behind the point, sums in float32
};

// Bytes of device memory lent by the caller.
struct Memory {
  void* data = nullptr;
  std::int64_t bytes = 0;
};

// The common shape of the inputs; throws where they do not fit together.
template <class T>
Shape checkedShape(const Inputs<T>& inputs);

// --- Chunkwise form ---

// What the forward pass leaves for the backward pass: cumulated gates and the states between chunks.
template <class T>
std::int64_t contextBytes(const Shape& shape, Precision precision);

template <class T>
void chunkwiseForward(const Inputs<T>& inputs, const TensorView<T, 4>& o, Precision precision, const Memory& context,
                      Stream stream);

// Fills the context as chunkwiseForward does, without o: for a backward pass whose context was given up.
template <class T>
void chunkwiseStates(const Inputs<T>& inputs, Precision precision, const Memory& context, Stream stream);

// Working memory of the backward pass alone.
template <class T>
std::int64_t backwardBytes(const Shape& shape, Precision precision);

// `context` as filled from the same inputs with the same precision.
template <class T>
void chunkwiseBackward(const Inputs<T>& inputs, const TensorView<const T, 4>& dO, const Gradients<T>& gradients,
                       Precision precision, const Memory& context, const Memory& working, Stream stream);

// --- Recurrent form: decoding ---

// One token of every sequence of the batch.
template <class T>
struct Token {
  TensorView<const T, 3> q;           // [B, G, K]
  TensorView<const T, 3> k;           // [B, G, K]
  TensorView<const T, 3> v;           // [B, H, V]
  TensorView<const float, 2> gate;    // [B, H]
  TensorView<const float, 3> lambda;  // [B, H, L]; L >= levelCount(longest)
};

// Decoding of up to `longest` tokens. The states, one of K x V float32 numbers per level, and the position lie in memory of the
// caller: copying it continues one prefix in several ways.
struct DecodeShape {
  std::int64_t batch = 0;
  std::int64_t groups = 0;
  std::int64_t heads = 0;
  std::int64_t keyDim = 0;
  std::int64_t valueDim = 0;
  std::int64_t longest = 0;
};

std::int64_t decodeStateBytes(const DecodeShape& shape);

// Back to position 0.
void resetDecode(const DecodeShape& shape, const Memory& state, Stream stream);

// Takes in the next token and writes its output o [B, H, V]. The position is read on the device, so that a captured step can be replayed;
// beyond `longest` tokens o becomes NaN and the state stays as it is.
template <class T>
void decodeStep(const DecodeShape& shape, const Memory& state, const Token<T>& token, const TensorView<T, 3>& o,
                Stream stream);

// Leaves the state as it is after stepping through all tokens of the inputs from position 0 on, computed at once: what follows
// chunkwiseForward of a prefix to go on decoding. q is not looked at.
template <class T>
void prefillDecode(const DecodeShape& shape, const Memory& state, const Inputs<T>& inputs, Stream stream);

// --- The device ---

// Empty where CUDA can be used; otherwise one plain sentence why not.
std::string whyUnusable();

}  // namespace fenwick::kernels::cuda
