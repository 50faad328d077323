#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/option_values.h"
#include "kernels/selftest.h"
#include "model/config/config.h"
#include "model/config/words.h"
#include "model/machine.h"
#include "model/training/device_checks.h"
#ifdef FENWICK_CUDA
#include "kernels/cuda/selftest.h"
#endif

namespace fenwick::cli {
namespace {

constexpr std::int64_t kMostTokens = 1 << 20;

struct Options {
  bool full = false, json = false;
  std::string longest, only;
  DeviceArguments device;
};

std::string errorText(double error) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", error);
  return error == 0 ? "0" : text;
}

void print(const kernels::CheckResult& result, Console& console) {
  console.out << (result.passed() ? "ok      " : "FAILED  ") << result.name << ": worst error "
              << errorText(result.worst) << ", limit " << errorText(result.limit) << ", " << result.cases << " cases";
  if (!result.passed()) console.out << "; worst " << result.where;
  console.out << std::endl;  // each line when it is known: the whole product takes minutes
}

using Results = std::vector<kernels::CheckResult>;
using Report = std::function<void(const kernels::CheckResult&)>;

Results cpuChecks(const kernels::SelfTestOptions& options, const Report& report) { return kernels::runSelfTest(options, report); }

// What it throws is its failure and stops no other.
kernels::CheckResult resultOf(const model::DeviceCheck& check) {
  try {
    return check.run();
  } catch (const std::exception& error) {
    kernels::CheckResult failed;
    failed.name = check.name;
    failed.worst = std::numeric_limits<double>::infinity();
    failed.where = error.what();
    return failed;
  }
}

Results cudaChecks(const kernels::SelfTestOptions& options, const Report& report) {
  Results results;
#ifdef FENWICK_CUDA
  results = kernels::cuda::runSelfTest(options, report);
#endif
  for (const model::DeviceCheck& check : model::deviceChecks()) {
    if (!options.asksFor(check.name)) continue;
    results.push_back(resultOf(check));
    report(results.back());
  }
  return results;
}

// What needs a GPU and is left out, by name and with the reason.
std::vector<std::string> skippedChecks(const kernels::SelfTestOptions& options) {
  std::vector<std::string> names;
  if (options.only.empty()) names.push_back("the operator on CUDA");
  for (const model::DeviceCheck& check : model::deviceChecks())
    if (options.asksFor(check.name)) names.push_back("on CUDA: " + check.name);
  return names;
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::DeviceOptions device = options.device.read(problems);
  kernels::SelfTestOptions selfTest;
  readCount("--longest", options.longest, kMostTokens, selfTest.longest, problems);
  if (!problems.empty()) throw WrongUsage(problems);
  const model::MachineReport machine = model::inspectMachine();
  selfTest.full = options.full;
  selfTest.only = options.only;
  std::vector<std::string> groups;
  selfTest.heard = [&groups](const std::string& group) { groups.push_back(group); };
  selfTest.loop = kernels::threadedLoop(
      device.threads > 0 ? device.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  const Report report = [&](const kernels::CheckResult& result) {
    if (!options.json) print(result, console);
  };
  Results results;
  if (device.device != "cuda") results = cpuChecks(selfTest, report);
  std::vector<std::string> skipped;
  if (device.device == "cuda" || (device.device == "auto" && machine.cudaUsable)) {
    const Results more = cudaChecks(selfTest, report);
    results.insert(results.end(), more.begin(), more.end());
  } else if (device.device == "auto") {
    skipped = skippedChecks(selfTest);
  }
  if (!options.json)
    for (const std::string& name : skipped) console.out << "skipped " << name << ": " << machine.cudaReason << "\n";
  if (results.empty() && skipped.empty())
    throw WrongUsage({{"--only", "no group of checks has " + options.only + " in its name" + model::nearestHint(options.only, groups)}});
  const auto failed =
      std::count_if(results.begin(), results.end(), [](const auto& result) { return !result.passed(); });
  if (options.json) {
    model::Json checks = model::Json::array();
    for (const kernels::CheckResult& result : results) {
      checks.push_back({{"name", result.name},
                        {"passed", result.passed()},
                        {"worst", result.worst},
                        {"limit", result.limit},
                        {"cases", result.cases},
                        {"where", result.where}});
      if (!std::isfinite(result.worst)) checks.back()["worst"] = nullptr;  // JSON knows no infinity
    }
    for (const std::string& name : skipped) checks.push_back({{"name", name}, {"skipped", machine.cudaReason}});
    console.out << model::Json{{"passed", failed == 0}, {"checks", std::move(checks)}}.dump(2) << "\n";
  } else {
    console.out << (results.size() - static_cast<std::size_t>(failed)) << " of " << results.size()
                << " checks passed" << (skipped.empty() ? "" : ", " + std::to_string(skipped.size()) + " skipped") << "\n";
  }
  return failed == 0 ? kDone : kFailed;
}

}  // namespace

Command selftestCommand() {
  return {"selftest", "Hold every form of the operator against the dense one in double, and training on a GPU against the CPU's", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_flag("--full", options->full,
                         "Every length, chunk and pair of head sizes instead of a covering set (minutes)");
            app.add_option("--longest", options->longest, "Leave out the operator's cases with more tokens (default 1025)")->type_name("T");
            app.add_option("--only", options->only, "Only checks of groups whose name contains this, such as decoding, shapes, gated-delta, resume")->type_name("WORDS");
            app.add_flag("--json", options->json, "One JSON object");
            options->device.define(app);
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
