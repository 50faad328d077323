#pragma once

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "app/core/sweeps.h"
#include "ui/sweeps/sweep_model.h"

namespace fenwick::ui {

// The sweeps of the runs folder: which one, how far it is, start and stop, and its table. Enter or a double click on a cell shows its run,
// on a row's name all of its runs.
class SweepPanel : public QWidget {
  Q_OBJECT

 public:
  SweepPanel(app::Sweeps& sweeps, app::RunLibrary& library, QWidget* parent = nullptr);

  // Starts of built-in sweeps and of a file, for menus.
  QMenu& newSweepMenu() { return *m_newMenu; }
  QString current() const;  // folder; empty where there is none
  void select(const QString& folder);
  QTableView& table() { return *m_table; }
  QString summary() const { return m_summary->text(); }
  // The table with its heads, tab-separated. Ctrl+C copies it.
  QString text() const;

 signals:
  void runsWanted(const QStringList& folders);

 private:
  void buildMenu();
  void showList();
  void showCurrent();
  void showState();
  void showSummary();
  void chooseFile();
  int jobs() const { return m_jobs->value(); }

  app::Sweeps& m_sweeps;
  SweepModel* m_model;
  QMenu* m_newMenu;
  QComboBox* m_list;
  QToolButton *m_new, *m_goOn, *m_stop;
  QSpinBox* m_jobs;
  QLabel* m_summary;
  QTableView* m_table;
  QStackedWidget* m_stack;
};

}  // namespace fenwick::ui
