#pragma once

#include <cstdint>
#include <string>

namespace fenwick::cli {

// Numbers as a person says them, C locale.
std::string percentText(double fraction);   // 0.993 → "99.3 %"
std::string durationText(double seconds);   // 39 s, 3 min 20 s, 2 h 5 min
std::string fixedText(double value, int digits);
std::string lossText(double value);         // four digits that matter; "nan", "inf"
std::string countText(std::int64_t count, const char* noun);  // 1 head, 2 heads

// Columns that a terminal shows for this UTF-8 text (every character counts as one).
std::size_t columnsOf(const std::string& text);

}  // namespace fenwick::cli
