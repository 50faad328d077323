#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "app/cli/child_process.h"
#include "app/cli/commands.h"
#include "app/cli/compare_tables.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/sweep_runner.h"
#include "model/config/sweep.h"
#include "model/config/words.h"
#include "model/io/durable_file.h"

namespace fenwick::cli {
namespace {

namespace fs = std::filesystem;
using model::Sweep;
using model::SweepRun;
using Problems = std::vector<model::Problem>;

constexpr std::int64_t kMostJobs = 256;
constexpr std::int64_t kMostShards = 10000;

struct Options {
  std::string preset, config, out, jobs, shard;
  std::vector<std::string> settings;
  bool dryRun = false, json = false;
  DeviceArguments device;
};

// ---- what was asked for ----------------------------------------------------------------------------------------------------

Sweep readSource(const Options& options, Problems& problems) {
  if (options.preset.empty() == options.config.empty()) {
    problems.push_back({"", options.preset.empty() ? "one of --preset NAME and --config FILE is needed, such as --preset " + model::sweepPresets().front().name
                                                   : "only one of --preset and --config can be given"});
    return {};
  }
  if (!options.config.empty()) return model::readSweepFile(options.config, problems, options.settings);
  try {
    model::Json file = model::sweepPreset(options.preset);
    model::setInSweep(file, options.settings, problems);
    return model::readSweep(file, problems);
  } catch (const std::invalid_argument& error) {
    problems.push_back({"--preset", error.what()});
    return {};
  }
}

// Every N-th run from the I-th on, so that each shard has its part of what is slow.
std::vector<SweepRun> shardOf(std::vector<SweepRun> runs, const std::string& shard, Problems& problems) {
  if (shard.empty()) return runs;
  const std::size_t slash = shard.find('/'), before = problems.size();
  std::int64_t index = 0, count = 0;
  if (slash != std::string::npos) readCount("--shard", shard.substr(slash + 1), kMostShards, count, problems);
  if (count > 0) readCount("--shard", shard.substr(0, slash), count, index, problems);
  if (problems.size() > before) return {};
  if (index == 0) {
    problems.push_back({"--shard", "is written I/N, such as 1/4 for the first of four parts, got " + shard});
    return {};
  }
  std::vector<SweepRun> part;
  for (std::size_t i = static_cast<std::size_t>(index - 1); i < runs.size(); i += static_cast<std::size_t>(count)) part.push_back(std::move(runs[i]));
  return part;
}

void checkOut(const Options& options, Problems& problems) {
  std::error_code error;
  if (options.out.empty()) {
    if (!options.dryRun) problems.push_back({"--out", "is needed: the folder that the runs' folders are made in"});
  } else if (model::RunFolder::looksLikeRun(options.out)) {
    problems.push_back({"--out", options.out + " is a run folder itself; name a folder for the runs"});
  } else if (fs::exists(options.out, error) && !fs::is_directory(options.out, error)) {
    problems.push_back({"--out", options.out + " is no folder"});
  }
}

// ---- what will be done --------------------------------------------------------------------------------------------------------

const char* stageName(SweepStage stage) {
  return stage == SweepStage::New ? "new" : stage == SweepStage::Begun ? "goes on" : "finished";
}

std::int64_t stepsOf(const SweepRun& run) { return run.config.get<std::int64_t>("train.steps"); }

struct Plan {
  std::vector<SweepRun> runs;
  std::int64_t excluded = 0, repeated = 0;
  int jobs = 1, threads = 1;
  std::string device;
};

int showPlan(const Plan& plan, const Options& options, Console& console) {
  std::int64_t steps = 0, left = 0;
  model::Json list = model::Json::array();
  std::string lines;
  for (const SweepRun& run : plan.runs) {
    const SweepStage stage = options.out.empty() ? SweepStage::New : stageOf(run, options.out);
    steps += stepsOf(run);
    if (stage != SweepStage::Finished) ++left;
    list.push_back({{"name", run.name}, {"state", stageName(stage)}, {"steps", stepsOf(run)}});
    lines += run.name + "  " + stageName(stage) + ", up to " + countText(stepsOf(run), "step") + "\n";
  }
  if (options.json) {
    console.out << model::Json{{"runs", list}, {"steps", steps}, {"left", left}, {"excluded", plan.excluded}, {"repeated", plan.repeated},
                               {"jobs", plan.jobs}, {"threads", plan.threads}}.dump(2) << "\n";
    return kDone;
  }
  console.out << lines << countText(static_cast<std::int64_t>(plan.runs.size()), "run") << ", up to " << countText(steps, "step") << " in all, "
              << left << " not finished yet; " << plan.excluded << " excluded, " << plan.repeated << " would repeat another; " << plan.jobs
              << " at once, " << countText(plan.threads, "thread") << " each\n";
  return kDone;
}

// ---- the end ----------------------------------------------------------------------------------------------------------------------

model::Comparison compareThem(const std::vector<SweepRun>& runs, const fs::path& out) {
  std::vector<fs::path> folders;
  for (const SweepRun& run : runs) {
    if (model::RunFolder::looksLikeRun(out / run.name)) folders.push_back(out / run.name);
  }
  return model::compareRuns(folders);
}

int report(const Plan& plan, const std::vector<SweepResult>& results, const Options& options, const std::string& stoppedBy, Console& console) {
  const auto finished = std::count_if(results.begin(), results.end(), [](const SweepResult& result) { return result.finished; });
  const model::Comparison comparison = compareThem(plan.runs, options.out);
  if (options.json) {
    model::Json list = model::Json::array();
    for (const SweepResult& result : results)
      list.push_back({{"name", result.name}, {"finished", result.finished}, {"skipped", result.skipped}, {"reason", result.reason}});
    model::Json tree{{"runs", list}, {"count", plan.runs.size()}, {"finished", finished}, {"stoppedBy", stoppedBy}};
    tree["comparison"] = model::Json::parse(comparisonText(comparison, {"variant", "json", ""}));
    console.out << tree.dump(2, ' ', false, model::Json::error_handler_t::replace) << "\n";
  } else if (!comparison.runs.empty()) {
    console.out << "\n" << comparisonText(comparison, {});
  }
  if (finished == static_cast<std::int64_t>(plan.runs.size())) return kDone;
  for (const SweepResult& result : results) {
    if (!result.finished) console.err << "fenwick sweep: " << result.name << ": " << result.reason << "\n";
  }
  console.err << "fenwick sweep: " << (stoppedBy.empty() ? "" : "stopped by " + stoppedBy + "; ") << finished << " of " << plan.runs.size()
              << " runs are finished; the same command goes on with the others\n";
  return kFailed;
}

int execute(const Options& options, Console& console) {
  Problems problems;
  Plan plan;
  Sweep sweep = readSource(options, problems);
  plan.excluded = sweep.excluded;
  plan.repeated = sweep.repeated;
  plan.runs = shardOf(std::move(sweep.runs), options.shard, problems);
  const model::DeviceOptions device = options.device.read(problems);
  const int cores = device.threads > 0 ? device.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto most = std::max<std::int64_t>(1, static_cast<std::int64_t>(plan.runs.size()));
  std::int64_t jobs = cores;
  readCount("--jobs", options.jobs, kMostJobs, jobs, problems);
  plan.jobs = static_cast<int>(std::min(most, jobs));
  plan.threads = std::max(1, cores / plan.jobs);
  checkOut(options, problems);
  if (!problems.empty()) throw WrongUsage(problems);
  if (options.dryRun) return showPlan(plan, options, console);

  const Interrupt interrupt;
  fs::create_directories(options.out);
  model::writeDurably(fs::path(options.out) / "sweep.json", sweep.file.dump(2) + "\n");
  std::ostream& stream = options.json ? console.err : console.out;
  SweepRunner runner(plan.runs, {thisProgram(), options.out, plan.jobs, plan.threads, device.device, trainsTogether(plan.runs, device.device)});
  const std::vector<SweepResult> results =
      runner.run([&] { return interrupt.requested(); }, [&](const std::string& sentence) { stream << sentence << std::endl; });
  return report(plan, results, options, interrupt.requested() ? interrupt.name() : "", console);
}

}  // namespace

Command sweepCommand() {
  return {"sweep", "Train many runs, several at once: a grid over settings and seeds", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("--preset", options->preset, "A built-in sweep, NAME or NAME@ARM (`fenwick presets` lists them)")->type_name("NAME");
            app.add_option("--config", options->config, "A sweep file: {\"format\": 1, \"base\": preset or settings, \"grid\": {path: [values]}, "
                                                        "\"seeds\": [seeds], \"exclude\": [{path: value}]}")
                ->type_name("FILE");
            app.add_option("--set", options->settings, "A setting for all runs, such as --set task.file=text.txt; may be given several times")->type_name("KEY=VALUE");
            app.add_option("--out", options->out, "The folder of the runs' folders; finished runs in it are skipped, others gone on with")->type_name("DIR");
            app.add_option("--jobs", options->jobs, "Runs at once (default: as many as cores); they share the threads")->type_name("N");
            app.add_option("--shard", options->shard, "Only the I-th of N parts, to share a sweep between machines")->type_name("I/N");
            app.add_flag("--dry-run", options->dryRun, "Show the runs and how many steps they take at most; train nothing");
            options->device.define(app);
            app.add_flag("--json", options->json, "One JSON object on standard output at the end; progress goes to standard error");
            app.footer("\nCtrl+C or SIGTERM lets every run save a checkpoint; the same command goes on. A sweep that is gone on with by another\n"
                       "number of jobs gives new runs other threads, which changes the last bits of their numbers.\n"
                       "Exit codes: 0 all runs are finished, 1 some are not, 2 wrong usage (nothing was written).");
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
