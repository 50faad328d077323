#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "app/core/run_library.h"
#include "app/core/session.h"
#include "model/config/sweep.h"

namespace fenwick::app {

// A sweep: its folder holds sweep.json and one folder for each run. The runs themselves are the library's, once they have begun.
struct SweepEntry {
  QString folder;      // absolute, clean
  QStringList source;  // the arguments that name it, where it was begun in this session: --preset NAME
  std::vector<model::SweepRun> runs;

  QString name() const;
  QString folderOf(const model::SweepRun& run) const;
};

// The sweeps of the runs folder, and the one that trains: a `fenwick sweep` process, whose runs go through their folders into the library.
// It begins once nothing trains in the window and no queued run is left. Lives on the window's thread; sweep files are read on the library's thread for files.
class Sweeps : public QObject {
  Q_OBJECT

 public:
  struct Options {
    QString fenwickProgram;  // empty: `fenwick` beside this program
    int threads = 0;         // of all its runs together; 0: all cores
  };

  // Library and session outlive it.
  Sweeps(RunLibrary& library, Session& session, Options options, QObject* parent = nullptr);
  ~Sweeps() override;

  int count() const { return static_cast<int>(m_entries.size()); }
  const SweepEntry& at(int index) const { return *m_entries[static_cast<std::size_t>(index)]; }
  int indexOf(const QString& folder) const;  // -1: unknown

  // Looks into the runs folder for sweep.json files; changed() follows where there is a new one.
  void rescan();

  // A new sweep in a folder of its own below the runs folder. `preset`: NAME or NAME@ARM. `jobs`: runs at once, 0 for as many as cores.
  // begun() or failed() follows.
  void startPreset(const QString& preset, int jobs);
  void startFile(const QString& path, int jobs);
  // Goes on with what is not finished.
  void goOn(const QString& folder, int jobs);
  void stop();  // every run saves a checkpoint; goOn() goes on

  QString running() const { return m_process ? m_wanted.folder : QString(); }
  QString waiting() const { return m_process ? QString() : m_wanted.folder; }  // begins when its turn comes
  bool stopping() const { return m_stopping; }

  // Asks the process to end; closed() follows, at once where none runs.
  void close();

 signals:
  void changed();           // another sweep is there
  void runningChanged();    // one began, ended, waits or is being stopped
  void begun(const QString& folder);
  void failed(const QString& sentence);
  void message(const QString& sentence);
  void closed();

 private:
  struct Wanted {
    QString folder;
    QStringList arguments;  // of `fenwick`
  };

  using Read = std::function<model::Sweep(std::vector<model::Problem>&)>;
  void begin(const QString& source, Read read, const QStringList& words, int jobs);
  void add(std::unique_ptr<SweepEntry> entry);
  void take(Wanted wanted);
  void startWanted();
  void readOutput();
  void ended();
  QString newFolder(const QString& source) const;
  QStringList arguments(const QStringList& source, const QString& folder, int jobs) const;

  RunLibrary& m_library;
  Session& m_session;
  Options m_options;
  std::vector<std::unique_ptr<SweepEntry>> m_entries;  // by name
  QStringList m_reading;                               // sweep.json files on their way
  Wanted m_wanted;
  std::unique_ptr<QProcess> m_process;
  QTimer m_lookForRuns;
  bool m_stopping = false;
  bool m_closing = false;
  Mailbox m_mailbox;
};

}  // namespace fenwick::app
