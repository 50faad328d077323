#include "ui/views/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fenwick::ui {

QWidget* makeEmptyState(const QString& sentence, const QString& button, std::function<void()> pressed,
                        QWidget* parent) {
  auto* page = new QWidget(parent);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  column->addStretch();
  auto* label = new QLabel(sentence, page);
  label->setAlignment(Qt::AlignCenter);
  label->setWordWrap(true);
  label->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(label);
  if (!button.isEmpty()) {
    auto* action = new QPushButton(button, page);
    QObject::connect(action, &QPushButton::clicked, page, std::move(pressed));
    column->addWidget(action, 0, Qt::AlignHCenter);
  }
  column->addStretch();
  return page;
}

}  // namespace fenwick::ui
