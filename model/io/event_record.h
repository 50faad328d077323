#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/io/event_log.h"

namespace fenwick::model {

// TensorBoard's record: 8 bytes length | 4 bytes masked CRC32C of them | data | 4 bytes masked CRC32C of the data; little-endian.
// The data is an Event message (tensorboard/compat/proto/event.proto), of which the number in a summary is all we use.
constexpr std::size_t kRecordHeader = 12;
constexpr std::size_t kRecordOverhead = 16;
constexpr std::uint64_t kRecordLimit = std::uint64_t{1} << 30;  // a longer one is taken for damage

std::string framedRecord(std::string_view data);
std::string versionEvent(double wallTime);  // the first of every file
std::string scalarEvent(const Scalar& scalar);

// The length of the record that begins here, 0 … kRecordLimit; -1 where the checksum of the length fails.
std::int64_t recordLength(std::span<const std::byte, kRecordHeader> header);
bool recordDataHolds(std::span<const std::byte> data, std::span<const std::byte, 4> checksum);

// Adds the numbers of one Event; false where it is no Event message.
bool readEvent(std::span<const std::byte> data, std::vector<Scalar>& scalars);

}  // namespace fenwick::model
