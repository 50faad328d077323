#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "model/config/presets.h"
#include "model/config/sweep.h"
#include "model/config/words.h"
#include "model/training/training_run.h"

namespace fenwick::cli {
namespace {

struct Options {
  std::string name;
  bool sweeps = false;
  bool json = false;
};

// What the default arm's model is, where the name is a run's.
std::string sizeText(const std::string& name) {
  if (model::isSweepPreset(name)) return {};
  const model::Config config = model::presetConfig(name);
  const model::ModelSummary size = model::summarize(config);
  char share[32];
  std::snprintf(share, sizeof share, "%.2g", size.lambdaOverhead * 100);
  return std::to_string(size.parameters) + " parameters, of which the λ head adds " + share + " %; decoding keeps " + std::to_string(size.stateFloats) +
         " numbers of " + std::to_string(config.get<std::int64_t>("task.length")) + " tokens";
}

model::Json sizeJson(const std::string& name) {
  const model::ModelSummary size = model::summarize(model::presetConfig(name));
  return {{"parameters", size.parameters}, {"lambdaParameters", size.lambdaParameters}, {"stateFloats", size.stateFloats}};
}

void list(const std::vector<model::Preset>& presets, Console& console) {
  std::size_t width = 0;
  for (const model::Preset& preset : presets) width = std::max(width, preset.name.size());
  for (const model::Preset& preset : presets) {
    console.out << preset.name << std::string(width + 2 - preset.name.size(), ' ') << preset.summary << "\n"
                << std::string(width + 2, ' ') << "arms: " << model::joinWords(preset.arms, "and") << "\n";
    const std::string size = sizeText(preset.name);
    if (!size.empty()) console.out << std::string(width + 2, ' ') << size << "\n";
  }
}

void listJson(const std::vector<model::Preset>& presets, Console& console) {
  model::Json array = model::Json::array();
  for (const model::Preset& preset : presets) {
    array.push_back({{"name", preset.name}, {"summary", preset.summary}, {"arms", preset.arms}});
    if (!model::isSweepPreset(preset.name)) array.back().update(sizeJson(preset.name));
  }
  console.out << array.dump(2) << "\n";
}

int execute(const Options& options, Console& console) {
  if (!options.name.empty() && model::isSweepPreset(options.name)) {
    console.out << model::sweepPreset(options.name).dump(2) << "\n";
  } else if (!options.name.empty()) {
    console.out << model::presetConfig(options.name).text();
  } else if (options.json) {
    listJson(options.sweeps ? model::sweepPresets() : model::presets(), console);
  } else {
    if (!options.sweeps) {
      list(model::presets(), console);
      console.out << "\nSweeps, for `fenwick sweep --preset NAME`:\n";
    }
    list(model::sweepPresets(), console);
  }
  return kDone;
}

}  // namespace

Command presetsCommand() {
  return {"presets", "List what is built in, or print one preset's whole configuration, or a sweep's file, as JSON", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("preset", options->name, "NAME or NAME@ARM; without it all are listed")->type_name("NAME");
            app.add_flag("--sweeps", options->sweeps, "Only the sweeps");
            app.add_flag("--json", options->json, "The list as JSON: presets, or with --sweeps the sweeps");
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
