#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTableWidget>

#include "tests/ui/whole_window.h"
#include "ui/look/theme.h"
#include "ui/sweeps/sweep_panel.h"
#include "ui/views/controls.h"
#include "ui/window/explain.h"

using namespace fenwick;

namespace {

bool isInteractive(const QWidget* widget) {
  if (tests::isQtsOwn(widget) || qobject_cast<const QScrollBar*>(widget) || widget->inherits("QHeaderView") || widget->inherits("QTableCornerButton")) return false;
  // An offer that is not made has no words yet.
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget); button && button->isHidden() && button->text().isEmpty() && button->icon().isNull()) return false;
  // The line and the arrow inside a box belong to the box.
  const QWidget* parent = widget->parentWidget();
  if (parent && (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent) || qobject_cast<const QLineEdit*>(parent))) return false;
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
         qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
         qobject_cast<const QPlainTextEdit*>(widget) || widget->focusPolicy() == Qt::StrongFocus;
}

QString nameOf(QWidget* widget) {
  QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
  return spoken ? spoken->text(QAccessible::Name) : QString();
}

QString what(const QWidget* widget) {
  QStringList path;
  for (const QWidget* each = widget; each && path.size() < 4; each = each->parentWidget())
    path << QLatin1String(each->metaObject()->className()) + QLatin1Char('/') + each->objectName();
  return path.join(QStringLiteral(" in "));
}

}  // namespace

class HabitsTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_dir;
  std::unique_ptr<tests::WholeWindow> m_lab;

 private slots:
  void initTestCase() {
    m_lab = std::make_unique<tests::WholeWindow>(m_dir);
    QCOMPARE(m_lab->library.count(), 2);
  }
  void cleanupTestCase() { m_lab.reset(); }

  void whateverCanBeUsedHasANameForAScreenReader() {
    QStringList nameless;
    int seen = 0;
    for (QWidget* widget : m_lab->window.findChildren<QWidget*>()) {
      if (!isInteractive(widget)) continue;
      ++seen;
      if (nameOf(widget).trimmed().isEmpty()) nameless << what(widget);
    }
    QVERIFY(seen > 100);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join("\n")));
  }

  void whatIsThisHasAnAnswerForEveryPanelAndControl() {
    QStringList silent;
    for (QDockWidget* dock : m_lab->window.findChildren<QDockWidget*>()) {
      if (dock->whatsThis().isEmpty()) silent << dock->objectName();
      for (QWidget* widget : dock->findChildren<QWidget*>())
        if (isInteractive(widget) && ui::explanation(widget).isEmpty()) silent << what(widget);
    }
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join("\n")));
    // A control says its own, the ground below it what the panel is.
    auto* dock = m_lab->window.findChild<QDockWidget*>("setupDock");
    QVERIFY(ui::explanation(dock->findChild<QComboBox*>("arm")).contains("as-published"));
    QCOMPARE(ui::explanation(dock->widget()), dock->whatsThis());
  }

  void theTabKeyGoesThroughEachPanelInReadingOrder() {
    m_lab->forEachPanel([](QDockWidget* dock) {
      QVector<QWidget*> order;
      for (QWidget* each = dock->nextInFocusChain(); each != dock; each = each->nextInFocusChain()) {
        if (dock->isAncestorOf(each) && isInteractive(each) && each->isVisible() && (each->focusPolicy() & Qt::TabFocus)) order << each;
      }
      for (int i = 1; i < order.size(); ++i) {
        const QWidget *before = order[i - 1], *after = order[i];
        if (before->parentWidget() != after->parentWidget()) continue;
        const QRect from(before->mapTo(dock, QPoint()), before->size()), to(after->mapTo(dock, QPoint()), after->size());
        QVERIFY2(to.bottom() > from.top() || to.left() > from.right(), qPrintable(what(before) + " goes back up to " + what(after)));
      }
    });
  }

  void everyTableIsCopiedWithItsHeads() {
    for (auto* table : m_lab->window.findChildren<QTableView*>()) {
      if (!table->model() || table->model()->columnCount() == 0 || table->parentWidget()->inherits("QComboBoxPrivateContainer")) continue;
      QApplication::clipboard()->setText("before");
      const QList<QAction*> actions = table->actions();
      const auto copy = std::find_if(actions.begin(), actions.end(), [](const QAction* each) { return each->shortcut() == QKeySequence(QKeySequence::Copy); });
      QVERIFY2(copy != actions.end(), qPrintable(what(table)));
      (*copy)->trigger();
      const QString text = QApplication::clipboard()->text();
      QCOMPARE(text.section('\n', 0, 0).count('\t'), table->model()->columnCount() - 1);
      QCOMPARE(text.count('\n'), table->model()->rowCount() + 1);
    }
    QVERIFY(m_lab->window.runs().text().startsWith("run\tstate\taccuracy\ttags\tfolder\n"));
    const QString chosen = m_lab->library.at(0).folder;
    QCOMPARE(m_lab->window.runs().text().count('\n'), 2);
    QVERIFY(m_lab->window.runs().text().contains(chosen));
  }

  void chosenCellsAloneAreCopied() {
    std::unique_ptr<QTableWidget> table(ui::readingTable({"a", "b"}, "test"));
    table->setRowCount(3);
    for (int i = 0; i < 6; ++i) table->setItem(i / 2, i % 2, new QTableWidgetItem(QString::number(i)));
    QCOMPARE(ui::tableText(*table), QStringLiteral("a\tb\n0\t1\n2\t3\n4\t5\n"));
    table->selectRow(1);
    QCOMPARE(ui::tableText(*table), QStringLiteral("a\tb\n2\t3\n"));
    table->item(0, 0)->setText("x\ty");
    table->clearSelection();
    QVERIFY(ui::tableText(*table).startsWith("a\tb\nx y\t1\n"));
  }

  void theWindowFitsOnAScreen1024Wide() {
    m_lab->forEachPanel([](QDockWidget*) {});
    m_lab->window.resize(1024, 700);
    QCoreApplication::processEvents();
    QStringList wide;
    for (const QDockWidget* dock : m_lab->window.findChildren<QDockWidget*>()) wide << QStringLiteral("%1 %2").arg(dock->objectName()).arg(dock->minimumSizeHint().width());
    QVERIFY2(m_lab->window.width() <= 1024 && m_lab->window.minimumSizeHint().width() <= 1024, qPrintable(wide.join(", ")));
    m_lab->window.resize(1280, 800);
  }

  void allPredictionsCanBeReadInAWindow1280Wide() {
    auto* dock = m_lab->window.findChild<QDockWidget*>("probeDock");
    dock->show();
    dock->raise();
    auto* table = dock->findChild<QTableWidget*>();
    QTRY_VERIFY_WITH_TIMEOUT(table->rowCount() > 2, 20000);
    QCoreApplication::processEvents();
    int needed = 0;
    for (int column = 0; column < table->columnCount(); ++column) needed += table->columnWidth(column);
    QVERIFY2(table->viewport()->width() >= needed, qPrintable(QStringLiteral("%1 of %2").arg(table->viewport()->width()).arg(needed)));
    for (int column = 0; column < table->columnCount(); ++column) QVERIFY(table->columnWidth(column) >= static_cast<QAbstractItemView*>(table)->sizeHintForColumn(column));
  }
};

int main(int argc, char** argv) {
  qputenv("LC_ALL", "C");
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  ui::useFonts();
  HabitsTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "habits_test.moc"
