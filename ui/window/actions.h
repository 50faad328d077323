#pragma once

#include <QAction>
#include <QObject>
#include <QVector>

namespace fenwick::ui {

// Every action of the window with its icon, shortcut and sentence; MainWindow connects them and says which can run now.
class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QObject* parent);

  QAction *newRun, *open, *openConfiguration, *openFigure, *clearRecent, *rescan, *chooseRunsFolder, *watch, *watched, *cancelWork,
          *figure, *figureLambda, *figureCompare, *quit;
  QAction *start, *pause, *step, *stop, *resume, *snapshot, *seeds, *copyCommand;
  QAction *undo, *redo;  // of the form
  QAction *fork, *extend, *annotate, *trash;
  QAction *useSetup, *rename, *showFolder, *remove;
  QAction *search, *filter, *compareLambda, *resetLayout, *themeSystem, *themeLight, *themeDark;
  QAction *languageSystem, *languageEnglish, *languageSpanish, *languageDutch;
  QAction *examples, *whatsThis, *about;

  // In the order of the menus.
  const QVector<QAction*>& all() const { return m_all; }

 private:
  QAction* make(const char* name, const QString& text, const QString& iconName, const QKeySequence& keys,
                const QString& sentence);
  QAction* language(const char* code, const char* keys);

  QVector<QAction*> m_all;
};

// Enables or disables; the reason stands in the tool tip.
void allow(QAction* action, bool allowed, const QString& reason = {});

}  // namespace fenwick::ui
