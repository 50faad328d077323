#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "app/core/call_thread.h"
#include "ui/figures/figure.h"

namespace fenwick::ui {

// A figure as it will be written, scaled to fit, drawn on a thread of its own. The newest wish wins: what is being drawn for an older one is dropped.
class FigurePreview : public QWidget {
  Q_OBJECT

 public:
  // `make` is called on the window's thread and may throw; what it says is shown in the place of the figure.
  using Make = std::function<std::unique_ptr<Figure>()>;
  explicit FigurePreview(QWidget* parent = nullptr);
  ~FigurePreview() override;

  void draw(Make make);
  bool upToDate() const { return !m_wanted && !m_drawing; }
  const QImage& picture() const { return m_picture; }
  QString fault() const { return m_fault; }
  QSize sizeHint() const override { return {480, 420}; }
  QSize minimumSizeHint() const override { return {280, 240}; }

 signals:
  void drawn();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void begin();
  void take(const QImage& picture, const QString& fault);

  Make m_make;
  QTimer m_soon;  // many changes at once, one drawing
  bool m_wanted = false, m_drawing = false;
  app::Progress m_progress;  // of what is being drawn
  QImage m_picture;
  QString m_fault;
  app::Mailbox m_mailbox;  // outlives the thread: a figure comes back here to be destroyed
  app::CallThread m_thread{QStringLiteral("preview"), QThread::LowPriority};
};

}  // namespace fenwick::ui
