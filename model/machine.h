#pragma once

#include <string>
#include <vector>

namespace fenwick::model {

// What this machine and this build can do, for `fenwick doctor`, run.json and the status bar.
struct MachineReport {
  std::string fenwickVersion;
  std::string torchVersion;
  std::string compiler;
  std::string instructionSet;  // the one that the CPU kernels chose
  int cores = 0;
  int torchThreads = 0;
  bool builtWithCuda = false;
  bool cudaUsable = false;
  std::string cudaReason;  // why CUDA cannot be used, one plain sentence without its full stop; empty where it can
  std::string cudaDevice;  // "NVIDIA H200, 139.8 GiB"; empty where CUDA cannot be used
};
MachineReport inspectMachine();

}  // namespace fenwick::model
