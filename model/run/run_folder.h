#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

constexpr double kSolvedAccuracy = 0.99;  // of the validation set, from which on a run counts as solved

enum class RunState { Created, Running, Paused, Finished, Failed, Interrupted };
const char* runStateName(RunState state);  // "created" … "interrupted"

// run.json: what a run is and how far it has come. "format": 1 stands in the file; a newer one is refused by name.
struct RunInfo {
  std::string id;  // UUID, for life
  std::string name;
  std::vector<std::string> tags;
  std::string notes;     // what a person says of it
  std::string parentId;  // empty: none
  std::int64_t parentStep = 0;
  std::string initialWeights;  // the file that the weights of step 0 came from (--init); empty: drawn
  RunState state = RunState::Created;
  std::string stopReason;  // "validation accuracy 0.993 reached train.stopAt 0.99 at step 900"
  std::int64_t step = 0;
  double activeSeconds = 0;  // time spent training, pauses excluded
  std::string created;       // ISO 8601, UTC
  std::string device;        // "cpu"
  int threads = 0;
  std::string preset;            // "mqar-quick@as-described", empty where none
  Json versions;                 // {"fenwick", "libtorch", "compiler"}
  Json dataChecksums;            // {"train": "hex", "valid": "hex"} of the first 1,000 examples
  Json finalMetrics;             // {"valid/accuracy": …} at the last evaluation
  Json bestMetrics;              // the same at the best evaluation, with "step"
  std::int64_t solvedStep = -1;  // first evaluation with validation accuracy >= kSolvedAccuracy
  std::int64_t parameters = 0;
};

// JSON has no NaN and no infinities, metrics do: they stand as text ("NaN", "Infinity", "-Infinity") in files and are numbers in memory.
Json metricsForFile(Json metrics);
Json metricsFromFile(Json metrics);
// The number under a name, such as "valid/accuracy"; nothing where none was recorded.
std::optional<double> metric(const Json& metrics, const char* name);

// One run's folder; the layout is in the README. Reading never changes anything and works while another process writes.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  const std::filesystem::path& path() const { return m_path; }

  static bool looksLikeRun(const std::filesystem::path& path);  // has config.json and run.json

  Config readConfig() const;  // throws std::runtime_error naming file and fault
  // A run that says "running" while no process holds its lock is told as Interrupted.
  RunInfo readInfo() const;
  void writeConfig(const Config& config) const;
  void writeInfo(const RunInfo& info) const;

  // Ascending; empty where the folder is not there yet. Negative steps below throw std::invalid_argument.
  std::vector<std::int64_t> checkpointSteps() const;
  std::vector<std::int64_t> weightSteps() const;
  std::vector<std::int64_t> keptSteps() const;  // both, each once: those whose weights weightsAt() finds
  std::vector<std::int64_t> lambdaSteps() const;
  std::filesystem::path checkpointPath(std::int64_t step) const;  // checkpoints/step-NNNNNNNN.safetensors
  std::filesystem::path bestPath() const;                         // checkpoints/best.safetensors
  std::filesystem::path weightsPath(std::int64_t step) const;     // weights/step-NNNNNNNN.safetensors
  std::filesystem::path lambdaPath(std::int64_t step) const;      // lambda/step-NNNNNNNN.npz

  // The file holding the weights at `step` (a kept checkpoint or weights file), or nothing.
  std::optional<std::filesystem::path> weightsAt(std::int64_t step) const;

 private:
  std::filesystem::path m_path;
};

// Whether a folder holds nothing but what the start of a run leaves that was cut off before its first checkpoint. A run may begin there.
bool startWasCutOff(const std::filesystem::path& folder);

// Who writes to a run folder. Taken for as long as the object lives; a stale lock (its process is gone, same host) is taken over, and
// temporary files that its owner left are removed. Of several that try at once exactly one succeeds, also within one process.
class RunLock {
 public:
  struct Owner {
    std::int64_t process = 0;
    std::string host;
    std::string since;   // ISO 8601
    bool alive = false;  // the process runs on this host
    bool sameHost = false;
  };
  // Throws std::runtime_error naming the owner when another live process, or one on another host, holds the folder.
  explicit RunLock(const std::filesystem::path& folder);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  // What the lock file says; nothing where there is none. A torn lock file has no process and is not alive.
  static std::optional<Owner> owner(const std::filesystem::path& folder);

 private:
  std::filesystem::path m_file;
  std::string m_text;  // what the lock file holds while it is ours
  std::int64_t m_process = 0;
};

// "RUN[@STEP]" as the command line takes it: a folder and, after the last @, a step, "best" or "last". What exists under the whole
// text, or has something else after the @ (sweep/mqar-quick@as-published), is a folder. Empty text throws std::invalid_argument.
struct RunReference {
  std::filesystem::path folder;
  std::string step;  // empty, a number, "best" or "last"
};
RunReference parseRunReference(const std::string& text);

// Which of the recorded λ steps to give up so that `bytesPerFile` × kept stays within the budget: thinned evenly, never the first, the last
// or one of `keep` (which stay even beyond the budget). Returns the steps to delete, ascending.
std::vector<std::int64_t> stepsToThin(std::vector<std::int64_t> steps, std::size_t bytesPerFile,
                                      std::size_t budgetBytes, const std::vector<std::int64_t>& keep);

std::string newUuid();
std::string utcNow();  // ISO 8601 to the second

}  // namespace fenwick::model
