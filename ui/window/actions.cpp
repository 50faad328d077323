#include "ui/window/actions.h"

#include <QActionGroup>
#include <QVariant>

#include "ui/look/icons.h"
#include "ui/look/language.h"

namespace fenwick::ui {

namespace {
constexpr const char* kSentence = "sentence";
}

QAction* Actions::make(const char* name, const QString& text, const QString& iconName, const QKeySequence& keys,
                       const QString& sentence) {
  auto* action = new QAction(text, this);
  action->setObjectName(QLatin1String(name));
  if (!iconName.isEmpty()) action->setIcon(icon(iconName));
  action->setShortcut(keys);
  action->setProperty(kSentence, sentence);
  allow(action, true);
  m_all.append(action);
  return action;
}

// Its name stands in its own language, so that whoever lands in another one finds the way back.
QAction* Actions::language(const char* code, const char* keys) {
  QAction* action = make("language", languageName(QLatin1String(code)), "", QKeySequence(QLatin1String(keys)), tr("The window's language from the next start on"));
  action->setObjectName(QStringLiteral("language-") + QLatin1String(code));
  action->setData(QLatin1String(code));
  return action;
}

void allow(QAction* action, bool allowed, const QString& reason) {
  action->setEnabled(allowed);
  QString tip = action->property(kSentence).toString();
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  if (!keys.isEmpty()) tip += QStringLiteral(" (%1)").arg(keys);
  if (!allowed && !reason.isEmpty()) tip += QLatin1Char('\n') + reason;
  action->setToolTip(tip);
  action->setStatusTip(QString());
}

Actions::Actions(QObject* parent) : QObject(parent) {
  const auto keys = [](const char* text) { return QKeySequence(QLatin1String(text)); };
  newRun = make("newRun", tr("&New run"), "new-run", keys("Ctrl+N"), tr("Set the form to a preset"));
  open = make("open", tr("&Open run folders\u2026"), "open", keys("Ctrl+O"),
              tr("Show runs of another day or another program"));
  openConfiguration = make("openConfiguration", tr("Open a &configuration\u2026"), "setup", keys("Ctrl+Shift+N"),
                           tr("Fill the form from a config.json"));
  openFigure = make("openFigure", tr("Open a saved fi&gure\u2026"), "figure", keys("Ctrl+Shift+G"),
                    tr("Draw it again from its runs, with the same choices"));
  clearRecent = make("clearRecent", tr("C&lear the list"), "", keys("Ctrl+Alt+R"), tr("Forget what was opened recently"));
  watch = make("watch", tr("&Watch a folder of runs\u2026"), "open", keys("Ctrl+Shift+W"),
               tr("Its runs are in the list from now on, new ones as they come"));
  watched = make("watched", tr("Watched fol&ders\u2026"), "runs", keys("Ctrl+Alt+W"), tr("Which folders are looked through, and which are missing"));
  cancelWork = make("cancelWork", tr("Cancel what takes lon&g"), "stop", keys("Esc"), tr("Take back what the status strip shows"));
  rescan = make("rescan", tr("Look for runs &again"), "refresh", keys("Ctrl+R"), tr("Read the runs folder anew"));
  chooseRunsFolder =
      make("chooseRunsFolder", tr("&Runs folder\u2026"), "", keys("Ctrl+Alt+O"), tr("Where new runs are written"));
  figure = make("figure", tr("&Figure of the curves\u2026"), "figure", keys("Ctrl+E"),
                tr("Curves as PDF, SVG or PNG, with their data"));
  figureLambda = make("figureLambda", tr("Figure of \u03bb\u2026"), "lambda", keys("Ctrl+Shift+E"),
                      tr("The \u03bb map as PDF, SVG or PNG, with its data"));
  figureCompare = make("figureCompare", tr("Figure comparing runs\u2026"), "", keys("Ctrl+Alt+E"),
                       tr("Final accuracies of the shown runs"));
  quit = make("quit", tr("&Quit"), "quit", keys("Ctrl+Q"), tr("Save what trains and close the window"));

  start = make("start", tr("&Start"), "start", keys("F5"), tr("Train the configuration of the form"));
  pause = make("pause", tr("&Pause"), "pause", keys("F6"), tr("Stand still after this step, with a checkpoint"));
  step = make("step", tr("S&tep"), "step", keys("F7"), tr("One update, then stand still"));
  stop = make("stop", tr("St&op"), "stop", keys("Shift+F5"), tr("Evaluate, save and end the run"));
  resume =
      make("resume", tr("&Resume"), "resume", keys("F8"), tr("Go on with the chosen run from its last checkpoint"));
  snapshot =
      make("snapshot", tr("Take a \u03bb s&napshot"), "snapshot", keys("F9"), tr("Show \u03bb of the present weights"));
  seeds = make("seeds", tr("Queue s&eeds 0–4"), "seeds", keys("Ctrl+Shift+S"),
               tr("Five runs that differ in their seed, one after the other"));
  copyCommand = make("copyCommand", tr("&Copy as command line"), "copy", keys("Ctrl+Shift+C"),
                     tr("The fenwick command that trains exactly this"));

  undo = make("undo", tr("&Undo"), "reset", keys("Ctrl+Z"), tr("Take the last edit of the form back"));
  redo = make("redo", tr("R&edo"), "redo", keys("Ctrl+Shift+Z"), tr("Do the edit again that was taken back"));

  useSetup = make("useSetup", tr("&Use its setup"), "setup", keys("Ctrl+U"),
                  tr("Fill the form with this run's configuration"));
  fork = make("fork", tr("Fork at a &kept step\u2026"), "fork", keys("Ctrl+Shift+F"), tr("A new run from this run's weights, with other settings"));
  extend = make("extend", tr("Train &further\u2026"), "resume", keys("Shift+F8"), tr("A finished run goes on to more steps"));
  annotate = make("annotate", tr("&Tags and notes\u2026"), "", keys("Ctrl+T"), tr("What you want to remember of the run; the filter finds it"));
  trash = make("trash", tr("Move to &trash"), "remove", keys("Shift+Del"), tr("The run's folder goes to the desktop's trash and can be taken back there"));
  rename = make("rename", tr("Rena&me"), "rename", keys("F2"), tr("Give the run a name; its folder keeps its own"));
  showFolder = make("showFolder", tr("Show its &folder"), "open", keys("Ctrl+Shift+O"), tr("In the file manager"));
  remove = make("remove", tr("Re&move from the list"), "remove", keys("Ctrl+Del"),
                tr("Its files stay; a waiting run leaves the queue"));

  search = make("search", tr("Search &actions"), "search", keys("Ctrl+K"), tr("Find any action by a few letters"));
  filter = make("filter", tr("&Filter runs"), "filter", keys("Ctrl+F"), tr("By name, state or tag"));
  compareLambda = make("compareLambda", tr("\u03bb of the shown runs s&ide by side"), "lambda", keys("Ctrl+Shift+5"),
                       tr("Their \u03bb maps on one scale of colours, and what each differs by from a baseline"));
  resetLayout = make("resetLayout", tr("&Panels where they were at first"), "", keys("Ctrl+0"),
                     tr("Forget moved and closed panels"));
  themeSystem = make("themeSystem", tr("Colours of the &system"), "theme", keys("Ctrl+Alt+1"),
                     tr("Light or dark as the desktop is"));
  themeLight = make("themeLight", tr("&Light"), "", keys("Ctrl+Alt+2"), tr("Light colours"));
  themeDark = make("themeDark", tr("&Dark"), "", keys("Ctrl+Alt+3"), tr("Dark colours"));
  auto* themes = new QActionGroup(this);
  for (QAction* theme : {themeSystem, themeLight, themeDark}) {
    theme->setCheckable(true);
    themes->addAction(theme);
  }
  languageSystem = make("languageSystem", tr("Language of the s&ystem"), "", keys("Ctrl+Alt+4"), tr("English where the system's language is none of these"));
  languageEnglish = language("en", "Ctrl+Alt+5");
  languageSpanish = language("es", "Ctrl+Alt+6");
  languageDutch = language("nl", "Ctrl+Alt+7");
  auto* spoken = new QActionGroup(this);
  for (QAction* action : {languageSystem, languageEnglish, languageSpanish, languageDutch}) {
    action->setCheckable(true);
    spoken->addAction(action);
  }
  examples = make("examples", tr("&Explore an example"), "lambda", keys("Ctrl+Shift+X"),
                  tr("Two trained runs of one task, one that solved it and one that collapsed"));
  whatsThis = make("whatsThis", tr("&What is this?"), "help", keys("Shift+F1"), tr("Then click what you want explained"));
  about = make("about", tr("&About Fenwick Lab"), "help", keys("F1"), tr("Version and machine"));
}

}  // namespace fenwick::ui
