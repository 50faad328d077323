#include "ui/figures/figure_preview.h"

#include <QPainter>
#include <cmath>
#include <exception>
#include <utility>

namespace fenwick::ui {
namespace {

constexpr int kSoonMs = 15;
constexpr int kMargin = 1;

}  // namespace

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Preview of the figure"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMs);
  connect(&m_soon, &QTimer::timeout, this, &FigurePreview::begin);
}

FigurePreview::~FigurePreview() { m_progress.cancel(); }

void FigurePreview::draw(Make make) {
  m_make = std::move(make);
  m_wanted = true;
  m_progress.cancel();
  if (!m_drawing) m_soon.start();
}

void FigurePreview::begin() {
  if (m_drawing || !m_make) return;
  m_wanted = false;
  std::shared_ptr<Figure> figure;
  try {
    figure = m_make();
  } catch (const std::exception& error) {
    take({}, QString::fromUtf8(error.what()));
    return;
  }
  m_drawing = true;
  m_progress = app::Progress();
  const QSize within = (size() - QSize(2 * kMargin, 2 * kMargin)).expandedTo({16, 16}) * devicePixelRatioF();
  m_thread.address().post([this, figure = std::move(figure), within, progress = m_progress, back = m_mailbox.address()]() mutable {
    QImage picture;
    QString fault;
    try {
      picture = figure->picture(within, progress);
    } catch (const app::Cancelled&) {
    } catch (const std::exception& error) {
      fault = QString::fromUtf8(error.what());
    }
    back.post([this, figure = std::move(figure), picture, fault]() mutable {
      figure.reset();
      m_drawing = false;
      if (!picture.isNull() || !fault.isEmpty()) take(picture, fault);
      if (m_wanted) begin();
    });
  });
}

void FigurePreview::take(const QImage& picture, const QString& fault) {
  m_fault = fault;
  m_picture = picture;
  m_picture.setDevicePixelRatio(devicePixelRatioF());
  update();
  emit drawn();
}

void FigurePreview::resizeEvent(QResizeEvent*) {
  if (m_make) draw(m_make);
}

void FigurePreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRect inside = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  if (!m_fault.isEmpty()) {
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(inside, Qt::AlignCenter | Qt::TextWordWrap, m_fault);
    return;
  }
  if (m_picture.isNull()) return;
  // One that was drawn for another size is scaled until the new one is there.
  const QSizeF size = m_picture.deviceIndependentSize().scaled(QSizeF(inside.size()), Qt::KeepAspectRatio);
  const QRectF place(QPointF(inside.left() + std::floor((inside.width() - size.width()) / 2), inside.top()), size);
  const QRectF whole(place.topLeft(), m_picture.deviceIndependentSize());
  const bool exact = std::abs(whole.width() - place.width()) < 1.5 && std::abs(whole.height() - place.height()) < 1.5;
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(exact ? whole : place, m_picture);
  painter.setPen(QPen(palette().color(QPalette::Mid), 1));
  painter.drawRect((exact ? whole : place).adjusted(-0.5, -0.5, 0.5, 0.5));
}

}  // namespace fenwick::ui
