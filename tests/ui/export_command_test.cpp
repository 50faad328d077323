#include "ui/figures/export_command.h"

#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/io/event_log.h"
#include "model/run/run_folder.h"
#include "tests/ui/fake_run_source.h"
#include "tests/ui/figure_files.h"
#include "ui/figures/figure_recipe.h"

using namespace fenwick;
using fenwick::tests::svgWords;

class ExportCommandTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_temporary;
  QString m_run;
  QString m_said, m_errors;

  int command(const QStringList& arguments) {
    m_said.clear();
    m_errors.clear();
    QTextStream out(&m_said), errors(&m_errors);
    const int code = ui::exportCommand(arguments, out, errors);
    out.flush();
    errors.flush();
    return code;
  }
  QString path(const QString& name) const { return m_temporary.filePath(name); }

  // A run folder as the trainer leaves it.
  QString makeRun(const QString& name, const char* head) {
    const QString folder = path(name);
    const std::filesystem::path place(folder.toStdString());
    std::filesystem::create_directories(place / "lambda");
    tests::FakeRunSource fake;
    fake.recordTraining(300, 200);
    fake.editConfig().set("model.lambda.head", head);
    model::RunInfo info = fake.info();
    info.name = name.toStdString();
    info.id = "id-of-" + info.name;
    const model::RunFolder run(place);
    run.writeConfig(fake.config());
    run.writeInfo(info);
    model::EventLogWriter log(place);
    std::vector<model::Scalar> scalars;
    for (auto it = fake.metrics().begin(); it != fake.metrics().end(); ++it) {
      for (qsizetype i = 0; i < it->values.size(); ++i) {
        scalars.push_back({it.key().toStdString(), static_cast<std::int64_t>(it->steps[i]), 1e9 + it->activeSeconds[i],
                           it->values[i]});
      }
    }
    log.append(scalars);
    log.sync();
    for (const int step : {0, 100, 300}) model::writeLambdaSnapshot(run.lambdaPath(step), *fake.makeSnapshot(step));
    return folder;
  }

 private slots:
  void initTestCase() { m_run = makeRun("Läufe λ", "mlp-softplus"); }

  void everyFigureIsDrawnAgainFromItsRecipe_data() {
    QTest::addColumn<QStringList>("words");
    QTest::newRow("curves") << QStringList{"curves", "--smoothing", "0.9", "--log", "--width-mm", "120", "--line-pt", "2.5", "--legend", "bottom-right"};
    QTest::newRow("curves with a legend at the right") << QStringList{"curves", "--legend", "right"};
    QTest::newRow("compare with a legend below") << QStringList{"compare", "--legend=below", "--line-pt", "0.4"};
    QTest::newRow("lambda") << QStringList{"lambda", "--step", "100", "--map", "magma", "--layer", "1"};
    QTest::newRow("all heads") << QStringList{"lambda", "--layout", "all-heads", "--sample", "1"};
    QTest::newRow("all levels") << QStringList{"lambda", "--layout", "all-levels", "--scale", "diverging", "--map", "blue-red"};
    QTest::newRow("heads") << QStringList{"lambda", "--layout", "heads", "--level", "3"};
    QTest::newRow("means and spread") << QStringList{"lambda", "--layout", "levels-by-heads", "--role", "query", "--second-limits", "0,0.5"};
    QTest::newRow("over steps") << QStringList{"lambda", "--layout", "over-steps", "--limits", "0.5,2"};
    QTest::newRow("tree") << QStringList{"lambda", "--tree", "37", "--step", "300"};
    QTest::newRow("runs") << QStringList{"lambda", "--layout", "runs", "--baseline", m_run, "--step", "90"};
    QTest::newRow("compare") << QStringList{"compare", "--spread", "std", "--font-pt", "7"};
  }
  void everyFigureIsDrawnAgainFromItsRecipe() {
    QFETCH(QStringList, words);
    const QString first = path("first.svg");
    QStringList arguments{"--export", words[0], m_run};
    if (words[0] != "lambda" || words.contains("runs")) arguments << makeRun("zweiter " + words[0], "fixed");
    arguments << words.mid(1) << "--out";
    QCOMPARE(command(arguments + QStringList{first}), 0);
    const auto bytes = [](const QString& file) {
      QFile opened(file);
      return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    };
    QVERIFY(bytes(first).size() > 1000);
    QCOMPARE(command({"--export", "again", first, "--out", path("second.svg")}), 0);
    QVERIFY(bytes(path("second.svg")) == bytes(first));
    // PDF and PNG hold the same recipe: what is drawn from it is the same SVG.
    for (const char* ending : {"pdf", "png"}) {
      const QString other = path(QString("other.") + ending);
      QCOMPARE(command(arguments + QStringList{other}), 0);
      QVERIFY2(command({"--export", "again", other, "--out", path("third.svg")}) == 0, qPrintable(m_errors));
      QVERIFY2(bytes(path("third.svg")) == bytes(first), ending);
      QVERIFY2(command({"--export", "again", other}) == 0, qPrintable(m_errors));  // over itself
    }
  }

  void runsSideBySideAreHeldAgainstTheBaseline() {
    const QString other = makeRun("andere", "fixed");
    QCOMPARE(command({"--export", "lambda", m_run, other, "--out", path("side.svg"), "--baseline", other, "--step", "120", "--data"}), 0);
    QVERIFY2(m_errors.isEmpty(), qPrintable(m_errors));
    QCOMPARE(m_said.trimmed().split('\n'), QStringList({path("side.svg"), path("side.npz"), path("side.csv")}));
    QFile csv(path("side.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QString words = svgWords(path("side.svg")), numbers = QString::fromUtf8(csv.readAll());
    for (const char* word : {"layer 0, head 0, sample 0", "Läufe λ, step 100", "Baseline: andere, step 100", "less the baseline", "λ less that of andere, cell by cell"})
      QVERIFY2(words.contains(QString::fromUtf8(word)), word);
    QVERIFY(numbers.startsWith("run,run_id,at_step,map,quantity,level,token,value,state\n"));
    QCOMPARE(numbers.count("\"less the baseline\",\"Δλ\","), 7 * 64);
    QCOMPARE(numbers.count("\n"), 1 + 3 * 7 * 64);
    QVERIFY(numbers.contains("\"andere\",id-of-andere,100,\"Baseline: andere, step 100\",\"λ\",0,0,"));
  }

  void theTrainingIsDrawnAsAGifAndAsPictures() {
    QCOMPARE(command({"--export", "lambda", m_run, "--over-training", "--out", path("t.gif"), "--frame-ms", "250", "--width-mm", "100"}), 0);
    QVERIFY2(m_errors.isEmpty(), qPrintable(m_errors));
    QImageReader gif(path("t.gif"));
    QCOMPARE(gif.imageCount(), 3);
    QCOMPARE(command({"--export", "lambda", m_run, "--over-training", "--layout", "all-heads", "--out", path("bilder")}), 0);
    QCOMPARE(m_said.trimmed().split('\n'), QStringList({path("bilder/lambda-00000000.png"), path("bilder/lambda-00000100.png"), path("bilder/lambda-00000300.png")}));
    QCOMPARE(command({"--export", "lambda", m_run, "--over-training", "--out", path("b-%-x.png")}), 0);
    QVERIFY(QFile::exists(path("b-00000300-x.png")));
    // A GIF is drawn again whole, a picture alone.
    const auto bytes = [](const QString& file) {
      QFile opened(file);
      return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    };
    QCOMPARE(command({"--export", "again", path("t.gif"), "--out", path("t2.gif")}), 0);
    QVERIFY(bytes(path("t2.gif")) == bytes(path("t.gif")));
    QCOMPARE(command({"--export", "again", path("bilder/lambda-00000100.png"), "--out", path("one.png")}), 0);
    QVERIFY(QImage(path("one.png")) == QImage(path("bilder/lambda-00000100.png")));
  }

  void whatALayoutDoesNotTakeIsToldWithTheNearest() {
    const auto fault = [&](const QStringList& words) {
      [&] { QCOMPARE(command(QStringList{"--export", "lambda", m_run, "--out", path("x.png")} + words), 2); }();
      return m_errors;
    };
    QVERIFY2(fault({"--layout", "all-head"}).contains("the nearest is all-heads"), qPrintable(m_errors));
    QVERIFY2(fault({"--layout", "runs"}).contains("2 to 9 runs side by side, 1 were given"), qPrintable(m_errors));
    QVERIFY2(fault({"--baseline", m_run}).contains("belongs to the layout runs"), qPrintable(m_errors));
    QVERIFY2(fault({"--layout", "heads", "--tree", "3"}).contains("tree: belongs to the layout levels"), qPrintable(m_errors));
    QVERIFY2(fault({"--layout", "over-steps", "--over-training"}).contains("over-steps has no picture of a single step"), qPrintable(m_errors));
    QVERIFY2(fault({"--over-training", "--tree", "3", "--out", path("x.gif")}).contains("tree: belongs to a figure of one step"), qPrintable(m_errors));
    QVERIFY2(fault({"--over-training", "--out", path("x.pdf")}).contains("expected .gif, .png or a folder"), qPrintable(m_errors));
    QVERIFY2(fault({"--over-training", "--out", path("x.gif"), "--frame-ms", "5"}).contains("the nearest is 20"), qPrintable(m_errors));
    QVERIFY2(fault({"--out", path("x.gif")}).contains("expected .pdf, .svg or .png"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "lambda", m_run, "--layout", "heads", "--level", "7", "--out", path("x.png")}), 1);
    QVERIFY2(m_errors.contains("level: expected 0 to 6, got 7"), qPrintable(m_errors));
    QVERIFY(!QFile::exists(path("x.png")) && !QFile::exists(path("x.gif")));
  }

  void aFigureWithoutARecipeOrWithAnotherRunIsToldSo() {
    QFile file(path("plain.svg"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<svg/>");
    file.close();
    QCOMPARE(command({"--export", "again", path("plain.svg")}), 1);
    QVERIFY2(m_errors.contains("plain.svg: holds no recipe"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "again", path("missing.svg")}), 1);
    const QString moved = makeRun("weg", "fixed");
    QCOMPARE(command({"--export", "curves", moved, "--out", path("weg.svg")}), 0);
    const model::RunFolder run(moved.toStdString());
    model::RunInfo info = run.readInfo();
    info.id = "another";
    run.writeInfo(info);
    QCOMPARE(command({"--export", "again", path("weg.svg")}), 1);
    QVERIFY2(m_errors.contains("holds another run (another)"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "again"}), 2);
  }


  void curvesOfARunFolderAreDrawnAndTheFilesNamed() {
    QCOMPARE(command({"--export", "curves", m_run, "--out", path("c.png"), "--width-mm", "100", "--height-mm=50",
                      "--dpi", "254", "--data"}),
             0);
    QVERIFY2(m_errors.isEmpty(), qPrintable(m_errors));
    QCOMPARE(QImage(path("c.png")).size(), QSize(1000, 500));
    QCOMPARE(m_said.trimmed().split('\n'), QStringList({path("c.png"), path("c.csv")}));
    QFile csv(path("c.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().count("train/loss,"), 300);
  }

  void aMapOfAChosenStepIsDrawn() {
    QCOMPARE(command({"--export", "lambda", m_run + "@100", "--out", path("m.svg"), "--layer", "1", "--map", "magma"}),
             0);
    QFile svg(path("m.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("layer 1, head 0, sample 0, step 100"));
    QCOMPARE(command({"--export", "lambda", m_run, "--out", path("m.pdf")}), 0);
    QVERIFY(QFileInfo(path("m.pdf")).size() > 2000);
  }

  void aStepThatWasNotRecordedNamesTheNearestOne() {
    QCOMPARE(command({"--export", "lambda", m_run, "--step", "120", "--out", path("n.pdf")}), 1);
    QVERIFY2(m_errors.contains("no λ was recorded at step 120") && m_errors.contains("nearest recorded step is 100"),
             qPrintable(m_errors));
    QVERIFY(!QFile::exists(path("n.pdf")));
  }

  void severalRunsAreCompared() {
    const QString other = makeRun("other", "fixed");
    QCOMPARE(command({"--export", "compare", m_run, other, "--out", path("cmp.pdf")}), 0);
    QCOMPARE(command({"--export", "curves", m_run, other, "--out", path("both.svg"), "--text", "paths"}), 0);
    QFile svg(path("both.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(!svg.readAll().contains("<text"));
  }

  void wrongUsageTellsEveryFaultAtOnceAndWritesNothing() {
    QCOMPARE(command({"--export", "curvs", "--out", path("x.gif"), "--widht-mm", "--dpi", "many"}), 2);
    for (const char* part : {"curvs", "no run folder", ".gif", "--widht-mm; the nearest is --width-mm",
                             "--dpi: expected a whole number"}) {
      QVERIFY2(m_errors.contains(QString::fromUtf8(part)), qPrintable(m_errors));
    }
    QVERIFY(!QFile::exists(path("x.gif")));
    QCOMPARE(command({"--export", "lambda", m_run, m_run, "--out", path("x.pdf"), "--layout", "all-heads", "--role", "kez"}), 2);
    QVERIFY2(m_errors.contains("lambda draws one run in the layout all-heads, 2 were given") && m_errors.contains("the nearest is key"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "curves", m_run}), 2);
    QVERIFY(m_errors.contains("--out FILE is missing"));
    QCOMPARE(command({"--export", "curves", m_run, "--out", path("x.pdf"), "--width-mm", "5"}), 2);
    QVERIFY2(m_errors.contains("width-mm: expected 30 to 2000 mm, got 5; the nearest is 30"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "curves", m_run, "--out", path("x.pdf"), "--line-pt", "40", "--legend", "botom-left"}), 2);
    QVERIFY2(m_errors.contains("line-pt: expected 0.1 to 10 pt, got 40; the nearest is 10"), qPrintable(m_errors));
    QVERIFY2(m_errors.contains("got \"botom-left\"; the nearest is bottom-left"), qPrintable(m_errors));
  }

  void aFolderThatIsNoRunFailsWithItsName() {
    QCOMPARE(command({"--export", "curves", path("nowhere"), "--out", path("x.pdf")}), 1);
    QVERIFY2(m_errors.contains("nowhere") && m_errors.contains("no such folder"), qPrintable(m_errors));
    QCOMPARE(command({"--export", "curves", m_temporary.path(), "--out", path("x.pdf")}), 1);
    QVERIFY2(m_errors.contains("no run folder"), qPrintable(m_errors));
  }

  void aRecipeWithoutTheNewerOptionsIsDrawnAsItWas() {
    QCOMPARE(command({"--export", "curves", m_run, "--out", path("now.svg")}), 0);
    QFile now(path("now.svg"));
    QVERIFY(now.open(QIODevice::ReadOnly));
    const QByteArray drawn = now.readAll();
    QString recipe = ui::recipeText(ui::recipeIn(path("now.svg")));
    for (const char* line : {"\"lineWidthPt\": 0.9,", "\"legend\": \"auto\","}) {
      QVERIFY2(recipe.contains(line), qPrintable(recipe));
      recipe.remove(line);
    }
    QFile old(path("old.json"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write(recipe.toUtf8()) > 0);
    old.close();
    QVERIFY2(command({"--export", "again", path("old.json"), "--out", path("again.svg")}) == 0, qPrintable(m_errors));
    QFile again(path("again.svg"));
    QVERIFY(again.open(QIODevice::ReadOnly));
    QVERIFY(again.readAll() == drawn);
    QCOMPARE(command({"--export", "curves", m_run, "--line-pt", "1.8", "--out", path("wide.svg")}), 0);
    QFile wide(path("wide.svg"));
    QVERIFY(wide.open(QIODevice::ReadOnly));
    QVERIFY(wide.readAll() != drawn);
  }

  void theLegendStandsWhereItIsAsked() {
    const QString other = makeRun("the other one", "fixed");
    QSet<QByteArray> drawn;
    for (const ui::LegendPlace place : ui::kLegendPlaces) {
      const QString name = ui::legendPlaceName(place);
      QCOMPARE(command({"--export", "curves", m_run, other, "--legend", name, "--out", path(name + ".svg")}), 0);
      QFile svg(path(name + ".svg"));
      QVERIFY(svg.open(QIODevice::ReadOnly));
      QByteArray bytes = svg.readAll();
      QCOMPARE(bytes.mid(bytes.indexOf("</metadata>")).contains(">the other one<"), place != ui::LegendPlace::None);
      bytes.remove(0, bytes.lastIndexOf("</metadata>"));
      drawn.insert(bytes);
    }
    QCOMPARE(drawn.size(), static_cast<qsizetype>(std::size(ui::kLegendPlaces)) - 1);  // auto is above
  }

  void helpTellsTheOptions() {
    QCOMPARE(command({"--export", "--help"}), 0);
    QVERIFY(m_said.contains("--width-mm") && m_errors.isEmpty());
  }
};

QTEST_MAIN(ExportCommandTest)
#include "export_command_test.moc"
