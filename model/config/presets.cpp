#include "model/config/presets.h"

#include <stdexcept>

#include "model/config/preset_file.h"

// resources/presets/NAME.json: the body "config" holds settings, overlaid on the defaults.

namespace fenwick::model {

std::vector<Preset> presets() { return embeddedList(embeddedPresets); }

Config presetConfig(std::string_view name) {
  const PresetChoice choice = choosePreset(embeddedPresets, name, "preset");
  return readPreset(choice.text, choice.arm);
}

Config readPreset(std::string_view text, std::string_view arm) {
  std::vector<Problem> faults;
  const Json settings = presetBody(text, arm, "config", faults);
  Config config;
  if (faults.empty()) config = Config::fromJson(settings, faults);
  if (!faults.empty()) throw std::invalid_argument("preset: " + faults[0].field + ": " + faults[0].message);
  return config;
}

}  // namespace fenwick::model
