#include "ui/window/action_search.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/icons.h"

namespace fenwick::ui {

namespace {

constexpr int kWidth = 440;
constexpr int kHeight = 340;

QString plainText(const QAction& action) {
  QString text = action.text();
  text.remove(QLatin1Char('&'));
  return text;
}

// Every letter of the pattern occurs in order; beginnings of words and neighbours count more. Below 0: no match.
int score(const QString& text, const QString& pattern) {
  int total = 0;
  qsizetype place = -1;
  for (const QChar letter : pattern) {
    if (letter.isSpace()) continue;
    const qsizetype next = text.indexOf(letter, place + 1, Qt::CaseInsensitive);
    if (next < 0) return -1;
    if (next == place + 1) total += 3;
    if (next == 0 || !text[next - 1].isLetterOrNumber()) total += 4;
    place = next;
  }
  return total;
}

}  // namespace

ActionSearch::ActionSearch(QWidget* window) : QFrame(window, Qt::Popup) {
  setFrameShape(QFrame::StyledPanel);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  m_line = new QLineEdit(this);
  m_line->setPlaceholderText(tr("Search actions"));
  m_line->setAccessibleName(m_line->placeholderText());
  m_line->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_line->installEventFilter(this);
  m_list = new QListWidget(this);
  m_list->setAccessibleName(tr("Actions found"));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setUniformItemSizes(true);
  m_list->setFocusPolicy(Qt::NoFocus);
  layout->addWidget(m_line);
  layout->addWidget(m_list);
  connect(m_line, &QLineEdit::textChanged, this, &ActionSearch::fill);
  connect(m_line, &QLineEdit::returnPressed, this, [this] { run(m_list->currentItem()); });
  connect(m_list, &QListWidget::itemClicked, this, &ActionSearch::run);
}

void ActionSearch::open(const QVector<QAction*>& actions) {
  m_actions = actions;
  m_line->clear();
  fill();
  const QWidget* window = parentWidget();
  const QPoint corner = window->mapToGlobal(QPoint((window->width() - kWidth) / 2, 72));
  setGeometry(QRect(corner, QSize(kWidth, kHeight)));
  QFrame::show();
  m_line->setFocus();
}

void ActionSearch::fill() {
  struct Found {
    QAction* action;
    int score;
  };
  QVector<Found> found;
  for (QAction* action : m_actions) {
    const int points = score(plainText(*action), m_line->text());
    if (points >= 0) found.append({action, points + (action->isEnabled() ? 1000 : 0)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
  m_list->clear();
  for (const Found& entry : found) {
    const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
    auto* item = new QListWidgetItem(
        entry.action->icon(),
        keys.isEmpty() ? plainText(*entry.action) : plainText(*entry.action) + QStringLiteral("   ") + keys, m_list);
    item->setData(Qt::UserRole, QVariant::fromValue(static_cast<QObject*>(entry.action)));
    item->setSizeHint(QSize(0, 28));
    if (!entry.action->isEnabled()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  }
  m_list->setCurrentRow(0);
}

void ActionSearch::run(QListWidgetItem* item) {
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  auto* action = qobject_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>());
  hide();
  if (action) action->trigger();
}

bool ActionSearch::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_line && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
      const int row = m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1);
      m_list->setCurrentRow(std::clamp(row, 0, m_list->count() - 1));
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace fenwick::ui
