#include "ui/views/redraw_pacer.h"

#include <algorithm>

namespace fenwick::ui {
namespace {
constexpr int kShortestMs = 34;
constexpr int kLongestMs = 1000;
}  // namespace

RedrawPacer::RedrawPacer(double share, std::function<void()> redraw, QObject* parent)
    : QObject(parent), m_share(share), m_redraw(std::move(redraw)) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, [this] { this->redraw(); });
}

int RedrawPacer::intervalMs() const {
  // Also where nothing trains, painting takes half of the window's time at most.
  return static_cast<int>(std::clamp<double>(m_trainingOnCpu ? m_costMs / m_share : 2 * m_costMs, kShortestMs, kLongestMs));
}

void RedrawPacer::request() {
  if (m_timer.isActive()) return;
  const qint64 since = m_sinceRedraw.isValid() ? m_sinceRedraw.elapsed() : kLongestMs;
  m_timer.start(static_cast<int>(std::max<qint64>(0, intervalMs() - since)));
}

void RedrawPacer::requestNow() { m_timer.start(0); }

void RedrawPacer::tellCost(qint64 nanoseconds) {
  const double ms = static_cast<double>(nanoseconds) * 1e-6;
  m_costMs = m_costMs == 0 ? ms : 0.7 * m_costMs + 0.3 * ms;
}

void RedrawPacer::redraw() {
  m_sinceRedraw.restart();
  m_redraw();
}

}  // namespace fenwick::ui
