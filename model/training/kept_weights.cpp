#include "model/training/kept_weights.h"

#include <charconv>
#include <map>
#include <stdexcept>

namespace fenwick::model {
namespace {

// The entries of a checkpoint's metadata; one that is absent leaves the value as it is.
class Entries {
 public:
  explicit Entries(const std::map<std::string, std::string>& metadata) : m_metadata(metadata) {}

  template <class Number>
  void take(const char* key, Number& value) const {
    const auto found = m_metadata.find(key);
    if (found == m_metadata.end()) return;
    const std::string& text = found->second;
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) fail(key, "a number");
    value = number;
  }
  void takeMetrics(const char* key, Json& value) const {
    const auto found = m_metadata.find(key);
    if (found == m_metadata.end()) return;
    Json metrics = Json::parse(found->second, nullptr, false);
    if (!metrics.is_object()) fail(key, "an object of metrics");
    metrics = metricsFromFile(std::move(metrics));
    for (const auto& [name, metric] : metrics.items())
      if (!metric.is_number() || (name == "step" && !metric.is_number_integer())) fail(key, "numbers, also for " + name);
    value = std::move(metrics);
  }

 private:
  [[noreturn]] static void fail(const std::string& key, const std::string& expected) {
    throw std::runtime_error("its metadata '" + key + "': expected " + expected);
  }
  const std::map<std::string, std::string>& m_metadata;
};

std::string listed(const std::vector<std::int64_t>& steps) {
  if (steps.empty()) return "none";
  std::string text;
  for (const std::int64_t step : steps) text += (text.empty() ? "" : ", ") + std::to_string(step);
  return text;
}

}  // namespace

KeptWeights readKeptWeights(const std::filesystem::path& path) {
  KeptWeights kept{path, -1, readSafetensors(path), {}};
  if (!kept.file.checked) throw std::runtime_error(path.string() + ": is damaged: it carries no checksum");
  try {
    kept.step = checkpointState(kept.file).step;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path.string() + ": " + error.what());
  }
  return kept;
}

CheckpointState checkpointState(const TensorFile& file) {
  const Entries entries(file.metadata);
  CheckpointState state;
  state.step = -1;
  entries.take("step", state.step);
  if (state.step < 0) throw std::runtime_error("its metadata names no step");
  entries.take("solved.step", state.solvedStep);
  entries.take("active.seconds", state.activeSeconds);
  entries.takeMetrics("best", state.bestMetrics);
  entries.takeMetrics("final", state.finalMetrics);
  return state;
}

std::vector<std::string> KeptWeights::warnings(const std::string& instead) const {
  std::vector<std::string> sentences;
  for (const PassedOver& newer : passedOver)
    sentences.push_back("passed over a damaged checkpoint (" + newer.reason + "); " + instead + " step " + std::to_string(step));
  return sentences;
}

KeptWeights newestCheckpoint(const RunFolder& folder) {
  std::vector<std::int64_t> steps = folder.checkpointSteps();
  std::vector<KeptWeights::PassedOver> passedOver;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const std::filesystem::path path = folder.checkpointPath(*step);
    try {
      KeptWeights kept = readKeptWeights(path);
      kept.passedOver = std::move(passedOver);
      return kept;
    } catch (const std::exception& error) {
      passedOver.push_back({path, error.what()});
    }
  }
  std::string reasons;
  for (const KeptWeights::PassedOver& file : passedOver) reasons += "; " + file.reason;
  throw std::runtime_error(folder.path().string() + " holds no whole checkpoint to go on from" + reasons);
}

KeptWeights weightsOf(const RunReference& reference, const std::string& preferred) {
  const RunFolder folder(reference.folder);
  const std::string wanted = reference.step.empty() ? preferred : reference.step;
  if (wanted == "best" && (std::filesystem::exists(folder.bestPath()) || !reference.step.empty())) return readKeptWeights(folder.bestPath());
  if (wanted == "best" || wanted == "last") return newestCheckpoint(folder);
  std::int64_t step = -1;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), step);
  if (error != std::errc() || end != wanted.data() + wanted.size())
    throw std::runtime_error("@" + wanted + ": expected a step, best or last");
  const auto path = folder.weightsAt(step);
  if (!path)
    throw std::runtime_error(reference.folder.string() + " keeps no weights of step " + std::to_string(step) + "; it has " + listed(folder.keptSteps()));
  return readKeptWeights(*path);
}

}  // namespace fenwick::model
