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

// A figure of λ in any layout. Its constructor throws std::runtime_error naming what cannot be drawn.
class LambdaFigure : public Figure {
 public:
  LambdaFigure(LambdaRunValues runs, const FigureOptions& options);

  std::string table() override;
  double heightMm() override;
  FigureMetadata metadata() override;
  void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress& progress) override;
  void writeData(const std::string& path) override;
  MapSheet sheet(const FigureSheet& sheet) const;  // where its maps lie
  const LambdaMaps& maps() const { return m_maps; }

  // As one of many pictures: with limits that all of them share, and without λ itself, which may be large.
  void becomePicture(std::optional<Range> limits, std::optional<Range> secondLimits);

 private:
  void checkIndices() const;
  void setWords();
  double treeHeight(const MapStyle& style) const;
  QRectF mapArea(const FigureSheet& sheet) const;
  QStringList dataEndings() const override { return {QStringLiteral(".npz"), QStringLiteral(".csv")}; }

  LambdaRunValues m_runs;
  LambdaMaps m_maps;
  SheetWords m_words;
};

// λ over the training: a picture of each recorded step, all on one scale of colours, as an animated GIF or as PNG files. As one figure it is the
// picture of the snapshot that it is made with.
class LambdaSequence : public Figure {
 public:
  using Reader = std::function<app::RunSource::SnapshotPtr(qint64 step)>;  // on the thread that writes

  // Of the steps in options.maps.steps, or of all that the run has recorded; read from its folder where no reader is given.
  LambdaSequence(const LambdaSubjects& subjects, const FigureOptions& options, Reader read = {});

  QStringList write(const app::Progress& progress = {}) override;
  std::string table() override { return m_still.table(); }

 protected:
  double heightMm() override { return m_still.heightMm(); }
  FigureMetadata metadata() override { return m_still.metadata(); }
  void paint(QPaintDevice& device, const FigureSheet& sheet, const app::Progress& progress) override { m_still.paint(device, sheet, progress); }
  void writeData(const std::string& path) override { m_still.writeData(path); }

 private:
  std::vector<LambdaFigure> pictures(const app::Progress& progress) const;
  QStringList writeGif(std::vector<LambdaFigure> pictures, const app::Progress& progress) const;
  QStringList writePngs(std::vector<LambdaFigure> pictures, const app::Progress& progress) const;

  LambdaRunValues m_run;
  Reader m_read;
  LambdaFigure m_still;
};

// Where a picture of a training goes: the step in eight digits stands for the % of the file's name, or before its ending, or in a folder.
QString pictureFile(const QString& pattern, qint64 step);

}  // namespace fenwick::ui
