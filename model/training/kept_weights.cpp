#include "model/training/kept_weights.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace fenwick::model {
namespace {

std::int64_t stepOf(const TensorFile& file, const std::filesystem::path& path) {
  const auto found = file.metadata.find("step");
  if (found == file.metadata.end()) throw std::runtime_error(path.string() + ": its metadata names no step");
  return std::stoll(found->second);
}

KeptWeights read(const std::filesystem::path& path) {
  KeptWeights kept{path, 0, readSafetensors(path)};
  kept.step = stepOf(kept.file, path);
  return kept;
}

std::string listed(std::vector<std::int64_t> steps) {
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  if (steps.empty()) return "none";
  std::string text;
  for (const std::int64_t step : steps) text += (text.empty() ? "" : ", ") + std::to_string(step);
  return text;
}

}  // namespace

KeptWeights newestCheckpoint(const RunFolder& folder, std::vector<std::filesystem::path>& damaged, std::vector<std::string>& passedOver) {
  std::vector<std::int64_t> steps = folder.checkpointSteps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const std::filesystem::path path = folder.checkpointPath(*step);
    try {
      return read(path);
    } catch (const std::exception& error) {
      damaged.push_back(path);
      passedOver.push_back(error.what());
    }
  }
  std::string reasons;
  for (const std::string& reason : passedOver) reasons += "; " + reason;
  throw std::runtime_error(folder.path().string() + " holds no whole checkpoint to go on from" + reasons);
}

KeptWeights weightsOf(const RunReference& reference, const std::string& preferred) {
  const RunFolder folder(reference.folder);
  const std::string wanted = reference.step.empty() ? preferred : reference.step;
  if (wanted == "best" && (std::filesystem::exists(folder.bestPath()) || !reference.step.empty())) return read(folder.bestPath());
  if (wanted == "best" || wanted == "last") {
    std::vector<std::filesystem::path> damaged;
    std::vector<std::string> passedOver;
    return newestCheckpoint(folder, damaged, passedOver);
  }
  std::int64_t step = -1;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), step);
  if (error != std::errc() || end != wanted.data() + wanted.size())
    throw std::runtime_error("@" + wanted + ": expected a step, best or last");
  const auto path = folder.weightsAt(step);
  if (!path) {
    std::vector<std::int64_t> kept = folder.checkpointSteps();
    for (const std::int64_t other : folder.weightSteps()) kept.push_back(other);
    throw std::runtime_error(reference.folder.string() + " keeps no weights of step " + std::to_string(step) + "; it has " + listed(kept));
  }
  return read(*path);
}

}  // namespace fenwick::model
