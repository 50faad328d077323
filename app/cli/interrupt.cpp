#include "app/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace fenwick::cli {
namespace {

// A signal handler can reach nothing else.
std::atomic<int> noted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

struct Handlers {
  std::mutex mutex;
  int living = 0;
  struct sigaction oldInterrupt {}, oldTerminate {};
};
Handlers& handlers() {
  static Handlers all;
  return all;
}

void note(int signal) {
  if (noted.exchange(signal) != 0) _exit(128 + signal);
}

}  // namespace

Interrupt::Interrupt() {
  Handlers& all = handlers();
  const std::lock_guard<std::mutex> alone(all.mutex);
  if (all.living++ > 0) return;
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &all.oldInterrupt);
  sigaction(SIGTERM, &action, &all.oldTerminate);
}

Interrupt::~Interrupt() {
  Handlers& all = handlers();
  const std::lock_guard<std::mutex> alone(all.mutex);
  if (--all.living > 0) return;
  sigaction(SIGINT, &all.oldInterrupt, nullptr);
  sigaction(SIGTERM, &all.oldTerminate, nullptr);
}

bool Interrupt::requested() const { return noted != 0; }

const char* Interrupt::name() const { return noted == SIGTERM ? "SIGTERM" : "SIGINT"; }

void Interrupt::ask() {
  int nothing = 0;
  noted.compare_exchange_strong(nothing, SIGTERM);
}

}  // namespace fenwick::cli
