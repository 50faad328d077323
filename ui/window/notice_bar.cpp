#include "ui/window/notice_bar.h"

#include <QEvent>
#include <algorithm>

#include "ui/look/icons.h"
#include "ui/look/theme.h"

namespace fenwick::ui {

NoticeBar::NoticeBar(QWidget* parent) : QToolBar(tr("Notices"), parent) {
  setObjectName(QStringLiteral("notices"));
  setMovable(false);
  toggleViewAction()->setVisible(false);
  auto* inside = new QWidget(this);
  auto* layout = new QHBoxLayout(inside);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(8);
  m_icon = new QLabel(inside);
  m_sentence = new QLabel(inside);
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_action = new QPushButton(inside);
  m_away = new QPushButton(tr("Dismiss"), inside);
  layout->addWidget(m_icon);
  layout->addWidget(m_sentence, 1);
  layout->addWidget(m_action);
  layout->addWidget(m_away);
  addWidget(inside);
  connect(m_away, &QPushButton::clicked, this, &NoticeBar::putAway);
  putAway();
}

QPushButton* NoticeBar::show(const QString& sentence, Weight weight, const QString& action) {
  m_action->disconnect();
  m_sentence->setText(sentence);
  m_weight = weight;
  m_action->setText(action);
  m_action->setVisible(!action.isEmpty());
  colour();
  setVisible(true);
  fit();
  return m_action;
}

// A label that wraps asks for several short lines, wherever there is room for a long one.
void NoticeBar::fit() {
  constexpr int kBetween = 64;  // margins and gaps
  const int others = m_icon->sizeHint().width() + m_away->sizeHint().width() + (m_action->text().isEmpty() ? 0 : m_action->sizeHint().width());
  m_sentence->setFixedHeight(m_sentence->heightForWidth(std::max(160, width() - others - kBetween)));
}

void NoticeBar::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fit();
}

void NoticeBar::putAway() { setVisible(false); }

void NoticeBar::changeEvent(QEvent* event) {
  QToolBar::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colour();
}

void NoticeBar::colour() {
  const QColor ink = m_weight == Weight::Warning ? warningColour(palette()) : palette().color(QPalette::WindowText);
  QPixmap drawing(QSize(16, 16) * devicePixelRatioF());
  drawing.setDevicePixelRatio(devicePixelRatioF());
  drawing.fill(Qt::transparent);
  QPainter painter(&drawing);
  paintIcon(painter, m_weight == Weight::Warning ? QStringLiteral("warning") : QStringLiteral("help"),
            QRectF(0, 0, 16, 16), ink);
  painter.end();
  m_icon->setPixmap(drawing);
}

}  // namespace fenwick::ui
