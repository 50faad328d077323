#include "tests/fuzz/memory_meter.h"

#ifdef FENWICK_UNDER_SANITIZERS

namespace fenwick::fuzz {
bool metersMemory() { return false; }
std::size_t bytesNow() { return 0; }
std::size_t peakSince() { return 0; }
void resetPeak() {}
}  // namespace fenwick::fuzz

#else

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> now = 0, peak = 0;

void* taken(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t size = now += malloc_usable_size(memory);
  if (size > peak) peak = size;
  return memory;
}

void given(void* memory) noexcept {
  if (memory != nullptr) now -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return taken(std::malloc(size > 0 ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return taken(std::aligned_alloc(step, (size + step) / step * step));
}
void operator delete(void* memory) noexcept { given(memory); }
void operator delete(void* memory, std::size_t) noexcept { given(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { given(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { given(memory); }

namespace fenwick::fuzz {
bool metersMemory() { return true; }
std::size_t bytesNow() { return now; }
std::size_t peakSince() { return peak; }
void resetPeak() { peak = now.load(); }
}  // namespace fenwick::fuzz

#endif
