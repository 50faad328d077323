#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/analysis/compare.h"

namespace fenwick::model {

// Runs by the size of their task across, and by everything else down.
struct TaskSize {
  std::optional<std::int64_t> pairs;  // task.kvPairs, where the task has it
  std::int64_t length = 0;
  bool operator==(const TaskSize&) const = default;
  bool operator<(const TaskSize& other) const { return pairs != other.pairs ? pairs < other.pairs : length < other.length; }
};
struct SizeCell {
  std::int64_t runs = 0, solved = 0;
  Statistic finalAccuracy = statistic({});
};
struct SizeRow {
  std::string label;            // only what differs between the rows
  std::vector<SizeCell> cells;  // one per size
};
struct BySize {
  std::vector<TaskSize> sizes;  // ascending
  std::vector<SizeRow> rows;    // by label
};
BySize bySize(const Comparison& comparison);

}  // namespace fenwick::model
