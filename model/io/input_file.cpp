#include "model/io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace fenwick::model {

void throwSystemError(const std::filesystem::path& path, const std::string& what, int error) {
  throw std::runtime_error(path.string() + ": " + what + ": " + std::generic_category().message(error));
}

void throwFileError(const std::filesystem::path& path, const std::string& fault) {
  throw std::runtime_error(path.string() + ": " + fault);
}

InputFile::InputFile(const std::filesystem::path& path) : m_path(path) {
  m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // not to wait for the other end of a pipe
  if (m_descriptor < 0) {
    throwSystemError(path, "cannot be opened", errno);
  }
  struct stat status;
  const int failed = ::fstat(m_descriptor, &status) != 0 ? errno : 0;
  if (failed != 0 || !S_ISREG(status.st_mode)) {
    ::close(m_descriptor);
    if (failed != 0) {
      throwSystemError(path, "cannot be examined", failed);
    }
    throwFileError(path, S_ISDIR(status.st_mode) ? "is a folder, not a file" : "is not a regular file");
  }
  m_size = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() { ::close(m_descriptor); }

void InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  const std::size_t done = readAvailable(offset, out);
  if (done < out.size()) {
    throwFileError(m_path, "ends at byte " + std::to_string(offset + done) + ", " + std::to_string(out.size() - done) +
                               " bytes too early");
  }
}

std::size_t InputFile::readAvailable(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t wanted = std::min<std::size_t>(out.size() - done, std::size_t{1} << 30);
    const ssize_t got = ::pread(m_descriptor, out.data() + done, wanted, static_cast<off_t>(offset + done));
    if (got < 0 && errno != EINTR) {
      throwSystemError(m_path, "cannot be read at byte " + std::to_string(offset + done), errno);
    }
    if (got == 0) {
      break;
    }
    done += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  return done;
}

}  // namespace fenwick::model
