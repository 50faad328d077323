#include "ui/sweeps/sweep_panel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QThread>
#include <QVBoxLayout>

#include "app/core/config_words.h"
#include "model/config/sweep.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/views/controls.h"
#include "ui/views/empty_state.h"

namespace fenwick::ui {
namespace {

constexpr int kMostJobs = 256;

QToolButton* button(const QString& text, const QString& iconName, const QString& tip) {
  auto* result = new QToolButton;
  result->setText(text);
  result->setIcon(icon(iconName));
  result->setToolTip(tip);
  result->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  result->setAutoRaise(true);
  return result;
}

}  // namespace

SweepPanel::SweepPanel(app::Sweeps& sweeps, app::RunLibrary& library, QWidget* parent)
    : QWidget(parent), m_sweeps(sweeps), m_model(new SweepModel(library, this)), m_newMenu(new QMenu(tr("New &sweep"), this)) {
  m_list = new QComboBox;
  m_list->setAccessibleName(tr("Sweep"));
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_new = button(tr("New sweep"), QStringLiteral("new-run"), tr("Trains every run of a grid over settings and seeds"));
  m_new->setMenu(m_newMenu);
  m_new->setPopupMode(QToolButton::MenuButtonPopup);
  connect(m_new, &QToolButton::clicked, m_new, &QToolButton::showMenu);
  m_goOn = button(tr("Go on"), QStringLiteral("resume"), tr("Trains what is not finished; finished runs are skipped"));
  m_stop = button(tr("Stop"), QStringLiteral("stop"), tr("Every run saves a checkpoint; the sweep can go on later"));
  m_jobs = new QSpinBox;
  m_jobs->setRange(1, kMostJobs);
  m_jobs->setValue(QThread::idealThreadCount());
  m_jobs->setSuffix(tr(" at once"));
  m_jobs->setAccessibleName(tr("Runs at once"));
  m_jobs->setToolTip(tr("How many runs train at the same time, 1 to %1; they share the cores").arg(kMostJobs));
  m_summary = new QLabel;
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_table = new QTableView;
  m_table->setModel(m_model);
  m_table->setAccessibleName(tr("Runs of the sweep"));
  copyByKey(*m_table);
  m_table->verticalHeader()->hide();
  m_table->setShowGrid(false);
  m_table->setAlternatingRowColors(true);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);

  auto* tools = new QHBoxLayout;
  tools->setContentsMargins(8, 4, 8, 4);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_list, m_new, m_goOn, m_stop, m_jobs}) tools->addWidget(widget);
  tools->addStretch(1);
  auto* full = new QWidget;
  auto* inside = new QVBoxLayout(full);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->setSpacing(0);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(12, 0, 8, 4);
  line->addWidget(m_summary);
  inside->addLayout(line);
  inside->addWidget(m_table, 1);
  m_stack = new QStackedWidget;
  m_stack->addWidget(makeEmptyState(tr("Many runs at once: a grid over settings and seeds, as a table that fills while they train."), tr("New sweep"),
                                    [this] { m_newMenu->popup(QCursor::pos()); }, this));
  m_stack->addWidget(full);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(tools);
  layout->addWidget(m_stack, 1);

  buildMenu();
  connect(m_list, &QComboBox::currentIndexChanged, this, &SweepPanel::showCurrent);
  connect(m_goOn, &QToolButton::clicked, this, [this] { m_sweeps.goOn(current(), jobs()); });
  connect(m_stop, &QToolButton::clicked, this, [this] { m_sweeps.stop(); });
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex& index) { emit runsWanted(index.data(SweepModel::FoldersRole).toStringList()); });
  connect(m_model, &SweepModel::countChanged, this, &SweepPanel::showSummary);
  connect(&m_sweeps, &app::Sweeps::changed, this, &SweepPanel::showList);
  connect(&m_sweeps, &app::Sweeps::begun, this, &SweepPanel::select);
  connect(&m_sweeps, &app::Sweeps::runningChanged, this, &SweepPanel::showState);
  showList();
  showState();
}

void SweepPanel::buildMenu() {
  m_newMenu->setToolTipsVisible(true);
  for (const model::Preset& preset : model::sweepPresets())
    for (const std::string& arm : preset.arms) {
      const QString name = QString::fromStdString(preset.name) + QLatin1Char('@') + QString::fromStdString(arm);
      QAction* action = m_newMenu->addAction(name);
      action->setToolTip(app::translated(preset.summary));
      connect(action, &QAction::triggered, this, [this, name] { m_sweeps.startPreset(name, jobs()); });
    }
  m_newMenu->addSeparator();
  connect(m_newMenu->addAction(icon(QStringLiteral("open")), tr("From a sweep &file…")), &QAction::triggered, this, &SweepPanel::chooseFile);
}

void SweepPanel::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("A sweep file"), {}, tr("Sweep files (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { m_sweeps.startFile(path, jobs()); });
  dialog->show();
}

QString SweepPanel::current() const { return m_list->currentData().toString(); }

void SweepPanel::select(const QString& folder) {
  const int place = m_list->findData(app::RunLibrary::cleanFolder(folder));
  if (place >= 0) m_list->setCurrentIndex(place);
}

void SweepPanel::showList() {
  const QString before = current();
  {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (int i = 0; i < m_sweeps.count(); ++i) m_list->addItem(m_sweeps.at(i).name(), m_sweeps.at(i).folder);
    m_list->setCurrentIndex(std::max(0, m_list->findData(before)));
  }
  m_list->setVisible(m_list->count() > 0);
  m_stack->setCurrentIndex(m_list->count() > 0 ? 1 : 0);
  if (current() != before) showCurrent();
}

void SweepPanel::showCurrent() {
  const int index = m_sweeps.indexOf(current());
  m_model->setSweep(index < 0 ? nullptr : &m_sweeps.at(index));
  showState();
}

void SweepPanel::showState() {
  const bool busy = !m_sweeps.running().isEmpty() || !m_sweeps.waiting().isEmpty();
  m_goOn->setEnabled(!busy && !current().isEmpty());
  m_stop->setEnabled(busy && !m_sweeps.stopping());
  m_new->setEnabled(!busy);
  m_jobs->setEnabled(!busy);
  showSummary();
}

void SweepPanel::showSummary() {
  const SweepModel::Count count = m_model->counted();
  QStringList parts{tr("%1 of %2 runs finished").arg(count.finished).arg(count.all)};
  if (count.solved > 0) parts << tr("%1 solved").arg(count.solved);
  if (count.running > 0) parts << tr("%1 training").arg(count.running);
  if (count.failed > 0) parts << tr("%1 failed").arg(count.failed);
  if (m_sweeps.running() == current()) parts << (m_sweeps.stopping() ? tr("saving checkpoints") : tr("the sweep goes on"));
  if (!m_sweeps.waiting().isEmpty() && m_sweeps.waiting() == current()) parts << tr("begins when nothing else trains");
  m_summary->setText(current().isEmpty() ? QString() : parts.join(QStringLiteral(" · ")));
}

QString SweepPanel::text() const { return tableText(*m_table); }

}  // namespace fenwick::ui
