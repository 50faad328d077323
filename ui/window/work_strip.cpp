#include "ui/window/work_strip.h"

#include <QHBoxLayout>
#include <cmath>
#include <utility>

#include "ui/look/icons.h"

namespace fenwick::ui {
namespace {

constexpr int kFine = 1000;  // parts of a bar
constexpr int kTextWidth = 280, kBarWidth = 120;

}  // namespace

WorkStrip::WorkStrip(app::LongWork& work, QWidget* parent) : QWidget(parent), m_work(work) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 8, 0);
  row->setSpacing(8);
  m_text = new QLabel(this);
  m_bar = new QProgressBar(this);
  m_bar->setFixedWidth(kBarWidth);
  m_bar->setTextVisible(false);
  m_bar->setFixedHeight(m_text->fontMetrics().height() / 2 + 2);
  m_bar->setAccessibleName(tr("Progress of what takes long"));
  m_cancel = new QToolButton(this);
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Take back what goes on (Esc)"));
  m_cancel->setAutoRaise(true);
  row->addWidget(m_text);
  row->addWidget(m_bar);
  row->addWidget(m_cancel);
  connect(&work, &app::LongWork::changed, this, &WorkStrip::show);
  connect(m_cancel, &QToolButton::clicked, &work, &app::LongWork::cancelNewest);
  setVisible(false);
}

void WorkStrip::show() {
  const std::vector<app::LongWork::Piece> pieces = m_work.pieces();
  const bool busy = !pieces.empty();
  if (busy) {
    const app::LongWork::Piece& newest = pieces.back();
    m_whole = pieces.size() == 1 ? newest.title : tr("%1 (and %2 more)").arg(newest.title).arg(pieces.size() - 1);
    m_text->setText(m_text->fontMetrics().elidedText(m_whole, Qt::ElideMiddle, kTextWidth));
    m_text->setToolTip(m_whole);
    m_bar->setRange(0, newest.fraction ? kFine : 0);
    if (newest.fraction) m_bar->setValue(static_cast<int>(std::lround(*newest.fraction * kFine)));
  } else {
    m_whole.clear();
  }
  setVisible(busy);
  if (std::exchange(m_busy, busy) != busy) emit busyChanged();
}

}  // namespace fenwick::ui
