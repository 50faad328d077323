#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/work.h"

namespace fenwick::cli {

// The program that runs now, so that it can start itself. Throws std::runtime_error where the system does not tell.
std::filesystem::path thisProgram();

// A process of ours that works beside us. It has a process group of its own, so that Ctrl+C reaches it only through us, and is asked to
// end (SIGTERM) when we die. The destructor asks so too, and waits.
class ChildProcess : public Work {
 public:
  // Output and errors go to `log`, which is begun anew. Throws std::runtime_error where the process cannot be started.
  ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments, const std::filesystem::path& log);
  ~ChildProcess() override;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return m_id; }
  void terminate() override;
  std::optional<int> ended() override;  // 128 + the signal where one ended it

 private:
  pid_t m_id = -1;
  std::optional<int> m_code;
};

}  // namespace fenwick::cli
