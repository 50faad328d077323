#include "ui/views/controls.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableWidget>
#include <algorithm>

#include "ui/views/flow_layout.h"

namespace fenwick::ui {

QComboBox* addChoice(FlowLayout& row, const QString& tip) {
  auto* box = new QComboBox;
  box->setToolTip(tip);
  box->setAccessibleName(tip);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  row.addWidget(box);
  return box;
}

QTableWidget* readingTable(const QStringList& heads, const QString& name) {
  auto* table = new QTableWidget(0, static_cast<int>(heads.size()));
  table->setHorizontalHeaderLabels(heads);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setShowGrid(false);
  table->setFrameShape(QFrame::NoFrame);
  table->setAccessibleName(name);
  copyByKey(*table);
  return table;
}

QString tableText(const QAbstractItemView& table) {
  const QAbstractItemModel& model = *table.model();
  const QModelIndexList chosen = table.selectionModel() ? table.selectionModel()->selectedIndexes() : QModelIndexList();
  QList<int> rows, columns;
  for (const QModelIndex& index : chosen) rows << index.row(), columns << index.column();
  if (chosen.isEmpty()) {
    for (int row = 0; row < model.rowCount(); ++row) rows << row;
    for (int column = 0; column < model.columnCount(); ++column) columns << column;
  }
  for (QList<int>* each : {&rows, &columns}) {
    std::sort(each->begin(), each->end());
    each->erase(std::unique(each->begin(), each->end()), each->end());
  }
  const auto line = [&](auto&& cell) {
    QStringList cells;
    for (const int column : columns) cells << cell(column).toString().replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  };
  QString text = line([&](int column) { return model.headerData(column, Qt::Horizontal); });
  for (const int row : rows) {
    text += line([&](int column) {
      const QModelIndex index = model.index(row, column);
      return chosen.isEmpty() || chosen.contains(index) ? index.data() : QVariant();
    });
  }
  return text;
}

void copyByKey(QAbstractItemView& table) {
  auto* copy = new QAction(QCoreApplication::translate("table", "Copy"), &table);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(copy, &QAction::triggered, &table, [&table] { QGuiApplication::clipboard()->setText(tableText(table)); });
  table.addAction(copy);
}

}  // namespace fenwick::ui
