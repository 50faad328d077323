#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/analysis/compare.h"

namespace fenwick::model {

// How much better a variant does than its baseline, over runs of both with the same train.seed and task.seed.
struct PairedDifference {
  std::int64_t pairs = 0;  // with a finite value on both sides
  double mean = 0;         // variant − baseline; NaN without a pair
  double low = 0, high = 0;  // 95 % interval; NaN with fewer than two pairs
};

// Percentile interval (Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979): the 2.5th and 97.5th percentile of the means of
// resamples of the differences, drawn from (kBootstrapSeed, "compare/bootstrap").
constexpr std::int64_t kBootstrapResamples = 10000;
constexpr std::uint64_t kBootstrapSeed = 0;
PairedDifference pairedDifference(const std::vector<double>& differences);

struct ComparedWithBaseline {
  std::optional<std::size_t> baseline;  // its place in Comparison::variants; nothing where there is none, or the variant is one itself
  PairedDifference finalAccuracy, bestAccuracy, finalLoss;
};

// `name`: the label of a variant, which all others are compared with; or a part of labels ("fixed" where they are "fixed · k 8"): then each
// variant is compared with the one that has this part and differs least otherwise. In the order of Comparison::variants. Throws
// std::invalid_argument naming the nearest label.
std::vector<ComparedWithBaseline> compareWithBaseline(const Comparison& comparison, const std::string& name);

}  // namespace fenwick::model
