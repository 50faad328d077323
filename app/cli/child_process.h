#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fenwick::cli {

// The program that runs now, so that it can start itself. Throws std::runtime_error where the system does not tell.
std::filesystem::path thisProgram();

// A process of ours that works beside us. It has a process group of its own, so that Ctrl+C reaches it only through us, and is asked to
// end (SIGTERM) when we die. The destructor asks so too, and waits.
class ChildProcess {
 public:
  // Output and errors go to `log`, which is begun anew. Throws std::runtime_error where the process cannot be started.
  ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments, const std::filesystem::path& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return m_id; }
  void terminate();
  // Nothing while it runs; then its exit code, or 128 + the signal that ended it.
  std::optional<int> ended();

 private:
  pid_t m_id = -1;
  std::optional<int> m_code;
};

}  // namespace fenwick::cli
