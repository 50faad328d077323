#pragma once

#include <QFont>
#include <QImage>
#include <QPaintDevice>
#include <QSize>
#include <functional>

#include "ui/figures/figure.h"

namespace fenwick::ui {

// What a figure says about its origin, in the metadata of the file.
struct FigureMetadata {
  QString title;  // "λ of mlp-softplus, layer 0, head 0, sample 0, step 912"
  QStringList runIds;
  QString step;    // "912", or "900, 1400" of several runs
  QString config;  // config.json of the runs, whole
  QString recipe;  // recipeText(): how to draw it again

  QString description() const;  // runs, step and program version in one line
  static QString version();     // "0.1.0"
};

// The sheet a figure is painted on. PDF and SVG: 1,200 units to the inch, and cell edges on every second one, so that a rendering
// at 600 dpi has whole pixels. PNG: one unit is one pixel.
struct FigureSheet {
  QSize size;
  double unitsPerInch = 1200;
  double pixel = 2;
  double zoom = 1;  // device pixels to the unit: below 1 in a preview alone
  bool overlap = false;  // PDF: rectangles reach under their later neighbours, so that viewers show no seams
  QFont font;

  double unit() const { return unitsPerInch / 96; }
};

// The bundled font at this size. It is loaded where the system does not have it.
QFont printFont(double points, double unitsPerInch);

// The sheet that the options ask for. Throws std::runtime_error with what is wrong with them.
FigureSheet sheetOf(const FigureOptions& options, double heightMm);

// What writeFigure writes.
QByteArray figureBytes(const FigureOptions& options, double heightMm, const FigureMetadata& metadata,
                       const std::function<void(QPaintDevice&, const FigureSheet&)>& paint);
void writeFigure(const FigureOptions& options, const QByteArray& bytes);

// Paints into the file that options.file names, durably: the old file or the new one, never half of it. `heightMm` is used where the
// options leave the height open. Throws std::runtime_error with path and reason.
void writeFigure(const FigureOptions& options, double heightMm, const FigureMetadata& metadata,
                 const std::function<void(QPaintDevice&, const FigureSheet&)>& paint);

// The same as pixels, of options.dpi.
QImage figureImage(const FigureOptions& options, double heightMm, const std::function<void(QPaintDevice&, const FigureSheet&)>& paint);

// The file beside the figure with another ending.
QString besideFigure(const FigureOptions& options, const QString& ending);
std::string nativePath(const QString& file);  // for messages

}  // namespace fenwick::ui
