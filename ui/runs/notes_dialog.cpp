#include "ui/runs/notes_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>

namespace fenwick::ui {

NotesDialog::NotesDialog(const model::RunInfo& run, QWidget* parent) : QDialog(parent), m_tags(new QLineEdit), m_notes(new QPlainTextEdit) {
  setAttribute(Qt::WA_DeleteOnClose);
  setModal(false);
  setWindowTitle(tr("Tags and notes of %1").arg(QString::fromStdString(run.name)));
  QStringList tags;
  for (const std::string& tag : run.tags) tags << QString::fromStdString(tag);
  m_tags->setText(tags.join(QStringLiteral(", ")));
  m_tags->setPlaceholderText(tr("with commas between"));
  m_notes->setPlainText(QString::fromStdString(run.notes));
  m_notes->setTabChangesFocus(true);
  auto* form = new QFormLayout(this);
  form->addRow(tr("&Tags"), m_tags);
  form->addRow(tr("&Notes"), m_notes);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    QStringList written;
    for (const QString& tag : m_tags->text().split(QLatin1Char(','))) written << tag.trimmed();
    written.removeAll(QString());
    written.removeDuplicates();
    emit saved(written, m_notes->toPlainText().trimmed());
    close();
  });
}

}  // namespace fenwick::ui
