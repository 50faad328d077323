// The window's item models while other threads write what they show: the list of runs, the curves, the comparison. Also for the thread
// sanitizer (tests/long/tsan.sh).

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "app/core/folder_follower.h"
#include "app/core/session.h"
#include "model/config/presets.h"
#include "model/io/event_log.h"
#include "ui/runs/run_list_model.h"
#include "ui/views/comparison.h"
#include "ui/views/curve_model.h"

using namespace fenwick;

namespace {

// A model so small that a step takes a millisecond.
model::Config tinyConfig(int steps) {
  model::Config config = model::presetConfig("mqar-quick");
  const std::pair<const char*, model::Json> settings[] = {
      {"task.length", 16},   {"task.kvPairs", 2},  {"task.vocabulary", 16},        {"task.examples", 64},     {"task.testExamples", 16},
      {"task.validationExamples", 16}, {"model.layers", 1}, {"model.width", 8},     {"model.keyDim", 8},       {"train.batch", 4},
      {"train.steps", steps}, {"train.stopAt", 0}, {"train.snapshotSamples", 1},   {"train.evaluateEvery", 100}, {"train.snapshotEvery", 150}};
  for (const auto& [path, value] : settings) config.set(path, value);
  return config;
}

// The models over one library, kept up to date as the window does it.
struct Models {
  explicit Models(const QTemporaryDir& dir)
      : settings(dir.filePath("settings.ini"), QSettings::IniFormat),
        library(dir.filePath("runs"), settings),
        session(library, settings, {app::modelTrainer(1), QStringLiteral("/nowhere/fenwick"), 1}),
        list(library, session),
        tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest) {
    QObject::connect(&list, &QAbstractItemModel::dataChanged, &list, [this] { read(); });
    QObject::connect(&list, &QAbstractItemModel::rowsInserted, &list, [this] { read(); });
  }
  ~Models() { curves.setRuns({}); }

  void show(const QString& folder) {
    library.setShown(folder, true);
    shown = {{library.source(folder), ui::runStyle(0)}};
    curves.setRuns(shown);
    QObject::connect(shown[0].source, &app::RunSource::metricsAppended, &list, [this] { curves.refresh(); });
    QObject::connect(shown[0].source, &app::RunSource::metricsReplaced, &list, [this] { curves.reread(); });
  }

  // Everything that a view may ask for.
  void read() {
    for (int row = 0; row < list.rowCount(); ++row) {
      for (int role = ui::RunListModel::FolderRole; role <= ui::RunListModel::NameRole; ++role) list.data(list.index(row, 0), role);
      list.data(list.index(row, 0), Qt::ToolTipRole);
    }
    if (!shown.isEmpty()) (void)ui::compareRuns(shown);
  }
  QString state(int row) const { return list.data(list.index(row, 0), ui::RunListModel::StateTextRole).toString(); }
  qsizetype points() const {
    const auto plots = curves.plots();
    return plots[0].curves.empty() ? 0 : static_cast<qsizetype>(plots[0].curves.front().keys.size());
  }

  QSettings settings;
  app::RunLibrary library;
  app::Session session;
  ui::RunListModel list;
  QAbstractItemModelTester tester;
  ui::CurveModel curves;
  QVector<ui::CurvesPanel::Entry> shown;
};

}  // namespace

class ModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void theyFollowARunThatTrainsInTheWindow();
  void theyFollowAFolderThatAnotherThreadWrites();
};

void ModelsTest::theyFollowARunThatTrainsInTheWindow() {
  const QTemporaryDir dir;
  Models models(dir);
  const QString folder = models.session.start(tinyConfig(1000), QString());
  QCOMPARE(models.list.rowCount(), 1);
  models.show(folder);
  QTRY_VERIFY_WITH_TIMEOUT(models.points() > 0, 60000);
  models.session.pause();
  QTRY_VERIFY(models.state(0).contains(QStringLiteral("paused")));
  models.session.goOn();
  QTRY_VERIFY_WITH_TIMEOUT(!models.session.live(), 60000);
  QTRY_COMPARE(models.points(), 1000);
  const ui::Comparison comparison = ui::compareRuns(models.shown);
  QCOMPARE(comparison.variants.size(), std::size_t{1});
  QCOMPARE(comparison.variants[0].runs[0].steps.size(), std::size_t{10});
  QVERIFY(models.state(0).contains(QStringLiteral("finished")));
}

void ModelsTest::theyFollowAFolderThatAnotherThreadWrites() {
  constexpr int kSteps = 300;
  const QTemporaryDir dir;
  const QString folder = dir.filePath("runs/followed");
  std::thread writer([path = app::toPath(folder)] {
    std::filesystem::create_directories(path);
    const model::RunFolder run(path);
    run.writeConfig(tinyConfig(kSteps));
    model::RunInfo info;
    info.id = model::newUuid();
    info.name = "followed";
    info.state = model::RunState::Finished;
    run.writeInfo(info);
    model::EventLogWriter log(path);
    for (std::int64_t step = 1; step <= kSteps; ++step) {
      log.append({{"train/loss", step, 1000 + 0.01 * static_cast<double>(step), 1.0 / static_cast<double>(step)},
                  {"valid/accuracy", step, 1000, static_cast<double>(step) / kSteps}});
      if (step % 50 == 0) {
        info.step = step;
        run.writeInfo(info);
      }
    }
  });
  {
    Models models(dir);
    QTRY_VERIFY_WITH_TIMEOUT((models.library.rescan(), models.library.indexOf(folder) >= 0), 10000);
    models.show(folder);
    QTRY_COMPARE_WITH_TIMEOUT(models.points(), kSteps, 20000);
    QCOMPARE(ui::compareRuns(models.shown).variants[0].runs[0].best, 1.0);
  }
  writer.join();
}

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
