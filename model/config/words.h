#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fenwick::model {

// Small helpers for sentences that people read: numbers as short text, lists, nearest names.

// The shortest text that reads back as the same number, C locale: 0.001 → "0.001", 0.00002 → "2e-5", 64 → "64".
std::string numberText(double value);

// `a, b or c`
std::string joinWords(const std::vector<std::string>& words, std::string_view last = "or");

// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
std::size_t editDistance(std::string_view a, std::string_view b);

// The candidate nearest to `word`: of a path, the whole and its last part are tried. Empty where there is no candidate.
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

// "; the nearest is NAME" or an empty text.
std::string nearestHint(std::string_view word, const std::vector<std::string>& candidates);

// Whole text as a number in the C locale; nothing for inf, nan, blanks, commas, hexadecimal or an overflow.
std::optional<double> parseNumber(std::string_view text);
// Whole text as a whole number; "1e3" and "1000.0" are exact and taken.
std::optional<std::int64_t> parseInteger(std::string_view text);

bool isUtf8(std::string_view text);

}  // namespace fenwick::model
