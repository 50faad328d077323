#include "ui/runs/run_list_model.h"

#include <QFileInfo>
#include <cmath>

#include "app/core/run_tags.h"
#include "ui/look/format.h"
#include "ui/views/run_style.h"

namespace fenwick::ui {

RunListModel::RunListModel(app::RunLibrary& library, const app::Session& session, QObject* parent)
    : QAbstractListModel(parent), m_library(library), m_session(session) {
  connect(&library, &app::RunLibrary::aboutToAdd, this, [this](int row) { beginInsertRows({}, row, row); });
  connect(&library, &app::RunLibrary::added, this, [this] { endInsertRows(); });
  connect(&library, &app::RunLibrary::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
  connect(&library, &app::RunLibrary::removed, this, [this] { endRemoveRows(); });
  connect(&library, &app::RunLibrary::watchedChanged, this, [this] {
    if (m_library.count() > 0) emit dataChanged(index(0), index(m_library.count() - 1), {OriginRole});
  });
  connect(&library, &app::RunLibrary::changed, this, [this](int row) { emit dataChanged(index(row), index(row)); });
}

int RunListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_library.count(); }

QVariant RunListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_library.count()) return {};
  const app::LibraryRun& run = m_library.at(index.row());
  switch (role) {
    case Qt::DisplayRole:
    case NameRole:
    case Qt::EditRole:
      return m_library.label(index.row());
    case Qt::ToolTipRole:
      return toolTip(run, index.row());
    case Qt::AccessibleTextRole:
      return QStringList{m_library.label(index.row()), stateText(run), percent(app::lastAccuracy(*run.source))}.join(
          QStringLiteral(", "));
    case Qt::CheckStateRole:
      return run.shown ? Qt::Checked : Qt::Unchecked;
    case FolderRole:
      return run.folder;
    case StateRole:
      return stateIcon(run);
    case StateTextRole:
      return stateText(run);
    case ProgressRole:
      return progress(run);
    case AccuracyRole:
      return app::lastAccuracy(*run.source);
    case TagsRole: {
      QStringList tags = tagTexts(*run.source);
      for (const std::string& tag : run.source->info().tags) tags << QString::fromStdString(tag);
      return tags;
    }
    case ColourRole:
      return runStyle(run.slot).colour;
    case MarkerRole:
      return runStyle(run.slot).marker;
    case SearchRole: {
      QStringList words{m_library.label(index.row()), run.folder, stateText(run),
                        tagTexts(*run.source).join(QLatin1Char(' '))};
      for (const std::string& tag : run.source->info().tags) words << QString::fromStdString(tag);
      words << QString::fromStdString(run.source->info().notes);
      return words.join(QLatin1Char('\n'));
    }
    case OriginRole:
      return QFileInfo(m_library.origin(index.row())).fileName();
    case OrderRole: {
      const QString created = QString::fromStdString(run.source->info().created);
      return created.isEmpty() ? QStringLiteral("9999") : created;  // not begun yet: on top
    }
    default:
      return {};
  }
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  const QString folder = m_library.at(index.row()).folder;
  if (role == Qt::CheckStateRole) {
    m_library.setShown(folder, value.toInt() == Qt::Checked);
    return true;
  }
  if (role == Qt::EditRole) {
    const QString name = value.toString().trimmed();
    if (name.isEmpty() || name == m_library.label(index.row())) return false;
    emit renameRequested(folder, name);
    return true;
  }
  return false;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsEditable |
         Qt::ItemNeverHasChildren;
}

QString RunListModel::stateIcon(const app::LibraryRun& run) const {
  if (run.queued) return QStringLiteral("state-queued");
  return QStringLiteral("state-") + QLatin1String(model::runStateName(run.source->info().state));
}

QString RunListModel::stateText(const app::LibraryRun& run) const {
  const model::RunInfo& info = run.source->info();
  if (run.queued) return tr("queued");
  const QString step = grouped(info.step);
  switch (info.state) {
    case model::RunState::Created:
      return tr("preparing");
    case model::RunState::Running: {
      const QString all = grouped(run.source->config().get<std::int64_t>("train.steps"));
      return tr("step %1 / %2").arg(step, all);
    }
    case model::RunState::Paused:
      return tr("paused at %1").arg(step);
    case model::RunState::Finished:
      if (info.solvedStep == info.step) return tr("finished");  // the badge beside it tells the step
      return tr("finished at %1").arg(step);
    case model::RunState::Failed:
      return tr("failed at %1").arg(step);
    case model::RunState::Interrupted:
      return tr("interrupted at %1").arg(step);
  }
  return {};
}

double RunListModel::progress(const app::LibraryRun& run) const {
  const model::RunInfo& info = run.source->info();
  if (run.queued || (info.state != model::RunState::Running && info.state != model::RunState::Paused)) return -1;
  const double steps = static_cast<double>(run.source->config().get<std::int64_t>("train.steps"));
  return std::min(1.0, static_cast<double>(info.step) / std::max(1.0, steps));
}

QString RunListModel::toolTip(const app::LibraryRun& run, int row) const {
  const model::RunInfo& info = run.source->info();
  QStringList lines{QStringLiteral("<b>%1</b>").arg(m_library.label(row).toHtmlEscaped())};
  lines << run.folder.toHtmlEscaped();
  if (const QString origin = m_library.origin(row); !origin.isEmpty()) lines << tr("from the folder %1").arg(origin.toHtmlEscaped());
  if (!info.preset.empty()) lines << tr("preset %1").arg(QString::fromStdString(info.preset).toHtmlEscaped());
  if (!info.device.empty()) {
    lines << QString::fromStdString(info.device) + QStringLiteral(", ") +
                 tr("%Ln thread(s)", nullptr, static_cast<int>(info.threads));
  }
  if (info.activeSeconds > 0) lines << tr("%1 of training").arg(duration(info.activeSeconds));
  if (!info.notes.empty()) lines << QString::fromStdString(info.notes).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  if (!info.stopReason.empty()) lines << QString::fromStdString(info.stopReason).toHtmlEscaped();
  return lines.join(QStringLiteral("<br>"));
}

QString stateTitle(model::RunState state) {
  switch (state) {
    case model::RunState::Created:
      return RunListModel::tr("created");
    case model::RunState::Running:
      return RunListModel::tr("running");
    case model::RunState::Paused:
      return RunListModel::tr("paused");
    case model::RunState::Finished:
      return RunListModel::tr("finished");
    case model::RunState::Failed:
      return RunListModel::tr("failed");
    case model::RunState::Interrupted:
      return RunListModel::tr("interrupted");
  }
  return {};
}

QStringList tagTexts(const app::RunSource& run) {
  QStringList texts;
  for (const app::RunTag& tag : app::runTags(run)) {
    switch (tag.kind) {
      case app::RunTag::Kind::Solved:
        texts << RunListModel::tr("solved @ %1").arg(grouped(tag.step));
        break;
      case app::RunTag::Kind::Plateau:
        texts << RunListModel::tr("at %1").arg(tag.level.section(QStringLiteral(" = "), 0, 0));
        break;
      case app::RunTag::Kind::Diverged:
        texts << RunListModel::tr("diverged");
        break;
    }
  }
  return texts;
}

}  // namespace fenwick::ui
