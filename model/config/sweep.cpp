#include "model/config/sweep.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "model/config/config_file.h"
#include "model/config/labels.h"
#include "model/config/preset_file.h"
#include "model/config/words.h"
#include "model/tasks/task.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr const char* kSeedPath = "train.seed";
constexpr const char* kKindPath = "task.kind";
constexpr const char* kLengthPath = "task.length";
constexpr std::size_t kLongestName = 150;  // of a folder; file systems take 255 bytes

// One setting that varies, with its values as a configuration keeps them.
struct Axis {
  std::string path;
  std::vector<Json> values;
};
using Exclusion = std::map<std::string, Json>;

struct Plan {
  Config base;
  bool hasLength = false;      // the base says how long sequences are; else files may
  std::vector<Axis> axes;      // in the order of fields(), the task's kind first, seeds last
  std::vector<Exclusion> exclusions;
};

void add(std::vector<Problem>& problems, const std::string& place, std::vector<Problem> found) {
  for (Problem& problem : found) problems.push_back({place, std::move(problem.message)});
}

// ---- reading -------------------------------------------------------------------------------------------------------------

void checkKeys(const Json& file, std::vector<Problem>& problems) {
  const std::vector<std::string> known{"format", "base", "set", "grid", "seeds", "exclude"};
  for (const auto& [key, unused] : file.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      problems.push_back({key, "a sweep file has no such key" + nearestHint(key, known)});
    }
  }
  const Json format = file.value("format", Json(kFormat));
  if (!format.is_number_integer() || format < 1) {
    problems.push_back({"format", "must be 1, got " + format.dump()});
  } else if (format > kFormat) {
    problems.push_back({"format", "is " + format.dump() + ", written by a newer version; this version reads up to 1"});
  }
}

void readBase(const Json& file, Plan& plan, std::vector<Problem>& problems) {
  const auto base = file.find("base");
  if (base != file.end() && base->is_string()) {
    try {
      plan.base = presetConfig(base->get<std::string>());
    } catch (const std::invalid_argument& error) {
      problems.push_back({"base", error.what()});
    }
  } else if (base != file.end() && base->is_object()) {
    std::vector<Problem> faults;
    plan.base = Config::fromJson(*base, faults);
    plan.hasLength = base->contains("task") && (*base)["task"].is_object() && (*base)["task"].contains("length");
    for (Problem& fault : faults) problems.push_back({"base." + fault.field, std::move(fault.message)});
  } else {
    problems.push_back({"base", "is needed: the name of a preset, such as \"mqar-quick\", or an object of settings"});
  }
}

// Settings laid over the base, the task's kind first: it brings defaults.
void readSet(const Json& file, Plan& plan, std::vector<Problem>& problems) {
  const Json settings = file.value("set", Json::object());
  if (!settings.is_object()) {
    problems.push_back({"set", "must be an object of settings with their values, got " + settings.dump()});
    return;
  }
  if (settings.contains(kKindPath)) add(problems, std::string("set.") + kKindPath, plan.base.set(kKindPath, settings[kKindPath]));
  for (const auto& [path, value] : settings.items()) {
    if (path != kKindPath) add(problems, "set." + path, plan.base.set(path, value));
    plan.hasLength = plan.hasLength || path == kLengthPath;
  }
}

// The value as a configuration keeps it, so that 1, 1.0 and "1" are one where they mean the same.
Json kept(const Plan& plan, const std::string& path, const Json& value, const std::string& place, std::vector<Problem>& problems) {
  Config scratch = plan.base;
  std::vector<Problem> faults = scratch.set(path, value);
  const bool good = faults.empty();
  add(problems, place, std::move(faults));
  return good ? scratch.value(path) : Json();
}

// Longer lists could make no permitted sweep, and looking through them takes its time.
bool fewEnough(const Json& list, const std::string& place, std::vector<Problem>& problems) {
  if (list.size() <= static_cast<std::size_t>(kMostSweepRuns)) return true;
  problems.push_back({place, "holds " + std::to_string(list.size()) + " entries; the most is " + std::to_string(kMostSweepRuns)});
  return false;
}

std::vector<Json> readValues(const Plan& plan, const std::string& path, const Json& list, const std::string& place,
                             std::vector<Problem>& problems) {
  std::vector<Json> values;
  if (!list.is_array() || list.empty()) {
    problems.push_back({place, "must be a list with at least one value, got " + list.dump()});
    return values;
  }
  if (!fewEnough(list, place, problems)) return values;
  const std::size_t before = problems.size();
  for (std::size_t i = 0; i < list.size() && problems.size() < kMostFaults; ++i) {
    Json value = kept(plan, path, list[i], place + "[" + std::to_string(i + 1) + "]", problems);
    if (problems.size() == before && std::find(values.begin(), values.end(), value) != values.end()) {
      problems.push_back({place + "[" + std::to_string(i + 1) + "]", list[i].dump() + " stands twice; leave one of them"});
    }
    values.push_back(std::move(value));
  }
  return values;
}

void readGrid(const Json& file, Plan& plan, std::vector<Problem>& problems) {
  const Json grid = file.value("grid", Json::object());
  if (!grid.is_object()) {
    problems.push_back({"grid", "must be an object of settings with lists of values, got " + grid.dump()});
    return;
  }
  for (const auto& [path, list] : grid.items()) {
    const std::string place = "grid." + path;
    if (path == kSeedPath) {
      problems.push_back({place, "seeds have a list of their own; move them to \"seeds\""});
    } else if (findField(path) == nullptr) {
      add(problems, place, plan.base.set(path, Json()));
    } else {
      plan.axes.push_back({path, readValues(plan, path, list, place, problems)});
    }
  }
  const auto order = [](const Axis& axis) {
    if (axis.path == kKindPath) return std::ptrdiff_t{-1};
    return findField(axis.path) - fields().data();
  };
  std::sort(plan.axes.begin(), plan.axes.end(), [&](const Axis& a, const Axis& b) { return order(a) < order(b); });
}

void readSeeds(const Json& file, Plan& plan, std::vector<Problem>& problems) {
  const Json seeds = file.value("seeds", Json::array({plan.base.value(kSeedPath)}));
  plan.axes.push_back({kSeedPath, readValues(plan, kSeedPath, seeds, "seeds", problems)});
}

void readExclusions(const Json& file, Plan& plan, std::vector<Problem>& problems) {
  const Json list = file.value("exclude", Json::array());
  if (!list.is_array()) {
    problems.push_back({"exclude", "must be a list of objects, such as [{\"task.kvPairs\": 32}], got " + list.dump()});
    return;
  }
  if (!fewEnough(list, "exclude", problems)) return;
  for (std::size_t i = 0; i < list.size() && problems.size() < kMostFaults; ++i) {
    const std::string place = "exclude[" + std::to_string(i + 1) + "]";
    if (!list[i].is_object() || list[i].empty()) {
      problems.push_back({place, "must be an object with at least one setting, got " + list[i].dump()});
      continue;
    }
    Exclusion exclusion;
    for (const auto& [path, value] : list[i].items()) exclusion[path] = kept(plan, path, value, place + "." + path, problems);
    plan.exclusions.push_back(std::move(exclusion));
  }
}

// ---- names -----------------------------------------------------------------------------------------------------------------

// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
std::string digest(const std::string& text) {
  std::uint32_t hash = 0x811C9DC5u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

// Letters that every file system and shell takes.
std::string fileName(const std::string& text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto letter = static_cast<unsigned char>(text[i]);
    if (text.compare(i, 2, "λ") == 0) {
      name += "lambda";
      ++i;
    } else if (letter < 0x80 && (std::isalnum(letter) != 0 || letter == '.' || letter == '-' || letter == '_')) {
      name += text[i];
    } else if (letter != ' ') {
      name += '_';
    }
  }
  return name;
}

// Where a name is too long or taken, a digest of the values tells the run apart.
std::string runName(const Plan& plan, const Config& config, const std::set<std::string>& taken) {
  std::vector<const Axis*> axes;
  for (const Axis& axis : plan.axes) axes.push_back(&axis);
  // As in labels: the λ head is what runs are told apart by first.
  std::stable_partition(axes.begin(), axes.end(), [](const Axis* axis) { return axis->path == "model.lambda.head"; });
  std::string name, values;
  for (const Axis* axis : axes) {
    name += (name.empty() ? "" : "-") + fileName(settingLabel(*findField(axis->path), config));
    values += config.value(axis->path).dump() + "\n";
  }
  if (name.size() <= kLongestName && !taken.contains(name)) return name;
  return name.substr(0, kLongestName) + "-" + digest(values);
}

// ---- the runs --------------------------------------------------------------------------------------------------------------

bool excluded(const Plan& plan, const Config& config) {
  return std::any_of(plan.exclusions.begin(), plan.exclusions.end(), [&](const Exclusion& exclusion) {
    return std::all_of(exclusion.begin(), exclusion.end(), [&](const auto& entry) { return config.value(entry.first) == entry.second; });
  });
}

// What decides the result; cadences count as well, since they decide what is recorded.
std::string essence(const Config& config) {
  std::string text;
  for (const Field& field : fields()) {
    if (isRelevant(field, config)) text += config.value(field.path).dump() + "\n";
  }
  return text;
}

// Faults of whole configurations, each told once with a run that has it.
class RelationFaults {
 public:
  void add(const SweepRun& run) {
    for (const Problem& fault : model::problems(run.config)) {
      auto& [first, count] = m_runs[{fault.field, fault.message}];
      if (count++ == 0) {
        first = run.name;
        m_order.push_back({fault.field, fault.message});
      }
    }
  }
  void tell(std::vector<Problem>& problems) const {
    for (const auto& key : m_order) {
      const auto& [first, count] = m_runs.at(key);
      problems.push_back({key.first, key.second + " (in the run " + first + (count > 1 ? " and " + std::to_string(count - 1) + " more" : "") +
                                         "; \"exclude\" can leave it out)"});
    }
  }

 private:
  std::vector<std::pair<std::string, std::string>> m_order;
  std::map<std::pair<std::string, std::string>, std::pair<std::string, std::int64_t>> m_runs;
};

Config atPoint(const Plan& plan, const std::vector<std::size_t>& point) {
  Config config = plan.base;
  for (std::size_t i = 0; i < point.size(); ++i) config.set(plan.axes[i].path, plan.axes[i].values[point[i]]);
  return config;
}

// The next point: the last setting varies fastest, the seeds slowest. False after the last one.
bool advance(const Plan& plan, std::vector<std::size_t>& point) {
  for (std::size_t i = point.size() - 1; i-- > 0;) {
    if (++point[i] < plan.axes[i].values.size()) return true;
    point[i] = 0;
  }
  return ++point.back() < plan.axes.back().values.size();
}

void adopt(const Plan& plan, Config& config, std::vector<Problem>& problems) {
  const bool varies = std::any_of(plan.axes.begin(), plan.axes.end(), [](const Axis& axis) { return axis.path == kLengthPath; });
  if (plan.hasLength || varies) return;
  try {
    adoptFromFiles(config);
  } catch (const std::runtime_error& error) {
    problems.push_back({"task.file", error.what()});
  }
}

void makeRuns(const Plan& plan, Sweep& sweep, std::vector<Problem>& problems) {
  double points = 1;
  for (const Axis& axis : plan.axes) points *= static_cast<double>(axis.values.size());
  if (points > static_cast<double>(kMostSweepRuns)) {
    problems.push_back({"grid", "makes " + numberText(points) + " combinations; the most is " + std::to_string(kMostSweepRuns) +
                                    ", so give fewer values or seeds"});
    return;
  }
  std::set<std::string> known, names;
  RelationFaults faults;
  std::vector<std::size_t> point(plan.axes.size(), 0);
  do {
    SweepRun run{{}, atPoint(plan, point)};
    if (excluded(plan, run.config)) {
      ++sweep.excluded;
      continue;
    }
    adopt(plan, run.config, problems);
    if (!problems.empty()) return;
    if (!known.insert(essence(run.config)).second) {
      ++sweep.repeated;
      continue;
    }
    run.name = runName(plan, run.config, names);
    names.insert(run.name);
    faults.add(run);
    sweep.runs.push_back(std::move(run));
  } while (advance(plan, point));
  faults.tell(problems);
  if (sweep.runs.empty()) problems.push_back({"exclude", "leaves no run; take entries out"});
}

}  // namespace

Sweep readSweep(const Json& file, std::vector<Problem>& problems) {
  Sweep sweep;
  sweep.file = file;
  if (!file.is_object()) {
    problems.push_back({"", "a sweep file must be a JSON object with \"base\", \"grid\" and \"seeds\""});
    return sweep;
  }
  const std::size_t before = problems.size();
  Plan plan;
  checkKeys(file, problems);
  readBase(file, plan, problems);
  readSet(file, plan, problems);
  readGrid(file, plan, problems);
  readSeeds(file, plan, problems);
  readExclusions(file, plan, problems);
  if (problems.size() == before) makeRuns(plan, sweep, problems);
  return sweep;
}

void setInSweep(Json& file, const std::vector<std::string>& assignments, std::vector<Problem>& problems) {
  for (const std::string& assignment : assignments) {
    Config scratch;
    std::vector<Problem> faults = scratch.setFromText(assignment);
    const std::string path = assignment.substr(0, assignment.find('='));
    if (faults.empty() && file.is_object()) file["set"][path] = scratch.value(path);
    problems.insert(problems.end(), faults.begin(), faults.end());
  }
}

Sweep readSweepFile(const std::filesystem::path& path, std::vector<Problem>& problems, const std::vector<std::string>& assignments) {
  std::optional<Json> file = parseConfigFile(path, problems);
  if (!file) return {};
  setInSweep(*file, assignments, problems);
  return readSweep(*file, problems);
}

std::vector<Preset> sweepPresets() { return embeddedList(embeddedSweeps); }

Json sweepPreset(std::string_view name) {
  const PresetChoice choice = choosePreset(embeddedSweeps, name, "sweep");
  std::vector<Problem> faults;
  Json file = presetBody(choice.text, choice.arm, "sweep", faults);
  if (!faults.empty()) throw std::invalid_argument("sweep: " + faults[0].field + ": " + faults[0].message);
  return file;
}

bool isSweepPreset(std::string_view name) {
  const std::vector<Preset> known = sweepPresets();
  const std::string_view base = name.substr(0, name.find('@'));
  return std::any_of(known.begin(), known.end(), [&](const Preset& preset) { return preset.name == base; });
}

}  // namespace fenwick::model
