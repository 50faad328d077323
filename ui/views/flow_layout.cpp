#include "ui/views/flow_layout.h"

#include <QHBoxLayout>
#include <QWidget>
#include <algorithm>

namespace fenwick::ui {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(spacing);
}

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

void FlowLayout::addItem(QLayoutItem* item) { m_items.append(item); }
int FlowLayout::count() const { return static_cast<int>(m_items.size()); }
QLayoutItem* FlowLayout::itemAt(int index) const { return m_items.value(index); }
QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : m_items) {
    if (item->isEmpty()) continue;
    const QSize hint = item->sizeHint();
    size =
        QSize(size.width() + hint.width() + (size.width() > 0 ? spacing() : 0), std::max(size.height(), hint.height()));
  }
  return size;
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
  return size;
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  arrange(area, true);
}

int FlowLayout::arrange(const QRect& area, bool move) const {
  int top = area.top();
  qsizetype first = 0;
  while (first < m_items.size()) {
    // What fits into one line, then its height, then the places: controls of a line share its middle.
    int width = 0, height = 0;
    qsizetype last = first;
    for (; last < m_items.size(); ++last) {
      if (m_items[last]->isEmpty()) continue;
      const QSize hint = m_items[last]->sizeHint();
      const int needed = width + hint.width() + (width > 0 ? spacing() : 0);
      if (width > 0 && needed > area.width()) break;
      width = needed;
      height = std::max(height, hint.height());
    }
    int left = area.left();
    for (; first < last; ++first) {
      if (m_items[first]->isEmpty()) continue;
      const QSize hint = m_items[first]->sizeHint();
      if (move) m_items[first]->setGeometry(QRect(QPoint(left, top + (height - hint.height()) / 2), hint));
      left += hint.width() + spacing();
    }
    top += height + spacing();
  }
  return std::max(0, top - spacing() - area.top());
}

QWidget* addGroup(FlowLayout& flow, QWidget* parent) {
  auto* group = new QWidget(parent);
  auto* line = new QHBoxLayout(group);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  flow.addWidget(group);
  return group;
}

}  // namespace fenwick::ui
