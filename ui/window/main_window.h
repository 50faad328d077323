#pragma once

#include <QDockWidget>
#include <QHash>
#include <QMainWindow>
#include <QSettings>
#include <QTimer>
#include <memory>

#include "app/core/config_draft.h"
#include "app/core/inspector.h"
#include "app/core/long_work.h"
#include "app/core/recent.h"
#include "app/core/run_library.h"
#include "app/core/session.h"
#include "app/core/sweeps.h"
#include "ui/look/theme.h"
#include "ui/views/curves_panel.h"
#include "ui/window/actions.h"

namespace fenwick::ui {

class ActionSearch;
class ComparePanel;
class FigureDialog;
class LambdaPanel;
class LogPanel;
class MapCursor;
class NoticeBar;
class ProbePanel;
class RunListPanel;
class SamplesPanel;
class SetupPanel;
class StatusStrip;
class SweepPanel;
class WatchedDialog;
class WeightsPanel;
class WorkStrip;
struct LambdaSubjects;
struct RecordedFigure;

// The window: panels in docks that remember their place, toolbar, menus, status strip. It holds no truth: runs are the library's, what
// trains is the session's, the form is a draft.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // None of them is owned; all outlive the window.
  struct Parts {
    app::LongWork& work;
    app::RunLibrary& library;
    app::Session& session;
    app::Sweeps& sweeps;
    QSettings& settings;
    Theme& theme;
    QString version;
  };

  explicit MainWindow(Parts parts);
  ~MainWindow() override;

  Actions& actions() { return *m_actions; }
  app::ConfigDraft& draft() { return m_draft; }
  SetupPanel& setup() { return *m_setup; }
  RunListPanel& runs() { return *m_runs; }
  SweepPanel& sweeps() { return *m_sweeps; }
  NoticeBar& notices() { return *m_notices; }
  StatusStrip& status() { return *m_status; }
  ActionSearch& search() { return *m_search; }
  WorkStrip& workStrip() { return *m_workStrip; }
  FigureDialog& figures() { return *m_figures; }
  QMenu& recentMenu() { return *m_recentMenu; }

  // Each as from its dialog, the recent list or a drop.
  void openRuns(const QStringList& folders);
  void openConfiguration(const QString& file);
  void openFigure(const QString& file);

  // Where the example runs are laid; empty: beside the user's own data.
  void setExamplesFolder(const QString& folder) { m_examplesFolder = folder; }
  // What the machine can do, for the status strip and the About notice.
  void setMachine(const QString& sentence);
  // The run that inspector, status strip and commands mean; null where there is none.
  app::RunSource* currentRun() const;

 signals:
  // A person does not want to wait for the checkpoint: the process has to end without its threads' consent.
  void quitNowRequested();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildPanels();
  void buildToolBar();
  void buildMenus();
  void connectActions();
  void connectParts();
  static QAction* viewAction(const QDockWidget* dock);
  QDockWidget* addDock(const char* name, const QString& title, QWidget* inside, const QString& keys, const QString& about);
  void defaultLayout();
  void restoreLayout();
  void saveLayout();

  void start();
  void stepOnce();
  void resumeCurrent();
  void queueSeeds();
  void copyCommand();
  void openFolders();
  void chooseFile(const QString& title, const QString& filter, void (MainWindow::*open)(const QString&));
  void chooseWatched();
  void showWatched();
  void fillRecent();
  void showOpened();
  void leaveDetails(const QStringList& folders);
  void showSavedFigure(std::unique_ptr<RecordedFigure> figure, const LambdaSubjects& subjects, const QString& file);
  void chooseRunsFolder();
  void useSetup();
  void forkCurrent();
  void extendCurrent();
  void annotateCurrent();
  void trashSelected();
  void renameCurrent();
  void showFolder();
  void removeSelected();
  void chooseTheme(Theme::Choice choice);
  void chooseLanguage(const QString& code);
  void about();
  void exploreExamples();
  void showFigure(int kind);

  QVector<CurvesPanel::Entry> shownEntries() const;
  bool anyRunShown() const;
  bool trainsHere(const QString& folder) const;
  app::Session::Fork forkOf(const app::RunSource& run) const;
  void showRuns();
  void showOnly(const QStringList& folders);
  void showCurrent();
  void inspect(app::RunSource* run);
  void updateActions();
  void warn(const QString& sentence);
  void beginClosing();
  void closedInPart();
  QString closingWaitsFor() const;

  Parts m_parts;
  app::ConfigDraft m_draft;
  Actions* m_actions;
  RunListPanel* m_runs;
  CurvesPanel* m_curves;
  MapCursor* m_cursor;  // through all open maps
  LambdaPanel* m_lambda;
  app::Inspector* m_inspector;  // the chosen run's weights
  ProbePanel* m_probe;
  WeightsPanel* m_weights;
  SamplesPanel* m_samples;
  ComparePanel* m_compare;
  SweepPanel* m_sweeps;
  SetupPanel* m_setup;
  LogPanel* m_log;
  StatusStrip* m_status;
  NoticeBar* m_notices;
  ActionSearch* m_search;
  WorkStrip* m_workStrip;
  FigureDialog* m_figures;
  QPointer<WatchedDialog> m_watched;
  app::Recent m_recent;
  QMenu* m_recentMenu = nullptr;
  std::unique_ptr<RecordedFigure> m_savedFigure;  // what the figure dialog draws from, where it was opened from a file
  QStringList m_opened;                           // runs that have come into the list by opening, until they are shown
  QTimer m_openedSoon;
  bool m_amidMany = false;                        // changes of the list: what is shown follows once, at their end
  QDockWidget *m_runsDock, *m_curvesDock, *m_lambdaDock, *m_probeDock, *m_weightsDock, *m_samplesDock, *m_compareDock, *m_sweepsDock, *m_setupDock, *m_logDock;
  QMenu* m_presetMenu = nullptr;
  QByteArray m_firstLayout;
  QString m_machine, m_examplesFolder;
  app::RunSource* m_connectedRun = nullptr;
  QVector<QMetaObject::Connection> m_runConnections;
  QHash<QString, QString> m_shownLabels;  // by folder: what the curves call each run
  QTimer m_patience;                      // how long closing waits before it offers to quit at once
  bool m_closing = false;
  bool m_mayClose = false;
  int m_closingParts = 0;  // session and sweeps, until each has ended what trains
  app::Mailbox m_mailbox;
  app::CallThread m_reader{QStringLiteral("reader"), QThread::LowPriority};
};

}  // namespace fenwick::ui
