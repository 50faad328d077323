#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/io/input_file.h"

namespace fenwick::model {

// The part of the zip format that .npz needs (APPNOTE 6.3.10): stored and deflated members, CRC32, zip64; no encryption, no
// archives in several parts. Every offset is checked against the file before it is used, and members may not overlap.
class ZipReader {
 public:
  explicit ZipReader(const std::filesystem::path& path);  // throws std::runtime_error with path and reason

  std::vector<std::string> names() const;  // in the order of the directory
  // A member's content from its beginning on, piece after piece, so that a large one need not lie in memory as a whole.
  class Content;
  // Deflated members need a build with zlib and are refused by name without it.
  Content open(const std::string& name) const;
  std::vector<std::byte> content(const std::string& name) const;  // all of it, its CRC32 checked

 private:
  struct Member {
    std::string name;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint64_t packedSize = 0, size = 0;
    std::uint64_t headerOffset = 0, dataOffset = 0;
  };
  void readDirectory(std::uint64_t offset, std::uint64_t size, std::uint64_t count);
  void locateData(Member& member) const;
  [[noreturn]] void fail(const std::string& fault) const;

  InputFile m_file;
  std::vector<Member> m_members;
};

// Nothing it gave is known to be right before finish() returned. The reader outlives it.
class ZipReader::Content {
 public:
  Content(Content&&) noexcept;
  ~Content();

  std::uint64_t rest() const { return m_rest; }  // bytes that were not read yet
  void read(std::span<std::byte> out);           // at most rest()
  void finish();                                 // passes over the rest; throws where the CRC32 does not fit

 private:
  friend class ZipReader;
  class Inflater;
  Content(const ZipReader& zip, const Member& member);
  [[noreturn]] void fail(const std::string& fault) const;

  const ZipReader* m_zip;
  const Member* m_member;
  std::uint64_t m_rest;
  std::uint32_t m_checksum = 0;
  std::unique_ptr<Inflater> m_inflater;  // null: stored
};

// A member to be written: its content is head followed by body.
struct ZipMember {
  std::string name;
  std::vector<std::byte> head;
  std::span<const std::byte> body;
};

// Writes the members stored, durably, with a fixed date so that equal content makes equal files. Sizes and offsets from `zip64From`
// on, and counts above 65,534, are written in the zip64 form (the parameter is there for the tests).
void writeZip(const std::filesystem::path& path, const std::vector<ZipMember>& members,
              std::uint64_t zip64From = 0xFFFFFFFFu);

}  // namespace fenwick::model
