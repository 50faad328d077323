#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fenwick::model {

// Checksums of the file formats. `previous` continues over several pieces: f(b, f(a)) is the checksum of a followed by b.
std::uint32_t crc32c(std::span<const std::byte> bytes,
                     std::uint32_t previous = 0);  // Castagnoli: TensorBoard records, our safetensors
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t previous = 0);  // IEEE 802.3: zip

}  // namespace fenwick::model
