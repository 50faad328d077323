#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

#include "app/core/long_work.h"

namespace fenwick::ui {

// What takes long just now, how far it is, and the button that takes it back; not there while nothing does.
class WorkStrip : public QWidget {
  Q_OBJECT

 public:
  explicit WorkStrip(app::LongWork& work, QWidget* parent = nullptr);

  bool busy() const { return m_busy; }
  QString text() const { return m_whole; }
  const QProgressBar& bar() const { return *m_bar; }
  QToolButton* cancelButton() const { return m_cancel; }

 signals:
  void busyChanged();

 private:
  void show();

  app::LongWork& m_work;
  QLabel* m_text;
  QProgressBar* m_bar;
  QToolButton* m_cancel;
  QString m_whole;
  bool m_busy = false;
};

}  // namespace fenwick::ui
