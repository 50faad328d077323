#pragma once

#include <QSortFilterProxyModel>

#include "ui/runs/run_filter.h"
#include "ui/runs/run_list_model.h"

namespace fenwick::ui {

// The list of runs as it is filtered and sorted. What has no value (a run that has not evaluated, NaN) comes last, whichever way the
// others go.
class RunOrder : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  RunOrder(RunListModel& model, app::RunLibrary& library, QObject* parent = nullptr);

  void setFilter(const QString& text);
  const RunFilter& filter() const { return m_filter; }
  // "newest", "name", or a metric of RunFilter.
  void setOrder(const QString& name, bool descending);
  const QString& order() const { return m_order; }
  bool descending() const { return m_descending; }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  app::RunLibrary& m_library;
  RunFilter m_filter;
  QString m_order = QStringLiteral("newest");
  bool m_descending = true;
};

}  // namespace fenwick::ui
