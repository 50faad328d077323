#include "ui/lab_options.h"

#include <QFileInfo>

#include "ui/look/language.h"

namespace fenwick::ui {

QString labHelp() {
  return QStringLiteral(
      "usage: fenwick-lab [RUN_DIR\u2026]\n"
      "       fenwick-lab --export curves|lambda|compare RUN\u2026 --out FILE.pdf|.svg|.png\n"
      "       fenwick-lab --measure\n"
      "\n"
      "Opens the window, with the given runs (or the runs in the given folders) in its list.\n"
      "\n"
      "  --runs DIR     where new runs are written (default: ./runs, or in your documents)\n"
      "  --threads N    threads that training uses (default: all cores)\n"
      "  --language L   the window's words for this time: en, es or nl (default: as chosen in its menu, or the system's)\n"
      "  --export \u2026     draws a figure without a window; fenwick-lab --export --help tells its options\n"
      "  --measure      prints how fast the window answers and what it costs the training; with --help its options\n"
      "  --version      prints the version\n"
      "  --help         prints this\n");
}

LabOptions parseLabOptions(const QStringList& arguments) {
  LabOptions options;
  if (arguments.contains(QStringLiteral("--export"))) {
    options.what = LabOptions::What::Export;
    return options;
  }
  if (arguments.contains(QStringLiteral("--measure"))) {
    options.what = LabOptions::What::Measure;
    return options;
  }
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    QString argument = arguments[i];
    QString value;
    bool hasValue = false;
    if (argument.startsWith(QLatin1String("--")) && argument.contains(QLatin1Char('='))) {
      value = argument.section(QLatin1Char('='), 1);
      argument = argument.section(QLatin1Char('='), 0, 0);
      hasValue = true;
    }
    const auto take = [&]() -> bool {
      if (hasValue) return true;
      if (i + 1 >= arguments.size()) {
        options.faults << QStringLiteral("%1 needs a value").arg(argument);
        return false;
      }
      value = arguments[++i];
      return true;
    };
    if (argument == QLatin1String("--help") || argument == QLatin1String("-h")) {
      options.what = LabOptions::What::Help;
    } else if (argument == QLatin1String("--version")) {
      options.what = LabOptions::What::Version;
    } else if (argument == QLatin1String("--runs")) {
      if (take()) options.runsFolder = value;
    } else if (argument == QLatin1String("--language")) {
      if (!take()) continue;
      options.language = value;
      if (!languages().contains(value)) {
        options.faults << QStringLiteral("--language: one of %1 is needed, got %2").arg(languages().join(QStringLiteral(", ")), value);
      }
    } else if (argument == QLatin1String("--threads")) {
      if (!take()) continue;
      bool ok = false;
      options.threads = value.toInt(&ok);
      if (!ok || options.threads < 1 || options.threads > 1024) {
        options.faults << QStringLiteral("--threads: a whole number from 1 to 1024 is needed, got %1").arg(value);
      }
    } else if (argument.startsWith(QLatin1Char('-'))) {
      options.faults << QStringLiteral("%1 is no option of fenwick-lab; --help lists them").arg(argument);
    } else if (!QFileInfo(argument).isDir()) {
      options.faults << QStringLiteral("%1 is no folder").arg(argument);
    } else {
      options.runs << argument;
    }
  }
  if (!options.faults.isEmpty()) options.what = LabOptions::What::Wrong;
  return options;
}

}  // namespace fenwick::ui
