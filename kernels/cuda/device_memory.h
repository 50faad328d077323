#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

// Device memory with an owner, for programs that have no allocator of their own to lend: the checks and the bench.

namespace fenwick::kernels::cuda {

inline void checkCuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

class DeviceMemory {
 public:
  explicit DeviceMemory(std::int64_t bytes) : m_bytes(bytes) {
    checkCuda(cudaMalloc(&m_data, static_cast<std::size_t>(bytes)), "cudaMalloc");
  }
  DeviceMemory(DeviceMemory&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)), m_bytes(other.m_bytes) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
  }
  ~DeviceMemory() { cudaFree(m_data); }

  void* data() const { return m_data; }
  std::int64_t bytes() const { return m_bytes; }

 private:
  void* m_data = nullptr;
  std::int64_t m_bytes = 0;
};

}  // namespace fenwick::kernels::cuda
