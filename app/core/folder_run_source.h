#pragma once

#include <QTimer>
#include <memory>

#include "app/core/mailbox.h"
#include "app/core/run_source.h"

namespace fenwick::app {

class FolderFollower;
struct FolderNews;

// A run seen through its folder: a finished one, one that another process is writing, or one that is queued and whose folder does not
// exist yet. Files are read on the thread for files and looked at again as long as the source lives: often while
// the run goes on, seldom afterwards.
class FolderRunSource : public RunSource {
  Q_OBJECT

 public:
  // `expected`: the configuration of a queued run whose folder does not exist yet.
  FolderRunSource(QString folder, Mailbox::Address files, const model::Config* expected = nullptr, QObject* parent = nullptr);
  ~FolderRunSource() override;

  QString folder() const override { return m_folder; }
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  void requestSnapshot(qint64 step) override;

  // config.json and run.json have been read.
  bool loaded() const { return m_loaded; }
  // Whether curves and snapshot steps are read too; a long list of runs needs only their run.json.
  void setDetailed(bool detailed);
  bool detailed() const { return m_detailed; }
  bool detailsRead() const { return m_detailsRead; }  // once at least
  void lookNow();
  // Writes the new name into run.json; a fault comes as message().
  void rename(const QString& name);
  // The same for what a person says of the run.
  void annotate(const QStringList& tags, const QString& notes);

  // A queued run whose process ended before it made its folder.
  void giveUp(const QString& reason);

  // Milliseconds between two looks while the run goes on, and otherwise.
  void setPeriods(int running, int idle);

 signals:
  void loadedOnce();
  void looked();       // whatever was found

 private:
  void take(const std::shared_ptr<FolderNews>& news);
  void plan();

  QString m_folder;
  model::Config m_config;
  model::RunInfo m_info;
  std::unique_ptr<FolderFollower> m_follower;
  QTimer m_timer;
  bool m_loaded = false;
  bool m_detailed = false;
  bool m_detailsSeen = false;
  bool m_detailsRead = false;
  bool m_lookDetailed = false;
  bool m_lookOut = false;
  bool m_lookAgain = false;
  int m_runningPeriod = 250;
  int m_idlePeriod = 3000;
};

}  // namespace fenwick::app
