#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/embedded_presets.h"
#include "model/config/presets.h"

namespace fenwick::model {

// What configurations and sweeps that are built in share: {"format": 1, "position": N, "summary": sentence, BODY: {…}, "arms": {ARM: {…}}},
// where an arm is laid over the body.
constexpr const char* kDefaultArm = "as-described";

std::vector<Preset> embeddedList(const EmbeddedPreset* presets);  // by position

struct PresetChoice {
  std::string name, arm, text;
};
// NAME or NAME@ARM. `noun`: "preset". Throws std::invalid_argument naming the nearest name or the arms there are.
PresetChoice choosePreset(const EmbeddedPreset* presets, std::string_view name, const std::string& noun);

// The body with its arm laid over; faults tell what is missing.
Json presetBody(std::string_view text, std::string_view arm, const std::string& body, std::vector<Problem>& faults);

}  // namespace fenwick::model
