#include "ui/runs/watched_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QVBoxLayout>

#include "ui/look/icons.h"
#include "ui/look/theme.h"

namespace fenwick::ui {

WatchedDialog::WatchedDialog(app::RunLibrary& library, QWidget* parent) : QDialog(parent), m_library(library) {
  setWindowTitle(tr("Watched folders"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  auto* about = new QLabel(tr("Runs in these folders are in the list, and new ones show up by themselves. A folder that is missing is kept and looked for."), this);
  about->setWordWrap(true);
  column->addWidget(about);
  m_list = new QTreeWidget(this);
  m_list->setRootIsDecorated(false);
  m_list->setHeaderLabels({tr("Folder"), tr("Holds")});
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_list->setAccessibleName(tr("Watched folders"));
  column->addWidget(m_list, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* add = buttons->addButton(tr("&Add\u2026"), QDialogButtonBox::ActionRole);
  m_remove = buttons->addButton(tr("&Stop watching"), QDialogButtonBox::ActionRole);
  m_remove->setToolTip(tr("Its runs leave the list; their files stay"));
  column->addWidget(buttons);
  resize(560, 320);
  connect(add, &QPushButton::clicked, this, &WatchedDialog::addRequested);
  connect(m_remove, &QPushButton::clicked, this, [this] {
    if (const QTreeWidgetItem* chosen = m_list->currentItem()) m_library.unwatch(chosen->text(0));
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &WatchedDialog::allowRemoval);
  connect(&library, &app::RunLibrary::watchedChanged, this, &WatchedDialog::fill);
  connect(&library, &app::RunLibrary::scanned, this, &WatchedDialog::fill);
  fill();
}

void WatchedDialog::showEvent(QShowEvent* event) {
  fill();
  QDialog::showEvent(event);
}

void WatchedDialog::fill() {
  const QString chosen = m_list->currentItem() ? m_list->currentItem()->text(0) : QString();
  m_list->clear();
  for (const QString& folder : QStringList{m_library.runsFolder()} + m_library.watched()) {
    const bool runsFolder = folder == m_library.runsFolder(), missing = m_library.isMissing(folder);
    const QString runs = tr("%n run(s)", nullptr, static_cast<int>(m_library.runsIn(folder)));
    auto* item = new QTreeWidgetItem(m_list, {folder, missing ? tr("missing") : runsFolder ? tr("%1, and new runs").arg(runs) : runs});
    item->setToolTip(0, folder);
    if (missing) {
      item->setIcon(1, icon(QStringLiteral("warning")));
      item->setForeground(1, warningColour(palette()));
    }
    item->setData(0, Qt::UserRole, runsFolder);
    if (folder == chosen) m_list->setCurrentItem(item);
  }
  allowRemoval();
}

void WatchedDialog::allowRemoval() {
  const QTreeWidgetItem* chosen = m_list->currentItem();
  m_remove->setEnabled(chosen && !chosen->data(0, Qt::UserRole).toBool());
}

}  // namespace fenwick::ui
