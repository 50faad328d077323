#include "model/torch/cuda/device.h"

#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace fenwick::model::cuda {

std::string whyTorchCannot() {
  if (!at::hasCUDA()) return "this program's LibTorch has no CUDA";
  if (c10::cuda::device_count() == 0) return "LibTorch finds no NVIDIA GPU";
  return {};
}

std::string deviceText() {
  cudaDeviceProp properties{};
  C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, c10::cuda::current_device()));
  char memory[32];
  std::snprintf(memory, sizeof memory, ", %.1f GiB", static_cast<double>(properties.totalGlobalMem) / 0x1p30);
  return properties.name + std::string(memory);
}

std::string outOfMemoryText(const std::string& torchError) {
  c10::cuda::CUDACachingAllocator::emptyCache();
  std::size_t free = 0, total = 0;
  C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  const std::string before = "Tried to allocate ";
  const std::size_t first = torchError.find(before), last = first == std::string::npos ? first : torchError.find("iB", first);
  const std::string needed = last == std::string::npos ? "more" : torchError.substr(first + before.size(), last + 2 - first - before.size()) + " more";
  char rest[80];
  std::snprintf(rest, sizeof rest, " at one point; %.2f of its %.2f GiB are free now", static_cast<double>(free) / 0x1p30,
                static_cast<double>(total) / 0x1p30);
  return "the GPU's memory does not do: " + needed + " was needed" + rest;
}

namespace {

c10::CachingAllocator::Stat bytesHeld() {
  return c10::cuda::CUDACachingAllocator::getDeviceStats(c10::cuda::current_device())
      .allocated_bytes[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

}  // namespace

std::int64_t allocatedBytes() { return bytesHeld().current; }
std::int64_t peakBytes() { return bytesHeld().peak; }
void forgetPeak() { c10::cuda::CUDACachingAllocator::resetPeakStats(c10::cuda::current_device()); }
void synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }

MemoryLimit::MemoryLimit(std::int64_t bytes) {
  std::size_t free = 0, total = 0;
  C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  c10::cuda::CUDACachingAllocator::emptyCache();
  c10::cuda::CUDACachingAllocator::setMemoryFraction(static_cast<double>(bytes) / static_cast<double>(total), c10::cuda::current_device());
}

MemoryLimit::~MemoryLimit() { c10::cuda::CUDACachingAllocator::setMemoryFraction(1, c10::cuda::current_device()); }

}  // namespace fenwick::model::cuda
