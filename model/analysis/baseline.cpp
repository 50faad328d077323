#include "model/analysis/baseline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "model/config/words.h"
#include "model/random.h"

namespace fenwick::model {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kBetweenParts = " · ";

std::vector<std::string> partsOf(const std::string& label) {
  std::vector<std::string> parts;
  const std::string sign = kBetweenParts;
  for (std::size_t begin = 0; begin <= label.size();) {
    const std::size_t end = std::min(label.find(sign, begin), label.size());
    parts.push_back(label.substr(begin, end - begin));
    begin = end + sign.size();
  }
  return parts;
}

bool contains(const std::vector<std::string>& list, const std::string& text) { return std::find(list.begin(), list.end(), text) != list.end(); }

// How many parts stand in one label only.
std::size_t distance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto only = [](const auto& here, const auto& there) {
    return static_cast<std::size_t>(std::count_if(here.begin(), here.end(), [&](const std::string& part) { return !contains(there, part); }));
  };
  return only(a, b) + only(b, a);
}

// The candidate nearest to the variant; nothing where two are as near.
std::optional<std::size_t> nearest(const std::vector<std::vector<std::string>>& labels, const std::vector<std::size_t>& candidates, std::size_t variant) {
  std::optional<std::size_t> best;
  std::size_t bestDistance = std::numeric_limits<std::size_t>::max();
  for (const std::size_t candidate : candidates) {
    const std::size_t away = distance(labels[candidate], labels[variant]);
    if (away == bestDistance) best.reset();
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

using Seeds = std::pair<std::uint64_t, std::uint64_t>;

std::map<Seeds, double> bySeed(const Comparison& comparison, std::size_t variant, std::optional<double> ComparedRun::*metric) {
  std::map<Seeds, double> values;
  for (const std::size_t place : comparison.variants[variant].runs) {
    const ComparedRun& run = comparison.runs[place];
    const std::optional<double>& value = run.*metric;
    // Of several runs with the same seeds the first stands for all.
    if (value && std::isfinite(*value)) values.emplace(Seeds{run.config.get<std::uint64_t>("train.seed"), taskSeed(run.config)}, *value);
  }
  return values;
}

PairedDifference differenceOf(const Comparison& comparison, std::size_t variant, std::size_t baseline, std::optional<double> ComparedRun::*metric) {
  const std::map<Seeds, double> ours = bySeed(comparison, variant, metric), theirs = bySeed(comparison, baseline, metric);
  std::vector<double> differences;
  for (const auto& [seeds, value] : ours) {
    if (const auto other = theirs.find(seeds); other != theirs.end()) differences.push_back(value - other->second);
  }
  return pairedDifference(differences);
}

}  // namespace

PairedDifference pairedDifference(const std::vector<double>& differences) {
  PairedDifference result{static_cast<std::int64_t>(differences.size()), statistic(differences).mean, kNaN, kNaN};
  if (differences.size() < 2) return result;
  RandomStream stream(kBootstrapSeed, "compare/bootstrap");
  std::vector<double> means;
  for (std::int64_t sample = 0; sample < kBootstrapResamples; ++sample) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) sum += differences[stream.below(differences.size())];
    means.push_back(sum / static_cast<double>(differences.size()));
  }
  std::sort(means.begin(), means.end());
  const auto at = [&](double share) { return means[static_cast<std::size_t>(share * static_cast<double>(means.size() - 1) + 0.5)]; };
  result.low = at(0.025);
  result.high = at(0.975);
  return result;
}

std::vector<ComparedWithBaseline> compareWithBaseline(const Comparison& comparison, const std::string& name) {
  std::vector<std::string> known;
  std::vector<std::vector<std::string>> labels;
  std::vector<std::size_t> whole, part;
  for (std::size_t i = 0; i < comparison.variants.size(); ++i) {
    const std::string& label = comparison.variants[i].label;
    labels.push_back(partsOf(label));
    if (label == name) whole.push_back(i);
    if (contains(labels.back(), name)) part.push_back(i);
    known.push_back(label);
    for (const std::string& each : labels.back()) {
      if (!contains(known, each)) known.push_back(each);
    }
  }
  const std::vector<std::size_t>& candidates = whole.empty() ? part : whole;
  if (candidates.empty()) {
    throw std::invalid_argument("--baseline: there is no variant " + name + nearestHint(name, known) + " (all: " + joinWords(known, "and") + ")");
  }
  std::vector<ComparedWithBaseline> result(comparison.variants.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (std::find(candidates.begin(), candidates.end(), i) != candidates.end()) continue;
    result[i].baseline = nearest(labels, candidates, i);
    if (!result[i].baseline) continue;
    result[i].finalAccuracy = differenceOf(comparison, i, *result[i].baseline, &ComparedRun::finalAccuracy);
    result[i].bestAccuracy = differenceOf(comparison, i, *result[i].baseline, &ComparedRun::bestAccuracy);
    result[i].finalLoss = differenceOf(comparison, i, *result[i].baseline, &ComparedRun::finalLoss);
  }
  return result;
}

}  // namespace fenwick::model
