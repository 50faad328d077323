#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fenwick::model {

// Replaces `path` so that after a crash or a full disk either the old or the new content is there, whole: a temporary file in the
// same folder, every length checked, fsync, rename, fsync of the folder, size read back. Throws std::runtime_error naming path,
// bytes and the system's reason ("No space left on device"); the temporary file is removed then. A link is followed and stays; into
// a device or pipe (/dev/stdout) the content is written as it is.
void writeDurably(const std::filesystem::path& path, std::span<const std::byte> bytes);
void writeDurably(const std::filesystem::path& path, std::string_view text);
// The pieces one after another, so that what is large need not be copied together.
void writeDurably(const std::filesystem::path& path, const std::vector<std::span<const std::byte>>& pieces);

// Deletes temporary files that a killed process left in `folder` (not below it). Only for a folder that nobody else writes to.
void removeTemporaryFiles(const std::filesystem::path& folder);

bool isTemporaryFile(const std::filesystem::path& path);  // by its name

// Whole content; refuses files above `limit` bytes by name.
std::string readText(const std::filesystem::path& path, std::size_t limit = 64u << 20);

// One thread that does a run's file work in order, so that training never waits for fsync. The first failure is kept: later
// jobs are dropped, and failure() tells it as text until clearFailure(). The destructor finishes what was posted.
class FileThread {
 public:
  FileThread();
  ~FileThread();
  FileThread(const FileThread&) = delete;
  FileThread& operator=(const FileThread&) = delete;

  void post(std::function<void()> job);
  void drain();                 // returns when everything posted so far has been done
  std::string failure() const;  // empty: none
  void clearFailure();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::model
