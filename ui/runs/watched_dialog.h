#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include "app/core/run_library.h"

namespace fenwick::ui {

// The folders that are looked through for runs: what each holds, which are missing; to be added and removed. Never modal.
class WatchedDialog : public QDialog {
  Q_OBJECT

 public:
  explicit WatchedDialog(app::RunLibrary& library, QWidget* parent = nullptr);

  QTreeWidget& list() { return *m_list; }
  QPushButton& removeButton() { return *m_remove; }

 signals:
  void addRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill();
  void allowRemoval();

  app::RunLibrary& m_library;
  QTreeWidget* m_list;
  QPushButton* m_remove;
};

}  // namespace fenwick::ui
