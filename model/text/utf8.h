#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fenwick::model {

// One code point and how many bytes it takes.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = true;  // else: `bytes` is 1 and `value` U+FFFD
};
// What begins at `at` < text.size(). Overlong forms, surrogates and what lies above U+10FFFF are not valid (RFC 3629).
CodePoint codePointAt(std::string_view text, std::size_t at);

bool isLetter(char32_t c);  // general category L*
bool isNumber(char32_t c);  // N*
bool isBlank(char32_t c);   // White_Space

// What is wrong with a text that shall be UTF-8: how many bytes, and where the first one is. Beside what is no UTF-8, NUL counts.
struct TextFaults {
  std::int64_t count = 0;
  std::string sentence;  // "3 bytes are no text; the first is byte 17 (line 2): 0x92"; empty where there is none
};
TextFaults findTextFaults(std::string_view text);

// Every faulty byte becomes U+FFFD.
std::string withFaultsReplaced(std::string_view text);

// Runs of anything but blanks.
std::int64_t countWords(std::string_view text);

}  // namespace fenwick::model
