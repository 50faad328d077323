#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QSettings>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/core/call_thread.h"
#include "app/core/long_work.h"
#include "app/core/run_source.h"

namespace fenwick::app {

class FolderRunSource;

// One run that the window knows.
struct LibraryRun {
  QString folder;  // absolute, clean
  std::unique_ptr<RunSource> source;
  int slot = 0;         // its style, kept for its id
  bool queued = false;  // waits for its turn; the folder may not exist yet
  bool shown = false;   // drawn in the curves
};

// Every run the window knows: those in the runs folder and in other watched ones, those opened by hand (kept in the settings), those that train here.
// Lives on the window's thread; folders are read on a thread for files that it owns.
class RunLibrary : public QObject {
  Q_OBJECT

 public:
  // `settings` keeps style slots and opened folders; not owned.
  RunLibrary(QString runsFolder, QSettings& settings, QObject* parent = nullptr);
  ~RunLibrary() override;

  const QString& runsFolder() const { return m_runsFolder; }
  void setRunsFolder(const QString& folder);
  // Looking, opening and reading are told there and can be cancelled; what was read by then stays.
  void reportTo(LongWork* work) { m_work = work; }  // not owned

  // Folders of runs beside the runs folder that are looked through now, at each start and whenever they change. One that is not there (a disk that is
  // not mounted) is kept, and looked for until it is.
  QStringList watched() const;
  void watch(const QString& folder);
  void unwatch(const QString& folder);  // its runs leave the list, but for those that train or wait
  bool isMissing(const QString& folder) const { return m_missing.contains(folder); }  // as last seen
  int runsIn(const QString& folder) const;
  // The folder that a run comes from where that is not the runs folder: a watched one, or that which holds the run. Empty otherwise.
  QString origin(int index) const;

  // The thread on which run folders are read.
  const Mailbox::Address& files() const { return m_files.address(); }

  int count() const { return static_cast<int>(m_runs.size()); }
  const LibraryRun& at(int index) const { return *m_runs[static_cast<std::size_t>(index)]; }
  int indexOf(const QString& folder) const;  // -1: unknown
  RunSource* source(const QString& folder) const;

  // Looks for new runs in the runs folder and in the opened ones; found() follows.
  void rescan();
  // Run folders, or folders of run folders. Each is remembered for the next start. A sentence by message() where there is nothing in it.
  void open(const QStringList& folders);
  // Puts a source in, or in the place of the one with the same folder.
  int put(std::unique_ptr<RunSource> source, bool queued = false);
  // A run that trained here and is over becomes what lies in its folder, as any other; then `then`, as at once where it is that already. Nothing
  // where it still trains.
  void readFromFolder(const QString& folder, std::function<void(FolderRunSource&)> then);
  // Out of the list; the files stay.
  void remove(const QString& folder) { remove(QStringList{folder}); }
  void remove(const QStringList& folders);

  // Its folder into the desktop's trash, then out of the list; a sentence by message() where that cannot be.
  void moveToTrash(const QString& folder);

  void setShown(const QString& folder, bool shown) { setShown(QStringList{folder}, shown); }
  void setShown(const QStringList& folders, bool shown);
  // Curves and snapshot steps of these are to be read, where they have not been.
  void readDetails(const QStringList& folders);
  void setQueued(const QString& folder, bool queued);

  // What tells each run from the others: what differs in its variant and, where that is equal, the seed or the name.
  QString label(int index) const;

  // A folder below the runs folder that is not there and that no run in the list has: `name`, or that with the first free number. `taken` may
  // know of others.
  QString freeFolder(const QString& name, const std::function<bool(const QString&)>& taken = {}) const;

  static QString cleanFolder(const QString& folder);

 signals:
  void aboutToAdd(int index);
  void added(int index);
  void aboutToRemove(int index);
  void removed(int index);
  void aboutToRemoveMany();  // around aboutToRemove() and removed() of each
  void removedMany();
  void changed(int index);         // state, progress, name, label
  void sourceReplaced(int index);  // a run of the disk now trains here
  void shownChanged();
  void opened(const QString& folder);  // a folder given to open() is in the list
  void message(const QString& sentence);
  void scanned();  // a scan that was asked for is over
  void watchedChanged();  // which folders are watched, or which of them are missing
  void folderOfRunsOpened(const QString& folder, int runs);  // by open(), and it is not watched
  void detailsCancelled(const QStringList& folders);  // a person did not want to wait for them

 private:
  struct Scan;
  void startScan(const QStringList& roots, bool remember);
  void takeScan(const Scan& scan);
  void noteMissing(const Scan& scan);
  void followWatched();
  void lookForMissing();
  void expectRun(FolderRunSource* source);
  void stopReading();
  void stopDetails();
  void addFolder(const QString& folder);
  void load(const QString& clean, std::function<void(FolderRunSource&)> then);
  void connectSource(RunSource* source);
  void bindSlot(LibraryRun& run);
  int freeSlot() const;
  void tellChanged(const RunSource* source);
  void updateLabels();

  QString m_runsFolder;
  QSettings& m_settings;
  CallThread m_files{QStringLiteral("files")};
  Mailbox m_mailbox;
  std::vector<std::unique_ptr<LibraryRun>> m_runs;
  std::map<QString, std::unique_ptr<FolderRunSource>> m_loading;  // until config.json and run.json are read
  QSet<QString> m_removed;                                        // taken out of the list in this session
  QSet<QString> m_wanted;                                         // given to open(), not in the list yet
  // Reading that is told: how much was asked for, what has not come yet.
  struct Reading {
    Progress progress;
    int whole = 0;
    QSet<RunSource*> left;
  };
  void tellRead(std::optional<Reading>& reading, RunSource* source);

  QPointer<LongWork> m_work;
  std::optional<Reading> m_reading, m_details;
  QSet<QString> m_missing;
  QTimer m_missingAgain;
  QStringList m_labels;
  QFileSystemWatcher m_watcher;
  QTimer m_rescanSoon;
  QTimer m_labelsSoon;  // labels depend on all runs: many changes, one update
};

}  // namespace fenwick::app
