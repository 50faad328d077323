#pragma once

#include <QtGlobal>

namespace fenwick::app {

// Processor time of the calling thread; 0 where the system does not tell.
qint64 threadCpuNanoseconds();

}  // namespace fenwick::app
