#pragma once

#include <string>
#include <vector>

#include "model/training/training_run.h"

namespace CLI {
class App;
}

namespace fenwick::cli {

// --device and --threads, the same for every command that computes.
class DeviceArguments {
 public:
  void define(CLI::App& app);
  // What was given; faults go to `problems`.
  model::DeviceOptions read(std::vector<model::Problem>& problems) const;

 private:
  std::string m_device = "auto";
  std::string m_threads = "0";
};

}  // namespace fenwick::cli
