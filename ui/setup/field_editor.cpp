#include "ui/setup/field_editor.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolButton>
#include <QWheelEvent>

#include "app/core/config_words.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/setup/number_text.h"

namespace fenwick::ui {

namespace {

constexpr int kHeight = 24;
constexpr int kMinimumWidth = 72;

// Turning the wheel over a form scrolls the form.
class CalmComboBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

bool takesNumbers(model::FieldKind kind) {
  return kind == model::FieldKind::Integer || kind == model::FieldKind::Number;
}

QString limit(double value) { return textFromNumber(value, QLocale()); }

QString rangeText(const model::Field& field) {
  if (field.minimum && field.maximum) {
    return FieldEditor::tr("%1 %2 to %3")
        .arg(field.minimumExcluded ? FieldEditor::tr("above") : FieldEditor::tr("from"), limit(*field.minimum),
             limit(*field.maximum));
  }
  if (field.minimum) {
    return (field.minimumExcluded ? FieldEditor::tr("above %1") : FieldEditor::tr("at least %1")).arg(limit(*field.minimum));
  }
  if (field.maximum) return FieldEditor::tr("at most %1").arg(limit(*field.maximum));
  return {};
}

// 64×4×10000, 128×8×5000: length × key-value pairs × examples.
QString segmentsText(const model::Json& list) {
  QStringList parts;
  for (const model::Json& segment : list) {
    QStringList numbers;
    for (const char* key : {"length", "kvPairs", "examples"}) {
      if (segment.contains(key)) numbers << QString::fromStdString(segment.at(key).dump());
    }
    parts << numbers.join(QStringLiteral("\u00d7"));
  }
  return parts.join(QStringLiteral(", "));
}

std::optional<model::Json> segmentsFromText(const QString& text) {
  model::Json list = model::Json::array();
  static const QRegularExpression between(QStringLiteral("[,;]\\s*"));
  static const QRegularExpression times(QStringLiteral("\\s*[x\\x{00d7}*]\\s*"));
  for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
    const QStringList numbers = part.trimmed().split(times);
    if (numbers.size() != 3) return std::nullopt;
    model::Json segment;
    const char* keys[] = {"length", "kvPairs", "examples"};
    for (int i = 0; i < 3; ++i) {
      const std::optional<qint64> number = integerFromText(numbers[i]);
      if (!number) return std::nullopt;
      segment[keys[i]] = *number;
    }
    list.push_back(segment);
  }
  return list;
}

std::optional<model::Json> integersFromText(const QString& text) {
  model::Json list = model::Json::array();
  static const QRegularExpression between(QStringLiteral("[,;\\s]+"));
  for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
    const std::optional<qint64> number = integerFromText(part);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return list;
}

}  // namespace

QString fieldToolTip(const model::Field& field) {
  QStringList facts;
  const QString range = rangeText(field);
  if (!range.isEmpty()) facts << range;
  if (!field.unit.empty()) facts << FieldEditor::tr("in %1").arg(app::translated(field.unit));
  if (takesNumbers(field.kind) && !field.words.empty()) {
    QStringList words;
    for (const std::string& word : field.words) words << QString::fromStdString(word);
    facts << FieldEditor::tr("or %1").arg(words.join(QStringLiteral(", ")));
  }
  QString tip = QStringLiteral("<p>%1</p>").arg(app::translated(field.help).toHtmlEscaped());
  if (!facts.isEmpty()) tip += QStringLiteral("<p>%1</p>").arg(facts.join(QStringLiteral(" \u00b7 ")).toHtmlEscaped());
  return tip + QStringLiteral("<p><code>%1</code></p>").arg(QString::fromStdString(field.path));
}

FieldEditor::FieldEditor(const model::Field& field, QWidget* parent) : QWidget(parent), m_field(field) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  const bool choice = field.kind == model::FieldKind::Word || (takesNumbers(field.kind) && !field.words.empty());
  if (choice) {
    m_choice = new CalmComboBox(this);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(4);
    for (const std::string& word : field.words) {
      m_choice->addItem(QString::fromStdString(word));
      m_choice->setItemData(m_choice->count() - 1, app::wordHelp(field, word), Qt::ToolTipRole);
    }
    if (takesNumbers(field.kind)) {
      m_choice->setEditable(true);
      m_choice->setInsertPolicy(QComboBox::NoInsert);
      m_choice->setCompleter(nullptr);
      m_line = m_choice->lineEdit();
    }
    connect(m_choice, &QComboBox::activated, this, [this] { read(m_choice->currentText()); });
    m_choice->setFocusPolicy(Qt::StrongFocus);
    layout->addWidget(m_choice);
    setFocusProxy(m_choice);
  } else {
    m_line = new QLineEdit(this);
    layout->addWidget(m_line);
    setFocusProxy(m_line);
  }
  for (QWidget* part : {static_cast<QWidget*>(m_choice), static_cast<QWidget*>(m_line)}) {
    if (part && !(part == m_line && m_choice)) part->setMinimumHeight(kHeight);
    if (part) part->setMinimumWidth(kMinimumWidth);
  }
  if (m_line) connect(m_line, &QLineEdit::textEdited, this, &FieldEditor::read);
  if (field.kind == model::FieldKind::File) {
    auto* button = new QToolButton(this);
    button->setIcon(icon(QStringLiteral("open")));
    button->setAutoRaise(true);
    button->setToolTip(tr("Choose a file"));
    button->setAccessibleName(button->toolTip());
    connect(button, &QToolButton::clicked, this, &FieldEditor::browse);
    layout->addWidget(button);
  }
  if (field.kind == model::FieldKind::SegmentList)
    m_line->setPlaceholderText(tr("length \u00d7 pairs \u00d7 examples, \u2026"));
  if (field.kind == model::FieldKind::IntegerList) m_line->setPlaceholderText(tr("128, 256, \u2026"));
  setToolTip(fieldToolTip(field));
  const QString name = app::translated(field.title);
  if (m_line) m_line->setAccessibleName(name);
  if (m_choice) m_choice->setAccessibleName(name);
}

QString FieldEditor::text() const { return m_line ? m_line->text() : m_choice->currentText(); }

void FieldEditor::showValue(const model::Json& value) {
  QString reason;
  const std::optional<model::Json> shown = parse(text(), reason);
  if (shown && *shown == value && !(m_choice && !m_line)) return;
  if (m_line) {
    const QSignalBlocker blocker(m_choice ? static_cast<QObject*>(m_choice) : m_line);
    m_line->setText(textOf(value));
    m_line->setCursorPosition(0);
  } else {
    const QSignalBlocker blocker(m_choice);
    m_choice->setCurrentIndex(m_choice->findText(textOf(value)));
  }
}

void FieldEditor::setFaulty(bool faulty) {
  QPalette shown;
  if (faulty) {
    shown.setColor(QPalette::Text, warningColour(palette()));
    shown.setColor(QPalette::ButtonText, warningColour(palette()));
  }
  if (m_line) m_line->setPalette(shown);
  if (m_choice) m_choice->setPalette(shown);
}

void FieldEditor::type(const QString& typed) {
  if (m_line) {
    m_line->setText(typed);
  } else {
    m_choice->setCurrentIndex(m_choice->findText(typed));
  }
  read(typed);
}

void FieldEditor::read(const QString& typed) {
  QString reason;
  if (const std::optional<model::Json> value = parse(typed, reason)) {
    emit edited(*value);
  } else {
    emit refused(reason);
  }
}

std::optional<model::Json> FieldEditor::parse(const QString& typed, QString& reason) const {
  const QString text = typed.trimmed();
  if (takesNumbers(m_field.kind)) {
    for (const std::string& word : m_field.words) {
      if (text == QString::fromStdString(word)) return model::Json(word);
    }
  }
  std::optional<model::Json> value;
  switch (m_field.kind) {
    case model::FieldKind::Integer:
      if (const std::optional<qint64> whole = integerFromText(text)) value = *whole;
      reason = tr("a whole number is needed here");
      break;
    case model::FieldKind::Number:
      if (const std::optional<double> number = numberFromText(text, QLocale())) value = *number;
      reason = tr("a number is needed here, such as 0.001 or 1e-3");
      break;
    case model::FieldKind::IntegerList:
      value = integersFromText(text);
      reason = tr("whole numbers are needed here, such as 128, 256");
      break;
    case model::FieldKind::SegmentList:
      value = segmentsFromText(text);
      reason =
          tr("length \u00d7 pairs \u00d7 examples is needed here, such as 64×4×10000, 128×8×5000");
      break;
    default:
      value = text.toStdString();
  }
  return value;
}

QString FieldEditor::textOf(const model::Json& value) const {
  if (value.is_string()) return QString::fromStdString(value.get<std::string>());
  if (m_field.kind == model::FieldKind::SegmentList && value.is_array()) return segmentsText(value);
  if (value.is_array()) {
    QStringList parts;
    for (const model::Json& part : value) parts << QString::fromStdString(part.dump());
    return parts.join(QStringLiteral(", "));
  }
  if (value.is_number_float()) return textFromNumber(value.get<double>(), QLocale());
  return QString::fromStdString(value.dump());
}

void FieldEditor::browse() {
  auto* dialog = new QFileDialog(this, app::translated(m_field.title));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &FieldEditor::type);
  dialog->setModal(false);
  dialog->show();
}

}  // namespace fenwick::ui
