#include "ui/figures/figure.h"

#include <QImage>
#include <QPainterPath>
#include <QRawFont>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <set>

#include "model/io/tensor_file.h"
#include "tests/ui/fake_run_source.h"
#include "tests/ui/figure_files.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/svg_text.h"
#include "ui/views/map_scene.h"

using namespace fenwick;
using namespace fenwick::ui;
using fenwick::tests::exportLambda, fenwick::tests::output, fenwick::tests::read;

namespace {

// 3 levels × 5 tokens, each cell in a colour of its own.
std::shared_ptr<model::LambdaSnapshot> fifteenCells(const tests::FakeRunSource& run) {
  auto snapshot = run.makeSnapshot(912, 5);
  snapshot->levels = 3;
  snapshot->lambda.clear();
  for (int i = 0; i < 2 * 2 * 5 * 3; ++i) snapshot->lambda.push_back(static_cast<float>(i % 15));
  return snapshot;
}

std::set<QRgb> fifteenColours() {
  std::set<QRgb> colours;
  for (int i = 0; i < 15; ++i) colours.insert(mapped(ColourMap::Viridis, colourIndex(i, 0, 15)));
  return colours;
}

}  // namespace

class FigureTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  tests::FakeRunSource m_run;

  FigureOptions optionsFor(const QString& name) const {
    FigureOptions options;
    options.file = m_folder.filePath(name);
    return options;
  }
  FigureOptions fifteen(const QString& name) const {
    FigureOptions options = optionsFor(name);
    options.hatchInert = false;
    options.lower = 0;
    options.upper = 15;
    options.widthMm = 90;
    return options;
  }

 private slots:
  void initTestCase() { m_run.recordTraining(600, 400); }

  void anSvgHasOnePlainRectanglePerCell() {
    const FigureOptions options = fifteen("cells.svg");
    exportLambda(m_run, *fifteenCells(m_run), options);
    std::map<QRgb, int> cells;
    QString fill;
    QXmlStreamReader xml(read(options.file));
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement) continue;
      if (xml.name() == u"g") fill = xml.attributes().value("fill").toString();
      // The scale beside the map is 12/96 inch wide; cells are wider.
      if (xml.name() != u"rect" || xml.attributes().value("width").toDouble() <= 200) continue;
      QCOMPARE(xml.attributes().value("shape-rendering").toString(), QString("crispEdges"));
      if (fifteenColours().count(QColor(fill).rgb())) ++cells[QColor(fill).rgb()];
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(cells.size(), std::size_t{15});
    for (const auto& [colour, count] : cells) QCOMPARE(count, 1);
  }

  void equalNeighboursAreOneRectangle() {
    auto snapshot = fifteenCells(m_run);
    std::fill(snapshot->lambda.begin(), snapshot->lambda.end(), 7.0f);
    const FigureOptions options = fifteen("merged.svg");
    exportLambda(m_run, *snapshot, options);
    const QString colour = QColor::fromRgb(mapped(ColourMap::Viridis, colourIndex(7, 0, 15))).name();
    const QString svg = read(options.file);
    int wide = 0;
    for (auto it = QRegularExpression("<rect [^>]*width=\"(\\d+)\"").globalMatch(svg); it.hasNext();) {
      wide += it.next().captured(1).toInt() > 2000 && svg.contains(colour);
    }
    QCOMPARE(wide, 2);  // the sheet and the map
  }

  void aPdfRenderedAt600DpiHasFifteenPlainColours() {
    if (output("pdftoppm", {"-v"}).isNull() && QStandardPaths::findExecutable("pdftoppm").isEmpty())
      QSKIP("no pdftoppm");
    const FigureOptions options = fifteen("cells.pdf");
    exportLambda(m_run, *fifteenCells(m_run), options);
    const QString prefix = m_folder.filePath("page");
    output("pdftoppm", {"-r", "600", "-png", "-singlefile", options.file, prefix});
    const QImage page(prefix + ".png");
    QVERIFY(!page.isNull());
    // Count along a row through each level: no colour but the fifteen between the first and the last cell.
    const std::set<QRgb> wanted = fifteenColours();
    std::set<QRgb> seen;
    QRect map;
    for (int y = 0; y < page.height(); ++y) {
      for (int x = 0; x < page.width() * 3 / 4; ++x) {
        if (wanted.count(page.pixel(x, y) | 0xFF000000u)) map |= QRect(x, y, 1, 1);
      }
    }
    QVERIFY(map.width() > 1000 && map.height() > 200);
    for (int y = map.top(); y <= map.bottom(); ++y) {
      for (int x = map.left(); x <= map.right(); ++x) seen.insert(page.pixel(x, y) | 0xFF000000u);
    }
    QCOMPARE(seen.size(), std::size_t{15});
    QVERIFY(seen == wanted);
  }

  void thePdfIsSearchableAndTellsItsOrigin() {
    if (QStandardPaths::findExecutable("pdftotext").isEmpty()) QSKIP("no pdftotext");
    FigureOptions options = optionsFor("map.pdf");
    exportLambda(m_run, *m_run.makeSnapshot(912), options);
    const QString text = QString::fromUtf8(output("pdftotext", {"-layout", options.file, "-"}));
    for (const char* word : {"level", "token", "query", "noise", "layer 0, head 0, sample 0, step 912", "λ"}) {
      QVERIFY2(text.contains(QString::fromUtf8(word)), word);
    }
    const QString info = QString::fromUtf8(output("pdfinfo", {options.file}));
    QVERIFY2(info.contains(QString::fromStdString(m_run.info().id)) && info.contains("step 912") &&
                 info.contains("Fenwick Lab"),
             qPrintable(info));
    const QRegularExpressionMatch size = QRegularExpression("Page size:\\s+([\\d.]+) x").match(info);
    QVERIFY2(std::abs(size.captured(1).toDouble() - 170 / 25.4 * 72) < 0.01, qPrintable(info));
    QVERIFY(output("pdffonts", {options.file}).contains("DejaVuSans"));
    QVERIFY(!read(options.file).contains("/Subtype /Image"));
    QVERIFY(output("pdfdetach", {"-list", options.file}).contains("config.json"));
  }

  void curvesInAPdfAreLinesAndText() {
    if (QStandardPaths::findExecutable("pdftotext").isEmpty()) QSKIP("no pdftotext");
    FigureOptions options = optionsFor("curves.pdf");
    options.smoothing = 0.9;
    exportCurves({{&m_run, fenwick::tests::styled(0, "mlp-softplus")}}, options);
    const QString text = QString::fromUtf8(output("pdftotext", {options.file, "-"}));
    for (const char* word :
         {"Loss", "Accuracy", "Gradient norm", "Learning rate", "chance 1/64", "99 %", "step", "mlp-softplus"}) {
      QVERIFY2(text.contains(QString::fromUtf8(word)), word);
    }
    QVERIFY(!read(options.file).contains("/Subtype /Image"));
  }

  void aPngHasExactlyTheAskedPixelsAndDensity() {
    FigureOptions options = optionsFor("exact.png");
    options.widthMm = 127;
    options.heightMm = 63.5;
    options.dpi = 200;
    exportCurves({{&m_run, fenwick::tests::styled(0, "a")}}, options);
    const QImage image(options.file);
    QCOMPARE(image.size(), QSize(1000, 500));
    QCOMPARE(image.dotsPerMeterX(), 7874);
    QCOMPARE(image.dotsPerMeterY(), 7874);
    QVERIFY(image.text("Description").contains(QString::fromStdString(m_run.info().id)));
    QVERIFY(image.text("Description").contains("step 600"));
    QVERIFY(image.text("Config").contains("learningRate"));
  }

  void svgTextIsTextInItsEmbeddedFont() {
    FigureOptions options = optionsFor("text.svg");
    exportCurves({{&m_run, fenwick::tests::styled(0, "λ-größe <1>")}}, options);
    const QString svg = QString::fromUtf8(read(options.file));
    QVERIFY(svg.contains("@font-face") && svg.contains("font/ttf;base64,"));
    QVERIFY(svg.contains("width=\"170mm\""));
    QVERIFY(svg.contains("<metadata>") && svg.contains("learningRate"));
    QString text;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
      if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text") text += xml.readElementText();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY2(text.contains("Loss") && text.contains("größe <1>"), qPrintable(text));
    QVERIFY2(svg.size() < 400'000, qPrintable(QString::number(svg.size())));  // the subset, not the whole font
  }

  void textCanBeOutlinesInstead() {
    FigureOptions options = optionsFor("outlines.svg");
    options.textAsPaths = true;
    exportLambda(m_run, *m_run.makeSnapshot(100), options);
    const QString svg = QString::fromUtf8(read(options.file));
    QVERIFY(!svg.contains("<text") && !svg.contains("@font-face") && svg.contains("<path fill="));
    QVERIFY(QSvgRenderer(svg.toUtf8()).isValid());
  }

  void aSubsetFontDrawsItsCharactersAndNoOthers() {
    QFile file(":/fonts/DejaVuSans.ttf");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll(), subset = subsetFont(whole, {U'A', U'\u00FC', U'\u03BB'});
    QVERIFY(subset.size() < whole.size() / 5);
    const QRawFont original(whole, 100), small(subset, 100);
    QVERIFY(small.isValid());
    for (const char32_t character : {U'A', U'\u00FC', U'\u03BB'}) {
      const QString text = QString::fromUcs4(&character, 1);
      const auto glyph = small.glyphIndexesForString(text).value(0);
      QVERIFY(glyph != 0);
      QCOMPARE(small.pathForGlyph(glyph).boundingRect(), original.pathForGlyph(glyph).boundingRect());
      QVERIFY(!small.pathForGlyph(glyph).isEmpty());
    }
    QCOMPARE(small.glyphIndexesForString("B").value(0), 0u);
  }

  void theCsvBesideHoldsEveryPoint() {
    m_run.record("train/loss", 601, std::nan(""));
    FigureOptions options = optionsFor("data.pdf");
    options.dataBeside = true;
    const QStringList files = exportCurves({{&m_run, fenwick::tests::styled(0, "a \"quoted\", name")}}, options);
    QCOMPARE(files.size(), 2);
    const QList<QByteArray> lines = read(files[1]).trimmed().split('\n');
    QCOMPARE(lines[0], QByteArray("run,run_id,tag,step,active_seconds,value,smoothed"));
    qsizetype points = 0;
    for (const auto& series : m_run.metrics()) points += series.values.size();
    QCOMPARE(lines.size() - 1, points);
    QVERIFY(lines[1].startsWith("\"a \"\"quoted\"\", name\",6f1c2d3e-0000-4000-8000-000000000001,train/loss,1,"));
    const double value = m_run.series("train/loss").values[0];
    QCOMPARE(lines[1].split(',')[6].toDouble(), value);  // the name holds a comma
    QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
      return line.contains("train/loss,601,") && line.endsWith(",nan,nan");
    }));
  }

  void theNpzBesideHoldsTheShownMap() {
    FigureOptions options = optionsFor("data.svg");
    options.dataBeside = true;
    options.layer = 1;
    options.sample = 1;
    const auto snapshot = m_run.makeSnapshot(912);
    const QStringList files = exportLambda(m_run, *snapshot, options);
    const model::TensorFile file = model::readNpz(files[1].toStdString());
    const model::HostTensor& lambda = file.tensors.at("lambda");
    QCOMPARE(lambda.shape, (std::vector<std::int64_t>{64, 7}));
    for (int token = 0; token < 64; ++token) {
      for (int level = 0; level < 7; ++level)
        QCOMPARE(lambda.as<float>()[token * 7 + level], snapshot->lambdaAt(1, 1, token, 0, level));
    }
    QCOMPARE(file.tensors.at("active").as<std::uint8_t>()[0], std::uint8_t{1});
    QCOMPARE(file.tensors.at("active").as<std::uint8_t>()[1], std::uint8_t{0});
    QCOMPARE(file.tensors.at("step").as<std::int64_t>()[0], std::int64_t{912});
  }

  void aComparisonCountsSolvedRunsOfEachVariant() {
    if (QStandardPaths::findExecutable("pdftotext").isEmpty()) QSKIP("no pdftotext");
    tests::FakeRunSource a(1), b(2), c(3);
    c.editConfig().set("model.lambda.head", "fixed");
    a.recordTraining(1200, 800);
    b.recordTraining(1200, 2500);
    c.recordTraining(1200, 2500);
    FigureOptions options = optionsFor("compare.pdf");
    options.dataBeside = true;
    const QStringList files =
        exportCompare({{&a, fenwick::tests::styled(0, "a")}, {&b, fenwick::tests::styled(0, "b")}, {&c, fenwick::tests::styled(1, "c")}}, options);
    const QString text = QString::fromUtf8(output("pdftotext", {"-layout", options.file, "-"}));
    QVERIFY2(text.contains("1/2 solved") && text.contains("0/1 solved") && text.contains("mlp-softplus") &&
                 text.contains("fixed"),
             qPrintable(text));
    QCOMPARE(read(files[1]).count('\n'), 4);
  }

  void wrongOptionsAreToldAllAtOnceAndNothingIsWritten() {
    FigureOptions options = optionsFor("wrong.gif");
    options.widthMm = 3;
    options.dpi = 9999;
    options.colourMap = "jet";
    QCOMPARE(problems(options).size(), 4);
    try {
      exportCurves({{&m_run, fenwick::tests::styled(0, "a")}}, options);
      QFAIL("was drawn");
    } catch (const std::runtime_error& error) {
      const QString text = QString::fromUtf8(error.what());
      QVERIFY2(text.contains("wrong.gif") && text.contains("width-mm") && text.contains("30") && text.contains("dpi") &&
                   text.contains("jet"),
               error.what());
    }
    QVERIFY(!QFile::exists(options.file));
  }

  void aFolderThatDoesNotExistIsNamed() {
    FigureOptions options = optionsFor("missing/figure.svg");
    try {
      exportCurves({{&m_run, fenwick::tests::styled(0, "a")}}, options);
      QFAIL("was written");
    } catch (const std::runtime_error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains("missing"), error.what());
    }
  }

  void anIndexBeyondTheSnapshotIsRefusedWithItsLimit() {
    FigureOptions options = optionsFor("beyond.svg");
    options.layer = 2;
    try {
      exportLambda(m_run, *m_run.makeSnapshot(0), options);
      QFAIL("was drawn");
    } catch (const std::runtime_error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains("layer: expected 0 to 1, got 2"), error.what());
    }
  }
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
