#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "model/training/training_run.h"

namespace fenwick::cli {

// Tells how a run goes. On a terminal one line that is drawn over, at most ten times a second and never wider than the
// terminal; elsewhere a line at each evaluation and otherwise at most every five seconds. On the thread that trains.
class Progress : public model::TrainingListener {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // `width`: the columns of the terminal now; asked for each line, since it may be resized.
  Progress(std::ostream& stream, bool terminal, std::int64_t steps, std::function<int()> width, Clock clock);
  Progress(std::ostream& stream, bool terminal, std::int64_t steps);
  ~Progress() override;

  void onScalars(const std::vector<model::Scalar>& scalars, double activeSeconds) override;
  void onSnapshot(std::shared_ptr<const model::LambdaSnapshot>) override {}
  void onMessage(const std::string& sentence) override;

  // Leaves the drawn line standing and goes to the next, so that other text can follow.
  void close();

 private:
  void take(const model::Scalar& scalar);
  void draw();
  void line();
  std::string numbers() const;
  double secondsLeft() const;

  std::ostream& m_stream;
  bool m_terminal;
  std::int64_t m_steps;
  std::function<int()> m_width;
  Clock m_clock;
  std::chrono::steady_clock::time_point m_drawn{};
  bool m_hasDrawn = false;  // something was told already
  bool m_open = false;      // a line without its end stands on the terminal

  std::int64_t m_step = 0;
  double m_loss = 0, m_accuracy = 0;
  std::optional<double> m_valid;
  bool m_evaluated = false;  // since the last line
  // Speed over the last seconds of training.
  double m_markSeconds = -1;
  std::int64_t m_markStep = 0;
  double m_stepsPerSecond = 0;
};

}  // namespace fenwick::cli
