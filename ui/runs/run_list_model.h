#pragma once

#include <QAbstractListModel>
#include <QSortFilterProxyModel>

#include "app/core/run_library.h"
#include "app/core/session.h"

namespace fenwick::ui {

// The library as a list: one row a run. The check state says whether the run is drawn in the curves.
class RunListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role {
    FolderRole = Qt::UserRole,
    StateRole,      // icon name: "state-running"
    StateTextRole,  // "step 912 / 5,000", "finished", "interrupted at step 900"
    ProgressRole,   // 0 … 1; below 0 where there is nothing to show
    AccuracyRole,   // fraction, NaN where there is none
    TagsRole,       // QStringList: "solved @ 900"
    ColourRole,
    MarkerRole,
    SearchRole,  // everything that the filter looks at
    OrderRole,   // newest first
    OriginRole,  // where it comes from, if not from the runs folder: the folder's name
    NameRole,    // the label of the run for an editor
  };

  RunListModel(app::RunLibrary& library, const app::Session& session, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void renameRequested(const QString& folder, const QString& name);

 private:
  QString stateIcon(const app::LibraryRun& run) const;
  QString stateText(const app::LibraryRun& run) const;
  double progress(const app::LibraryRun& run) const;
  QString toolTip(const app::LibraryRun& run, int row) const;

  app::RunLibrary& m_library;
  const app::Session& m_session;
};

QString stateTitle(model::RunState state);
QStringList tagTexts(const app::RunSource& run);

}  // namespace fenwick::ui
