// The window on a screen at 125 %: everything has its size in the screen's pixels, and nothing is drawn small and blown up.

#include <qcustomplot.h>

#include <QApplication>
#include <QPainter>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "ui/look/icons.h"
#include "ui/window/lab.h"

using namespace fenwick;

namespace {

constexpr double kScale = 1.25;

}  // namespace

class ScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void theScreenIsScaled() { QCOMPARE(QGuiApplication::primaryScreen()->devicePixelRatio(), kScale); }
  void theWindowIsDrawnInTheScreensPixels();
  void iconsAreDrawnAtTheScaleAndNotBlownUp();
};

void ScaleTest::theWindowIsDrawnInTheScreensPixels() {
  const QTemporaryDir dir;
  QSettings settings(dir.filePath("settings.ini"), QSettings::IniFormat);
  ui::Lab lab(settings, {dir.filePath("runs"), {}}, {});
  lab.window.resize(1000, 640);
  lab.open();
  QVERIFY(QTest::qWaitForWindowExposed(&lab.window));
  const QImage image = lab.window.grab().toImage();
  QCOMPARE(image.size(), QSize(1250, 800));
  QCOMPARE(image.devicePixelRatio(), kScale);
  const QList<QCustomPlot*> plots = lab.window.findChildren<QCustomPlot*>();
  QVERIFY(!plots.isEmpty());
  for (const QCustomPlot* plot : plots) QCOMPARE(plot->bufferDevicePixelRatio(), kScale);
}

void ScaleTest::iconsAreDrawnAtTheScaleAndNotBlownUp() {
  const QIcon icon = ui::icon(QStringLiteral("state-running"));
  const QPixmap asDrawn = icon.pixmap(QSize(16, 16), kScale);
  QCOMPARE(asDrawn.devicePixelRatio(), kScale);
  QCOMPARE(asDrawn.size(), QSize(20, 20));
  QImage direct(20, 20, QImage::Format_ARGB32_Premultiplied);
  direct.fill(Qt::transparent);
  QPainter painter(&direct);
  icon.paint(&painter, QRect(0, 0, 20, 20));
  painter.end();
  direct.setDevicePixelRatio(kScale);
  QCOMPARE(asDrawn.toImage().convertToFormat(direct.format()), direct);
  QVERIFY(direct != icon.pixmap(QSize(16, 16), 1.0).toImage().scaled(20, 20).convertToFormat(direct.format()));
}

int main(int argc, char** argv) {
  qputenv("QT_SCALE_FACTOR", "1.25");
  QApplication application(argc, argv);
  ScaleTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "scale_test.moc"
