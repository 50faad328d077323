#include "ui/window/log_panel.h"

#include <QTime>

namespace fenwick::ui {

LogPanel::LogPanel(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setMaximumBlockCount(5000);
  setPlaceholderText(tr("What happens is written here: checkpoints, warnings, faults."));
  setAccessibleName(tr("Log"));
}

void LogPanel::add(const QString& sentence) {
  appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + sentence);
}

}  // namespace fenwick::ui
