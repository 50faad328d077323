#pragma once

#include <string>
#include <vector>

#include "model/analysis/baseline.h"
#include "model/analysis/compare.h"

namespace fenwick::cli {

struct ComparisonView {
  std::string by = "variant";  // variant, run, or size: k and T across, everything else down
  std::string format = "md";   // md, csv, latex (for booktabs) or json, which holds everything at once
  std::string baseline;        // a label or a part of labels; empty: none
};
// A comparison as text. Throws std::invalid_argument for a baseline that is not there.
std::string comparisonText(const model::Comparison& comparison, const ComparisonView& view);

}  // namespace fenwick::cli
