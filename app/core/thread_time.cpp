#include "app/core/thread_time.h"

#include <ctime>

namespace fenwick::app {

qint64 threadCpuNanoseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
#else
  return 0;
#endif
}

}  // namespace fenwick::app
