#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "kernels/cpu/aligned_buffer.h"
#include "kernels/cpu/chunkwise_kernels.h"
#include "kernels/cpu/distribute.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"

// What the drivers of the chunkwise forms share.

namespace fenwick::kernels {

inline constexpr std::int64_t kCacheLine = 64;

// Up to here the dense form does the work, with its sums in double: in so few results one sum that happens to cancel may have
// nothing larger beside it, and then a float sum misses the promised digits.
inline constexpr std::int64_t kFewTokens = 8;

template <class T>
std::int64_t wholeLines(std::int64_t count) {
  constexpr std::int64_t perLine = kCacheLine / static_cast<std::int64_t>(sizeof(T));
  return (count + perLine - 1) / perLine * perLine;
}

// Of two functions that differ in their type alone, what the one for T returns.
template <class T, class F32, class F64>
auto forType(F32 f32, F64 f64) {
  if constexpr (std::is_same_v<T, float>) {
    return f32();
  } else {
    return f64();
  }
}

template <class View>
Strides stridesOf(const View& view) {
  return {view.stride(0), view.stride(1), view.stride(2)};
}

template <class T>
void setInputs(ChunkwiseProblem<T>& p, const Shape& shape, const Inputs<T>& in, int chunk) {
  p.length = shape.length;
  p.headsPerGroup = shape.heads / shape.groups;
  p.keyDim = shape.keyDim;
  p.valueDim = shape.valueDim;
  p.levels = shape.levels;
  p.chunk = chunk;
  p.chunks = (shape.length + chunk - 1) / chunk;
  p.keyWidth = wholeLines<T>(shape.keyDim);
  p.valueWidth = wholeLines<T>(shape.valueDim);
  p.chunkLevels = levelCount(chunk);
  p.stateLevels = levelCount(p.chunks) - 1;
  p.q = in.q.data();
  p.k = in.k.data();
  p.v = in.v.data();
  p.gate = in.gate.data();
  p.lambda = in.lambda.data();
  p.qAt = stridesOf(in.q);
  p.kAt = stridesOf(in.k);
  p.vAt = stridesOf(in.v);
  p.gateAt = stridesOf(in.gate);
  p.lambdaAt = stridesOf(in.lambda);
}

template <class T>
void setOutput(ChunkwiseProblem<T>& p, const TensorView<T, 4>& o) {
  p.o = o.data();
  p.oAt = stridesOf(o);
}

// dq and dk of a group: the sum over its heads, in their order.
template <class T>
void sumOverHeads(const ParallelFor& loop, const Shape& shape, const TensorView<T, 4>& byHead, const TensorView<T, 4>& sum) {
  const std::int64_t perGroup = shape.heads / shape.groups;
  distribute(loop, shape.batch * shape.length, shape.heads * shape.keyDim, [&](int, std::int64_t item) {
    const std::int64_t b = item / shape.length;
    const std::int64_t t = item % shape.length;
    for (std::int64_t g = 0; g < shape.groups; ++g) {
      T* const to = sum.at(b, t, g);
      std::copy_n(byHead.at(b, t, g * perGroup), shape.keyDim, to);
      for (std::int64_t h = g * perGroup + 1; h < (g + 1) * perGroup; ++h) {
        const T* from = byHead.at(b, t, h);
        for (std::int64_t x = 0; x < shape.keyDim; ++x) to[x] += from[x];
      }
    }
  });
}

// dq and dk by head, where heads share a group: the caller's tensors where they do not.
template <class T>
class KeyGradients {
 public:
  KeyGradients(const Shape& shape, const Gradients<T>& gradients, AlignedBuffer<T>& memory)
      : m_shape(shape), m_dq(gradients.dq), m_dk(gradients.dk), m_sum(gradients) {
    if (shape.heads == shape.groups) return;
    const std::int64_t size = shape.batch * shape.length * shape.heads * shape.keyDim;
    T* const both = memory.sized(2 * wholeLines<T>(size));
    const std::array<std::int64_t, 4> extents{shape.batch, shape.length, shape.heads, shape.keyDim};
    m_dq = TensorView<T, 4>(both, extents);
    m_dk = TensorView<T, 4>(both + wholeLines<T>(size), extents);
  }

  void setGradients(ChunkwiseProblem<T>& p, const TensorView<const T, 4>& dO) const {
    p.dO = dO.data();
    p.dOAt = stridesOf(dO);
    p.dq = m_dq.data();
    p.dqAt = stridesOf(m_dq);
    p.dk = m_dk.data();
    p.dkAt = stridesOf(m_dk);
    p.dv = m_sum.dv.data();
    p.dvAt = stridesOf(m_sum.dv);
    p.dgate = m_sum.dgate.data();
    p.dgateAt = stridesOf(m_sum.dgate);
    p.dlambda = m_sum.dlambda.data();
    p.dlambdaAt = stridesOf(m_sum.dlambda);
  }

  // Into the caller's tensors.
  void sum(const ParallelFor& loop) const {
    if (m_shape.heads == m_shape.groups) return;
    sumOverHeads(loop, m_shape, m_dq, m_sum.dq);
    sumOverHeads(loop, m_shape, m_dk, m_sum.dk);
  }

 private:
  Shape m_shape;
  TensorView<T, 4> m_dq, m_dk;
  Gradients<T> m_sum;
};

}  // namespace fenwick::kernels
