#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "model/io/durable_file.h"
#include "model/io/input_file.h"
#include "model/run/run_folder.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockName = "lock";

// Process ids are used again, so a process is known by when it started: in clock ticks since the machine started, and which start
// of the machine that was.
struct Process {
  std::int64_t id = 0;
  std::string started;
  std::string boot;
};

std::string firstLine(const fs::path& path) {  // of a file in /proc, which says it is empty
  std::array<char, 1024> text{};
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return {};
  }
  const ssize_t count = ::read(descriptor, text.data(), text.size());
  ::close(descriptor);
  const std::string all(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  return all.substr(0, all.find('\n'));
}

std::string bootId() { return firstLine("/proc/sys/kernel/random/boot_id"); }

// Field 22 of /proc/ID/stat; empty for a process that is gone or only waits to be buried.
std::string startOf(std::int64_t process) {
  const std::string line = firstLine("/proc/" + std::to_string(process) + "/stat");
  const std::size_t nameEnd = line.rfind(')');  // the name may hold anything
  if (nameEnd == std::string::npos || nameEnd + 2 >= line.size() || line[nameEnd + 2] == 'Z' ||
      line[nameEnd + 2] == 'X') {
    return {};
  }
  std::size_t begin = nameEnd + 2;
  for (int field = 3; field < 22; ++field) {
    begin = line.find(' ', begin);
    if (begin == std::string::npos) {
      return {};
    }
    ++begin;
  }
  return line.substr(begin, line.find(' ', begin) - begin);
}

bool isAlive(const Process& process) {
  if (process.id <= 0 || process.id > std::numeric_limits<pid_t>::max() || (!process.boot.empty() && process.boot != bootId())) {
    return false;
  }
  if (const std::string start = startOf(process.id); !start.empty()) {
    return process.started.empty() || start == process.started;
  }
  // /proc may be hidden for other people's processes, which then answer EPERM.
  return ::kill(static_cast<pid_t>(process.id), 0) != 0 && errno == EPERM;
}

std::string hostName() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return host.data();
}

std::string lockText() {
  const nlohmann::json text = {{"process", static_cast<std::int64_t>(::getpid())},
                               {"host", hostName()},
                               {"since", utcNow()},
                               {"processStart", startOf(::getpid())},
                               {"boot", bootId()}};
  return text.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// A lock that cannot be read as one was torn by a crash of the machine: its owner is gone.
RunLock::Owner ownerFrom(const std::string& text) {
  RunLock::Owner owner;
  const nlohmann::json tree = nlohmann::json::parse(text, nullptr, false);
  try {
    const nlohmann::json& process = tree.at("process");
    owner.process = process.is_number_integer() ? process.get<std::int64_t>() : 0;
    owner.host = tree.at("host").get<std::string>();
    owner.since = tree.value("since", "");
    owner.sameHost = owner.host == hostName();
    owner.alive = owner.sameHost && isAlive({owner.process, tree.value("processStart", ""), tree.value("boot", "")});
    return owner;
  } catch (const nlohmann::json::exception&) {
    owner = {};
    owner.sameHost = true;
    return owner;
  }
}

std::optional<std::string> contentOf(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return {};
  }
  try {
    return readText(file, 1 << 16);
  } catch (const std::runtime_error&) {
    if (!fs::exists(file, ignored)) {
      return {};  // given back this moment
    }
    throw;
  }
}

[[noreturn]] void refuse(const fs::path& file, const RunLock::Owner& owner) {
  const std::string who =
      owner.process == ::getpid() && owner.sameHost ? "this program" : "process " + std::to_string(owner.process);
  throw std::runtime_error(file.parent_path().string() + ": is being written by " + who + " on " + owner.host +
                           " since " + owner.since +
                           (owner.sameHost ? "" : "; if that process is gone, delete " + file.string()));
}

// Lets one process at a time decide about a stale lock: between reading it and replacing it nobody else may do the same. Where the
// file system knows no such locks, replacing is still atomic.
class FolderGuard {
 public:
  explicit FolderGuard(const fs::path& folder)
      : m_descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (m_descriptor < 0) {
      throwSystemError(folder, "cannot be opened", errno);
    }
    while (::flock(m_descriptor, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderGuard() { ::close(m_descriptor); }
  FolderGuard(const FolderGuard&) = delete;
  FolderGuard& operator=(const FolderGuard&) = delete;

 private:
  int m_descriptor;
};

// Puts `text` under the name `file` unless something stands there: true, or false. The file appears whole or not at all.
bool createExclusively(const fs::path& file, const std::string& text) {
  const fs::path temporary = file.parent_path() / (".lock." + std::to_string(::getpid()) + ".part");
  writeDurably(temporary, text);
  const int linked = ::link(temporary.c_str(), file.c_str()) == 0 ? 0 : errno;
  ::unlink(temporary.c_str());
  if (linked == 0 || linked == EEXIST) {
    return linked == 0;
  }
  // A file system without hard links.
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    return false;
  }
  if (descriptor < 0) {
    throwSystemError(file, "cannot be written", errno);
  }
  const bool whole = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  ::close(descriptor);
  if (!whole) {
    ::unlink(file.c_str());
    throwSystemError(file, "cannot be written", error);
  }
  return true;
}

}  // namespace

RunLock::RunLock(const fs::path& folder) : m_file(folder / kLockName), m_text(lockText()), m_process(::getpid()) {
  const FolderGuard guard(folder);
  while (!createExclusively(m_file, m_text)) {
    const auto text = contentOf(m_file);
    if (!text) {
      continue;  // given back between the two looks
    }
    if (const Owner other = ownerFrom(*text); other.alive || !other.sameHost) {
      refuse(m_file, other);
    }
    writeDurably(m_file, m_text);
    break;
  }
  for (const char* part : {"", "checkpoints", "weights", "lambda"}) {
    removeTemporaryFiles(folder / part);  // of a predecessor that was killed while it wrote
  }
}

RunLock::~RunLock() {
  if (m_process != ::getpid()) {
    return;  // a forked child owns nothing
  }
  try {
    if (contentOf(m_file) == m_text) {
      ::unlink(m_file.c_str());
    }
  } catch (const std::exception&) {
    // The folder has become unreadable; a lock that stays behind is found to be stale by the next one.
  }
}

std::optional<RunLock::Owner> RunLock::owner(const fs::path& folder) {
  const auto text = contentOf(folder / kLockName);
  return text ? std::optional(ownerFrom(*text)) : std::nullopt;
}

}  // namespace fenwick::model
