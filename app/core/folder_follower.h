#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/core/mailbox.h"
#include "app/core/run_source.h"
#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "model/tasks/task.h"

namespace fenwick::app {

// What one look at a run folder found new.
struct FolderNews {
  std::optional<model::Config> config;  // the first time it can be read
  std::optional<model::RunInfo> info;   // where it changed
  std::shared_ptr<const model::TaskData> task;
  std::vector<model::Scalar> scalars;
  std::vector<double> activeSeconds;  // one for each scalar
  std::optional<QVector<qint64>> snapshotSteps;
  QStringList faults;
};

// Training time at each record of an event log, pauses excluded. The trainer records it about once a second
// (perf/active_seconds); in between the time between two records counts, unless it is far longer than steps have taken, since then
// the run stood still. Never goes back.
class ActiveClock {
 public:
  double at(const model::Scalar& scalar);

 private:
  double advance(double wallTime);

  double m_lastWallTime = 0;
  double m_active = 0;
  double m_told = 0;
  double m_typical = 0;  // smoothed seconds between records of different time
  bool m_begun = false;
};

// Follows one run folder, whoever writes it. Lives on the window's thread and answers there by its signals; the files are read on another.
class FolderFollower : public QObject {
  Q_OBJECT

 public:
  // `files`: where the folder is read, one thing after another.
  FolderFollower(QString folder, Mailbox::Address files);
  ~FolderFollower() override;  // what was asked and not begun is not done, but for rename()

  // The step whose snapshot a person wants; a request for another one makes earlier requests void.
  void want(qint64 step);

  void look(bool metricsToo);  // looked() follows
  void leaveMetrics();         // a look that waits reads none after all
  void openTask(const model::Config& config);
  void readSnapshot(qint64 step, bool onlyIfWanted);
  void rename(const QString& name);
  void annotate(const QStringList& tags, const QString& notes);
  // Tells the newest whole checkpoint, if there is another one than at the last look.
  void lookForCheckpoint();

 signals:
  void checkpointFound(qint64 step, qint64 ageMs);
  void looked(std::shared_ptr<fenwick::app::FolderNews> news);
  void taskOpened(std::shared_ptr<const fenwick::model::TaskData> task);
  void snapshotRead(fenwick::app::RunSource::SnapshotPtr snapshot);
  void fault(const QString& sentence);

 private:
  class Reader;
  template <class Job, class Reply>
  void ask(Job job, Reply reply);

  Mailbox::Address m_files;
  std::shared_ptr<Reader> m_reader;
  Mailbox m_mailbox;
};

std::filesystem::path toPath(const QString& path);
QString fromPath(const std::filesystem::path& path);

}  // namespace fenwick::app
