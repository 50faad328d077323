#include "ui/views/read_out_table.h"

#include <QPaintEvent>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/views/curve_scene.h"

namespace fenwick::ui {

ReadOutTable::ReadOutTable(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ReadOutTable::show(const CurveModel& model, std::optional<double> key) {
  std::vector<ReadOut> readOuts = model.readOuts(key);
  const bool resized = readOuts.size() != m_readOuts.size();
  m_readOuts = std::move(readOuts);
  m_x = model.settings().x;
  for (int tag = 0; tag < kCurveTags; ++tag) {
    m_headings[static_cast<std::size_t>(tag)] = model.heading(tag);
    m_fractions[static_cast<std::size_t>(tag)] = model.isFraction(tag);
  }
  if (resized) updateGeometry();
  update();
}

int ReadOutTable::rowHeight() const { return fontMetrics().height() + 4; }

QSize ReadOutTable::sizeHint() const {
  return {480, m_readOuts.empty() ? 0 : rowHeight() * (1 + static_cast<int>(m_readOuts.size())) + 4};
}
QSize ReadOutTable::minimumSizeHint() const { return {120, sizeHint().height()}; }

QString ReadOutTable::cell(const ReadOut& readOut, int tag) const {
  const auto& sample = readOut.samples[static_cast<std::size_t>(tag)];
  if (!sample) return QString(QChar(0x2013));
  const double value = std::isfinite(sample->recorded) ? sample->drawn : sample->recorded;
  return m_fractions[static_cast<std::size_t>(tag)] ? percentText(value) : valueText(value);
}

QString ReadOutTable::text() const {
  QStringList lines;
  QStringList head{CurvesPanel::tr("run"), m_x == XAxis::Step ? CurvesPanel::tr("step") : CurvesPanel::tr("time")};
  for (int tag = 0; tag < kCurveTags; ++tag) head << m_headings[static_cast<std::size_t>(tag)];
  lines << head.join('\t');
  for (const ReadOut& readOut : m_readOuts) {
    QStringList line{readOut.style.label, m_x == XAxis::Step ? countText(readOut.key) : durationText(readOut.key)};
    for (int tag = 0; tag < kCurveTags; ++tag) line << cell(readOut, tag);
    if (const QString faults = readOut.faults.text(readOut.faultsOnLogAxis); !faults.isEmpty()) line << faults;
    lines << line.join('\t');
  }
  return lines.join('\n');
}

void ReadOutTable::paintEvent(QPaintEvent* event) {
  if (m_readOuts.empty()) return;
  // Of a thousand runs only those in sight are measured and painted.
  const auto count = static_cast<int>(m_readOuts.size());
  const int firstRow = std::clamp(event->rect().top() / rowHeight() - 1, 0, count);
  const int lastRow = std::clamp(event->rect().bottom() / rowHeight() + 1, firstRow, count);
  const std::span<const ReadOut> shown =
      std::span(m_readOuts).subspan(static_cast<std::size_t>(firstRow), static_cast<std::size_t>(lastRow - firstRow));
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const CurveStyle style = CurveStyle::screen(palette(), font());
  const QColor warning = readableOn(QColor(0xD5, 0x5E, 0x00), style.background);
  QFont small = style.font;
  const QFontMetricsF smallMetrics(small), metrics(font());

  // Columns of equal width, wide enough for the widest number, from the right; the name takes the rest.
  double numberWidth = metrics.horizontalAdvance("0.0000");
  for (int tag = 0; tag < kCurveTags; ++tag) {
    numberWidth = std::max(numberWidth, smallMetrics.horizontalAdvance(m_headings[static_cast<std::size_t>(tag)]));
    for (const ReadOut& readOut : shown)
      numberWidth = std::max(numberWidth, metrics.horizontalAdvance(cell(readOut, tag)));
  }
  numberWidth += 12;
  const double keyWidth = metrics.horizontalAdvance("00:00 min") + 8;
  const double sampleWidth = 32, left = 12, right = width() - 8.0;
  double nameWidth = 0;
  for (const ReadOut& readOut : shown) {
    const QString faults = readOut.faults.text(readOut.faultsOnLogAxis);
    nameWidth = std::max(nameWidth, metrics.horizontalAdvance(readOut.style.label) +
                                        (faults.isEmpty() ? 0 : smallMetrics.horizontalAdvance(faults) + 12));
  }
  nameWidth += 16;
  int shownTags = kCurveTags;  // a narrow panel leaves out the last columns rather than cutting numbers
  const double room = right - left - sampleWidth - keyWidth;
  while (shownTags > 0 && room - shownTags * numberWidth < std::min(nameWidth, 90.0)) --shownTags;
  nameWidth = std::clamp(nameWidth, 40.0, std::max(40.0, room - shownTags * numberWidth));
  // Room left over goes between the numbers, up to a comfortable width.
  if (shownTags > 0) {
    numberWidth = std::min({(room - nameWidth) / shownTags, numberWidth + 40});
    nameWidth = room - numberWidth * shownTags;
  }

  const auto column = [&](int tag, double top, double height) {
    return QRectF(right - (shownTags - tag) * numberWidth, top, numberWidth, height);
  };
  const double row = rowHeight();
  painter.setFont(small);
  painter.setPen(style.muted);
  const QRectF keyHead(left + sampleWidth + nameWidth, 0, keyWidth, row);
  painter.drawText(keyHead, Qt::AlignRight | Qt::AlignVCenter, m_x == XAxis::Step ? CurvesPanel::tr("step") : CurvesPanel::tr("time"));
  for (int tag = 0; tag < shownTags; ++tag)
    painter.drawText(column(tag, 0, row), Qt::AlignRight | Qt::AlignVCenter, m_headings[static_cast<std::size_t>(tag)]);

  double top = row * (1 + firstRow);
  for (const ReadOut& readOut : shown) {
    const QColor colour = readableOn(readOut.style.colour, style.background);
    painter.setPen(QPen(colour, 2, readOut.style.dash, Qt::FlatCap));
    painter.drawLine(QPointF(left, top + row / 2), QPointF(left + 22, top + row / 2));
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::Text));
    const QString faults = readOut.faults.text(readOut.faultsOnLogAxis);
    const double faultsWidth = faults.isEmpty() ? 0 : smallMetrics.horizontalAdvance(faults) + 12;
    const QString name =
        fontMetrics().elidedText(readOut.style.label, Qt::ElideMiddle, static_cast<int>(nameWidth - faultsWidth - 4));
    const QRectF nameRect(left + sampleWidth, top, nameWidth, row);
    painter.drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter, name);
    if (!faults.isEmpty()) {
      painter.setFont(small);
      painter.setPen(warning);
      painter.drawText(nameRect.translated(metrics.horizontalAdvance(name) + 10, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       faults);
      painter.setFont(font());
    }
    painter.setPen(style.muted);
    painter.drawText(keyHead.translated(0, top), Qt::AlignRight | Qt::AlignVCenter,
                     m_x == XAxis::Step ? countText(readOut.key) : durationText(readOut.key));
    for (int tag = 0; tag < shownTags; ++tag) {
      const auto& sample = readOut.samples[static_cast<std::size_t>(tag)];
      const bool finite = !sample || std::isfinite(sample->recorded);
      painter.setPen(!sample ? style.muted : finite ? palette().color(QPalette::Text) : warning);
      painter.drawText(column(tag, top, row), Qt::AlignRight | Qt::AlignVCenter, cell(readOut, tag));
    }
    top += row;
  }
}

}  // namespace fenwick::ui
