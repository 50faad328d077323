#pragma once

#include <cstddef>

namespace fenwick::fuzz {

// Counts what this program takes from operator new. Nothing is counted under sanitizers, which have their own.
bool metersMemory();
std::size_t bytesNow();
std::size_t peakSince();  // the most at one time since resetPeak()
void resetPeak();

}  // namespace fenwick::fuzz
