#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QWhatsThis>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "app/core/command_line.h"
#include "app/core/config_words.h"
#include "app/core/examples.h"
#include "app/core/folder_follower.h"
#include "app/core/folder_run_source.h"
#include "model/config/config_file.h"
#include "model/config/presets.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/recorded_run.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/look/language.h"
#include "ui/runs/notes_dialog.h"
#include "ui/runs/run_list_panel.h"
#include "ui/runs/watched_dialog.h"
#include "ui/setup/setup_panel.h"
#include "ui/sweeps/sweep_panel.h"
#include "ui/views/compare_panel.h"
#include "ui/views/curves_panel.h"
#include "ui/views/lambda_panel.h"
#include "ui/views/map_cursor.h"
#include "ui/views/probe_panel.h"
#include "ui/views/samples_panel.h"
#include "ui/views/weights_panel.h"
#include "ui/window/action_search.h"
#include "ui/window/explain.h"
#include "ui/window/log_panel.h"
#include "ui/window/notice_bar.h"
#include "ui/window/status_strip.h"
#include "ui/window/work_strip.h"

namespace fenwick::ui {

namespace {

constexpr int kLayoutVersion = 2;
constexpr const char* kViewAction = "view";  // of each dock: shows, raises or hides it
constexpr int kPatienceMs = 2000;
constexpr int kSeeds = 5;
constexpr int kOpenedSoonMs = 50;
constexpr int kDrawnAtOnce = 12;  // of runs that are opened together
constexpr int kTitleBar = 32;  // what the window manager adds to a window's height, about
const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kStateKey = QStringLiteral("window/state");
const QString kThemeKey = QStringLiteral("window/theme");
const QString kRunsFolderKey = QStringLiteral("library/runsFolder");

}  // namespace

MainWindow::MainWindow(Parts parts) : m_parts(parts), m_actions(new Actions(this)), m_recent(parts.settings) {
  setWindowTitle(tr("Fenwick Lab"));
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setDockOptions(dockOptions() & ~QMainWindow::AnimatedDocks);
  const std::vector<model::Preset> presets = model::presets();
  if (!presets.empty()) m_draft.usePreset(QString::fromStdString(presets.front().name));
  m_draft.forgetEdits();
  buildPanels();
  buildToolBar();
  buildMenus();
  connectActions();
  connectParts();
  defaultLayout();
  restoreLayout();
  m_patience.setSingleShot(true);
  m_patience.setInterval(kPatienceMs);
  showRuns();
  showCurrent();
  updateActions();
  qApp->installEventFilter(this);
}

MainWindow::~MainWindow() {
  // The panels let go of the sources before the library does.
  m_curves->setRuns({});
  m_compare->setRuns({});
  m_lambda->setRuns({});
  inspect(nullptr);
  delete m_figures;  // before the runs that it may draw
}

void MainWindow::inspect(app::RunSource* run) {
  m_lambda->setRun(run);
  m_probe->setRun(run);  // closes the weights of the run before
  m_weights->setRun(run);
  m_samples->setRun(run);
}

QAction* MainWindow::viewAction(const QDockWidget* dock) { return dock->findChild<QAction*>(QLatin1String(kViewAction)); }

QDockWidget* MainWindow::addDock(const char* name, const QString& title, QWidget* inside, const QString& keys, const QString& about) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(QLatin1String(name));
  dock->setWidget(inside);
  dock->setWhatsThis(about);
  // Qt's own action would hide a panel that only lies behind another tab.
  auto* view = new QAction(title, dock);
  view->setObjectName(QLatin1String(kViewAction));
  view->setCheckable(true);
  view->setShortcut(QKeySequence(keys));
  connect(view, &QAction::triggered, dock, [dock, view] {
    const bool inFront = !dock->isHidden() && !dock->visibleRegion().isEmpty();
    dock->setVisible(!inFront);
    if (!inFront) dock->raise();
    view->setChecked(!inFront);
  });
  connect(dock, &QDockWidget::visibilityChanged, view, &QAction::setChecked);
  return dock;
}

void MainWindow::buildPanels() {
  m_runs = new RunListPanel(m_parts.library, m_parts.session);
  m_curves = new CurvesPanel;
  m_cursor = new MapCursor(this);
  m_lambda = new LambdaPanel;
  m_lambda->setCursor(m_cursor);
  m_lambda->reportTo(&m_parts.work);
  m_inspector = new app::Inspector(0, this);
  m_inspector->reportTo(&m_parts.work);
  m_probe = new ProbePanel(*m_inspector);
  m_weights = new WeightsPanel(*m_inspector);
  m_samples = new SamplesPanel(*m_inspector);
  m_probe->setCursor(m_cursor);
  m_weights->setCursor(m_cursor);
  m_compare = new ComparePanel;
  m_sweeps = new SweepPanel(m_parts.sweeps, m_parts.library);
  m_setup = new SetupPanel(m_draft, m_parts.session);
  m_log = new LogPanel;
  m_runsDock = addDock("runsDock", tr("Runs"), m_runs, QStringLiteral("Ctrl+1"),
                       tr("Every run that is known: those in the runs folder, those opened by hand, those that train here. A tick draws a run in the curves; what is chosen is what inspector, status and commands mean."));
  m_curvesDock = addDock("curvesDock", tr("Curves"), m_curves, QStringLiteral("Ctrl+2"),
                       tr("What the ticked and the chosen runs recorded, with one cursor through all plots and a line per run below. Drag to move, wheel or + and − to zoom, Ctrl+C copies the lines below."));
  m_lambdaDock = addDock("lambdaDock", tr("\u03bb inspector"), m_lambda, QStringLiteral("Ctrl+3"),
                       tr("λ of the chosen run: how much each token weighs each level of the past, at every recorded step. Point at a cell to read it; Home, Page Up, Page Down and End go through the steps."));
  m_compareDock = addDock("compareDock", tr("Compare"), m_compare, QStringLiteral("Ctrl+5"),
                       tr("Variants side by side, each with its seeds: accuracy over the steps, and a table of what became of them."));
  m_probeDock = addDock("probeDock", tr("Probe"), m_probe, QStringLiteral("Ctrl+6"),
                       tr("The chosen run's model on one example: change λ or exchange a token, and see at once what becomes of its predictions and of its accuracy."));
  m_weightsDock = addDock("weightsDock", tr("H view"), m_weights, QStringLiteral("Ctrl+7"),
                       tr("How much each query takes from each source in one head: the mask of λ and gates, and the weights themselves. At the side what each level adds to the output."));
  m_samplesDock = addDock("samplesDock", tr("Samples"), m_samples, QStringLiteral("Ctrl+8"),
                       tr("The validation examples, the wrong ones first, and accuracy by pair, distance, level or noise. A click opens an example in Probe."));
  m_sweepsDock = addDock("sweepsDock", tr("Sweeps"), m_sweeps, QStringLiteral("Ctrl+9"),
                       tr("Many runs over a grid of settings and seeds, as a table that fills while they train. A sweep that was stopped goes on where it stood."));
  m_setupDock = addDock("setupDock", tr("Setup"), m_setup, QStringLiteral("Ctrl+4"),
                       tr("The configuration that Start trains. What differs from the preset is bold and can be set back; a fault stands below its field."));
  m_logDock = addDock("logDock", tr("Log"), m_log, QStringLiteral("Ctrl+L"),
                       tr("What happened, with the time: checkpoints, warnings, faults."));
  m_status = new StatusStrip(m_parts.session, this);
  m_workStrip = new WorkStrip(m_parts.work, m_status);
  m_status->insertPermanentWidget(1, m_workStrip);  // after the text, before the button of the log
  setStatusBar(m_status);
  m_search = new ActionSearch(this);
  m_figures = new FigureDialog(this, &m_parts.settings, &m_parts.work);
  m_curves->setFigures(m_figures);
  m_lambda->setFigures(m_figures);
}

void MainWindow::buildToolBar() {
  auto* bar = addToolBar(tr("Training"));
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->setIconSize(QSize(16, 16));
  bar->toggleViewAction()->setVisible(false);

  m_presetMenu = new QMenu(tr("&New run"), this);
  for (const model::Preset& preset : model::presets()) {
    for (const std::string& arm : preset.arms) {
      const QString name = QString::fromStdString(preset.name);
      const QString full = arm == "as-described" ? name : name + QLatin1Char('@') + QString::fromStdString(arm);
      QAction* action = m_presetMenu->addAction(full);
      action->setToolTip(app::translated(preset.summary));
      connect(action, &QAction::triggered, this, [this, full] {
        m_draft.usePreset(full);
        m_setupDock->show();
        m_setupDock->raise();
      });
    }
  }
  m_presetMenu->setToolTipsVisible(true);
  auto* newRun = new QToolButton(bar);
  newRun->setDefaultAction(m_actions->newRun);
  newRun->setMenu(m_presetMenu);
  newRun->setPopupMode(QToolButton::MenuButtonPopup);
  newRun->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addWidget(newRun);
  bar->addSeparator();
  for (QAction* action : {m_actions->start, m_actions->pause, m_actions->step, m_actions->stop}) bar->addAction(action);
  bar->addSeparator();
  bar->addAction(m_actions->resume);
  bar->addSeparator();
  auto* figure = new QToolButton(bar);
  figure->setDefaultAction(m_actions->figure);
  figure->setText(tr("Figure\u2026"));
  figure->setPopupMode(QToolButton::MenuButtonPopup);
  figure->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* figures = new QMenu(figure);
  for (QAction* action : {m_actions->figure, m_actions->figureLambda, m_actions->figureCompare})
    figures->addAction(action);
  figure->setMenu(figures);
  bar->addWidget(figure);
  auto* space = new QWidget(bar);
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  bar->addAction(m_actions->search);
  // The name of an action in a menu may be long; on the bar it is a word.
  m_actions->newRun->setIconText(tr("New run"));
  m_actions->figure->setIconText(tr("Figure\u2026"));

  addToolBarBreak();
  m_notices = new NoticeBar(this);
  addToolBar(Qt::TopToolBarArea, m_notices);
}

void MainWindow::buildMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(m_actions->newRun);
  QMenu* presets = file->addMenu(tr("New run from &preset"));
  presets->addActions(m_presetMenu->actions());
  file->addMenu(&m_sweeps->newSweepMenu());
  file->addSeparator();
  for (QAction* action : {m_actions->open, m_actions->openConfiguration, m_actions->openFigure}) file->addAction(action);
  m_recentMenu = file->addMenu(tr("R&ecent"));
  m_recentMenu->setToolTipsVisible(true);
  connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
  fillRecent();
  file->addSeparator();
  for (QAction* action : {m_actions->chooseRunsFolder, m_actions->watch, m_actions->watched, m_actions->rescan}) file->addAction(action);
  file->addSeparator();
  for (QAction* action : {m_actions->figure, m_actions->figureLambda, m_actions->figureCompare})
    file->addAction(action);
  file->addSeparator();
  file->addAction(m_actions->cancelWork);
  file->addAction(m_actions->quit);

  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  for (QAction* action : {m_actions->undo, m_actions->redo}) edit->addAction(action);

  QMenu* run = menuBar()->addMenu(tr("&Run"));
  for (QAction* action : {m_actions->start, m_actions->pause, m_actions->step, m_actions->stop, m_actions->resume})
    run->addAction(action);
  run->addSeparator();
  for (QAction* action : {m_actions->snapshot, m_actions->seeds, m_actions->copyCommand}) run->addAction(action);
  run->addSeparator();
  for (QAction* action : {m_actions->useSetup, m_actions->fork, m_actions->extend, m_actions->annotate, m_actions->rename, m_actions->showFolder,
                          m_actions->remove, m_actions->trash})
    run->addAction(action);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  for (QDockWidget* dock : {m_runsDock, m_curvesDock, m_lambdaDock, m_probeDock, m_weightsDock, m_samplesDock, m_compareDock, m_sweepsDock, m_setupDock, m_logDock})
    view->addAction(viewAction(dock));
  view->addAction(m_actions->compareLambda);
  view->addAction(m_actions->resetLayout);
  // What the panels' own keys do, to be found without them.
  view->addSeparator();
  view->addMenu(tr("In the c&urves"))->addActions(m_curves->actions());
  view->addMenu(tr("In the &inspector"))->addActions(m_lambda->actions());
  view->addSeparator();
  view->addAction(m_actions->search);
  view->addAction(m_actions->filter);
  view->addSeparator();
  for (QAction* action : {m_actions->themeSystem, m_actions->themeLight, m_actions->themeDark}) view->addAction(action);
  QMenu* language = view->addMenu(tr("L&anguage"));
  for (QAction* action : {m_actions->languageSystem, m_actions->languageEnglish, m_actions->languageSpanish, m_actions->languageDutch}) language->addAction(action);

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  for (QAction* action : {m_actions->examples, m_actions->whatsThis, m_actions->about}) help->addAction(action);
}

void MainWindow::connectActions() {
  const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
  on(m_actions->newRun, [this] {
    const QString preset = m_draft.preset();
    if (!preset.isEmpty()) m_draft.usePreset(preset);
    m_setupDock->show();
    m_setupDock->raise();
  });
  on(m_actions->open, [this] { openFolders(); });
  on(m_actions->openConfiguration, [this] {
    chooseFile(tr("Open a configuration"), tr("Configurations (*.json)"), &MainWindow::openConfiguration);
  });
  on(m_actions->openFigure, [this] {
    chooseFile(tr("Open a saved figure"), tr("Figures and recipes (*.svg *.pdf *.png *.gif *.json)"), &MainWindow::openFigure);
  });
  on(m_actions->clearRecent, [this] {
    m_recent.clear();
    fillRecent();
  });
  on(m_actions->watch, [this] { chooseWatched(); });
  on(m_actions->watched, [this] { showWatched(); });
  on(m_actions->cancelWork, [this] { m_parts.work.cancelNewest(); });
  on(m_actions->rescan, [this] { m_parts.library.rescan(); });
  on(m_actions->chooseRunsFolder, [this] { chooseRunsFolder(); });
  on(m_actions->figure, [this] { showFigure(0); });
  on(m_actions->figureLambda, [this] { showFigure(1); });
  on(m_actions->figureCompare, [this] { showFigure(2); });
  on(m_actions->compareLambda, [this] {
    m_lambda->showSideBySide();
    m_lambdaDock->show();
    m_lambdaDock->raise();
  });
  on(m_actions->quit, [this] { close(); });
  on(m_actions->start, [this] { start(); });
  on(m_actions->pause, [this] { m_parts.session.pause(); });
  on(m_actions->step, [this] { stepOnce(); });
  on(m_actions->stop, [this] { m_parts.session.stop(); });
  on(m_actions->resume, [this] { resumeCurrent(); });
  on(m_actions->snapshot, [this] {
    if (m_parts.session.live()) m_parts.session.live()->takeSnapshot();
  });
  on(m_actions->seeds, [this] { queueSeeds(); });
  on(m_actions->copyCommand, [this] { copyCommand(); });
  on(m_actions->undo, [this] { m_draft.undo(); });
  on(m_actions->redo, [this] { m_draft.redo(); });
  on(m_actions->useSetup, [this] { useSetup(); });
  on(m_actions->fork, [this] { forkCurrent(); });
  on(m_actions->extend, [this] { extendCurrent(); });
  on(m_actions->annotate, [this] { annotateCurrent(); });
  on(m_actions->trash, [this] { trashSelected(); });
  on(m_actions->rename, [this] { renameCurrent(); });
  on(m_actions->showFolder, [this] { showFolder(); });
  on(m_actions->remove, [this] { removeSelected(); });
  on(m_actions->search, [this] {
    QVector<QAction*> actions = m_actions->all();
    actions += m_presetMenu->actions() + m_curves->actions() + m_lambda->actions();
    for (QDockWidget* dock : {m_runsDock, m_curvesDock, m_lambdaDock, m_probeDock, m_weightsDock, m_samplesDock, m_compareDock, m_sweepsDock, m_setupDock, m_logDock})
      actions << viewAction(dock);
    m_search->open(actions);
  });
  on(m_actions->filter, [this] {
    m_runsDock->show();
    m_runs->focusFilter();
  });
  on(m_actions->resetLayout, [this] { restoreState(m_firstLayout, kLayoutVersion); });
  on(m_actions->themeSystem, [this] { chooseTheme(Theme::Choice::System); });
  on(m_actions->themeLight, [this] { chooseTheme(Theme::Choice::Light); });
  on(m_actions->themeDark, [this] { chooseTheme(Theme::Choice::Dark); });
  for (QAction* action : {m_actions->languageSystem, m_actions->languageEnglish, m_actions->languageSpanish, m_actions->languageDutch}) {
    connect(action, &QAction::triggered, this, [this, action] { chooseLanguage(action->data().toString()); });
  }
  on(m_actions->whatsThis, [] { QWhatsThis::enterWhatsThisMode(); });
  on(m_actions->examples, [this] { exploreExamples(); });
  on(m_actions->about, [this] { about(); });
}

void MainWindow::connectParts() {
  connect(&m_parts.theme, &Theme::changed, m_setup, &SetupPanel::recolour);
  connect(m_setup, &SetupPanel::startRequested, this, &MainWindow::start);
  connect(m_setup, &SetupPanel::seedsRequested, this, &MainWindow::queueSeeds);
  connect(m_setup, &SetupPanel::copyRequested, this, &MainWindow::copyCommand);
  connect(&m_draft, &app::ConfigDraft::changed, this, &MainWindow::updateActions);

  connect(m_runs, &RunListPanel::currentChanged, this, &MainWindow::showCurrent);
  connect(m_runs, &RunListPanel::selectionChanged, this, &MainWindow::showRuns);
  connect(m_runs, &RunListPanel::newRunRequested, this, &MainWindow::start);
  connect(m_runs, &RunListPanel::openRequested, this, &MainWindow::openFolders);
  connect(m_runs, &RunListPanel::examplesRequested, this, &MainWindow::exploreExamples);
  connect(m_runs, &RunListPanel::menuRequested, this, [this](const QPoint& place) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAction* action : {m_actions->resume, m_actions->extend, m_actions->fork, m_actions->useSetup, m_actions->copyCommand}) menu->addAction(action);
    menu->addSeparator();
    for (QAction* action : {m_actions->annotate, m_actions->rename, m_actions->showFolder, m_actions->remove, m_actions->trash}) menu->addAction(action);
    menu->popup(place);
  });
  connect(&m_runs->model(), &RunListModel::renameRequested, this, [this](const QString& folder, const QString& name) {
    if (trainsHere(folder)) return warn(tr("A run that trains here can be renamed when it is over."));
    m_parts.library.readFromFolder(folder, [name](app::FolderRunSource& source) { source.rename(name); });
  });
  connect(m_curves, &CurvesPanel::newRunRequested, this, &MainWindow::start);
  connect(m_lambda, &LambdaPanel::newRunRequested, this, &MainWindow::start);
  connect(m_lambda, &LambdaPanel::mapsChanged, this, &MainWindow::updateActions);
  connect(m_compare, &ComparePanel::lambdaRequested, m_actions->compareLambda, &QAction::trigger);
  connect(m_samples, &SamplesPanel::sampleChosen, this, [this](qint64 sample) {
    m_probeDock->show();
    m_probeDock->raise();
    m_probe->showSample(sample);
    m_lambda->showSample(static_cast<int>(sample));  // where it is one of the recorded ones
  });

  app::RunLibrary& library = m_parts.library;
  connect(&library, &app::RunLibrary::shownChanged, this, &MainWindow::showRuns);
  connect(&library, &app::RunLibrary::sourceReplaced, this, [this] {
    showRuns();
    showCurrent();
  });
  connect(&library, &app::RunLibrary::aboutToRemove, this, [this](int index) {
    if (m_parts.library.at(index).source.get() == m_connectedRun) {
      inspect(nullptr);
      m_status->setRun(nullptr);
      m_connectedRun = nullptr;
    }
  });
  connect(&library, &app::RunLibrary::aboutToRemoveMany, this, [this] {
    m_amidMany = true;
    m_curves->setRuns({});
    m_compare->setRuns({});
    m_lambda->setRuns({});
  });
  connect(&library, &app::RunLibrary::removedMany, this, [this] {
    m_amidMany = false;
    showRuns();
    showCurrent();
  });
  connect(&library, &app::RunLibrary::removed, this, [this] {
    showRuns();
    showCurrent();
  });
  m_openedSoon.setSingleShot(true);
  m_openedSoon.setInterval(kOpenedSoonMs);
  connect(&m_openedSoon, &QTimer::timeout, this, &MainWindow::showOpened);
  connect(&library, &app::RunLibrary::opened, this, [this](const QString& folder) {
    m_opened << folder;
    m_openedSoon.start();
  });
  connect(&library, &app::RunLibrary::detailsCancelled, this, &MainWindow::leaveDetails);
  connect(&library, &app::RunLibrary::folderOfRunsOpened, this, [this](const QString& folder, int runs) {
    const QPushButton* button = m_notices->show(tr("%1 holds %2 runs; they are in the list. New runs in it show up once it is watched.").arg(folder).arg(runs),
                                                NoticeBar::Weight::Plain, tr("Watch this folder"));
    connect(button, &QPushButton::clicked, this, [this, folder] {
      m_parts.library.watch(folder);
      m_notices->show(tr("%1 is watched: new runs in it show up by themselves.").arg(folder), NoticeBar::Weight::Plain);
    });
  });
  connect(&library, &app::RunLibrary::message, m_log, &LogPanel::add);
  connect(&library, &app::RunLibrary::changed, this, [this](int index) {
    const app::LibraryRun& run = m_parts.library.at(index);
    if (run.source.get() == m_connectedRun) m_status->refresh();
    const QString shownAs = m_shownLabels.value(run.folder);
    if (!shownAs.isNull() && shownAs != m_parts.library.label(index)) showRuns();
  });

  connect(m_figures, &FigureDialog::saved, this, [this](const QStringList& files) {
    m_notices->show(FigureDialog::savedText(files), NoticeBar::Weight::Plain);
    m_recent.add(app::Recent::Kind::Figures, files.constFirst());
  });
  connect(m_workStrip, &WorkStrip::busyChanged, this, &MainWindow::updateActions);

  app::Sweeps& sweeps = m_parts.sweeps;
  connect(m_sweeps, &SweepPanel::runsWanted, this, &MainWindow::showOnly);
  connect(&sweeps, &app::Sweeps::begun, this, [this] {
    m_sweepsDock->show();
    m_sweepsDock->raise();
  });
  connect(&sweeps, &app::Sweeps::runningChanged, this, [this] { m_status->setSweep(QFileInfo(m_parts.sweeps.running()).fileName()); });
  connect(&sweeps, &app::Sweeps::message, m_log, &LogPanel::add);
  connect(&sweeps, &app::Sweeps::failed, this, &MainWindow::warn);
  connect(&sweeps, &app::Sweeps::closed, this, &MainWindow::closedInPart);

  app::Session& session = m_parts.session;
  connect(&session, &app::Session::liveChanged, this, &MainWindow::updateActions);
  connect(&session, &app::Session::queueChanged, this, &MainWindow::updateActions);
  connect(&session, &app::Session::message, this, [this](const QString& sentence) {
    m_log->add(sentence);
    m_notices->show(sentence, NoticeBar::Weight::Plain);
  });
  connect(&session, &app::Session::failed, this, &MainWindow::warn);
  connect(&session, &app::Session::closed, this, &MainWindow::closedInPart);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    const app::LiveRunSource* live = m_parts.session.live();
    const QString offer = live ? tr("Quit now, resume from step %1").arg(grouped(live->savedStep())) : tr("Quit now");
    QPushButton* button = m_notices->show(closingWaitsFor(), NoticeBar::Weight::Plain, offer);
    connect(button, &QPushButton::clicked, this, [this] {
      saveLayout();
      emit quitNowRequested();
    });
  });
  connect(m_status->logButton(), &QToolButton::clicked, m_logDock, &QDockWidget::setVisible);
  connect(m_logDock, &QDockWidget::visibilityChanged, m_status->logButton(), &QToolButton::setChecked);
}

void MainWindow::defaultLayout() {
  addDockWidget(Qt::LeftDockWidgetArea, m_runsDock);
  splitDockWidget(m_runsDock, m_curvesDock, Qt::Horizontal);
  splitDockWidget(m_curvesDock, m_setupDock, Qt::Horizontal);
  splitDockWidget(m_curvesDock, m_lambdaDock, Qt::Vertical);
  tabifyDockWidget(m_lambdaDock, m_probeDock);
  tabifyDockWidget(m_probeDock, m_weightsDock);
  tabifyDockWidget(m_weightsDock, m_samplesDock);
  tabifyDockWidget(m_samplesDock, m_compareDock);
  tabifyDockWidget(m_compareDock, m_sweepsDock);
  m_lambdaDock->raise();
  addDockWidget(Qt::BottomDockWidgetArea, m_logDock);
  m_logDock->hide();
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - QSize(0, kTitleBar)));
  resizeDocks({m_runsDock, m_curvesDock, m_setupDock}, {248, 660, 372}, Qt::Horizontal);
  resizeDocks({m_curvesDock, m_lambdaDock}, {370, 350}, Qt::Vertical);
  m_firstLayout = saveState(kLayoutVersion);
}

void MainWindow::restoreLayout() {
  const Theme::Choice choice = Theme::fromName(m_parts.settings.value(kThemeKey).toString());
  (choice == Theme::Choice::Light  ? m_actions->themeLight
   : choice == Theme::Choice::Dark ? m_actions->themeDark
                                   : m_actions->themeSystem)
      ->setChecked(true);
  m_parts.theme.choose(choice);
  const QString language = m_parts.settings.value(kLanguageKey).toString();
  for (QAction* action : {m_actions->languageSystem, m_actions->languageEnglish, m_actions->languageSpanish, m_actions->languageDutch}) {
    action->setChecked(action->data().toString() == language);
  }
  restoreGeometry(m_parts.settings.value(kGeometryKey).toByteArray());
  restoreState(m_parts.settings.value(kStateKey).toByteArray(), kLayoutVersion);
  m_notices->putAway();
}

void MainWindow::saveLayout() {
  m_parts.settings.setValue(kGeometryKey, saveGeometry());
  m_parts.settings.setValue(kStateKey, saveState(kLayoutVersion));
  m_parts.settings.sync();
}

// ---- what the actions do -----------------------------------------------------------------------------------------

void MainWindow::start() {
  if (!m_draft.valid()) {
    m_setupDock->show();
    m_setup->showFirstProblem();
    return;
  }
  const QString folder = m_parts.session.start(m_draft.config(), m_draft.preset(), m_draft.forkPoint());
  m_runs->select(folder);
}

void MainWindow::stepOnce() {
  if (m_parts.session.live()) {
    m_parts.session.singleStep();
    return;
  }
  if (!m_draft.valid()) return;
  m_runs->select(m_parts.session.startWithOneStep(m_draft.config(), m_draft.preset(), m_draft.forkPoint()));
}

void MainWindow::resumeCurrent() {
  const app::LiveRunSource* live = m_parts.session.live();
  const app::RunSource* run = currentRun();
  if (live && (!run || run == live || !app::Session::resumable(*run))) {
    m_parts.session.goOn();
  } else if (run) {
    m_parts.session.resume(run->folder());
  }
}

void MainWindow::queueSeeds() {
  if (!m_draft.valid()) return;
  model::Config config = m_draft.config();
  for (int seed = 0; seed < kSeeds; ++seed) {
    config.set("train.seed", seed);
    const QString folder = m_parts.session.queue(config, m_draft.preset());
    m_parts.library.setShown(folder, true);
    if (!currentRun()) m_runs->select(folder);
  }
}

void MainWindow::copyCommand() {
  // Over the list it means the run, elsewhere the form.
  const app::RunSource* run = m_runs->isAncestorOf(QApplication::focusWidget()) ? currentRun() : nullptr;
  if (!run && !m_draft.valid()) return;
  const model::Config& config = run ? run->config() : m_draft.config();
  const QString preset = run ? QString::fromStdString(run->info().preset) : m_draft.preset();
  const app::Session::Fork fork = run ? forkOf(*run) : m_draft.forkPoint();
  if (run && !run->info().parentId.empty() && !fork) {
    return warn(tr("This run is a fork of one that is not in the list. Open that one too, so that the command can name it."));
  }
  const QString line = app::commandLine(app::Session::arguments(config, preset, fork, m_parts.session.newFolder(preset, config, fork)));
  QApplication::clipboard()->setText(line);
  m_log->add(line);
  m_notices->show(tr("Copied: %1").arg(line), NoticeBar::Weight::Plain);
}

void MainWindow::openFolders() {
  auto* dialog = new QFileDialog(this, tr("Open a run folder, or a folder of runs"), m_parts.library.runsFolder());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::filesSelected, this,
          [this](const QStringList& folders) { openRuns(folders); });
  dialog->show();
}

void MainWindow::openRuns(const QStringList& folders) {
  for (const QString& folder : folders) m_recent.add(app::Recent::Kind::Runs, folder);
  m_parts.library.open(folders);
}

void MainWindow::chooseFile(const QString& title, const QString& filter, void (MainWindow::*open)(const QString&)) {
  auto* dialog = new QFileDialog(this, title, {}, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, this, open);
  dialog->show();
}

void MainWindow::openConfiguration(const QString& file) {
  std::vector<model::Problem> problems;
  const model::Config config = model::readConfigFile(app::toPath(file), problems);
  if (!problems.empty()) {
    QStringList faults;
    for (const model::Problem& problem : problems)
      faults << QString::fromStdString(problem.field.empty() ? problem.message : problem.field + ": " + problem.message);
    warn(tr("%1 is no configuration that can be used: %2").arg(file, faults.join(QStringLiteral("; "))));
    return;
  }
  m_draft.use(config, {});
  m_recent.add(app::Recent::Kind::Configurations, file);
  m_setupDock->show();
  m_setupDock->raise();
}

// The runs that it was drawn from are read anew, on another thread.
void MainWindow::openFigure(const QString& file) {
  const app::Progress progress = m_parts.work.begin(tr("Reading the runs of %1").arg(QFileInfo(file).fileName()));
  m_reader.address().post([this, file, progress, window = thread(), back = m_mailbox.address()] {
    const auto figure = std::make_shared<std::unique_ptr<RecordedFigure>>();
    LambdaSubjects subjects;
    QString fault;
    try {
      *figure = std::make_unique<RecordedFigure>(readFigure(file, progress));
      subjects.runs = (*figure)->entries();
      if ((*figure)->recipe.kind == FigureKind::Lambda) subjects = recordedSubjects(subjects.runs, (*figure)->runs, (*figure)->recipe.options);
      progress.check();
      for (const auto& run : (*figure)->runs) run->moveToThread(window);
    } catch (const app::Cancelled&) {
      return;
    } catch (const std::exception& error) {
      fault = QString::fromUtf8(error.what());
    }
    back.post([this, figure, subjects, fault, file] { fault.isEmpty() ? showSavedFigure(std::move(*figure), subjects, file) : warn(fault); });
  });
}

void MainWindow::showSavedFigure(std::unique_ptr<RecordedFigure> figure, const LambdaSubjects& subjects, const QString& file) {
  m_savedFigure = std::move(figure);
  m_recent.add(app::Recent::Kind::Figures, file);
  FigureOptions options = m_savedFigure->recipe.options;
  options.file = file;
  if (QFileInfo(file).suffix() == QLatin1String("json")) options.file.clear();
  m_figures->showAgain(m_savedFigure->recipe.kind, subjects, options);
}

// ---- recently opened, and folders that are watched ---------------------------------------------------------------

void MainWindow::fillRecent() {
  const QStringList gone = m_recent.clean();
  for (const QString& path : gone) m_log->add(tr("%1 no longer exists and has left the list of recent things.").arg(path));
  for (QAction* action : m_recentMenu->actions()) {
    m_recentMenu->removeAction(action);
    if (action != m_actions->clearRecent) action->deleteLater();
  }
  const std::tuple<app::Recent::Kind, QString, std::function<void(const QString&)>> kinds[] = {
      {app::Recent::Kind::Runs, tr("Run folders"), [this](const QString& path) { openRuns({path}); }},
      {app::Recent::Kind::Configurations, tr("Configurations"), [this](const QString& path) { openConfiguration(path); }},
      {app::Recent::Kind::Figures, tr("Figures"), [this](const QString& path) { openFigure(path); }}};
  for (const auto& [kind, title, open] : kinds) {
    const QStringList paths = m_recent.list(kind);
    if (paths.isEmpty()) continue;
    m_recentMenu->addSection(title);
    for (const QString& path : paths) {
      constexpr int kPathWidth = 360;
      QString text = m_recentMenu->fontMetrics().elidedText(path, Qt::ElideMiddle, kPathWidth);
      QAction* action = m_recentMenu->addAction(text.replace(QLatin1Char('&'), QLatin1String("&&")));
      action->setToolTip(path);
      action->setData(path);
      connect(action, &QAction::triggered, this, [open, path] { open(path); });
    }
  }
  if (m_recent.empty()) m_recentMenu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
  if (!gone.isEmpty())
    m_recentMenu->addAction(tr("%n entry(ies) taken off that no longer exist(s)", nullptr, static_cast<int>(gone.size())))->setEnabled(false);
  m_recentMenu->addSeparator();
  m_recentMenu->addAction(m_actions->clearRecent);
  allow(m_actions->clearRecent, !m_recent.empty(), tr("The list is empty"));
}

void MainWindow::chooseWatched() {
  auto* dialog = new QFileDialog(this, tr("Watch a folder of runs"), m_parts.library.runsFolder());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, &m_parts.library, &app::RunLibrary::watch);
  dialog->show();
}

void MainWindow::showWatched() {
  if (!m_watched) {
    m_watched = new WatchedDialog(m_parts.library, this);
    connect(m_watched, &WatchedDialog::addRequested, this, &MainWindow::chooseWatched);
  }
  m_watched->show();
  m_watched->raise();
  m_watched->activateWindow();
}

// A few runs that are opened together are drawn; of many the first is chosen, and nothing is read that nobody asked for.
void MainWindow::showOpened() {
  const QStringList opened = std::exchange(m_opened, {});
  if (opened.isEmpty()) return;
  if (opened.size() <= kDrawnAtOnce) m_parts.library.setShown(opened, true);
  m_runs->select(opened.size() <= kDrawnAtOnce ? opened.constLast() : opened.constFirst());
}

void MainWindow::leaveDetails(const QStringList& folders) {
  m_amidMany = true;
  m_parts.library.setShown(folders, false);
  m_runs->select(m_runs->current());
  m_amidMany = false;
  showRuns();
}

void MainWindow::chooseRunsFolder() {
  auto* dialog = new QFileDialog(this, tr("Where new runs are written"), m_parts.library.runsFolder());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
    m_parts.settings.setValue(kRunsFolderKey, folder);
    m_parts.library.setRunsFolder(folder);
    m_notices->show(tr("New runs are written to %1").arg(folder), NoticeBar::Weight::Plain);
  });
  dialog->show();
}

void MainWindow::useSetup() {
  if (const app::RunSource* run = currentRun()) m_draft.use(run->config(), QString::fromStdString(run->info().preset));
  m_setupDock->show();
}

void MainWindow::forkCurrent() {
  const app::RunSource* run = currentRun();
  if (!run) return;
  const QString folder = run->folder();
  m_parts.session.findKeptSteps(folder, [this, folder](const QVector<qint64>& steps) {
    const int index = m_parts.library.indexOf(folder);
    if (index < 0) return;
    if (steps.isEmpty()) {
      warn(tr("No weights of %1 are kept by step, so it cannot be forked.").arg(m_parts.library.label(index)));
      return;
    }
    const app::RunSource& source = *m_parts.library.at(index).source;
    m_draft.fork({folder, m_parts.library.label(index), source.config(), steps, steps.constLast()}, QString::fromStdString(source.info().preset));
    m_setupDock->show();
    m_setupDock->raise();
  });
}

void MainWindow::extendCurrent() {
  const app::RunSource* run = currentRun();
  if (!run) return;
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Train further"));
  dialog->setLabelText(tr("Steps in all (it has made %1)").arg(grouped(run->info().step)));
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(static_cast<int>(run->info().step) + 1, std::numeric_limits<int>::max());
  dialog->setIntValue(static_cast<int>(std::max<std::int64_t>(2 * run->info().step, run->info().step + 100)));
  dialog->setModal(false);
  connect(dialog, &QInputDialog::intValueSelected, this, [this, folder = run->folder()](int steps) { m_parts.session.extend(folder, steps); });
  dialog->show();
}

bool MainWindow::trainsHere(const QString& folder) const {
  const auto* live = qobject_cast<const app::LiveRunSource*>(m_parts.library.source(folder));
  return live && live->active();
}

// The run that `run` was forked from, where it is in the list.
app::Session::Fork MainWindow::forkOf(const app::RunSource& run) const {
  const model::RunInfo& info = run.info();
  for (int i = 0; !info.parentId.empty() && i < m_parts.library.count(); ++i) {
    const app::RunSource& parent = *m_parts.library.at(i).source;
    if (parent.info().id == info.parentId) return app::ForkPoint{parent.folder(), m_parts.library.label(i), parent.config(), {info.parentStep}, info.parentStep};
  }
  return {};
}

void MainWindow::annotateCurrent() {
  const QString folder = m_runs->current();
  if (trainsHere(folder)) return warn(tr("A run that trains here can be given tags and notes when it is over."));
  m_parts.library.readFromFolder(folder, [this](app::FolderRunSource& source) {
    auto* notes = new NotesDialog(source.info(), this);
    connect(notes, &NotesDialog::saved, &source, &app::FolderRunSource::annotate);
    notes->show();
  });
}

void MainWindow::trashSelected() {
  for (const QString& folder : m_runs->selected()) {
    const int index = m_parts.library.indexOf(folder);
    const bool trains = index < 0 || m_parts.library.at(index).queued || m_parts.library.at(index).source.get() == m_parts.session.live();
    trains ? warn(tr("A run that trains or waits is not moved to the trash. Stop it first.")) : m_parts.library.moveToTrash(folder);
  }
}

void MainWindow::renameCurrent() {
  if (!m_runs->current().isEmpty()) m_runs->editName(m_runs->current());
}

void MainWindow::showFolder() {
  if (const app::RunSource* run = currentRun()) QDesktopServices::openUrl(QUrl::fromLocalFile(run->folder()));
}

void MainWindow::removeSelected() {
  const QStringList folders = m_runs->selected();
  QStringList leaving;
  for (const QString& folder : folders) {
    const int index = m_parts.library.indexOf(folder);
    if (index < 0) continue;
    const bool live = m_parts.library.at(index).source.get() == m_parts.session.live();
    if (live || m_parts.session.runningProcessFolder() == folder) {
      warn(tr("A run that trains stays in the list. Stop it first."));
    } else if (m_parts.library.at(index).queued) {
      m_parts.session.cancel(folder);
    } else {
      leaving << folder;
    }
  }
  m_parts.library.remove(leaving);
}

void MainWindow::chooseTheme(Theme::Choice choice) {
  m_parts.settings.setValue(kThemeKey, Theme::name(choice));
  m_parts.theme.choose(choice);
}

// Panels write their words when they are made, so another language waits for the next start.
void MainWindow::chooseLanguage(const QString& code) {
  code.isEmpty() ? m_parts.settings.remove(kLanguageKey) : m_parts.settings.setValue(kLanguageKey, code);
  const QString name = languageName(spokenLanguage(code, QLocale::system()));
  m_notices->show(tr("%1 is spoken from the next start on.").arg(name), NoticeBar::Weight::Plain);
}

void MainWindow::about() {
  m_notices->show(tr("Fenwick Lab %1, a laboratory for log-linear attention. GPL-3.0-or-later. Qt %2. %3")
                      .arg(m_parts.version, QLatin1String(qVersion()), m_machine),
                  NoticeBar::Weight::Plain);
}

void MainWindow::exploreExamples() {
  try {
    m_parts.library.open(app::unpackExamples(m_examplesFolder.isEmpty() ? app::examplesFolder() : m_examplesFolder));
    m_notices->show(tr("Two runs of one task: with λ as the paper's text describes it, recall is solved; as its code builds it, this seed "
                       "stays at 1/32. Their λ is below, their curves above."),
                    NoticeBar::Weight::Plain);
  } catch (const std::exception& error) {
    warn(QString::fromUtf8(error.what()));
  }
}

void MainWindow::showFigure(int kind) {
  FigureOptions options;
  options.spread = m_compare->spread();
  if (kind == 1) {
    m_lambda->exportTo(*m_figures);
  } else if (kind == 2) {
    m_figures->showCompare(shownEntries(), options);
  } else {
    m_figures->showCurves(shownEntries(), options);
  }
}

// ---- what is shown -------------------------------------------------------------------------------------------------

app::RunSource* MainWindow::currentRun() const { return m_parts.library.source(m_runs->current()); }

QVector<CurvesPanel::Entry> MainWindow::shownEntries() const {
  const QStringList selected = m_runs->selected();
  QVector<CurvesPanel::Entry> entries;
  QStringList folders;
  for (int i = 0; i < m_parts.library.count(); ++i) {
    const app::LibraryRun& run = m_parts.library.at(i);
    if (!run.shown && !selected.contains(run.folder)) continue;
    folders << run.folder;
    RunStyle style = runStyle(run.slot);
    style.label = m_parts.library.label(i);
    entries.append({run.source.get(), style});
  }
  m_parts.library.readDetails(folders);
  return entries;
}

void MainWindow::showRuns() {
  if (m_amidMany) return;
  const QVector<CurvesPanel::Entry> entries = shownEntries();
  m_shownLabels.clear();
  for (const CurvesPanel::Entry& entry : entries) m_shownLabels.insert(entry.source->folder(), entry.style.label);
  m_curves->setRuns(entries);
  m_compare->setRuns(entries);
  m_lambda->setRuns(entries);
  updateActions();
}

void MainWindow::showOnly(const QStringList& folders) {
  if (folders.isEmpty()) return;
  QStringList others;
  for (int i = 0; i < m_parts.library.count(); ++i) {
    if (!folders.contains(m_parts.library.at(i).folder)) others << m_parts.library.at(i).folder;
  }
  m_parts.library.setShown(others, false);
  m_parts.library.setShown(folders, true);
  m_runs->select(folders.constFirst());
  m_curvesDock->show();
  m_curvesDock->raise();
}

void MainWindow::showCurrent() {
  if (m_amidMany) return;
  app::RunSource* run = currentRun();
  if (run) m_parts.library.readDetails({run->folder()});
  if (run != m_connectedRun) {
    for (const QMetaObject::Connection& connection : std::as_const(m_runConnections)) disconnect(connection);
    m_runConnections.clear();
    m_connectedRun = run;
    inspect(run);
    m_status->setRun(run);
    if (run) {
      m_runConnections << connect(run, &app::RunSource::infoChanged, this, &MainWindow::updateActions)
                       << connect(run, &app::RunSource::snapshotReady, this, &MainWindow::updateActions);
    }
  }
  updateActions();
}

void MainWindow::setMachine(const QString& sentence) {
  m_machine = sentence;
  m_status->setMachine(sentence);
}

void MainWindow::updateActions() {
  const app::Session& session = m_parts.session;
  const app::LiveRunSource* live = session.live();
  const app::RunSource* run = currentRun();
  const bool valid = m_draft.valid();
  const bool paused = live && live->phase() == app::WorkerPhase::Paused;
  const bool training = live && live->phase() == app::WorkerPhase::Training;
  const bool preparing = live && live->phase() == app::WorkerPhase::Preparing;
  const QString mend = valid ? QString() : m_setup->verdict();

  m_actions->start->setText(live ? tr("&Queue") : tr("&Start"));
  m_actions->start->setIcon(icon(live ? QStringLiteral("seeds") : QStringLiteral("start")));
  allow(m_actions->start, valid && !m_closing, mend);
  allow(m_actions->seeds, valid && !m_closing && !m_draft.forkPoint(), valid ? tr("A fork keeps the seed of its run") : mend);
  allow(m_actions->copyCommand, valid || run, mend);
  const QString undone = m_draft.undoText(), redone = m_draft.redoText();
  m_actions->undo->setText(undone.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(undone));
  m_actions->redo->setText(redone.isEmpty() ? tr("R&edo") : tr("R&edo: %1").arg(redone));
  allow(m_actions->undo, !undone.isEmpty(), tr("The form has not been edited"));
  allow(m_actions->redo, !redone.isEmpty(), tr("Nothing was taken back"));
  allow(m_actions->pause, training && !m_closing, tr("Nothing trains in the window"));
  allow(m_actions->step, !m_closing && (paused || (!live && valid)), training ? tr("Pause first") : mend);
  allow(m_actions->stop, (training || paused) && !m_closing, tr("Nothing trains in the window"));
  allow(m_actions->snapshot, (training || paused) && !m_closing, tr("Nothing trains in the window"));
  const bool resumable = run && run != live && !live && app::Session::resumable(*run);
  allow(m_actions->resume, !m_closing && (paused || resumable),
        training || preparing ? tr("A run trains in the window") : tr("Choose a paused or interrupted run"));
  allow(m_actions->extend, run && !live && app::Session::extendable(*run), live ? tr("A run trains in the window") : tr("Choose a finished run"));
  for (QAction* action : {m_actions->useSetup, m_actions->fork, m_actions->annotate, m_actions->rename, m_actions->showFolder, m_actions->remove, m_actions->trash}) {
    allow(action, run != nullptr, tr("Choose a run in the list"));
  }
  allow(m_actions->cancelWork, m_workStrip->busy(), tr("Nothing takes long just now"));
  const bool anyShown = run != nullptr || !m_runs->selected().isEmpty() || anyRunShown();
  allow(m_actions->figure, anyShown, tr("Choose a run in the list"));
  allow(m_actions->figureCompare, anyShown, tr("Choose runs in the list"));
  allow(m_actions->compareLambda, anyShown, tr("Choose runs in the list"));
  allow(m_actions->figureLambda, m_lambda->hasMaps(), tr("The chosen run has no \u03bb snapshot yet"));
  m_status->refresh();
}

bool MainWindow::anyRunShown() const {
  for (int i = 0; i < m_parts.library.count(); ++i) {
    if (m_parts.library.at(i).shown) return true;
  }
  return false;
}

void MainWindow::warn(const QString& sentence) {
  m_log->add(sentence);
  QPushButton* button = m_notices->show(sentence, NoticeBar::Weight::Warning, tr("Show the log"));
  connect(button, &QPushButton::clicked, m_logDock, [this] { m_logDock->show(); });
}

// ---- closing, dropping ---------------------------------------------------------------------------------------------

void MainWindow::closeEvent(QCloseEvent* event) {
  const bool busy = m_parts.session.live() || m_parts.session.queued() > 0 || !m_parts.sweeps.running().isEmpty();
  if (m_mayClose || !busy) {
    saveLayout();
    event->accept();
    return;
  }
  event->ignore();
  beginClosing();
}

void MainWindow::beginClosing() {
  if (m_closing) return;
  m_closing = true;
  m_notices->show(closingWaitsFor(), NoticeBar::Weight::Plain);
  m_patience.start();
  m_closingParts = 2;
  m_parts.session.close();
  m_parts.sweeps.close();
  updateActions();
}

void MainWindow::closedInPart() {
  if (--m_closingParts > 0) return;
  m_mayClose = true;
  close();
}

QString MainWindow::closingWaitsFor() const {
  const QString session = m_parts.session.waitsFor(), sweep = m_parts.sweeps.running();
  const QString waited = session.isEmpty() && !sweep.isEmpty() ? tr("the checkpoints of the sweep %1").arg(QFileInfo(sweep).fileName()) : session;
  return tr("Closing: waiting for %1.").arg(waited);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList folders;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (!url.isLocalFile()) continue;
    const QFileInfo dropped(url.toLocalFile());
    static const QStringList kFigures{QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("png"), QStringLiteral("gif")};
    if (dropped.isFile() && kFigures.contains(dropped.suffix().toLower())) {
      openFigure(dropped.filePath());
      continue;
    }
    folders << (dropped.isDir() ? dropped.filePath() : dropped.path());
  }
  if (!folders.isEmpty()) openRuns(folders);
}

// A field takes back its own letters first; once it has none left, the form's last edit is meant.
static bool leavesUndoToTheForm(const QObject* watched, const QKeyEvent& event) {
  const auto* field = qobject_cast<const QLineEdit*>(watched);
  return field && ((event.matches(QKeySequence::Undo) && !field->isUndoAvailable()) ||
                   (event.matches(QKeySequence::Redo) && !field->isRedoAvailable()));
}

// Whatever a person does wakes the run in the window, so that what it shows is fresh at once.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::ShortcutOverride:
      if (leavesUndoToTheForm(watched, *static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
      }
      // By key what has the focus is meant, and the action that waits for a click stands back.
      if (static_cast<QKeyEvent*>(event)->matches(QKeySequence::WhatsThis) && !explanation(QApplication::focusWidget()).isEmpty()) {
        event->accept();
        return true;
      }
      break;
    case QEvent::QueryWhatsThis:
    case QEvent::WhatsThis:
      if (auto* widget = qobject_cast<QWidget*>(watched); widget && isAncestorOf(widget) && answersWhatsThis(widget, event)) return true;
      break;
    case QEvent::KeyPress:
      if (static_cast<QKeyEvent*>(event)->matches(QKeySequence::WhatsThis) && watched == QApplication::focusWidget() && explainFocused()) return true;
      [[fallthrough]];
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
      if (m_parts.session.live()) m_parts.session.live()->hurry();
      break;
    default:
      break;
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace fenwick::ui
