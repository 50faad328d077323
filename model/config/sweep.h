#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"
#include "model/config/presets.h"

namespace fenwick::model {

// A sweep file: {"format": 1, "base": preset or settings, "set": {path: value}, "grid": {path: [values]}, "seeds": [seeds], "exclude": [{path: value}]}.
// It stands for one run per combination of grid values and seed, laid over the base and what is set there; left out is what has all values of an entry of
// "exclude", and what differs from an earlier run only in settings without effect there. All but the base may be missing; seeds are then the
// base's own.
struct SweepRun {
  std::string name;  // of its folder, from the grid's values and the seed: "mlp-softplus-k8-T128-seed0"
  Config config;
};
struct Sweep {
  Json file;                   // the sweep file itself
  std::vector<SweepRun> runs;  // seed by seed, so that a sweep that is cut off has every combination equally often
  std::int64_t excluded = 0;   // combinations that "exclude" leaves out, all seeds counted
  std::int64_t repeated = 0;   // that would repeat another run
};
constexpr std::int64_t kMostSweepRuns = 10000;

// Every fault is reported: unknown keys with the nearest one, values as Config::set refuses them, relations between settings with a
// run that breaks them. The runs are complete only where there is none.
Sweep readSweep(const Json& file, std::vector<Problem>& problems);
Sweep readSweepFile(const std::filesystem::path& path, std::vector<Problem>& problems, const std::vector<std::string>& assignments = {});
// Puts settings ("task.file=text.txt") into a sweep file's "set".
void setInSweep(Json& file, const std::vector<std::string>& assignments, std::vector<Problem>& problems);

// What is built in (resources/sweeps/NAME.json). `name` is NAME or NAME@ARM, as with presetConfig().
std::vector<Preset> sweepPresets();
Json sweepPreset(std::string_view name);  // the sweep file; throws std::invalid_argument
bool isSweepPreset(std::string_view name);

}  // namespace fenwick::model
