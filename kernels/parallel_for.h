#pragma once

#include <functional>

namespace fenwick::kernels {

// How the kernels use threads: they own none, the caller lends them. `run(parts, body)` calls body(0) … body(parts -
// 1), on several threads at once or one after the other, and returns when all are done; parts never exceeds `threads`.
// The bodies do not throw. What the kernels compute is the same, bit for bit, for every number of threads.
//
// LibTorch's pool serves it with at::parallel_for(0, parts, 1, …), so that no second pool competes for the cores.
struct ParallelFor {
  using Body = std::function<void(int part)>;
  int threads = 1;
  std::function<void(int parts, const Body& body)> run;
};

ParallelFor serialLoop();

// Starts threads at every call: for tests and programs without a pool.
ParallelFor threadedLoop(int threads);

}  // namespace fenwick::kernels
