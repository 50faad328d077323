#include "kernels/parallel_for.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace fenwick::kernels {

ParallelFor serialLoop() {
  return {1, [](int parts, const ParallelFor::Body& body) {
            for (int part = 0; part < parts; ++part) body(part);
          }};
}

ParallelFor threadedLoop(int threads) {
  if (threads <= 1) return serialLoop();
  return {threads, [](int parts, const ParallelFor::Body& body) {
            std::vector<std::jthread> others;
            others.reserve(static_cast<std::size_t>(std::max(parts - 1, 0)));
            for (int part = 1; part < parts; ++part) others.emplace_back([&body, part] { body(part); });
            if (parts > 0) body(0);
          }};
}

}  // namespace fenwick::kernels
