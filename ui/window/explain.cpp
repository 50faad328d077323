#include "ui/window/explain.h"

#include <QApplication>
#include <QHelpEvent>
#include <QWhatsThis>
#include <QWidget>

namespace fenwick::ui {

QString explanation(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget()) {
    if (!widget->whatsThis().isEmpty()) return widget->whatsThis();
    if (!widget->toolTip().isEmpty()) return widget->toolTip();
  }
  return {};
}

bool explainFocused() {
  QWidget* focused = QApplication::focusWidget();
  const QString words = explanation(focused);
  if (words.isEmpty()) return false;
  QWhatsThis::showText(focused->mapToGlobal(focused->rect().center()), words, focused);
  return true;
}

bool answersWhatsThis(QWidget* widget, QEvent* event) {
  const QString words = explanation(widget);
  if (words.isEmpty()) return false;
  if (event->type() == QEvent::WhatsThis) QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), words, widget);
  event->accept();
  return true;
}

}  // namespace fenwick::ui
