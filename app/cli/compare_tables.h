#pragma once

#include <string>

#include "model/analysis/compare.h"

namespace fenwick::cli {

// A comparison as text. `format`: md, csv, latex (for booktabs) or json, which holds variants and runs at once.
std::string comparisonText(const model::Comparison& comparison, bool byRun, const std::string& format);
std::string variantMarkdown(const model::Comparison& comparison);

}  // namespace fenwick::cli
