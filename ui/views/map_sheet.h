#pragma once

#include <QStringList>
#include <vector>

#include "ui/views/map_scene.h"

namespace fenwick::ui {

// What a figure says around its maps; the window says it in controls of its own.
struct SheetWords {
  QString heading;      // above
  QStringList remarks;  // below
  bool legend = false;  // what the colours of tokens and the hatching mean, and what rows and columns are
};

// One map or many of one kind on a rectangle, with the scales of colours that they share: the same on screen and in a figure. A map that is
// `second` stands at the right of the one before it.
class MapSheet {
 public:
  MapSheet() = default;
  MapSheet(const std::vector<MapView>& maps, const MapStyle& style, const QRectF& area, SheetWords words = {});

  const std::vector<MapScene>& scenes() const { return m_scenes; }
  void paint(QPainter& painter) const;

  // What it needs in height at this width so that every map can be read.
  static double preferredHeight(const std::vector<MapView>& maps, const MapStyle& style, double width, const SheetWords& words);

 private:
  void placeMaps(const std::vector<MapView>& maps, const QRectF& area);
  void paintWords(QPainter& painter) const;

  MapStyle m_style;
  SheetWords m_words;
  std::vector<MapScene> m_scenes;
  std::vector<std::pair<std::size_t, QRectF>> m_scales;  // which map's colours, and where
  QRectF m_head, m_legend, m_foot;
};

// Whether such maps are drawn small, without labels of their own.
bool drawnCompact(const std::vector<MapView>& maps);

}  // namespace fenwick::ui
