#include "app/core/folder_run_source.h"

#include <QFileInfo>

#include "app/core/folder_follower.h"

namespace fenwick::app {

FolderRunSource::FolderRunSource(QString folder, Mailbox::Address files, const model::Config* expected, QObject* parent)
    : RunSource(parent), m_folder(std::move(folder)), m_follower(std::make_unique<FolderFollower>(m_folder, std::move(files))) {
  if (expected) m_config = *expected;
  m_info.name = QFileInfo(m_folder).fileName().toStdString();
  connect(m_follower.get(), &FolderFollower::looked, this, &FolderRunSource::take);
  connect(m_follower.get(), &FolderFollower::snapshotRead, this, [this](const SnapshotPtr& snapshot) {
    if (!m_latestSnapshot || snapshot->step >= m_latestSnapshot->step) m_latestSnapshot = snapshot;
    emit snapshotReady(snapshot);
  });
  connect(m_follower.get(), &FolderFollower::fault, this, &RunSource::message);
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &FolderRunSource::lookNow);
  lookNow();
}

FolderRunSource::~FolderRunSource() = default;

void FolderRunSource::requestSnapshot(qint64 step) {
  m_follower->want(step);
  m_follower->readSnapshot(step, true);
}

void FolderRunSource::setDetailed(bool detailed) {
  if (m_detailed == detailed) return;
  m_detailed = detailed;
  detailed ? lookNow() : m_follower->leaveMetrics();
}

void FolderRunSource::lookNow() {
  if (m_lookOut) {
    m_lookAgain = true;
    return;
  }
  m_timer.stop();
  m_lookOut = true;
  m_lookDetailed = m_detailed;
  m_follower->look(m_detailed);
}

void FolderRunSource::rename(const QString& name) {
  m_follower->rename(name);
  lookNow();
}

void FolderRunSource::annotate(const QStringList& tags, const QString& notes) {
  m_follower->annotate(tags, notes);
  lookNow();
}

void FolderRunSource::setPeriods(int running, int idle) {
  m_runningPeriod = running;
  m_idlePeriod = idle;
  if (!m_lookOut) plan();
}

void FolderRunSource::giveUp(const QString& reason) {
  if (m_loaded) return;
  m_info.state = model::RunState::Failed;
  m_info.stopReason = reason.toStdString();
  emit infoChanged();
}

void FolderRunSource::plan() {
  const bool goesOn = !m_loaded || m_info.state == model::RunState::Running || m_info.state == model::RunState::Created;
  m_timer.start(goesOn ? m_runningPeriod : m_idlePeriod);
}

void FolderRunSource::take(const std::shared_ptr<FolderNews>& news) {
  m_lookOut = false;
  m_detailsRead |= m_lookDetailed && m_detailed;
  emit looked();
  if (news->config) m_config = std::move(*news->config);
  if (news->task) setTask(news->task);
  if (news->info) m_info = std::move(*news->info);

  bool appended = false;
  for (std::size_t i = 0; i < news->scalars.size(); ++i) {
    const model::Scalar& scalar = news->scalars[i];
    appended |= appendPoint(QString::fromStdString(scalar.tag), static_cast<double>(scalar.step), scalar.value,
                            news->activeSeconds[i]);
    // run.json is written now and then; the records know better how far the run is.
    m_info.step = std::max<std::int64_t>(m_info.step, scalar.step);
  }
  const bool firstDetails = m_detailed && !m_detailsSeen && appended;
  m_detailsSeen |= appended;

  for (const QString& sentence : news->faults) emit message(sentence);
  if (news->info && news->config) m_loaded = true;
  if (news->info || news->config) emit infoChanged();
  if (news->info && news->config) emit loadedOnce();
  if (firstDetails) {
    emit metricsReplaced();
  } else if (appended) {
    emit metricsAppended();
  }
  if (news->snapshotSteps) {
    m_snapshotSteps = std::move(*news->snapshotSteps);
    emit snapshotStepsChanged();
    // The newest is delivered without asking.
    if (!m_snapshotSteps.isEmpty() && (!m_latestSnapshot || m_latestSnapshot->step < m_snapshotSteps.constLast())) {
      m_follower->readSnapshot(m_snapshotSteps.constLast(), false);
    }
  }
  if (std::exchange(m_lookAgain, false)) {
    lookNow();
  } else {
    plan();
  }
}

}  // namespace fenwick::app
