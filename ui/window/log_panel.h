#pragma once

#include <QPlainTextEdit>

namespace fenwick::ui {

// What the program had to say, one line each with its time of day; the oldest lines go after some thousands.
class LogPanel : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LogPanel(QWidget* parent = nullptr);
  void add(const QString& sentence);
};

}  // namespace fenwick::ui
