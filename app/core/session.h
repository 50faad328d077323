#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QSettings>
#include <QString>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "app/core/call_thread.h"
#include "app/core/config_draft.h"
#include "app/core/live_run_source.h"
#include "app/core/run_library.h"
#include "app/core/trainer.h"

namespace fenwick::app {

class FolderRunSource;

// What trains: at most one run in the window, on a worker thread, and a queue of further ones, each a `fenwick train` process that
// writes its folder and is followed through it. The queue goes on while nothing trains in the window. Lives on the window's thread.
class Session : public QObject {
  Q_OBJECT

 public:
  struct Options {
    Trainer trainer;
    QString fenwickProgram;  // empty: `fenwick` beside this program
    int threads = 0;         // of queued processes; 0: all cores
  };

  // `library` and `settings` outlive the session.
  Session(RunLibrary& library, QSettings& settings, Options options, QObject* parent = nullptr);
  ~Session() override;

  const Trainer& trainer() const { return m_options.trainer; }

  // The run in the window that is not over yet, or null.
  LiveRunSource* live() const { return m_live; }
  bool trains() const;  // the run in the window makes steps (or is about to)

  // Each returns the run's folder. A run is begun in the window where none is active, else queued. `preset` names what the
  // configuration is derived from. The configuration must be free of problems().
  // `fork`: begins with the state of another run; `preset` is empty or what the configuration is compared with.
  using Fork = std::optional<ForkPoint>;
  QString start(const model::Config& config, const QString& preset, const Fork& fork = {});
  QString startWithOneStep(const model::Config& config, const QString& preset, const Fork& fork = {});
  QString queue(const model::Config& config, const QString& preset, const Fork& fork = {});
  // Goes on with a run of the library in the window. False (and a message) where it cannot be.
  bool resume(const QString& folder);
  static bool resumable(const RunSource& run);
  // Trains a finished run of the library on, in the window, to another number of steps.
  bool extend(const QString& folder, qint64 steps);
  static bool extendable(const RunSource& run);

  void pause();
  void goOn();
  void singleStep();
  void stop();
  // Takes a waiting run out of the queue; asks a running process to checkpoint and end.
  void cancel(const QString& folder);
  int queued() const { return static_cast<int>(m_queue.size()) + (m_process ? 1 : 0); }
  QString runningProcessFolder() const { return m_process ? m_processFolder : QString(); }

  // Asks everything that trains to checkpoint and end; closed() follows, at once where nothing trains.
  void close();
  // What close() is waiting for, as a sentence; empty where nothing is left.
  QString waitsFor() const;

  // The steps of a run whose weights are kept, ascending: those that it can be forked at. Read on the thread for files.
  void findKeptSteps(const QString& folder, std::function<void(QVector<qint64>)> then);

  // What this machine made of the last runs: floating-point operations a second while training; nothing before the first.
  std::optional<double> measuredRate() const;

  // What a model of this configuration costs, or nothing where it cannot be built: worked out on another thread, since it is model/ code,
  // and handed to `then` at `back`.
  void summarize(const model::Config& config, Mailbox::Address back, std::function<void(std::optional<model::ModelSummary>)> then);

  // A new folder's path for a run of this configuration; nothing is created.
  QString newFolder(const QString& preset, const model::Config& config, const Fork& fork = {}) const;
  // The arguments of `fenwick` that train exactly this.
  static QStringList arguments(const model::Config& config, const QString& preset, const Fork& fork, const QString& out);

 signals:
  void liveChanged();  // another run, or another phase of it
  void queueChanged();
  void failed(const QString& sentence);
  void message(const QString& sentence);
  void rateMeasured();
  void closed();

 private:
  struct Waiting {
    model::Config config;
    QString preset;
    QString folder;
    Fork fork;
  };

  LiveRunSource* begin(const model::Config& config, const QString& preset, const Fork& fork);
  bool goOnWith(RunSource& known, const model::Config& config, TrainingWorker::Factory factory);
  void adopt(std::unique_ptr<LiveRunSource> source);
  void liveEnded();
  void goOnWithQueue();
  void processEnded();
  void withFlopsPerStep(const model::Config& config, std::function<void(double)> then);
  void noteRate(std::optional<double> stepsPerSecond, double flopsPerStep);
  void notePace(const RunSource& source);
  void checkClosed();

  RunLibrary& m_library;
  QSettings& m_settings;
  Options m_options;
  LiveRunSource* m_live = nullptr;  // owned by the library
  double m_liveFlopsPerStep = 0;
  std::deque<Waiting> m_queue;
  std::unique_ptr<QProcess> m_process;
  QString m_processFolder;
  QTimer m_rateTimer;
  bool m_closing = false;
  Mailbox m_mailbox;
  CallThread m_arithmetic{QStringLiteral("arithmetic")};
};

}  // namespace fenwick::app
