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
// folder. Values are written as float (simple_value) as TensorBoard reads them. One write() per flush of whole records;
// sync() makes them durable. Throws std::runtime_error with path and reason on a short write.
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
// A record whose checksum fails is never taken: the reader looks for the next whole record, and counts the gap.
class EventLogReader {
 public:
  explicit EventLogReader(std::filesystem::path folder);

  // What has been added since the last call, in the order of the files. An incomplete last record waits for its rest.
  std::vector<Scalar> readNew();
  std::int64_t gaps() const { return m_gaps; }          // damaged stretches passed over
  std::int64_t lostBytes() const { return m_lostBytes; }

 private:
  std::filesystem::path m_folder;
  std::map<std::string, std::uint64_t> m_offsets;  // by file name: everything before is read
  std::int64_t m_gaps = 0;
  std::int64_t m_lostBytes = 0;
};

// The last step recorded of each tag.
std::map<std::string, std::int64_t> lastSteps(const std::vector<Scalar>& scalars);

}  // namespace fenwick::model
