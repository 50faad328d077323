#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace fenwick::kernels {

// Memory that starts on a cache line and only grows; what it held is lost when it does. Not initialised.
template <class T>
class AlignedBuffer {
 public:
  T* sized(std::int64_t count) {
    if (count > m_count) {
      m_data.reset();
      m_count = 0;
      m_data.reset(static_cast<T*>(::operator new(static_cast<std::size_t>(count) * sizeof(T), kAlignment)));
      m_count = count;
    }
    return m_data.get();
  }
  T* data() const { return m_data.get(); }
  std::int64_t bytes() const { return m_count * static_cast<std::int64_t>(sizeof(T)); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(T* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<T, Free> m_data;
  std::int64_t m_count = 0;
};

}  // namespace fenwick::kernels
