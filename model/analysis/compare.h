#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/run/run_folder.h"

namespace fenwick::model {

// What a column of numbers says. NaN and infinities are counted and left out of everything else, so that one diverged run neither
// hides the others nor vanishes.
struct Statistic {
  std::int64_t count = 0;      // finite values
  std::int64_t notFinite = 0;  // NaN and infinities
  // NaN where count is too small for them: std needs two values, the others one.
  double mean, std, median, minimum, maximum;  // std: of the sample (n−1)
};
Statistic statistic(const std::vector<double>& values);

// A total order of all doubles: −inf … +inf, then NaN. What tables are sorted by.
bool lessNaNLast(double a, double b);

// Everything `fenwick compare` and a table of runs say about one run. A metric is absent where none was recorded.
struct ComparedRun {
  std::filesystem::path folder;
  Config config;
  RunInfo info;
  std::optional<double> finalAccuracy, bestAccuracy, finalLoss, bestLoss;  // on validation data; accuracies 0…1, losses in nats
  // On test data, which nothing was chosen by: the last weights, and those that were best on validation data.
  std::optional<double> finalTestAccuracy, bestTestAccuracy;
  std::size_t variant = 0;  // its place in Comparison::variants

  bool finished() const { return info.state == RunState::Finished; }
  bool solved() const { return info.solvedStep >= 0; }  // validation accuracy ≥ 0.99 at some evaluation
};

// The runs that differ in nothing but seeds, cadences and the like.
struct ComparedVariant {
  std::string label;              // only what differs between the variants
  Json settings;                  // variant() of its runs
  std::vector<std::size_t> runs;  // places in Comparison::runs
  std::int64_t unfinished = 0;    // of its runs: counted with what they have reached
  std::int64_t solved = 0;
  Statistic solvedStep;  // over the solved ones
  Statistic finalAccuracy, bestAccuracy, finalLoss, bestLoss, finalTestAccuracy, bestTestAccuracy;

  // Of all its runs; nothing where none has a validation accuracy.
  std::optional<double> shareSolved() const;
};

struct SkippedFolder {
  std::filesystem::path folder;
  std::string reason;  // a plain sentence that names the file
};

struct Comparison {
  std::vector<ComparedRun> runs;          // by variant, then train.seed, then folder
  std::vector<ComparedVariant> variants;  // best mean final accuracy first, then lowest mean final loss, then label
  std::vector<SkippedFolder> skipped;     // what looks like a run but cannot be read, or was counted already
};

// Compares run folders, and all run folders below other folders (links to folders and hidden ones are not followed). A run counts
// once, also when its folder is given twice or was copied. Throws std::invalid_argument, with a line for each, for a place that is no
// folder. Reads config.json and run.json only and changes nothing.
Comparison compareRuns(const std::vector<std::filesystem::path>& places);

}  // namespace fenwick::model
