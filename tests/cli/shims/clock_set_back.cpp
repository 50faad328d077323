// Preloaded into a program, sets its wall clock back by an hour after FENWICK_CLOCK_CALLS looks at it. Steady clocks go on.

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

namespace {

long looksBefore() {
  const char* text = std::getenv("FENWICK_CLOCK_CALLS");
  return text == nullptr ? 0 : std::atol(text);
}

int wallClock(timespec* time) {
  static const long before = looksBefore();
  static std::atomic<long> looks = 0;
  const long result = syscall(SYS_clock_gettime, CLOCK_REALTIME, time);
  if (looks++ >= before) time->tv_sec -= 3600;
  return static_cast<int>(result);
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  return clock == CLOCK_REALTIME ? wallClock(now) : static_cast<int>(syscall(SYS_clock_gettime, clock, now));
}

extern "C" time_t time(time_t* out) noexcept {
  timespec now{};
  wallClock(&now);
  if (out != nullptr) *out = now.tv_sec;
  return now.tv_sec;
}
