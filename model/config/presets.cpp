#include "model/config/presets.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/config/config_file.h"
#include "model/config/embedded_presets.h"
#include "model/config/words.h"

// resources/presets/NAME.json:
//   {"format": 1, "position": N, "summary": sentence, "config": {settings}, "arms": {"as-described": {settings}, …}}
// A preset is the defaults, overlaid with "config", overlaid with its arm.

namespace fenwick::model {
namespace {

constexpr const char* kDefaultArm = "as-described";

Json read(const EmbeddedPreset& embedded) { return Json::parse(embedded.text); }

const EmbeddedPreset* find(std::string_view name) {
  for (const EmbeddedPreset* preset = embeddedPresets; preset->name != nullptr; ++preset) {
    if (name == preset->name) return preset;
  }
  return nullptr;
}

std::vector<std::string> armNames(const Json& file) {
  std::vector<std::string> names;
  for (const auto& [arm, unused] : file.at("arms").items()) names.push_back(arm);
  std::stable_partition(names.begin(), names.end(), [](const std::string& arm) { return arm == kDefaultArm; });
  return names;
}

Json objectOf(Json& tree, const std::string& key, std::vector<Problem>& faults) {
  if (tree.is_object() && tree.contains(key) && tree[key].is_object()) return std::move(tree[key]);
  faults.push_back({key, "is needed: an object of settings"});
  return Json::object();
}

}  // namespace

std::vector<Preset> presets() {
  std::vector<std::pair<int, Preset>> found;
  for (const EmbeddedPreset* preset = embeddedPresets; preset->name != nullptr; ++preset) {
    const Json file = read(*preset);
    found.emplace_back(file.at("position").get<int>(),
                       Preset{preset->name, file.at("summary").get<std::string>(), armNames(file)});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Preset> result;
  for (auto& [position, preset] : found) result.push_back(std::move(preset));
  return result;
}

Config presetConfig(std::string_view name) {
  const std::size_t at = name.find('@');
  const std::string base(name.substr(0, at));
  const EmbeddedPreset* preset = find(base);
  if (preset == nullptr) {
    std::vector<std::string> names;
    for (const Preset& known : presets()) names.push_back(known.name);
    throw std::invalid_argument("there is no preset " + (base.empty() ? "without a name" : base) + nearestHint(base, names) + " (all: " +
                                joinWords(names, "and") + ")");
  }
  const Json file = read(*preset);
  const std::string arm = at == std::string_view::npos ? kDefaultArm : std::string(name.substr(at + 1));
  if (!file.at("arms").contains(arm)) {
    throw std::invalid_argument("the preset " + base + " has no arm " + arm + "; it has " + joinWords(armNames(file), "and"));
  }
  return readPreset(preset->text, arm);
}

Config readPreset(std::string_view text, std::string_view arm) {
  std::vector<Problem> faults;
  std::optional<Json> file = parseJson(text, "preset", faults);
  Config config;
  if (file) {
    Json settings = objectOf(*file, "config", faults), arms = objectOf(*file, "arms", faults);
    settings.merge_patch(objectOf(arms, std::string(arm), faults));
    if (faults.empty()) config = Config::fromJson(settings, faults);
  }
  if (!faults.empty()) throw std::invalid_argument("preset: " + faults[0].field + ": " + faults[0].message);
  return config;
}

}  // namespace fenwick::model
