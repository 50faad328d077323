#include "app/core/training_worker.h"

#include <QThread>
#include <exception>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace fenwick::app {

namespace {

constexpr qint64 kInfoPeriodMs = 300;

// LibTorch appends its own call stack to messages; a person needs what stands before.
QString readable(const std::exception& error) {
  const QString text = QString::fromUtf8(error.what());
  const qsizetype trace = text.indexOf(QLatin1String("\nException raised from "));
  return (trace < 0 ? text : text.left(trace)).trimmed();
}

}  // namespace

void lowerThreadPriority() {
#ifdef __linux__
  // QThread::setPriority does nothing under Linux's normal scheduling; the nice value is per thread there.
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  setpriority(PRIO_PROCESS, thread, 5);
#else
  QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

TrainingWorker::TrainingWorker(Factory factory, std::shared_ptr<WorkerBuffer> buffer)
    : m_factory(std::move(factory)), m_buffer(std::move(buffer)) {}

TrainingWorker::~TrainingWorker() { Q_ASSERT(!m_run || QThread::currentThread() == thread()); }

void TrainingWorker::start() {
  if (m_phase == WorkerPhase::Ended || m_phase == WorkerPhase::Training) return;
  if (!makeRun()) return;
  setPhase(WorkerPhase::Training);
  continueSteps();
}

void TrainingWorker::pause(const QString& reason) {
  if (!m_run || m_phase != WorkerPhase::Training) return;
  guarded([&] { m_run->pause(reason.toStdString()); });
  setPhase(WorkerPhase::Paused);
}

void TrainingWorker::singleStep() {
  if (m_phase == WorkerPhase::Ended || m_phase == WorkerPhase::Training) return;
  if (!makeRun()) return;
  if (!makeStep()) return;
  // Also hands over what the step recorded, which the run otherwise keeps for a fuller batch.
  guarded([&] { m_run->pause("paused after a single step"); });
  setPhase(WorkerPhase::Paused);
}

void TrainingWorker::stop(const QString& reason) {
  if (m_phase == WorkerPhase::Ended) return;
  if (m_run) {
    setPhase(WorkerPhase::Finishing);
    guarded([&] { m_run->finish(reason.toStdString()); });
  }
  letGo();
}

void TrainingWorker::close(const QString& reason) {
  if (m_phase == WorkerPhase::Ended) return;
  if (m_run) guarded([&] { m_run->pause(reason.toStdString()); });
  letGo();
}

void TrainingWorker::takeSnapshot() {
  if (!m_run) return;
  m_askedSnapshot = true;
  guarded([&] { m_run->snapshotNow(); });
  m_askedSnapshot = false;
}

void TrainingWorker::roomAgain() {
  if (!m_waitsForRoom) return;
  m_waitsForRoom = false;
  continueSteps();
}

void TrainingWorker::onScalars(const std::vector<model::Scalar>& scalars, double activeSeconds) {
  m_buffer->put(scalars, activeSeconds);
}

void TrainingWorker::onSnapshot(std::shared_ptr<const model::LambdaSnapshot> snapshot) {
  m_buffer->putSnapshot(std::move(snapshot), !m_askedSnapshot);
}

void TrainingWorker::onMessage(const std::string& sentence) { m_buffer->putMessage(QString::fromStdString(sentence)); }

// LibTorch's errors are std::exceptions too. False: it threw, and the window knows why.
template <class Function>
bool TrainingWorker::guarded(Function&& function) {
  Q_ASSERT(QThread::currentThread() == thread());
  try {
    function();
    return true;
  } catch (const std::exception& error) {
    m_buffer->putFailure(readable(error));
  } catch (...) {
    m_buffer->putFailure(TrainingWorker::tr("The trainer threw something that is no exception."));
  }
  return false;
}

bool TrainingWorker::makeRun() {
  if (m_run) return true;
  const bool made = guarded([&] {
    m_run = m_factory();
    m_run->setListener(this);
    for (const std::string& warning : m_run->warnings()) m_buffer->putMessage(QString::fromStdString(warning));
  });
  if (made) {
    tellInfo();
  } else {
    letGo();
  }
  return made;
}

// False: the run is over or stands still, and its phase says so.
bool TrainingWorker::makeStep() {
  bool goesOn = false;
  const bool whole = guarded([&] { goesOn = m_run->step(); });
  if (!whole) {
    letGo();
    return false;
  }
  if (goesOn) {
    if (!m_sinceInfo.isValid() || m_sinceInfo.elapsed() >= kInfoPeriodMs) tellInfo();
    return true;
  }
  // A fault (disk full, a loss that is not finite) pauses the run at its last good checkpoint: it can be gone on with.
  if (m_run->info().state == model::RunState::Paused) {
    m_buffer->putFailure(QString::fromStdString(m_run->info().stopReason));
    setPhase(WorkerPhase::Paused);
  } else {
    letGo();
  }
  return false;
}

void TrainingWorker::continueSteps() {
  if (m_stepQueued || m_phase != WorkerPhase::Training) return;
  if (m_buffer->full()) {
    m_waitsForRoom = true;
    return;
  }
  // Behind the commands that were posted in the meantime.
  m_stepQueued = true;
  m_mailbox.address().post([this] { stepAndGoOn(); });
}

void TrainingWorker::stepAndGoOn() {
  m_stepQueued = false;
  if (m_phase == WorkerPhase::Training && makeStep()) continueSteps();
}

void TrainingWorker::setPhase(WorkerPhase phase) {
  m_phase = phase;
  if (m_run) tellInfo();
  m_buffer->putPhase(phase);
}

void TrainingWorker::tellInfo() {
  m_buffer->putInfo(m_run->info());
  m_sinceInfo.restart();
}

void TrainingWorker::letGo() {
  if (m_run) {
    guarded([&] { tellInfo(); });
    m_run->setListener(nullptr);
    m_run.reset();
  }
  m_phase = WorkerPhase::Ended;
  m_buffer->putPhase(m_phase);
}

}  // namespace fenwick::app
