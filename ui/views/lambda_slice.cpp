#include "ui/views/lambda_slice.h"

#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"

namespace fenwick::ui {

LambdaSlice::LambdaSlice(SnapshotPtr snapshot, std::int64_t layer, std::int64_t head, std::int64_t sample)
    : m_snapshot(std::move(snapshot)) {
  if (!m_snapshot) return;
  const auto within = [](std::int64_t index, std::int64_t count) {
    return std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(0, count - 1));
  };
  m_layer = within(layer, m_snapshot->layers);
  m_head = within(head, m_snapshot->heads);
  m_sample = within(sample, m_snapshot->samples);
}

float LambdaSlice::value(int token, int level) const {
  return m_snapshot->lambdaAt(m_layer, m_sample, token, m_head, level);
}
bool LambdaSlice::active(int token, int level) { return kernels::isActive(token, level); }
model::Role LambdaSlice::role(int token) const { return static_cast<model::Role>(m_snapshot->roles[row(token)]); }
std::int64_t LambdaSlice::tokenId(int token) const { return m_snapshot->tokens[row(token)]; }
std::int64_t LambdaSlice::target(int token) const { return m_snapshot->targets[row(token)]; }
bool LambdaSlice::scored(int token) const { return target(token) != model::kIgnored; }
bool LambdaSlice::correct(int token) const { return m_snapshot->correct[row(token)] != 0; }
float LambdaSlice::targetLogProb(int token) const { return m_snapshot->targetLogProb[row(token)]; }

double percentile(std::vector<float>& values, double fraction) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double rank = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(rank));
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double low = values[static_cast<std::size_t>(below)];
  if (below + 1 >= static_cast<std::ptrdiff_t>(values.size())) return low;
  const double high = *std::min_element(values.begin() + below + 1, values.end());
  return low + (high - low) * (rank - static_cast<double>(below));
}

Range percentileLimits(std::vector<float>& values) {
  if (values.empty()) return {0, 1};
  Range limits{percentile(values, 0.01), percentile(values, 0.99)};
  // A constant map is one colour, not amplified rounding.
  const double least = 1e-5 * std::max(1.0, std::abs(limits.lower));
  if (limits.size() < least) {
    const double middle = (limits.lower + limits.upper) / 2;
    limits = {middle - 0.05 * std::max(1.0, std::abs(middle)), middle + 0.05 * std::max(1.0, std::abs(middle))};
  }
  return limits;
}

Range LambdaSlice::automaticLimits() const {
  std::vector<float> values;
  for (int token = 0; token < tokens(); ++token) {
    for (int level = 0; level < levels(); ++level) {
      if (!active(token, level)) continue;
      if (const float v = value(token, level); std::isfinite(v)) values.push_back(v);
    }
  }
  return percentileLimits(values);
}

}  // namespace fenwick::ui
