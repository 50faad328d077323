#include "ui/measure/measure_command.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSemaphore>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <thread>
#include <vector>

#include "app/core/folder_run_source.h"
#include "app/core/session.h"
#include "app/core/thread_time.h"
#include "model/analysis/compare.h"
#include "model/config/presets.h"
#include "model/io/event_log.h"
#include "ui/views/run_style.h"
#include "ui/window/lab.h"

namespace fenwick::ui {
namespace {

constexpr int kDone = 0, kWrongUsage = 2;
constexpr qint64 kPoints = 1'000'000;
constexpr int kReplots = 30;

struct Plan {
  std::string preset = "mqar-quick";
  int pairs = 7, steps = 500, threads = 0;
  bool json = false;
};

// The value that 99 % of them do not exceed.
double percentile99(const std::vector<double>& sorted) {
  return sorted[static_cast<std::size_t>(std::lround(0.99 * static_cast<double>(sorted.size() - 1)))];
}

// Lets the event loop run, and sleep, until `done` or the time is up.
template <class Condition>
void waitUntil(Condition done, int seconds, const char* what) {
  QElapsedTimer clock;
  clock.start();
  QEventLoop loop;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (done() || clock.elapsed() > 1000LL * seconds) loop.quit();
  });
  look.start(10);
  loop.exec();
  if (!done()) throw std::runtime_error(std::string("waited in vain for ") + what);
}

// Asks the window's thread for a sign of life from a thread of its own, about every 20 ms, for as long as it lives.
class Asker {
 public:
  explicit Asker(std::vector<double>& milliseconds) : m_milliseconds(milliseconds), m_thread([this] { run(); }) {}
  ~Asker() {
    m_over = true;
    while (!m_ended) QCoreApplication::processEvents();  // its last question waits for an answer
    m_thread.join();
  }

 private:
  void run() {
    while (!m_over) {
      QElapsedTimer clock;
      clock.start();
      QMetaObject::invokeMethod(QCoreApplication::instance(), [this] { m_answered.release(); }, Qt::QueuedConnection);
      m_answered.acquire();
      m_milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    m_ended = true;
  }

  std::vector<double>& m_milliseconds;  // the thread's until it has ended
  QSemaphore m_answered;
  std::atomic<bool> m_over = false, m_ended = false;
  std::thread m_thread;
};

struct LongRun {
  double openSeconds = 0;
  model::Statistic replotMs;
};

struct Measured {
  std::vector<double> alone, inWindow, cost;  // steps a second, and the share of them that the window took
  std::vector<double> busy;                   // processor time of the window's thread over the training's time
  std::vector<double> answers;                // milliseconds, ascending
  LongRun longRun;
};

model::Config configOf(const Plan& plan) {
  model::Config config = model::presetConfig(plan.preset);
  config.set("train.steps", plan.steps);
  config.set("train.stopAt", 0);
  return config;
}

// The program's window, in a folder of its own.
struct MeasuredLab {
  MeasuredLab(const QString& folder, int threads)
      : settings(folder + QStringLiteral("/settings.ini"), QSettings::IniFormat),
        lab(settings, {folder + QStringLiteral("/runs"), {}}, {app::modelTrainer(threads), {}, threads}) {
    lab.window.resize(1280, 800);
    lab.open();
    QCoreApplication::processEvents();
  }

  QSettings settings;
  Lab lab;
};

double trainInWindow(const Plan& plan, const QString& folder, Measured& measured) {
  MeasuredLab measuredLab(folder, plan.threads);
  Lab& lab = measuredLab.lab;
  const qint64 before = app::threadCpuNanoseconds();
  const QString run = lab.session.start(configOf(plan), QString());
  QString failure;
  QObject::connect(&lab.session, &app::Session::failed, &lab.window, [&](const QString& sentence) { failure = sentence; });
  {
    const Asker asker(measured.answers);
    waitUntil([&] { return !failure.isEmpty() || !lab.session.live(); }, 3600, "the run in the window");
  }
  if (!failure.isEmpty()) throw std::runtime_error(failure.toStdString());
  const double seconds = lab.library.source(run)->info().activeSeconds;
  measured.busy.push_back(1e-9 * static_cast<double>(app::threadCpuNanoseconds() - before) / seconds);
  return seconds;
}

double trainAlone(const Plan& plan, const QString& folder) {
  double seconds = 0;
  std::exception_ptr fault;
  std::thread trainer([&] {
    try {
      const auto run = app::modelTrainer(plan.threads).create(configOf(plan), (folder + QStringLiteral("/run")).toStdString());
      while (run->step()) {
      }
      seconds = run->info().activeSeconds;
    } catch (...) {
      fault = std::current_exception();
    }
  });
  trainer.join();
  if (fault) std::rethrow_exception(fault);
  return seconds;
}

// A finished run with as many points as a long training leaves.
void writeLongRun(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const char* const tags[] = {"train/loss", "train/accuracy", "train/grad_norm", "train/learning_rate"};
  const qint64 steps = kPoints / 4;
  model::Config config = model::presetConfig("mqar-quick");
  config.set("train.steps", steps);
  const model::RunFolder run(folder);
  run.writeConfig(config);
  model::RunInfo info;
  info.id = model::newUuid();
  info.name = "a million points";
  info.state = model::RunState::Finished;
  info.step = steps;
  run.writeInfo(info);
  model::EventLogWriter log(folder);
  std::vector<model::Scalar> batch;
  for (qint64 step = 1; step <= steps; ++step) {
    const double x = static_cast<double>(step);
    const double values[] = {4 * std::exp(-x / 5e4) + 0.3 * std::sin(x), 0.5 + 0.4 * std::sin(x / 7), 1 + std::cos(x / 3), 1e-3};
    for (int i = 0; i < 4; ++i) batch.push_back({tags[i], step, 1e9 + x, values[i]});
    if (step % 5000 == 0 || step == steps) {
      log.append(batch);
      batch.clear();
    }
  }
}

LongRun openLongRun(const QString& folder) {
  const QString runFolder = folder + QStringLiteral("/long");
  writeLongRun(runFolder.toStdString());
  MeasuredLab measuredLab(folder, 1);
  Lab& lab = measuredLab.lab;
  LongRun result;
  QElapsedTimer clock;
  clock.start();
  lab.library.open({runFolder});
  const QString clean = app::RunLibrary::cleanFolder(runFolder);
  waitUntil([&] { return lab.library.indexOf(clean) >= 0; }, 60, "the run in the list");
  lab.library.setShown(clean, true);
  const auto drawn = [&] {
    const app::RunSource* source = lab.library.source(clean);
    return source->series(QStringLiteral("train/learning_rate")).values.size() == kPoints / 4;
  };
  waitUntil(drawn, 60, "the points of the long run");
  QCustomPlot* plot = nullptr;
  for (QCustomPlot* candidate : lab.window.findChildren<QCustomPlot*>()) {
    if (candidate->isVisible() && (!plot || candidate->width() * candidate->height() > plot->width() * plot->height())) plot = candidate;
  }
  if (!plot) throw std::runtime_error("the window shows no plot");
  plot->replot(QCustomPlot::rpImmediateRefresh);
  result.openSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
  std::vector<double> replots;
  for (int i = 0; i < kReplots; ++i) {
    clock.restart();
    plot->replot(QCustomPlot::rpImmediateRefresh);
    replots.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    QCoreApplication::processEvents();
  }
  result.replotMs = model::statistic(replots);
  return result;
}

Measured measure(const Plan& plan, QTextStream& errors) {
  Measured measured;
  const auto fresh = [](auto&& body) {
    const QTemporaryDir folder;
    if (!folder.isValid()) throw std::runtime_error("no temporary folder: " + folder.errorString().toStdString());
    return body(folder.path());
  };
  const auto alone = [&] { return fresh([&](const QString& folder) { return plan.steps / trainAlone(plan, folder); }); };
  const auto inWindow = [&] { return fresh([&](const QString& folder) { return plan.steps / trainInWindow(plan, folder, measured); }); };
  alone();  // libraries, pages and clocks warm
  measured.answers.clear();
  for (int pair = 0; pair < plan.pairs; ++pair) {
    double a = 0, w = 0;
    if (pair % 2 == 0) {
      a = alone();
      w = inWindow();
    } else {
      w = inWindow();
      a = alone();
    }
    measured.alone.push_back(a);
    measured.inWindow.push_back(w);
    measured.cost.push_back(1 - w / a);
    errors << "pair " << pair + 1 << " of " << plan.pairs << ": " << QString::number(a, 'f', 1) << " steps/s alone, "
           << QString::number(w, 'f', 1) << " in the window\n";
    errors.flush();
  }
  std::sort(measured.answers.begin(), measured.answers.end());
  measured.longRun = fresh([](const QString& folder) { return openLongRun(folder); });
  return measured;
}

model::Json spreadJson(const model::Statistic& s) { return {{"median", s.median}, {"min", s.minimum}, {"max", s.maximum}}; }

void printJson(const Plan& plan, const Measured& m, QTextStream& out) {
  const model::Json tree{{"what", "window"},
                         {"platform", QGuiApplication::platformName().toStdString()},
                         {"preset", plan.preset},
                         {"steps", plan.steps},
                         {"pairs", plan.pairs},
                         {"stepsPerSecondAlone", spreadJson(model::statistic(m.alone))},
                         {"stepsPerSecondInWindow", spreadJson(model::statistic(m.inWindow))},
                         {"cost", spreadJson(model::statistic(m.cost))},
                         {"windowThreadBusy", spreadJson(model::statistic(m.busy))},
                         {"answers", m.answers.size()},
                         {"answerMs", {{"median", model::statistic(m.answers).median}, {"p99", percentile99(m.answers)}, {"max", m.answers.back()}}},
                         {"points", kPoints},
                         {"openSeconds", m.longRun.openSeconds},
                         {"replotMs", spreadJson(m.longRun.replotMs)}};
  out << QString::fromStdString(tree.dump(2)) << "\n";
}

QString number(double value, int digits) { return QString::number(value, 'f', digits); }

void print(const Plan& plan, const Measured& m, QTextStream& out) {
  const model::Statistic alone = model::statistic(m.alone), inWindow = model::statistic(m.inWindow), cost = model::statistic(m.cost);
  out << QString::fromStdString(plan.preset) << ", " << plan.steps << " steps, " << plan.pairs << " pairs, platform "
      << QGuiApplication::platformName() << "\n";
  const auto pace = [&](const char* name, const model::Statistic& s) {
    out << name << number(s.median, 1) << " steps/s (" << number(s.minimum, 1) << "\u2013" << number(s.maximum, 1) << ")\n";
  };
  pace("training alone          ", alone);
  pace("training in the window  ", inWindow);
  out << "the window costs        " << number(100 * cost.median, 1) << " % (" << number(100 * cost.minimum, 1) << " \u2026 "
      << number(100 * cost.maximum, 1) << ")\n";
  const model::Statistic busy = model::statistic(m.busy);
  out << "its thread is busy      " << number(100 * busy.median, 1) << " % of the time (" << number(100 * busy.minimum, 1) << "\u2013"
      << number(100 * busy.maximum, 1) << ")\n";
  out << "the window answers in   " << number(model::statistic(m.answers).median, 2) << " ms (median), " << number(percentile99(m.answers), 1)
      << " ms (99 %), " << number(m.answers.back(), 1) << " ms at most, " << m.answers.size() << " times asked\n";
  out << "a million points open   in " << number(m.longRun.openSeconds, 2) << " s and redraw in " << number(m.longRun.replotMs.median, 1)
      << " ms (" << number(m.longRun.replotMs.minimum, 1) << "\u2013" << number(m.longRun.replotMs.maximum, 1) << ")\n";
}

// Writes every fault, and gives the plan where there is none.
bool parse(const QStringList& arguments, Plan& plan, QTextStream& out, QTextStream& errors, bool& help) {
  QCommandLineParser parser;
  parser.addOptions({{QStringLiteral("measure"), QString()},
                     {QStringLiteral("preset"), QString(), QStringLiteral("NAME")},
                     {QStringLiteral("pairs"), QString(), QStringLiteral("N")},
                     {QStringLiteral("steps"), QString(), QStringLiteral("N")},
                     {QStringLiteral("threads"), QString(), QStringLiteral("N")},
                     {QStringLiteral("json"), QString()},
                     {QStringLiteral("help"), QString()}});
  QStringList faults;
  if (!parser.parse(QStringList(QStringLiteral("fenwick-lab")) + arguments)) faults << parser.errorText();
  help = parser.isSet(QStringLiteral("help"));
  if (help) {
    out << "usage: fenwick-lab --measure [--preset NAME] [--pairs N] [--steps N] [--threads N] [--json]\n"
           "\n"
           "How long the window takes to answer while a model trains in it, what it costs the training, and how fast a run of a\n"
           "million points opens and redraws. Works without a screen too.\n"
           "\n"
           "  --preset NAME   what is trained (mqar-quick)\n"
           "  --pairs N       pairs of runs, one in the window and one without (7)\n"
           "  --steps N       updates of each run (500)\n"
           "  --threads N     threads of the training (all cores)\n"
           "  --json          one JSON object instead of sentences\n";
    return true;
  }
  for (const QString& extra : parser.positionalArguments()) faults << QStringLiteral("--measure takes no run, got %1").arg(extra);
  const auto count = [&](const char* name, int most, int& into) {
    const QString option = QString::fromLatin1(name);
    if (!parser.isSet(option)) return;
    bool good = false;
    const int value = parser.value(option).toInt(&good);
    if (!good || value < 1 || value > most) {
      faults << QStringLiteral("--%1: a whole number from 1 to %2 is needed, got %3").arg(option).arg(most).arg(parser.value(option));
    } else {
      into = value;
    }
  };
  count("pairs", 1000, plan.pairs);
  count("steps", 1'000'000, plan.steps);
  count("threads", 1024, plan.threads);
  plan.json = parser.isSet(QStringLiteral("json"));
  if (parser.isSet(QStringLiteral("preset"))) plan.preset = parser.value(QStringLiteral("preset")).toStdString();
  try {
    model::presetConfig(plan.preset);
  } catch (const std::invalid_argument& error) {
    faults << QStringLiteral("--preset: ") + QString::fromStdString(error.what());
  }
  for (const QString& fault : faults) errors << "fenwick-lab: " << fault << "\n";
  return faults.isEmpty();
}

}  // namespace

int measureCommand(const QStringList& arguments, QTextStream& out, QTextStream& errors) {
  Plan plan;
  bool help = false;
  if (!parse(arguments, plan, out, errors, help)) return kWrongUsage;
  if (help) return kDone;
  const Measured measured = measure(plan, errors);
  plan.json ? printJson(plan, measured, out) : print(plan, measured, out);
  out.flush();
  return kDone;
}

}  // namespace fenwick::ui
