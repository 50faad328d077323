#include "ui/views/run_style.h"

#include <array>

namespace fenwick::ui {

RunStyle runStyle(int slot) {
  // Okabe-Ito without black and yellow, which vanish on a dark and on a light ground.
  static constexpr std::array<QRgb, kRunColours> kColours = {0xFF0072B2, 0xFFE69F00, 0xFF009E73,
                                                   0xFFD55E00, 0xFFCC79A7, 0xFF56B4E9};
  static constexpr std::array<Qt::PenStyle, 4> kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine};
  constexpr int kColourCount = static_cast<int>(kColours.size());
  const int positive = slot < 0 ? 0 : slot;
  const int round = positive / kColourCount;
  RunStyle style;
  style.colour = QColor::fromRgb(kColours[static_cast<std::size_t>(positive % kColourCount)]);
  style.dash = kDashes[static_cast<std::size_t>(round) % kDashes.size()];
  style.marker = (positive + round) % 6;
  return style;
}

}  // namespace fenwick::ui
