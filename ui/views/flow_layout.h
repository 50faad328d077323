#pragma once

#include <QLayout>
#include <QList>

namespace fenwick::ui {

// Lays controls out in a line and goes on below where the line is full, so that a narrow panel cuts nothing off.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int spacing);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  QSize sizeHint() const override;     // one line
  QSize minimumSize() const override;  // the widest control
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  void setGeometry(const QRect& area) override;

 private:
  int arrange(const QRect& area, bool move) const;  // returns the height

  QList<QLayoutItem*> m_items;  // owned
};

// Controls that stay side by side: a widget in the flow with a line of its own.
QWidget* addGroup(FlowLayout& flow, QWidget* parent);

}  // namespace fenwick::ui
