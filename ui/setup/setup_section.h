#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVector>
#include <QWidget>

#include "app/core/config_draft.h"
#include "ui/setup/field_editor.h"

namespace fenwick::ui {

// One group of the form (Task, Model …): a heading with a summary, which opens its rows. A row has name, editor, unit, and a
// reset arrow where it differs from the preset; a fault stands below its row.
class SetupSection : public QWidget {
  Q_OBJECT

 public:
  SetupSection(const QString& title, app::ConfigDraft& draft, QWidget* parent = nullptr);

  void addField(const model::Field& field);
  void refresh();
  void setSummary(const QString& text);
  void setOpen(bool open);
  bool isOpen() const { return m_open; }
  FieldEditor* editor(const QString& path) const;
  QLabel* problemLabel(const QString& path) const;
  QLabel* nameLabel(const QString& path) const;
  QToolButton* resetButton(const QString& path) const;
  bool holds(const QString& path) const { return rowOf(path) >= 0; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    const model::Field* field;
    QString path;
    QLabel* name;
    FieldEditor* editor;
    QLabel* unit;
    QToolButton* reset;
    QLabel* problem;
  };
  int rowOf(const QString& path) const;

  app::ConfigDraft& m_draft;
  QString m_title;
  QWidget* m_header;
  QLabel* m_arrow;
  QLabel* m_heading;
  QLabel* m_summary;
  QString m_summaryText;
  QWidget* m_body;
  QGridLayout* m_grid;
  QVector<Row> m_rows;
  bool m_open = true;
};

}  // namespace fenwick::ui
