#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "model/run/run_folder.h"

namespace fenwick::ui {

// Tags (with commas between) and notes of a run. Not modal; saved() tells what was written, each tag once, none empty.
class NotesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit NotesDialog(const model::RunInfo& run, QWidget* parent = nullptr);

  QLineEdit& tags() { return *m_tags; }
  QPlainTextEdit& notes() { return *m_notes; }

 signals:
  void saved(const QStringList& tags, const QString& notes);

 private:
  QLineEdit* m_tags;
  QPlainTextEdit* m_notes;
};

}  // namespace fenwick::ui
