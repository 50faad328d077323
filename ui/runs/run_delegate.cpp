#include "ui/runs/run_delegate.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/runs/run_list_model.h"

namespace fenwick::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kDot = 12;
constexpr int kGap = 8;
constexpr int kLineGap = 4;

QRect dotPlace(const QRect& row) {
  return {row.left() + kMargin, row.top() + kMargin, kDot + kGap, row.height() - 2 * kMargin};
}

void paintDot(QPainter& painter, const QPointF& centre, const QColor& colour, bool filled) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 1.6));
  painter.setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
  painter.drawEllipse(centre, kDot / 2.0 - 1.5, kDot / 2.0 - 1.5);
  painter.restore();
}

QColor tagColour(const QString& tag, const QPalette& palette) {
  if (tag.startsWith(RunListModel::tr("solved @ %1").section(QLatin1Char(' '), 0, 0))) return goodColour(palette);
  if (tag == RunListModel::tr("diverged")) return warningColour(palette);
  return quietText(palette);
}

}  // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  const int line = option.fontMetrics.height();
  return {160, 2 * line + kLineGap + 2 * kMargin};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  const bool selected = option.state & QStyle::State_Selected;
  const QPalette& palette = option.palette;
  painter->save();
  if (selected) {
    QColor wash = palette.color(QPalette::Highlight);
    wash.setAlphaF(0.16F);
    painter->fillRect(option.rect, wash);
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                      palette.color(QPalette::Highlight));
  } else if (option.state & QStyle::State_MouseOver) {
    QColor wash = palette.color(QPalette::WindowText);
    wash.setAlphaF(0.05F);
    painter->fillRect(option.rect, wash);
  }

  const QFontMetrics metrics(option.font);
  const QRect inside = option.rect.adjusted(kMargin + kDot + kGap, kMargin, -kMargin, -kMargin);
  const QColor colour = index.data(RunListModel::ColourRole).value<QColor>();
  const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
  paintDot(*painter, QPointF(option.rect.left() + kMargin + kDot / 2.0, inside.top() + metrics.height() / 2.0), colour,
           shown);

  // First line: label, accuracy.
  const double accuracy = index.data(RunListModel::AccuracyRole).toDouble();
  const QString accuracyText = std::isnan(accuracy) ? QString() : percent(accuracy);
  const int accuracyWidth = metrics.horizontalAdvance(accuracyText);
  const QRect first(inside.left(), inside.top(), inside.width(), metrics.height());
  painter->setFont(option.font);
  painter->setPen(palette.color(QPalette::Text));
  painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, accuracyText);
  painter->drawText(first.adjusted(0, 0, -(accuracyWidth + kGap), 0), Qt::AlignLeft | Qt::AlignVCenter,
                    metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle,
                                       first.width() - accuracyWidth - kGap));

  // Second line: state, tags at the right.
  const QColor quiet = quietText(palette);
  QRect second(inside.left(), first.bottom() + 1 + kLineGap, inside.width(), metrics.height());
  const QString state = index.data(RunListModel::StateRole).toString();
  const QColor stateColour = state == QLatin1String("state-failed") ? warningColour(palette) : quiet;
  paintIcon(*painter, state, QRectF(second.left(), second.center().y() - 6, 13, 13), stateColour);
  int right = second.right() + 1;
  for (const QString& tag : index.data(RunListModel::TagsRole).toStringList()) {
    const int width = metrics.horizontalAdvance(tag) + 8;
    if (right - width < second.left() + 60) break;
    const QColor ink = tagColour(tag, palette);
    QColor wash = ink;
    wash.setAlphaF(0.13F);
    const QRectF chip(right - width, second.top() - 1, width, second.height() + 2);
    painter->setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    path.addRoundedRect(chip, 4, 4);
    painter->fillPath(path, wash);
    painter->setPen(ink);
    painter->drawText(chip, Qt::AlignCenter, tag);
    right -= width + 4;
  }
  painter->setPen(stateColour);
  const QRect stateRect(second.left() + 18, second.top(), right - second.left() - 18 - 4, second.height());
  QString stateText = index.data(RunListModel::StateTextRole).toString();
  if (const QString origin = index.data(RunListModel::OriginRole).toString(); !origin.isEmpty()) {
    // Where both do not fit the state is told by its icon.
    const QString both = stateText + QStringLiteral("  \u00b7  ") + origin;
    stateText = metrics.horizontalAdvance(both) <= stateRect.width() ? both : origin;
  }
  painter->drawText(stateRect, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(stateText, Qt::ElideRight, stateRect.width()));

  const double progress = index.data(RunListModel::ProgressRole).toDouble();
  if (progress >= 0) {
    const QRectF groove(inside.left(), option.rect.bottom() - 3, inside.width(), 2);
    QColor ground = palette.color(QPalette::WindowText);
    ground.setAlphaF(0.10F);
    painter->fillRect(groove, ground);
    painter->fillRect(QRectF(groove.left(), groove.top(), groove.width() * progress, 2), colour);
  }
  if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(palette.color(QPalette::Highlight));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
  }
  painter->restore();
}

bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
  const auto toggle = [&] {
    const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
  };
  if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonPress ||
      event->type() == QEvent::MouseButtonDblClick) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() != Qt::LeftButton || !dotPlace(option.rect).contains(mouse->pos())) return false;
    return event->type() != QEvent::MouseButtonRelease || toggle();
  }
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) return toggle();
  return false;
}

QWidget* RunDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
  auto* line = new QLineEdit(parent);
  line->setAccessibleName(tr("Name of the run"));
  return line;
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
  editor->setGeometry(option.rect.adjusted(kMargin + kDot + kGap - 4, 4, -kMargin, -option.rect.height() / 2 + 4));
}

}  // namespace fenwick::ui
