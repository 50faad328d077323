#include "model/run/run_folder.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "model/io/durable_file.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

std::string stepName(std::int64_t step, const char* ending) {
  if (step < 0) {
    throw std::invalid_argument("step: expected 0 or more, got " + std::to_string(step));
  }
  char name[48];
  std::snprintf(name, sizeof name, "step-%08lld%s", static_cast<long long>(step), ending);
  return name;
}

// The steps of the files step-N + ending in a folder; one that is not there has none.
std::vector<std::int64_t> stepsIn(const fs::path& folder, const char* ending) {
  std::vector<std::int64_t> steps;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    const std::string name = entry.path().filename().string();
    std::int64_t step = -1;
    if (name.starts_with("step-")) {
      std::from_chars(name.data() + 5, name.data() + name.size(), step);
    }
    if (step >= 0 && name == stepName(step, ending)) {
      steps.push_back(step);
    }
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

}  // namespace

bool RunFolder::looksLikeRun(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path / "config.json", ignored) && fs::is_regular_file(path / "run.json", ignored);
}

std::vector<std::int64_t> RunFolder::checkpointSteps() const { return stepsIn(m_path / "checkpoints", ".safetensors"); }
std::vector<std::int64_t> RunFolder::weightSteps() const { return stepsIn(m_path / "weights", ".safetensors"); }
std::vector<std::int64_t> RunFolder::keptSteps() const {
  const std::vector<std::int64_t> checkpoints = checkpointSteps(), weights = weightSteps();
  std::vector<std::int64_t> steps;
  std::set_union(checkpoints.begin(), checkpoints.end(), weights.begin(), weights.end(), std::back_inserter(steps));
  return steps;
}
std::vector<std::int64_t> RunFolder::lambdaSteps() const { return stepsIn(m_path / "lambda", ".npz"); }

fs::path RunFolder::checkpointPath(std::int64_t step) const {
  return m_path / "checkpoints" / stepName(step, ".safetensors");
}
fs::path RunFolder::bestPath() const { return m_path / "checkpoints" / "best.safetensors"; }
fs::path RunFolder::weightsPath(std::int64_t step) const { return m_path / "weights" / stepName(step, ".safetensors"); }
fs::path RunFolder::lambdaPath(std::int64_t step) const { return m_path / "lambda" / stepName(step, ".npz"); }

std::optional<fs::path> RunFolder::weightsAt(std::int64_t step) const {
  if (step < 0) {
    return {};
  }
  for (const fs::path& path : {weightsPath(step), checkpointPath(step)}) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) {
      return path;
    }
  }
  return {};
}

bool startWasCutOff(const fs::path& path) {
  const RunFolder folder(path);
  std::error_code error;
  bool hasInfo = false, hasConfig = false, hasLock = false;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    const bool isPart = name == "checkpoints" || name == "weights" || name == "lambda" || name.starts_with("events.out.tfevents.") ||
                        isTemporaryFile(entry.path());
    if (name == "run.json") {
      hasInfo = true;
    } else if (name == "config.json") {
      hasConfig = true;
    } else if (name == "lock" || (isTemporaryFile(entry.path()) && name.find_first_not_of('.') == name.find("lock."))) {
      hasLock = true;  // or a lock on its way
    } else if (!isPart) {
      return false;
    }
  }
  // run.json comes before config.json, and the lock before both; a person's own config.json alone is none of it.
  if (error || (!hasLock && !hasInfo) || (hasConfig && !hasInfo) || !folder.checkpointSteps().empty()) {
    return false;
  }
  try {
    return !hasInfo || folder.readInfo().state == RunState::Created;
  } catch (const std::runtime_error&) {
    return false;
  }
}

RunReference parseRunReference(const std::string& text) {
  if (text.empty()) {
    throw std::invalid_argument("run: expected a run folder, or RUN@STEP, got nothing");
  }
  const std::size_t sign = text.rfind('@');
  std::error_code ignored;
  if (sign == std::string::npos || sign == 0 || fs::exists(text, ignored)) {
    return {text, ""};
  }
  const std::string step = text.substr(sign + 1);
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), number);
  const bool isNumber = error == std::errc{} && end == step.data() + step.size() && number >= 0;
  if (isNumber || step == "best" || step == "last") {
    return {text.substr(0, sign), isNumber ? std::to_string(number) : step};
  }
  return {text, ""};  // a folder such as sweep/mqar-quick@as-published
}

std::vector<std::int64_t> stepsToThin(std::vector<std::int64_t> steps, std::size_t bytesPerFile,
                                      std::size_t budgetBytes, const std::vector<std::int64_t>& keep) {
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  const std::size_t affordable = bytesPerFile == 0 ? steps.size() : budgetBytes / bytesPerFile;
  std::vector<std::int64_t> given;
  // One at a time, the one whose absence leaves the smallest gap, the earliest of equals: when files come one by one and the budget is
  // full, the early ones so come to stand twice as far apart, then the later ones, and no gap is ever much wider than the others.
  while (steps.size() > affordable) {
    std::size_t chosen = 0;
    std::int64_t smallest = 0;
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
      const std::int64_t gap = steps[i + 1] - steps[i - 1];
      if ((chosen == 0 || gap < smallest) && std::find(keep.begin(), keep.end(), steps[i]) == keep.end()) {
        chosen = i;
        smallest = gap;
      }
    }
    if (chosen == 0) {
      break;  // the first, the last and those to keep stay, whatever the budget
    }
    given.push_back(steps[chosen]);
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  std::sort(given.begin(), given.end());
  return given;
}

// RFC 9562, version 4: random but for version and variant.
std::string newUuid() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::system_error(errno, std::generic_category(), "no random number for the run's id");
  }
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3F) | 0x80);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(bytes[i]));
    text += (i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(digits);
  }
  return text;
}

std::string utcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace fenwick::model
