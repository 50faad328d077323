#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QImageReader>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "app/core/command_line.h"
#include "app/core/folder_follower.h"
#include "app/core/session.h"
#include "app/core/trainer.h"
#include "model/run/run_folder.h"
#include "ui/figures/export_command.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_preview.h"
#include "ui/look/format.h"
#include "ui/runs/notes_dialog.h"
#include "ui/runs/run_list_panel.h"
#include "ui/runs/watched_dialog.h"
#include "ui/setup/setup_panel.h"
#include "ui/sweeps/sweep_panel.h"
#include "ui/views/lambda_panel.h"
#include "ui/views/map_canvas.h"
#include "ui/window/action_search.h"
#include "ui/window/lab.h"
#include "ui/window/notice_bar.h"
#include "ui/window/status_strip.h"
#include "ui/window/work_strip.h"

using namespace fenwick;

namespace {

struct Settings {
  QSettings store;
};

// The whole program as main() puts it together, with the real trainer; it knows no run before it is told to look.
struct Lab : Settings, ui::Lab {
  explicit Lab(const QTemporaryDir& dir, app::Trainer trainer = app::modelTrainer(2))
      : Settings{QSettings(dir.filePath("settings.ini"), QSettings::IniFormat)},
        ui::Lab(store, {dir.filePath("runs"), {}}, {std::move(trainer), QStringLiteral(FENWICK_BINARY_DIR "/fenwick"), 2}) {
    window.show();
  }

  // A model so small that a step takes a millisecond.
  void makeTiny() {
    const std::pair<const char*, model::Json> settingsOfIt[] = {
        {"task.length", 16},          {"task.kvPairs", 2},        {"task.vocabulary", 16},
        {"task.examples", 64},        {"task.testExamples", 16},  {"task.validationExamples", 16},
        {"model.layers", 1},          {"model.width", 8},         {"model.keyDim", 8},
        {"train.batch", 4},           {"train.steps", 1000000},   {"train.stopAt", 0},
        {"train.snapshotSamples", 1}, {"train.evaluateEvery", 50}};
    for (const auto& [path, value] : settingsOfIt) window.draft().set(QString::fromLatin1(path), value);
    QVERIFY2(window.draft().valid(), window.draft().valid() ? "" : window.draft().problems().front().message.c_str());
  }

  void trigger(QAction* action) {
    QVERIFY2(action->isEnabled(), qPrintable(action->text() + " is off"));
    action->trigger();
  }
};

// Folders as finished runs leave them, without curves.
void makeRuns(const QString& in, int count) {
  for (int i = 0; i < count; ++i) {
    const std::filesystem::path folder = std::filesystem::path(in.toStdString()) / ("run" + std::to_string(i));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "config.json") << model::Config().text();
    const model::Json tree{{"format", 1}, {"id", in.toStdString() + std::to_string(i)}, {"name", ""}, {"state", "finished"}, {"step", i}};
    std::ofstream(folder / "run.json") << tree.dump();
  }
}

void drop(QWidget& window, const QString& path) {
  QMimeData dropped;
  dropped.setUrls({QUrl::fromLocalFile(path)});
  // Qt passes a drop on only to what a drag has entered.
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &drop);
}

QAction* recentOf(const ui::MainWindow& window, const QString& path) {
  QMenu& menu = const_cast<ui::MainWindow&>(window).recentMenu();
  emit menu.aboutToShow();
  for (QAction* action : menu.actions()) {
    if (action->data().toString() == path) return action;
  }
  return nullptr;
}

qint64 stepsOf(const app::RunSource* run) { return run->series(QStringLiteral("train/loss")).steps.size(); }

}  // namespace

class MainWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_dir = std::make_unique<QTemporaryDir>(); }

  void itOpensOnTheQuickPresetReadyToStart();
  void everyActionStandsInAMenuWithAShortcutOfItsOwn();
  void aBadFieldIsMarkedWithItsReasonAndStartIsOff();
  void pointAndCommaAreBothTaken();
  void whatDiffersFromThePresetIsBoldWithAResetArrow();
  void editsOfTheFormAreUndoneByKeys();
  void irrelevantFieldsAreHidden();
  void anotherArmFillsTheForm();
  void parametersAndOverheadAreTold();
  void theCommandLineIsCopied();
  void searchFindsAndRunsAnAction();
  void startPauseStepResumeStop();
  void closingInMidStepSavesAndCloses();
  void closingThatTakesLongOffersToQuitAtOnce();
  void theExamplesAreOpenedWithoutTraining();
  void lambdaOfTheShownRunsStandsSideBySideAndBecomesAFigure();
  void aFinishedRunIsReopenedByDropping();
  void everyTextStaysReadableWhenColoursChange();
  void anInterruptedRunIsResumed();
  void aRunIsForkedAtAKeptStepAndTrainedFurther();
  void tagsAndNotesAreKeptAndFound();
  void aRunThatTrainedHereIsRenamedAndNotedWhenItIsOver();
  void aRunGoesToTheTrash();
  void aFaultOfTheTrainerIsTold();
  void seedsAreQueuedAndTrained();
  void aSweepFillsItsTableAndGoesOn();
  void closingStopsASweep();
  void aPanelBehindATabComesForwardBeforeItIsHidden();
  void layoutAndThemeAreRemembered();
  void whatTakesLongIsShownAndTakenBackByEscape();
  void readingManyRunsIsTakenBack();
  void aDroppedFolderOfRunsIsOfferedToBeWatched();
  void watchedFoldersAreKeptAlsoWhileTheyAreMissing();
  void aConfigurationFillsTheFormAndIsRecent();
  void aSavedFigureIsDrawnAgainFromTheRecentList();
  void whatNoLongerExistsLeavesTheRecentList();

 private:
  std::unique_ptr<QTemporaryDir> m_dir;
};

void MainWindowTest::itOpensOnTheQuickPresetReadyToStart() {
  Lab lab(*m_dir);
  QCOMPARE(lab.window.draft().preset(), QStringLiteral("mqar-quick"));
  QVERIFY(lab.window.actions().start->isEnabled());
  QVERIFY(!lab.window.actions().pause->isEnabled());
  QVERIFY(!lab.window.actions().stop->isEnabled());
  QVERIFY(!lab.window.actions().resume->isEnabled());
  QVERIFY(lab.window.actions().pause->toolTip().contains(QStringLiteral("Nothing trains")));
}

void MainWindowTest::everyActionStandsInAMenuWithAShortcutOfItsOwn() {
  Lab lab(*m_dir);
  QSet<QAction*> inMenus;
  const std::function<void(const QMenu&)> note = [&](const QMenu& menu) {
    for (QAction* action : menu.actions()) {
      inMenus.insert(action);
      if (action->menu()) note(*action->menu());
    }
  };
  for (QAction* menu : lab.window.menuBar()->actions()) note(*menu->menu());
  QHash<QString, QString> keys;
  for (QAction* action : lab.window.actions().all()) {
    QVERIFY2(inMenus.contains(action), qPrintable(action->text()));
    const QString shortcut = action->shortcut().toString();
    QVERIFY2(!shortcut.isEmpty(), qPrintable(action->text()));
    QVERIFY2(!keys.contains(shortcut), qPrintable(action->text() + " and " + keys.value(shortcut)));
    keys.insert(shortcut, action->text());
  }
  for (QDockWidget* dock : lab.window.findChildren<QDockWidget*>()) {
    QAction* view = dock->findChild<QAction*>("view");
    const QString shortcut = view->shortcut().toString();
    QVERIFY(inMenus.contains(view));
    QVERIFY(!shortcut.isEmpty() && !keys.contains(shortcut));
  }
  // Keys of a panel alone.
  for (const char* panel : {"curvesDock", "lambdaDock"}) {
    const QList<QAction*> own = lab.window.findChild<QDockWidget*>(panel)->widget()->actions();
    QVERIFY(own.size() > 5);
    for (QAction* action : own) QVERIFY2(inMenus.contains(action) && !action->shortcut().isEmpty(), qPrintable(action->text()));
  }
}

void MainWindowTest::aBadFieldIsMarkedWithItsReasonAndStartIsOff() {
  Lab lab(*m_dir);
  ui::SetupPanel& setup = lab.window.setup();
  setup.editor("task.kvPairs")->type("40");
  ui::SetupSection* section = setup.sectionOf("task.kvPairs");
  QVERIFY(section->problemLabel("task.kvPairs")->isVisibleTo(section));
  QVERIFY2(section->problemLabel("task.kvPairs")->text().contains("16"),
           qPrintable(section->problemLabel("task.kvPairs")->text()));
  QVERIFY(!lab.window.actions().start->isEnabled());
  QVERIFY(!lab.window.actions().seeds->isEnabled());
  QVERIFY(setup.verdict().contains(QStringLiteral("Key-value pairs")));
  QVERIFY(lab.window.actions().start->toolTip().contains(setup.verdict()));
  setup.editor("train.steps")->type("many");
  QCOMPARE(setup.editor("train.steps")->text(), QStringLiteral("many"));  // what was typed stays to be mended
  QVERIFY(!setup.sectionOf("train.steps")->problemLabel("train.steps")->text().isEmpty());
  setup.editor("task.kvPairs")->type("8");
  QVERIFY(!lab.window.actions().start->isEnabled());
  setup.editor("train.steps")->type("500");
  QVERIFY(lab.window.actions().start->isEnabled());
  QVERIFY(!section->problemLabel("task.kvPairs")->isVisibleTo(section));
}

void MainWindowTest::pointAndCommaAreBothTaken() {
  Lab lab(*m_dir);
  for (const char* text : {"0.0025", "0,0025", "2.5e-3", "2,5e-3"}) {
    lab.window.draft().reset("train.learningRate");
    lab.window.setup().editor("train.learningRate")->type(QString::fromLatin1(text));
    QCOMPARE(lab.window.draft().config().get<double>("train.learningRate"), 0.0025);
  }
  for (const char* text : {"12000", "12,000", "12.000", "1.2e4"}) {
    lab.window.draft().reset("train.steps");
    lab.window.setup().editor("train.steps")->type(QString::fromLatin1(text));
    QCOMPARE(lab.window.draft().config().get<int>("train.steps"), 12000);
  }
}

void MainWindowTest::whatDiffersFromThePresetIsBoldWithAResetArrow() {
  Lab lab(*m_dir);
  ui::SetupPanel& setup = lab.window.setup();
  ui::SetupSection* section = setup.sectionOf("train.learningRate");
  section->setOpen(true);
  QVERIFY(!section->nameLabel("train.learningRate")->font().bold());
  QVERIFY(!section->resetButton("train.learningRate")->isVisibleTo(section));
  setup.editor("train.learningRate")->type("0.5");
  QVERIFY(section->nameLabel("train.learningRate")->font().bold());
  QVERIFY(section->resetButton("train.learningRate")->isVisibleTo(section));
  section->resetButton("train.learningRate")->click();
  QVERIFY(!section->nameLabel("train.learningRate")->font().bold());
  QVERIFY(lab.window.draft().differences().isEmpty());
}

void MainWindowTest::editsOfTheFormAreUndoneByKeys() {
  Lab lab(*m_dir);
  QVERIFY(!lab.window.actions().undo->isEnabled());
  auto* field = lab.window.setup().editor(QStringLiteral("task.length"))->findChild<QLineEdit*>();
  QVERIFY(field);
  const QString before = field->text();
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("128"));
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(lab.window.draft().config().get<std::int64_t>("task.length"), 128);
  QVERIFY(lab.window.actions().undo->text().contains(QStringLiteral("Length")));
  lab.trigger(lab.window.actions().undo);
  QCOMPARE(lab.window.draft().config().get<std::int64_t>("task.length"), 64);
  QTRY_COMPARE(field->text(), before);
  lab.trigger(lab.window.actions().redo);
  QTRY_COMPARE(field->text(), QStringLiteral("128"));
  QVERIFY(!lab.window.actions().redo->isEnabled());
}

void MainWindowTest::irrelevantFieldsAreHidden() {
  Lab lab(*m_dir);
  ui::SetupPanel& setup = lab.window.setup();
  ui::SetupSection* section = setup.sectionOf("model.lambda.hidden");
  QVERIFY(setup.editor("model.lambda.hidden")->isVisibleTo(section));
  setup.editor("model.lambda.head")->type("fixed");
  QVERIFY(!setup.editor("model.lambda.hidden")->isVisibleTo(section));
  setup.editor("model.lambda.head")->type("mlp-softmax");
  QVERIFY(setup.editor("model.lambda.hidden")->isVisibleTo(section));
  QVERIFY(setup.editor("model.lambda.scale")->isVisibleTo(section));
}

void MainWindowTest::anotherArmFillsTheForm() {
  Lab lab(*m_dir);
  lab.window.draft().usePreset("mqar-quick@as-published");
  QCOMPARE(lab.window.setup().editor("model.lambda.activation")->text(), QStringLiteral("gelu"));
  QCOMPARE(lab.window.setup().editor("model.init")->text(), QStringLiteral("as-published"));
  QCOMPARE(lab.window.findChild<QComboBox*>("arm")->currentText(), QStringLiteral("as-published"));
  QCOMPARE(lab.window.findChild<QComboBox*>("preset")->currentText(), QStringLiteral("mqar-quick"));
}

void MainWindowTest::parametersAndOverheadAreTold() {
  Lab lab(*m_dir);
  const model::ModelSummary summary = model::summarize(lab.window.draft().config());
  QTRY_VERIFY2(lab.window.setup().facts().contains(QLocale().toString(qlonglong(summary.parameters))),
               qPrintable(lab.window.setup().facts()));
  QVERIFY(lab.window.setup().facts().contains(QStringLiteral("%")));
  lab.settings.setValue("machine/flopsPerSecond", summary.flopsPerStep * 100);  // 100 steps a second
  lab.window.draft().set("train.steps", 2000);
  QTRY_VERIFY2(lab.window.setup().facts().contains(QStringLiteral("20 s")), qPrintable(lab.window.setup().facts()));
}

void MainWindowTest::theCommandLineIsCopied() {
  Lab lab(*m_dir);
  lab.window.draft().set("train.seed", 7);
  lab.trigger(lab.window.actions().copyCommand);
  const QString line = QApplication::clipboard()->text();
  QVERIFY2(line.startsWith(QStringLiteral("fenwick train --preset mqar-quick --set train.seed=7 --out ")),
           qPrintable(line));
  QVERIFY(lab.window.notices().sentence().contains(line));
}

void MainWindowTest::searchFindsAndRunsAnAction() {
  Lab lab(*m_dir);
  lab.trigger(lab.window.actions().search);
  QVERIFY(lab.window.search().isVisible());
  lab.window.search().line().setText("cop com");
  QVERIFY(lab.window.search().list().item(0)->text().startsWith(QStringLiteral("Copy as command line")));
  QApplication::clipboard()->clear();
  QTest::keyClick(&lab.window.search().line(), Qt::Key_Return);
  QVERIFY(!lab.window.search().isVisible());
  QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("fenwick train")));
}

void MainWindowTest::startPauseStepResumeStop() {
  Lab lab(*m_dir);
  lab.makeTiny();
  ui::Actions& actions = lab.window.actions();
  lab.trigger(actions.start);
  QVERIFY(lab.session.live());
  QPointer<app::LiveRunSource> run = lab.session.live();
  QCOMPARE(lab.window.currentRun(), static_cast<app::RunSource*>(run));
  QTRY_VERIFY_WITH_TIMEOUT(stepsOf(run) > 5, 20000);
  QVERIFY(actions.pause->isEnabled());
  QVERIFY(!actions.step->isEnabled());
  QTRY_VERIFY(lab.window.status().text().contains(QStringLiteral("steps/s")));
  QVERIFY(lab.window.status().text().contains(QStringLiteral("tokens/s")));
  QVERIFY(lab.window.status().text().contains(QStringLiteral("ETA")));

  lab.trigger(actions.pause);
  QTRY_COMPARE(run->phase(), app::WorkerPhase::Paused);
  QTRY_VERIFY(lab.window.status().text().contains(QStringLiteral("paused")));
  const qint64 steps = run->info().step;
  lab.trigger(actions.step);
  QTRY_COMPARE(run->info().step, steps + 1);
  QTRY_COMPARE(stepsOf(run), steps + 1);
  QCOMPARE(run->phase(), app::WorkerPhase::Paused);

  lab.trigger(actions.resume);
  QTRY_VERIFY_WITH_TIMEOUT(stepsOf(run) > steps + 5, 20000);
  lab.trigger(actions.stop);
  QTRY_VERIFY_WITH_TIMEOUT(!lab.session.live(), 20000);
  QCOMPARE(run->info().state, model::RunState::Finished);
  QVERIFY(run->latest(QStringLiteral("valid/accuracy")));  // the last step evaluates
  QVERIFY(run->latestSnapshot());
  for (qint64 i = 0; i < stepsOf(run); ++i) QCOMPARE(run->series(QStringLiteral("train/loss")).steps[i], double(i + 1));
  QCOMPARE(model::RunFolder(app::toPath(run->folder())).readInfo().state, model::RunState::Finished);
}

void MainWindowTest::closingInMidStepSavesAndCloses() {
  QString folder;
  {
    Lab lab(*m_dir);
    lab.makeTiny();
    lab.trigger(lab.window.actions().start);
    folder = lab.session.live()->folder();
    QTRY_VERIFY_WITH_TIMEOUT(stepsOf(lab.session.live()) > 5, 20000);
    QSignalSpy closed(&lab.session, &app::Session::closed);
    QVERIFY(!lab.window.close());  // not yet: it saves first, and stays responsive
    QVERIFY(lab.window.isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, 20000);
    QTRY_VERIFY(!lab.window.isVisible());
  }
  const model::RunFolder run(app::toPath(folder));
  QCOMPARE(run.readInfo().state, model::RunState::Paused);
  QCOMPARE(run.checkpointSteps().back(), run.readInfo().step);
  QVERIFY(!model::RunLock::owner(app::toPath(folder)));
}

void MainWindowTest::closingThatTakesLongOffersToQuitAtOnce() {
  // A step that lasts until it is let go.
  struct SlowRun : model::TrainingRun {
    explicit SlowRun(std::shared_ptr<std::atomic<bool>> letGo) : go(std::move(letGo)) { told.step = 41; }
    void setListener(model::TrainingListener*) override {}
    const model::Config& config() const override { return settings; }
    const model::RunInfo& info() const override { return told; }
    std::vector<std::string> warnings() const override { return {}; }
    bool step() override {
      while (!*go) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      return true;
    }
    void snapshotNow() override {}
    void pause(const std::string&) override { told.state = model::RunState::Paused; }
    void finish(const std::string&) override {}
    std::shared_ptr<std::atomic<bool>> go;
    model::Config settings;
    model::RunInfo told;
  };
  auto go = std::make_shared<std::atomic<bool>>(false);
  app::Trainer trainer;
  trainer.create = [go](const model::Config&, const std::filesystem::path&) { return std::make_unique<SlowRun>(go); };
  Lab lab(*m_dir, trainer);
  lab.trigger(lab.window.actions().start);
  QTRY_COMPARE(lab.session.live()->phase(), app::WorkerPhase::Training);
  QSignalSpy quit(&lab.window, &ui::MainWindow::quitNowRequested);
  QVERIFY(!lab.window.close());
  QVERIFY(lab.window.notices().sentence().contains(QStringLiteral("waiting")));
  QTRY_VERIFY(lab.window.notices().actionButton()->isVisible());
  QVERIFY(lab.window.notices().actionButton()->text().contains(QStringLiteral("resume from step")));
  lab.window.notices().actionButton()->click();
  QCOMPARE(quit.count(), 1);
  *go = true;
  QTRY_VERIFY(!lab.window.isVisible());
}

// From the list to a figure of differences and to λ over the training, by the window's own actions.
void MainWindowTest::lambdaOfTheShownRunsStandsSideBySideAndBecomesAFigure() {
  Lab lab(*m_dir);
  lab.window.setExamplesFolder(m_dir->filePath("examples"));
  lab.trigger(lab.window.actions().examples);
  QTRY_COMPARE(lab.library.count(), 2);
  QTRY_VERIFY(lab.window.actions().figureLambda->isEnabled());
  lab.trigger(lab.window.actions().compareLambda);
  auto* panel = lab.window.findChild<ui::LambdaPanel*>();
  auto* canvas = panel->findChild<ui::MapCanvas*>();
  QTRY_COMPARE(canvas->maps().size(), std::size_t{2});
  QComboBox* baseline = nullptr;
  for (QComboBox* box : panel->findChildren<QComboBox*>())
    if (box->itemText(0) == "No baseline") baseline = box;
  QVERIFY(baseline);
  QTRY_COMPARE(baseline->count(), 3);
  baseline->setCurrentIndex(1);
  QTRY_COMPARE(canvas->maps().size(), std::size_t{3});

  lab.trigger(lab.window.actions().figureLambda);
  auto* dialog = lab.window.findChild<ui::FigureDialog*>();
  QVERIFY(dialog && dialog->isVisible());
  const auto field = [dialog]() -> QLineEdit* {
    for (QLineEdit* edit : dialog->findChildren<QLineEdit*>())
      if (edit->text().contains('/')) return edit;
    return nullptr;
  };
  auto* format = dialog->findChild<QComboBox*>();
  QVERIFY(format->findText("GIF") < 0);  // runs side by side are one picture
  QPushButton* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
  field()->setText(m_dir->filePath("side.pdf"));
  QSignalSpy saved(dialog, &ui::FigureDialog::saved);
  save->click();
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
  QVERIFY(QFileInfo(m_dir->filePath("side.pdf")).size() > 10000);

  auto* layout = panel->findChildren<QComboBox*>().first();
  layout->setCurrentText("All heads");
  QTRY_COMPARE(canvas->maps().size(), std::size_t{2});
  lab.trigger(lab.window.actions().figureLambda);
  format->setCurrentText("GIF");
  field()->setText(m_dir->filePath("training.gif"));
  save->click();
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 60000);
  QImageReader gif(m_dir->filePath("training.gif"));
  QCOMPARE(gif.imageCount(), static_cast<int>(lab.window.currentRun()->snapshotSteps().size()));
}

void MainWindowTest::theExamplesAreOpenedWithoutTraining() {
  Lab lab(*m_dir);
  lab.window.setExamplesFolder(m_dir->filePath("examples"));
  lab.trigger(lab.window.actions().examples);
  QTRY_COMPARE(lab.library.count(), 2);
  for (const auto& [name, accuracy, solved] : {std::tuple{"solved", 0.9916875, 3600}, {"collapsed", 0.0321875, -1}}) {
    const QString folder = m_dir->filePath(QStringLiteral("examples/") + QLatin1String(name));
    app::RunSource* run = lab.library.source(folder);
    QVERIFY(run);
    QTRY_COMPARE(run->info().finalMetrics.at("valid/accuracy").get<double>(), accuracy);
    QCOMPARE(run->info().solvedStep, std::int64_t{solved});
    QTRY_VERIFY(lab.library.at(lab.library.indexOf(folder)).shown);
    QTRY_VERIFY(run->series(QStringLiteral("lambda/token_share")).steps.size() > 20);
    QTRY_VERIFY(run->snapshotSteps().size() >= 4);
    QVERIFY(QFileInfo(folder + QStringLiteral("/run.json")).isWritable());
  }
  qint64 bytes = 0;
  for (QDirIterator each(m_dir->filePath("examples"), QDir::Files, QDirIterator::Subdirectories); each.hasNext();) bytes += QFileInfo(each.next()).size();
  QVERIFY(bytes < 2 * 1000 * 1000);
  // Again: nothing is written twice, nothing appears twice.
  lab.trigger(lab.window.actions().examples);
  QTest::qWait(200);
  QCOMPARE(lab.library.count(), 2);
}

void MainWindowTest::aFinishedRunIsReopenedByDropping() {
  QString folder;
  qint64 steps = 0;
  {
    Lab lab(*m_dir);
    lab.makeTiny();
    lab.window.draft().set("train.steps", 60);
    lab.trigger(lab.window.actions().start);
    const QPointer<app::LiveRunSource> run = lab.session.live();
    folder = run->folder();
    QTRY_VERIFY_WITH_TIMEOUT(!lab.session.live(), 20000);
    steps = stepsOf(run);
    QCOMPARE(steps, 60);
  }
  const QTemporaryDir another;
  Lab lab(another);
  drop(lab.window, folder);
  QTRY_VERIFY(lab.window.currentRun());
  const app::RunSource* run = lab.window.currentRun();
  QTRY_COMPARE(stepsOf(run), steps);
  QCOMPARE(run->info().state, model::RunState::Finished);
  QTRY_VERIFY(run->latestSnapshot());
  QCOMPARE(run->latestSnapshot()->step, 60);
  QVERIFY(!lab.window.actions().resume->isEnabled());
  lab.trigger(lab.window.actions().useSetup);
  QCOMPARE(lab.window.draft().config().get<int>("train.steps"), 60);
}

void MainWindowTest::everyTextStaysReadableWhenColoursChange() {
  Lab lab(*m_dir);
  for (QAction* colours : {lab.window.actions().themeDark, lab.window.actions().themeLight, lab.window.actions().themeDark}) {
    lab.trigger(colours);
    for (const QLabel* label : lab.window.findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty()) continue;
      const int ground = label->palette().color(QPalette::Window).lightness();
      const int text = label->palette().color(QPalette::WindowText).lightness();
      QVERIFY2(std::abs(ground - text) > 80, qPrintable(label->text()));
    }
  }
}

// A tiny run of that many steps, trained by the program outside the window and opened.
static QString trainedOutside(Lab& lab, const QString& folder, int steps) {
  lab.makeTiny();
  lab.window.draft().set(QStringLiteral("train.steps"), steps);
  QProcess process;
  process.start(QStringLiteral(FENWICK_BINARY_DIR "/fenwick"), app::trainArguments(lab.window.draft().config(), {}, folder));
  if (!process.waitForFinished(60000) || process.exitCode() != 0) qFatal("the run was not trained");
  lab.library.open({folder});
  for (int i = 0; i < 200 && !lab.library.source(folder); ++i) QTest::qWait(50);
  lab.window.runs().select(folder);
  return folder;
}

void MainWindowTest::aRunIsForkedAtAKeptStepAndTrainedFurther() {
  Lab lab(*m_dir);
  const QString parent = trainedOutside(lab, m_dir->filePath("runs/parent"), 40);
  QTRY_VERIFY(lab.window.actions().fork->isEnabled());
  lab.trigger(lab.window.actions().fork);
  QTRY_VERIFY(lab.window.draft().forkPoint());
  QVERIFY(lab.window.draft().forkPoint()->steps.contains(16));
  QCOMPARE(lab.window.draft().forkPoint()->step, 40);
  // It begins at step 40 and would end there: the form says so.
  QVERIFY(!lab.window.draft().valid());
  QVERIFY2(lab.window.setup().verdict().contains(QStringLiteral("41")), qPrintable(lab.window.setup().verdict()));
  lab.window.draft().setForkStep(16);
  lab.window.draft().set(QStringLiteral("train.learningRate"), 0.01);
  QVERIFY(lab.window.draft().valid());
  QVERIFY(!lab.window.actions().seeds->isEnabled());
  lab.trigger(lab.window.actions().start);
  const QString fork = m_dir->filePath("runs/parent-fork16");
  QTRY_VERIFY_WITH_TIMEOUT(lab.library.source(fork) && lab.library.source(fork)->info().state == model::RunState::Finished, 30000);
  const model::RunInfo info = model::RunFolder(app::toPath(fork)).readInfo();
  QCOMPARE(info.parentId, model::RunFolder(app::toPath(parent)).readInfo().id);
  QCOMPARE(info.parentStep, std::int64_t{16});
  QCOMPARE(info.step, std::int64_t{40});

  // The same on the command line; over the list it would mean the run.
  lab.window.setup().editor(QStringLiteral("task.length"))->findChild<QLineEdit*>()->setFocus();
  lab.trigger(lab.window.actions().copyCommand);
  const QString line = QApplication::clipboard()->text();
  QVERIFY2(line.contains(QStringLiteral("--from")) && line.contains(QStringLiteral("parent@16")) && line.contains(QStringLiteral("train.learningRate=0.01")),
           qPrintable(line));
  // Over the list it is the command of the chosen run, which names its own parent.
  lab.window.runs().select(fork);
  lab.window.runs().view().setFocus();
  lab.trigger(lab.window.actions().copyCommand);
  const QString again = QApplication::clipboard()->text();
  QVERIFY2(again.contains(QStringLiteral("--from")) && again.contains(QStringLiteral("parent@16")) && again.contains(QStringLiteral("train.learningRate=0.01")) &&
               !again.contains(QStringLiteral("task.length")),
           qPrintable(again));
  lab.window.draft().undo();  // of the rate
  lab.window.draft().dropFork();
  QVERIFY(!lab.window.draft().forkPoint());

  QTRY_VERIFY(!lab.session.live());
  lab.window.runs().select(parent);
  QTRY_VERIFY(lab.window.actions().extend->isEnabled());
  QVERIFY(lab.session.extend(parent, 60));
  QTRY_VERIFY_WITH_TIMEOUT(model::RunFolder(app::toPath(parent)).readInfo().step == 60 && !lab.session.live(), 30000);
  QCOMPARE(lab.library.source(parent)->config().get<std::int64_t>("train.steps"), std::int64_t{60});
}

void MainWindowTest::tagsAndNotesAreKeptAndFound() {
  Lab lab(*m_dir);
  const QString folder = trainedOutside(lab, m_dir->filePath("runs/noted"), 5);
  lab.trigger(lab.window.actions().annotate);
  auto* dialog = lab.window.findChild<ui::NotesDialog*>();
  QVERIFY(dialog);
  dialog->tags().setText(QStringLiteral(" paper, , figure 2,paper"));
  dialog->notes().setPlainText(QStringLiteral("läuft\nmit λ"));
  emit dialog->findChild<QDialogButtonBox*>()->accepted();
  QTRY_COMPARE(model::RunFolder(app::toPath(folder)).readInfo().notes, std::string("läuft\nmit λ"));
  QCOMPARE(model::RunFolder(app::toPath(folder)).readInfo().tags, std::vector<std::string>({"paper", "figure 2"}));
  lab.window.runs().filter().setText(QStringLiteral("figure läuft"));
  QTRY_COMPARE(lab.window.runs().order().rowCount(), 1);
  lab.window.runs().filter().setText(QStringLiteral("figure 3"));
  QCOMPARE(lab.window.runs().order().rowCount(), 0);
}

void MainWindowTest::aRunThatTrainedHereIsRenamedAndNotedWhenItIsOver() {
  Lab lab(*m_dir);
  lab.makeTiny();
  lab.trigger(lab.window.actions().start);
  const QString folder = lab.session.live()->folder();
  QTRY_VERIFY_WITH_TIMEOUT(stepsOf(lab.library.source(folder)) > 5, 20000);
  lab.window.runs().model().setData(lab.window.runs().model().index(0), QStringLiteral("too early"), Qt::EditRole);
  QVERIFY(lab.window.notices().sentence().contains(QStringLiteral("when it is over")));
  lab.trigger(lab.window.actions().stop);
  QTRY_VERIFY_WITH_TIMEOUT(!lab.session.live(), 20000);
  lab.window.runs().model().setData(lab.window.runs().model().index(0), QStringLiteral("named λ"), Qt::EditRole);
  QTRY_COMPARE(model::RunFolder(app::toPath(folder)).readInfo().name, std::string("named λ"));
  QTRY_COMPARE(lab.library.label(0), QStringLiteral("named λ"));
  QTRY_VERIFY(stepsOf(lab.library.source(folder)) > 5);
  lab.window.runs().select(folder);
  lab.trigger(lab.window.actions().annotate);
  QTRY_VERIFY(lab.window.findChild<ui::NotesDialog*>());
  auto* dialog = lab.window.findChild<ui::NotesDialog*>();
  dialog->tags().setText(QStringLiteral("first"));
  emit dialog->findChild<QDialogButtonBox*>()->accepted();
  QTRY_COMPARE(model::RunFolder(app::toPath(folder)).readInfo().tags, std::vector<std::string>({"first"}));
}

void MainWindowTest::aRunGoesToTheTrash() {
  qputenv("XDG_DATA_HOME", m_dir->filePath("data").toUtf8());
  QDir(m_dir->path()).mkpath(QStringLiteral("data"));
  Lab lab(*m_dir);
  const QString folder = trainedOutside(lab, m_dir->filePath("runs/gone"), 5);
  lab.trigger(lab.window.actions().trash);
  QTRY_COMPARE(lab.library.count(), 0);
  QVERIFY(!QFileInfo::exists(folder));
  // It can be taken back: some trash below this folder or the file system's own holds it.
  lab.library.rescan();
  QTest::qWait(100);
  QCOMPARE(lab.library.count(), 0);
}

void MainWindowTest::anInterruptedRunIsResumed() {
  QString folder;
  {
    Lab lab(*m_dir);
    lab.makeTiny();
    lab.trigger(lab.window.actions().start);
    folder = lab.session.live()->folder();
    QTRY_VERIFY_WITH_TIMEOUT(stepsOf(lab.session.live()) > 20, 20000);
    lab.window.close();
    QTRY_VERIFY_WITH_TIMEOUT(!lab.window.isVisible(), 20000);
  }
  Lab lab(*m_dir);
  lab.library.open({folder});
  QTRY_VERIFY(lab.window.currentRun());
  QTRY_VERIFY(stepsOf(lab.window.currentRun()) > 20);
  const qint64 before = stepsOf(lab.window.currentRun());
  lab.trigger(lab.window.actions().resume);
  QTRY_VERIFY_WITH_TIMEOUT(lab.session.live() && stepsOf(lab.session.live()) > before + 10, 20000);
  const app::MetricSeries& loss = lab.session.live()->series(QStringLiteral("train/loss"));
  for (qint64 i = 0; i < loss.steps.size(); ++i) QCOMPARE(loss.steps[i], double(i + 1));  // no gap, no double
  lab.window.close();
  QTRY_VERIFY_WITH_TIMEOUT(!lab.window.isVisible(), 20000);
}

void MainWindowTest::aFaultOfTheTrainerIsTold() {
  app::Trainer trainer;
  trainer.create = [](const model::Config&, const std::filesystem::path&) -> std::unique_ptr<model::TrainingRun> {
    throw std::runtime_error("the disk is full");
  };
  Lab lab(*m_dir, trainer);
  lab.trigger(lab.window.actions().start);
  QTRY_COMPARE(lab.window.notices().sentence(), QStringLiteral("the disk is full"));
  QVERIFY(!lab.session.live());
  QVERIFY(lab.window.actions().start->isEnabled());
}

void MainWindowTest::seedsAreQueuedAndTrained() {
  if (!QFile::exists(QStringLiteral(FENWICK_BINARY_DIR "/fenwick"))) QSKIP("the program fenwick is not built");
  Lab lab(*m_dir);
  lab.makeTiny();
  lab.window.draft().set("train.steps", 20);
  lab.trigger(lab.window.actions().seeds);
  QCOMPARE(lab.library.count(), 5);
  QCOMPARE(lab.session.queued(), 5);
  QVERIFY(lab.window.currentRun());  // the inspector has something to show
  QVERIFY(!lab.session.measuredRate());
  QTRY_COMPARE_WITH_TIMEOUT(lab.session.queued(), 0, 60000);
  for (int i = 0; i < 5; ++i) {
    const app::RunSource* run = lab.library.at(i).source.get();
    QTRY_COMPARE(run->info().state, model::RunState::Finished);
    QTRY_COMPARE(stepsOf(run), 20);
    QCOMPARE(run->config().get<int>("train.seed"), i);
  }
  QTRY_VERIFY(lab.session.measuredRate());
}

// 2 heads × 2 seeds of a model so small that a step takes a millisecond.
static QString writeSweep(const QTemporaryDir& dir, int steps) {
  const model::Json sweep{
      {"format", 1},
      {"base",
       {{"task", {{"length", 16}, {"kvPairs", 2}, {"vocabulary", 16}, {"examples", 64}, {"testExamples", 16}, {"validationExamples", 16}}},
        {"model", {{"layers", 1}, {"width", 8}, {"keyDim", 8}}},
        {"train", {{"batch", 4}, {"steps", steps}, {"stopAt", 0}, {"snapshotSamples", 1}, {"evaluateEvery", 50}}}}},
      {"grid", {{"model.lambda.head", {"fixed", "mlp-softplus"}}}},
      {"seeds", {3, 5}}};
  QFile file(dir.filePath("tiny.json"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write the sweep");
  file.write(QByteArray::fromStdString(sweep.dump()));
  return file.fileName();
}

void MainWindowTest::aSweepFillsItsTableAndGoesOn() {
  Lab lab(*m_dir);
  ui::SweepPanel& panel = lab.window.sweeps();
  QSignalSpy failures(&lab.sweeps, &app::Sweeps::failed);
  lab.sweeps.startFile(writeSweep(*m_dir, 20000), 2);
  QTRY_COMPARE(panel.current(), app::RunLibrary::cleanFolder(m_dir->filePath("runs/tiny")));
  QAbstractItemModel* table = panel.table().model();
  QCOMPARE(table->rowCount(), 2);
  QCOMPARE(table->columnCount(), 5);
  QCOMPARE(table->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("seed 5"));
  QCOMPARE(table->index(1, 0).data().toString(), QStringLiteral("mlp-softplus"));
  QTRY_VERIFY_WITH_TIMEOUT(table->index(0, 1).data().toString().contains(QStringLiteral("…")), 30000);  // the first run trains
  lab.sweeps.stop();
  QTRY_VERIFY_WITH_TIMEOUT(lab.sweeps.running().isEmpty(), 30000);
  QCOMPARE(failures.count(), 0);
  QTRY_VERIFY(panel.summary().startsWith(QStringLiteral("0 of 4")));

  // What is left is shorter now, and the runs that were begun are gone on with.
  lab.sweeps.goOn(panel.current(), 2);
  QVERIFY(!lab.sweeps.running().isEmpty());
  lab.sweeps.stop();
  QTRY_VERIFY_WITH_TIMEOUT(lab.sweeps.running().isEmpty(), 30000);

  lab.sweeps.startFile(writeSweep(*m_dir, 100), 2);
  QTRY_COMPARE(panel.current(), app::RunLibrary::cleanFolder(m_dir->filePath("runs/tiny-2")));
  QTRY_VERIFY_WITH_TIMEOUT(panel.summary().startsWith(QStringLiteral("4 of 4 runs finished")), 60000);
  QTRY_VERIFY(lab.sweeps.running().isEmpty());
  for (int row = 0; row < 2; ++row)
    for (int column = 1; column < 3; ++column) {
      const QStringList folders = table->index(row, column).data(ui::SweepModel::FoldersRole).toStringList();
      QCOMPARE(folders.size(), 1);
      const model::RunInfo info = model::RunFolder(app::toPath(folders[0])).readInfo();
      QTRY_COMPARE(table->index(row, column).data().toString(), ui::percent(info.finalMetrics.at("valid/accuracy").get<double>()));
    }
  QVERIFY(table->index(0, 4).data().toString().contains(QStringLiteral("±")));
  QVERIFY(panel.text().startsWith(QStringLiteral("variant\tseed 3\tseed 5\tsolved\tfinal accuracy\nfixed\t")));

  // A row's name shows its runs, and no others.
  emit panel.table().activated(table->index(1, 0));
  int shown = 0;
  for (int i = 0; i < lab.library.count(); ++i) {
    if (!lab.library.at(i).shown) continue;
    ++shown;
    QVERIFY(lab.library.at(i).folder.contains(QStringLiteral("tiny-2/mlp-softplus-seed")));
  }
  QCOMPARE(shown, 2);

  // Another window finds both sweeps again.
  Lab other(*m_dir);
  other.library.rescan();
  QTRY_COMPARE(other.sweeps.count(), 2);
  other.window.sweeps().select(m_dir->filePath("runs/tiny-2"));
  QTRY_VERIFY(other.window.sweeps().summary().startsWith(QStringLiteral("4 of 4")));
}

void MainWindowTest::closingStopsASweep() {
  Lab lab(*m_dir);
  lab.sweeps.startFile(writeSweep(*m_dir, 1000000), 1);
  QTRY_VERIFY_WITH_TIMEOUT(lab.library.count() > 0, 30000);
  lab.window.close();
  QVERIFY(lab.window.isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(!lab.window.isVisible(), 30000);
  QVERIFY(lab.sweeps.running().isEmpty());
  const model::RunInfo info = model::RunFolder(app::toPath(m_dir->filePath("runs/tiny/fixed-seed3"))).readInfo();
  QCOMPARE(info.state, model::RunState::Paused);
}

void MainWindowTest::aPanelBehindATabComesForwardBeforeItIsHidden() {
  Lab lab(*m_dir);
  auto* dock = lab.window.findChild<QDockWidget*>("compareDock");
  auto* view = dock->findChild<QAction*>("view");
  QTRY_VERIFY(dock->visibleRegion().isEmpty());  // the inspector lies in front
  view->trigger();
  QTRY_VERIFY(!dock->visibleRegion().isEmpty());
  QVERIFY(view->isChecked());
  view->trigger();
  QTRY_VERIFY(dock->isHidden());
  QVERIFY(!view->isChecked());
}

void MainWindowTest::layoutAndThemeAreRemembered() {
  {
    Lab lab(*m_dir);
    lab.window.findChild<QDockWidget*>("lambdaDock")->hide();
    lab.trigger(lab.window.actions().themeDark);
    QVERIFY(lab.theme.dark());
    lab.window.close();
  }
  Lab lab(*m_dir);
  QVERIFY(lab.window.findChild<QDockWidget*>("lambdaDock")->isHidden());
  QVERIFY(lab.theme.dark());
  QVERIFY(lab.window.actions().themeDark->isChecked());
  lab.trigger(lab.window.actions().resetLayout);
  QVERIFY(!lab.window.findChild<QDockWidget*>("lambdaDock")->isHidden());
  lab.trigger(lab.window.actions().themeLight);
}

void MainWindowTest::whatTakesLongIsShownAndTakenBackByEscape() {
  Lab lab(*m_dir);
  lab.work.setPatience(0);
  ui::WorkStrip& strip = lab.window.workStrip();
  QVERIFY(!strip.isVisible() && !lab.window.actions().cancelWork->isEnabled());
  bool takenBack = false;
  auto progress = std::make_unique<app::Progress>(lab.work.begin("Long work", [&] { takenBack = true; }));
  progress->of(1, 4);
  QTRY_VERIFY(strip.isVisible());
  QCOMPARE(strip.text(), QStringLiteral("Long work"));
  QTRY_COMPARE(strip.bar().value(), strip.bar().maximum() / 4);
  QVERIFY(lab.window.actions().cancelWork->isEnabled());
  lab.window.activateWindow();
  QTest::keyClick(&lab.window, Qt::Key_Escape);
  QVERIFY(takenBack && progress->cancelled());
  QTRY_VERIFY(!strip.isVisible());
  progress = std::make_unique<app::Progress>(lab.work.begin("Another"));
  QTRY_COMPARE(strip.text(), QStringLiteral("Another"));
  QTest::mouseClick(strip.cancelButton(), Qt::LeftButton);
  QVERIFY(progress->cancelled());
  progress = std::make_unique<app::Progress>(lab.work.begin("A third"));
  QTRY_VERIFY(strip.isVisible());
  progress.reset();  // done
  QTRY_VERIFY(!strip.isVisible() && !lab.window.actions().cancelWork->isEnabled());
}

void MainWindowTest::readingManyRunsIsTakenBack() {
  const QString many = m_dir->filePath("many");
  makeRuns(many, 1000);
  Lab lab(*m_dir);
  lab.work.setPatience(0);
  lab.window.openRuns({many});
  // In the midst of it, however fast: the first run that is there takes the rest back.
  const auto once = std::make_unique<QObject>();
  connect(&lab.library, &app::RunLibrary::added, once.get(), [&] {
    if (lab.library.count() == 1) lab.work.cancelNewest();
  });
  QTRY_VERIFY(lab.library.count() > 0);
  const int read = lab.library.count();
  QVERIFY(read < 1000);
  QTRY_VERIFY(!lab.window.workStrip().isVisible());
  QCOMPARE(lab.library.count(), read);
  lab.trigger(lab.window.actions().rescan);
  QTRY_COMPARE_WITH_TIMEOUT(lab.library.count(), 1000, 60000);
  QTRY_VERIFY(!lab.window.workStrip().isVisible());
}

void MainWindowTest::aDroppedFolderOfRunsIsOfferedToBeWatched() {
  const QString runs = m_dir->filePath("others");
  makeRuns(runs, 3);
  Lab lab(*m_dir);
  drop(lab.window, runs);
  QTRY_COMPARE(lab.library.count(), 3);
  QTRY_VERIFY2(lab.window.notices().sentence().contains("3 runs"), qPrintable(lab.window.notices().sentence()));
  QVERIFY(lab.library.watched().isEmpty());
  QTest::mouseClick(lab.window.notices().actionButton(), Qt::LeftButton);
  QCOMPARE(lab.library.watched(), QStringList{runs});
  makeRuns(runs, 5);  // two new ones, found without asking
  QTRY_COMPARE_WITH_TIMEOUT(lab.library.count(), 5, 20000);
  QCOMPARE(lab.window.runs().model().index(0).data(ui::RunListModel::OriginRole).toString(), QStringLiteral("others"));
  drop(lab.window, runs + "/run0");  // a run itself is opened, nothing is asked
  QTRY_COMPARE(lab.window.currentRun() ? lab.window.currentRun()->folder() : QString(), runs + "/run0");
}

void MainWindowTest::watchedFoldersAreKeptAlsoWhileTheyAreMissing() {
  const QString runs = m_dir->filePath("disk/runs");
  makeRuns(runs, 2);
  {
    Lab lab(*m_dir);
    lab.library.watch(runs);
    QTRY_COMPARE(lab.library.count(), 2);
    lab.settings.sync();
  }
  QVERIFY(QDir().rename(m_dir->filePath("disk"), m_dir->filePath("elsewhere")));
  {
    Lab lab(*m_dir);
    lab.library.rescan();
    QTRY_VERIFY(lab.library.isMissing(runs));
    QCOMPARE(lab.library.watched(), QStringList{runs});
    lab.trigger(lab.window.actions().watched);
    auto* dialog = lab.window.findChild<ui::WatchedDialog*>();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    QCOMPARE(dialog->list().topLevelItem(1)->text(0), runs);
    QCOMPARE(dialog->list().topLevelItem(1)->text(1), QStringLiteral("missing"));
    QVERIFY(QDir().rename(m_dir->filePath("elsewhere"), m_dir->filePath("disk")));
    lab.trigger(lab.window.actions().rescan);
    QTRY_COMPARE(lab.library.count(), 2);
    QVERIFY(!lab.library.isMissing(runs));
    dialog->list().setCurrentItem(dialog->list().topLevelItem(0));
    QVERIFY(!dialog->removeButton().isEnabled());  // the runs folder stays
    dialog->list().setCurrentItem(dialog->list().topLevelItem(1));
    QTest::mouseClick(&dialog->removeButton(), Qt::LeftButton);
    QVERIFY(lab.library.watched().isEmpty());
    QCOMPARE(lab.library.count(), 0);
    QVERIFY(QFile::exists(runs + "/run0/run.json"));
    lab.library.watch(runs);  // and back again
    QTRY_COMPARE(lab.library.count(), 2);
  }
}

void MainWindowTest::aConfigurationFillsTheFormAndIsRecent() {
  Lab lab(*m_dir);
  model::Config config;
  QVERIFY(config.set("train.steps", 123).empty());
  const QString file = m_dir->filePath("mine.json"), broken = m_dir->filePath("broken.json");
  std::ofstream(file.toStdString()) << config.text();
  std::ofstream(broken.toStdString()) << "{\"train\": {\"stepz\": 1}}";
  lab.window.openConfiguration(file);
  QCOMPARE(lab.window.draft().config().get<std::int64_t>("train.steps"), std::int64_t{123});
  lab.window.draft().usePreset("mqar-quick");
  lab.window.openConfiguration(broken);
  QVERIFY2(lab.window.notices().sentence().contains("stepz"), qPrintable(lab.window.notices().sentence()));
  QVERIFY(!recentOf(lab.window, broken));
  QAction* again = recentOf(lab.window, file);
  QVERIFY(again);
  again->trigger();
  QCOMPARE(lab.window.draft().config().get<std::int64_t>("train.steps"), std::int64_t{123});
  lab.trigger(lab.window.actions().clearRecent);
  QVERIFY(!recentOf(lab.window, file));
}

void MainWindowTest::aSavedFigureIsDrawnAgainFromTheRecentList() {
  const QString figure = m_dir->filePath("figure.svg");
  {
    Lab lab(*m_dir);
    lab.makeTiny();
    lab.window.draft().set("train.steps", 60);
    lab.trigger(lab.window.actions().start);
    const QString run = lab.session.live()->folder();
    QTRY_VERIFY_WITH_TIMEOUT(!lab.session.live(), 20000);
    QString said, errors;
    QTextStream out(&said), faults(&errors);
    QCOMPARE(ui::exportCommand({"--export", "curves", run, "--out", figure, "--line-pt", "3", "--legend", "right", "--width-mm", "111"}, out, faults), 0);
  }
  Lab lab(*m_dir);
  lab.window.openFigure(figure);
  QTRY_VERIFY(lab.window.figures().isVisible());
  QVERIFY(recentOf(lab.window, figure));
  QTRY_VERIFY(lab.window.figures().preview().upToDate());
  QCOMPARE(lab.window.figures().preview().fault(), QString());
  QFile file(figure);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray before = file.readAll();
  file.close();
  QSignalSpy saved(&lab.window.figures(), &ui::FigureDialog::saved);
  QTest::mouseClick(lab.window.figures().findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
  QTRY_COMPARE(saved.count(), 1);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(file.readAll() == before);
}

void MainWindowTest::whatNoLongerExistsLeavesTheRecentList() {
  Lab lab(*m_dir);
  const QString runs = m_dir->filePath("passing");
  makeRuns(runs, 1);
  lab.window.openRuns({runs + "/run0"});
  QTRY_COMPARE(lab.library.count(), 1);
  QVERIFY(recentOf(lab.window, runs + "/run0"));
  QVERIFY(QDir(runs).removeRecursively());
  QVERIFY(!recentOf(lab.window, runs + "/run0"));
  QStringList texts;
  for (const QAction* action : lab.window.recentMenu().actions()) texts << action->text();
  QVERIFY2(texts.filter("taken off").size() == 1, qPrintable(texts.join('|')));
  recentOf(lab.window, {});
  texts.clear();
  for (const QAction* action : lab.window.recentMenu().actions()) texts << action->text();
  QVERIFY(texts.filter("taken off").isEmpty());  // told once
}

int main(int argc, char** argv) {
  qputenv("LC_ALL", "C");
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  ui::useFonts();
  MainWindowTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "main_window_test.moc"
