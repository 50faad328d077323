#pragma once

#include <string>
#include <vector>

#include "model/analysis/baseline.h"
#include "model/analysis/claims.h"
#include "model/analysis/compare.h"

namespace fenwick::cli {

struct ComparisonView {
  std::string by = "variant";  // variant, run, size (k and T across, everything else down) or model (parameters and decode state)
  std::string format = "md";   // md, csv, latex (for booktabs) or json, which holds everything at once
  std::string baseline;        // a label or a part of labels; empty: none
};
// A comparison as text. Throws std::invalid_argument for a baseline that is not there.
std::string comparisonText(const model::Comparison& comparison, const ComparisonView& view);

// What runs say to the papers' claims, in one of these formats; numbers of CSV and JSON are fractions.
std::string claimsText(const std::vector<model::ClaimResult>& claims, const std::string& format);

}  // namespace fenwick::cli
