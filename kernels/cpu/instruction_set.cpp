#include <stdexcept>
#include <string>

#include "kernels/log_linear_attention.h"

namespace fenwick::kernels {

namespace {

bool isAvailable(InstructionSet set) {
#ifdef FENWICK_X86
  if (set == InstructionSet::Avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == InstructionSet::Avx512) {
    return isAvailable(InstructionSet::Avx2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
  }
#endif
  return set == InstructionSet::Baseline;
}

}  // namespace

InstructionSet bestInstructionSet() {
  if (isAvailable(InstructionSet::Avx512)) return InstructionSet::Avx512;
  if (isAvailable(InstructionSet::Avx2)) return InstructionSet::Avx2;
  return InstructionSet::Baseline;
}

std::vector<InstructionSet> availableInstructionSets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
    if (isAvailable(set)) sets.push_back(set);
  }
  return sets;
}

const char* instructionSetName(InstructionSet set) {
  switch (set) {
    case InstructionSet::Best:
      return instructionSetName(bestInstructionSet());
#ifdef FENWICK_X86
    case InstructionSet::Baseline:
      return "x86-64";
#else
    case InstructionSet::Baseline:
      return "baseline";
#endif
    case InstructionSet::Avx2:
      return "AVX2";
    case InstructionSet::Avx512:
      return "AVX-512";
  }
  return "unknown";
}

}  // namespace fenwick::kernels
