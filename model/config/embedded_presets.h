#pragma once

namespace fenwick::model {

// One file of resources/presets/, built into the program by cmake/EmbedPresets.cmake.
struct EmbeddedPreset {
  const char* name;
  const char* text;
};

// Ends with an entry whose name is null.
extern const EmbeddedPreset embeddedPresets[];

}  // namespace fenwick::model
