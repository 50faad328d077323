#pragma once

#include <string>

#include "ui/figures/figure_file.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {

// What the kinds of figures have in common.

QString shownName(const CurvesPanel::Entry& entry);
// Those that are still there, each with its name; throws where there is none.
QVector<CurvesPanel::Entry> presentRuns(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
FigureMetadata metadataOf(const QString& what, const QVector<CurvesPanel::Entry>& runs);
CurveStyle printStyle(const FigureSheet& sheet);
std::string numberText(double value);       // the shortest that reads back the same
std::string quoted(const QString& text);  // for CSV

}  // namespace fenwick::ui
