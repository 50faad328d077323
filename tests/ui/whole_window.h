#pragma once

#include <QDockWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "app/core/trainer.h"
#include "ui/runs/run_list_panel.h"
#include "ui/window/lab.h"

namespace fenwick::tests {

struct OwnSettings {
  QSettings store;
};

// The whole program with the example runs open and one of them chosen, so that every panel has something to show.
struct WholeWindow : OwnSettings, ui::Lab {
  explicit WholeWindow(const QTemporaryDir& dir, QSize size = {1280, 800})
      : OwnSettings{QSettings(dir.filePath("settings.ini"), QSettings::IniFormat)},
        ui::Lab(store, {dir.filePath("runs"), {}}, {app::modelTrainer(1), QStringLiteral(FENWICK_BINARY_DIR "/fenwick"), 1}) {
    window.resize(size);
    window.show();
    window.setExamplesFolder(dir.filePath("examples"));
    window.actions().examples->trigger();
    if (QTest::qWaitFor([this] { return library.count() == 2 && library.at(0).source->latestSnapshot() && library.at(1).source->latestSnapshot(); }, 20000))
      window.runs().select(library.at(0).folder);
  }

  // Each panel in front of its neighbours, in turn.
  void forEachPanel(const std::function<void(QDockWidget*)>& look) {
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      static_cast<void>(QTest::qWaitFor([dock] { return !dock->visibleRegion().isEmpty(); }));
      QCoreApplication::processEvents();
      look(dock);
    }
  }
};

// What Qt builds into its own widgets is Qt's to name.
inline bool isQtsOwn(const QWidget* widget) {
  for (; widget; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
    if (widget->objectName().startsWith(QLatin1String("qt_")) || widget->objectName().startsWith(QLatin1String("Scroll")) ||
        widget->inherits("QComboBoxPrivateContainer"))
      return true;
  }
  return false;
}

}  // namespace fenwick::tests
