#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTextStream>
#include <cstdlib>
#include <exception>

#include "app/core/call_thread.h"
#include "app/core/trainer.h"
#include "app/passive_threads.h"
#include "model/machine.h"
#include "ui/figures/export_command.h"
#include "ui/lab_options.h"
#include "ui/look/language.h"
#include "ui/look/theme.h"
#include "ui/measure/measure_command.h"
#include "ui/window/lab.h"

namespace {

using namespace fenwick;

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// Exceptions stop at their source; one that comes as far as the event loop is a fault of ours: it is written down, and the program ends
// as it would without this.
class Lab : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    try {
      return QApplication::notify(receiver, event);
    } catch (const std::exception& error) {
      qCritical("%s let an exception through: %s", receiver->metaObject()->className(), error.what());
      throw;
    }
  }
};

int signalSockets[2] = {-1, -1};

void onSignal(int number) {
  const char byte = static_cast<char>(number);
  [[maybe_unused]] const ssize_t written = write(signalSockets[0], &byte, 1);
}

// SIGINT and SIGTERM close the window as a person would: with a checkpoint.
void closeOnSignals(ui::MainWindow& window) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, signalSockets) != 0) return;
  auto* notifier = new QSocketNotifier(signalSockets[1], QSocketNotifier::Read, &window);
  QObject::connect(notifier, &QSocketNotifier::activated, &window, [notifier, &window] {
    notifier->setEnabled(false);
    window.close();
  });
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

QString defaultRunsFolder() {
  const QFileInfo here(QDir::currentPath());
  const bool atHome = here.absoluteFilePath() == QDir::homePath() || here.isRoot();
  if (QFileInfo(QStringLiteral("runs")).isDir() || (here.isWritable() && !atHome))
    return QDir::current().filePath(QStringLiteral("runs"));
  return QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
      .filePath(QStringLiteral("Fenwick Lab"));
}

QString machineSentence(const model::MachineReport& machine) {
  QString sentence = QStringLiteral("CPU, ") + QCoreApplication::translate("lab", "%Ln core(s)", nullptr, static_cast<int>(machine.cores));
  if (machine.cudaUsable) sentence += QCoreApplication::translate("lab", ", CUDA");
  return sentence;
}

int openWindow(const ui::LabOptions& options) {
  QSettings settings;
  const QString chosen = options.language.isEmpty() ? settings.value(ui::kLanguageKey).toString() : options.language;
  const ui::Translation words(ui::spokenLanguage(chosen, QLocale::system()));
  ui::useFonts();
  ui::Lab lab(settings, {options.runsFolder, defaultRunsFolder()}, {app::modelTrainer(options.threads), {}, options.threads});
  ui::MainWindow& window = lab.window;
  // The run's state is on the disk: what is lost is what came after the last checkpoint.
  QObject::connect(&window, &ui::MainWindow::quitNowRequested, &window, [] { std::_Exit(0); });
  closeOnSignals(window);
  lab.open(options.runs);
  const app::Mailbox answers;
  const app::CallThread inspector(QStringLiteral("machine"));
  inspector.address().post([&window, back = answers.address()] {
    back.post([&window, machine = model::inspectMachine()] { window.setMachine(machineSentence(machine)); });
  });
  return QApplication::exec();
}

// Figures and measurements need no screen.
void doWithoutScreen() {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && !qEnvironmentVariableIsSet("DISPLAY") &&
      !qEnvironmentVariableIsSet("WAYLAND_DISPLAY")) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
}

int run(int argc, char** argv) {
  QStringList arguments;
  for (int i = 1; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const ui::LabOptions options = ui::parseLabOptions(arguments);
  QTextStream out(stdout);
  QTextStream err(stderr);
  switch (options.what) {
    case ui::LabOptions::What::Help:
      out << ui::labHelp();
      return 0;
    case ui::LabOptions::What::Version:
      out << "fenwick-lab " << FENWICK_VERSION << "\n";
      return 0;
    case ui::LabOptions::What::Wrong:
      for (const QString& fault : options.faults) err << "fenwick-lab: " << fault << "\n";
      return kWrongUsage;
    case ui::LabOptions::What::Export: {
      doWithoutScreen();
      Lab lab(argc, argv);
      const ui::Translation words(QStringLiteral("en"));
      ui::useFonts();
      return ui::exportCommand(arguments);
    }
    case ui::LabOptions::What::Measure: {
      waitPassively(argv);
      doWithoutScreen();
      Lab lab(argc, argv);
      QGuiApplication::setQuitOnLastWindowClosed(false);
      const ui::Translation words(QStringLiteral("en"));
      ui::useFonts();
      return ui::measureCommand(arguments, out, err);
    }
    case ui::LabOptions::What::Window:
      break;
  }
  waitPassively(argv);
  QCoreApplication::setOrganizationName(QStringLiteral("Fenwick Lab"));
  QCoreApplication::setApplicationName(QStringLiteral("fenwick-lab"));
  QCoreApplication::setApplicationVersion(QStringLiteral(FENWICK_VERSION));
  Lab lab(argc, argv);
  QGuiApplication::setDesktopFileName(QStringLiteral("fenwick-lab"));
  return openWindow(options);
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGXFSZ, SIG_IGN);  // a file that reached the limit of `ulimit -f` is then a failed write with a message, as on a full disk
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    qCritical("fenwick-lab: %s", error.what());
    return kFailed;
  }
}
