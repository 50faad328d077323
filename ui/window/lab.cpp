#include "ui/window/lab.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QTimer>

#include "ui/window/notice_bar.h"

namespace fenwick::ui {
namespace {

constexpr int kLongEnoughMs = 3000;  // after the window is there and the runs are listed

QString chosenFolder(const QSettings& settings, const Lab::Folders& folders) {
  if (!folders.runsFolder.isEmpty()) return folders.runsFolder;
  const QString remembered = settings.value(QStringLiteral("library/runsFolder")).toString();
  return remembered.isEmpty() ? folders.otherwise : remembered;
}

void tellSafeStart(Lab& lab) {
  const QPushButton* again = lab.window.notices().show(
      QCoreApplication::translate("lab", "The last start was cut off, so what was remembered is left out: window layout, opened folders, runs folder."),
      NoticeBar::Weight::Warning, QCoreApplication::translate("lab", "Take it up again"));
  QObject::connect(again, &QPushButton::clicked, &lab.window, [&lab] {
    lab.window.notices().putAway();
    lab.start.takeUpAgain();
    lab.library.setRunsFolder(chosenFolder(lab.settings, {{}, lab.library.runsFolder()}));
    lab.library.rescan();
  });
}

}  // namespace

Lab::Lab(QSettings& remembered, const Folders& folders, app::Session::Options options)
    : settings(remembered),
      start(settings),
      library(chosenFolder(settings, folders), settings),
      session(library, settings, options),
      sweeps(library, session, {options.fenwickProgram, options.threads}),
      window({work, library, session, sweeps, settings, theme, QStringLiteral(FENWICK_VERSION)}) {
  library.reportTo(&work);
}

void Lab::open(const QStringList& runs) {
  window.show();
  const auto wentWell = [this] { QTimer::singleShot(kLongEnoughMs, &window, [this] { start.wentWell(); }); };
  if (start.safe()) {
    tellSafeStart(*this);
    wentWell();
  } else {
    QObject::connect(&library, &app::RunLibrary::scanned, &window, wentWell);
    library.rescan();
  }
  if (!runs.isEmpty()) library.open(runs);
}

}  // namespace fenwick::ui
