#pragma once

#include <QColor>
#include <QString>
#include <array>

namespace fenwick::ui {

// The maps that λ is drawn with. Viridis and magma: Smith, van der Walt and Firing, Matplotlib (CC0). Cividis: Nuñez,
// Anderton and Renslow, PLoS ONE 13(7), 2018. Given by every fifth of their 256 colours, straight lines in sRGB
// between. BlueRed, from blue over white to red, for what lies on either side of a value: ColorBrewer's RdBu turned round (Brewer and
// Harrower, Apache 2.0). All can be told apart by the colour-blind.
enum class ColourMap { Viridis, Cividis, Magma, Grey, BlueRed };
constexpr std::array<ColourMap, 5> kColourMaps = {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Magma,
                                                  ColourMap::Grey, ColourMap::BlueRed};

QString colourMapName(ColourMap map);   // "viridis"
QRgb mapped(ColourMap map, int index);  // index 0 … 255, clamped
int colourIndex(double value, double lower,
                double upper);  // of 256 equal classes; values beyond the limits take the end colours

// How values are laid onto the colours: evenly, by their logarithm (what is not positive takes the lowest colour), or evenly with one
// value in the middle of a diverging map.
enum class Scale { Linear, Log, Diverging };
constexpr std::array<Scale, 3> kScales = {Scale::Linear, Scale::Log, Scale::Diverging};
QString scaleName(Scale scale);                                              // "linear", as files and options say it
QString scaleTitle(Scale scale);                                             // the same for people
int colourIndex(Scale scale, double value, double lower, double upper);      // as above
double scalePosition(Scale scale, double value, double lower, double upper);  // 0 … 1 between the limits, beyond them outside

}  // namespace fenwick::ui
