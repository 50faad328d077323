#include "app/cli/interrupt.h"

#include <unistd.h>

namespace fenwick::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t noted = 0;

void note(int signal) {
  if (noted != 0) _exit(128 + signal);
  noted = signal;
}

}  // namespace

Interrupt::Interrupt() : m_oldInterrupt{}, m_oldTerminate{} {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &m_oldInterrupt);
  sigaction(SIGTERM, &action, &m_oldTerminate);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &m_oldInterrupt, nullptr);
  sigaction(SIGTERM, &m_oldTerminate, nullptr);
}

bool Interrupt::requested() const { return noted != 0; }

const char* Interrupt::name() const { return noted == SIGTERM ? "SIGTERM" : "SIGINT"; }

}  // namespace fenwick::cli
