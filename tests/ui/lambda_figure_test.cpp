#include "ui/figures/lambda_figure.h"

#include <QDir>
#include <QImageReader>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "model/io/tensor_file.h"
#include "tests/ui/fake_run_source.h"
#include "tests/ui/figure_files.h"
#include "ui/figures/gif_file.h"

using namespace fenwick;
using namespace fenwick::ui;
using fenwick::tests::output, fenwick::tests::read, fenwick::tests::svgWords;

namespace {

constexpr double kMmPerInch = 25.4;

// The sheet that a figure of this many dots to the inch is painted on.
FigureSheet sheetFor(LambdaFigure& figure, double unitsPerInch, double pixel) {
  FigureSheet sheet;
  sheet.unitsPerInch = unitsPerInch;
  sheet.pixel = pixel;
  const auto units = [&](double mm) { return static_cast<int>(std::lround(mm / kMmPerInch * unitsPerInch)); };
  sheet.size = {units(figure.options().widthMm), units(figure.heightMm())};
  sheet.font = printFont(figure.options().fontPt, unitsPerInch);
  return sheet;
}

struct Seen {
  int cells = 0, wrong = 0;
};

// The middle of each cell that is not hatched, as it is drawn and as it should be.
Seen compareCells(const QImage& picture, const MapSheet& sheet, double pixelsPerUnit) {
  Seen seen;
  for (const MapScene& scene : sheet.scenes()) {
    const MapGrid& grid = *scene.view().grid;
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const std::optional<QRgb> wanted = cellColour(scene.view(), column, row);
        if (!wanted || grid.state(row, column) != CellState::Live) continue;
        const QPoint place = (scene.cellRect({column, row}).center() * pixelsPerUnit).toPoint();
        ++seen.cells;
        if (!picture.rect().contains(place) || (picture.pixel(place) | 0xFF000000u) != (*wanted | 0xFF000000u)) ++seen.wrong;
      }
    }
  }
  return seen;
}

}  // namespace

class LambdaFigureTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  tests::FakeRunSource m_a{1}, m_b{2};

  LambdaSubjects subjects(MapLayout layout) {
    LambdaSubjects all{{{&m_a, tests::styled(0, "erste")}}, {m_a.latestSnapshot()}, {}};
    if (layout == MapLayout::Runs) {
      all.runs.append({&m_b, tests::styled(1, "zweite")});
      all.snapshots.push_back(m_b.latestSnapshot());
    }
    for (const qint64 step : {100, 500, 900}) all.history.add(*m_a.makeSnapshot(step));
    return all;
  }
  FigureOptions optionsOf(MapLayout layout, const QString& name) const {
    FigureOptions options;
    options.file = m_folder.filePath(name);
    options.maps.layout = layout;
    if (layout == MapLayout::Runs) options.maps.baseline = "b";
    return options;
  }
  LambdaFigure figure(const FigureOptions& options) { return LambdaFigure(lambdaRunValues(subjects(options.maps.layout), options), options); }

  // Snapshots whose λ grows from one to the next.
  std::map<qint64, app::RunSource::SnapshotPtr> m_growing;
  LambdaSequence sequence(FigureOptions options) {
    options.maps.steps = {0, 40, 912, 3600};
    return LambdaSequence({{{&m_a, tests::styled(0, "erste")}}, {m_growing[912]}, {}}, options, [all = m_growing](qint64 step) { return all.at(step); });
  }

 private slots:
  void initTestCase() {
    m_b.editInfo().id = "b";
    m_a.addSnapshot(m_a.makeSnapshot(900));
    m_b.addSnapshot(m_b.makeSnapshot(700));
    for (const qint64 step : {0, 40, 912, 3600}) {
      auto snapshot = m_a.makeSnapshot(step);
      for (float& value : snapshot->lambda) value += static_cast<float>(step) / 1000;
      m_growing[step] = snapshot;
    }
  }

  void everyLayoutHasItsCellsAndWordsInEveryFormat_data() {
    QTest::addColumn<int>("layout");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("cells");
    QTest::addRow("levels") << int(MapLayout::Levels) << QStringList{"layer 0, head 0, sample 0, step 900", "level", "token"} << 256;
    QTest::addRow("all heads") << int(MapLayout::AllHeads) << QStringList{"erste: sample 0, step 900", "Layer 1, head 0", "levels down, tokens across"} << 512;
    QTest::addRow("all levels") << int(MapLayout::AllLevels) << QStringList{"erste: layer 0, sample 0, step 900", "Level 6", "empty level"} << 256;
    QTest::addRow("heads") << int(MapLayout::Heads) << QStringList{"erste: layer 0, sample 0, step 900", "Level 0", "head"} << 64;
    QTest::addRow("means") << int(MapLayout::LevelsByHeads) << QStringList{"layer 0, all tokens, step 900", "mean λ", "std of λ"} << 14;
    QTest::addRow("over steps") << int(MapLayout::OverSteps) << QStringList{"layer 0, head 0, all tokens", "500", "step"} << 21;
    QTest::addRow("runs") << int(MapLayout::Runs) << QStringList{"erste, step 900", "Baseline: zweite, step 700", "less the baseline", "less that of zweite"} << 768;
  }
  void everyLayoutHasItsCellsAndWordsInEveryFormat() {
    QFETCH(int, layout);
    QFETCH(QStringList, words);
    QFETCH(int, cells);
    const auto kind = static_cast<MapLayout>(layout);
    LambdaFigure png = figure(optionsOf(kind, "map.png")), svg = figure(optionsOf(kind, "map.svg")), pdf = figure(optionsOf(kind, "map.pdf"));
    for (LambdaFigure* each : {&png, &svg, &pdf}) QCOMPARE(each->write(), QStringList{each->options().file});
    const Seen pixels = compareCells(QImage(png.options().file), png.sheet(sheetFor(png, 300, 1)), 1);
    QCOMPARE(pixels.cells, cells);
    QCOMPARE(pixels.wrong, 0);

    const FigureSheet vectors = sheetFor(svg, 1200, 2);
    QSvgRenderer renderer(svg.options().file);
    QVERIFY(renderer.isValid());
    QImage drawn(vectors.size / 2, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    renderer.render(&painter);
    painter.end();
    QCOMPARE(compareCells(drawn, svg.sheet(vectors), 0.5).wrong, 0);
    for (const QString& word : words) QVERIFY2(svgWords(svg.options().file).contains(word), qPrintable(word));
    const QByteArray text = read(svg.options().file);
    QVERIFY(!text.contains("<image") && text.contains("crispEdges"));

    if (QStandardPaths::findExecutable("pdftoppm").isEmpty()) QSKIP("no pdftoppm");
    const QString prefix = m_folder.filePath("page");
    output("pdftoppm", {"-r", "600", "-png", "-singlefile", pdf.options().file, prefix});
    QCOMPARE(compareCells(QImage(prefix + ".png"), pdf.sheet(vectors), 0.5).wrong, 0);
    const QString found = QString::fromUtf8(output("pdftotext", {"-layout", pdf.options().file, "-"}));
    for (const QString& word : words) QVERIFY2(found.contains(word), qPrintable(word + " in " + found));
    QVERIFY(!read(pdf.options().file).contains("/Subtype /Image"));
  }

  void theDataBesideHoldTheMapsOfTheFigure() {
    FigureOptions options = optionsOf(MapLayout::Runs, "data.svg");
    options.dataBeside = true;
    LambdaFigure drawn = figure(options);
    const QStringList files = drawn.write();
    QCOMPARE(files, QStringList({m_folder.filePath("data.svg"), m_folder.filePath("data.npz"), m_folder.filePath("data.csv")}));
    const model::TensorFile file = model::readNpz(files[1].toStdString());
    QCOMPARE(file.tensors.at("values").shape, (std::vector<std::int64_t>{3, 7, 64}));
    const float* values = file.tensors.at("values").as<float>();
    for (int level = 0; level < 7; ++level) {
      for (int token = 0; token < 64; ++token) {
        const float a = m_a.latestSnapshot()->lambdaAt(0, 0, token, 0, level), b = m_b.latestSnapshot()->lambdaAt(0, 0, token, 0, level);
        QCOMPARE(values[level * 64 + token], a);
        QCOMPARE(values[(7 + level) * 64 + token], a - b);
        QCOMPARE(file.tensors.at("states").as<std::uint8_t>()[level * 64 + token], LambdaSlice::active(token, level) ? std::uint8_t{0} : std::uint8_t{1});
      }
    }
    QCOMPARE(file.tensors.at("second").as<std::uint8_t>()[1], std::uint8_t{1});
    QCOMPARE(file.tensors.at("step").as<std::int64_t>()[2], std::int64_t{700});
    QCOMPARE(file.tensors.at("run").as<std::int64_t>()[1], std::int64_t{0});

    options = optionsOf(MapLayout::OverSteps, "steps.svg");
    options.dataBeside = true;
    const QList<QByteArray> lines = read(figure(options).write()[2]).trimmed().split('\n');
    QCOMPARE(lines[0], QByteArray("run,run_id,map,quantity,level,step,value,state"));
    QCOMPARE(lines.size(), 1 + 7 * 3);
    QVERIFY(lines[2].startsWith("\"erste\",6f1c2d3e-0000-4000-8000-000000000001,\"\",\"mean λ\",0,500,"));
  }

  void aFigureOfRunsWithoutAnyLambdaIsRefusedWithTheReasons() {
    LambdaSubjects none = subjects(MapLayout::Runs);
    none.snapshots = {nullptr, nullptr};
    const FigureOptions options = optionsOf(MapLayout::Runs, "none.svg");
    try {
      LambdaFigure(lambdaRunValues(none, options), options);
      QFAIL("was drawn");
    } catch (const std::runtime_error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains("erste has recorded no λ yet. zweite has recorded no λ yet."), error.what());
    }
  }

  void theFramesOfAGifHaveTheCellsOfThePictures() {
    for (const MapLayout layout : {MapLayout::Levels, MapLayout::AllHeads, MapLayout::LevelsByHeads}) {
      FigureOptions options = optionsOf(layout, "training.gif");
      options.maps.overTraining = true;
      options.maps.frameMs = 250;
      options.dpi = 120;
      QCOMPARE(sequence(options).write(), QStringList{options.file});
      FigureOptions pictures = options;
      pictures.file = m_folder.filePath("pictures-%.png");
      const QStringList files = sequence(pictures).write();
      QCOMPARE(files.size(), 4);
      QCOMPARE(files[2], m_folder.filePath("pictures-00000912.png"));

      QImageReader gif(options.file);
      QCOMPARE(gif.imageCount(), 4);
      QCOMPARE(gif.loopCount(), -1);
      FigureOptions still = options;
      still.maps.overTraining = false;
      still.maps.classes = 192;
      for (const auto& [step, snapshot] : m_growing) {
        const QImage frame = gif.read().convertToFormat(QImage::Format_RGB32);
        const QImage picture(pictureFile(pictures.file, step));
        QCOMPARE(frame.size(), picture.size());
        QCOMPARE(gif.nextImageDelay(), 250);
        LambdaFigure drawn(lambdaRunValues({{{&m_a, tests::styled(0, "erste")}}, {snapshot}, {}}, still), still);
        const MapSheet places = drawn.sheet(sheetFor(drawn, 120, 1));
        int cells = 0;
        for (const MapScene& scene : places.scenes()) {
          const MapGrid& grid = *scene.view().grid;
          for (int row = 0; row < grid.rows; ++row) {
            for (int column = 0; column < grid.columns; ++column) {
              if (!cellColour(scene.view(), column, row)) continue;
              const QRect cell = scene.cellRect({column, row}).toAlignedRect().adjusted(1, 1, -1, -1);
              const QRgb own = frame.pixel(cell.center());
              for (int y = cell.top(); y <= cell.bottom(); ++y)
                for (int x = cell.left(); x <= cell.right(); ++x) QCOMPARE(frame.pixel(x, y), own);  // hard, of one colour
              QCOMPARE(own, picture.pixel(cell.center()));
              ++cells;
            }
          }
        }
        QVERIFY(cells >= 14);
        // Words too are where they were, in colours that are nearly theirs.
        int apart = 0;
        for (int y = 0; y < frame.height(); ++y)
          for (int x = 0; x < frame.width(); ++x) apart += std::abs(qGreen(frame.pixel(x, y)) - qGreen(picture.pixel(x, y))) > 24;
        QVERIFY2(apart < frame.width() * frame.height() / 500, qPrintable(QString::number(apart)));
      }
    }
  }

  void oneScaleOfColoursServesAllPictures() {
    FigureOptions options = optionsOf(MapLayout::Levels, "scale-%.png");
    options.maps.overTraining = true;
    options.dpi = 120;
    const QStringList files = sequence(options).write();
    std::vector<GridPtr> grids;
    for (const auto& [step, snapshot] : m_growing) grids.push_back(tokenLevelGrid(LambdaSlice(snapshot, 0, 0, 0), 7));
    const Range limits = sharedLimits(grids, Scale::Linear, 1);
    for (const QString& file : files) {
      const FigureRecipe recipe = recipeIn(file);
      QCOMPARE(recipe.options.lower, limits.lower);
      QCOMPARE(recipe.options.upper, limits.upper);
      QVERIFY(!recipe.options.maps.overTraining);
    }
    QCOMPARE(recipeIn(files[2]).options.step, 912);
    QVERIFY(QImage(files[0]).text("Description").contains("step 0 |"));
  }

  void aSequenceThatIsStoppedLeavesNoGif() {
    FigureOptions options = optionsOf(MapLayout::Levels, "stopped.gif");
    options.maps.overTraining = true;
    const app::Progress progress;
    progress.cancel();
    QVERIFY_EXCEPTION_THROWN(sequence(options).write(progress), app::Cancelled);
    QVERIFY(!QFile::exists(options.file));
  }

  void asOneFigureASequenceIsThePictureOfItsSnapshot() {
    FigureOptions options = optionsOf(MapLayout::AllHeads, "one.gif");
    options.maps.overTraining = true;
    LambdaSequence training = sequence(options);
    const QImage preview = training.picture(QSize(400, 300));
    QCOMPARE(preview.width(), 400);
    QVERIFY(QString::fromStdString(training.table()).startsWith("run\trun_id\tat_step\tmap\tquantity\tlevel\ttoken\tvalue\tstate\nerste\t"));
    QVERIFY(training.bytes(".svg").contains("step 912"));
  }

  void aGifKeepsItsWordsAndRefusesWhatItCannotHold() {
    const QString long1 = QString("λ ").repeated(700);
    GifWriter writer(QSize(3, 2), {qRgb(255, 0, 0), qRgb(0, 0, 255)}, 100, long1);
    QImage frame(3, 2, QImage::Format_RGB32);
    frame.fill(QColor(250, 10, 10));
    frame.setPixel(2, 1, qRgb(9, 0, 240));
    writer.add(frame);
    QVERIFY_EXCEPTION_THROWN(writer.add(QImage(4, 2, QImage::Format_RGB32)), std::runtime_error);
    const QByteArray bytes = writer.finish();
    QCOMPARE(gifComment(bytes), long1);
    const QImage back = QImage::fromData(bytes, "GIF");
    QCOMPARE(back.pixel(0, 0), qRgb(255, 0, 0));
    QCOMPARE(back.pixel(2, 1), qRgb(0, 0, 255));
    QVERIFY(gifComment("no GIF").isEmpty() && gifComment(bytes.left(20)).isEmpty());
    QVERIFY_EXCEPTION_THROWN(GifWriter(QSize(70000, 2), {qRgb(0, 0, 0)}, 100, {}), std::runtime_error);
  }
};

QTEST_MAIN(LambdaFigureTest)
#include "lambda_figure_test.moc"
