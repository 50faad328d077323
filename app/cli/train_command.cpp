#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "model/config/config_file.h"
#include "model/config/presets.h"
#include "model/config/words.h"
#include "model/tasks/task.h"
#include "model/training/training_run.h"

namespace fenwick::cli {
namespace {

namespace fs = std::filesystem;
using model::Config;
using model::Problem;
using Problems = std::vector<Problem>;

constexpr const char* kLengthPath = "task.length";
constexpr const char* kStepsPath = "train.steps";
constexpr const char* kKindPath = "task.kind";

struct Options {
  std::string preset, config, from, init, out;
  std::vector<std::string> settings;
  bool resume = false;
  bool json = false;
  DeviceArguments device;
};

std::string shellWord(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                             "_-./=+:,@%") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string resumeLine(const fs::path& folder) { return "fenwick train --resume --out " + shellWord(folder.string()); }

std::string pathOf(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

bool holdsSomething(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return false;
  return !fs::is_directory(folder, error) || !fs::is_empty(folder, error) || error;
}

// ---- the configuration that was asked for ----------------------------------------------------------------------------

// Where settings come from before --set, and which of them a person has written.
struct Source {
  Config config;
  std::set<std::string> written;
};

void notePaths(const model::Json& tree, const std::string& prefix, std::set<std::string>& paths) {
  if (!tree.is_object()) return;
  for (const auto& [key, value] : tree.items()) {
    paths.insert(prefix + key);
    notePaths(value, prefix + key + ".", paths);
  }
}

Source fromFile(const std::string& path, Problems& problems) {
  Source source;
  if (const auto tree = model::parseConfigFile(path, problems)) {
    source.config = Config::fromJson(*tree, problems);
    notePaths(*tree, "", source.written);
  }
  return source;
}

Source fromPreset(const std::string& name, Problems& problems) {
  try {
    return {model::presetConfig(name), {}};
  } catch (const std::invalid_argument& error) {
    problems.push_back({"--preset", error.what()});
    return {};
  }
}

Source fromRun(const fs::path& folder, const char* option, Problems& problems) {
  if (!model::RunFolder::looksLikeRun(folder)) {
    problems.push_back({option, folder.string() + (model::startWasCutOff(folder)
                                                       ? " holds only a start that was cut off; begin the run again, without --resume"
                                                       : " is no run folder (there is no config.json and run.json in it)")});
    return {};
  }
  try {
    const Config config = model::RunFolder(folder).readConfig();
    Source source{config, {}};
    notePaths(config.json(), "", source.written);
    return source;
  } catch (const std::runtime_error& error) {
    problems.push_back({option, error.what()});
    return {};
  }
}

// The task first: it brings defaults that other settings then replace.
void applySettings(const std::vector<std::string>& settings, Source& source, Problems& problems) {
  for (const bool kinds : {true, false}) {
    for (const std::string& setting : settings) {
      if ((pathOf(setting) == kKindPath) != kinds) continue;
      const Problems faults = source.config.setFromText(setting);
      problems.insert(problems.end(), faults.begin(), faults.end());
      source.written.insert(pathOf(setting));
    }
  }
}

void adoptFromFiles(Source& source, Problems& problems) {
  if (source.written.contains(kLengthPath)) return;
  try {
    model::adoptFromFiles(source.config);
  } catch (const std::runtime_error& error) {
    problems.push_back({"task.file", error.what()});
  }
}

// What only the data themselves can show: tokens outside the vocabulary, rows of another length.
void checkData(const Config& config, Problems& problems) {
  try {
    model::taskKind(config).open(config);
  } catch (const std::runtime_error& error) {
    problems.push_back({kKindPath + std::string(" ") + config.get<std::string>(kKindPath), error.what()});
  }
}

// ---- a new run ----------------------------------------------------------------------------------------------------------

void checkSources(const Options& options, Problems& problems) {
  std::vector<std::string> given;
  if (!options.preset.empty()) given.push_back("--preset");
  if (!options.config.empty()) given.push_back("--config");
  if (!options.from.empty()) given.push_back("--from");
  if (given.empty()) {
    problems.push_back({"", "one of --preset NAME, --config FILE, --from RUN or --resume is needed, such as --preset " +
                                model::presets().front().name});
  } else if (given.size() > 1) {
    problems.push_back({"", "only one of " + model::joinWords(given, "and") + " can be given"});
  }
  if (!options.init.empty() && !options.from.empty()) {
    problems.push_back({"--init", "cannot be given with --from, which brings the weights of its run"});
  }
}

void checkInit(const std::string& init, Problems& problems) {
  std::error_code error;
  if (!init.empty() && !fs::is_regular_file(fs::path(init), error)) problems.push_back({"--init", "there is no file " + init});
}

void checkNewFolder(const std::string& out, Problems& problems) {
  if (out.empty()) {
    problems.push_back({"--out", "is needed: the folder of the run"});
  } else if (model::startWasCutOff(out)) {
    return;
  } else if (model::RunFolder::looksLikeRun(out)) {
    problems.push_back({"--out", out + " holds a run already, which is never started over; go on with `" + resumeLine(out) +
                                     "`, or fork it with --from " + shellWord(out) + " and another --out"});
  } else if (holdsSomething(out)) {
    std::error_code error;
    problems.push_back({"--out", out + (fs::is_directory(out, error) ? " is not empty" : " is no folder") + "; name a folder that does not exist yet"});
  }
}

std::unique_ptr<model::TrainingRun> start(const Options& options) {
  Problems problems;
  checkSources(options, problems);
  Source source;
  const model::RunReference parent = options.from.empty() ? model::RunReference{} : model::parseRunReference(options.from);
  const bool hasSource = problems.empty();
  if (!options.preset.empty()) {
    source = fromPreset(options.preset, problems);
  } else if (!options.config.empty()) {
    source = fromFile(options.config, problems);
  } else if (!options.from.empty()) {
    source = fromRun(parent.folder, "--from", problems);
  }
  applySettings(options.settings, source, problems);
  adoptFromFiles(source, problems);
  if (hasSource) {
    const Problems faults = model::problems(source.config);
    problems.insert(problems.end(), faults.begin(), faults.end());
  }
  checkInit(options.init, problems);
  checkNewFolder(options.out, problems);
  const model::DeviceOptions device = options.device.read(problems);
  if (problems.empty()) checkData(source.config, problems);
  if (!problems.empty()) throw WrongUsage(problems);
  try {
    if (!options.from.empty()) return model::TrainingRun::fork(parent, source.config, options.out, device);
    return model::TrainingRun::create(source.config, options.out, device, options.init);
  } catch (const std::runtime_error& error) {
    // Before anything stands in the folder, what failed is something that was given: weights, a parent, the place itself.
    if (holdsSomething(options.out)) throw;
    throw WrongUsage(error.what());
  }
}

// ---- going on --------------------------------------------------------------------------------------------------------------

// A resumed run may be given the settings it was started with, and a new train.steps; every other change is refused.
void checkUnchanged(const Config& recorded, const Source& asked, const std::string& folder, Problems& problems) {
  for (const model::Field& field : model::fields()) {
    if (field.path == kStepsPath || recorded.value(field.path) == asked.config.value(field.path)) continue;
    problems.push_back({field.path, "is " + recorded.value(field.path).dump() + " in this run and cannot become " +
                                        asked.config.value(field.path).dump() + " when it goes on; fork it with --from " + shellWord(folder) +
                                        " and another --out"});
  }
}

std::unique_ptr<model::TrainingRun> resume(const Options& options) {
  Problems problems;
  if (!options.from.empty()) problems.push_back({"--from", "makes a new run and cannot be given with --resume"});
  if (!options.init.empty()) problems.push_back({"--init", "begins a new run and cannot be given with --resume"});
  if (!options.preset.empty() && !options.config.empty()) problems.push_back({"", "only one of --preset and --config can be given"});
  if (options.out.empty()) problems.push_back({"--out", "is needed: the folder of the run to go on with"});
  const model::DeviceOptions device = options.device.read(problems);
  if (!problems.empty()) throw WrongUsage(problems);

  Source recorded = fromRun(options.out, "--out", problems);
  if (!problems.empty()) throw WrongUsage(problems);
  Source asked = recorded;
  if (!options.preset.empty()) asked = fromPreset(options.preset, problems);
  if (!options.config.empty()) asked = fromFile(options.config, problems);
  applySettings(options.settings, asked, problems);
  adoptFromFiles(asked, problems);
  if (problems.empty()) checkUnchanged(recorded.config, asked, options.out, problems);

  std::optional<std::int64_t> steps;
  const bool newSteps = std::any_of(options.settings.begin(), options.settings.end(), [](const std::string& s) { return pathOf(s) == kStepsPath; });
  if (newSteps && problems.empty()) {
    steps = asked.config.get<std::int64_t>(kStepsPath);
    const std::int64_t reached = model::RunFolder(options.out).readInfo().step;
    if (*steps < reached) {
      problems.push_back({kStepsPath, "must be at least " + std::to_string(reached) + ", the step that the run has reached, got " +
                                          std::to_string(*steps) + "; the nearest permitted value is " + std::to_string(reached)});
    }
  }
  if (!problems.empty()) throw WrongUsage(problems);
  return model::TrainingRun::resume(options.out, device, steps);
}

// ---- training ----------------------------------------------------------------------------------------------------------------

std::string summary(const model::RunInfo& info, const fs::path& folder) {
  std::string text = std::string(model::runStateName(info.state)) + " at step " + std::to_string(info.step);
  const auto last = model::metric(info.finalMetrics, "valid/accuracy"), best = model::metric(info.bestMetrics, "valid/accuracy");
  if (last >= 0.0) text += ", validation accuracy " + percentText(*last);
  if (best >= 0.0) {
    text += " (best " + percentText(*best);
    const auto step = model::metric(info.bestMetrics, "step");
    text += step >= 0.0 ? " at step " + std::to_string(static_cast<std::int64_t>(*step)) + ")" : ")";
  }
  text += ", after " + durationText(info.activeSeconds) + " of training: " + folder.string();
  return info.stopReason.empty() ? text : text + "\n" + info.stopReason;
}

model::Json summaryJson(const model::TrainingRun& run, const fs::path& folder) {
  const model::RunInfo& info = run.info();
  const model::ModelSummary size = model::summarize(run.config());
  return {{"folder", folder.string()},
          {"id", info.id},
          {"preset", info.preset},
          {"state", model::runStateName(info.state)},
          {"stopReason", info.stopReason},
          {"step", info.step},
          {"steps", run.config().get<std::int64_t>(kStepsPath)},
          {"activeSeconds", info.activeSeconds},
          {"device", info.device},
          {"threads", info.threads},
          {"parameters", info.parameters},
          {"lambdaParameters", size.lambdaParameters},
          {"stateFloats", size.stateFloats},
          {"solvedStep", info.solvedStep >= 0 ? model::Json(info.solvedStep) : model::Json()},
          {"final", info.finalMetrics},
          {"best", info.bestMetrics},
          {"warnings", run.warnings()}};
}

// Steps until the run has ended or a signal asks to stop. True: a signal did.
bool stepToTheEnd(model::TrainingRun& run, const Interrupt& interrupt) {
  while (run.step()) {
    if (!interrupt.requested()) continue;
    run.pause(std::string("stopped by ") + interrupt.name() + " at step " + std::to_string(run.info().step));
    return true;
  }
  return false;
}

int train(const Options& options, Console& console) {
  const Interrupt interrupt;
  const fs::path folder(options.out);
  // A run may be gone on with by the command that began it, also where that was cut off before anything stood in the folder.
  const bool cutOff = !model::RunFolder::looksLikeRun(folder) && model::startWasCutOff(folder) && !(options.preset.empty() && options.config.empty());
  const std::unique_ptr<model::TrainingRun> run = options.resume && !cutOff ? resume(options) : start(options);
  tellWarnings("train", run->warnings(), console);

  std::ostream& stream = options.json ? console.err : console.out;
  Progress progress(stream, options.json ? console.errIsTerminal : console.outIsTerminal, run->config().get<std::int64_t>(kStepsPath));
  run->setListener(&progress);
  const bool interrupted = stepToTheEnd(*run, interrupt);
  progress.close();
  run->setListener(nullptr);

  const model::RunInfo& info = run->info();
  if (options.json) {
    console.out << summaryJson(*run, folder).dump(2, ' ', false, model::Json::error_handler_t::replace) << "\n";
  } else {
    console.out << summary(info, folder) << "\n";
  }
  if (info.state == model::RunState::Finished) return kDone;
  if (!interrupted) console.err << "fenwick train: " << info.stopReason << "\n";
  stream << "resume with: " << resumeLine(folder) << "\n";
  return kFailed;
}

}  // namespace

Command trainCommand() {
  return {"train", "Train a model in a run folder, from a preset, a file or another run, or go on with one", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("--preset", options->preset, "A built-in configuration, NAME or NAME@ARM (`fenwick presets` lists them)")->type_name("NAME");
            app.add_option("--config", options->config, "A configuration as config.json holds it; what is left out takes its default")->type_name("FILE");
            app.add_option("--from", options->from, "Fork a run at a kept step (a number, best or last; last unless given)")->type_name("RUN[@STEP]");
            app.add_option("--set", options->settings, "One setting, such as train.steps=1000; may be given often")
                ->type_name("KEY=VALUE")
                ->allow_extra_args(false);
            app.add_option("--init", options->init, "Initial weights by parameter name, a safetensors file")->type_name("FILE");
            app.add_option("--out", options->out, "The run folder: a new one, or with --resume the one to go on with")->type_name("DIR");
            app.add_flag("--resume", options->resume, "Go on with the run in --out; only train.steps may change");
            options->device.define(app);
            app.add_flag("--json", options->json, "One JSON object on standard output at the end; progress goes to standard error");
            app.footer("\nCtrl+C or SIGTERM saves a checkpoint, records the run as paused and exits with 1; a second one ends at once.\n"
                       "Exit codes: 0 finished, 1 failed or stopped before its end, 2 wrong usage (nothing was written).");
            return [options](Console& console) { return train(*options, console); };
          }};
}

}  // namespace fenwick::cli
