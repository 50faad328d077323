#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "model/config/config_file.h"
#include "model/io/durable_file.h"
#include "model/io/input_file.h"
#include "model/run/run_folder.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFormat = 1;
// A JSON tree takes up to thirty times its text; run.json itself has a few thousand bytes.
constexpr std::size_t kLargestInfoBytes = 1u << 20;
constexpr std::array kStates = {RunState::Created,  RunState::Running, RunState::Paused,
                                RunState::Finished, RunState::Failed,  RunState::Interrupted};

constexpr std::array kSpecial = {std::pair{"NaN", std::numeric_limits<double>::quiet_NaN()},
                                 std::pair{"Infinity", std::numeric_limits<double>::infinity()},
                                 std::pair{"-Infinity", -std::numeric_limits<double>::infinity()}};

[[noreturn]] void failWith(const fs::path& path, const std::vector<Problem>& faults) {
  std::string text;
  for (const Problem& fault : faults) {
    text += (text.empty() ? "" : "; ") + (fault.field.empty() ? "" : fault.field + ": ") + fault.message;
  }
  throw std::runtime_error(text.starts_with(path.string()) ? text : path.string() + ": " + text);
}

Json readTree(const fs::path& path) {
  std::vector<Problem> faults;
  std::optional<Json> tree = parseJson(readText(path, kLargestInfoBytes), path.string(), faults);
  if (!tree) {
    failWith(path, faults);
  }
  return std::move(*tree);
}

void checkFormat(const Json& tree, const fs::path& path) {
  if (!tree.is_object()) {
    throwFileError(path, "does not describe a run: it holds no JSON object");
  }
  const auto format = tree.find("format");
  // As a double, in which no number of 64 bits turns negative.
  if (format == tree.end() || !format->is_number_integer() || format->get<double>() < 1) {
    throwFileError(path, "does not describe a run: format: expected a number from 1 on");
  }
  if (format->get<double>() > kFormat) {
    throwFileError(path, "was written by a newer Fenwick Lab: it has format " + format->dump() +
                             ", this program reads up to " + std::to_string(kFormat));
  }
}

// Takes one key where it is there; a value of the wrong kind is told by name.
class Keys {
 public:
  Keys(const Json& tree, const fs::path& path, std::string group = {})
      : m_tree(tree), m_path(path), m_group(std::move(group)) {}

  void take(const char* key, std::string& value) const { takeIf(key, "a text", &Json::is_string, value); }
  void take(const char* key, double& value) const { takeIf(key, "a number", &Json::is_number, value); }
  void take(const char* key, std::int64_t& value) const {
    takeIf(key, "a whole number", &Json::is_number_integer, value);
  }
  void take(const char* key, int& value) const {
    std::int64_t wide = value;
    take(key, wide);
    if (wide < 0 || wide > std::numeric_limits<int>::max()) {
      fail(key, "a whole number in range");
    }
    value = static_cast<int>(wide);
  }
  void takeObject(const char* key, Json& value) const { takeIf(key, "an object", &Json::is_object, value); }
  const Json* find(const char* key) const {
    const auto found = m_tree.find(key);
    return found == m_tree.end() ? nullptr : &*found;
  }
  [[noreturn]] void fail(const char* key, const std::string& expected) const {
    throwFileError(m_path, m_group + key + ": expected " + expected);
  }

 private:
  template <class T>
  void takeIf(const char* key, const char* expected, bool (Json::*is)() const noexcept, T& value) const {
    const Json* found = find(key);
    if (found == nullptr) {
      return;
    }
    if (!(found->*is)()) {
      fail(key, expected);
    }
    value = found->get<T>();
  }

  const Json& m_tree;
  const fs::path& m_path;
  std::string m_group;
};

RunState stateFrom(const Keys& keys) {
  std::string name;
  keys.take("state", name);
  for (const RunState state : kStates) {
    if (name == runStateName(state)) {
      return state;
    }
  }
  keys.fail("state", "created, running, paused, finished, failed or interrupted, got '" + name + "'");
}

RunInfo infoFrom(const Json& tree, const fs::path& path) {
  checkFormat(tree, path);
  const Keys keys(tree, path);
  RunInfo info;
  keys.take("id", info.id);
  if (info.id.empty()) {
    keys.fail("id", "the run's id");
  }
  keys.take("name", info.name);
  if (const Json* tags = keys.find("tags")) {
    if (!tags->is_array()) {
      keys.fail("tags", "a list of texts");
    }
    for (const Json& tag : *tags) {
      if (!tag.is_string()) {
        keys.fail("tags", "a list of texts");
      }
      info.tags.push_back(tag.get<std::string>());
    }
  }
  if (const Json* parent = keys.find("parent"); parent != nullptr && !parent->is_null()) {
    if (!parent->is_object()) {
      keys.fail("parent", "an object with id and step, or null");
    }
    const Keys parentKeys(*parent, path, "parent.");
    parentKeys.take("id", info.parentId);
    parentKeys.take("step", info.parentStep);
  }
  keys.take("notes", info.notes);
  keys.take("initialWeights", info.initialWeights);
  info.state = stateFrom(keys);
  keys.take("stopReason", info.stopReason);
  keys.take("step", info.step);
  keys.take("activeSeconds", info.activeSeconds);
  keys.take("created", info.created);
  keys.take("device", info.device);
  keys.take("threads", info.threads);
  keys.take("preset", info.preset);
  keys.takeObject("versions", info.versions);
  keys.takeObject("dataChecksums", info.dataChecksums);
  keys.takeObject("finalMetrics", info.finalMetrics);
  keys.takeObject("bestMetrics", info.bestMetrics);
  for (const Json* metrics : {&info.finalMetrics, &info.bestMetrics}) {
    if (metrics->is_object() && metrics->contains("step") && !metrics->at("step").is_number_integer()) {
      keys.fail(metrics == &info.finalMetrics ? "finalMetrics" : "bestMetrics", "a whole number for step");
    }
  }
  info.finalMetrics = metricsFromFile(std::move(info.finalMetrics));
  info.bestMetrics = metricsFromFile(std::move(info.bestMetrics));
  keys.take("solvedStep", info.solvedStep);
  keys.take("parameters", info.parameters);
  return info;
}

Json objectOr(const Json& value) { return value.is_null() ? Json::object() : value; }

}  // namespace

Json metricsForFile(Json metrics) {
  if (metrics.is_null()) {
    return Json::object();
  }
  for (Json& value : metrics) {
    if (value.is_number_float() && !std::isfinite(value.get<double>())) {
      const double number = value.get<double>();
      value = std::isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
    }
  }
  return metrics;
}

Json metricsFromFile(Json metrics) {
  for (Json& value : metrics) {
    for (const auto& [text, number] : kSpecial) {
      if (value == text) {
        value = number;
        break;
      }
    }
  }
  return metrics;
}

std::optional<double> metric(const Json& metrics, const char* name) {
  const auto found = metrics.find(name);
  return found != metrics.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

const char* runStateName(RunState state) {
  switch (state) {
    case RunState::Created:
      return "created";
    case RunState::Running:
      return "running";
    case RunState::Paused:
      return "paused";
    case RunState::Finished:
      return "finished";
    case RunState::Failed:
      return "failed";
    case RunState::Interrupted:
      return "interrupted";
  }
  throw std::invalid_argument("state: not a RunState");
}

RunInfo RunFolder::readInfo() const {
  const fs::path path = m_path / "run.json";
  RunInfo info = infoFrom(readTree(path), path);
  if (info.state == RunState::Running) {
    const auto owner = RunLock::owner(m_path);
    if (!owner || (owner->sameHost && !owner->alive)) {
      // The run may have ended between the two looks: its state is written before its lock is given back.
      info = infoFrom(readTree(path), path);
      info.state = info.state == RunState::Running ? RunState::Interrupted : info.state;
    }
  }
  return info;
}

void RunFolder::writeInfo(const RunInfo& info) const {
  nlohmann::ordered_json tree;
  tree["format"] = kFormat;
  tree["id"] = info.id;
  tree["name"] = info.name;
  tree["tags"] = info.tags;
  if (!info.notes.empty()) {
    tree["notes"] = info.notes;
  }
  tree["parent"] = nullptr;
  if (!info.parentId.empty()) {
    tree["parent"] = {{"id", info.parentId}, {"step", info.parentStep}};
  }
  if (!info.initialWeights.empty()) {
    tree["initialWeights"] = info.initialWeights;
  }
  tree["state"] = runStateName(info.state);
  tree["stopReason"] = info.stopReason;
  tree["step"] = info.step;
  tree["activeSeconds"] = info.activeSeconds;
  tree["created"] = info.created;
  tree["device"] = info.device;
  tree["threads"] = info.threads;
  tree["preset"] = info.preset;
  tree["versions"] = objectOr(info.versions);
  tree["dataChecksums"] = objectOr(info.dataChecksums);
  tree["finalMetrics"] = metricsForFile(info.finalMetrics);
  tree["bestMetrics"] = metricsForFile(info.bestMetrics);
  tree["solvedStep"] = info.solvedStep;
  tree["parameters"] = info.parameters;
  // A name that is not UTF-8 must not keep a run from being saved.
  writeDurably(m_path / "run.json", tree.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

Config RunFolder::readConfig() const {
  const fs::path path = m_path / "config.json";
  std::vector<Problem> faults;
  Config config = readConfigFile(path, faults);
  if (!faults.empty()) {
    failWith(path, faults);
  }
  return config;
}

void RunFolder::writeConfig(const Config& config) const { writeDurably(m_path / "config.json", config.text()); }

}  // namespace fenwick::model
