#include "app/core/long_work.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace fenwick::app {
namespace {

constexpr int kLookMs = 100;

}  // namespace

struct Progress::State {
  std::atomic<std::int64_t> done{0}, whole{0};
  std::atomic<bool> cancelled{false};
};

Progress::Progress() : m_state(std::make_shared<State>()) {}

void Progress::of(std::int64_t done, std::int64_t whole) const {
  m_state->done = done;
  m_state->whole = whole;
}

bool Progress::cancelled() const { return m_state->cancelled; }

void Progress::check() const {
  if (cancelled()) throw Cancelled();
}

void Progress::cancel() const { m_state->cancelled = true; }

LongWork::LongWork(QObject* parent) : QObject(parent) {
  m_timer.setInterval(kLookMs);
  connect(&m_timer, &QTimer::timeout, this, &LongWork::look);
}

Progress LongWork::begin(const QString& title, std::function<void()> takenBack) {
  Progress progress;
  m_known.push_back({title, progress.m_state, std::move(takenBack), {}});
  m_known.back().since.start();
  if (!m_timer.isActive()) m_timer.start();
  return progress;
}

Progress LongWork::begin(LongWork* work, const QString& title, std::function<void()> takenBack) {
  return work ? work->begin(title, std::move(takenBack)) : Progress();
}

void LongWork::setPatience(int milliseconds) { m_patienceMs = milliseconds; }

bool LongWork::told(const Known& work) const {
  const auto state = work.state.lock();
  return state && !state->cancelled && work.since.elapsed() >= m_patienceMs;
}

std::vector<LongWork::Piece> LongWork::pieces() const {
  std::vector<Piece> pieces;
  for (const Known& work : m_known) {
    const auto state = work.state.lock();
    if (!state || !told(work)) continue;
    const std::int64_t whole = state->whole, done = state->done;
    pieces.push_back({work.title, whole > 0 ? std::optional(std::clamp(static_cast<double>(done) / static_cast<double>(whole), 0.0, 1.0)) : std::nullopt});
  }
  return pieces;
}

void LongWork::cancelNewest() {
  const auto newest = std::find_if(m_known.rbegin(), m_known.rend(), [this](const Known& work) { return told(work); });
  if (newest == m_known.rend()) return;
  if (const auto state = newest->state.lock()) state->cancelled = true;
  if (const auto takenBack = std::exchange(newest->takenBack, {})) takenBack();
  emit changed();
}

void LongWork::look() {
  std::erase_if(m_known, [](const Known& work) { return work.state.expired(); });
  const bool tells = std::any_of(m_known.begin(), m_known.end(), [this](const Known& work) { return told(work); });
  if (m_known.empty()) m_timer.stop();
  const bool told = std::exchange(m_told, tells);
  if (tells || told) emit changed();
}

}  // namespace fenwick::app
