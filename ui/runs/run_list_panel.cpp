#include "ui/runs/run_list_panel.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/runs/run_delegate.h"

namespace fenwick::ui {

RunListPanel::RunListPanel(app::RunLibrary& library, const app::Session& session, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_model(new RunListModel(library, session, this)),
      m_order(new RunOrder(*m_model, library, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_filter = new QLineEdit(this);
  m_filter->setPlaceholderText(tr("Filter: words, accuracy>0.9, k=8 \u2026"));
  m_filter->setAccessibleName(tr("Filter of the runs"));
  m_filter->setClearButtonEnabled(true);
  m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  auto* filterRow = new QHBoxLayout;
  filterRow->setContentsMargins(8, 8, 8, 8);
  filterRow->setSpacing(4);
  filterRow->addWidget(m_filter);
  m_sort = new QToolButton(this);
  m_sort->setIcon(icon(QStringLiteral("sort")));
  m_sort->setAutoRaise(true);
  m_sort->setPopupMode(QToolButton::InstantPopup);
  m_sort->setAccessibleName(tr("Order of the runs"));
  filterRow->addWidget(m_sort);
  buildSortMenu();
  layout->addLayout(filterRow);

  m_view = new QListView(this);
  m_view->setModel(m_order);
  m_view->setItemDelegate(new RunDelegate(m_view));
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_view->setMouseTracking(true);
  m_view->setUniformItemSizes(true);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->setAccessibleName(tr("Runs"));

  auto* copy = new QAction(tr("Copy"), m_view);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  m_view->addAction(copy);
  connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });

  auto* empty = new QWidget(this);
  auto* emptyLayout = new QVBoxLayout(empty);
  emptyLayout->setContentsMargins(16, 16, 16, 16);
  emptyLayout->setSpacing(8);
  auto* sentence = new QLabel(tr("Runs appear here: those you start and those in the runs folder."), empty);
  sentence->setWordWrap(true);
  sentence->setAlignment(Qt::AlignHCenter);
  auto* start = new QPushButton(icon(QStringLiteral("start")), tr("Start the first run"), empty);
  auto* open = new QPushButton(icon(QStringLiteral("open")), tr("Open a run folder\u2026"), empty);
  emptyLayout->addStretch(1);
  emptyLayout->addWidget(sentence);
  emptyLayout->addWidget(start);
  emptyLayout->addWidget(open);
  auto* examples = new QPushButton(icon(QStringLiteral("lambda")), tr("Explore an example"), empty);
  emptyLayout->addWidget(examples);
  emptyLayout->addStretch(2);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_view);
  m_stack->addWidget(empty);
  layout->addWidget(m_stack, 1);

  connect(start, &QPushButton::clicked, this, &RunListPanel::newRunRequested);
  connect(open, &QPushButton::clicked, this, &RunListPanel::openRequested);
  connect(examples, &QPushButton::clicked, this, &RunListPanel::examplesRequested);
  connect(m_filter, &QLineEdit::textChanged, this, &RunListPanel::applyFilter);
  applyFilter({});
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunListPanel::currentChanged);
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunListPanel::selectionChanged);
  connect(m_view, &QListView::customContextMenuRequested, this,
          [this](const QPoint& place) { emit menuRequested(m_view->viewport()->mapToGlobal(place)); });
  connect(m_model, &QAbstractItemModel::rowsInserted, this, &RunListPanel::showEmptyState);
  connect(m_model, &QAbstractItemModel::rowsRemoved, this, &RunListPanel::showEmptyState);
  showEmptyState();
}

void RunListPanel::buildSortMenu() {
  struct Choice {
    const char* order;
    QString text;
    bool descending;
  };
  const Choice choices[] = {{"newest", tr("Newest first"), true},          {"name", tr("By name"), false},
                            {"accuracy", tr("Best accuracy first"), true}, {"loss", tr("Lowest loss first"), false},
                            {"solved", tr("Solved soonest first"), false}, {"seconds", tr("Longest training first"), true}};
  auto* menu = new QMenu(m_sort);
  auto* group = new QActionGroup(menu);
  for (const Choice& choice : choices) {
    QAction* action = menu->addAction(choice.text);
    action->setCheckable(true);
    action->setChecked(m_order->order() == QLatin1String(choice.order));
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, name = QString::fromLatin1(choice.order), descending = choice.descending, text = choice.text] {
      m_order->setOrder(name, descending);
      m_sort->setToolTip(tr("Order: %1").arg(text));
    });
  }
  m_sort->setMenu(menu);
  m_sort->setToolTip(tr("Order: %1").arg(choices[0].text));
}

void RunListPanel::applyFilter(const QString& text) {
  m_order->setFilter(text);
  const QString fault = m_order->filter().fault();
  m_filter->setToolTip(fault.isEmpty() ? tr("Words that occur in name, folder, state or tags, and comparisons with a metric (%1) or a setting: "
                                            "accuracy>0.9, solved<1000, k=8, head=fixed")
                                             .arg(RunFilter::metrics().join(QStringLiteral(", ")))
                                       : fault);
  QPalette palette;
  if (!fault.isEmpty()) palette.setColor(QPalette::Text, warningColour(this->palette()));
  m_filter->setPalette(palette);
}

void RunListPanel::showEmptyState() { m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 1 : 0); }

QString RunListPanel::current() const { return m_view->currentIndex().data(RunListModel::FolderRole).toString(); }

QStringList RunListPanel::selected() const {
  QStringList folders;
  for (const QModelIndex& index : m_view->selectionModel()->selectedIndexes())
    folders << index.data(RunListModel::FolderRole).toString();
  return folders;
}

QString RunListPanel::text() const {
  QStringList lines{QStringList{tr("run"), tr("state"), tr("accuracy"), tr("tags"), tr("folder")}.join(QLatin1Char('\t'))};
  QModelIndexList chosen = m_view->selectionModel()->selectedIndexes();
  for (int row = 0; chosen.isEmpty() && row < m_order->rowCount(); ++row) chosen << m_order->index(row, 0);
  std::sort(chosen.begin(), chosen.end());
  for (const QModelIndex& run : chosen) {
    lines << QStringList{run.data().toString(), run.data(RunListModel::StateTextRole).toString(), percent(run.data(RunListModel::AccuracyRole).toDouble()),
                         run.data(RunListModel::TagsRole).toStringList().join(QStringLiteral(", ")), run.data(RunListModel::FolderRole).toString()}
                 .join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QModelIndex RunListPanel::indexOf(const QString& folder) const {
  const int row = m_library.indexOf(folder);
  return row < 0 ? QModelIndex() : m_order->mapFromSource(m_model->index(row));
}

void RunListPanel::select(const QString& folder) {
  const QModelIndex index = indexOf(folder);
  if (!index.isValid()) return;
  m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
  m_view->scrollTo(index);
}

void RunListPanel::editName(const QString& folder) {
  const QModelIndex index = indexOf(folder);
  if (index.isValid()) m_view->edit(index);
}

void RunListPanel::focusFilter() {
  m_filter->setFocus();
  m_filter->selectAll();
}

}  // namespace fenwick::ui
