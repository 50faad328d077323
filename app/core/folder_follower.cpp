#include "app/core/folder_follower.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <exception>

namespace fenwick::app {

namespace {

constexpr double kShortestPauseSeconds = 5;
constexpr double kPauseFactor = 20;

}  // namespace

std::filesystem::path toPath(const QString& path) { return std::filesystem::path(path.toStdU16String()); }
QString fromPath(const std::filesystem::path& path) { return QString::fromStdU16String(path.u16string()); }

double ActiveClock::at(const model::Scalar& scalar) {
  m_active = scalar.tag == "perf/active_seconds" && std::isfinite(scalar.value) ? scalar.value
                                                                                : m_active + advance(scalar.wallTime);
  m_lastWallTime = scalar.wallTime;
  m_begun = true;
  m_told = std::max(m_told, m_active);
  return m_told;
}

// Training time since the record before.
double ActiveClock::advance(double wallTime) {
  const double seconds = wallTime - m_lastWallTime;
  if (!m_begun || seconds <= 0) return 0;  // the first, the same moment, or a clock that was set back
  if (seconds > std::max(kShortestPauseSeconds, kPauseFactor * m_typical)) return m_typical;
  m_typical = m_typical == 0 ? seconds : 0.95 * m_typical + 0.05 * seconds;
  return seconds;
}

FolderFollower::FolderFollower(QString folder) : m_folder(std::move(folder)), m_run(toPath(m_folder)) {}

void FolderFollower::look(bool metricsToo) {
  auto news = std::make_shared<FolderNews>();
  try {
    if (model::RunFolder::looksLikeRun(m_run.path())) {
      lookAtConfig(*news);
      lookAtInfo(*news);
      if (metricsToo) {
        lookAtMetrics(*news);
        lookAtSnapshots(*news);
      }
      m_lastFault.clear();
    }
  } catch (const std::exception& error) {
    // A file that is just being replaced reads well the next time: a fault is told the second time, and once.
    const QString sentence = QString::fromUtf8(error.what());
    m_faultRepeats = sentence == m_lastFault ? m_faultRepeats + 1 : 0;
    m_lastFault = sentence;
    if (m_faultRepeats == 1) news->faults.append(sentence);
  }
  emit looked(news);
}

void FolderFollower::lookAtConfig(FolderNews& news) {
  if (m_configKnown) return;
  news.config = m_run.readConfig();
  m_configKnown = true;
  try {
    news.task = model::taskKind(*news.config).open(*news.config);
  } catch (const std::exception& error) {
    // Curves and snapshots can be shown without the task's data; only its labels and reference lines are missing.
    news.faults.append(QString::fromUtf8(error.what()));
  }
}

void FolderFollower::lookAtInfo(FolderNews& news) {
  QFile file(m_folder + QStringLiteral("/run.json"));
  const std::string text = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  model::RunInfo info = m_run.readInfo();
  // Interrupted is not written anywhere: a run turns into it when its process is gone.
  std::string seen = text + runStateName(info.state);
  if (seen == m_lastInfo) return;
  m_lastInfo = std::move(seen);
  news.info = std::move(info);
}

void FolderFollower::lookAtMetrics(FolderNews& news) {
  if (!m_log) m_log = std::make_unique<model::EventLogReader>(m_run.path());
  const std::int64_t gapsBefore = m_log->gaps();
  news.scalars = m_log->readNew();
  news.activeSeconds.reserve(news.scalars.size());
  for (const model::Scalar& scalar : news.scalars) news.activeSeconds.push_back(m_clock.at(scalar));
  if (m_log->gaps() > gapsBefore) {
    news.faults.append(tr("%1: damaged records were passed over (%2 bytes in %3 places)")
                           .arg(m_folder)
                           .arg(m_log->lostBytes())
                           .arg(m_log->gaps()));
  }
}

void FolderFollower::lookAtSnapshots(FolderNews& news) {
  const std::vector<std::int64_t> found = m_run.lambdaSteps();
  QVector<qint64> steps(found.begin(), found.end());
  if (steps == m_lastSteps) return;
  m_lastSteps = steps;
  news.snapshotSteps = std::move(steps);
}

void FolderFollower::openTask(const model::Config& config) {
  try {
    emit taskOpened(model::taskKind(config).open(config));
  } catch (const std::exception& error) {
    emit fault(QString::fromUtf8(error.what()));
  }
}

void FolderFollower::readSnapshot(qint64 step, bool onlyIfWanted) {
  if (onlyIfWanted && step != m_wanted.load()) return;
  try {
    auto snapshot = std::make_shared<model::LambdaSnapshot>(model::readLambdaSnapshot(m_run.lambdaPath(step)));
    if (!onlyIfWanted || step == m_wanted.load()) emit snapshotRead(std::move(snapshot));
  } catch (const std::exception& error) {
    emit fault(QString::fromUtf8(error.what()));
  }
}

void FolderFollower::lookForCheckpoint() {
  const std::vector<std::int64_t> steps = m_run.checkpointSteps();
  if (steps.empty() || steps.back() == m_lastCheckpoint) return;
  m_lastCheckpoint = steps.back();
  // A checkpoint gets its name when it is complete.
  const QDateTime written = QFileInfo(fromPath(m_run.checkpointPath(m_lastCheckpoint))).lastModified();
  emit checkpointFound(m_lastCheckpoint, std::max<qint64>(0, written.msecsTo(QDateTime::currentDateTime())));
}

void FolderFollower::rename(const QString& name) {
  try {
    const model::RunLock lock(m_run.path());  // nobody else writes run.json meanwhile
    model::RunInfo info = m_run.readInfo();
    info.name = name.toStdString();
    m_run.writeInfo(info);
  } catch (const std::exception& error) {
    emit fault(tr("The run keeps its name: %1").arg(QString::fromUtf8(error.what())));
  }
}

}  // namespace fenwick::app
