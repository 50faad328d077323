#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/bench_rows.h"
#include "app/cli/bench_targets.h"
#include "app/cli/commands.h"
#include "app/cli/complexity.h"
#include "app/cli/format.h"
#include "app/cli/measure.h"
#include "app/cli/option_values.h"
#include "kernels/fenwick.h"
#include "model/config/presets.h"
#include "model/config/words.h"
#include "model/machine.h"
#include "model/training/bench.h"

namespace fenwick::cli {
namespace {

using model::Json;
using model::Problem;

// Whole-number options as they were typed; empty where the preset or the default decides.
struct Options {
  std::string what, preset, dtype = "f32", device = "cpu";
  std::string batch, length, lengths, heads, groups, keyDim, valueDim, chunk, threads = "2", repeats = "20";
  std::vector<std::string> only;
  bool json = false, csv = false;
};

using Setup = BenchSetup;

// --- The command ---

std::vector<std::string> rowNames(const std::string& what, bool cuda) {
  if (what == "complexity") return mixerNames();
  if (cuda && what == "training") return {"ours", "ours-4-runs", "ours-eager", "torch-dense"};
  if (cuda && what != "decode") return {"chunkwise", "torch-dense", "torch-sdpa"};
  return what == "decode" ? std::vector<std::string>{"recurrent"}
                          : std::vector<std::string>{"chunkwise", "recurrent", "dense", "torch-dense", "torch-sdpa"};
}

void takePreset(const std::string& name, Setup& setup, std::vector<Problem>& problems) {
  if (name.empty()) return;
  try {
    const model::Config config = model::presetConfig(name);
    setup.config = config;
    const auto number = [&config](const char* path) { return config.get<std::int64_t>(path); };
    setup.shape = {number("train.batch"), number("task.length"),  number("model.groups"),
                   number("model.heads"), number("model.keyDim"), number("model.width") / number("model.heads"),
                   model::levels(config)};
    setup.chunk = static_cast<int>(number("model.chunk"));
  } catch (const std::invalid_argument& error) {
    problems.push_back({"--preset", error.what()});
  }
}

// The shape as settings of the model that is trained; what does not go together is told as `train` tells it.
void changeConfig(const Options& options, Setup& setup, std::vector<Problem>& problems) {
  if (setup.float64) problems.push_back({"--dtype", "training computes in f32"});
  if (!options.only.empty() && !setup.cuda) problems.push_back({"--only", "training takes turns between its rows and measures both"});
  const auto change = [&](const char* path, std::int64_t value) {
    for (Problem& problem : setup.config.set(path, value)) problems.push_back(std::move(problem));
  };
  change("train.batch", setup.shape.batch);
  change("task.length", setup.shape.length);
  change("model.heads", setup.shape.heads);
  change("model.groups", setup.shape.groups);
  change("model.keyDim", setup.shape.keyDim);
  change("model.width", setup.shape.heads * setup.shape.valueDim);
  change("model.chunk", setup.chunk);
  for (Problem& problem : setup.config.setFromText("train.precision=" + options.dtype)) problems.push_back(std::move(problem));
  for (Problem& problem : model::problems(setup.config)) problems.push_back(std::move(problem));
}

void readComplexity(const Options& options, Setup& setup, std::vector<Problem>& problems) {
  if (setup.float64) problems.push_back({"--dtype", "complexity is measured in f32"});
  if (!options.length.empty()) problems.push_back({"--length", "is --lengths for bench complexity, such as --lengths 128,256,512"});
  setup.lengths = readLengths(options.lengths.empty() ? "128,256,512,1024,2048,4096" : options.lengths, problems);
}

Setup readSetup(const Options& options, std::vector<Problem>& problems) {
  Setup setup;
  checkWord("WHAT", options.what, {"attention", "training", "decode", "complexity", "targets"}, problems);
  if (options.what == "complexity") setup.shape.batch = 1;
  takePreset(options.preset.empty() && options.what == "training" ? "mqar-quick" : options.preset, setup, problems);
  constexpr std::int64_t most = 1 << 20;
  readCount("--batch", options.batch, most, setup.shape.batch, problems);
  readCount("--length", options.length, most, setup.shape.length, problems);
  readCount("--heads", options.heads, 4096, setup.shape.heads, problems);
  readCount("--groups", options.groups, 4096, setup.shape.groups, problems);
  readCount("--key-dim", options.keyDim, 4096, setup.shape.keyDim, problems);
  readCount("--value-dim", options.valueDim, 4096, setup.shape.valueDim, problems);
  std::int64_t threads = setup.threads, repeats = setup.repeats;
  readCount("--threads", options.threads, 1024, threads, problems);
  readCount("--repeats", options.repeats, 1'000'000, repeats, problems);
  if (!options.chunk.empty()) {
    checkWord("--chunk", options.chunk, {"16", "32", "64"}, problems);
    if (const auto chunk = model::parseInteger(options.chunk)) setup.chunk = static_cast<int>(*chunk);
  }
  checkWord("--device", options.device, {"cpu", "cuda"}, problems);
  setup.cuda = options.device == "cuda";
  checkWord("--dtype", options.dtype, setup.cuda ? std::vector<std::string>{"f32", "tf32", "bf16"} : std::vector<std::string>{"f32", "f64"}, problems);
  setup.numbers = options.dtype == "f64"    ? model::TorchNumbers::Float64
                  : options.dtype == "tf32" ? model::TorchNumbers::Tf32
                  : options.dtype == "bf16" ? model::TorchNumbers::BFloat16
                                            : model::TorchNumbers::Float32;
  if (setup.cuda) {
    if (const model::MachineReport machine = model::inspectMachine(); !machine.cudaUsable)
      problems.push_back({"--device", "cuda cannot be used: " + machine.cudaReason + "; cpu can"});
    if (options.what == "complexity") problems.push_back({"WHAT", "complexity is measured on the CPU in this version, got --device cuda"});
  } else if (options.what == "targets") {
    problems.push_back({"WHAT", "targets are those of a GPU, so --device cuda is needed with it"});
  }
  for (const std::string& name : options.only) checkWord("--only", name, rowNames(options.what, setup.cuda), problems);
  if (setup.shape.heads % setup.shape.groups != 0) {
    problems.push_back({"--groups", "must divide the " + std::to_string(setup.shape.heads) + " heads, got " +
                                        std::to_string(setup.shape.groups)});
  }
  setup.shape.levels = kernels::levelCount(setup.shape.length);
  setup.float64 = options.dtype == "f64";
  setup.only = options.only;
  setup.threads = static_cast<int>(threads);
  setup.repeats = static_cast<int>(repeats);
  if (options.what == "complexity") readComplexity(options, setup, problems);
  if (options.csv && options.what != "complexity") problems.push_back({"--csv", "is for bench complexity; --json tells the other rows to machines"});
  if (!options.lengths.empty() && options.what != "complexity") problems.push_back({"--lengths", "is for bench complexity; the others take one --length"});
  if (options.what == "training" && problems.empty()) changeConfig(options, setup, problems);
  return setup;
}

Json header(const Options& options, const Setup& setup) {
  const kernels::Shape& shape = setup.shape;
  Json result{{"what", options.what},
              {"device", options.device},
              {"threads", setup.threads},
              {"dtype", options.dtype},
              {"batch", shape.batch},
              {"length", shape.length},
              {"heads", shape.heads},
              {"groups", shape.groups},
              {"keyDim", shape.keyDim},
              {"valueDim", shape.valueDim},
              {"warmup", kWarmup},
              {"repeats", setup.repeats},
              {"instructionSet", kernels::instructionSetName(kernels::InstructionSet::Best)},
              {"rows", Json::array()}};
  if (options.what != "decode") result["chunk"] = setup.chunk;
  return result;
}

std::string cell(const Json& row, const char* key, int digits) {
  return row.contains(key) ? fixedText(row[key].get<double>(), digits) : "-";
}

void benchTraining(const Setup& setup, Json& result) {
  model::DeviceOptions device;
  device.device = setup.cuda ? "cuda" : "cpu";
  device.threads = setup.threads;
  const model::TrainingBench bench = model::benchTraining(setup.config, device, setup.repeats, setup.only);
  result["warmup"] = bench.warmup;
  for (const model::TrainingBenchRow& row : bench.rows) {
    result["rows"].push_back({{"name", row.name},
                              {"stepsPerSecond", row.stepsPerSecond},
                              {"stepMs", row.stepMs},
                              {"stepMsMin", row.stepMsMin}});
  }
}

void printTraining(const Json& result, Console& console) {
  console.out << "training on " << (result["device"] == "cuda" ? "CUDA, " + result["dtype"].get<std::string>() + ", " : "")
              << result["threads"] << " threads (" << result["instructionSet"].get<std::string>()
              << "), B=" << result["batch"] << " T=" << result["length"] << " H=" << result["heads"]
              << " K=" << result["keyDim"] << " V=" << result["valueDim"] << "; medians and minima in ms of "
              << result["repeats"] << (result["device"] == "cuda" ? " hundreds of steps after " : " steps after ") << result["warmup"] << " to warm up\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-12s %12s %12s %12s\n", "", "steps/s", "step", "minimum");
  console.out << line;
  for (const Json& row : result["rows"]) {
    std::snprintf(line, sizeof line, "%-12s %12s %12s %12s\n", row["name"].get<std::string>().c_str(),
                  cell(row, "stepsPerSecond", 1).c_str(), cell(row, "stepMs", 3).c_str(),
                  cell(row, "stepMsMin", 3).c_str());
    console.out << line;
  }
}

void printHeader(const Json& result, Console& console) {
  console.out << result["what"].get<std::string>() << " on " << (result["device"] == "cuda" ? "CUDA, " : "") << result["threads"] << " threads ("
              << result["instructionSet"].get<std::string>() << "), " << result["dtype"].get<std::string>()
              << ", B=" << result["batch"] << " T=" << result["length"] << " H=" << result["heads"]
              << " G=" << result["groups"] << " K=" << result["keyDim"] << " V=" << result["valueDim"]
              << "; medians and minima in ms of " << result["repeats"] << " repeats after " << result["warmup"]
              << " to warm up" << (result["what"] == "decode" ? ", for one token of every sequence" : "") << "\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-12s %12s %12s %16s %12s %12s\n", "", "forward", "minimum", "with backward",
                "minimum", "extra MB");
  console.out << line;
}

void printRow(const Json& row, Console& console) {
  const std::string megabytes = row.contains("extraBytes") ? fixedText(row["extraBytes"].get<double>() / 1e6, 2) : "-";
  char line[160];
  std::snprintf(
      line, sizeof line, "%-12s %12s %12s %16s %12s %12s%s\n", row["name"].get<std::string>().c_str(),
      cell(row, "forwardMs", 3).c_str(), cell(row, "forwardMsMin", 3).c_str(),
      cell(row, "forwardBackwardMs", 3).c_str(), cell(row, "forwardBackwardMsMin", 3).c_str(), megabytes.c_str(),
      row.contains("repeats") ? ("  (" + std::to_string(row["repeats"].get<int>()) + " repeats)").c_str() : "");
  console.out << line << std::flush;
}

int execute(const Options& options, Console& console) {
  std::vector<Problem> problems;
  const Setup setup = readSetup(options, problems);
  if (!problems.empty()) throw WrongUsage(problems);
  if (options.what == "targets") return benchTargets(setup, options.json, console);
  Json result = header(options, setup);
  if (options.what == "complexity") {
    const Format format = options.json ? Format::Json : options.csv ? Format::Csv : Format::Table;
    result.erase("length");
    benchComplexity({setup.shape, setup.lengths, setup.only, setup.chunk, setup.threads, setup.repeats}, format, std::move(result), console);
    return kDone;
  }
  if (options.what == "training") {
    benchTraining(setup, result);
    options.json ? void(console.out << result.dump(2) << "\n") : printTraining(result, console);
    return kDone;
  }
  const kernels::ParallelFor loop = model::benchLoop(setup.threads);
  if (!options.json) printHeader(result, console);
  for (const std::string& name : rowNames(options.what, setup.cuda)) {
    if (!options.only.empty() && std::find(options.only.begin(), options.only.end(), name) == options.only.end())
      continue;
    const bool decode = options.what == "decode";
    result["rows"].push_back(benchRow(name, setup, loop, decode));
    if (!options.json) printRow(result["rows"].back(), console);
  }
  if (options.json) console.out << result.dump(2) << "\n";
  return kDone;
}

}  // namespace

Command benchCommand() {
  return {
      "bench", "Measure the operator, training and decoding, beside LibTorch", [](CLI::App& app) {
        const auto options = std::make_shared<Options>();
        app.add_option("what", options->what, "attention, training, decode, complexity (every mixer against the length) or targets (what is wanted of one NVIDIA H200 and what is reached)")->type_name("WHAT")->required();
        app.add_option(
               "--preset", options->preset,
               "Take the shape from this preset (training: mqar-quick unless given); the options below change it")
            ->type_name("NAME");
        app.add_option("--batch", options->batch, "Sequences (default 64, of complexity 1)")->type_name("B");
        app.add_option("--length", options->length, "Tokens (default 256)")->type_name("T");
        app.add_option("--lengths", options->lengths, "Of complexity: tokens, with commas between (default 128,256,512,1024,2048,4096)")->type_name("LIST");
        app.add_option("--heads", options->heads, "Heads (default 1)")->type_name("H");
        app.add_option("--groups", options->groups, "Groups of heads that share q and k (default 1)")->type_name("G");
        app.add_option("--key-dim", options->keyDim, "Size of a query and a key (default 64)")->type_name("K");
        app.add_option("--value-dim", options->valueDim, "Size of a value (default 64)")->type_name("V");
        app.add_option("--chunk", options->chunk, "Chunk of the chunkwise form: 16, 32 or 64 (default 64)")
            ->type_name("C");
        app.add_option("--dtype", options->dtype, "f32 or f64, on cuda f32, tf32 or bf16 (default f32)")->type_name("NAME");
        app.add_option("--device", options->device, "cpu or cuda (default cpu)")->type_name("NAME");
        app.add_option("--threads", options->threads, "CPU threads (default 2)")->type_name("N");
        app.add_option("--repeats", options->repeats,
                       "Timed repeats; fewer where they would take more than 10 s (default 20)")
            ->type_name("N");
        app.add_option("--only", options->only, "Only this row (of complexity: mixer); may be given several times")->type_name("ROW");
        app.add_flag("--json", options->json, "One JSON object");
        app.add_flag("--csv", options->csv, "Of complexity: a table with commas");
        return [options](Console& console) { return execute(*options, console); };
      }};
}

}  // namespace fenwick::cli
