#pragma once

// What tests of tasks share.

#include <QString>
#include <QStringList>
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

// One example of a batch.
struct Tokens {
  std::vector<std::int64_t> inputs, targets;
  std::vector<Role> roles;
};
inline Tokens tokensOf(const TokenBatch& batch, std::int64_t row) {
  Tokens result;
  for (std::int64_t t = 0; t < batch.length; ++t) {
    const auto i = static_cast<std::size_t>(row * batch.length + t);
    result.inputs.push_back(batch.inputs[i]);
    result.targets.push_back(batch.targets[i]);
    result.roles.push_back(static_cast<Role>(batch.roles[i]));
  }
  return result;
}

// Checksums of the training and validation examples, as a test tells them.
inline QString sumsText(quint64 train, quint64 valid) {
  const auto told = [](quint64 sum) { return QString("0x%1").arg(sum, 16, 16, QChar('0')); };
  return told(train) + " " + told(valid);
}
// Of the first thousand of each.
inline QString firstThousand(const Config& config) {
  const auto data = taskKind(config).open(config);
  return sumsText(data->checksum(Split::Train, 1000), data->checksum(Split::Valid, 1000));
}

inline std::vector<std::string> assignmentsOf(const QStringList& settings) {
  std::vector<std::string> assignments;
  for (const QString& setting : settings) assignments.push_back(setting.toStdString());
  return assignments;
}

// Every fault of a configuration, a line each.
inline QString faults(const Config& config) {
  QString text;
  for (const Problem& problem : problems(config)) text += QString::fromStdString(problem.field + ": " + problem.message + "\n");
  return text;
}

}  // namespace fenwick::model::testing
