#include "app/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/cli/format.h"

namespace fenwick::cli {
namespace {

constexpr auto kTerminalPeriod = std::chrono::milliseconds(100);
constexpr auto kPlainPeriod = std::chrono::seconds(5);
constexpr double kSpeedWindow = 2;  // seconds of training that a speed is taken over

int terminalWidth() {
  winsize size{};
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  }
  return 80;
}

// The first `columns` characters.
std::string cut(const std::string& text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) continue;
    if (seen++ == columns) break;
  }
  return text.substr(0, end);
}

}  // namespace

Progress::Progress(std::ostream& stream, bool terminal, std::int64_t steps, std::function<int()> width, Clock clock)
    : m_stream(stream), m_terminal(terminal), m_steps(steps), m_width(std::move(width)), m_clock(std::move(clock)) {}

Progress::Progress(std::ostream& stream, bool terminal, std::int64_t steps)
    : Progress(stream, terminal, steps, terminalWidth, [] { return std::chrono::steady_clock::now(); }) {}

Progress::~Progress() { close(); }

void Progress::take(const model::Scalar& scalar) {
  if (scalar.tag == "train/loss") {
    m_step = scalar.step;
    m_loss = scalar.value;
  } else if (scalar.tag == "train/accuracy") {
    m_accuracy = scalar.value;
  } else if (scalar.tag == "valid/accuracy") {
    m_valid = scalar.value;
    m_evaluated = true;
  }
}

void Progress::onScalars(const std::vector<model::Scalar>& scalars, double activeSeconds) {
  for (const model::Scalar& scalar : scalars) take(scalar);
  if (m_markSeconds < 0) {
    m_markSeconds = activeSeconds;
    m_markStep = m_step;
  } else if (activeSeconds - m_markSeconds >= kSpeedWindow || (m_stepsPerSecond == 0 && activeSeconds > m_markSeconds)) {
    m_stepsPerSecond = static_cast<double>(m_step - m_markStep) / (activeSeconds - m_markSeconds);
    if (activeSeconds - m_markSeconds >= kSpeedWindow) {
      m_markSeconds = activeSeconds;
      m_markStep = m_step;
    }
  }
  if (m_step == 0) return;
  const auto now = m_clock();
  const auto since = now - m_drawn;
  const bool due = !m_hasDrawn || since >= (m_terminal ? std::chrono::steady_clock::duration(kTerminalPeriod) : kPlainPeriod);
  if (!due && !(m_evaluated && !m_terminal)) return;
  m_drawn = now;
  m_hasDrawn = true;
  m_terminal ? draw() : line();
  m_evaluated = false;
}

void Progress::onMessage(const std::string& sentence) {
  if (!m_terminal) {
    m_stream << sentence << "\n" << std::flush;
    return;
  }
  // The sentence takes the place of the drawn line, which the next numbers draw anew below it.
  m_stream << "\r\033[K" << sentence << "\n" << std::flush;
  m_open = false;
}

double Progress::secondsLeft() const {
  return m_stepsPerSecond > 0 ? static_cast<double>(m_steps - m_step) / m_stepsPerSecond : std::nan("");
}

std::string Progress::numbers() const {
  std::string text = "step " + std::to_string(m_step) + "/" + std::to_string(m_steps) + "  loss " + lossText(m_loss) + "  accuracy " +
                     percentText(m_accuracy);
  if (m_valid) text += "  valid " + percentText(*m_valid);
  if (m_stepsPerSecond > 0) {
    text += "  " + fixedText(m_stepsPerSecond, m_stepsPerSecond < 10 ? 1 : 0) + " steps/s  ETA " + durationText(secondsLeft());
  }
  return text;
}

void Progress::line() { m_stream << numbers() << "\n" << std::flush; }

void Progress::draw() {
  const auto width = static_cast<std::size_t>(std::max(20, m_width() - 1));  // the last column would wrap
  std::string text = numbers();
  const std::size_t used = columnsOf(text);
  if (used + 14 <= width) {
    const std::size_t cells = std::min<std::size_t>(30, width - used - 4);
    const double done = std::clamp(static_cast<double>(m_step) / static_cast<double>(m_steps), 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(done * static_cast<double>(cells));
    text = "[" + std::string(filled, '#') + std::string(cells - filled, '.') + "]  " + text;
  }
  m_stream << "\r" << cut(text, width) << "\033[K" << std::flush;
  m_open = true;
}

void Progress::close() {
  if (m_open) m_stream << "\n" << std::flush;
  m_open = false;
}

}  // namespace fenwick::cli
