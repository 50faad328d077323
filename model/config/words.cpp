#include "model/config/words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace fenwick::model {
namespace {

// Doubles beyond 2^53 do not name one whole number any more.
constexpr double kExactIntegers = 9007199254740992.0;

std::string_view withoutPlus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+' ? text.substr(1) : text;
}

std::string printed(double value, std::chars_format format) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, format);
  return std::string(buffer, result.ptr);
}

}  // namespace

std::string numberText(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 0.001 && size < 1e7) return printed(value, std::chars_format::fixed);
  if (size >= 1e7 && size <= kExactIntegers && value == std::trunc(value)) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  const std::string text = printed(value, std::chars_format::scientific);  // "2e-05"
  const std::size_t e = text.find('e');
  return text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));
}

std::string joinWords(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += words[i];
  }
  return text;
}

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > 200) return {};
  const auto lower = [](std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
  };
  const auto lastPart = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
  std::string best;
  double bestScore = std::numeric_limits<double>::infinity();
  for (const std::string& candidate : candidates) {
    const auto score = [&](std::string_view a, std::string_view b) {
      const double letters = static_cast<double>(std::max(a.size(), b.size()));
      return static_cast<double>(editDistance(lower(a), lower(b))) / letters;
    };
    // "learningRate" and "trian.learningRate" both mean train.learningRate; the whole path decides between equals.
    const double whole = score(word, candidate);
    const double tail = score(lastPart(word), lastPart(candidate)) + 0.01 * whole;
    const double value = std::min(whole, tail);
    if (value < bestScore) {
      bestScore = value;
      best = candidate;
    }
  }
  return best;
}

std::string nearestHint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestWord(word, candidates);
  return nearest.empty() ? "" : "; the nearest is " + nearest;
}

std::optional<double> parseNumber(std::string_view text) {
  text = withoutPlus(text);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
  const std::string_view digits = withoutPlus(text);
  std::int64_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc() && result.ptr == digits.data() + digits.size()) return value;
  const std::optional<double> number = parseNumber(text);
  if (!number || *number != std::trunc(*number) || std::abs(*number) > kExactIntegers) return {};
  return static_cast<std::int64_t>(*number);
}

bool isUtf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char first = byte(i);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : (first & 0xF0) == 0xE0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t j = 1; j < length; ++j) {
      if ((byte(i + j) & 0xC0) != 0x80) return false;
    }
    const unsigned char second = length > 1 ? byte(i + 1) : 0;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)) return false;  // overlong, surrogate
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) return false;
    i += length;
  }
  return true;
}

}  // namespace fenwick::model
