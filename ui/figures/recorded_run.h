#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/core/run_source.h"
#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "model/tasks/task.h"
#include "ui/figures/figure_recipe.h"

namespace fenwick::ui {

// A run folder read once, whole and at once, for figures without a window. Throws std::runtime_error with path and reason.
class RecordedRun : public app::RunSource {
 public:
  explicit RecordedRun(const std::filesystem::path& folder);

  QString folder() const override;
  const model::Config& config() const override { return m_config; }
  const model::RunInfo& info() const override { return m_info; }
  void requestSnapshot(qint64 step) override;

  // Step -1: the last. Throws where it was not recorded, naming the nearest one that was.
  SnapshotPtr snapshot(qint64 step) const;

 private:
  model::RunFolder m_folder;
  model::Config m_config;
  model::RunInfo m_info;
};

// A figure that was saved before, with its runs read anew, and none that has another id than it was drawn from.
struct RecordedFigure {
  FigureRecipe recipe;
  std::vector<std::unique_ptr<RecordedRun>> runs;

  QVector<CurvesPanel::Entry> entries() const;
};
// What a figure of λ is drawn from: of one run the step of the options, side by side each one's nearest to it, or the steps of a recipe.
LambdaSubjects recordedSubjects(const QVector<CurvesPanel::Entry>& entries, const std::vector<std::unique_ptr<RecordedRun>>& runs, const FigureOptions& options);
// Throws std::runtime_error with path and reason, and app::Cancelled.
RecordedFigure readFigure(const QString& file, const app::Progress& progress = {});

}  // namespace fenwick::ui
