#include "ui/views/controls.h"

#include <QComboBox>
#include <QHeaderView>
#include <QTableWidget>

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
  return table;
}

}  // namespace fenwick::ui
