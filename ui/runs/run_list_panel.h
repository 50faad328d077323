#pragma once

#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>

#include "ui/runs/run_list_model.h"
#include "ui/runs/run_order.h"

namespace fenwick::ui {

// The list of runs with a filter. Selected runs are drawn in the curves together with those whose dot is filled; the current one is
// the run that inspector, status bar and commands mean.
class RunListPanel : public QWidget {
  Q_OBJECT

 public:
  RunListPanel(app::RunLibrary& library, const app::Session& session, QWidget* parent = nullptr);

  QString current() const;       // folder; empty where none
  QStringList selected() const;  // folders
  QString text() const;          // the selected runs (all where none is), tab-separated with heads: what Ctrl+C copies
  void select(const QString& folder);
  void editName(const QString& folder);
  void focusFilter();
  RunListModel& model() { return *m_model; }
  QListView& view() { return *m_view; }
  RunOrder& order() { return *m_order; }
  QLineEdit& filter() { return *m_filter; }

 signals:
  void currentChanged();
  void selectionChanged();
  void menuRequested(const QPoint& globalPosition);
  void newRunRequested();
  void openRequested();
  void examplesRequested();

 private:
  QModelIndex indexOf(const QString& folder) const;
  void buildSortMenu();
  void applyFilter(const QString& text);
  void showEmptyState();

  app::RunLibrary& m_library;
  RunListModel* m_model;
  RunOrder* m_order;
  QLineEdit* m_filter;
  QToolButton* m_sort;
  QListView* m_view;
  QStackedWidget* m_stack;
};

}  // namespace fenwick::ui
