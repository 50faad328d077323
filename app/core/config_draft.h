#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <vector>

#include "model/config/config.h"

namespace fenwick::app {

// A run whose state at a kept step a new run begins with.
struct ForkPoint {
  QString folder, label;
  model::Config config;    // of that run
  QVector<qint64> steps;   // that can be begun from, ascending
  qint64 step = 0;         // the chosen one
};

// The configuration that a person is editing: a preset, what differs from it, and every fault. Values that a setting refuses are
// remembered as faults beside the last good value, so that the form can keep showing what was typed. Every edit can be undone; what is
// typed into one setting in a row is one edit.
class ConfigDraft : public QObject {
  Q_OBJECT

 public:
  explicit ConfigDraft(QObject* parent = nullptr);

  // NAME or NAME@ARM; throws std::invalid_argument for an unknown one and changes nothing.
  void usePreset(const QString& preset);
  // Any configuration, such as a run's; `preset` is what it is compared with (empty or unknown: the defaults).
  void use(const model::Config& config, const QString& preset);

  // The run's configuration, to be trained on from one of its kept steps.
  void fork(const ForkPoint& point, const QString& preset);
  void setForkStep(qint64 step);
  void dropFork();  // the configuration stays
  const std::optional<ForkPoint>& forkPoint() const { return m_state.fork; }

  const QString& preset() const { return m_state.preset; }  // "mqar-quick@as-published"
  QString presetName() const;                         // without the arm
  QString arm() const;                                // "as-described" where none is written
  const model::Config& config() const { return m_state.config; }

  void set(const QString& path, const model::Json& value);
  // What was typed is no value at all: the last good one stays, and the fault is told.
  void refuse(const QString& path, const QString& reason);
  void reset(const QString& path);
  void resetAll();
  void setSeed(qint64 seed);

  void undo();
  void redo();
  // What each would take back or do again, in a word or two ("Length", "Preset"); empty where there is nothing.
  QString undoText() const { return m_past.empty() ? QString() : m_past.back().edit; }
  void forgetEdits();  // the present configuration is where undo ends
  QString redoText() const { return m_future.empty() ? QString() : m_future.back().edit; }

  bool isRefused(const QString& path) const { return m_state.refused.contains(path); }
  bool differs(const QString& path) const;
  QStringList differences() const;                // paths
  QString presetText(const QString& path) const;  // the preset's value as --set takes it
  bool relevant(const model::Field& field) const;

  // Faults of single values first, then of the whole. Irrelevant settings have none.
  const std::vector<model::Problem>& problems() const { return m_problems; }
  QStringList problemsOf(const QString& path) const;
  bool valid() const { return m_problems.empty(); }

 signals:
  void changed();

 private:
  struct State {
    QString preset;
    model::Config base;
    model::Config config;
    QHash<QString, QStringList> refused;
    std::optional<ForkPoint> fork;
  };
  struct Step {
    State state;   // before the edit, or after it where it was undone
    QString edit;
    QString path;  // of the setting that was edited; empty for others
  };

  void take(const model::Config& config, const QString& preset);
  void remember(const QString& edit, const QString& path = {});
  void rememberSetting(const QString& path);
  void go(std::vector<Step>& from, std::vector<Step>& to);
  void examine();

  State m_state;
  std::vector<Step> m_past, m_future;
  std::vector<model::Problem> m_problems;
};

}  // namespace fenwick::app
