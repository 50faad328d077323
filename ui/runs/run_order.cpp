#include "ui/runs/run_order.h"

#include <cmath>

namespace fenwick::ui {

RunOrder::RunOrder(RunListModel& model, app::RunLibrary& library, QObject* parent) : QSortFilterProxyModel(parent), m_library(library) {
  setSourceModel(&model);
  setDynamicSortFilter(true);
  setOrder(m_order, m_descending);
}

void RunOrder::setFilter(const QString& text) {
  m_filter = RunFilter(text);
  invalidateFilter();
}

void RunOrder::setOrder(const QString& name, bool descending) {
  m_order = name;
  m_descending = descending;
  sort(-1);  // the same column and direction again would change nothing
  sort(0, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

bool RunOrder::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QString searched = sourceModel()->index(row, 0, parent).data(RunListModel::SearchRole).toString();
  return m_filter.matches(*m_library.at(row).source, searched);
}

bool RunOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  if (m_order == QLatin1String("name")) return left.data().toString().localeAwareCompare(right.data().toString()) < 0;
  if (m_order == QLatin1String("newest"))
    return left.data(RunListModel::OrderRole).toString() < right.data(RunListModel::OrderRole).toString();
  const double a = runMetric(*m_library.at(left.row()).source, m_order), b = runMetric(*m_library.at(right.row()).source, m_order);
  // A descending sort asks with the sides exchanged: what is unknown must then be the smaller one.
  if (std::isnan(a) || std::isnan(b)) return m_descending ? std::isnan(a) && !std::isnan(b) : std::isnan(b) && !std::isnan(a);
  return a < b;
}

}  // namespace fenwick::ui
