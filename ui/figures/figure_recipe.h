#pragma once

#include <QByteArray>
#include <QString>
#include <QVector>

#include "model/config/config.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_file.h"

namespace fenwick::ui {

enum class FigureKind { Curves, Lambda, Compare };
QString figureKindName(FigureKind kind);  // "curves", "lambda", "compare"

// A run of a figure: where it lies and how it is drawn.
struct RecipeRun {
  QString folder, id;
  RunStyle style;
};

// Everything a figure is made from: drawn again from the same run folders it is the same figure, an SVG byte for byte. It is kept in
// every figure that is written.
struct FigureRecipe {
  FigureKind kind = FigureKind::Curves;
  FigureOptions options;  // without `file`
  QVector<RecipeRun> runs;
};
FigureRecipe recipeOf(FigureKind kind, const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);

QString recipeText(const FigureRecipe& recipe);         // JSON
// The options alone, but for `file`; what is not there keeps its default.
QString optionsText(const FigureOptions& options);
FigureOptions readOptions(const QString& text);         // throws std::runtime_error
FigureRecipe readRecipe(const QString& text);           // throws std::runtime_error naming the entry
// The recipe inside a figure (SVG, PDF, PNG, GIF) or a file of its own. Throws std::runtime_error with path and reason.
FigureRecipe recipeIn(const QString& file);

}  // namespace fenwick::ui
