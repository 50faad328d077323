#pragma once

#include <QColor>
#include <QString>

namespace fenwick::ui {

// How one run is drawn, for life: an Okabe-Ito colour, and dash and marker so that runs stay apart without colour.
struct RunStyle {
  QColor colour;
  Qt::PenStyle dash = Qt::SolidLine;
  int marker = 0;  // 0 … 5: circle, square, triangle, diamond, cross, plus
  QString label;   // name or what differs from the other shown runs
};

constexpr int kRunColours = 6, kRunStyles = 24;  // colours, and how many slots are told apart by colour and dash

// The style of slot 0, 1, 2 …: colours come first, then dashes. The library gives each run id a slot and keeps it.
RunStyle runStyle(int slot);

}  // namespace fenwick::ui
