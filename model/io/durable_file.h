#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fenwick::model {

// Replaces `path` so that after a crash or a full disk either the old or the new content is there, whole: a temporary file in the
// same folder, every length checked, fsync, rename, fsync of the folder, size read back. Throws std::runtime_error naming path,
// bytes and the system's reason ("No space left on device"); the temporary file is removed then.
void writeDurably(const std::filesystem::path& path, std::span<const std::byte> bytes);
void writeDurably(const std::filesystem::path& path, std::string_view text);

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
  void drain();  // returns when everything posted so far has been done
  std::string failure() const;  // empty: none
  void clearFailure();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::model
