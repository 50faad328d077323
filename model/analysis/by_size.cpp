#include "model/analysis/by_size.h"

#include <algorithm>
#include <map>
#include <set>

namespace fenwick::model {
namespace {

constexpr const char* kPairs = "task.kvPairs";
constexpr const char* kLength = "task.length";

TaskSize sizeOf(const Config& config) {
  TaskSize size{{}, config.get<std::int64_t>(kLength)};
  if (isRelevant(*findField(kPairs), config)) size.pairs = config.get<std::int64_t>(kPairs);
  return size;
}

// The same configuration at one size for all.
Config withoutSize(Config config) {
  const Config same;
  for (const char* path : {kPairs, kLength}) config.set(path, same.value(path));
  return config;
}

SizeCell cellOf(const std::vector<const ComparedRun*>& runs) {
  SizeCell cell;
  std::vector<double> accuracies;
  for (const ComparedRun* run : runs) {
    ++cell.runs;
    if (run->solved()) ++cell.solved;
    if (run->finalAccuracy) accuracies.push_back(*run->finalAccuracy);
  }
  cell.finalAccuracy = statistic(accuracies);
  return cell;
}

}  // namespace

BySize bySize(const Comparison& comparison) {
  std::set<TaskSize> sizes;
  std::map<std::string, std::map<TaskSize, std::vector<const ComparedRun*>>> members;
  std::map<std::string, Config> one;
  for (const ComparedRun& run : comparison.runs) {
    const TaskSize size = sizeOf(run.config);
    const Config rest = withoutSize(run.config);
    const std::string key = variant(rest).dump();
    sizes.insert(size);
    members[key][size].push_back(&run);
    one.emplace(key, rest);
  }
  std::vector<Config> configs;
  for (const auto& [key, config] : one) configs.push_back(config);
  const std::vector<std::string> labels = variantLabels(configs);

  BySize result;
  result.sizes.assign(sizes.begin(), sizes.end());
  for (const auto& [key, bySizes] : members) {
    SizeRow row{labels[result.rows.size()], {}};
    for (const TaskSize& size : result.sizes) row.cells.push_back(bySizes.contains(size) ? cellOf(bySizes.at(size)) : SizeCell());
    result.rows.push_back(std::move(row));
  }
  std::sort(result.rows.begin(), result.rows.end(), [](const SizeRow& a, const SizeRow& b) { return a.label < b.label; });
  return result;
}

}  // namespace fenwick::model
