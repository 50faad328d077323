#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "kernels/parallel_for.h"

namespace fenwick::kernels {

// Calls work(part, item) for every item below `items`; a thread that is done takes the next one, so uneven items and busy cores
// even out. `part` names the thread's scratch memory. Items must be independent: their order is not fixed. `cost` is roughly how
// many multiplications one item takes: little work stays in the calling thread, since waking others would take longer.
template <class Work>
void distribute(const ParallelFor& loop, std::int64_t items, std::int64_t cost, const Work& work) {
  constexpr std::int64_t worthAThread = 500'000;
  const std::int64_t useful = std::min(items, 1 + items * cost / worthAThread);
  const int parts = static_cast<int>(std::clamp<std::int64_t>(loop.threads, 1, std::max<std::int64_t>(useful, 1)));
  if (parts == 1 || !loop.run) {
    for (std::int64_t item = 0; item < items; ++item) work(0, item);
    return;
  }
  std::atomic<std::int64_t> next{0};
  loop.run(parts, [&](int part) {
    for (std::int64_t item = next++; item < items; item = next++) work(part, item);
  });
}

}  // namespace fenwick::kernels
