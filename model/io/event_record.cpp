#include "model/io/event_record.h"

#include <cstring>
#include <optional>

#include "model/io/checksum.h"

namespace fenwick::model {
namespace {

// Field numbers and wire types of the messages Event, Summary and Summary.Value.
enum WireType { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };
constexpr int kEventWallTime = 1, kEventStep = 2, kEventFileVersion = 3, kEventSummary = 5;
constexpr int kSummaryValue = 1;
constexpr int kValueTag = 1, kValueSimple = 2;

std::uint32_t masked(std::uint32_t checksum) { return ((checksum >> 15) | (checksum << 17)) + 0xA282EAD8u; }

std::uint32_t maskedChecksum(std::span<const std::byte> bytes) { return masked(crc32c(bytes)); }

template <class T>
void addRaw(std::string& out, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  out.append(raw, sizeof value);
}

void addVarint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(value | 0x80);
  }
  out += static_cast<char>(value);
}

void addKey(std::string& out, int field, WireType type) {
  addVarint(out, static_cast<std::uint64_t>(field) << 3 | type);
}

void addText(std::string& out, int field, std::string_view text) {
  addKey(out, field, kLengthDelimited);
  addVarint(out, text.size());
  out += text;
}

std::string eventAt(double wallTime) {
  std::string event;
  addKey(event, kEventWallTime, kFixed64);
  addRaw(event, wallTime);
  return event;
}

// Goes through the fields of one message.
class Message {
 public:
  explicit Message(std::span<const std::byte> bytes) : m_rest(bytes) {}

  int field = 0;
  int type = 0;
  std::uint64_t bits = 0;              // of a number
  std::span<const std::byte> content;  // of a text or message

  // False at the end and where the message is damaged; sound() tells which.
  bool next() {
    if (m_rest.empty()) {
      return false;
    }
    const auto key = varint();
    if (!key || *key >> 3 == 0 || *key >> 3 > 0x1FFFFFFF) {
      return damaged();
    }
    field = static_cast<int>(*key >> 3);
    type = static_cast<int>(*key & 7);
    if (type == kVarint) {
      const auto value = varint();
      if (!value) {
        return damaged();
      }
      bits = *value;
      return true;
    }
    std::uint64_t length = 0;
    if (type == kFixed64) {
      length = 8;
    } else if (type == kFixed32) {
      length = 4;
    } else if (type == kLengthDelimited) {
      const auto value = varint();
      if (!value) {
        return damaged();
      }
      length = *value;
    } else {
      return damaged();  // groups are not used
    }
    if (length > m_rest.size()) {
      return damaged();
    }
    content = m_rest.first(static_cast<std::size_t>(length));
    m_rest = m_rest.subspan(static_cast<std::size_t>(length));
    if (type != kLengthDelimited) {
      bits = 0;
      std::memcpy(&bits, content.data(), content.size());
    }
    return true;
  }
  bool sound() const { return m_sound; }

 private:
  bool damaged() {
    m_sound = false;
    return false;
  }
  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 70 && !m_rest.empty(); shift += 7) {
      const auto byte = static_cast<std::uint64_t>(m_rest.front());
      m_rest = m_rest.subspan(1);
      value |= shift < 64 ? (byte & 0x7F) << shift : 0;
      if (byte < 0x80) {
        return value;
      }
    }
    return {};
  }

  std::span<const std::byte> m_rest;
  bool m_sound = true;
};

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool readValue(std::span<const std::byte> bytes, const Scalar& event, std::vector<Scalar>& scalars) {
  Scalar scalar = event;
  bool hasNumber = false;
  Message value(bytes);
  while (value.next()) {
    if (value.field == kValueTag && value.type == kLengthDelimited) {
      scalar.tag = textOf(value.content);
    } else if (value.field == kValueSimple && value.type == kFixed32) {
      float number;
      std::memcpy(&number, value.content.data(), sizeof number);
      scalar.value = number;
      hasNumber = true;
    }
  }
  if (value.sound() && hasNumber) {
    scalars.push_back(std::move(scalar));
  }
  return value.sound();
}

}  // namespace

std::string framedRecord(std::string_view data) {
  std::string record;
  record.reserve(data.size() + kRecordOverhead);
  addRaw(record, static_cast<std::uint64_t>(data.size()));
  addRaw(record, maskedChecksum(std::as_bytes(std::span(record.data(), record.size()))));
  record += data;
  addRaw(record, maskedChecksum(std::as_bytes(std::span(data.data(), data.size()))));
  return record;
}

std::string versionEvent(double wallTime) {
  std::string event = eventAt(wallTime);
  addText(event, kEventFileVersion, "brain.Event:2");
  return event;
}

std::string scalarEvent(const Scalar& scalar) {
  std::string value;
  addText(value, kValueTag, scalar.tag);
  addKey(value, kValueSimple, kFixed32);
  addRaw(value, static_cast<float>(scalar.value));
  std::string summary;
  addText(summary, kSummaryValue, value);
  std::string event = eventAt(scalar.wallTime);
  addKey(event, kEventStep, kVarint);
  addVarint(event, static_cast<std::uint64_t>(scalar.step));
  addText(event, kEventSummary, summary);
  return event;
}

std::int64_t recordLength(std::span<const std::byte, kRecordHeader> header) {
  std::uint64_t length;
  std::uint32_t checksum;
  std::memcpy(&length, header.data(), sizeof length);
  std::memcpy(&checksum, header.data() + sizeof length, sizeof checksum);
  if (length > kRecordLimit || checksum != maskedChecksum(header.first<8>())) {
    return -1;
  }
  return static_cast<std::int64_t>(length);
}

bool recordDataHolds(std::span<const std::byte> data, std::span<const std::byte, 4> checksum) {
  std::uint32_t stored;
  std::memcpy(&stored, checksum.data(), sizeof stored);
  return stored == maskedChecksum(data);
}

bool readEvent(std::span<const std::byte> data, std::vector<Scalar>& scalars) {
  Scalar event;
  std::vector<std::span<const std::byte>> summaries;
  Message message(data);
  while (message.next()) {
    if (message.field == kEventWallTime && message.type == kFixed64) {
      std::memcpy(&event.wallTime, &message.bits, sizeof event.wallTime);
    } else if (message.field == kEventStep && message.type == kVarint) {
      event.step = static_cast<std::int64_t>(message.bits);
    } else if (message.field == kEventSummary && message.type == kLengthDelimited) {
      summaries.push_back(message.content);
    }
  }
  bool sound = message.sound();
  for (const auto bytes : summaries) {
    Message summary(bytes);
    while (sound && summary.next()) {
      if (summary.field == kSummaryValue && summary.type == kLengthDelimited) {
        sound = readValue(summary.content, event, scalars);
      }
    }
    sound = sound && summary.sound();
  }
  return sound;
}

}  // namespace fenwick::model
