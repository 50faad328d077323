#pragma once

#include "app/core/long_work.h"
#include "app/core/run_library.h"
#include "app/core/session.h"
#include "app/core/sweeps.h"
#include "ui/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/safe_start.h"

namespace fenwick::ui {

// The program's objects, put together as a person meets them.
class Lab {
 public:
  // `runsFolder` empty: the one that the settings name, or else `otherwise`.
  struct Folders {
    QString runsFolder, otherwise;
  };
  Lab(QSettings& settings, const Folders& folders, app::Session::Options options);

  // Shows the window, with the runs of the runs folder and the remembered ones; after a start that was cut off without them, which is told.
  // `runs` are opened in any case.
  void open(const QStringList& runs = {});

  QSettings& settings;
  SafeStart start;
  Theme theme;
  app::LongWork work;
  app::RunLibrary library;
  app::Session session;
  app::Sweeps sweeps;
  MainWindow window;
};

}  // namespace fenwick::ui
