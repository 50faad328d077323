#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/work.h"

namespace fenwick::cli {

// A command in a thread of this process, where several share what a process has once: a GPU computes for one process at a time, but for
// many streams of it. Whoever makes one holds an Interrupt. terminate() asks all of them at once, as a signal does.
class ThreadedCommand : public Work {
 public:
  // Output and errors go to `log`, which is begun anew. Throws std::runtime_error where it cannot be written.
  ThreadedCommand(const std::vector<std::string>& arguments, const std::filesystem::path& log);
  ~ThreadedCommand() override;
  ThreadedCommand(const ThreadedCommand&) = delete;
  ThreadedCommand& operator=(const ThreadedCommand&) = delete;

  void terminate() override;
  std::optional<int> ended() override;

 private:
  static constexpr int kRunning = -1;
  std::ofstream m_log;
  std::atomic<int> m_code = kRunning;
  std::thread m_thread;
};

}  // namespace fenwick::cli
