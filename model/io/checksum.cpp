#include "model/io/checksum.h"

#include <array>
#include <cstring>

namespace fenwick::model {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// Tables for eight bytes a step ("slicing by 8"): tables[k][b] is the checksum of byte b followed by k zero bytes.
constexpr Tables makeTables(std::uint32_t polynomial) {
  Tables tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t value = b;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
    }
    tables[0][b] = value;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t b = 0; b < 256; ++b) {
      tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kCastagnoli = makeTables(0x82F63B78u);
constexpr Tables kIeee = makeTables(0xEDB88320u);

std::uint32_t checksum(const Tables& tables, std::span<const std::byte> bytes, std::uint32_t previous) {
  std::uint32_t value = ~previous;
  const std::byte* next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, next += 8) {
    std::uint64_t word;
    std::memcpy(&word, next, 8);
    word ^= value;
    value = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      value ^= tables[7 - k][(word >> (8 * k)) & 0xFF];
    }
  }
  for (; left > 0; --left, ++next) {
    value = (value >> 8) ^ tables[0][(value ^ static_cast<std::uint32_t>(*next)) & 0xFF];
  }
  return ~value;
}

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t previous) {
  return checksum(kCastagnoli, bytes, previous);
}

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t previous) {
  return checksum(kIeee, bytes, previous);
}

}  // namespace fenwick::model
