#include "ui/setup/setup_section.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

#include "app/core/config_words.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"

namespace fenwick::ui {

namespace {
constexpr int kNameWidth = 120;
constexpr int kMostUnit = 80;
constexpr int kButton = 20;
}  // namespace

SetupSection::SetupSection(const QString& title, app::ConfigDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_title(title) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);

  m_header = new QWidget(this);
  m_header->setFocusPolicy(Qt::TabFocus);
  m_header->setCursor(Qt::PointingHandCursor);
  m_header->installEventFilter(this);
  m_header->setAccessibleName(title);
  auto* headerLayout = new QHBoxLayout(m_header);
  headerLayout->setContentsMargins(0, 4, 0, 4);
  headerLayout->setSpacing(4);
  m_arrow = new QLabel(m_header);
  m_arrow->setFixedWidth(16);
  m_heading = new QLabel(title, m_header);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  m_heading->setFont(bold);
  m_summary = new QLabel(m_header);
  m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  headerLayout->addWidget(m_arrow);
  headerLayout->addWidget(m_heading);
  headerLayout->addSpacing(8);
  headerLayout->addWidget(m_summary, 1);
  layout->addWidget(m_header);

  m_body = new QWidget(this);
  m_grid = new QGridLayout(m_body);
  m_grid->setContentsMargins(20, 0, 4, 8);
  m_grid->setHorizontalSpacing(8);
  m_grid->setVerticalSpacing(4);
  m_grid->setColumnMinimumWidth(0, kNameWidth);
  m_grid->setColumnStretch(1, 1);
  m_grid->setColumnMinimumWidth(3, kButton);
  layout->addWidget(m_body);
  setOpen(true);
}

void SetupSection::addField(const model::Field& field) {
  Row row{&field, QString::fromStdString(field.path), nullptr, nullptr, nullptr, nullptr, nullptr};
  const int line = m_grid->rowCount();
  row.name = new QLabel(app::translated(field.title), m_body);
  row.name->setToolTip(fieldToolTip(field));
  row.editor = new FieldEditor(field, m_body);
  row.editor->setObjectName(row.path);
  row.name->setBuddy(row.editor);
  const QString unit = app::translated(field.unit);
  row.unit = new QLabel(fontMetrics().elidedText(unit, Qt::ElideRight, kMostUnit), m_body);
  row.unit->setToolTip(unit);
  row.reset = new QToolButton(m_body);
  row.reset->setIcon(icon(QStringLiteral("reset")));
  row.reset->setAutoRaise(true);
  row.reset->setFixedSize(kButton, kButton);
  row.reset->setAccessibleName(tr("Back to the preset: %1").arg(app::translated(field.title)));
  row.problem = new QLabel(m_body);
  row.problem->setWordWrap(true);
  m_grid->addWidget(row.name, line, 0);
  m_grid->addWidget(row.editor, line, 1, 1, unit.isEmpty() ? 2 : 1);
  if (!unit.isEmpty()) m_grid->addWidget(row.unit, line, 2);
  m_grid->addWidget(row.reset, line, 3);
  m_grid->addWidget(row.problem, line + 1, 1, 1, 3);

  const QString path = row.path;
  connect(row.editor, &FieldEditor::edited, this, [this, path](const model::Json& value) { m_draft.set(path, value); });
  connect(row.editor, &FieldEditor::refused, this,
          [this, path](const QString& reason) { m_draft.refuse(path, reason); });
  connect(row.reset, &QToolButton::clicked, this, [this, path] { m_draft.reset(path); });
  m_rows.append(row);
}

void SetupSection::refresh() {
  int changed = 0;
  int faulty = 0;
  for (const Row& row : m_rows) {
    const bool relevant = m_draft.relevant(*row.field);
    const bool differs = m_draft.differs(row.path);
    const QStringList problems = m_draft.problemsOf(row.path);
    const bool visible = relevant || !problems.isEmpty();
    for (QWidget* part :
         {static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.editor), static_cast<QWidget*>(row.unit)}) {
      part->setVisible(visible && !(part == row.unit && row.unit->text().isEmpty()));
    }
    row.reset->setVisible(visible && differs);
    row.problem->setVisible(visible && !problems.isEmpty());
    if (!visible) continue;

    QFont font = this->font();
    font.setBold(differs);
    row.name->setFont(font);
    if (!m_draft.isRefused(row.path)) row.editor->showValue(m_draft.config().value(row.path.toStdString()));
    row.editor->setFaulty(!problems.isEmpty());
    row.problem->setText(problems.join(QLatin1Char('\n')));
    QPalette red;
    red.setColor(QPalette::WindowText, warningColour(palette()));
    row.problem->setPalette(red);
    QPalette quiet;
    quiet.setColor(QPalette::WindowText, quietText(palette()));
    row.unit->setPalette(quiet);
    row.reset->setToolTip(tr("Back to the preset's %1").arg(m_draft.presetText(row.path)));
    changed += differs ? 1 : 0;
    faulty += problems.isEmpty() ? 0 : 1;
  }
  QPalette palette;
  palette.setColor(QPalette::WindowText, faulty > 0 ? warningColour(this->palette()) : quietText(this->palette()));
  m_summary->setPalette(palette);
  QString text = m_summaryText;
  if (faulty > 0) text = tr("%Ln setting(s) to mend", nullptr, faulty);
  m_summary->setText(text);
  m_summary->setToolTip(
      changed > 0 ? tr("%Ln setting(s) differ from the preset", nullptr, changed) : QString());
  setOpen(m_open);
}

void SetupSection::setSummary(const QString& text) { m_summaryText = text; }

void SetupSection::setOpen(bool open) {
  m_open = open;
  m_body->setVisible(open);
  m_arrow->setPixmap(icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"))
                         .pixmap(QSize(12, 12), devicePixelRatioF()));
}

bool SetupSection::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_header) {
    const bool pressed =
        event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    const bool typed = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (pressed || typed) {
      setOpen(!m_open);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

int SetupSection::rowOf(const QString& path) const {
  for (int i = 0; i < m_rows.size(); ++i) {
    if (m_rows[i].path == path) return i;
  }
  return -1;
}

FieldEditor* SetupSection::editor(const QString& path) const {
  return rowOf(path) < 0 ? nullptr : m_rows[rowOf(path)].editor;
}
QLabel* SetupSection::problemLabel(const QString& path) const {
  return rowOf(path) < 0 ? nullptr : m_rows[rowOf(path)].problem;
}
QLabel* SetupSection::nameLabel(const QString& path) const {
  return rowOf(path) < 0 ? nullptr : m_rows[rowOf(path)].name;
}
QToolButton* SetupSection::resetButton(const QString& path) const {
  return rowOf(path) < 0 ? nullptr : m_rows[rowOf(path)].reset;
}

}  // namespace fenwick::ui
