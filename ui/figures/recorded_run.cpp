#include "ui/figures/recorded_run.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "ui/figures/figure_file.h"

namespace fenwick::ui {

RecordedRun::RecordedRun(const std::filesystem::path& folder) : m_folder(folder) {
  if (!std::filesystem::is_directory(folder)) throw std::runtime_error(folder.string() + ": there is no such folder");
  if (!model::RunFolder::looksLikeRun(folder)) {
    throw std::runtime_error(folder.string() + ": is no run folder (it holds no config.json and run.json)");
  }
  m_config = m_folder.readConfig();
  m_info = m_folder.readInfo();
  try {
    setTask(model::taskKind(m_config).open(m_config));
  } catch (const std::runtime_error&) {
    // Labels fall back to numbers: the figure of a run must not need the data it was trained on.
  }
  app::ActiveClock clock;
  for (const model::Scalar& scalar : model::EventLogReader(folder).readNew()) {
    appendPoint(QString::fromStdString(scalar.tag), static_cast<double>(scalar.step), scalar.value, clock.at(scalar));
  }
  for (const std::int64_t step : m_folder.lambdaSteps()) m_snapshotSteps.append(step);
}

QString RecordedRun::folder() const { return app::fromPath(m_folder.path()); }

RecordedRun::SnapshotPtr RecordedRun::snapshot(qint64 step) const {
  if (m_snapshotSteps.isEmpty()) throw std::runtime_error(m_folder.path().string() + ": no λ has been recorded");
  const qint64 wanted = step < 0 ? m_snapshotSteps.last() : step;
  if (!m_snapshotSteps.contains(wanted)) {
    const qint64 nearest = *std::min_element(m_snapshotSteps.begin(), m_snapshotSteps.end(), [&](qint64 a, qint64 b) {
      return std::abs(a - wanted) < std::abs(b - wanted);
    });
    throw std::runtime_error(m_folder.path().string() + ": no λ was recorded at step " + std::to_string(wanted) +
                             "; the nearest recorded step is " + std::to_string(nearest));
  }
  return std::make_shared<model::LambdaSnapshot>(model::readLambdaSnapshot(m_folder.lambdaPath(wanted)));
}

void RecordedRun::requestSnapshot(qint64 step) { emit snapshotReady(snapshot(step)); }

QVector<CurvesPanel::Entry> RecordedFigure::entries() const {
  QVector<CurvesPanel::Entry> entries;
  for (std::size_t i = 0; i < runs.size(); ++i) entries.append({runs[i].get(), recipe.runs[static_cast<qsizetype>(i)].style});
  return entries;
}

LambdaSubjects recordedSubjects(const QVector<CurvesPanel::Entry>& entries, const std::vector<std::unique_ptr<RecordedRun>>& runs, const FigureOptions& options) {
  LambdaSubjects subjects{entries, {}, {}};
  const RecordedRun& first = *runs.front();
  if (options.maps.layout != MapLayout::Runs) {
    subjects.snapshots.push_back(first.snapshot(options.step));
  } else {
    for (const auto& run : runs) {
      const auto place = static_cast<qsizetype>(subjects.snapshots.size());
      const qint64 wanted = place < options.maps.steps.size() ? options.maps.steps[place] : options.step;
      const QVector<qint64>& recorded = run->snapshotSteps();
      const auto nearer = [wanted](qint64 a, qint64 b) { return std::abs(a - wanted) < std::abs(b - wanted); };
      subjects.snapshots.push_back(recorded.isEmpty() ? nullptr
                                                      : run->snapshot(wanted < 0 ? -1 : *std::min_element(recorded.begin(), recorded.end(), nearer)));
    }
  }
  if (options.maps.layout == MapLayout::OverSteps)
    for (const qint64 step : first.snapshotSteps()) subjects.history.add(*first.snapshot(step));
  return subjects;
}

RecordedFigure readFigure(const QString& file, const app::Progress& progress) {
  RecordedFigure figure{recipeIn(file), {}};
  for (const RecipeRun& run : figure.recipe.runs) {
    progress.of(static_cast<std::int64_t>(figure.runs.size()), figure.recipe.runs.size());
    progress.check();
    figure.runs.push_back(std::make_unique<RecordedRun>(app::toPath(run.folder)));
    if (figure.runs.back()->info().id != run.id.toStdString())
      throw std::runtime_error(nativePath(run.folder) + ": holds another run (" + figure.runs.back()->info().id + ") than the figure was drawn from (" +
                               run.id.toStdString() + ")");
  }
  return figure;
}

}  // namespace fenwick::ui
