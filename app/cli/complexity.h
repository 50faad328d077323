#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "kernels/log_linear_attention.h"

namespace fenwick::cli {

// `fenwick bench complexity`: what each mixer costs in one layer of the study, against the length.
struct ComplexitySetup {
  kernels::Shape shape;  // batch, groups, heads, keyDim, valueDim; the width is heads × valueDim
  std::vector<std::int64_t> lengths;
  std::vector<std::string> only;  // mixers; empty: all
  int chunk = 64, threads = 2, repeats = 20;
};
enum class Format { Table, Csv, Json };

std::vector<std::string> mixerNames();

// Rows of {name, length, forwardMs, forwardBackwardMs, extraBytes, decodeMsPerToken, decodeStateBytes, parameters, lambdaParameters}, put into
// `result`'s "rows". extraBytes: how far the process grows in one forward and backward, gradients and output among it. decodeMsPerToken: of the last
// tokens up to the length, one sequence. decodeStateBytes: what is then kept, as float32.
void benchComplexity(const ComplexitySetup& setup, Format format, model::Json result, Console& console);

}  // namespace fenwick::cli
