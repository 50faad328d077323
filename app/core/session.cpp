#include "app/core/session.h"

#include <QDir>
#include <QFileInfo>

#include "app/core/command_line.h"
#include "app/core/folder_follower.h"
#include "app/core/folder_run_source.h"

namespace fenwick::app {

namespace {

const QString kRateKey = QStringLiteral("machine/flopsPerSecond");

// The last line that says something.
QString lastLine(const QByteArray& text) {
  const QStringList lines = QString::fromUtf8(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  return lines.isEmpty() ? QString() : lines.constLast().trimmed();
}

}  // namespace

Session::Session(RunLibrary& library, QSettings& settings, Options options, QObject* parent)
    : QObject(parent), m_library(library), m_settings(settings), m_options(std::move(options)) {
  if (m_options.fenwickProgram.isEmpty()) m_options.fenwickProgram = programBeside();
  m_rateTimer.setInterval(2000);
  connect(&m_rateTimer, &QTimer::timeout, this, [this] {
    if (m_live) noteRate(m_live->stepsPerSecond(), m_liveFlopsPerStep);
  });
}

Session::~Session() {
  if (!m_process) return;
  m_process->disconnect(this);
  m_process->terminate();
  m_process->waitForFinished(2000);
}

bool Session::trains() const {
  return m_live && (m_live->phase() == WorkerPhase::Training || m_live->phase() == WorkerPhase::Finishing);
}

QString Session::newFolder(const QString& preset, const model::Config& config, const Fork& fork) const {
  QString name = preset.isEmpty() ? QString::fromStdString(config.get<std::string>("task.kind")) : preset;
  name.replace(QLatin1Char('@'), QLatin1Char('-'));
  name += QStringLiteral("-seed%1").arg(config.get<std::int64_t>("train.seed"));
  if (fork) name = QStringLiteral("%1-fork%2").arg(QFileInfo(fork->folder).fileName()).arg(fork->step);
  return m_library.freeFolder(name);
}

QString Session::start(const model::Config& config, const QString& preset, const Fork& fork) {
  if (m_live) return queue(config, preset, fork);
  LiveRunSource* run = begin(config, preset, fork);
  run->start();
  return run->folder();
}

QString Session::startWithOneStep(const model::Config& config, const QString& preset, const Fork& fork) {
  if (m_live) return queue(config, preset, fork);
  LiveRunSource* run = begin(config, preset, fork);
  run->singleStep();
  return run->folder();
}

LiveRunSource* Session::begin(const model::Config& config, const QString& preset, const Fork& fork) {
  LiveRunSource::Plan plan;
  plan.config = config;
  plan.folder = newFolder(preset, config, fork);
  plan.info.name = QFileInfo(plan.folder).fileName().toStdString();
  plan.info.preset = preset.toStdString();
  plan.factory = [trainer = m_options.trainer, config, fork, out = plan.folder] {
    QDir().mkpath(QFileInfo(out).path());
    if (!fork) return trainer.create(config, toPath(out));
    return trainer.fork({toPath(fork->folder), std::to_string(fork->step)}, config, toPath(out));
  };
  auto source = std::make_unique<LiveRunSource>(std::move(plan), m_library.files());
  LiveRunSource* run = source.get();
  adopt(std::move(source));
  return run;
}

bool Session::resumable(const RunSource& run) {
  switch (run.info().state) {
    case model::RunState::Paused:
    case model::RunState::Interrupted:
    case model::RunState::Failed:
      return true;
    default:
      return false;
  }
}

bool Session::resume(const QString& folder) {
  RunSource* known = m_library.source(folder);
  if (!known) return false;
  if (m_live) {
    if (known == m_live) {
      goOn();
      return true;
    }
    emit message(tr("One run is open in the window already: stop it before another is resumed here."));
    return false;
  }
  return goOnWith(*known, known->config(), [make = m_options.trainer.resume, path = known->folder()] { return make(toPath(path)); });
}

bool Session::extendable(const RunSource& run) { return run.info().state == model::RunState::Finished; }

bool Session::extend(const QString& folder, qint64 steps) {
  RunSource* known = m_library.source(folder);
  if (!known || !extendable(*known)) return false;
  if (m_live) {
    emit message(tr("One run is open in the window already: stop it before another is trained further here."));
    return false;
  }
  model::Config config = known->config();
  if (!config.set("train.steps", steps).empty()) return false;
  return goOnWith(*known, config, [make = m_options.trainer.extend, path = known->folder(), steps] { return make(toPath(path), steps); });
}

bool Session::goOnWith(RunSource& known, const model::Config& config, TrainingWorker::Factory factory) {
  LiveRunSource::Plan plan;
  plan.config = config;
  plan.info = known.info();
  plan.folder = known.folder();
  plan.factory = std::move(factory);
  auto source = std::make_unique<LiveRunSource>(std::move(plan), m_library.files(), &known);
  LiveRunSource* run = source.get();
  adopt(std::move(source));
  run->start();
  return true;
}

void Session::adopt(std::unique_ptr<LiveRunSource> source) {
  m_live = source.get();
  m_liveFlopsPerStep = 0;
  connect(m_live, &LiveRunSource::phaseChanged, this, [this, run = m_live] {
    if (run != m_live) return;
    emit liveChanged();
    goOnWithQueue();
  });
  connect(m_live, &LiveRunSource::ended, this, [this, run = m_live] {
    if (run == m_live) liveEnded();
  });
  connect(m_live, &LiveRunSource::failed, this, &Session::failed);
  withFlopsPerStep(m_live->config(), [this](double flops) { m_liveFlopsPerStep = flops; });
  m_library.setShown(m_live->folder(), false);
  m_library.put(std::move(source));
  m_library.setShown(m_live->folder(), true);
  m_rateTimer.start();
  emit liveChanged();
}

void Session::summarize(const model::Config& config, Mailbox::Address back,
                        std::function<void(std::optional<model::ModelSummary>)> then) {
  if (!m_options.trainer.summarize) return;
  m_arithmetic.address().post([summarize = m_options.trainer.summarize, config, back = std::move(back), then = std::move(then)] {
    std::optional<model::ModelSummary> summary;
    try {
      summary = summarize(config);
    } catch (const std::exception&) {
      // What is wrong with a configuration is told at its fields, and by the run that is made of it.
    }
    back.post([then, summary] { then(summary); });
  });
}

void Session::withFlopsPerStep(const model::Config& config, std::function<void(double)> then) {
  summarize(config, m_mailbox.address(), [then = std::move(then)](const std::optional<model::ModelSummary>& summary) {
    if (summary) then(summary->flopsPerStep);
  });
}

void Session::liveEnded() {
  m_rateTimer.stop();
  m_live = nullptr;
  emit liveChanged();
  goOnWithQueue();
  checkClosed();
}

void Session::pause() {
  if (m_live) m_live->pause();
}

void Session::goOn() {
  if (m_live) m_live->start();
}

void Session::singleStep() {
  if (m_live) m_live->singleStep();
}

void Session::stop() {
  if (m_live) m_live->stop();
}

QString Session::queue(const model::Config& config, const QString& preset, const Fork& fork) {
  Waiting waiting{config, preset, newFolder(preset, config, fork), fork};
  const QString folder = waiting.folder;
  m_library.put(std::make_unique<FolderRunSource>(folder, m_library.files(), &config), true);
  m_queue.push_back(std::move(waiting));
  emit queueChanged();
  goOnWithQueue();
  return folder;
}

void Session::findKeptSteps(const QString& folder, std::function<void(QVector<qint64>)> then) {
  m_library.files().post([path = toPath(folder), back = m_mailbox.address(), then = std::move(then)] {
    std::vector<std::int64_t> found;
    try {
      found = model::RunFolder(path).keptSteps();
    } catch (const std::exception&) {
      // A folder that cannot be read keeps nothing that can be begun from.
    }
    back.post([then, steps = QVector<qint64>(found.begin(), found.end())] { then(steps); });
  });
}

QStringList Session::arguments(const model::Config& config, const QString& preset, const Fork& fork, const QString& out) {
  return fork ? forkArguments(config, fork->config, fork->folder, fork->step, out) : trainArguments(config, preset, out);
}

void Session::cancel(const QString& folder) {
  const QString clean = RunLibrary::cleanFolder(folder);
  if (m_process && RunLibrary::cleanFolder(m_processFolder) == clean) {
    m_process->terminate();
    return;
  }
  const auto place = std::find_if(m_queue.begin(), m_queue.end(), [&](const Waiting& waiting) {
    return RunLibrary::cleanFolder(waiting.folder) == clean;
  });
  if (place == m_queue.end()) return;
  m_queue.erase(place);
  m_library.remove(clean);
  emit queueChanged();
}

void Session::goOnWithQueue() {
  if (m_closing || m_process || m_queue.empty()) return;
  if (m_live && m_live->phase() != WorkerPhase::Paused) return;
  const Waiting next = m_queue.front();
  m_queue.pop_front();
  QDir().mkpath(m_library.runsFolder());
  QStringList words = arguments(next.config, next.preset, next.fork, next.folder);
  if (m_options.threads > 0) words << QStringLiteral("--threads") << QString::number(m_options.threads);
  m_processFolder = next.folder;
  m_process = std::make_unique<QProcess>();
  m_process->setStandardOutputFile(QProcess::nullDevice());
  connect(m_process.get(), &QProcess::finished, this, &Session::processEnded);
  connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) processEnded();
  });
  m_process->start(m_options.fenwickProgram, words);
  m_library.setQueued(next.folder, false);
  emit queueChanged();
}

void Session::processEnded() {
  // Deleting it here would delete the sender of the signal.
  QProcess* process = m_process.release();
  process->disconnect(this);
  process->deleteLater();
  QString fault;
  if (process->error() == QProcess::FailedToStart) {
    fault = tr("%1 could not be started: %2").arg(m_options.fenwickProgram, process->errorString());
  } else if (process->exitStatus() == QProcess::CrashExit && !m_closing) {
    fault = tr("The process training %1 ended by a signal").arg(QFileInfo(m_processFolder).fileName());
  } else if (process->exitCode() != 0 && !m_closing) {
    const QString said = lastLine(process->readAllStandardError());
    fault = said.isEmpty() ? tr("The process training %1 ended with code %2")
                                 .arg(QFileInfo(m_processFolder).fileName())
                                 .arg(process->exitCode())
                           : said;
  }
  if (auto* source = qobject_cast<FolderRunSource*>(m_library.source(m_processFolder))) {
    if (!fault.isEmpty()) source->giveUp(fault);
    // What run.json says at the end, whenever that is read.
    if (source->info().state != model::RunState::Finished)
      connect(source, &RunSource::infoChanged, this, [this, source] { notePace(*source); }, Qt::SingleShotConnection);
    else
      notePace(*source);
    source->lookNow();
  }
  if (!fault.isEmpty()) emit failed(fault);
  m_processFolder.clear();
  emit queueChanged();
  goOnWithQueue();
  checkClosed();
}

void Session::close() {
  m_closing = true;
  for (const Waiting& waiting : m_queue) m_library.remove(waiting.folder);
  m_queue.clear();
  if (m_live) m_live->close();
  if (m_process) m_process->terminate();
  QMetaObject::invokeMethod(this, &Session::checkClosed, Qt::QueuedConnection);
}

QString Session::waitsFor() const {
  if (m_live) {
    return m_live->phase() == WorkerPhase::Finishing
               ? tr("the last evaluation and checkpoint of %1").arg(QFileInfo(m_live->folder()).fileName())
               : tr("the end of a step and a checkpoint of %1").arg(QFileInfo(m_live->folder()).fileName());
  }
  if (m_process) return tr("the checkpoint of %1").arg(QFileInfo(m_processFolder).fileName());
  return {};
}

void Session::checkClosed() {
  if (m_closing && !m_live && !m_process) emit closed();
}

void Session::noteRate(std::optional<double> stepsPerSecond, double flopsPerStep) {
  if (!stepsPerSecond || *stepsPerSecond <= 0 || flopsPerStep <= 0) return;
  m_settings.setValue(kRateKey, *stepsPerSecond * flopsPerStep);
  emit rateMeasured();
}

void Session::notePace(const RunSource& source) {
  const model::RunInfo& info = source.info();
  std::optional<double> pace = source.latest(QStringLiteral("perf/steps_per_second"));
  if (!pace && info.parentId.empty() && info.activeSeconds > 0) pace = static_cast<double>(info.step) / info.activeSeconds;  // its curves are not read
  withFlopsPerStep(source.config(), [this, pace](double flops) { noteRate(pace, flops); });
}

std::optional<double> Session::measuredRate() const {
  const double rate = m_settings.value(kRateKey).toDouble();
  if (rate > 0) return rate;
  return std::nullopt;
}

}  // namespace fenwick::app
