#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>

namespace fenwick::ui {

// Decides when a view redraws. New data: at most 30 times a second, and while a model trains on this CPU so seldom that
// painting takes no more than its share of a core, but once a second at least. What a person does is drawn at once.
class RedrawPacer : public QObject {
 public:
  // `share`: of one core's time while training on the CPU. The threads of a training step wait for each other, so what painting takes of
  // one core the whole training loses, however many cores there are.
  RedrawPacer(double share, std::function<void()> redraw, QObject* parent);

  void setTrainingOnCpu(bool training) { m_trainingOnCpu = training; }
  void request();     // new data has come
  void requestNow();  // a person waits: with the next turn of the event loop
  int intervalMs() const;

  // Tells what one redraw cost; called by the view around its painting.
  void tellCost(qint64 nanoseconds);

 private:
  void redraw();

  double m_share;
  std::function<void()> m_redraw;
  QTimer m_timer;
  QElapsedTimer m_sinceRedraw;
  double m_costMs = 0;
  bool m_trainingOnCpu = false;
};

}  // namespace fenwick::ui
