#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/core/run_source.h"
#include "ui/views/curve_math.h"

namespace fenwick::ui {

// λ of one layer, head and sample, and all a view says about its tokens.
class LambdaSlice {
 public:
  using SnapshotPtr = std::shared_ptr<const model::LambdaSnapshot>;

  LambdaSlice() = default;
  // Indices beyond the snapshot are taken to its last.
  LambdaSlice(SnapshotPtr snapshot, std::int64_t layer, std::int64_t head, std::int64_t sample);

  bool empty() const { return !m_snapshot || tokens() < 1 || levels() < 1; }
  int tokens() const { return m_snapshot ? static_cast<int>(m_snapshot->length) : 0; }
  // None where the mixer has no λ.
  int levels() const { return m_snapshot && m_snapshot->layers > 0 ? static_cast<int>(m_snapshot->levels) : 0; }
  int heads() const { return m_snapshot ? static_cast<int>(m_snapshot->heads) : 0; }
  std::int64_t layer() const { return m_layer; }
  std::int64_t head() const { return m_head; }
  std::int64_t sample() const { return m_sample; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }

  float value(int token, int level) const;
  static bool active(int token, int level);  // an inert cell multiplies an empty state
  model::Role role(int token) const;
  std::int64_t tokenId(int token) const;
  bool scored(int token) const;
  std::int64_t target(int token) const;  // model::kIgnored where not scored
  bool correct(int token) const;
  float targetLogProb(int token) const;

  // The 1 % and 99 % percentiles (linear between ranks) of the active finite cells, never of size zero.
  Range automaticLimits() const;

 private:
  std::size_t row(int token) const { return static_cast<std::size_t>(m_sample * m_snapshot->length + token); }

  SnapshotPtr m_snapshot;
  std::int64_t m_layer = 0, m_head = 0, m_sample = 0;
};

// The value below which `fraction` of the values lie, linear between ranks; NaN for none. Values are reordered.
double percentile(std::vector<float>& values, double fraction);
// The 1 % and 99 % percentiles of finite values, never of size zero; {0, 1} for none. Values are reordered.
Range percentileLimits(std::vector<float>& values);

}  // namespace fenwick::ui
