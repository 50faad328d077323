#pragma once

#include <QSettings>
#include <QStringList>

namespace fenwick::ui {

// What is remembered from start to start may be what a start breaks at. So each start is noted in the settings until it has gone well, and
// a start that finds the last one unfinished sets aside everything that was remembered; a person may take it up again.
class SafeStart {
 public:
  explicit SafeStart(QSettings& settings);
  ~SafeStart();  // an orderly end has gone well too

  bool safe() const { return m_safe; }  // the last start was cut off
  void wentWell();
  // Puts back what was set aside.
  void takeUpAgain();

 private:
  QStringList remembered() const;

  QSettings& m_settings;
  bool m_safe = false;
};

}  // namespace fenwick::ui
