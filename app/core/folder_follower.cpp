#include "app/core/folder_follower.h"

#include <functional>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <utility>

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

// Reads the folder; on the thread for files, except for what says otherwise.
class FolderFollower::Reader {
 public:
  explicit Reader(QString folder) : m_folder(std::move(folder)), m_run(toPath(m_folder)) {}

  void want(qint64 step) { m_wanted.store(step); }  // any thread
  void wantMetrics(bool wanted) { m_metricsWanted.store(wanted); }

  std::shared_ptr<FolderNews> look(bool metricsToo);
  RunSource::SnapshotPtr readSnapshot(qint64 step, bool onlyIfWanted);  // null: no longer wanted
  void rename(const QString& name);
  void annotate(const QStringList& tags, const QString& notes);
  struct Checkpoint {
    qint64 step, ageMs;
  };
  std::optional<Checkpoint> newCheckpoint();

 private:
  void lookAtConfig(FolderNews& news);
  void lookAtInfo(FolderNews& news);
  void lookAtMetrics(FolderNews& news);
  void lookAtSnapshots(FolderNews& news);
  void edit(const std::function<void(model::RunInfo&)>& change);

  QString m_folder;
  model::RunFolder m_run;
  std::unique_ptr<model::EventLogReader> m_log;
  ActiveClock m_clock;
  bool m_configKnown = false;
  std::string m_lastInfo;
  QVector<qint64> m_lastSteps;
  qint64 m_lastCheckpoint = -1;
  QString m_lastFault;
  int m_faultRepeats = 0;
  std::atomic<qint64> m_wanted{-1};
  std::atomic<bool> m_metricsWanted{false};
};

std::shared_ptr<FolderNews> FolderFollower::Reader::look(bool metricsToo) {
  auto news = std::make_shared<FolderNews>();
  try {
    if (model::RunFolder::looksLikeRun(m_run.path())) {
      lookAtConfig(*news);
      lookAtInfo(*news);
      if (metricsToo && m_metricsWanted) {
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
  return news;
}

void FolderFollower::Reader::lookAtConfig(FolderNews& news) {
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

void FolderFollower::Reader::lookAtInfo(FolderNews& news) {
  QFile file(m_folder + QStringLiteral("/run.json"));
  const std::string text = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  model::RunInfo info = m_run.readInfo();
  // Interrupted is not written anywhere: a run turns into it when its process is gone.
  std::string seen = text + runStateName(info.state);
  if (seen == m_lastInfo) return;
  m_lastInfo = std::move(seen);
  news.info = std::move(info);
}

void FolderFollower::Reader::lookAtMetrics(FolderNews& news) {
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

void FolderFollower::Reader::lookAtSnapshots(FolderNews& news) {
  const std::vector<std::int64_t> found = m_run.lambdaSteps();
  QVector<qint64> steps(found.begin(), found.end());
  if (steps == m_lastSteps) return;
  m_lastSteps = steps;
  news.snapshotSteps = std::move(steps);
}

RunSource::SnapshotPtr FolderFollower::Reader::readSnapshot(qint64 step, bool onlyIfWanted) {
  if (onlyIfWanted && step != m_wanted.load()) return nullptr;
  auto snapshot = std::make_shared<model::LambdaSnapshot>(model::readLambdaSnapshot(m_run.lambdaPath(step)));
  return onlyIfWanted && step != m_wanted.load() ? nullptr : snapshot;
}

std::optional<FolderFollower::Reader::Checkpoint> FolderFollower::Reader::newCheckpoint() {
  const std::vector<std::int64_t> steps = m_run.checkpointSteps();
  if (steps.empty() || steps.back() == m_lastCheckpoint) return std::nullopt;
  m_lastCheckpoint = steps.back();
  // A checkpoint gets its name when it is complete.
  const QDateTime written = QFileInfo(fromPath(m_run.checkpointPath(m_lastCheckpoint))).lastModified();
  return Checkpoint{m_lastCheckpoint, std::max<qint64>(0, written.msecsTo(QDateTime::currentDateTime()))};
}

void FolderFollower::Reader::edit(const std::function<void(model::RunInfo&)>& change) {
  const model::RunLock lock(m_run.path());  // nobody else writes run.json meanwhile
  model::RunInfo info = m_run.readInfo();
  change(info);
  m_run.writeInfo(info);
}

void FolderFollower::Reader::rename(const QString& name) {
  edit([&](model::RunInfo& info) { info.name = name.toStdString(); });
}

void FolderFollower::Reader::annotate(const QStringList& tags, const QString& notes) {
  edit([&](model::RunInfo& info) {
    info.tags.clear();
    for (const QString& tag : tags) info.tags.push_back(tag.toStdString());
    info.notes = notes.toStdString();
  });
}

FolderFollower::FolderFollower(QString folder, Mailbox::Address files)
    : m_files(std::move(files)), m_reader(std::make_shared<Reader>(std::move(folder))) {}

FolderFollower::~FolderFollower() = default;

// `job` with the reader on the thread for files, then `reply` with what it returned on this thread.
template <class Job, class Reply>
void FolderFollower::ask(Job job, Reply reply) {
  const std::weak_ptr<Reader> reader = m_reader;
  m_files.post([this, reader, job, reply, back = m_mailbox.address()] {
    const std::shared_ptr<Reader> there = reader.lock();
    if (!there) return;  // and so is this
    try {
      back.post([reply, result = job(*there)] { reply(result); });
    } catch (const std::exception& error) {
      back.post([this, sentence = QString::fromUtf8(error.what())] { emit fault(sentence); });
    }
  });
}

void FolderFollower::want(qint64 step) { m_reader->want(step); }

void FolderFollower::leaveMetrics() { m_reader->wantMetrics(false); }

void FolderFollower::look(bool metricsToo) {
  m_reader->wantMetrics(metricsToo);
  ask([metricsToo](Reader& reader) { return reader.look(metricsToo); },
      [this](const std::shared_ptr<FolderNews>& news) { emit looked(news); });
}

void FolderFollower::openTask(const model::Config& config) {
  ask([config](Reader&) -> std::shared_ptr<const model::TaskData> { return model::taskKind(config).open(config); },
      [this](const std::shared_ptr<const model::TaskData>& task) { emit taskOpened(task); });
}

void FolderFollower::readSnapshot(qint64 step, bool onlyIfWanted) {
  ask([=](Reader& reader) { return reader.readSnapshot(step, onlyIfWanted); },
      [this](const RunSource::SnapshotPtr& snapshot) {
        if (snapshot) emit snapshotRead(snapshot);
      });
}

void FolderFollower::lookForCheckpoint() {
  ask([](Reader& reader) { return reader.newCheckpoint(); },
      [this](const std::optional<Reader::Checkpoint>& found) {
        if (found) emit checkpointFound(found->step, found->ageMs);
      });
}

// Done even when this is gone by then: a name that was typed is not lost by closing the window.
void FolderFollower::rename(const QString& name) {
  m_files.post([this, name, reader = m_reader, back = m_mailbox.address()] {
    try {
      reader->rename(name);
    } catch (const std::exception& error) {
      back.post([this, sentence = tr("The run keeps its name: %1").arg(QString::fromUtf8(error.what()))] { emit fault(sentence); });
    }
  });
}

void FolderFollower::annotate(const QStringList& tags, const QString& notes) {
  m_files.post([this, tags, notes, reader = m_reader, back = m_mailbox.address()] {
    try {
      reader->annotate(tags, notes);
    } catch (const std::exception& error) {
      back.post([this, sentence = tr("The run keeps its tags and notes: %1").arg(QString::fromUtf8(error.what()))] { emit fault(sentence); });
    }
  });
}

}  // namespace fenwick::app
