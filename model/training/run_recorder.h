#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/io/durable_file.h"
#include "model/io/event_log.h"
#include "model/training/training_run.h"

namespace fenwick::model {

// Takes a run's numbers to its listener and, on the run's file thread, to its event log; and every other file job after them, so that what a
// checkpoint stands for is recorded before it. Numbers that a tag has already recorded at the same or a later step are left out: a
// resumed run computes steps again, but records none twice.
//
// A failed write stops the file thread (failure() tells why). Every job is kept until it is done, so recover() loses nothing.
class RunRecorder {
 public:
  // Reads what the folder's event log holds, then opens a new file in it. Throws std::runtime_error.
  explicit RunRecorder(std::filesystem::path folder);
  ~RunRecorder();

  void setListener(TrainingListener* listener) { m_listener = listener; }
  TrainingListener* listener() const { return m_listener; }

  void add(std::string_view tag, std::int64_t step, double value);
  double lastRecorded(const std::string& tag) const;  // its newest value, NaN where there is none
  void flush(double activeSeconds);  // hands over what was added, as one batch
  void sync();                       // makes what was handed over durable, in its turn
  void post(std::function<void()> work) { hand(std::make_shared<Job>(std::move(work))); }
  void drain() { m_thread.drain(); }
  void tell(const std::string& sentence) const;

  std::string failure() const { return m_thread.failure(); }
  // After a failure: opens a new event file and hands over again, in order, what had not been done.
  void recover();

 private:
  struct Job {
    explicit Job(std::function<void()> what) : work(std::move(what)) {}
    std::function<void()> work;
    std::shared_ptr<std::vector<Scalar>> scalars;  // what it records, if it does
    std::atomic<bool> done = false;
  };
  struct Log;  // the writer, used on the file thread only
  void hand(std::shared_ptr<Job> job);
  void postToThread(std::shared_ptr<Job> job);

  std::filesystem::path m_folder;
  TrainingListener* m_listener = nullptr;
  std::map<std::string, std::int64_t, std::less<>> m_lastSteps;
  std::map<std::string, double> m_lastValues;
  std::vector<Scalar> m_pending;
  std::deque<std::shared_ptr<Job>> m_undone;
  std::shared_ptr<Log> m_log;
  FileThread m_thread;  // last: finishes its jobs before anything they use goes
};

}  // namespace fenwick::model
