#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ui/figures/figure_recipe.h"
#include "ui/views/map_sheet.h"

namespace fenwick::ui {

// The runs of a figure of λ as values, so that it can be drawn on any thread.
struct LambdaRunValues {
  std::vector<MapSubject> subjects;
  QVector<RecipeRun> runs;
  FigureMetadata metadata;  // of the runs
  LambdaHistory history;    // of the first
  qsizetype recordedSteps = 0;
};
LambdaRunValues lambdaRunValues(const LambdaSubjects& subjects, const FigureOptions& options);

// A figure of λ in any layout. Throws std::runtime_error naming what cannot be drawn.
class LambdaFigure {
 public:
  LambdaFigure(LambdaRunValues runs, const FigureOptions& options);

  QStringList write() const;  // the figure, and the data beside it where asked for; the files written
  double heightMm() const;
  FigureMetadata metadata() const;
  void paint(QPaintDevice& device, const FigureSheet& sheet) const;
  MapSheet sheet(const FigureSheet& sheet) const;  // where its maps lie
  const LambdaMaps& maps() const { return m_maps; }
  const FigureOptions& options() const { return m_options; }

  // As one of many pictures: with limits that all of them share, and without λ itself, which may be large.
  void becomePicture(std::optional<Range> limits, std::optional<Range> secondLimits);

 private:
  void checkIndices() const;
  void setWords();
  double treeHeight(const MapStyle& style) const;
  QRectF mapArea(const FigureSheet& sheet) const;
  QStringList writeData() const;

  LambdaRunValues m_runs;
  FigureOptions m_options;
  LambdaMaps m_maps;
  SheetWords m_words;
};

// λ over the training: a picture of each recorded step, all on one scale of colours, as an animated GIF or as PNG files.
class LambdaSequence {
 public:
  using Reader = std::function<app::RunSource::SnapshotPtr(qint64 step)>;

  // Made on the window's thread, written on any. `known`: a snapshot of the run; all have its tokens. `steps`: ascending.
  LambdaSequence(const CurvesPanel::Entry& run, const app::RunSource::SnapshotPtr& known, QVector<qint64> steps, const FigureOptions& options, Reader read);

  // The files written. `goOn` hears how many pictures of how many are drawn, and says whether to go on; what is begun is left unwritten then.
  QStringList write(const std::function<bool(qsizetype, qsizetype)>& goOn = {}) const;

 private:
  std::vector<LambdaFigure> pictures() const;
  QStringList writeGif(const std::vector<LambdaFigure>& pictures, const std::function<bool(qsizetype, qsizetype)>& goOn) const;
  QStringList writePngs(const std::vector<LambdaFigure>& pictures, const std::function<bool(qsizetype, qsizetype)>& goOn) const;

  LambdaRunValues m_run;
  QVector<qint64> m_steps;
  FigureOptions m_options;
  Reader m_read;
};

// Where a picture of a training goes: the step in eight digits stands for the % of the file's name, or before its ending, or in a folder.
QString pictureFile(const QString& pattern, qint64 step);

}  // namespace fenwick::ui
