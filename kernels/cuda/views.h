#pragma once

#include <array>
#include <cstddef>

#include "kernels/cuda/problem.h"

// From the caller's views and memory to what the kernels see.

namespace fenwick::kernels::cuda {

// The checks of the CPU's functions look at extents, strides and whether there is data, never at the data.
template <class T, std::size_t Rank>
TensorView<const float, Rank> asFloat(const TensorView<const T, Rank>& view) {
  return {reinterpret_cast<const float*>(view.data()), view.extents(), view.strides()};
}
template <class T, std::size_t Rank>
TensorView<float, Rank> asFloat(const TensorView<T, Rank>& view) {
  return {reinterpret_cast<float*>(view.data()), view.extents(), view.strides()};
}

template <class T>
kernels::Gradients<float> asFloat(const Gradients<T>& gradients) {
  return {asFloat(gradients.dq), asFloat(gradients.dk), asFloat(gradients.dv), gradients.dgate, gradients.dlambda};
}

template <class T, std::size_t Rank>
Tensor<T> tensorOf(const TensorView<T, Rank>& view) {
  static_assert(Rank >= 3);
  const auto isWhole = [](std::int64_t elements) { return elements * static_cast<std::int64_t>(sizeof(T)) % 16 == 0; };
  const bool wide = reinterpret_cast<std::uintptr_t>(view.data()) % 16 == 0 && isWhole(view.stride(0)) &&
                    isWhole(view.stride(1)) && isWhole(view.stride(2)) && isWhole(view.extent(Rank - 1));
  return {view.data(), {view.stride(0), view.stride(1), view.stride(2)}, wide};
}

// The view of one token: without dimension 1.
template <class T, std::size_t Rank>
TensorView<T, Rank - 1> tokenOf(const TensorView<T, Rank>& view, std::int64_t t) {
  std::array<std::int64_t, Rank - 1> extents{}, strides{};
  for (std::size_t d = 0, to = 0; d < Rank; ++d) {
    if (d == 1) continue;
    extents[to] = view.extent(d);
    strides[to++] = view.stride(d);
  }
  return {view.at(0, t), extents, strides};
}

// States as large as keys and values; what the tensor cores want beside it is left alone.
template <class T>
void setSizes(Problem<T>& p, const Shape& shape) {
  p.batch = shape.batch;
  p.length = shape.length;
  p.groups = static_cast<int>(shape.groups);
  p.heads = static_cast<int>(shape.heads);
  p.headsPerGroup = p.heads / p.groups;
  p.keyDim = p.stateRows = static_cast<int>(shape.keyDim);
  p.valueDim = p.stateColumns = static_cast<int>(shape.valueDim);
  p.levels = static_cast<int>(shape.levels);
  const std::int64_t chunks = (shape.length + kChunk - 1) / kChunk;
  p.chunks = static_cast<int>(chunks);
  p.stateLevels = levelCount(chunks) - 1;
}

template <class T>
void setInputs(Problem<T>& p, const Inputs<T>& inputs) {
  p.q = tensorOf(inputs.q);
  p.k = tensorOf(inputs.k);
  p.v = tensorOf(inputs.v);
  p.gate = tensorOf(inputs.gate);
  p.lambda = tensorOf(inputs.lambda);
}

template <class T>
void setGradients(Problem<T>& p, const Gradients<T>& gradients) {
  p.dq = tensorOf(gradients.dq);
  p.dk = tensorOf(gradients.dk);
  p.dv = tensorOf(gradients.dv);
  p.dgate = tensorOf(gradients.dgate);
  p.dlambda = tensorOf(gradients.dlambda);
}

// Lays arrays into lent memory, or only counts them.
class Layout {
 public:
  explicit Layout(void* memory) : m_memory(static_cast<char*>(memory)) {}
  template <class T>
  void take(T*& array, std::int64_t count, std::int64_t size = sizeof(T)) {
    array = m_memory == nullptr ? nullptr : reinterpret_cast<T*>(m_memory + m_used);
    m_used += (count * size + kAlignment - 1) / kAlignment * kAlignment;
  }
  void take(void*& array, std::int64_t count, std::int64_t size) {
    array = m_memory == nullptr ? nullptr : m_memory + m_used;
    m_used += (count * size + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::int64_t used() const { return m_used; }

 private:
  static constexpr std::int64_t kAlignment = 256;
  char* m_memory;
  std::int64_t m_used = 0;
};

// Throws std::invalid_argument where the lent memory does not do.
void checkMemory(const char* name, const Memory& memory, std::int64_t needed);

}  // namespace fenwick::kernels::cuda
