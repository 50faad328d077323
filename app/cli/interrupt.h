#pragma once

namespace fenwick::cli {

// While one lives, the first SIGINT or SIGTERM is only noted, so that a loop can stop in order; a second one ends the process at
// once. Several may live at once, in any threads: all see the same signal, and the last to go gives the process its old handlers back.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;
  const char* name() const;  // "SIGINT" or "SIGTERM" once requested

  // As if a SIGTERM had come, where none has been noted yet.
  static void ask();
};

}  // namespace fenwick::cli
