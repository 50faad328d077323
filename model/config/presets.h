#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

// A named, complete configuration that is built into the program (resources/presets/NAME.json).
struct Preset {
  std::string name;     // "mqar-quick"
  std::string summary;  // one sentence: what it runs and how long it takes
  std::vector<std::string> arms;  // "as-described" (the default), "as-published"
};

std::vector<Preset> presets();  // quickest first

// `name` is NAME or NAME@ARM. Throws std::invalid_argument naming the nearest preset or the arms there are.
Config presetConfig(std::string_view name);

// One arm of a preset file's text. Throws std::invalid_argument naming the fault.
Config readPreset(std::string_view text, std::string_view arm);

}  // namespace fenwick::model
