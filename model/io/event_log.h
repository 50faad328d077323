#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fenwick::model {

// One recorded number, such as train/loss at step 12.
struct Scalar {
  std::string tag;
  std::int64_t step = 0;
  double wallTime = 0;  // seconds since 1970, as TensorBoard expects
  double value = 0;     // NaN and infinities are kept
};

// Appends TensorBoard records (events.out.tfevents.*: length, masked CRC32C, Event protobuf with one simple_value) to a run
// folder. Values are written as float (simple_value) as TensorBoard reads them, so what is read back is the value rounded to float.
// append() is one write() of whole records; sync() makes them durable. Both throw std::runtime_error with path and reason; after a
// failed append() the file ends with the last whole record, and append() may be called again. sync() also fails when the file
// has been deleted meanwhile. One thread at a time.
class EventLogWriter {
 public:
  // Opens a new file in `folder`, named so that TensorBoard reads it after the earlier ones.
  explicit EventLogWriter(const std::filesystem::path& folder);
  ~EventLogWriter();
  EventLogWriter(const EventLogWriter&) = delete;
  EventLogWriter& operator=(const EventLogWriter&) = delete;

  void append(const std::vector<Scalar>& scalars);
  void sync();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

// Reads every event file of a folder in order and can go on as they grow; a run that is being written elsewhere is followed so.
// A record whose checksum fails is never taken: the reader looks for the next whole record, and counts the gap. Throws
// std::runtime_error with path and reason when a file cannot be read; a folder that does not exist yet holds nothing.
class EventLogReader {
 public:
  explicit EventLogReader(std::filesystem::path folder);

  // What has been added since the last call, in the order of the files. An incomplete last record waits for its rest.
  std::vector<Scalar> readNew();
  std::int64_t gaps() const;  // damaged stretches passed over, a damaged end included
  std::int64_t lostBytes() const;

 private:
  struct Position {
    std::uint64_t offset = 0;  // everything before is read
    std::uint64_t size = 0;    // of the file when it was last read, and when it was last changed
    std::filesystem::file_time_type changed{};
    bool damaged = false;           // a damaged stretch has been met and no whole record after it yet;
    std::uint64_t damagedFrom = 0;  // it begins here
  };
  void readFile(const std::filesystem::path& path, Position& position, std::vector<Scalar>& scalars);

  std::filesystem::path m_folder;
  std::map<std::string, Position> m_positions;  // by file name
  std::int64_t m_gaps = 0;
  std::int64_t m_lostBytes = 0;
};

// The last step recorded of each tag.
std::map<std::string, std::int64_t> lastSteps(const std::vector<Scalar>& scalars);

}  // namespace fenwick::model
