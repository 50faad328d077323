#include "app/cli/bench_targets.h"

#include <cstdio>
#include <ostream>

#include "app/cli/format.h"
#include "app/cli/measure.h"
#include "model/config/presets.h"
#include "model/training/bench.h"

namespace fenwick::cli {
namespace {

using model::Json;
using model::TorchNumbers;

constexpr double kMega = 1e6, kGibi = 1024.0 * 1024 * 1024;

// 0: no target.
struct OperatorTarget {
  const char* row;
  const char* dtype;
  TorchNumbers numbers;
  kernels::Shape shape;
  double forwardMs = 0, forwardBackwardMs = 0, extraGiB = 0;
};

kernels::Shape wide(std::int64_t length) { return {2, length, 1, 48, 128, 64, kernels::levelCount(length)}; }
kernels::Shape study() { return {64, 256, 1, 1, 64, 64, kernels::levelCount(256)}; }

const std::vector<OperatorTarget>& operatorTargets() {
  static const std::vector<OperatorTarget> targets{
      {"chunkwise", "bf16", TorchNumbers::BFloat16, wide(2048), 0.25, 0.8},
      {"torch-sdpa", "bf16", TorchNumbers::BFloat16, wide(2048)},
      {"chunkwise", "bf16", TorchNumbers::BFloat16, wide(4096)},
      {"torch-sdpa", "bf16", TorchNumbers::BFloat16, wide(4096)},
      {"chunkwise", "bf16", TorchNumbers::BFloat16, wide(8192), 0.9, 3},
      {"torch-sdpa", "bf16", TorchNumbers::BFloat16, wide(8192)},
      {"chunkwise", "bf16", TorchNumbers::BFloat16, wide(16384)},
      {"torch-sdpa", "bf16", TorchNumbers::BFloat16, wide(16384)},
      {"chunkwise", "bf16", TorchNumbers::BFloat16, wide(32768), 3.6, 12, 4},
      {"torch-sdpa", "bf16", TorchNumbers::BFloat16, wide(32768)},
      {"chunkwise", "f32", TorchNumbers::Float32, study(), 0, 0.15},
      {"chunkwise", "tf32", TorchNumbers::Tf32, study()},
      {"recurrent", "bf16", TorchNumbers::BFloat16, wide(4096)},
      {"recurrent", "f32", TorchNumbers::Float32, study()}};
  return targets;
}

struct TrainingTarget {
  const char* preset;
  double stepsPerSecond = 0;
};
constexpr TrainingTarget kTrainingTargets[] = {{"mqar-quick"}, {"mqar-k32-t128"}, {"mqar-k32-t256", 2000}};

Json operatorRow(const OperatorTarget& target, BenchSetup setup) {
  setup.shape = target.shape;
  setup.numbers = target.numbers;
  setup.cuda = true;
  const bool decode = std::string(target.row) == "recurrent";
  Json row = benchRow(target.row, setup, kernels::serialLoop(), decode);
  row["dtype"] = target.dtype;
  const kernels::Shape& s = target.shape;
  row["shape"] = {{"batch", s.batch}, {"length", s.length}, {"groups", s.groups}, {"heads", s.heads}, {"keyDim", s.keyDim}, {"valueDim", s.valueDim}};
  if (target.forwardMs > 0) row["forwardTargetMs"] = target.forwardMs;
  if (target.forwardBackwardMs > 0) row["forwardBackwardTargetMs"] = target.forwardBackwardMs;
  if (target.extraGiB > 0) row["extraTargetBytes"] = target.extraGiB * kGibi;
  return row;
}

std::string cell(const Json& row, const char* key, double unit, int digits) {
  return row.contains(key) ? fixedText(row[key].get<double>() / unit, digits) : "";
}

void printOperator(const Json& row, Console& console) {
  const Json& s = row["shape"];
  char shape[96], line[240];
  std::snprintf(shape, sizeof shape, "%s %s B%lld H%lld G%lld K%lld V%lld T=%lld", row["name"].get<std::string>().c_str(), row["dtype"].get<std::string>().c_str(),
                s["batch"].get<long long>(), s["heads"].get<long long>(), s["groups"].get<long long>(), s["keyDim"].get<long long>(),
                s["valueDim"].get<long long>(), s["length"].get<long long>());
  std::snprintf(line, sizeof line, "%-46s %9s %7s %14s %7s %9s %7s  %s\n", shape, cell(row, "forwardMs", 1, 4).c_str(),
                cell(row, "forwardTargetMs", 1, 2).c_str(), cell(row, "forwardBackwardMs", 1, 4).c_str(),
                cell(row, "forwardBackwardTargetMs", 1, 2).c_str(), cell(row, "extraBytes", kMega, 1).c_str(), cell(row, "extraTargetBytes", kMega, 0).c_str(),
                row.value("backend", std::string()).c_str());
  console.out << line << std::flush;
}

Json trainingRows(const TrainingTarget& target, const BenchSetup& setup) {
  model::DeviceOptions device;
  device.device = "cuda";
  device.threads = setup.threads;
  Json rows = Json::array();
  const model::TrainingBench bench = model::benchTraining(model::presetConfig(target.preset), device, setup.repeats, {"ours", "ours-4-runs"});
  for (const model::TrainingBenchRow& row : bench.rows) {
    rows.push_back({{"name", row.name}, {"preset", target.preset}, {"stepsPerSecond", row.stepsPerSecond}, {"stepMs", row.stepMs}});
    if (target.stepsPerSecond > 0 && row.name == "ours") rows.back()["targetStepsPerSecond"] = target.stepsPerSecond;
  }
  return rows;
}

void printTraining(const Json& row, Console& console) {
  char line[160];
  const std::string name = "training " + row["preset"].get<std::string>() + ", " + row["name"].get<std::string>();
  std::snprintf(line, sizeof line, "%-46s %9s steps/s %9s\n", name.c_str(), cell(row, "stepsPerSecond", 1, 0).c_str(), cell(row, "targetStepsPerSecond", 1, 0).c_str());
  console.out << line << std::flush;
}

}  // namespace

int benchTargets(const BenchSetup& setup, bool json, Console& console) {
  if (!json) {
    char line[240];
    std::snprintf(line, sizeof line, "%-46s %9s %7s %14s %7s %9s %7s\n", "medians in ms; decoding: of one token", "forward", "target", "with backward", "target",
                  "extra MB", "target");
    console.out << line;
  }
  Json rows = Json::array();
  for (const OperatorTarget& target : operatorTargets()) {
    rows.push_back(operatorRow(target, setup));
    if (!json) printOperator(rows.back(), console);
  }
  for (const TrainingTarget& target : kTrainingTargets)
    for (Json& row : trainingRows(target, setup)) {
      if (!json) printTraining(row, console);
      rows.push_back(std::move(row));
    }
  if (json) console.out << Json{{"what", "targets"}, {"warmup", kWarmup}, {"repeats", setup.repeats}, {"rows", std::move(rows)}}.dump(2) << "\n";
  return kDone;
}

}  // namespace fenwick::cli
