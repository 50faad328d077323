#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace fenwick::app {

// Thrown inside work that a person took back.
struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("cancelled") {}
};

// One piece of long work as the thread that does it sees it: how far it is goes out, that it is to stop comes in. For any thread; copies mean the
// same work, which is over when the last of them is gone.
class Progress {
 public:
  Progress();  // of work that nobody watches

  void of(std::int64_t done, std::int64_t whole) const;  // whole 0: unknown
  bool cancelled() const;
  void check() const;  // throws Cancelled
  void cancel() const;

 private:
  friend class LongWork;
  struct State;
  std::shared_ptr<State> m_state;
};

// Everything in the window that may take long, whatever thread does it: the one place that says what goes on and takes it back. What is over
// before a person would notice is never told. Lives on the window's thread.
class LongWork : public QObject {
  Q_OBJECT

 public:
  explicit LongWork(QObject* parent = nullptr);

  // `takenBack` is called here, once, when the work is cancelled.
  Progress begin(const QString& title, std::function<void()> takenBack = {});
  // The same, also where there is nobody to tell.
  static Progress begin(LongWork* work, const QString& title, std::function<void()> takenBack = {});

  struct Piece {
    QString title;
    std::optional<double> fraction;  // nothing: nobody knows
  };
  std::vector<Piece> pieces() const;  // those worth telling, the newest last
  void cancelNewest();                // of those
  void setPatience(int milliseconds);  // how long work goes on before it is told

 signals:
  void changed();  // at most ten times a second

 private:
  struct Known {
    QString title;
    std::weak_ptr<Progress::State> state;
    std::function<void()> takenBack;
    QElapsedTimer since;
  };
  bool told(const Known& work) const;
  void look();

  std::vector<Known> m_known;
  QTimer m_timer;
  int m_patienceMs = 300;
  bool m_told = false;
};

}  // namespace fenwick::app
