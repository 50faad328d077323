#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fenwick {

// LibTorch's OpenMP workers spin while they wait and starve everything else on the machine: a window, a second run. Whether they do is
// read from OMP_WAIT_POLICY when the library is loaded, before main(), so the program starts itself anew with it set to `passive`.
// Call it first in main(). What a person has set stays; where the restart fails the program goes on as it is.
inline void waitPassively(char** arguments) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  std::error_code unreadable;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  if (unreadable) return;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  execv(self.c_str(), arguments);
}

}  // namespace fenwick
