#include "model/analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool isRun(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "run.json", ignored);
}

// Run folders at or below a place, in a fixed order. Runs do not hold runs, so the search ends at each.
void findRuns(const fs::path& place, std::vector<fs::path>& found, std::vector<SkippedFolder>& skipped) {
  if (isRun(place)) {
    found.push_back(place);
    return;
  }
  std::error_code failed;
  std::vector<fs::path> folders;
  for (auto entry = fs::directory_iterator(place, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored) &&
        !entry->path().filename().string().starts_with('.')) {
      folders.push_back(entry->path());
    }
  }
  if (failed) {
    skipped.push_back({place, place.string() + ": cannot be searched: " + failed.message()});
  }
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    findRuns(folder, found, skipped);
  }
}

ComparedRun readRun(const fs::path& folder) {
  const RunFolder run(folder);
  ComparedRun read;
  read.folder = folder;
  read.config = run.readConfig();
  read.info = run.readInfo();
  read.finalAccuracy = metric(read.info.finalMetrics, "valid/accuracy");
  read.finalLoss = metric(read.info.finalMetrics, "valid/loss");
  read.bestAccuracy = metric(read.info.bestMetrics, "valid/accuracy");
  read.bestLoss = metric(read.info.bestMetrics, "valid/loss");
  read.finalTestAccuracy = metric(read.info.finalMetrics, "test/accuracy");
  read.bestTestAccuracy = metric(read.info.bestMetrics, "test/accuracy");
  return read;
}

Statistic over(const std::vector<const ComparedRun*>& runs, std::optional<double> ComparedRun::*field) {
  std::vector<double> values;
  for (const ComparedRun* run : runs) {
    if (run->*field) {
      values.push_back(*(run->*field));
    }
  }
  return statistic(values);
}

ComparedVariant describe(Json settings, std::string label, const std::vector<const ComparedRun*>& runs) {
  ComparedVariant variant;
  variant.label = std::move(label);
  variant.settings = std::move(settings);
  std::vector<double> solvedSteps;
  for (const ComparedRun* run : runs) {
    variant.unfinished += run->finished() ? 0 : 1;
    if (run->solved()) {
      solvedSteps.push_back(static_cast<double>(run->info.solvedStep));
    }
  }
  variant.solved = static_cast<std::int64_t>(solvedSteps.size());
  variant.solvedStep = statistic(solvedSteps);
  variant.finalAccuracy = over(runs, &ComparedRun::finalAccuracy);
  variant.bestAccuracy = over(runs, &ComparedRun::bestAccuracy);
  variant.finalLoss = over(runs, &ComparedRun::finalLoss);
  variant.bestLoss = over(runs, &ComparedRun::bestLoss);
  variant.finalTestAccuracy = over(runs, &ComparedRun::finalTestAccuracy);
  variant.bestTestAccuracy = over(runs, &ComparedRun::bestTestAccuracy);
  return variant;
}

bool goesBefore(const ComparedVariant& a, const ComparedVariant& b) {
  const auto compare = [](double x, double y) { return lessNaNLast(x, y) ? -1 : lessNaNLast(y, x) ? 1 : 0; };
  // The negative keeps NaN last while the largest accuracy comes first.
  const int accuracy = compare(-a.finalAccuracy.mean, -b.finalAccuracy.mean);
  const int loss = compare(a.finalLoss.mean, b.finalLoss.mean);
  return std::tie(accuracy, loss, a.label) < std::make_tuple(0, 0, std::cref(b.label));
}

// Puts runs into their variants, and both into order.
void group(std::vector<ComparedRun> runs, Comparison& comparison) {
  std::map<std::string, std::pair<Json, std::vector<const ComparedRun*>>> members;  // by the variant's text
  for (const ComparedRun& run : runs) {
    Json settings = variant(run.config);
    auto& [kept, list] = members[settings.dump()];
    kept = std::move(settings);
    list.push_back(&run);
  }
  std::vector<Config> one;
  for (const auto& [key, member] : members) {
    one.push_back(member.second.front()->config);
  }
  const std::vector<std::string> labels = variantLabels(one);
  std::vector<std::pair<ComparedVariant, std::vector<const ComparedRun*>>> described;
  for (auto& [key, member] : members) {
    described.emplace_back(describe(std::move(member.first), labels[described.size()], member.second),
                           std::move(member.second));
  }
  std::stable_sort(described.begin(), described.end(),
                   [](const auto& a, const auto& b) { return goesBefore(a.first, b.first); });
  for (auto& [variant, list] : described) {
    const auto order = [](const ComparedRun* run) {
      return std::make_tuple(run->config.get<std::uint64_t>("train.seed"), run->folder);
    };
    std::sort(list.begin(), list.end(),
              [&order](const ComparedRun* a, const ComparedRun* b) { return order(a) < order(b); });
    for (const ComparedRun* run : list) {
      variant.runs.push_back(comparison.runs.size());
      comparison.runs.push_back(*run);
      comparison.runs.back().variant = comparison.variants.size();
    }
    comparison.variants.push_back(std::move(variant));
  }
}

}  // namespace

bool lessNaNLast(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }

Statistic statistic(const std::vector<double>& values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  Statistic result{static_cast<std::int64_t>(finite.size()),
                   static_cast<std::int64_t>(values.size() - finite.size()),
                   kNaN,
                   kNaN,
                   kNaN,
                   kNaN,
                   kNaN};
  if (finite.empty()) {
    return result;
  }
  std::sort(finite.begin(), finite.end());
  const double n = static_cast<double>(finite.size());
  result.minimum = finite.front();
  result.maximum = finite.back();
  const double lower = finite[(finite.size() - 1) / 2], upper = finite[finite.size() / 2];
  result.median = lower + (upper - lower) / 2;
  // Relative to the first value, so that equal values have exactly their own mean and no spread.
  double shift = 0;
  for (const double value : finite) {
    shift += (value - finite.front()) / n;
  }
  result.mean = finite.front() + shift;
  if (finite.size() > 1) {
    double squares = 0;
    for (const double value : finite) {
      squares += (value - result.mean) * (value - result.mean);
    }
    result.std = std::sqrt(squares / (n - 1));
  }
  return result;
}

std::optional<double> ComparedVariant::shareSolved() const {
  if (bestAccuracy.count + bestAccuracy.notFinite + finalAccuracy.count + finalAccuracy.notFinite + solved == 0) {
    return {};
  }
  return static_cast<double>(solved) / static_cast<double>(runs.size());
}

Comparison compareRuns(const std::vector<fs::path>& places) {
  std::string faults;
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (!fs::is_directory(place, ignored)) {
      faults += (faults.empty() ? "" : "\n") + place.string() + ": is no folder";
    }
  }
  if (!faults.empty()) {
    throw std::invalid_argument(faults);
  }

  Comparison comparison;
  std::vector<fs::path> folders;
  for (const fs::path& place : places) {
    const std::size_t before = folders.size() + comparison.skipped.size();
    findRuns(place, folders, comparison.skipped);
    if (folders.size() + comparison.skipped.size() == before) {
      comparison.skipped.push_back({place, place.string() + ": there is no run folder in it"});
    }
  }
  std::vector<ComparedRun> runs;
  std::set<fs::path> seen;
  std::map<std::string, fs::path> byId;
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (!seen.insert(fs::canonical(folder, ignored)).second) {
      continue;
    }
    try {
      ComparedRun run = readRun(folder);
      const auto [first, added] = byId.emplace(run.info.id, folder);
      if (added) {
        runs.push_back(std::move(run));
      } else {
        comparison.skipped.push_back(
            {folder, folder.string() + ": is a copy of " + first->second.string() + " and counts once"});
      }
    } catch (const std::runtime_error& fault) {
      comparison.skipped.push_back({folder, fault.what()});
    }
  }
  group(std::move(runs), comparison);
  return comparison;
}

}  // namespace fenwick::model
