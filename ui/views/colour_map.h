#pragma once

#include <QColor>
#include <QString>
#include <array>

namespace fenwick::ui {

// The maps that λ is drawn with. Viridis and magma: Smith, van der Walt and Firing, Matplotlib (CC0). Cividis: Nuñez,
// Anderton and Renslow, PLoS ONE 13(7), 2018. Given by every fifth of their 256 colours, straight lines in sRGB
// between.
enum class ColourMap { Viridis, Cividis, Magma, Grey };
constexpr std::array<ColourMap, 4> kColourMaps = {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Magma,
                                                  ColourMap::Grey};

QString colourMapName(ColourMap map);   // "viridis"
QRgb mapped(ColourMap map, int index);  // index 0 … 255, clamped
int colourIndex(double value, double lower,
                double upper);  // of 256 equal classes; values beyond the limits take the end colours

}  // namespace fenwick::ui
