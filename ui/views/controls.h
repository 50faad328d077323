#pragma once

#include <QStringList>

class QAbstractItemView;
class QComboBox;
class QTableWidget;

namespace fenwick::ui {

class FlowLayout;

// Controls that several views have alike.

// A choice as wide as its words, at the end of the flow; the tip is its accessible name too.
QComboBox* addChoice(FlowLayout& row, const QString& tip);

// A table to read: low rows, without row numbers, grid or frame; rows are selected whole.
QTableWidget* readingTable(const QStringList& heads, const QString& name);

// The chosen cells (all where none is), tab-separated, below the heads of their columns: what Ctrl+C copies of a table.
QString tableText(const QAbstractItemView& table);
void copyByKey(QAbstractItemView& table);

}  // namespace fenwick::ui
