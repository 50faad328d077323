#include "model/io/durable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "model/io/input_file.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;
using Pieces = std::vector<std::span<const std::byte>>;

constexpr std::string_view kTemporarySuffix = ".part";

// A file open for writing.
class Output {
 public:
  explicit Output(int descriptor) : m_descriptor(descriptor) {}
  ~Output() {
    if (m_descriptor >= 0) {
      ::close(m_descriptor);
    }
    if (!m_temporary.empty()) {
      ::unlink(m_temporary.c_str());
    }
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  int descriptor() const { return m_descriptor; }
  void deleteAtEnd(fs::path temporary) { m_temporary = std::move(temporary); }
  void keep() { m_temporary.clear(); }
  int close() {  // 0 or errno: some file systems report a full disk only here
    return ::close(std::exchange(m_descriptor, -1)) != 0 && errno != EINTR ? errno : 0;
  }

 private:
  int m_descriptor;
  fs::path m_temporary;
};

std::uint64_t totalSize(const Pieces& pieces) {
  std::uint64_t total = 0;
  for (const auto& piece : pieces) {
    total += piece.size();
  }
  return total;
}

[[noreturn]] void failWriting(const fs::path& path, std::uint64_t written, std::uint64_t total, int error) {
  throwSystemError(path, "cannot be written (" + std::to_string(written) + " of " + std::to_string(total) + " bytes)",
                   error);
}

void writeAll(int descriptor, const Pieces& pieces, const fs::path& path) {
  const std::uint64_t total = totalSize(pieces);
  std::uint64_t written = 0;
  for (const auto& piece : pieces) {
    std::size_t done = 0;
    while (done < piece.size()) {
      const std::size_t wanted = std::min<std::size_t>(piece.size() - done, std::size_t{1} << 30);
      const ssize_t count = ::write(descriptor, piece.data() + done, wanted);
      if (count < 0 && errno == EINTR) {
        continue;
      }
      if (count <= 0) {
        failWriting(path, written, total, count < 0 ? errno : EIO);
      }
      done += static_cast<std::size_t>(count);
      written += static_cast<std::uint64_t>(count);
    }
  }
}

// Makes a rename in `folder` survive a power cut. File systems that cannot do that for folders say EINVAL or ENOTSUP.
void syncFolder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return;  // a folder that may be written but not listed
  }
  const int failed = ::fsync(descriptor) != 0 ? errno : 0;
  ::close(descriptor);
  if (failed != 0 && failed != EINVAL && failed != ENOTSUP && failed != EBADF && failed != EROFS) {
    throwSystemError(folder, "cannot be made durable", failed);
  }
}

// Opens a file beside `target` under a name that nobody else uses.
int openTemporary(const fs::path& target, fs::path& temporary) {
  const std::string name = "." + target.filename().string().substr(0, 200) + "." + std::to_string(::getpid()) + "-";
  for (int attempt = 0;; ++attempt) {
    temporary = target.parent_path() / (name + std::to_string(attempt) + std::string(kTemporarySuffix));
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      return descriptor;
    }
    if (errno != EEXIST || attempt == 1000) {
      throwSystemError(target, "cannot be written", errno);
    }
  }
}

void replaceFile(const fs::path& target, const Pieces& pieces, const struct stat* old) {
  fs::path temporary;
  Output output(openTemporary(target, temporary));
  output.deleteAtEnd(temporary);
  if (old != nullptr) {
    (void)::fchmod(output.descriptor(), old->st_mode & 07777);  // access rights are a courtesy, the content is the duty
  }
  const std::uint64_t total = totalSize(pieces);
  writeAll(output.descriptor(), pieces, target);
  if (::fsync(output.descriptor()) != 0) {
    failWriting(target, total, total, errno);
  }
  if (const int failed = output.close(); failed != 0) {
    failWriting(target, total, total, failed);
  }
  struct stat status;
  if (::stat(temporary.c_str(), &status) != 0) {
    throwSystemError(target, "cannot be examined after writing", errno);
  }
  if (static_cast<std::uint64_t>(status.st_size) != total) {
    throwFileError(target, "holds " + std::to_string(status.st_size) + " bytes after writing " + std::to_string(total));
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0) {
    throwSystemError(target, "cannot be replaced", errno);
  }
  output.keep();
  syncFolder(target.has_parent_path() ? target.parent_path() : fs::path("."));
}

// Where a link leads, also to a file that is not there yet.
fs::path behindLinks(fs::path path) {
  std::error_code failed;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(path, failed)); ++links) {
    const fs::path next = fs::read_symlink(path, failed);
    if (failed) {
      break;
    }
    path = path.parent_path() / next;
  }
  return path;
}

}  // namespace

void writeDurably(const fs::path& path, const Pieces& pieces) {
  const fs::path target = behindLinks(path);
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) {
    replaceFile(target, pieces, nullptr);
  } else if (S_ISREG(status.st_mode)) {
    replaceFile(target, pieces, &status);
  } else if (S_ISDIR(status.st_mode)) {
    throwFileError(path, "is a folder and cannot be written as a file");
  } else {  // never put a file in the place of a device
    const Output output(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (output.descriptor() < 0) {
      throwSystemError(path, "cannot be written", errno);
    }
    writeAll(output.descriptor(), pieces, path);
  }
}

void writeDurably(const fs::path& path, std::span<const std::byte> bytes) { writeDurably(path, Pieces{bytes}); }

void writeDurably(const fs::path& path, std::string_view text) {
  writeDurably(path, Pieces{std::as_bytes(std::span(text.data(), text.size()))});
}

bool isTemporaryFile(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') && name.ends_with(kTemporarySuffix);
}

void removeTemporaryFiles(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (isTemporaryFile(entry.path())) {
      fs::remove(entry.path(), ignored);
    }
  }
}

std::string readText(const fs::path& path, std::size_t limit) {
  const InputFile file(path);
  if (file.size() > limit) {
    throwFileError(path,
                   "holds " + std::to_string(file.size()) + " bytes, more than the limit of " + std::to_string(limit));
  }
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read(0, std::as_writable_bytes(std::span(text.data(), text.size())));
  return text;
}

// --- FileThread ---------------------------------------------------------------------------------

struct FileThread::State {
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> jobs;
  bool working = false;
  bool ending = false;
  std::string failure;
  std::thread thread;

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return ending || !jobs.empty(); });
      if (jobs.empty()) {
        return;
      }
      std::function<void()> job = std::move(jobs.front());
      jobs.pop_front();
      if (failure.empty()) {
        working = true;
        lock.unlock();
        std::string fault = done(job);
        job = nullptr;  // what it holds is freed outside the lock
        lock.lock();
        working = false;
        failure = std::move(fault);
      }
      changed.notify_all();
    }
  }

  static std::string done(const std::function<void()>& job) {
    try {
      job();
      return {};
    } catch (const std::exception& error) {
      return *error.what() != '\0' ? error.what() : "a file could not be written";
    } catch (...) {
      return "a file could not be written";
    }
  }
};

FileThread::FileThread() : m_state(std::make_unique<State>()) {
  m_state->thread = std::thread([state = m_state.get()] { state->run(); });
}

FileThread::~FileThread() {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->ending = true;
  }
  m_state->changed.notify_all();
  m_state->thread.join();
}

void FileThread::post(std::function<void()> job) {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->jobs.push_back(std::move(job));
  }
  m_state->changed.notify_all();
}

void FileThread::drain() {
  std::unique_lock lock(m_state->mutex);
  m_state->changed.wait(lock, [this] { return m_state->jobs.empty() && !m_state->working; });
}

std::string FileThread::failure() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->failure;
}

void FileThread::clearFailure() {
  const std::lock_guard lock(m_state->mutex);
  m_state->failure.clear();
}

}  // namespace fenwick::model
