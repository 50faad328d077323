#include <QApplication>
#include <QLocale>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>

#include "ui/lab_options.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/setup/number_text.h"

using namespace fenwick::ui;

class WindowPartsTest : public QObject {
  Q_OBJECT

 private slots:
  void numbersAreReadAsPeopleTypeThem_data();
  void numbersAreReadAsPeopleTypeThem();
  void wholeNumbersAreReadWithThousands_data();
  void wholeNumbersAreReadWithThousands();
  void writtenNumbersReadBack();
  void numbersAreSaidAsPeopleSayThem();
  void wrongOptionsAreAllToldAtOnce();
  void optionsAndFoldersAreTaken();
  void everyIconCanBeDrawnAndTakesThePalettesColour();
  void textStandsOutInBothPalettes();
};

void WindowPartsTest::numbersAreReadAsPeopleTypeThem_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("locale");
  QTest::addColumn<double>("number");
  const double none = std::numeric_limits<double>::quiet_NaN();
  QTest::newRow("point") << "0.5"
                         << "de_DE" << 0.5;
  QTest::newRow("comma") << "0,5"
                         << "en_US" << 0.5;
  QTest::newRow("exponent") << "1e-3"
                            << "en_US" << 1e-3;
  QTest::newRow("comma and exponent") << "2,5E-4"
                                      << "en_US" << 2.5e-4;
  QTest::newRow("leading zero is no thousand") << "0,001"
                                               << "en_US" << 0.001;
  QTest::newRow("thousands of the locale") << "1,000"
                                           << "en_US" << 1000.0;
  QTest::newRow("decimal of the locale") << "1,000"
                                         << "de_DE" << 1.0;
  QTest::newRow("both, comma last") << "1.234,5"
                                    << "en_US" << 1234.5;
  QTest::newRow("both, point last") << "1,234.5"
                                    << "de_DE" << 1234.5;
  QTest::newRow("several") << "1.000.000"
                           << "en_US" << 1e6;
  QTest::newRow("typographic minus") << QStringLiteral("\u22121.5") << "en_US" << -1.5;
  QTest::newRow("narrow blank") << QStringLiteral("12\u202f000") << "fr_FR" << 12000.0;
  QTest::newRow("word") << "many"
                        << "en_US" << none;
  QTest::newRow("two signs") << "1..5"
                             << "en_US" << none;
  QTest::newRow("two numbers") << "1 2"
                               << "en_US" << none;
  QTest::newRow("empty") << ""
                         << "en_US" << none;
}

void WindowPartsTest::numbersAreReadAsPeopleTypeThem() {
  QFETCH(QString, text);
  QFETCH(QString, locale);
  QFETCH(double, number);
  const std::optional<double> read = numberFromText(text, QLocale(locale));
  QCOMPARE(read.has_value(), !std::isnan(number));
  if (read) QCOMPARE(*read, number);
}

void WindowPartsTest::wholeNumbersAreReadWithThousands_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<qint64>("number");
  QTest::newRow("plain") << "5000" << qint64(5000);
  QTest::newRow("comma") << "5,000" << qint64(5000);
  QTest::newRow("point") << "5.000" << qint64(5000);
  QTest::newRow("exponent") << "1e4" << qint64(10000);
  QTest::newRow("large") << "9007199254740991" << qint64(9007199254740991);
  QTest::newRow("half") << "2.5" << qint64(-1);
  QTest::newRow("group of two") << "5,00" << qint64(-1);
}

void WindowPartsTest::wholeNumbersAreReadWithThousands() {
  QFETCH(QString, text);
  QFETCH(qint64, number);
  QCOMPARE(integerFromText(text).value_or(-1), number);
}

void WindowPartsTest::writtenNumbersReadBack() {
  for (const char* name : {"en_US", "de_DE", "fr_FR"}) {
    const QLocale locale((QString::fromLatin1(name)));
    for (double number : {0.001, 1e-9, 0.1, 1234.5, 0.00123456789012345, 5e300, 0.0}) {
      const QString text = textFromNumber(number, locale);
      const std::optional<double> read = numberFromText(text, locale);
      QVERIFY2(read && *read == number, qPrintable(text));
    }
  }
}

void WindowPartsTest::numbersAreSaidAsPeopleSayThem() {
  QCOMPARE(percent(0.9934), QStringLiteral("99.3\u00a0%"));
  QCOMPARE(percent(0.9999), QStringLiteral("99.9\u00a0%"));  // not a hundred
  QCOMPARE(percent(1), QStringLiteral("100\u00a0%"));
  QCOMPARE(percent(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("NaN"));
  QCOMPARE(percent(-std::numeric_limits<double>::infinity()), QStringLiteral("\u2212inf"));
  QCOMPARE(grouped(50998), QStringLiteral("50,998"));
  QCOMPARE(compact(1234567), QStringLiteral("1.2\u00a0M"));
  QCOMPARE(compact(9999), QStringLiteral("9,999"));
  QCOMPARE(compact(427000), QStringLiteral("427\u00a0k"));
  QCOMPARE(duration(39), QStringLiteral("39 s"));
  QCOMPARE(duration(190), QStringLiteral("3 min 10 s"));
  QCOMPARE(duration(7500), QStringLiteral("2 h 5 min"));
  QCOMPARE(duration(std::numeric_limits<double>::infinity()), QStringLiteral("\u2013"));
}

void WindowPartsTest::wrongOptionsAreAllToldAtOnce() {
  const LabOptions options = parseLabOptions({"--thread", "--threads", "many", "/no/such/folder", "--runs"});
  QCOMPARE(options.what, LabOptions::What::Wrong);
  QCOMPARE(options.faults.size(), 4);
  QVERIFY(options.faults[0].contains("--thread "));
  QVERIFY(options.faults[1].contains("many"));
  QVERIFY(options.faults[2].contains("/no/such/folder"));
  QVERIFY(options.faults[3].contains("--runs"));
}

void WindowPartsTest::optionsAndFoldersAreTaken() {
  const QTemporaryDir folder;
  const LabOptions options = parseLabOptions({"--threads=2", folder.path(), "--runs", "/tmp/x"});
  QCOMPARE(options.what, LabOptions::What::Window);
  QCOMPARE(options.threads, 2);
  QCOMPARE(options.runs, QStringList{folder.path()});
  QCOMPARE(options.runsFolder, QStringLiteral("/tmp/x"));
  QCOMPARE(parseLabOptions({"--version"}).what, LabOptions::What::Version);
  QCOMPARE(parseLabOptions({"--help"}).what, LabOptions::What::Help);
  QCOMPARE(parseLabOptions({"--export", "curves", "x"}).what, LabOptions::What::Export);
}

void WindowPartsTest::everyIconCanBeDrawnAndTakesThePalettesColour() {
  for (const char* name :
       {"new-run",      "start",         "pause",         "step",           "stop",         "resume",
        "figure",       "search",        "open",          "copy",           "seeds",        "filter",
        "reset",        "rename",        "remove",        "refresh",        "snapshot",     "log",
        "runs",         "curves",        "lambda",        "setup",          "theme",        "help",
        "quit",         "warning",       "chevron-right", "chevron-down",   "chevron-up",   "state-created",
        "state-queued", "state-running", "state-paused",  "state-finished", "state-failed", "state-interrupted"}) {
    QImage image(64, 64, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintIcon(painter, QString::fromLatin1(name), QRectF(0, 0, 64, 64), QColor(200, 30, 10));
    painter.end();
    int solid = 0;
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) solid += image.pixelColor(x, y) == QColor(200, 30, 10) ? 1 : 0;
    }
    QVERIFY2(solid > 20, name);
  }
}

void WindowPartsTest::textStandsOutInBothPalettes() {
  // Relative luminance as WCAG 2 defines it; 4.5 is its limit for text.
  const auto luminance = [](const QColor& colour) {
    const auto part = [](double value) {
      return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
  };
  const auto contrast = [&](const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
  };
  for (bool dark : {false, true}) {
    const QPalette palette = Theme::palette(dark);
    const QColor ground = palette.color(QPalette::Window);
    QVERIFY(contrast(palette.color(QPalette::WindowText), ground) > 7);
    QVERIFY(contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) > 7);
    QVERIFY2(contrast(quietText(palette), ground) > 4.5, dark ? "dark" : "light");
    QVERIFY(contrast(warningColour(palette), ground) > 4.5);
    QVERIFY(contrast(goodColour(palette), ground) > 4.5);
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) > 4);
  }
}

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  WindowPartsTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "window_parts_test.moc"
