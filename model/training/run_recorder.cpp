#include "model/training/run_recorder.h"

#include <chrono>
#include <limits>

namespace fenwick::model {
namespace {

double secondsSince1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

struct RunRecorder::Log {
  std::unique_ptr<EventLogWriter> writer;
};

RunRecorder::RunRecorder(std::filesystem::path folder) : m_folder(std::move(folder)), m_log(std::make_shared<Log>()) {
  const std::vector<Scalar> scalars = EventLogReader(m_folder).readNew();
  for (const auto& [tag, step] : lastSteps(scalars)) m_lastSteps[tag] = step;
  for (const Scalar& scalar : scalars) m_lastValues[scalar.tag] = scalar.value;
  m_log->writer = std::make_unique<EventLogWriter>(m_folder);
}

RunRecorder::~RunRecorder() = default;

void RunRecorder::add(std::string_view tag, std::int64_t step, double value) {
  auto last = m_lastSteps.find(tag);
  if (last == m_lastSteps.end()) {
    last = m_lastSteps.emplace(std::string(tag), step).first;
  } else if (step <= last->second) {
    return;
  }
  last->second = step;
  m_pending.push_back({std::string(tag), step, secondsSince1970(), value});
}

double RunRecorder::lastRecorded(const std::string& tag) const {
  const auto found = m_lastValues.find(tag);
  return found == m_lastValues.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

void RunRecorder::flush(double activeSeconds) {
  if (m_pending.empty()) return;
  const auto batch = std::make_shared<std::vector<Scalar>>(std::move(m_pending));
  m_pending.clear();
  auto job = std::make_shared<Job>([log = m_log, batch] { log->writer->append(*batch); });
  job->scalars = batch;
  const std::vector<Scalar> told = *batch;  // a recovery may shorten the batch
  hand(std::move(job));
  if (m_listener) m_listener->onScalars(told, activeSeconds);
}

void RunRecorder::sync() {
  post([log = m_log] { log->writer->sync(); });
}

void RunRecorder::hand(std::shared_ptr<Job> job) {
  while (!m_undone.empty() && m_undone.front()->done) m_undone.pop_front();
  m_undone.push_back(job);
  postToThread(std::move(job));
}

void RunRecorder::postToThread(std::shared_ptr<Job> job) {
  m_thread.post([job = std::move(job)] {
    job->work();
    job->done = true;
    job->work = nullptr;  // weights and snapshots that it held go at once
  });
}

void RunRecorder::tell(const std::string& sentence) const {
  if (m_listener) m_listener->onMessage(sentence);
}

void RunRecorder::recover() {
  m_thread.drain();
  m_thread.clearFailure();
  // The failed write may have left whole records of its batch; only what is missing is written again, to a new file.
  const auto onDisk = lastSteps(EventLogReader(m_folder).readNew());
  m_log->writer = std::make_unique<EventLogWriter>(m_folder);
  for (const auto& job : m_undone) {
    if (job->done) continue;
    if (job->scalars)
      std::erase_if(*job->scalars, [&onDisk](const Scalar& scalar) {
        const auto last = onDisk.find(scalar.tag);
        return last != onDisk.end() && scalar.step <= last->second;
      });
    postToThread(job);
  }
}

}  // namespace fenwick::model
