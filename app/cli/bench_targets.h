#pragma once

#include "app/cli/bench_rows.h"
#include "app/cli/commands.h"

namespace fenwick::cli {

// What Fenwick Lab wants to reach on one NVIDIA H200, beside what this GPU does: the operator against LibTorch's softmax attention of the same
// heads at five lengths, small calls, decoding, training. Of `setup` only repeats and threads are taken.
int benchTargets(const BenchSetup& setup, bool json, Console& console);

}  // namespace fenwick::cli
