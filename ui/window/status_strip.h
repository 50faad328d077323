#pragma once

#include <QLabel>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>

#include "app/core/session.h"

namespace fenwick::ui {

// Device and threads · steps/s · tokens/s · step n / N · ETA · saved 2 s ago, and the button of the log.
class StatusStrip : public QStatusBar {
  Q_OBJECT

 public:
  StatusStrip(const app::Session& session, QWidget* parent = nullptr);

  void setRun(const app::RunSource* run);
  void setMachine(const QString& sentence);  // what is shown of the machine where no run is chosen
  void setSweep(const QString& name);         // the sweep that trains; empty: none
  void refresh();
  QToolButton* logButton() const { return m_log; }
  QString text() const;

 private:
  QStringList facts() const;

  const app::Session& m_session;
  const app::RunSource* m_run = nullptr;
  QString m_machine, m_sweep;
  QLabel* m_text;
  QToolButton* m_log;
  QTimer m_timer;
};

}  // namespace fenwick::ui
