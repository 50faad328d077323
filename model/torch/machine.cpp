#include "model/machine.h"

#include <ATen/Parallel.h>
#include <torch/version.h>

#include <thread>

#include "kernels/log_linear_attention.h"

namespace fenwick::model {

MachineReport inspectMachine() {
  MachineReport report;
  report.fenwickVersion = FENWICK_VERSION;
  report.torchVersion = TORCH_VERSION;
#if defined(__clang__)
  report.compiler = "clang " __clang_version__;
#else
  report.compiler = "g++ " __VERSION__;
#endif
  report.instructionSet = kernels::instructionSetName(kernels::bestInstructionSet());
  report.cores = static_cast<int>(std::thread::hardware_concurrency());
  report.torchThreads = at::get_num_threads();
  report.builtWithCuda = false;
  report.cudaUsable = false;
  report.cudaReason = "this build is for the CPU only; the CUDA kernels are not part of it yet";
  return report;
}

}  // namespace fenwick::model
