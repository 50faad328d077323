#include "app/core/live_run_source.h"

#include <utility>

#include "app/core/folder_follower.h"
#include "app/core/thread_time.h"

namespace fenwick::app {

namespace {

constexpr int kFastestMs = 33;
constexpr int kSlowestMs = 1000;
constexpr int kCheckpointLookMs = 1000;
constexpr qint64 kPaceWindowMs = 3000;
constexpr double kShareForTheWindow = 0.012;  // of one core's time, while it trains: see RedrawPacer

}  // namespace

LiveRunSource::LiveRunSource(Plan plan, Mailbox::Address files, const RunSource* history, QObject* parent)
    : RunSource(parent),
      m_folder(std::move(plan.folder)),
      m_config(std::move(plan.config)),
      m_info(std::move(plan.info)),
      m_buffer(std::make_shared<WorkerBuffer>()) {
  if (history) copyHistory(*history);
  m_savedStep = m_info.step;
  m_worker = new TrainingWorker(std::move(plan.factory), m_buffer);
  m_worker->moveToThread(&m_thread);
  m_thread.setObjectName(QStringLiteral("trainer"));
  connect(&m_thread, &QThread::started, m_worker, &lowerThreadPriority);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);

  m_follower = std::make_unique<FolderFollower>(m_folder, std::move(files));
  connect(m_follower.get(), &FolderFollower::snapshotRead, this, &RunSource::snapshotReady);
  connect(m_follower.get(), &FolderFollower::fault, this, &RunSource::message);
  connect(m_follower.get(), &FolderFollower::taskOpened, this, [this](std::shared_ptr<const model::TaskData> task) {
    setTask(std::move(task));
    emit infoChanged();
  });
  m_follower->openTask(m_config);

  connect(m_follower.get(), &FolderFollower::checkpointFound, this, [this](qint64 step, qint64 ageMs) {
    m_savedStep = step;
    m_ageWhenSeen = ageMs;
    m_sinceSaved.start();
  });
  connect(&m_checkpointTimer, &QTimer::timeout, m_follower.get(), &FolderFollower::lookForCheckpoint);
  m_checkpointTimer.start(kCheckpointLookMs);

  m_clock.start();
  m_cpuAtLastDrain = threadCpuNanoseconds();
  m_timer.setInterval(kFastestMs);
  connect(&m_timer, &QTimer::timeout, this, &LiveRunSource::drain);
  m_timer.start();
  m_thread.start();
}

LiveRunSource::~LiveRunSource() {
  m_thread.quit();
  m_thread.wait();
}

void LiveRunSource::requestSnapshot(qint64 step) {
  m_follower->want(step);
  if (m_latestSnapshot && m_latestSnapshot->step == step) {
    QMetaObject::invokeMethod(
        this, [this, snapshot = m_latestSnapshot] { emit snapshotReady(snapshot); }, Qt::QueuedConnection);
    return;
  }
  m_follower->readSnapshot(step, true);
}

std::optional<double> LiveRunSource::stepsPerSecond() const {
  if (m_phase != WorkerPhase::Training || m_pace.size() < 2) return std::nullopt;
  const double seconds = static_cast<double>(m_pace.constLast().first - m_pace.constFirst().first) / 1000;
  if (seconds < 0.2) return std::nullopt;
  return static_cast<double>(m_pace.constLast().second - m_pace.constFirst().second) / seconds;
}

std::optional<qint64> LiveRunSource::sinceSaved() const {
  if (!m_sinceSaved.isValid()) return std::nullopt;
  return m_ageWhenSeen + m_sinceSaved.elapsed();
}

template <class Command>
void LiveRunSource::post(Command command) {
  if (!m_worker) return;
  m_worker->commands().post([worker = m_worker, command] { command(*worker); });
  hurry();
}

void LiveRunSource::start() {
  post([](TrainingWorker& worker) { worker.start(); });
}

void LiveRunSource::pause() {
  post([](TrainingWorker& worker) { worker.pause(QStringLiteral("paused in the window")); });
}

void LiveRunSource::singleStep() {
  post([](TrainingWorker& worker) { worker.singleStep(); });
}

void LiveRunSource::stop() {
  post([](TrainingWorker& worker) { worker.stop(QStringLiteral("stopped in the window")); });
}

void LiveRunSource::takeSnapshot() {
  post([](TrainingWorker& worker) { worker.takeSnapshot(); });
}

void LiveRunSource::close() {
  post([](TrainingWorker& worker) { worker.close(QStringLiteral("the window was closed")); });
}

void LiveRunSource::hurry() {
  if (m_timer.isActive()) m_timer.start(kFastestMs);
}

void LiveRunSource::drain() {
  bool wasFull = false;
  WorkerNews news = m_buffer->take(wasFull);
  if (wasFull && m_worker) m_worker->commands().post([worker = m_worker] { worker->roomAgain(); });
  take(std::move(news));
  adaptPeriod();
}

// What the views did since the last look shows in this thread's processor time. The next look is put off so that it stays a small
// share of a core, down to once a second.
void LiveRunSource::adaptPeriod() {
  const qint64 cpu = threadCpuNanoseconds();
  const double milliseconds = static_cast<double>(cpu - m_cpuAtLastDrain) / 1e6;
  m_cpuAtLastDrain = cpu;
  if (!m_timer.isActive()) return;
  int period = kFastestMs;
  if (m_phase == WorkerPhase::Training) {
    const double wanted = milliseconds / kShareForTheWindow;
    // Half way only: one costly paint is no reason to fall asleep.
    period = static_cast<int>(qBound<double>(kFastestMs, (wanted + m_timer.interval()) / 2, kSlowestMs));
  }
  if (period != m_timer.interval()) m_timer.setInterval(period);
}

// A batch holds many steps and tells the training time at its end; its records' clock times lead back from there.
bool LiveRunSource::takePoints(const WorkerNews::Points& points) {
  bool appended = false;
  for (const model::Scalar& scalar : points.scalars) {
    const double before = std::max(0.0, points.scalars.back().wallTime - scalar.wallTime);
    const double active = std::max(m_info.activeSeconds, points.activeSeconds - before);
    appended |= appendPoint(QString::fromStdString(scalar.tag), static_cast<double>(scalar.step), scalar.value, active);
    m_info.step = std::max<std::int64_t>(m_info.step, scalar.step);
  }
  m_info.activeSeconds = std::max(m_info.activeSeconds, points.activeSeconds);
  return appended;
}

void LiveRunSource::take(WorkerNews news) {
  bool appended = false;
  for (const WorkerNews::Points& points : news.batches) appended |= takePoints(points);
  if (appended) {
    m_pace.append({m_clock.elapsed(), m_info.step});
    while (m_pace.size() > 2 && m_pace.constLast().first - m_pace.constFirst().first > kPaceWindowMs)
      m_pace.removeFirst();
  }
  if (news.info) {
    // What was chosen in the form is known better here than by the run, which sees only its configuration.
    const std::string preset = news.info->preset.empty() ? m_info.preset : news.info->preset;
    m_info = std::move(*news.info);
    m_info.preset = preset;
  }
  const bool phaseMoved = news.phase && *news.phase != m_phase;
  if (news.phase) m_phase = *news.phase;
  if (phaseMoved) m_pace.clear();
  if (m_phase == WorkerPhase::Ended && m_worker) {
    m_worker = nullptr;
    m_timer.stop();
    m_checkpointTimer.stop();
    m_follower->lookForCheckpoint();
    m_thread.quit();  // deletes the worker as it ends
  }

  for (const QString& sentence : news.messages) emit message(sentence);
  for (const QString& sentence : news.failures) {
    emit message(sentence);
    emit failed(sentence);
  }
  if (appended) emit metricsAppended();
  if (!news.snapshotSteps.isEmpty()) {
    for (qint64 step : news.snapshotSteps) noteSnapshotStep(step);
    emit snapshotStepsChanged();
  }
  while (news.snapshot) {
    m_latestSnapshot = std::exchange(news.snapshot, nullptr);
    emit snapshotReady(m_latestSnapshot);
    m_buffer->acknowledgeSnapshot();
    // Nobody looks again once the run is over: the last one waits no longer.
    bool wasFull = false;
    if (m_phase == WorkerPhase::Ended) news.snapshot = m_buffer->take(wasFull).snapshot;
  }
  if (news.info || phaseMoved) emit infoChanged();
  if (phaseMoved) {
    emit phaseChanged();
    if (m_phase == WorkerPhase::Ended) emit ended();
  }
}

}  // namespace fenwick::app
