#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "model/config/presets.h"
#include "model/config/sweep.h"
#include "model/config/words.h"

namespace fenwick::cli {
namespace {

struct Options {
  std::string name;
  bool sweeps = false;
  bool json = false;
};

void list(const std::vector<model::Preset>& presets, Console& console) {
  std::size_t width = 0;
  for (const model::Preset& preset : presets) width = std::max(width, preset.name.size());
  for (const model::Preset& preset : presets) {
    console.out << preset.name << std::string(width + 2 - preset.name.size(), ' ') << preset.summary << "\n"
                << std::string(width + 2, ' ') << "arms: " << model::joinWords(preset.arms, "and") << "\n";
  }
}

void listJson(const std::vector<model::Preset>& presets, Console& console) {
  model::Json array = model::Json::array();
  for (const model::Preset& preset : presets) {
    array.push_back({{"name", preset.name}, {"summary", preset.summary}, {"arms", preset.arms}});
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
