// fenwick-lab --measure: the figures come from real runs, and wrong input is told.

#include "ui/measure/measure_command.h"

#include <QApplication>
#include <QTest>
#include <cmath>

#include "model/config/config.h"

using namespace fenwick;

namespace {

struct Said {
  int code = 0;
  QString out, errors;
};

Said measure(const QStringList& arguments) {
  Said said;
  QTextStream out(&said.out), errors(&said.errors);
  said.code = ui::measureCommand(QStringList("--measure") + arguments, out, errors);
  return said;
}

}  // namespace

class MeasureCommandTest : public QObject {
  Q_OBJECT

 private slots:
  void theFiguresAreThere() {
    const Said said = measure({"--steps", "60", "--pairs", "2", "--threads", "2", "--json"});
    QCOMPARE(said.code, 0);
    const model::Json tree = model::Json::parse(said.out.toStdString());
    QVERIFY(tree["preset"] == "mqar-quick");
    QVERIFY(tree["stepsPerSecondAlone"]["min"].get<double>() > 0);
    // Of two, the median lies in their middle.
    const auto alone = [&](const char* what) { return tree["stepsPerSecondAlone"][what].get<double>(); };
    QCOMPARE(alone("median"), (alone("min") + alone("max")) / 2);
    QVERIFY(tree["stepsPerSecondInWindow"]["min"].get<double>() > 0);
    QVERIFY(std::isfinite(tree["cost"]["median"].get<double>()) && tree["cost"]["median"].get<double>() < 1);
    QVERIFY(tree["answers"].get<int>() > 10);
    QVERIFY(tree["answerMs"]["p99"].get<double>() > 0);
    QVERIFY(tree["answerMs"]["p99"].get<double>() <= tree["answerMs"]["max"].get<double>());
    QVERIFY(tree["points"] == 1000000);
    QVERIFY(tree["openSeconds"].get<double>() > 0);
    QVERIFY(tree["replotMs"]["median"].get<double>() > 0);
    QCOMPARE(said.errors.count(QStringLiteral("pair ")), 2);
  }

  void wrongInputIsToldAllAtOnce() {
    const Said said = measure({"--pairs", "0", "--steps", "many", "--preset", "mqar-quik", "somewhere"});
    QCOMPARE(said.code, 2);
    QVERIFY(said.out.isEmpty());
    QVERIFY(said.errors.contains("--pairs: a whole number from 1 to 1000 is needed, got 0"));
    QVERIFY(said.errors.contains("--steps: a whole number from 1 to 1000000 is needed, got many"));
    QVERIFY(said.errors.contains("mqar-quick"));
    QVERIFY(said.errors.contains("--measure takes no run, got somewhere"));
    QCOMPARE(measure({"--wide"}).code, 2);
  }
};

QTEST_MAIN(MeasureCommandTest)
#include "measure_command_test.moc"
