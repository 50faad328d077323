#include "model/text/utf8.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "model/text/unicode_ranges.h"

namespace fenwick::model {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr const char* kReplacementText = "\xEF\xBF\xBD";

template <std::size_t N>
bool isIn(const Range (&ranges)[N], char32_t c) {
  const Range* after = std::upper_bound(std::begin(ranges), std::end(ranges), c, [](char32_t value, const Range& range) { return value < range.first; });
  return after != std::begin(ranges) && c <= (after - 1)->last;
}

unsigned char byteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool isFault(const CodePoint& point) { return !point.valid || point.value == 0; }

// "0x92", with the name of what people know it as.
std::string nameOf(std::string_view text, std::size_t at) {
  const unsigned char byte = byteAt(text, at);
  if (byte == 0) return "a NUL";
  char hex[8];
  std::snprintf(hex, sizeof hex, "0x%02X", byte);
  const bool surrogate = byte == 0xED && at + 1 < text.size() && byteAt(text, at + 1) >= 0xA0 && byteAt(text, at + 1) < 0xC0;
  return surrogate ? std::string(hex) + ", of a lone surrogate" : hex;
}

}  // namespace

CodePoint codePointAt(std::string_view text, std::size_t at) {
  const unsigned char first = byteAt(text, at);
  if (first < 0x80) return {first, 1, true};
  const std::size_t bytes = first >= 0xC2 && first < 0xE0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : first >= 0xF0 && first < 0xF5 ? 4 : 0;
  const CodePoint invalid{kReplacement, 1, false};
  if (bytes == 0 || at + bytes > text.size()) return invalid;
  char32_t value = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned char next = byteAt(text, at + i);
    if ((next & 0xC0) != 0x80) return invalid;
    value = (value << 6) | (next & 0x3Fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[bytes] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return invalid;
  return {value, bytes, true};
}

bool isLetter(char32_t c) { return isIn(kLetters, c); }
bool isNumber(char32_t c) { return isIn(kNumbers, c); }
bool isBlank(char32_t c) {
  return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

TextFaults findTextFaults(std::string_view text) {
  TextFaults faults;
  if (text.size() >= 2 && ((byteAt(text, 0) == 0xFF && byteAt(text, 1) == 0xFE) || (byteAt(text, 0) == 0xFE && byteAt(text, 1) == 0xFF))) {
    faults.count = 2;
    faults.sentence = "begins with a UTF-16 mark (byte 1); it must be saved as UTF-8";
    return faults;
  }
  std::int64_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = codePointAt(text, at);
    if (isFault(point) && ++faults.count == 1) {
      faults.sentence = "the first is byte " + std::to_string(at + 1) + " (line " + std::to_string(line) + "): " + nameOf(text, at);
    }
    if (point.value == '\n') ++line;
    at += point.bytes;
  }
  if (faults.count > 0) {
    faults.sentence = std::to_string(faults.count) + (faults.count == 1 ? " byte is no UTF-8 text; " : " bytes are no UTF-8 text; ") + faults.sentence;
  }
  return faults;
}

std::string withFaultsReplaced(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = codePointAt(text, at);
    if (isFault(point)) result += kReplacementText;
    else result += text.substr(at, point.bytes);
    at += point.bytes;
  }
  return result;
}

std::int64_t countWords(std::string_view text) {
  std::int64_t words = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = codePointAt(text, at);
    const bool blank = isBlank(point.value);
    words += !blank && !inside ? 1 : 0;
    inside = !blank;
    at += point.bytes;
  }
  return words;
}

}  // namespace fenwick::model
