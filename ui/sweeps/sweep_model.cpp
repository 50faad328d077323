#include "ui/sweeps/sweep_model.h"

#include <QFont>
#include <cmath>
#include <optional>

#include "model/analysis/compare.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/runs/run_list_model.h"

namespace fenwick::ui {
namespace {

constexpr int kCountSoonMs = 50;

// "mlp-softplus-k8" of "mlp-softplus-k8-seed3".
QString withoutSeed(const model::SweepRun& run, qint64 seed) {
  QString name = QString::fromStdString(run.name);
  const QString end = QStringLiteral("-seed%1").arg(seed);
  if (name.endsWith(end)) name.chop(end.size());
  return name;
}

qint64 seedOf(const model::SweepRun& run) { return run.config.get<std::int64_t>("train.seed"); }

std::optional<double> accuracyOf(const app::RunSource& run) {
  return model::metric(run.info().finalMetrics, "valid/accuracy");
}

bool isSolved(const app::RunSource& run) { return run.info().solvedStep >= 0; }

}  // namespace

SweepModel::SweepModel(app::RunLibrary& library, QObject* parent) : QAbstractTableModel(parent), m_library(library) {
  m_countSoon.setSingleShot(true);
  m_countSoon.setInterval(kCountSoonMs);
  connect(&m_countSoon, &QTimer::timeout, this, &SweepModel::countChanged);
  connect(&m_library, &app::RunLibrary::added, this, &SweepModel::findSources);
  connect(&m_library, &app::RunLibrary::sourceReplaced, this, &SweepModel::findSources);
  connect(&m_library, &app::RunLibrary::removed, this, &SweepModel::findSources);
  connect(&m_library, &app::RunLibrary::changed, this, &SweepModel::tellChanged);
}

void SweepModel::setSweep(const app::SweepEntry* sweep) {
  beginResetModel();
  m_sweep = sweep ? *sweep : app::SweepEntry{};
  m_rows.clear();
  m_seeds.clear();
  m_places.clear();
  m_rowOf.clear();
  for (const model::SweepRun& run : m_sweep.runs)
    if (!m_seeds.contains(seedOf(run))) m_seeds << seedOf(run);
  std::sort(m_seeds.begin(), m_seeds.end());
  QHash<QString, int> known;
  for (std::size_t i = 0; i < m_sweep.runs.size(); ++i) {
    const model::SweepRun& run = m_sweep.runs[i];
    const QString label = withoutSeed(run, seedOf(run));
    if (!known.contains(label)) {
      known.insert(label, static_cast<int>(m_rows.size()));
      m_rows.push_back({label, QVector<int>(m_seeds.size(), -1)});
    }
    const int row = known.value(label), seed = static_cast<int>(m_seeds.indexOf(seedOf(run)));
    m_rows[static_cast<std::size_t>(row)].runs[seed] = static_cast<int>(i);
    m_places.insert(app::RunLibrary::cleanFolder(m_sweep.folderOf(run)), static_cast<int>(i));
    m_rowOf << row;
  }
  m_sources.fill(nullptr, m_rowOf.size());
  endResetModel();
  findSources();
}

void SweepModel::findSources() {
  m_sources.fill(nullptr);
  for (int i = 0; i < m_library.count(); ++i)
    if (const int run = m_places.value(m_library.at(i).folder, -1); run >= 0) m_sources[run] = m_library.at(i).source.get();
  if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  m_countSoon.start();
}

void SweepModel::tellChanged(int libraryIndex) {
  const int run = m_places.value(m_library.at(libraryIndex).folder, -1);
  if (run < 0) return;
  emit dataChanged(index(m_rowOf[run], 0), index(m_rowOf[run], columnCount() - 1));
  m_countSoon.start();
}

SweepModel::Count SweepModel::counted() const {
  Count count;
  count.all = static_cast<int>(m_sweep.runs.size());
  for (int i = 0; i < count.all; ++i) {
    const app::RunSource* run = sourceOf(i);
    if (!run) continue;
    const model::RunState state = run->info().state;
    count.finished += state == model::RunState::Finished;
    count.running += state == model::RunState::Running;
    count.failed += state == model::RunState::Failed;
    count.solved += isSolved(*run);
  }
  return count;
}

int SweepModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int SweepModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_seeds.size()) + 3; }

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const int seed = seedColumn(section);
  if (seed < 0) return tr("variant");
  if (seed < m_seeds.size()) return tr("seed %1").arg(m_seeds[seed]);
  return seed == m_seeds.size() ? tr("solved") : tr("final accuracy");
}

QVariant SweepModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  const int seed = seedColumn(index.column());
  const bool isRun = seed >= 0 && seed < m_seeds.size();
  const app::RunSource* run = isRun ? sourceOf(row.runs[seed]) : nullptr;
  switch (role) {
    case Qt::DisplayRole:
      if (seed < 0) return row.label;
      if (isRun) return cellText(row.runs[seed]);
      return seed == m_seeds.size() ? solvedText(row) : meanText(row);
    case Qt::ToolTipRole:
      return isRun ? cellTip(row.runs[seed]) : QVariant();
    case Qt::DecorationRole:
      if (!run) return {};
      return icon(QStringLiteral("state-") + QLatin1String(model::runStateName(run->info().state)));
    case Qt::TextAlignmentRole:
      return seed < 0 ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
      QFont font;
      font.setBold(run && isSolved(*run));
      return font;
    }
    case FoldersRole:
      return folders(row, index.column());
    case SolvedRole:
      return run && isSolved(*run);
    default:
      return {};
  }
}

QString SweepModel::cellText(int run) const {
  const app::RunSource* source = sourceOf(run);
  if (!source) return {};
  const std::optional<double> accuracy = accuracyOf(*source);
  if (source->info().state == model::RunState::Running)
    return (accuracy ? percent(*accuracy) + QStringLiteral(" ") : QString()) + QStringLiteral("… ") + grouped(source->info().step);
  return accuracy ? percent(*accuracy) : grouped(source->info().step);
}

QString SweepModel::cellTip(int run) const {
  if (run < 0) return tr("The sweep leaves this run out.");
  const model::SweepRun& planned = m_sweep.runs[static_cast<std::size_t>(run)];
  const QString name = QString::fromStdString(planned.name);
  const app::RunSource* source = sourceOf(run);
  if (!source) return tr("%1: not begun").arg(name);
  QStringList lines{name, tr("%1 at step %2 of %3")
                              .arg(stateTitle(source->info().state), grouped(source->info().step),
                                   grouped(planned.config.get<std::int64_t>("train.steps")))};
  if (isSolved(*source)) lines << tr("solved @ %1").arg(grouped(source->info().solvedStep));
  if (!source->info().stopReason.empty()) lines << QString::fromStdString(source->info().stopReason);
  lines << tr("Double click or Enter shows it in the curves.");
  return lines.join(QLatin1Char('\n'));
}

QString SweepModel::solvedText(const Row& row) const {
  int begun = 0, solved = 0;
  for (const int run : row.runs)
    if (const app::RunSource* source = sourceOf(run)) {
      ++begun;
      solved += isSolved(*source);
    }
  return begun == 0 ? QString() : QStringLiteral("%1/%2").arg(solved).arg(begun);
}

QString SweepModel::meanText(const Row& row) const {
  std::vector<double> values;
  for (const int run : row.runs)
    if (const app::RunSource* source = sourceOf(run))
      if (const auto accuracy = accuracyOf(*source)) values.push_back(*accuracy);
  const model::Statistic s = model::statistic(values);
  if (s.count == 0) return {};
  return s.count == 1 ? percent(s.mean) : percent(s.mean) + QStringLiteral(" ± ") + percent(s.std);
}

QStringList SweepModel::folders(const Row& row, int column) const {
  QStringList result;
  const int seed = seedColumn(column);
  for (int i = 0; i < row.runs.size(); ++i)
    if ((seed < 0 || seed >= m_seeds.size() || seed == i) && sourceOf(row.runs[i]))
      result << m_sweep.folderOf(m_sweep.runs[static_cast<std::size_t>(row.runs[i])]);
  return result;
}

}  // namespace fenwick::ui
