#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/tasks/task.h"

namespace fenwick::model {

// The examples of one split, kept once drawn while they are few enough: a training set that repeats is drawn once, not at every epoch.
class ExampleCache {
 public:
  // Keeps up to `tokenLimit` tokens (9 bytes each); a larger split is drawn anew each time.
  ExampleCache(const TaskData& data, Split split, std::int64_t tokenLimit = 16 << 20);
  void fill(std::span<const std::int64_t> indices, TokenBatch& batch);
  std::int64_t length() const { return m_length; }
  bool keeps() const { return !m_known.empty(); }
  std::int64_t count() const { return static_cast<std::int64_t>(m_known.size()); }  // of examples that are kept

 private:
  const TaskData& m_data;
  Split m_split;
  std::int64_t m_length;
  std::vector<std::uint8_t> m_known;  // per example; empty where nothing is kept
  std::vector<std::int32_t> m_inputs, m_targets;
  std::vector<std::uint8_t> m_roles;
  TokenBatch m_drawn;
};

}  // namespace fenwick::model
