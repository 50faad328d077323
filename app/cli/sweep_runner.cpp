#include "app/cli/sweep_runner.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <stdexcept>
#include <thread>

#include "app/cli/child_process.h"
#include "app/cli/format.h"
#include "app/cli/threaded_command.h"
#include "model/io/durable_file.h"
#include "model/machine.h"

namespace fenwick::cli {
namespace {

namespace fs = std::filesystem;
using model::RunFolder;
using model::RunState;
using model::SweepRun;

constexpr auto kPause = std::chrono::milliseconds(50);
constexpr const char* kStepsPath = "train.steps";
constexpr const char* kPrecisionPath = "train.precision";

// What a process said last on its own behalf: "fenwick train: REASON".
std::string lastWords(const fs::path& log) {
  std::string text;
  try {
    text = model::readText(log);
  } catch (const std::runtime_error&) {
    return {};
  }
  std::string words;
  constexpr std::string_view kSign = "fenwick train: ", kWarning = "fenwick train: warning: ";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with(kSign) && !line.starts_with(kWarning)) words += (words.empty() ? "" : "; ") + line.substr(kSign.size());
    begin = end + 1;
  }
  return words;
}

std::string finishedText(const fs::path& folder) {
  try {
    const model::RunInfo info = RunFolder(folder).readInfo();
    const auto accuracy = model::metric(info.finalMetrics, "valid/accuracy");
    return "finished at step " + std::to_string(info.step) + (accuracy ? ", validation accuracy " + percentText(*accuracy) : "") +
           ", after " + durationText(info.activeSeconds);
  } catch (const std::runtime_error&) {
    return "finished";
  }
}

bool sameButSteps(const model::Config& a, const model::Config& b) {
  model::Json left = a.json(), right = b.json();
  left["train"].erase("steps");
  right["train"].erase("steps");
  return left == right;
}

}  // namespace

SweepStage stageOf(const SweepRun& run, const fs::path& out) {
  const RunFolder folder(out / run.name);
  if (!RunFolder::looksLikeRun(folder.path())) return SweepStage::New;
  try {
    if (folder.readInfo().state != RunState::Finished) return SweepStage::Begun;
    return folder.readConfig() == run.config ? SweepStage::Finished : SweepStage::Begun;
  } catch (const std::runtime_error&) {
    return SweepStage::Begun;  // the process that goes on with it tells what is wrong
  }
}

bool trainsTogether(const std::vector<SweepRun>& runs, const std::string& device) {
  if (device == "cpu" || !model::inspectMachine().cudaUsable) return false;
  return std::all_of(runs.begin(), runs.end(), [&](const SweepRun& run) { return run.config.value(kPrecisionPath) == runs.front().config.value(kPrecisionPath); });
}

struct SweepRunner::Job {
  const SweepRun* run;
  std::unique_ptr<Work> work;
};

std::unique_ptr<Work> SweepRunner::start(const SweepRun& run) const {
  model::writeDurably(fileOf(run, ".json"), run.config.text());
  if (m_options.together) return std::make_unique<ThreadedCommand>(arguments(run), fileOf(run, ".log"));
  return std::make_unique<ChildProcess>(m_options.program, arguments(run), fileOf(run, ".log"));
}

std::vector<std::string> SweepRunner::arguments(const SweepRun& run) const {
  const RunFolder folder(folderOf(run));
  std::vector<std::string> words{"train", "--config", fileOf(run, ".json").string(), "--out", folder.path().string(), "--device", m_options.device};
  int threads = m_options.threads;
  if (RunFolder::looksLikeRun(folder.path())) {
    words.push_back("--resume");
    try {
      if (const int own = folder.readInfo().threads; own > 0) threads = own;
      const model::Config recorded = folder.readConfig();
      if (sameButSteps(recorded, run.config) && recorded.value(kStepsPath) != run.config.value(kStepsPath)) {
        words.insert(words.end(), {"--set", kStepsPath + std::string("=") + run.config.value(kStepsPath).dump()});
      }
    } catch (const std::runtime_error&) {
      // It is told by the process, which reads the same files.
    }
  }
  words.insert(words.end(), {"--threads", std::to_string(threads)});
  return words;
}

bool SweepRunner::heldByAnother(const SweepRun& run) const {
  const auto owner = model::RunLock::owner(folderOf(run));
  return owner && owner->sameHost && owner->alive;
}

SweepResult SweepRunner::resultOf(const SweepRun& run, int code) const {
  SweepResult result{run.name, false, code == 0, {}};
  if (result.finished) return result;
  result.reason = lastWords(fileOf(run, ".log"));
  if (!result.reason.empty()) return result;
  try {
    result.reason = RunFolder(folderOf(run)).readInfo().stopReason;
  } catch (const std::runtime_error&) {
    // It never came so far.
  }
  if (result.reason.empty()) result.reason = code > 128 ? "ended by signal " + std::to_string(code - 128) : "ended with code " + std::to_string(code);
  return result;
}

std::vector<SweepResult> SweepRunner::run(const std::function<bool()>& stop, const std::function<void(const std::string&)>& tell) {
  std::vector<SweepResult> results;
  std::deque<const SweepRun*> waiting;
  std::vector<const SweepRun*> told;  // that another process trains them
  for (const SweepRun& run : m_runs) {
    if (stageOf(run, m_options.out) == SweepStage::Finished) results.push_back({run.name, true, true, {}});
    else waiting.push_back(&run);
  }
  std::size_t over = results.size();
  if (over > 0) tell(countText(static_cast<std::int64_t>(over), "run") + " of " + std::to_string(m_runs.size()) + " finished already");
  fs::create_directories(m_options.out / ".sweep");

  std::vector<Job> jobs;
  bool stopping = false;
  const auto finish = [&](SweepResult result) {
    ++over;
    tell("[" + std::to_string(over) + "/" + std::to_string(m_runs.size()) + "] " + result.name + ": " + (result.finished ? finishedText(m_options.out / result.name) : result.reason));
    results.push_back(std::move(result));
  };
  const auto begin = [&](const SweepRun& run) {
    try {
      jobs.push_back({&run, start(run)});
    } catch (const std::runtime_error& error) {
      finish({run.name, false, false, error.what()});
    }
  };
  // The next that nobody else trains; those that somebody does come last.
  const auto next = [&]() -> const SweepRun* {
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const SweepRun* run = waiting.front();
      waiting.pop_front();
      if (!heldByAnother(*run)) return run;
      waiting.push_back(run);
      if (std::find(told.begin(), told.end(), run) != told.end()) continue;
      told.push_back(run);
      tell(run->name + ": process " + std::to_string(model::RunLock::owner(folderOf(*run)).value_or(model::RunLock::Owner{}).process) +
           " trains it; waiting for its end");
    }
    return nullptr;
  };

  while (!jobs.empty() || (!waiting.empty() && !stopping)) {
    if (!stopping && stop()) {
      stopping = true;
      for (Job& job : jobs) job.work->terminate();
    }
    while (!stopping && static_cast<int>(jobs.size()) < m_options.jobs) {
      const SweepRun* run = next();
      if (run == nullptr) break;
      if (stageOf(*run, m_options.out) == SweepStage::Finished) finish({run->name, true, true, {}});
      else begin(*run);
    }
    for (std::size_t i = 0; i < jobs.size();) {
      const auto code = jobs[i].work->ended();
      if (!code) {
        ++i;
        continue;
      }
      const SweepRun* run = jobs[i].run;
      jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(i));
      if (*code != 0 && !stopping && heldByAnother(*run)) waiting.push_back(run);  // another sweep was quicker
      else finish(resultOf(*run, *code));
    }
    std::this_thread::sleep_for(kPause);
  }
  return results;
}

}  // namespace fenwick::cli
