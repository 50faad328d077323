#include "model/analysis/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace fenwick::model {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> inStepOrder(const std::vector<Scalar>& scalars, std::string_view tag) {
  std::map<std::int64_t, double> bySteps;
  for (const Scalar& scalar : scalars)
    if (scalar.tag == tag) bySteps.emplace(scalar.step, scalar.value);
  std::vector<double> values;
  for (const auto& [step, value] : bySteps) values.push_back(value);
  return values;
}

double largestDrop(const std::vector<double>& values) {
  if (values.empty()) return kNaN;
  double peak = values.front(), drop = 0;
  for (const double value : values) {
    peak = std::max(peak, value);
    drop = std::max(drop, peak - value);
  }
  return drop;
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return kNaN;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

Stability stability(const std::vector<Scalar>& scalars, double clipNorm) {
  const std::vector<double> norms = inStepOrder(scalars, "train/grad_norm");
  Stability result;
  result.largestDrop = largestDrop(inStepOrder(scalars, "valid/accuracy"));
  result.gradientNormMedian = quantile(norms, 0.5);
  result.gradientNorm99 = quantile(norms, 0.99);
  const auto clipped = std::count_if(norms.begin(), norms.end(), [&](double norm) { return clipNorm > 0 && norm > clipNorm; });
  result.clippedShare = norms.empty() ? kNaN : static_cast<double>(clipped) / static_cast<double>(norms.size());
  return result;
}

}  // namespace fenwick::model
