#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace fenwick::kernels {

// A non-owning view of an array: where it starts, its extents, and how many elements lie between neighbours of each
// dimension. Slices of a larger array (q, k, v of one fused projection) are views with larger outer strides. Copies are
// cheap; the memory must outlive the view.
template <class T, std::size_t Rank>
class TensorView {
 public:
  using Extents = std::array<std::int64_t, Rank>;

  TensorView() = default;  // no data, all extents 0

  // Row-major without gaps.
  TensorView(T* data, const Extents& extents) : m_data(data), m_extents(extents) {
    std::int64_t stride = 1;
    for (std::size_t d = Rank; d-- > 0;) {
      m_strides[d] = stride;
      stride *= extents[d];
    }
  }

  TensorView(T* data, const Extents& extents, const Extents& strides)
      : m_data(data), m_extents(extents), m_strides(strides) {}

  // A view for reading from a view for writing.
  template <class U>
  requires(std::is_same_v<T, const U>)
      TensorView(const TensorView<U, Rank>& other)  // NOLINT: implicit, like T* to const T*
      : m_data(other.data()), m_extents(other.extents()), m_strides(other.strides()) {}

  T* data() const { return m_data; }
  const Extents& extents() const { return m_extents; }
  const Extents& strides() const { return m_strides; }
  std::int64_t extent(std::size_t d) const { return m_extents[d]; }
  std::int64_t stride(std::size_t d) const { return m_strides[d]; }

  // The element at the given indices; with fewer indices than dimensions, the first element of that slice.
  template <class... Index>
  T* at(Index... index) const {
    static_assert(sizeof...(Index) >= 1 && sizeof...(Index) <= Rank);
    std::int64_t offset = 0;
    std::size_t d = 0;
    ((offset += static_cast<std::int64_t>(index) * m_strides[d++]), ...);
    return m_data + offset;
  }
  template <class... Index>
  T& operator()(Index... index) const {
    static_assert(sizeof...(Index) == Rank);
    return *at(index...);
  }

 private:
  T* m_data = nullptr;
  Extents m_extents{};
  Extents m_strides{};
};

// "[2, 7, 1, 3]", for messages.
template <std::size_t Rank>
std::string shapeText(const std::array<std::int64_t, Rank>& extents) {
  std::string text = "[";
  for (std::size_t d = 0; d < Rank; ++d) text += (d == 0 ? "" : ", ") + std::to_string(extents[d]);
  return text + "]";
}

}  // namespace fenwick::kernels
