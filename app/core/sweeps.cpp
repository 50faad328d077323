#include "app/core/sweeps.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/core/command_line.h"
#include "app/core/folder_follower.h"

namespace fenwick::app {

namespace {

constexpr int kLookForRunsMs = 1000;
const QString kSweepFile = QStringLiteral("sweep.json");

using Read = std::function<model::Sweep(std::vector<model::Problem>&)>;

// The runs of a sweep file, or what is wrong with it.
struct Plan {
  std::vector<model::SweepRun> runs;
  QString fault;
};

Plan planOf(const Read& read) {
  Plan plan;
  try {
    std::vector<model::Problem> problems;
    model::Sweep sweep = read(problems);
    QStringList faults;
    for (const model::Problem& problem : problems)
      faults << QString::fromStdString(problem.field.empty() ? problem.message : problem.field + ": " + problem.message);
    plan.fault = faults.join(QStringLiteral("; "));
    plan.runs = std::move(sweep.runs);
  } catch (const std::exception& error) {
    plan.fault = QString::fromUtf8(error.what());
  }
  return plan;
}

// Reads a plan at `files` and hands it to `then` at `back`.
void readPlan(const Mailbox::Address& files, const Mailbox::Address& back, Read read, std::function<void(Plan)> then) {
  files.post([read = std::move(read), then = std::move(then), back] { back.post([then, plan = planOf(read)] { then(plan); }); });
}

}  // namespace

QString SweepEntry::name() const { return QFileInfo(folder).fileName(); }
QString SweepEntry::folderOf(const model::SweepRun& run) const { return QDir(folder).filePath(QString::fromStdString(run.name)); }

Sweeps::Sweeps(RunLibrary& library, Session& session, Options options, QObject* parent)
    : QObject(parent), m_library(library), m_session(session), m_options(std::move(options)) {
  if (m_options.fenwickProgram.isEmpty()) m_options.fenwickProgram = programBeside();
  m_lookForRuns.setInterval(kLookForRunsMs);
  connect(&m_lookForRuns, &QTimer::timeout, &m_library, &RunLibrary::rescan);
  connect(&m_library, &RunLibrary::scanned, this, &Sweeps::rescan);
  connect(&m_session, &Session::liveChanged, this, &Sweeps::startWanted);
  connect(&m_session, &Session::queueChanged, this, &Sweeps::startWanted);
}

Sweeps::~Sweeps() {
  if (!m_process) return;
  m_process->disconnect(this);
  m_process->terminate();
  m_process->waitForFinished(2000);
}

int Sweeps::indexOf(const QString& folder) const {
  const QString clean = RunLibrary::cleanFolder(folder);
  for (int i = 0; i < count(); ++i)
    if (at(i).folder == clean) return i;
  return -1;
}

void Sweeps::rescan() {
  for (const QFileInfo& place : QDir(m_library.runsFolder()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
    const QString folder = RunLibrary::cleanFolder(place.filePath()), file = QDir(folder).filePath(kSweepFile);
    if (indexOf(folder) >= 0 || m_reading.contains(folder) || !QFileInfo::exists(file)) continue;
    m_reading << folder;  // stays there where it cannot be read: told once
    readPlan(
        m_library.files(), m_mailbox.address(),
        [path = toPath(file)](std::vector<model::Problem>& problems) { return model::readSweepFile(path, problems); },
        [this, folder, file](Plan plan) {
          if (indexOf(folder) >= 0) return;
          if (!plan.fault.isEmpty()) {
            emit message(tr("%1 is no sweep: %2").arg(file, plan.fault));
            return;
          }
          auto entry = std::make_unique<SweepEntry>();
          entry->folder = folder;
          entry->runs = std::move(plan.runs);
          add(std::move(entry));
        });
  }
}

void Sweeps::add(std::unique_ptr<SweepEntry> entry) {
  m_entries.push_back(std::move(entry));
  std::sort(m_entries.begin(), m_entries.end(), [](const auto& a, const auto& b) { return a->folder.localeAwareCompare(b->folder) < 0; });
  emit changed();
}

// ---- beginning ----------------------------------------------------------------------------------------------------------------

QString Sweeps::newFolder(const QString& source) const {
  QString name = source;
  name.replace(QLatin1Char('@'), QLatin1Char('-'));
  return m_library.freeFolder(name, [this](const QString& folder) { return indexOf(folder) >= 0; });  // one that waits has no folder yet
}

QStringList Sweeps::arguments(const QStringList& source, const QString& folder, int jobs) const {
  QStringList words{QStringLiteral("sweep")};
  words << source << QStringLiteral("--out") << folder;
  if (jobs > 0) words << QStringLiteral("--jobs") << QString::number(jobs);
  if (m_options.threads > 0) words << QStringLiteral("--threads") << QString::number(m_options.threads);
  return words;
}

void Sweeps::begin(const QString& source, Read read, const QStringList& words, int jobs) {
  readPlan(m_library.files(), m_mailbox.address(), std::move(read), [this, source, words, jobs](Plan plan) {
    if (!plan.fault.isEmpty()) {
      emit failed(tr("The sweep %1 cannot be begun: %2").arg(source, plan.fault));
      return;
    }
    auto entry = std::make_unique<SweepEntry>();
    const QString folder = entry->folder = newFolder(source);
    entry->source = words;
    entry->runs = std::move(plan.runs);
    add(std::move(entry));
    take({folder, arguments(words, folder, jobs)});
  });
}

void Sweeps::startPreset(const QString& preset, int jobs) {
  begin(
      preset,
      [name = preset.toStdString()](std::vector<model::Problem>& problems) { return model::readSweep(model::sweepPreset(name), problems); },
      {QStringLiteral("--preset"), preset}, jobs);
}

void Sweeps::startFile(const QString& path, int jobs) {
  begin(
      QFileInfo(path).completeBaseName(), [file = toPath(path)](std::vector<model::Problem>& problems) { return model::readSweepFile(file, problems); },
      {QStringLiteral("--config"), path}, jobs);
}

void Sweeps::goOn(const QString& folder, int jobs) {
  const int index = indexOf(folder);
  if (index < 0) return;
  const SweepEntry& entry = at(index);
  const QString file = QDir(entry.folder).filePath(kSweepFile);
  const bool written = QFileInfo::exists(file);  // one that never had its turn has none
  take({entry.folder, arguments(written ? QStringList{QStringLiteral("--config"), file} : entry.source, entry.folder, jobs)});
}

void Sweeps::take(Wanted wanted) {
  if (m_closing) return;
  if (m_process) {
    emit message(tr("The sweep %1 trains: stop it before another begins.").arg(QFileInfo(m_wanted.folder).fileName()));
    return;
  }
  m_wanted = std::move(wanted);
  emit begun(m_wanted.folder);
  startWanted();
  emit runningChanged();
}

void Sweeps::startWanted() {
  if (m_process || m_closing || m_wanted.folder.isEmpty()) return;
  const LiveRunSource* live = m_session.live();
  if ((live && live->phase() != WorkerPhase::Paused) || m_session.queued() > 0) return;
  QDir().mkpath(m_library.runsFolder());
  m_process = std::make_unique<QProcess>();
  connect(m_process.get(), &QProcess::readyReadStandardOutput, this, &Sweeps::readOutput);
  connect(m_process.get(), &QProcess::finished, this, &Sweeps::ended);
  connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) ended();
  });
  m_process->start(m_options.fenwickProgram, m_wanted.arguments);
  m_lookForRuns.start();
  emit runningChanged();
}

// ---- while it runs, and the end -------------------------------------------------------------------------------------------------

// "[3/72] NAME: finished at step …"
void Sweeps::readOutput() {
  while (m_process && m_process->canReadLine()) {
    const QString line = QString::fromUtf8(m_process->readLine()).trimmed();
    if (line.startsWith(QLatin1Char('['))) emit message(line);
  }
}

void Sweeps::ended() {
  QProcess* process = m_process.release();  // deleting it here would delete the sender of the signal
  process->disconnect(this);
  process->deleteLater();
  m_lookForRuns.stop();
  const QString name = QFileInfo(m_wanted.folder).fileName();
  const QStringList said = QString::fromUtf8(process->readAllStandardError()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  const bool wasStopped = std::exchange(m_stopping, false);
  m_wanted = {};
  if (process->error() == QProcess::FailedToStart) {
    emit failed(tr("%1 could not be started: %2").arg(m_options.fenwickProgram, process->errorString()));
  } else if (process->exitStatus() == QProcess::CrashExit) {
    emit failed(tr("The process of the sweep %1 ended by a signal").arg(name));
  } else if (process->exitCode() == 0) {
    emit message(tr("The sweep %1 is finished.").arg(name));
  } else if (wasStopped || m_closing) {
    emit message(said.isEmpty() ? tr("The sweep %1 is stopped.").arg(name) : said.constLast());
  } else {
    for (const QString& line : said) emit message(line);
    emit failed(said.isEmpty() ? tr("The sweep %1 ended with code %2").arg(name).arg(process->exitCode()) : said.constLast());
  }
  m_library.rescan();
  emit runningChanged();
  if (m_closing) emit closed();
}

void Sweeps::stop() {
  if (!m_process) {
    if (std::exchange(m_wanted, {}).folder.isEmpty()) return;
  } else {
    m_stopping = true;
    m_process->terminate();
  }
  emit runningChanged();
}

void Sweeps::close() {
  m_closing = true;
  if (m_process) {
    stop();
    return;
  }
  m_wanted = {};
  QMetaObject::invokeMethod(this, &Sweeps::closed, Qt::QueuedConnection);
}

}  // namespace fenwick::app
