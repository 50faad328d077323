#pragma once

#include "ui/views/map_scene.h"

namespace fenwick::ui {

// The Fenwick tree below a map of tokens: every node that some query can read, and those that this token reads, coloured by their λ and
// joined to it. Level 0 is at the bottom. A token below 0 is none.
void paintFenwickTree(QPainter& painter, const MapScene& scene, const MapStyle& style, const QRectF& area, int token);
double fenwickTreeHeight(const LambdaSlice& slice, const MapStyle& style);  // that shows it comfortably

}  // namespace fenwick::ui
