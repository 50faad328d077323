#include "app/core/worker_buffer.h"

#include <utility>

namespace fenwick::app {

void WorkerBuffer::put(const std::vector<model::Scalar>& scalars, double activeSeconds) {
  const std::lock_guard lock(m_mutex);
  m_points += scalars.size();
  m_news.batches.push_back({scalars, activeSeconds});
}

void WorkerBuffer::putSnapshot(std::shared_ptr<const model::LambdaSnapshot> snapshot, bool recorded) {
  const std::lock_guard lock(m_mutex);
  if (recorded) m_news.snapshotSteps.append(snapshot->step);
  if (m_snapshotOut || m_news.snapshot) {
    m_waitingSnapshot = std::move(snapshot);
  } else {
    m_news.snapshot = std::move(snapshot);
  }
}

void WorkerBuffer::putInfo(model::RunInfo info) {
  const std::lock_guard lock(m_mutex);
  m_news.info = std::move(info);
}

void WorkerBuffer::putPhase(WorkerPhase phase) {
  const std::lock_guard lock(m_mutex);
  m_news.phase = phase;
}

void WorkerBuffer::putMessage(const QString& sentence) {
  const std::lock_guard lock(m_mutex);
  m_news.messages.append(sentence);
}

void WorkerBuffer::putFailure(const QString& sentence) {
  const std::lock_guard lock(m_mutex);
  m_news.failures.append(sentence);
}

bool WorkerBuffer::full() const {
  const std::lock_guard lock(m_mutex);
  return m_points >= m_capacity;
}

WorkerNews WorkerBuffer::take(bool& wasFull) {
  const std::lock_guard lock(m_mutex);
  wasFull = m_points >= m_capacity;
  m_points = 0;
  WorkerNews news = std::exchange(m_news, {});
  if (news.snapshot) m_snapshotOut = true;
  return news;
}

void WorkerBuffer::acknowledgeSnapshot() {
  const std::lock_guard lock(m_mutex);
  m_snapshotOut = false;
  if (m_waitingSnapshot) m_news.snapshot = std::exchange(m_waitingSnapshot, nullptr);
}

}  // namespace fenwick::app
