#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace fenwick::model {

// "runs/a/lock: cannot be opened: Permission denied" for a failed system call.
[[noreturn]] void throwSystemError(const std::filesystem::path& path, const std::string& what, int error);
// "runs/a/run.json: state: ..." for content that cannot be used.
[[noreturn]] void throwFileError(const std::filesystem::path& path, const std::string& fault);

// A regular file open for reading at any place. Every failure throws std::runtime_error naming path and reason. One thread at a time.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::filesystem::path& path() const { return m_path; }
  std::uint64_t size() const { return m_size; }  // when it was opened
  // Fills `out` from `offset`; an end of file before that is an error.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
  // Fills what there is and returns how much, for a file that may shrink meanwhile.
  std::size_t readAvailable(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  std::filesystem::path m_path;
  int m_descriptor = -1;
  std::uint64_t m_size = 0;
};

}  // namespace fenwick::model
