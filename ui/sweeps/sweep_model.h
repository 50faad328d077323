#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <vector>

#include "app/core/run_library.h"
#include "app/core/sweeps.h"

namespace fenwick::ui {

// One sweep as a table that fills while its runs go on: a row for each combination of its grid, a column for each seed, and what the seeds
// of a row come to. The runs are the library's; one that has not begun yet is an empty cell.
class SweepModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    FoldersRole = Qt::UserRole,  // QStringList: the runs of the cell, or of the whole row
    SolvedRole,                  // bool
  };
  // How many runs are in which state.
  struct Count {
    int all = 0, finished = 0, running = 0, solved = 0, failed = 0;
  };

  explicit SweepModel(app::RunLibrary& library, QObject* parent = nullptr);

  // A copy is kept; null empties the table.
  void setSweep(const app::SweepEntry* sweep);
  Count counted() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void countChanged();

 private:
  struct Row {
    QString label;
    QVector<int> runs;  // place in m_sweep.runs per seed, -1 where there is none
  };
  const app::RunSource* sourceOf(int run) const { return run < 0 ? nullptr : m_sources[run]; }
  int seedColumn(int column) const { return column - 1; }  // the label comes first
  QString cellText(int run) const;
  QString cellTip(int run) const;
  QString solvedText(const Row& row) const;
  QString meanText(const Row& row) const;
  QStringList folders(const Row& row, int column) const;
  void findSources();
  void tellChanged(int index);

  app::RunLibrary& m_library;
  app::SweepEntry m_sweep;
  std::vector<Row> m_rows;
  QVector<qint64> m_seeds;
  QHash<QString, int> m_places;               // by folder: place in m_sweep.runs
  QVector<int> m_rowOf;                       // of each run
  QVector<const app::RunSource*> m_sources;   // of each run; null: not in the library yet
  QTimer m_countSoon;                         // many runs change at once, one update
};

}  // namespace fenwick::ui
