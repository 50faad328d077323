#include "model/io/event_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <utility>

#include "model/io/event_record.h"
#include "model/io/input_file.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "events.out.tfevents.";

std::vector<std::string> eventFiles(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    std::string name = entry.path().filename().string();
    if (name.find("tfevents") != std::string::npos && !name.starts_with('.')) {  // as TensorBoard chooses
      names.push_back(std::move(name));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

double wallTimeNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string hostForFileName() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  std::string name(host.data());
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.'; }, '-');
  return name.empty() ? "host" : name;
}

// TensorBoard reads the files of a folder in the order of their names, which begin with the second they were made in. A second that is
// later than every file that stands there keeps that order when two are made in one second, or the clock was set back.
std::int64_t secondAfter(const std::vector<std::string>& names, std::int64_t now) {
  for (const std::string& name : names) {
    std::int64_t second = 0;
    if (name.starts_with(kPrefix)) {
      const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), second);
      if (error == std::errc{} && second < 9'999'999'999 && *end == '.') {
        now = std::max(now, second + 1);
      }
    }
  }
  return now;
}

}  // namespace

struct EventLogWriter::State {
  fs::path path;
  int descriptor = -1;
  std::uint64_t size = 0;  // whole records

  void write(std::string_view records) {
    std::size_t done = 0;
    while (done < records.size()) {
      const ssize_t count = ::write(descriptor, records.data() + done, records.size() - done);
      if (count < 0 && errno == EINTR) {
        continue;
      }
      if (count <= 0) {
        const int error = count < 0 ? errno : EIO;
        (void)!::ftruncate(descriptor,
                           static_cast<off_t>(size));  // if this fails too, readers pass over the torn record
        throwSystemError(
            path, "cannot be written (" + std::to_string(done) + " of " + std::to_string(records.size()) + " bytes)",
            error);
      }
      done += static_cast<std::size_t>(count);
    }
    size += records.size();
  }
};

EventLogWriter::EventLogWriter(const fs::path& folder) : m_state(std::make_unique<State>()) {
  const double now = wallTimeNow();
  char second[24];
  std::snprintf(second, sizeof second, "%010lld",
                static_cast<long long>(secondAfter(eventFiles(folder), static_cast<std::int64_t>(now))));
  m_state->path = folder / (std::string(kPrefix) + second + "." + hostForFileName() + "." + std::to_string(::getpid()));
  m_state->descriptor = ::open(m_state->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (m_state->descriptor < 0) {
    throwSystemError(m_state->path, "cannot be written", errno);
  }
  try {
    m_state->write(framedRecord(versionEvent(now)));
  } catch (...) {
    ::close(m_state->descriptor);
    ::unlink(m_state->path.c_str());
    throw;
  }
}

EventLogWriter::~EventLogWriter() { ::close(m_state->descriptor); }

void EventLogWriter::append(const std::vector<Scalar>& scalars) {
  std::string records;
  for (const Scalar& scalar : scalars) {
    records += framedRecord(scalarEvent(scalar));
  }
  m_state->write(records);
}

void EventLogWriter::sync() {
  if (::fdatasync(m_state->descriptor) != 0) {
    throwSystemError(m_state->path, "cannot be made durable", errno);
  }
  struct stat status;
  if (::fstat(m_state->descriptor, &status) == 0 && status.st_nlink == 0) {
    throwFileError(m_state->path, "has been deleted while it was written");
  }
}

// --- reading --------------------------------------------------------------------------------------

namespace {

constexpr std::uint64_t kBlock = std::uint64_t{4} << 20;
// A damaged end is looked through again when the file grows, as far back as this: over a network a reader may see the
// length of what was written before its content.
constexpr std::uint64_t kSecondLook = std::uint64_t{64} << 10;

// Goes over one file from a place on, holding a block of it in memory.
class RecordScanner {
 public:
  RecordScanner(const fs::path& path, std::uint64_t from) : m_file(path), m_size(m_file.size()), m_at(from) {}

  enum class Found { Record, Damage, End };  // End: what is left may be the beginning of a record

  // Looks at the present place.
  Found look() {
    if (!have(kRecordHeader)) {
      return Found::End;
    }
    const std::int64_t length = recordLength(view().first<kRecordHeader>());
    if (length < 0) {
      return Found::Damage;
    }
    m_length = static_cast<std::uint64_t>(length);
    if (!have(m_length + kRecordOverhead)) {
      return Found::End;
    }
    const auto bytes = static_cast<std::size_t>(m_length);
    m_checked += m_length;
    const bool holds =
        recordDataHolds(view().subspan(kRecordHeader, bytes), view().subspan(kRecordHeader + bytes).first<4>());
    return holds ? Found::Record : Found::Damage;
  }
  std::span<const std::byte> data() const { return view().subspan(kRecordHeader, static_cast<std::size_t>(m_length)); }
  void passRecord() { m_at += m_length + kRecordOverhead; }
  void passByte() { ++m_at; }
  void moveTo(std::uint64_t at) { m_at = at; }

  std::uint64_t at() const { return m_at; }
  std::uint64_t size() const { return m_size; }
  // Only a file made for it holds so many false beginnings that looking through it costs more than this.
  bool tooCostly() const { return m_checked > 16 * m_size + kBlock; }

 private:
  std::span<const std::byte> view() const {
    return std::span<const std::byte>(m_block).subspan(static_cast<std::size_t>(m_at - m_blockStart));
  }
  bool have(std::uint64_t bytes) {
    if (m_at > m_size || bytes > m_size - m_at) {
      return false;
    }
    if (m_at < m_blockStart || m_at + bytes > m_blockStart + m_block.size()) {
      m_block.resize(static_cast<std::size_t>(std::min(m_size - m_at, std::max(bytes, kBlock))));
      m_block.resize(m_file.readAvailable(m_at, m_block));
      m_blockStart = m_at;
      m_size = m_block.size() < bytes ? m_at + m_block.size() : m_size;
    }
    return m_block.size() - (m_at - m_blockStart) >= bytes;
  }

  InputFile m_file;
  std::uint64_t m_size, m_at;
  std::uint64_t m_blockStart = 0, m_length = 0, m_checked = 0;
  std::vector<std::byte> m_block;
};

}  // namespace

EventLogReader::EventLogReader(fs::path folder) : m_folder(std::move(folder)) {}

std::vector<Scalar> EventLogReader::readNew() {
  std::vector<Scalar> scalars;
  for (const std::string& name : eventFiles(m_folder)) {
    const fs::path path = m_folder / name;
    Position& position = m_positions[name];
    std::error_code sizeError, timeError;
    const std::uint64_t size = fs::file_size(path, sizeError);
    const auto changed = fs::last_write_time(path, timeError);
    if (sizeError || timeError || (size == position.size && changed == position.changed)) {
      continue;  // gone since the folder was listed, or as it was
    }
    readFile(path, position, scalars);
    position.changed = changed;
  }
  return scalars;
}

void EventLogReader::readFile(const fs::path& path, Position& position, std::vector<Scalar>& scalars) {
  using Found = RecordScanner::Found;
  RecordScanner scanner(path, position.offset);
  std::uint64_t possible = scanner.size();  // the first beginning, after damage, of a record that is not all there yet
  for (Found found = scanner.look(); found != Found::End || position.damaged; found = scanner.look()) {
    if (found == Found::Record) {
      if (position.damaged && scanner.at() > position.damagedFrom) {
        ++m_gaps;
        m_lostBytes += static_cast<std::int64_t>(scanner.at() - position.damagedFrom);
      }
      position.damaged = false;
      possible = scanner.size();
      if (!readEvent(scanner.data(), scalars)) {
        ++m_gaps;
        m_lostBytes += static_cast<std::int64_t>(scanner.data().size());
      }
      scanner.passRecord();
      continue;
    }
    if (found == Found::End) {
      possible = std::min(possible, scanner.at());
      if (scanner.size() - scanner.at() < kRecordHeader) {
        break;
      }
    } else if (!position.damaged) {
      position.damaged = true;
      position.damagedFrom = scanner.at();
    }
    if (scanner.tooCostly()) {
      scanner.moveTo(scanner.size());
      break;
    }
    scanner.passByte();
  }
  position.size = scanner.size();
  position.offset = scanner.at();
  if (position.damaged && !scanner.tooCostly()) {
    const std::uint64_t secondLook = scanner.size() > kSecondLook ? scanner.size() - kSecondLook : 0;
    position.offset = std::min(possible, std::max(position.damagedFrom, secondLook));
  }
}

std::int64_t EventLogReader::gaps() const {
  return m_gaps +
         std::count_if(m_positions.begin(), m_positions.end(), [](const auto& entry) { return entry.second.damaged; });
}

std::int64_t EventLogReader::lostBytes() const {
  std::int64_t bytes = m_lostBytes;
  for (const auto& [name, position] : m_positions) {
    bytes +=
        position.damaged ? static_cast<std::int64_t>(position.size - std::min(position.size, position.damagedFrom)) : 0;
  }
  return bytes;
}

std::map<std::string, std::int64_t> lastSteps(const std::vector<Scalar>& scalars) {
  std::map<std::string, std::int64_t> steps;
  for (const Scalar& scalar : scalars) {
    const auto [place, added] = steps.try_emplace(scalar.tag, scalar.step);
    place->second = std::max(place->second, scalar.step);
  }
  return steps;
}

}  // namespace fenwick::model
