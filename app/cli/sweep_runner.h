#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/work.h"
#include "model/config/sweep.h"
#include "model/run/run_folder.h"

namespace fenwick::cli {

// How far a run of a sweep has come, as its folder says.
enum class SweepStage { New, Begun, Finished };
SweepStage stageOf(const model::SweepRun& run, const std::filesystem::path& out);

struct SweepOptions {
  std::filesystem::path program, out;
  int jobs = 1;
  int threads = 1;      // of each run that is begun; one that goes on keeps its own, so that it ends with the same bits
  std::string device;   // as `fenwick train --device`
  bool together = false;  // in threads of this process instead of processes of their own
};

// A run that is over: finished before, finished now, or not, with the reason.
struct SweepResult {
  std::string name;
  bool skipped = false, finished = false;
  std::string reason;       // why it is not finished
};

// Whether runs train faster as threads of one process: on a GPU, where they all take products of the same numbers (LibTorch knows one precision
// for the whole process).
bool trainsTogether(const std::vector<model::SweepRun>& runs, const std::string& device);

// Trains runs by `fenwick train`, several at once, in OUT/NAME. Configurations and what the trainings say lie in OUT/.sweep.
// Finished runs are skipped, others gone on with; a run that another process trains is waited for. A run that fails stops no other.
class SweepRunner {
 public:
  SweepRunner(const std::vector<model::SweepRun>& runs, SweepOptions options) : m_runs(runs), m_options(std::move(options)) {}

  // `stop` is asked again and again; once it says true all are asked to checkpoint and end. `tell` gets a sentence for
  // each thing that happens. The results are in the order of the runs; a run that was never begun is missing.
  std::vector<SweepResult> run(const std::function<bool()>& stop, const std::function<void(const std::string&)>& tell);

 private:
  struct Job;
  std::unique_ptr<Work> start(const model::SweepRun& run) const;
  std::vector<std::string> arguments(const model::SweepRun& run) const;
  std::filesystem::path folderOf(const model::SweepRun& run) const { return m_options.out / run.name; }
  std::filesystem::path fileOf(const model::SweepRun& run, const char* ending) const { return m_options.out / ".sweep" / (run.name + ending); }
  bool heldByAnother(const model::SweepRun& run) const;
  SweepResult resultOf(const model::SweepRun& run, int code) const;

  const std::vector<model::SweepRun>& m_runs;
  SweepOptions m_options;
};

}  // namespace fenwick::cli
