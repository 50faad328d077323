#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace fenwick::ui {

// One of resources/icons/NAME.svg, a line drawing on a 16-unit grid. It takes its colour from the application's palette at each
// paint, so that it follows a change of theme, and is sharp at any scale.
QIcon icon(const QString& name);

// The same drawing in a given colour, straight onto a painter.
void paintIcon(QPainter& painter, const QString& name, const QRectF& rectangle, const QColor& colour);

}  // namespace fenwick::ui
