#pragma once

namespace fenwick::model {

// One file of resources/presets/ or resources/sweeps/, built into the program by cmake/EmbedPresets.cmake.
struct EmbeddedPreset {
  const char* name;
  const char* text;
};

// Each ends with an entry whose name is null.
extern const EmbeddedPreset embeddedPresets[];  // configurations
extern const EmbeddedPreset embeddedSweeps[];   // sweep files

}  // namespace fenwick::model
