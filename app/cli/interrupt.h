#pragma once

#include <csignal>

namespace fenwick::cli {

// While it lives, the first SIGINT or SIGTERM is only noted, so that a loop can stop in order; a second one ends the process at
// once. One at a time, on the thread that owns the process's signals.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;
  const char* name() const;  // "SIGINT" or "SIGTERM" once requested

 private:
  struct sigaction m_oldInterrupt, m_oldTerminate;
};

}  // namespace fenwick::cli
