#include "ui/figures/figure_dialog.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/fake_run_source.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

RunStyle styled(const QString& label) {
  RunStyle style = runStyle(0);
  style.label = label;
  return style;
}

QPushButton* saveButton(const FigureDialog& dialog) {
  for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
    if (button->isDefault() || button->text().contains("Save")) return button;
  }
  return nullptr;
}

QLineEdit* fileField(const FigureDialog& dialog) {
  for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
    if (edit->text().contains('/')) return edit;
  }
  return nullptr;
}

bool says(const FigureDialog& dialog, const QString& text) {
  for (QLabel* label : dialog.findChildren<QLabel*>()) {
    if (label->text().contains(text)) return true;
  }
  return false;
}

}  // namespace

class FigureDialogTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;

 private slots:
  void itSavesWhatItShowsAndIsNotModal() {
    tests::FakeRunSource run;
    run.recordTraining(100, 50);
    FigureDialog dialog;
    QSignalSpy saved(&dialog, &FigureDialog::saved);
    dialog.showCurves({{&run, styled("a run")}}, {});
    QVERIFY(dialog.isVisible() && !dialog.isModal());
    QVERIFY(says(dialog, "Curves of a run"));
    fileField(dialog)->setText(m_folder.filePath("curves.pdf"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QCOMPARE(saved.count(), 1);
    QCOMPARE(saved[0][0].toStringList(), QStringList{m_folder.filePath("curves.pdf")});
    QVERIFY(QFileInfo(m_folder.filePath("curves.pdf")).size() > 1000);
  }

  void theFormatChangesTheEndingOfTheFile() {
    tests::FakeRunSource run;
    run.addSnapshot(run.makeSnapshot(5));
    FigureDialog dialog;
    dialog.showLambda({{{&run, styled("a run")}}, {run.latestSnapshot()}, {}}, {});
    fileField(dialog)->setText(m_folder.filePath("map.pdf"));
    dialog.findChild<QComboBox*>()->setCurrentText("SVG");
    QCOMPARE(fileField(dialog)->text(), m_folder.filePath("map.svg"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QVERIFY(QFileInfo::exists(m_folder.filePath("map.svg")));
  }

  void whatGoesWrongIsToldInTheDialog() {
    auto run = std::make_unique<tests::FakeRunSource>();
    run->recordTraining(10, 5);
    FigureDialog dialog;
    QSignalSpy saved(&dialog, &FigureDialog::saved);
    dialog.showCurves({{run.get(), styled("a")}}, {});
    fileField(dialog)->setText(m_folder.filePath("nowhere/curves.pdf"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QVERIFY(says(dialog, "Not saved") && says(dialog, "nowhere"));
    run.reset();  // closed meanwhile
    fileField(dialog)->setText(m_folder.filePath("late.pdf"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QVERIFY(says(dialog, "there is no run to draw"));
    QCOMPARE(saved.count(), 0);
  }
};

QTEST_MAIN(FigureDialogTest)
#include "figure_dialog_test.moc"
