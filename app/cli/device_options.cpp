#include "app/cli/device_options.h"

#include <CLI/CLI.hpp>

#include "model/config/words.h"
#include "model/machine.h"

namespace fenwick::cli {
namespace {

constexpr std::int64_t kMostThreads = 1024;

}  // namespace

void DeviceArguments::define(CLI::App& app) {
  app.add_option("--device", m_device, "auto, cpu or cuda (default auto)")->type_name("NAME");
  app.add_option("--threads", m_threads, "CPU threads; 0 takes all cores (default 0)")->type_name("N");
}

model::DeviceOptions DeviceArguments::read(std::vector<model::Problem>& problems) const {
  model::DeviceOptions options;
  options.device = m_device;
  if (m_device == "cuda") {
    const model::MachineReport machine = model::inspectMachine();
    if (!machine.cudaUsable) problems.push_back({"--device", "cuda cannot be used: " + machine.cudaReason + "; cpu can"});
  } else if (m_device != "auto" && m_device != "cpu") {
    problems.push_back({"--device", "must be auto, cpu or cuda, got " + m_device + model::nearestHint(m_device, {"auto", "cpu", "cuda"})});
  }
  const auto threads = model::parseInteger(m_threads);
  if (threads && *threads >= 0 && *threads <= kMostThreads) {
    options.threads = static_cast<int>(*threads);
  } else {
    const std::string nearest = !threads ? "" : "; the nearest permitted value is " + std::to_string(*threads < 0 ? 0 : kMostThreads);
    problems.push_back({"--threads", "must be a whole number between 0 and " + std::to_string(kMostThreads) + ", got " + m_threads + nearest});
  }
  return options;
}

}  // namespace fenwick::cli
