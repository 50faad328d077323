#include "model/config/preset_file.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/config/config_file.h"
#include "model/config/words.h"

namespace fenwick::model {
namespace {

std::vector<std::string> armNames(const Json& file) {
  std::vector<std::string> names;
  for (const auto& [arm, unused] : file.at("arms").items()) names.push_back(arm);
  std::stable_partition(names.begin(), names.end(), [](const std::string& arm) { return arm == kDefaultArm; });
  return names;
}

const EmbeddedPreset* find(const EmbeddedPreset* preset, std::string_view name) {
  for (; preset->name != nullptr; ++preset) {
    if (name == preset->name) return preset;
  }
  return nullptr;
}

Json objectOf(Json& tree, const std::string& key, std::vector<Problem>& faults) {
  if (tree.is_object() && tree.contains(key) && tree[key].is_object()) return std::move(tree[key]);
  faults.push_back({key, "is needed: an object of settings"});
  return Json::object();
}

}  // namespace

std::vector<Preset> embeddedList(const EmbeddedPreset* preset) {
  std::vector<std::pair<int, Preset>> found;
  for (; preset->name != nullptr; ++preset) {
    const Json file = Json::parse(preset->text);
    found.emplace_back(file.at("position").get<int>(), Preset{preset->name, file.at("summary").get<std::string>(), armNames(file)});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Preset> result;
  for (auto& [position, entry] : found) result.push_back(std::move(entry));
  return result;
}

PresetChoice choosePreset(const EmbeddedPreset* presets, std::string_view name, const std::string& noun) {
  const std::size_t at = name.find('@');
  const std::string base(name.substr(0, at));
  const EmbeddedPreset* preset = find(presets, base);
  if (preset == nullptr) {
    std::vector<std::string> names;
    for (const Preset& known : embeddedList(presets)) names.push_back(known.name);
    throw std::invalid_argument("there is no " + noun + " " + (base.empty() ? "without a name" : base) + nearestHint(base, names) +
                                " (all: " + joinWords(names, "and") + ")");
  }
  const Json file = Json::parse(preset->text);
  const std::string arm = at == std::string_view::npos ? kDefaultArm : std::string(name.substr(at + 1));
  if (!file.at("arms").contains(arm)) {
    throw std::invalid_argument("the " + noun + " " + base + " has no arm " + arm + "; it has " + joinWords(armNames(file), "and"));
  }
  return {base, arm, preset->text};
}

Json presetBody(std::string_view text, std::string_view arm, const std::string& body, std::vector<Problem>& faults) {
  std::optional<Json> file = parseJson(text, "preset", faults);
  if (!file) return Json::object();
  Json settings = objectOf(*file, body, faults), arms = objectOf(*file, "arms", faults);
  settings.merge_patch(objectOf(arms, std::string(arm), faults));
  return settings;
}

}  // namespace fenwick::model
