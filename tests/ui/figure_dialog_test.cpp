#include "ui/figures/figure_dialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/fake_run_source.h"
#include "ui/figures/figure_preview.h"

using namespace fenwick;
using namespace fenwick::ui;

namespace {

RunStyle styled(const QString& label) {
  RunStyle style = runStyle(0);
  style.label = label;
  return style;
}

QPushButton* saveButton(const FigureDialog& dialog) { return dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save); }

QComboBox* boxWith(const FigureDialog& dialog, const QString& text) {
  for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
    if (box->findText(text) >= 0) return box;
  }
  return nullptr;
}

QDoubleSpinBox* numberOf(const FigureDialog& dialog, const QString& tip) {
  for (QDoubleSpinBox* box : dialog.findChildren<QDoubleSpinBox*>()) {
    if (box->toolTip().contains(tip)) return box;
  }
  return nullptr;
}

// How much of the picture is not white, in per cent.
double ink(const QImage& picture) {
  qint64 dark = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) dark += qGray(picture.pixel(x, y)) < 250;
  }
  return 100.0 * static_cast<double>(dark) / (static_cast<double>(picture.width()) * picture.height());
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
    QTRY_COMPARE(saved.count(), 1);
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
    QTRY_VERIFY(QFileInfo::exists(m_folder.filePath("map.svg")));
  }

  void whatGoesWrongIsToldInTheDialog() {
    auto run = std::make_unique<tests::FakeRunSource>();
    run->recordTraining(10, 5);
    FigureDialog dialog;
    QSignalSpy saved(&dialog, &FigureDialog::saved);
    dialog.showCurves({{run.get(), styled("a")}}, {});
    fileField(dialog)->setText(m_folder.filePath("nowhere/curves.pdf"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QTRY_VERIFY(says(dialog, "Not saved") && says(dialog, "nowhere"));
    run.reset();  // closed meanwhile
    fileField(dialog)->setText(m_folder.filePath("late.pdf"));
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QVERIFY(says(dialog, "there is no run to draw"));
    QCOMPARE(saved.count(), 0);
  }

  void thePreviewIsTheFigureThatIsSaved() {
    tests::FakeRunSource run;
    run.recordTraining(200, 100);
    FigureDialog dialog;
    FigureOptions options;
    dialog.showCurves({{&run, styled("a run")}}, options);
    QTRY_VERIFY(dialog.preview().upToDate());
    const QImage preview = dialog.preview().picture();
    QCOMPARE(dialog.preview().fault(), QString());
    options.file = m_folder.filePath("as-saved.png");
    exportCurves({{&run, styled("a run")}}, options);
    const QImage saved = QImage(options.file).scaled(preview.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    QCOMPARE(saved.size(), preview.size());
    double difference = 0;
    for (int y = 0; y < saved.height(); ++y) {
      for (int x = 0; x < saved.width(); ++x) difference += std::abs(qGray(saved.pixel(x, y)) - qGray(preview.pixel(x, y)));
    }
    difference /= 255.0 * saved.width() * saved.height();
    qInfo("mean difference %.4f, ink %.2f %%", difference, ink(preview));
    QVERIFY2(difference < 0.03 && ink(preview) > 3, qPrintable(QString::number(difference)));
  }

  void thePreviewFollowsEveryChange() {
    tests::FakeRunSource run;
    run.recordTraining(200, 100);
    FigureDialog dialog;
    dialog.showCurves({{&run, styled("a run")}}, {});
    QTRY_VERIFY(dialog.preview().upToDate());
    const QImage first = dialog.preview().picture();
    numberOf(dialog, "Width of the curves")->setValue(5);
    QTRY_VERIFY(dialog.preview().upToDate());
    const QImage wide = dialog.preview().picture();
    QVERIFY(ink(wide) > 1.2 * ink(first));
    numberOf(dialog, "Height of the figure")->setValue(170);
    QTRY_VERIFY(dialog.preview().upToDate());
    const QSize square = dialog.preview().picture().size();
    QCOMPARE(square.width(), square.height());
    numberOf(dialog, "Height of the figure")->setValue(10);  // below the least
    QTRY_VERIFY2(dialog.preview().fault().contains("height-mm: expected 20 to 2000 mm, got 10; the nearest is 20"), qPrintable(dialog.preview().fault()));
  }

  void manyChangesInARowDrawTheLastOne() {
    tests::FakeRunSource run;
    run.recordTraining(2000, 1000);
    FigureDialog dialog;
    dialog.showCurves({{&run, styled("a run")}}, {});
    for (int i = 0; i < 30; ++i) {
      numberOf(dialog, "Width of the figure")->setValue(100 + i);
      QCoreApplication::processEvents();
    }
    numberOf(dialog, "Height of the figure")->setValue(129);
    QTRY_VERIFY(dialog.preview().upToDate());
    const QSize size = dialog.preview().picture().size();
    QVERIFY(std::abs(size.width() - size.height()) <= 1);
  }

  void pictureAndDataAreCopied() {
    tests::FakeRunSource run;
    run.recordTraining(20, 10);
    FigureDialog dialog;
    dialog.showCurves({{&run, styled("a\trun")}}, {});
    numberOf(dialog, "Width of the figure")->setValue(127);
    QTest::mouseClick(dialog.findChild<QPushButton*>("copyPicture"), Qt::LeftButton);
    QTRY_VERIFY(says(dialog, "Copied the picture"));
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(qvariant_cast<QImage>(mime->imageData()).width(), 1500);
    QVERIFY(mime->data("image/svg+xml").contains("width=\"127mm\""));
    QTest::mouseClick(dialog.findChild<QPushButton*>("copyData"), Qt::LeftButton);
    QTRY_VERIFY(says(dialog, "Copied the data"));
    const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
    QCOMPARE(lines[0], QString("run\trun_id\ttag\tstep\tactive_seconds\tvalue\tsmoothed"));
    QVERIFY(lines[1].startsWith("a run\t"));
    for (const QString& line : lines) QCOMPARE(line.count('\t'), 6);
    run.addSnapshot(run.makeSnapshot(5));
    dialog.showLambda({{{&run, styled("a run")}}, {run.latestSnapshot()}, {}}, {});
    QTest::mouseClick(dialog.findChild<QPushButton*>("copyData"), Qt::LeftButton);
    QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith("token\ttoken_id\trole"));
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed().count('\n'), 64 * 7);
  }

  void whatWasChosenIsThereTheNextTime() {
    tests::FakeRunSource run;
    run.recordTraining(20, 10);
    QSettings settings(m_folder.filePath("settings.ini"), QSettings::IniFormat);
    {
      FigureDialog dialog(nullptr, &settings);
      dialog.showCurves({{&run, styled("a")}}, {});
      numberOf(dialog, "Width of the curves")->setValue(2.5);
      boxWith(dialog, "Inside, top left")->setCurrentText("Inside, top left");
      boxWith(dialog, "SVG")->setCurrentText("SVG");
      fileField(dialog)->setText(m_folder.filePath("kept.svg"));
      QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
      QTRY_VERIFY(says(dialog, "Saved"));
    }
    FigureDialog dialog(nullptr, &settings);
    dialog.showCurves({{&run, styled("a")}}, {});
    QCOMPARE(numberOf(dialog, "Width of the curves")->value(), 2.5);
    QCOMPARE(boxWith(dialog, "Inside, top left")->currentText(), QString("Inside, top left"));
    QCOMPARE(fileField(dialog)->text(), m_folder.filePath("curves.svg"));
    settings.setValue("figures/options", "{broken");
    FigureDialog fresh(nullptr, &settings);
    fresh.showCurves({{&run, styled("a")}}, {});
    QCOMPARE(numberOf(fresh, "Width of the curves")->value(), 0.9);
  }

  void aFigureThatIsTakenBackLeavesNothing() {
    std::vector<std::unique_ptr<tests::FakeRunSource>> sources;
    QVector<CurvesPanel::Entry> runs;
    for (int i = 0; i < 300; ++i) {
      sources.push_back(std::make_unique<tests::FakeRunSource>(static_cast<unsigned>(i)));
      sources.back()->recordTraining(1000, 500);
      runs.append({sources.back().get(), styled(QString("run %1").arg(i))});
    }
    app::LongWork work;
    work.setPatience(0);
    FigureDialog dialog(nullptr, nullptr, &work);
    QSignalSpy saved(&dialog, &FigureDialog::saved);
    dialog.showCurves(runs, {});
    fileField(dialog)->setText(m_folder.filePath("many.svg"));
    QFile before(m_folder.filePath("many.svg"));
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("old") == 3);
    before.close();
    QTest::mouseClick(saveButton(dialog), Qt::LeftButton);
    QTRY_COMPARE(work.pieces().size(), std::size_t{1});
    QTRY_VERIFY(work.pieces().empty() || work.pieces().front().fraction.value_or(0) > 0);
    work.cancelNewest();
    QTRY_VERIFY2(says(dialog, "taken back"), "the figure was drawn all the same");
    QCOMPARE(saved.count(), 0);
    QVERIFY(before.open(QIODevice::ReadOnly));
    QCOMPARE(before.readAll(), QByteArray("old"));
    QCOMPARE(QDir(m_folder.path()).entryList({"many*", ".many*"}, QDir::Files | QDir::Hidden).size(), 1);
    QTRY_VERIFY(work.pieces().empty());
  }
};

QTEST_MAIN(FigureDialogTest)
#include "figure_dialog_test.moc"
