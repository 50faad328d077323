#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "ui/views/map_cursor.h"
#include "ui/views/map_sheet.h"

class QKeyEvent;

namespace fenwick::ui {

// One map or many of the same kind side by side: painted, pointed at, zoomed and dragged along the tokens together. Several share one
// scale of colours. Below them, where wanted, the Fenwick tree of the token that is pointed at.
class MapCanvas : public QWidget {
  Q_OBJECT

 public:
  explicit MapCanvas(QWidget* parent);

  void setMaps(std::vector<MapView> maps);
  const std::vector<MapView>& maps() const { return m_maps; }
  const std::vector<MapScene>& scenes() const { return m_sheet.scenes(); }  // as last painted
  void setCursor(MapCursor* cursor);                                // not owned
  void setTree(bool shown);

  std::function<void(const QString&)> told;  // the read-out has changed
  std::function<void(qint64 nanoseconds)> painted;
  std::function<void(int map, MapScene::Cell)> clicked;  // without dragging

  QString readOut() const;
  // Of maps of tokens by levels: what each holds at the cursor, wherever that is moved; empty where it has no such cell.
  QStringList valuesAtCursor() const;
  // Zooms about a token; factors below 1 come closer.
  void zoom(int centre, double factor);
  void pan(int by);
  void showAll();
  int firstToken() const { return m_first; }
  int shownTokens() const;
  int pointedToken() const;  // here or in another map; -1: none
  double lastPaintMs() const { return m_paintMs; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent*) override { showAll(); }
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent*) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool alongTokens() const;
  int tokens() const;
  void layOut();
  int mapAt(QPointF position) const;
  void point(std::optional<QPointF> at);
  void paintCursor(QPainter& painter) const;
  double treeHeight(const MapStyle& style) const;

  std::vector<MapView> m_maps;
  MapSheet m_sheet;
  QRectF m_treeArea;
  QPointer<MapCursor> m_cursor;
  bool m_tree = false;
  int m_first = 0, m_shown = 0;  // shown 0: all
  QString m_told, m_summary;
  std::optional<QPointF> m_pointer, m_pressed;
  bool m_dragged = false;
  int m_dragFirst = 0;
  double m_paintMs = 0;
};

}  // namespace fenwick::ui
