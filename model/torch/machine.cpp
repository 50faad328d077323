#include "model/machine.h"

#include <ATen/Parallel.h>
#include <torch/version.h>

#include <thread>

#include "kernels/log_linear_attention.h"
#ifdef FENWICK_CUDA
#include "kernels/cuda/log_linear_attention.h"
#include "model/torch/cuda/device.h"
#endif

namespace fenwick::model {

namespace {

void inspectCuda(MachineReport& report) {
#ifdef FENWICK_CUDA
  report.builtWithCuda = true;
  report.cudaReason = kernels::cuda::whyUnusable();
  if (report.cudaReason.empty()) report.cudaReason = cuda::whyTorchCannot();
  report.cudaUsable = report.cudaReason.empty();
  if (report.cudaUsable) report.cudaDevice = cuda::deviceText();
#else
  report.cudaReason = "this program was built without CUDA; ./lab build --cuda builds one with it";
#endif
}

}  // namespace

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
  inspectCuda(report);
  return report;
}

}  // namespace fenwick::model
