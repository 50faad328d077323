#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "kernels/selftest.h"
#include "model/config/config.h"

namespace fenwick::cli {
namespace {

struct Options {
  bool full = false, json = false;
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

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::DeviceOptions device = options.device.read(problems);
  if (device.device == "cuda" && problems.empty())
    problems.push_back({"--device", "there are no checks for cuda in this version; cpu has them"});
  if (!problems.empty()) throw WrongUsage(problems);
  kernels::SelfTestOptions selfTest;
  selfTest.full = options.full;
  selfTest.loop = kernels::threadedLoop(
      device.threads > 0 ? device.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  const std::vector<kernels::CheckResult> results =
      kernels::runSelfTest(selfTest, [&](const kernels::CheckResult& result) {
        if (!options.json) print(result, console);
      });
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
    console.out << model::Json{{"passed", failed == 0}, {"checks", std::move(checks)}}.dump(2) << "\n";
  } else {
    console.out << (results.size() - static_cast<std::size_t>(failed)) << " of " << results.size()
                << " checks passed\n";
  }
  return failed == 0 ? kDone : kFailed;
}

}  // namespace

Command selftestCommand() {
  return {"selftest", "Hold every form of the operator against the dense one in double", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_flag("--full", options->full,
                         "Every length, chunk and pair of head sizes instead of a covering set (minutes)");
            app.add_flag("--json", options->json, "One JSON object");
            options->device.define(app);
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
