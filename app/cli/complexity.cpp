#include "app/cli/complexity.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "app/cli/format.h"
#include "app/cli/measure.h"
#include "kernels/fenwick.h"
#include "model/config/mixers.h"
#include "model/torch/bench_mixer.h"
#include "model/torch/lambda_head_recipe.h"

namespace fenwick::cli {
namespace {

using model::Json;

constexpr std::int64_t kTimedTokens = 32;
constexpr const char* kColumns[] = {"name",         "length",           "forwardMs",        "forwardBackwardMs", "extraBytes",
                                    "decodeMsPerToken", "decodeStateBytes", "parameters", "lambdaParameters"};

model::ModelOptions optionsOf(const ComplexitySetup& setup, const std::string& mixer, std::int64_t length) {
  model::ModelOptions options;
  options.mixer = mixer;
  options.layers = 1;
  options.width = setup.shape.heads * setup.shape.valueDim;
  options.heads = setup.shape.heads;
  options.groups = setup.shape.groups;
  options.keyDim = setup.shape.keyDim;
  options.chunk = setup.chunk;
  options.levels = kernels::levelCount(length);
  options.hidden = 2 * options.levels;
  return options;
}

std::int64_t lambdaParameters(const model::MixerKind& mixer, const model::ModelOptions& options) {
  std::int64_t count = 0;
  if (mixer.hasLambda)
    for (const model::ParameterSpec& spec : model::lambdaHeadRecipe(options.lambdaHead).parameters(options)) count += spec.size();
  return count;
}

Json rowOf(const ComplexitySetup& setup, const model::MixerKind& mixer, std::int64_t length) {
  const model::ModelOptions options = optionsOf(setup, mixer.name, length);
  model::MixerBench bench(options, setup.shape.batch, length, setup.threads);
  Json row{{"name", mixer.name}, {"length", length}};
  model::releaseFreedMemory();
  if (const auto growth = growthOf([&bench] { bench.forwardBackward(); })) row["extraBytes"] = *growth;
  addTimes(row, "forwardMs", measure(setup.repeats, [&bench] { bench.forward(); }), setup.repeats);
  addTimes(row, "forwardBackwardMs", measure(setup.repeats, [&bench] { bench.forwardBackward(); }), setup.repeats);
  const std::int64_t timed = std::min(kTimedTokens, length);
  row["decodeMsPerToken"] = bench.decode(timed) * 1000 / static_cast<double>(timed);
  row["decodeStateBytes"] = bench.stateFloats() * static_cast<std::int64_t>(sizeof(float));
  row["parameters"] = bench.parameters();
  row["lambdaParameters"] = lambdaParameters(mixer, options);
  return row;
}

// "1.2 MB" in the digits that a table has room for.
std::string bytesText(const Json& row, const char* key) {
  if (!row.contains(key)) return "-";
  const double bytes = row[key].get<double>();
  return bytes < 1e6 ? fixedText(bytes / 1e3, 1) + " kB" : fixedText(bytes / 1e6, 1) + " MB";
}

void printTableHeader(const Json& result, Console& console) {
  console.out << "one layer on " << result["threads"] << " threads (" << result["instructionSet"].get<std::string>() << "), f32, B=" << result["batch"]
              << " H=" << result["heads"] << " G=" << result["groups"] << " K=" << result["keyDim"] << " V=" << result["valueDim"]
              << "; medians in ms of " << result["repeats"] << " repeats after " << result["warmup"] << " to warm up; decoding one sequence\n";
  char line[200];
  std::snprintf(line, sizeof line, "%-12s %8s %10s %14s %12s %14s %12s %12s %10s\n", "mixer", "tokens", "forward", "with backward", "extra", "decode a token",
                "its state", "parameters", "of λ");
  console.out << line;
}

void printTableRow(const Json& row, Console& console) {
  const double parameters = row["parameters"].get<double>(), own = row["lambdaParameters"].get<double>();
  char line[200];
  std::snprintf(line, sizeof line, "%-12s %8lld %10s %14s %12s %14s %12s %12lld %9s%%\n", row["name"].get<std::string>().c_str(),
                static_cast<long long>(row["length"].get<std::int64_t>()), fixedText(row["forwardMs"].get<double>(), 3).c_str(),
                fixedText(row["forwardBackwardMs"].get<double>(), 3).c_str(), bytesText(row, "extraBytes").c_str(),
                fixedText(row["decodeMsPerToken"].get<double>(), 4).c_str(), bytesText(row, "decodeStateBytes").c_str(),
                static_cast<long long>(row["parameters"].get<std::int64_t>()), fixedText(100 * own / (parameters - own), 2).c_str());
  console.out << line << std::flush;
}

void printCsvHeader(Console& console) {
  std::string line;
  for (const char* column : kColumns) line += (line.empty() ? "" : ",") + std::string(column);
  console.out << line << "\n";
}

void printCsvRow(const Json& row, Console& console) {
  std::string line;
  for (const char* column : kColumns) {
    if (!line.empty()) line += ",";
    if (row.contains(column)) line += row[column].is_string() ? row[column].get<std::string>() : row[column].dump();
  }
  console.out << line << "\n" << std::flush;
}

}  // namespace

std::vector<std::string> mixerNames() {
  std::vector<std::string> names;
  for (const model::MixerKind& mixer : model::mixerKinds()) names.push_back(mixer.name);
  return names;
}

void benchComplexity(const ComplexitySetup& setup, Format format, Json result, Console& console) {
  if (format == Format::Table) printTableHeader(result, console);
  if (format == Format::Csv) printCsvHeader(console);
  const model::MixerKind& first = model::mixerKinds().front();
  model::MixerBench(optionsOf(setup, first.name, 8), 1, 8, setup.threads).forwardBackward();  // libraries take their memory before, not in a row
  for (const model::MixerKind& mixer : model::mixerKinds()) {
    if (!setup.only.empty() && std::find(setup.only.begin(), setup.only.end(), mixer.name) == setup.only.end()) continue;
    for (const std::int64_t length : setup.lengths) {
      Json row = rowOf(setup, mixer, length);
      if (format == Format::Table) printTableRow(row, console);
      if (format == Format::Csv) printCsvRow(row, console);
      result["rows"].push_back(std::move(row));
    }
  }
  if (format == Format::Json) console.out << result.dump(2) << "\n";
}

}  // namespace fenwick::cli
