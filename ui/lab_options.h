#pragma once

#include <QString>
#include <QStringList>

namespace fenwick::ui {

// What was written after `fenwick-lab`.
struct LabOptions {
  enum class What { Window, Help, Version, Export, Measure, Wrong };
  What what = What::Window;
  QStringList runs;    // run folders to open
  QString runsFolder;  // --runs DIR: where new runs are written
  QString language;    // --language L: the window's words, this time; empty: as the settings or the system say
  int threads = 0;     // --threads N; 0: all cores
  QStringList faults;  // one plain sentence each
};

// `arguments` without the program's name. --export and --measure take everything else for themselves (see exportCommand, measureCommand).
LabOptions parseLabOptions(const QStringList& arguments);
QString labHelp();

}  // namespace fenwick::ui
