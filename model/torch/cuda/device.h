#pragma once

#include <cstdint>
#include <string>

namespace fenwick::model::cuda {

// Why LibTorch cannot use the GPU that the driver offers, as one plain sentence without its full stop; empty where it can.
std::string whyTorchCannot();
// "NVIDIA H200, 139.8 GiB" of the current device. Throws c10::Error where CUDA cannot be used.
std::string deviceText();

// What LibTorch's error about the GPU's memory means to a person, with the bytes that were needed and those that are free. Gives back what
// LibTorch keeps for later and nothing uses.
std::string outOfMemoryText(const std::string& torchError);

// What LibTorch's tensors hold of the current device.
std::int64_t allocatedBytes();
// The most that they held since forgetPeak().
std::int64_t peakBytes();
void forgetPeak();
// Waits for everything queued on the current device.
void synchronize();

// Holds LibTorch to so many bytes of the current device while it lives, for whoever wants to see memory run out.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::int64_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
};

}  // namespace fenwick::model::cuda
