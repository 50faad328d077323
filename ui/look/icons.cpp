#include "ui/look/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace fenwick::ui {

namespace {

QByteArray drawing(const QString& name) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) qWarning("icon %s is missing", qPrintable(name));
  return file.readAll();
}

void paintDrawing(QPainter& painter, QByteArray svg, const QRectF& rectangle, const QColor& colour) {
  svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setOpacity(painter.opacity() * colour.alphaF());
  renderer.render(&painter, rectangle);
  painter.restore();
}

class LineIconEngine : public QIconEngine {
 public:
  explicit LineIconEngine(const QString& name) : m_name(name), m_svg(drawing(name)) {}

  void paint(QPainter* painter, const QRect& rectangle, QIcon::Mode mode, QIcon::State) override {
    const QPalette palette = QGuiApplication::palette();
    QColor colour =
        palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::ButtonText);
    if (mode == QIcon::Selected) colour = palette.color(QPalette::HighlightedText);
    paintDrawing(*painter, m_svg, rectangle, colour);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }

  QIconEngine* clone() const override { return new LineIconEngine(m_name); }
  QString key() const override { return QStringLiteral("fenwick-line-icon"); }

 private:
  QString m_name;
  QByteArray m_svg;
};

}  // namespace

QIcon icon(const QString& name) { return QIcon(new LineIconEngine(name)); }

void paintIcon(QPainter& painter, const QString& name, const QRectF& rectangle, const QColor& colour) {
  paintDrawing(painter, drawing(name), rectangle, colour);
}

}  // namespace fenwick::ui
