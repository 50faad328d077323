#include "app/cli/format.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace fenwick::cli {

std::string fixedText(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string percentText(double fraction) { return fixedText(100 * fraction, 1) + " %"; }

std::string lossText(double value) {
  char text[64];
  std::snprintf(text, sizeof text, value != 0 && std::abs(value) < 1e-3 ? "%.2e" : "%.4f", value);
  return text;
}

std::string durationText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "?";
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string countText(std::int64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::size_t columnsOf(const std::string& text) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return columns;
}

}  // namespace fenwick::cli
