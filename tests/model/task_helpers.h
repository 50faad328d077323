#pragma once

// What tests of tasks share.

#include <QString>
#include <numeric>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/tasks/task.h"

namespace fenwick::model::testing {

// The defaults with these settings, each "path=value"; ends the test program where one is refused.
inline Config with(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) {
    if (!config.setFromText(assignment).empty()) qFatal("%s", assignment.c_str());
  }
  return config;
}

// Examples begin … begin+count-1 of a split.
inline TokenBatch rows(const Config& config, Split split, std::int64_t begin, std::int64_t count) {
  std::vector<std::int64_t> indices(static_cast<std::size_t>(count));
  std::iota(indices.begin(), indices.end(), begin);
  TokenBatch batch;
  taskKind(config).open(config)->fill(split, indices, batch);
  return batch;
}

// Every fault of a configuration, a line each.
inline QString faults(const Config& config) {
  QString text;
  for (const Problem& problem : problems(config)) text += QString::fromStdString(problem.field + ": " + problem.message + "\n");
  return text;
}

}  // namespace fenwick::model::testing
