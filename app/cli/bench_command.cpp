#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>

#include "app/cli/commands.h"
#include "app/cli/complexity.h"
#include "app/cli/format.h"
#include "app/cli/measure.h"
#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "app/cli/option_values.h"
#include "model/config/presets.h"
#include "model/config/words.h"
#include "model/machine.h"
#include "model/torch/bench_torch.h"
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

struct Setup {
  kernels::Shape shape{64, 256, 1, 1, 64, 64, 0};
  int chunk = 64;
  bool float64 = false;
  bool cuda = false;
  model::TorchNumbers numbers = model::TorchNumbers::Float32;
  int threads = 2;
  int repeats = 20;
  model::Config config;  // of training
  std::vector<std::string> only;
  std::vector<std::int64_t> lengths;  // of complexity
};

// --- The operator's own forms ---

template <class T>
class Sample {
 public:
  explicit Sample(const kernels::Shape& shape) : m_shape(shape) {
    std::mt19937_64 random(1);
    const auto fill = [&random](std::vector<T>& numbers, std::int64_t count, double low, double high) {
      numbers.resize(static_cast<std::size_t>(count));
      for (T& number : numbers)
        number = static_cast<T>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
    };
    const std::int64_t tokens = shape.batch * shape.length;
    fill(m_q, tokens * shape.groups * shape.keyDim, -0.5, 0.5);
    fill(m_k, tokens * shape.groups * shape.keyDim, -0.5, 0.5);
    fill(m_v, tokens * shape.heads * shape.valueDim, -0.5, 0.5);
    fill(m_gate, tokens * shape.heads, -0.1, 0);
    fill(m_lambda, tokens * shape.heads * shape.levels, 0.5, 1.5);
    fill(m_outputGradient, tokens * shape.heads * shape.valueDim, -0.5, 0.5);
    m_o = m_dv = m_v;
    m_dq = m_dk = m_q;
    m_dgate = m_gate;
    m_dlambda = m_lambda;
  }

  kernels::Inputs<T> inputs() {
    return {{m_q.data(), keys()},
            {m_k.data(), keys()},
            {m_v.data(), values()},
            {m_gate.data(), gates()},
            {m_lambda.data(), lambdas()}};
  }
  kernels::TensorView<T, 4> o() { return {m_o.data(), values()}; }
  kernels::TensorView<const T, 4> outputGradient() { return {m_outputGradient.data(), values()}; }
  kernels::Gradients<T> gradients() {
    return {{m_dq.data(), keys()},
            {m_dk.data(), keys()},
            {m_dv.data(), values()},
            {m_dgate.data(), gates()},
            {m_dlambda.data(), lambdas()}};
  }

  // Token t of every sequence.
  kernels::Token<T> token(std::int64_t t) {
    const auto keyRow = [&](std::vector<T>& numbers) {
      return kernels::TensorView<const T, 3>(numbers.data() + t * m_shape.groups * m_shape.keyDim,
                                             {m_shape.batch, m_shape.groups, m_shape.keyDim},
                                             {m_shape.length * m_shape.groups * m_shape.keyDim, m_shape.keyDim, 1});
    };
    return {keyRow(m_q),
            keyRow(m_k),
            headRow<const T>(m_v, t, m_shape.valueDim),
            {m_gate.data() + t * m_shape.heads, {m_shape.batch, m_shape.heads}, {m_shape.length * m_shape.heads, 1}},
            headRow<const T>(m_lambda, t, m_shape.levels)};
  }
  kernels::TensorView<T, 3> outputOf(std::int64_t t) { return headRow<T>(m_o, t, m_shape.valueDim); }

 private:
  template <class U>
  kernels::TensorView<U, 3> headRow(std::vector<T>& numbers, std::int64_t t, std::int64_t width) {
    return {numbers.data() + t * m_shape.heads * width,
            {m_shape.batch, m_shape.heads, width},
            {m_shape.length * m_shape.heads * width, width, 1}};
  }
  std::array<std::int64_t, 4> keys() const { return {m_shape.batch, m_shape.length, m_shape.groups, m_shape.keyDim}; }
  std::array<std::int64_t, 4> values() const {
    return {m_shape.batch, m_shape.length, m_shape.heads, m_shape.valueDim};
  }
  std::array<std::int64_t, 3> gates() const { return {m_shape.batch, m_shape.length, m_shape.heads}; }
  std::array<std::int64_t, 4> lambdas() const { return {m_shape.batch, m_shape.length, m_shape.heads, m_shape.levels}; }

  kernels::Shape m_shape;
  std::vector<T> m_q, m_k, m_v, m_gate, m_lambda, m_outputGradient;
  std::vector<T> m_o, m_dq, m_dk, m_dv, m_dgate, m_dlambda;
};

template <class T>
Json chunkwiseRow(const Setup& setup, const kernels::ParallelFor& loop) {
  Sample<T> sample(setup.shape);
  kernels::ChunkwiseWorkspace<T> workspace;
  kernels::ChunkwiseContext<T> context;
  kernels::ChunkwiseOptions options;
  options.chunk = setup.chunk;
  Json row{{"name", "chunkwise"}};
  const auto forward = [&](kernels::ChunkwiseContext<T>* keep) {
    kernels::chunkwiseForward(sample.inputs(), sample.o(), options, loop, workspace, keep);
  };
  addTimes(row, "forwardMs", measure(setup.repeats, [&] { forward(nullptr); }), setup.repeats);
  addTimes(row, "forwardBackwardMs",
           measure(setup.repeats,
                   [&] {
                     forward(&context);
                     kernels::chunkwiseBackward<T>(sample.inputs(), sample.outputGradient(), sample.gradients(),
                                                   options, loop, workspace, &context);
                   }),
           setup.repeats);
  row["extraBytes"] = workspace.bytes() + context.bytes();
  return row;
}

template <class T>
Json plainRow(const char* name, const Setup& setup, const kernels::ParallelFor& loop, bool dense) {
  Sample<T> sample(setup.shape);
  const auto forward = [&] {
    (dense ? kernels::denseForward<T> : kernels::recurrentForward<T>)(sample.inputs(), sample.o(), loop);
  };
  const auto both = [&] {
    forward();
    (dense ? kernels::denseBackward<T> : kernels::recurrentBackward<T>)(sample.inputs(), sample.outputGradient(),
                                                                        sample.gradients(), loop);
  };
  Json row{{"name", name}};
  if (const auto growth = growthOf(both)) row["extraBytes"] = *growth;
  addTimes(row, "forwardMs", measure(setup.repeats, forward), setup.repeats);
  addTimes(row, "forwardBackwardMs", measure(setup.repeats, both), setup.repeats);
  return row;
}

// On CUDA each repeat is as many calls in a row as make its length plain to a clock, and a wait for all.
Times measureCalls(model::TorchAttention& attention, const Setup& setup, void (model::TorchAttention::*call)()) {
  if (!setup.cuda) return measure(setup.repeats, [&] { (attention.*call)(); });
  const auto waited = [&](int calls) {
    for (int i = 0; i < calls; ++i) (attention.*call)();
    attention.synchronize();
  };
  waited(1);
  const double once = std::max(measure(1, [&] { waited(1); }).median, 1e-3);
  const int calls = std::clamp(static_cast<int>(5 / once), 1, 50);
  Times times = measure(setup.repeats, [&] { waited(calls); });
  times.median /= calls;
  times.minimum /= calls;
  return times;
}

Json torchRow(const char* name, const Setup& setup, model::TorchForm form) {
  model::TorchAttention attention(form, setup.shape, setup.numbers, setup.cuda);
  Json row{{"name", name}};
  row["extraBytes"] = attention.extraBytes();
  addTimes(row, "forwardMs", measureCalls(attention, setup, &model::TorchAttention::forward), setup.repeats);
  addTimes(row, "forwardBackwardMs", measureCalls(attention, setup, &model::TorchAttention::forwardBackward), setup.repeats);
  return row;
}

// All tokens of the sequence, one after the other; forwardMs is what one takes.
template <class T>
Json decodeRow(const Setup& setup, const kernels::ParallelFor& loop) {
  Sample<T> sample(setup.shape);
  const kernels::Shape& shape = setup.shape;
  kernels::RecurrentState<T> state(shape.batch, shape.groups, shape.heads, shape.keyDim, shape.valueDim);
  Json row{{"name", "recurrent"}};
  addTimes(row, "forwardMs",
           measure(setup.repeats,
                   [&] {
                     state.reset();
                     for (std::int64_t t = 0; t < shape.length; ++t)
                       state.step(sample.token(t), sample.outputOf(t), loop);
                   }),
           setup.repeats, static_cast<double>(shape.length));
  row["extraBytes"] = state.stateBytes();
  return row;
}

template <class T>
Json rowOf(const std::string& name, const Setup& setup, const kernels::ParallelFor& loop, bool decode) {
  if (decode) return decodeRow<T>(setup, loop);
  if (setup.cuda && name == "chunkwise") return torchRow("chunkwise", setup, model::TorchForm::Chunkwise);
  if (name == "chunkwise") return chunkwiseRow<T>(setup, loop);
  if (name == "recurrent") return plainRow<T>("recurrent", setup, loop, false);
  if (name == "dense") return plainRow<T>("dense", setup, loop, true);
  if (name == "torch-dense") return torchRow("torch-dense", setup, model::TorchForm::MaskedProducts);
  return torchRow("torch-sdpa", setup, model::TorchForm::Softmax);
}

// --- The command ---

std::vector<std::string> rowNames(const std::string& what, bool cuda) {
  if (what == "complexity") return mixerNames();
  if (cuda && what == "training") return {"ours", "ours-4-runs", "ours-eager", "torch-dense"};
  if (cuda) return {"chunkwise", "torch-dense", "torch-sdpa"};
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
  checkWord("WHAT", options.what, {"attention", "training", "decode", "complexity"}, problems);
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
    if (options.what == "decode" || options.what == "complexity")
      problems.push_back({"WHAT", options.what + " is measured on the CPU in this version, got --device cuda"});
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
    result["rows"].push_back(setup.float64 ? rowOf<double>(name, setup, loop, decode)
                                           : rowOf<float>(name, setup, loop, decode));
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
        app.add_option("what", options->what, "attention, training, decode or complexity (every mixer against the length)")->type_name("WHAT")->required();
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
