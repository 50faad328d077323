// The fuzzers are built without LibTorch; --device asks what the machine can do.

#include "model/machine.h"

namespace fenwick::model {

MachineReport inspectMachine() {
  MachineReport report;
  report.cudaReason = "the fuzzers are built without it";
  return report;
}

}  // namespace fenwick::model
