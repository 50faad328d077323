#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "kernels/parallel_for.h"
#include "model/config/config.h"
#include "model/torch/bench_torch.h"

namespace fenwick::cli {

struct BenchSetup {
  kernels::Shape shape{64, 256, 1, 1, 64, 64, 0};
  int chunk = 64;
  bool float64 = false;
  bool cuda = false;
  model::TorchNumbers numbers = model::TorchNumbers::Float32;
  int threads = 2;
  int repeats = 20;
  model::Config config;  // of training
  std::vector<std::string> only;
  std::vector<std::int64_t> lengths;  // of complexity
};

// One way to compute the operator, measured: its name, forwardMs, forwardMsMin, extraBytes and, where it has a backward, forwardBackwardMs and
// its minimum; `repeats` where it was repeated less often than asked for. With `decode`, times are of one token of every sequence.
model::Json benchRow(const std::string& name, const BenchSetup& setup, const kernels::ParallelFor& loop, bool decode);

}  // namespace fenwick::cli
