#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QWidget>
#include <optional>

#include "model/config/config.h"

namespace fenwick::ui {

// Edits one setting by its kind: a line for numbers, text, files and lists, a list of choices for words, both where a number may also be
// a word ("auto"). Numbers are shown and read in the user's locale, and accept point and comma.
class FieldEditor : public QWidget {
  Q_OBJECT

 public:
  // `field` outlives the editor (model::fields() is static).
  explicit FieldEditor(const model::Field& field, QWidget* parent = nullptr);

  const model::Field& field() const { return m_field; }
  // Shows a value without telling edited(). What is being typed stays as it is while it means the same.
  void showValue(const model::Json& value);
  void setFaulty(bool faulty);
  // For tests and for accessibility: the text as if a person had typed it.
  void type(const QString& text);
  QString text() const;

 signals:
  void edited(const fenwick::model::Json& value);
  void refused(const QString& reason);  // the text is no value of this kind

 private:
  void read(const QString& text);
  std::optional<model::Json> parse(const QString& text, QString& reason) const;
  QString textOf(const model::Json& value) const;
  void browse();

  const model::Field& m_field;
  QLineEdit* m_line = nullptr;
  QComboBox* m_choice = nullptr;
};

// "task.kvPairs", help, unit and range, for tool tips.
QString fieldToolTip(const model::Field& field);

}  // namespace fenwick::ui
