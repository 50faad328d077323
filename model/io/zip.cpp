#include "model/io/zip.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>

#include "model/io/checksum.h"
#include "model/io/durable_file.h"

#ifdef FENWICK_WITH_ZLIB
#include <zlib.h>
#endif

namespace fenwick::model {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50, kDirectorySignature = 0x02014b50, kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50, kLocator64Signature = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22, kEnd64Size = 56, kLocator64Size = 20;
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint16_t kExtra64 = 1;
constexpr std::uint16_t kFlagEncrypted = 1, kFlagUtf8 = 1 << 11;
constexpr std::uint32_t kFull32 = 0xFFFFFFFFu;
constexpr std::uint16_t kFull16 = 0xFFFFu;
// Deflate cannot shrink by more than about 1,032; a member that claims more is damaged or made to exhaust memory.
constexpr std::uint64_t kLargestRatio = 1040;
// What unpacking may take beyond the file itself; what we write is not packed, and λ hardly shrinks.
constexpr std::uint64_t kMostUnpacked = std::uint64_t{48} << 20;
constexpr std::size_t kPiece = std::size_t{1} << 16;

template <class T>
T number(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);  // the caller has checked the length
  return value;
}

// A header under construction.
class Bytes {
 public:
  template <class T>
  Bytes& add(T value) {
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    m_bytes.insert(m_bytes.end(), raw, raw + sizeof value);
    return *this;
  }
  Bytes& text(const std::string& value) {
    const auto raw = std::as_bytes(std::span(value.data(), value.size()));
    m_bytes.insert(m_bytes.end(), raw.begin(), raw.end());
    return *this;
  }
  const std::vector<std::byte>& bytes() const { return m_bytes; }

 private:
  std::vector<std::byte> m_bytes;
};

}  // namespace

ZipReader::ZipReader(const std::filesystem::path& path) : m_file(path) {
  // The end record is the last thing in the file, but for a comment of up to 65,535 bytes.
  const std::uint64_t size = m_file.size();
  if (size < kEndSize) {
    fail("holds " + std::to_string(size) + " bytes, too few for a zip archive");
  }
  std::vector<std::byte> tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, kEndSize + kFull16)));
  const std::uint64_t tailOffset = size - tail.size();
  m_file.read(tailOffset, tail);
  std::size_t end = tail.size() - kEndSize;
  while (number<std::uint32_t>(tail, end) != kEndSignature ||
         end + kEndSize + number<std::uint16_t>(tail, end + 20) != tail.size()) {
    if (end == 0) {
      fail("is no whole zip archive: the directory at its end is missing");
    }
    --end;
  }
  const std::span<const std::byte> record(tail.data() + end, kEndSize);
  if (number<std::uint16_t>(record, 4) != 0 || number<std::uint16_t>(record, 6) != 0) {
    fail("is one part of a divided zip archive");
  }
  std::uint64_t count = number<std::uint16_t>(record, 10);
  std::uint64_t directorySize = number<std::uint32_t>(record, 12), directoryOffset = number<std::uint32_t>(record, 16);
  std::uint64_t directoryEnd = tailOffset + end;
  if (directoryEnd >= kLocator64Size) {
    std::vector<std::byte> locator(kLocator64Size);
    m_file.read(directoryEnd - kLocator64Size, locator);
    if (number<std::uint32_t>(locator, 0) == kLocator64Signature) {
      const auto offset64 = number<std::uint64_t>(locator, 8);
      if (directoryEnd < kLocator64Size + kEnd64Size || offset64 > directoryEnd - kLocator64Size - kEnd64Size) {
        fail("is a damaged zip archive: the zip64 directory lies outside the file");
      }
      std::vector<std::byte> end64(kEnd64Size);
      m_file.read(offset64, end64);
      if (number<std::uint32_t>(end64, 0) != kEnd64Signature) {
        fail("is a damaged zip archive: no zip64 directory where one is announced");
      }
      count = number<std::uint64_t>(end64, 32);
      directorySize = number<std::uint64_t>(end64, 40);
      directoryOffset = number<std::uint64_t>(end64, 48);
      directoryEnd = offset64;
    }
  }
  if (directorySize > directoryEnd || directoryOffset != directoryEnd - directorySize ||
      count > directorySize / kDirectorySize) {
    fail("is a damaged zip archive: its directory does not end where it should");
  }
  readDirectory(directoryOffset, directorySize, count);
}

void ZipReader::fail(const std::string& fault) const { throwFileError(m_file.path(), fault); }

void ZipReader::readDirectory(std::uint64_t offset, std::uint64_t size, std::uint64_t count) {
  std::vector<std::byte> directory(static_cast<std::size_t>(size));
  m_file.read(offset, directory);
  std::span<const std::byte> rest = directory;
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (rest.size() < kDirectorySize || number<std::uint32_t>(rest, 0) != kDirectorySignature) {
      fail("is a damaged zip archive: directory entry " + std::to_string(i) + " is not one");
    }
    Member member;
    const auto flags = number<std::uint16_t>(rest, 8);
    member.method = number<std::uint16_t>(rest, 10);
    member.checksum = number<std::uint32_t>(rest, 16);
    member.packedSize = number<std::uint32_t>(rest, 20);
    member.size = number<std::uint32_t>(rest, 24);
    const std::size_t nameSize = number<std::uint16_t>(rest, 28), extraSize = number<std::uint16_t>(rest, 30);
    const std::size_t entrySize = kDirectorySize + nameSize + extraSize + number<std::uint16_t>(rest, 32);
    member.headerOffset = number<std::uint32_t>(rest, 42);
    if (entrySize > rest.size()) {
      fail("is a damaged zip archive: directory entry " + std::to_string(i) + " is cut off");
    }
    member.name.assign(reinterpret_cast<const char*>(rest.data() + kDirectorySize), nameSize);

    // Numbers too large for 32 bits stand in the extra field, in this order, only those that need it.
    for (auto extra = rest.subspan(kDirectorySize + nameSize, extraSize); extra.size() >= 4;) {
      const std::size_t length = number<std::uint16_t>(extra, 2);
      if (length > extra.size() - 4) {
        fail("member '" + member.name + "': its extra field is damaged");
      }
      if (number<std::uint16_t>(extra, 0) == kExtra64) {
        auto values = extra.subspan(4, length);
        for (std::uint64_t* value : {&member.size, &member.packedSize, &member.headerOffset}) {
          if (*value == kFull32 && values.size() >= 8) {
            *value = number<std::uint64_t>(values, 0);
            values = values.subspan(8);
          }
        }
      }
      extra = extra.subspan(4 + length);
    }
    rest = rest.subspan(entrySize);
    if ((flags & kFlagEncrypted) != 0) {
      fail("member '" + member.name + "': is encrypted");
    }
    if (!names.insert(member.name).second) {
      fail("member '" + member.name + "': occurs twice");
    }
    if (member.headerOffset > offset || offset - member.headerOffset < kLocalSize) {
      fail("member '" + member.name + "': lies outside the file");
    }
    locateData(member);
    m_members.push_back(std::move(member));
  }
  if (!rest.empty()) {
    fail("is a damaged zip archive: its directory holds more than the " + std::to_string(count) + " entries announced");
  }
  std::uint64_t unpacked = 0;
  for (const Member& member : m_members) {
    unpacked += member.method == kDeflated && member.size > member.packedSize ? std::min(member.size - member.packedSize, kMostUnpacked + 1) : 0;
    if (unpacked > kMostUnpacked) {
      fail("member '" + member.name + "': unpacked, the archive takes more than " + std::to_string(kMostUnpacked) +
           " bytes beyond its size; save it uncompressed, with numpy.savez");
    }
  }
  std::vector<const Member*> byPlace;
  for (const Member& member : m_members) {
    byPlace.push_back(&member);
  }
  std::sort(byPlace.begin(), byPlace.end(),
            [](const Member* a, const Member* b) { return a->headerOffset < b->headerOffset; });
  for (std::size_t i = 0; i < byPlace.size(); ++i) {
    const Member& member = *byPlace[i];
    const std::uint64_t limit = i + 1 < byPlace.size() ? byPlace[i + 1]->headerOffset : offset;
    if (member.dataOffset > limit || member.packedSize > limit - member.dataOffset) {
      fail("member '" + member.name + "': overlaps with what follows it");
    }
  }
}

void ZipReader::locateData(Member& member) const {
  std::vector<std::byte> header(kLocalSize);
  m_file.read(member.headerOffset, header);
  const std::size_t nameSize = number<std::uint16_t>(header, 26);
  member.dataOffset = member.headerOffset + kLocalSize + nameSize + number<std::uint16_t>(header, 28);
  std::string name(nameSize, '\0');
  if (number<std::uint32_t>(header, 0) != kLocalSignature || nameSize != member.name.size() ||
      member.dataOffset > m_file.size()) {
    fail("member '" + member.name + "': is not where the directory says");
  }
  m_file.read(member.headerOffset + kLocalSize, std::as_writable_bytes(std::span(name.data(), name.size())));
  if (name != member.name || number<std::uint16_t>(header, 8) != member.method) {
    fail("member '" + member.name + "': is not what the directory says");
  }
}

std::vector<std::string> ZipReader::names() const {
  std::vector<std::string> names;
  for (const Member& member : m_members) {
    names.push_back(member.name);
  }
  return names;
}

#ifdef FENWICK_WITH_ZLIB
// Unpacks a raw deflate stream that lies at one place of a file.
class ZipReader::Content::Inflater {
 public:
  Inflater(const InputFile& file, std::uint64_t offset, std::uint64_t size) : m_file(file), m_offset(offset), m_packed(size), m_buffer(kPiece) {
    if (inflateInit2(&m_stream, -MAX_WBITS) != Z_OK) {
      throw std::runtime_error("zlib could not be started");
    }
  }
  ~Inflater() { inflateEnd(&m_stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // False where the stream is damaged or ends before `out` is full.
  bool read(std::span<std::byte> out) {
    while (!out.empty()) {
      const std::size_t taken = step(out);
      if (m_state != Z_OK && taken < out.size()) {
        return false;
      }
      out = out.subspan(taken);
    }
    return true;
  }

  // Whether the stream ends here, and with it the packed bytes.
  bool ended() {
    while (m_state == Z_OK) {
      step({});
    }
    return m_state == Z_STREAM_END && m_stream.avail_in == 0 && m_packed == 0;
  }

 private:
  // One call of zlib; how many bytes of `out` it filled. Z_OK where it may go on.
  std::size_t step(std::span<std::byte> out) {
    if (m_stream.avail_in == 0 && m_packed > 0) {
      const auto piece = std::span(m_buffer).first(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, m_packed)));
      m_file.read(m_offset, piece);
      m_offset += piece.size();
      m_packed -= piece.size();
      m_stream.next_in = reinterpret_cast<Bytef*>(piece.data());
      m_stream.avail_in = static_cast<uInt>(piece.size());
    }
    std::byte none{};
    const std::size_t room = std::min(out.size(), std::size_t{1} << 30);  // zlib counts in unsigned int
    m_stream.next_out = reinterpret_cast<Bytef*>(room > 0 ? out.data() : &none);
    m_stream.avail_out = static_cast<uInt>(room);
    m_state = inflate(&m_stream, Z_NO_FLUSH);
    if (m_state == Z_BUF_ERROR && m_stream.avail_in == 0 && m_packed > 0) {
      m_state = Z_OK;  // it only wants the next piece
    }
    return room - m_stream.avail_out;
  }

  const InputFile& m_file;
  std::uint64_t m_offset, m_packed;  // what of the stream was not handed to zlib yet
  std::vector<std::byte> m_buffer;
  z_stream m_stream{};
  int m_state = Z_OK;
};
#else
class ZipReader::Content::Inflater {
 public:
  bool read(std::span<std::byte>) { return false; }
  bool ended() { return false; }
};
#endif

ZipReader::Content::Content(const ZipReader& zip, const Member& member) : m_zip(&zip), m_member(&member), m_rest(member.size) {
  if (member.method == kStored) {
    if (member.size != member.packedSize) {
      fail("is stored, yet said to take " + std::to_string(member.packedSize) + " and " + std::to_string(member.size) + " bytes");
    }
  } else if (member.method == kDeflated) {
#ifdef FENWICK_WITH_ZLIB
    if (member.size / kLargestRatio > member.packedSize + 1) {
      fail("is said to hold " + std::to_string(member.size) + " bytes, more than " + std::to_string(member.packedSize) + " packed bytes can");
    }
    m_inflater = std::make_unique<Inflater>(zip.m_file, member.dataOffset, member.packedSize);
#else
    fail("is compressed, which this build cannot read (it was made without zlib); save it uncompressed, with numpy.savez");
#endif
  } else {
    fail("uses compression method " + std::to_string(member.method) + "; only stored and deflated members are read");
  }
}

ZipReader::Content::Content(Content&&) noexcept = default;
ZipReader::Content::~Content() = default;

void ZipReader::Content::fail(const std::string& fault) const { m_zip->fail("member '" + m_member->name + "': " + fault); }

void ZipReader::Content::read(std::span<std::byte> out) {
  if (out.size() > m_rest) {
    throw std::invalid_argument("member '" + m_member->name + "': " + std::to_string(m_rest) + " bytes are left, not " + std::to_string(out.size()));
  }
  if (!m_inflater) {
    m_zip->m_file.read(m_member->dataOffset + m_member->size - m_rest, out);
  } else if (!m_inflater->read(out)) {
    fail("its compressed data is damaged");
  }
  m_checksum = crc32(out, m_checksum);
  m_rest -= out.size();
}

void ZipReader::Content::finish() {
  std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(m_rest, kPiece)));
  while (m_rest > 0) {
    read(std::span(piece).first(static_cast<std::size_t>(std::min<std::uint64_t>(m_rest, kPiece))));
  }
  if (m_inflater && !m_inflater->ended()) {
    fail("its compressed data is damaged");
  }
  if (m_checksum != m_member->checksum) {
    fail("is damaged: its checksum does not fit");
  }
}

ZipReader::Content ZipReader::open(const std::string& name) const {
  const auto member =
      std::find_if(m_members.begin(), m_members.end(), [&name](const Member& m) { return m.name == name; });
  if (member == m_members.end()) {
    fail("has no member '" + name + "'");
  }
  return Content(*this, *member);
}

std::vector<std::byte> ZipReader::content(const std::string& name) const {
  Content content = open(name);
  std::vector<std::byte> bytes(static_cast<std::size_t>(content.rest()));
  content.read(bytes);
  content.finish();
  return bytes;
}

void writeZip(const std::filesystem::path& path, const std::vector<ZipMember>& members, std::uint64_t zip64From) {
  std::vector<std::vector<std::byte>> headers;
  headers.reserve(members.size());
  Bytes directory;
  std::uint64_t offset = 0;
  std::set<std::string> names;
  for (const ZipMember& member : members) {
    if (!names.insert(member.name).second || member.name.size() >= kFull16) {
      throw std::invalid_argument("member '" + member.name.substr(0, 80) +
                                  "': its name occurs twice or is too long for a zip archive");
    }
    const std::uint64_t size = member.head.size() + member.body.size();
    const std::uint32_t checksum = crc32(member.body, crc32(member.head));
    const bool largeSize = size >= zip64From, largeOffset = offset >= zip64From;
    const bool ascii = std::all_of(member.name.begin(), member.name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const std::uint16_t flags = ascii ? 0 : kFlagUtf8;
    const std::uint16_t needed = largeSize || largeOffset ? 45 : 20;
    const auto nameSize = static_cast<std::uint16_t>(member.name.size());
    const std::uint32_t size32 = largeSize ? kFull32 : static_cast<std::uint32_t>(size);
    const std::uint32_t offset32 = largeOffset ? kFull32 : static_cast<std::uint32_t>(offset);
    constexpr std::uint16_t kTime = 0, kDate = 0x21;  // 1980-01-01
    constexpr std::uint16_t kMadeBy = 3 << 8 | 45;    // Unix, so that the access rights below count
    constexpr std::uint32_t kAttributes = 0100644u << 16;

    Bytes local;
    local.add(kLocalSignature)
        .add(needed)
        .add(flags)
        .add(kStored)
        .add(kTime)
        .add(kDate)
        .add(checksum)
        .add(size32)
        .add(size32);
    local.add(nameSize).add(static_cast<std::uint16_t>(largeSize ? 20 : 0)).text(member.name);
    if (largeSize) {
      local.add(kExtra64).add(std::uint16_t{16}).add(size).add(size);
    }

    const auto extra = static_cast<std::uint16_t>((largeSize ? 16 : 0) + (largeOffset ? 8 : 0));
    directory.add(kDirectorySignature)
        .add(kMadeBy)
        .add(needed)
        .add(flags)
        .add(kStored)
        .add(kTime)
        .add(kDate)
        .add(checksum);
    directory.add(size32).add(size32).add(nameSize).add(static_cast<std::uint16_t>(extra > 0 ? extra + 4 : 0));
    directory.add(std::uint16_t{0})
        .add(std::uint16_t{0})
        .add(std::uint16_t{0})
        .add(kAttributes)
        .add(offset32)
        .text(member.name);
    if (extra > 0) {
      directory.add(kExtra64).add(extra);
      if (largeSize) {
        directory.add(size).add(size);
      }
      if (largeOffset) {
        directory.add(offset);
      }
    }
    offset += local.bytes().size() + size;
    headers.push_back(local.bytes());
  }

  const std::uint64_t count = members.size(), directorySize = directory.bytes().size();
  const bool end64 = count >= kFull16 || offset >= zip64From || directorySize >= zip64From;
  Bytes end;
  if (end64) {
    end.add(kEnd64Signature)
        .add(std::uint64_t{kEnd64Size - 12})
        .add(std::uint16_t{45})
        .add(std::uint16_t{45})
        .add(std::uint32_t{0});
    end.add(std::uint32_t{0}).add(count).add(count).add(directorySize).add(offset);
    end.add(kLocator64Signature).add(std::uint32_t{0}).add(offset + directorySize).add(std::uint32_t{1});
  }
  const auto count16 = end64 ? kFull16 : static_cast<std::uint16_t>(count);
  end.add(kEndSignature).add(std::uint16_t{0}).add(std::uint16_t{0}).add(count16).add(count16);
  end.add(end64 ? kFull32 : static_cast<std::uint32_t>(directorySize))
      .add(end64 ? kFull32 : static_cast<std::uint32_t>(offset));
  end.add(std::uint16_t{0});

  std::vector<std::span<const std::byte>> pieces;
  for (std::size_t i = 0; i < members.size(); ++i) {
    pieces.emplace_back(headers[i]);
    pieces.emplace_back(members[i].head);
    pieces.emplace_back(members[i].body);
  }
  pieces.emplace_back(directory.bytes());
  pieces.emplace_back(end.bytes());
  writeDurably(path, pieces);
}

}  // namespace fenwick::model
