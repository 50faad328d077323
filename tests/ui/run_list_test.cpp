// The list of runs: what a filter means, what comes first, and that a thousand runs stay quick.

#include <QElapsedTimer>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/core/session.h"
#include "tests/ui/fake_run_source.h"
#include "ui/runs/run_list_panel.h"

using namespace fenwick;

namespace {

// A run in memory under a folder of its own.
class NamedRun : public tests::FakeRunSource {
 public:
  explicit NamedRun(QString folder) : m_folder(std::move(folder)) {}
  QString folder() const override { return m_folder; }

 private:
  QString m_folder;
};

struct Lab {
  explicit Lab(const QTemporaryDir& dir)
      : settings(dir.filePath("settings.ini"), QSettings::IniFormat),
        library(dir.filePath("runs"), settings),
        session(library, settings, {{}, QStringLiteral("none"), 1}),
        panel(library, session) {}

  NamedRun& add(const QString& name, const QString& head, int pairs, double accuracy, qint64 solved, const QString& created) {
    auto run = std::make_unique<NamedRun>(QStringLiteral("/nowhere/") + name);
    NamedRun& raw = *run;
    raw.editConfig().set("model.lambda.head", head.toStdString());
    raw.editConfig().set("task.kvPairs", pairs);
    model::RunInfo& info = raw.editInfo();
    info.id = name.toStdString();
    info.name = name.toStdString();
    info.state = model::RunState::Finished;
    info.finalMetrics = {{"step", 100}, {"valid/accuracy", accuracy}, {"valid/loss", 1 - accuracy}};
    info.solvedStep = solved;
    info.created = created.toStdString();
    library.put(std::move(run));
    return raw;
  }

  QStringList shown() {
    QStringList names;
    for (int row = 0; row < panel.order().rowCount(); ++row)
      names << panel.order().index(row, 0).data(ui::RunListModel::FolderRole).toString().section(QLatin1Char('/'), -1);
    return names;
  }

  QSettings settings;
  app::RunLibrary library;
  app::Session session;
  ui::RunListPanel panel;
};

}  // namespace

class RunListTest : public QObject {
  Q_OBJECT

 private slots:
  void filtersByWordsMetricsAndSettings_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("all") << "" << QStringList{"d", "c", "b", "a"};
    QTest::newRow("word") << "C" << QStringList{"c"};
    QTest::newRow("accuracy") << "accuracy>0.5" << QStringList{"c", "a"};
    QTest::newRow("per cent and comma") << "accuracy >= 90% loss<0,2" << QStringList{"a"};
    QTest::newRow("short name") << "k=8" << QStringList{"d", "b"};
    QTest::newRow("path") << "task.kvPairs != 8" << QStringList{"c", "a"};
    QTest::newRow("word setting") << "head=fixed accuracy<0.5" << QStringList{"b"};
    QTest::newRow("solved") << "solved<1000" << QStringList{"a"};
    QTest::newRow("nan") << "accuracy=nan" << QStringList{"d"};
    QTest::newRow("unknown") << "width<5" << QStringList{};
  }
  void filtersByWordsMetricsAndSettings() {
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    QTemporaryDir dir;
    Lab lab(dir);
    lab.add("a", "mlp-softplus", 4, 0.99, 900, "2026-01-01T00:00:00Z");
    lab.add("b", "fixed", 8, 0.25, -1, "2026-01-02T00:00:00Z");
    lab.add("c", "fixed", 4, 0.8, 2000, "2026-01-03T00:00:00Z");
    lab.add("d", "mlp-softplus", 8, NAN, -1, "2026-01-04T00:00:00Z");
    lab.panel.filter().setText(text);
    QCOMPARE(lab.shown(), names);
    QVERIFY(lab.panel.order().filter().fault().isEmpty());
  }

  void aFaultyComparisonIsToldAndHidesNothing() {
    QTemporaryDir dir;
    Lab lab(dir);
    lab.add("a", "fixed", 4, 0.9, -1, "2026-01-01T00:00:00Z");
    for (const char* text : {"acuracy>0.5", "accuracy>high"}) {
      lab.panel.filter().setText(text);
      QCOMPARE(lab.shown().size(), 1);
      QVERIFY(!lab.panel.order().filter().fault().isEmpty());
      QCOMPARE(lab.panel.filter().toolTip(), lab.panel.order().filter().fault());
    }
  }

  void whatIsUnknownComesLastBothWays() {
    QTemporaryDir dir;
    Lab lab(dir);
    lab.add("a", "fixed", 4, 0.2, -1, "2026-01-01T00:00:00Z");
    lab.add("b", "fixed", 4, NAN, -1, "2026-01-02T00:00:00Z");
    lab.add("c", "fixed", 4, 0.9, 500, "2026-01-03T00:00:00Z");
    QCOMPARE(lab.shown(), QStringList({"c", "b", "a"}));  // newest first
    lab.panel.order().setOrder("accuracy", true);
    QCOMPARE(lab.shown(), QStringList({"c", "a", "b"}));
    lab.panel.order().setOrder("accuracy", false);
    QCOMPARE(lab.shown(), QStringList({"a", "c", "b"}));
    lab.panel.order().setOrder("solved", false);
    QCOMPARE(lab.shown().constFirst(), QStringLiteral("c"));
    lab.panel.order().setOrder("name", false);
    QCOMPARE(lab.shown(), QStringList({"a", "b", "c"}));
  }

  // A limit of ten times what it takes: this fails where filtering becomes quadratic, not where the machine is busy.
  void aThousandRunsAreFiltered() {
    QTemporaryDir dir;
    Lab lab(dir);
    for (int i = 0; i < 1000; ++i)
      lab.add(QString("run%1").arg(i), i % 2 ? "fixed" : "mlp-softplus", 4, i / 1000.0, -1, QString("2026-01-01T00:%1").arg(i, 4, 10, QChar('0')));
    QElapsedTimer timer;
    timer.start();
    lab.panel.filter().setText("head=fixed accuracy>=0.5");
    const qint64 taken = timer.elapsed();
    qInfo("1,000 runs filtered in %lld ms", static_cast<long long>(taken));
    QCOMPARE(lab.shown().size(), 250);
    QVERIFY2(taken < 5000, qPrintable(QString::number(taken)));
  }

  void aThousandRunFoldersAreOpened() {
    QTemporaryDir dir;
    const std::filesystem::path runs = dir.filePath("many").toStdString();
    for (int i = 0; i < 1000; ++i) {
      const model::RunFolder folder(runs / ("run" + std::to_string(i)));
      std::filesystem::create_directories(folder.path());
      std::ofstream(folder.path() / "config.json") << model::Config().text();
      const model::Json tree{{"format", 1}, {"id", "id" + std::to_string(i)}, {"name", ""}, {"state", "finished"}, {"step", i}};
      std::ofstream(folder.path() / "run.json") << tree.dump();
    }
    Lab lab(dir);
    QElapsedTimer timer;
    timer.start();
    lab.library.open({dir.filePath("many")});
    QTRY_COMPARE_WITH_TIMEOUT(lab.library.count(), 1000, 60000);
    qInfo("1,000 run folders opened in %lld ms", static_cast<long long>(timer.elapsed()));
  }
};

QTEST_MAIN(RunListTest)
#include "run_list_test.moc"
