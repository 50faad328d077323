// How training is told on a terminal and elsewhere, on a clock that the test moves.

#include <QTest>
#include <chrono>
#include <limits>
#include <sstream>

#include "app/cli/format.h"
#include "app/cli/progress.h"

using namespace fenwick;
using namespace std::chrono_literals;

namespace {

struct Stage {
  std::ostringstream stream;
  std::chrono::steady_clock::time_point now{std::chrono::seconds(1000)};
  int columns = 120;
  double active = 0;
  cli::Progress progress;

  Stage(bool terminal, std::int64_t steps) : progress(stream, terminal, steps, [this] { return columns; }, [this] { return now; }) {}

  void step(std::int64_t step, double loss, double accuracy, std::chrono::milliseconds took, double valid = -1) {
    now += took;
    active += std::chrono::duration<double>(took).count();
    std::vector<model::Scalar> scalars{{"train/loss", step, 0, loss}, {"train/accuracy", step, 0, accuracy}};
    if (valid >= 0) scalars.push_back({"valid/accuracy", step, 0, valid});
    progress.onScalars(scalars, active);
  }
  QString text() const { return QString::fromStdString(stream.str()); }
};

}  // namespace

class ProgressTest : public QObject {
  Q_OBJECT

 private slots:
  void plainLinesComeAtEvaluationsAndElseEveryFiveSeconds() {
    Stage stage(false, 100);
    for (int step = 1; step <= 40; ++step) stage.step(step, 3.5, 0.25, 200ms, step == 10 ? 0.5 : -1);
    const QStringList lines = stage.text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);  // the first step, the evaluation after 2 s, five seconds after that
    QCOMPARE(lines[0], QString("step 1/100  loss 3.5000  accuracy 25.0 %"));
    QCOMPARE(lines[1], QString("step 10/100  loss 3.5000  accuracy 25.0 %  valid 50.0 %  5.0 steps/s  ETA 18 s"));
    QCOMPARE(lines[2], QString("step 35/100  loss 3.5000  accuracy 25.0 %  valid 50.0 %  5.0 steps/s  ETA 13 s"));
    QVERIFY(!stage.text().contains('\r'));
  }

  void theBarIsDrawnOverAtMostTenTimesASecond() {
    Stage stage(true, 100);
    for (int step = 1; step <= 100; ++step) stage.step(step, 1, 0.5, 10ms);
    const auto draws = stage.text().count('\r');
    QVERIFY2(draws >= 9 && draws <= 11, qPrintable(QString::number(draws)));
    QVERIFY(!stage.text().contains('\n'));
    stage.progress.close();
    QVERIFY(stage.text().endsWith('\n'));
    stage.progress.close();
    QCOMPARE(stage.text().count('\n'), 1);
  }

  void theBarNeverReachesTheLastColumn() {
    for (const int columns : {1, 20, 40, 60, 79, 80, 100, 200}) {
      Stage stage(true, 5000);
      stage.columns = columns;
      stage.step(2500, 0.00001, 0.999, 300ms, 0.993);
      QString drawn = stage.text();
      drawn.remove('\r').remove("\033[K");
      QVERIFY2(drawn.size() <= std::max(20, columns - 1), qPrintable(drawn));
      if (columns >= 100) QVERIFY2(drawn.contains("[#") && drawn.contains("#."), qPrintable(drawn));
    }
  }

  void messagesStandOnTheirOwnLine() {
    Stage stage(true, 10);
    stage.step(1, 1, 0.5, 200ms);
    stage.progress.onMessage("saved checkpoint 1");
    QVERIFY(stage.text().endsWith("\r\033[Ksaved checkpoint 1\n"));
    stage.step(2, 1, 0.5, 200ms);
    QVERIFY(stage.text().contains("step 2/10"));
    Stage plain(false, 10);
    plain.progress.onMessage("saved checkpoint 1");
    QCOMPARE(plain.text(), QString("saved checkpoint 1\n"));
  }

  void aLossThatIsNoNumberIsShown() {
    Stage stage(false, 10);
    stage.step(1, std::numeric_limits<double>::quiet_NaN(), 0, 200ms);
    QVERIFY2(stage.text().contains("loss nan"), qPrintable(stage.text()));
  }

  void numbersReadAsAPersonSaysThem() {
    QCOMPARE(cli::percentText(0.9934), std::string("99.3 %"));
    QCOMPARE(cli::durationText(39.4), std::string("39 s"));
    QCOMPARE(cli::durationText(200), std::string("3 min 20 s"));
    QCOMPARE(cli::durationText(7500), std::string("2 h 5 min"));
    QCOMPARE(cli::durationText(std::numeric_limits<double>::infinity()), std::string("?"));
    QCOMPARE(cli::lossText(4.85203), std::string("4.8520"));
    QCOMPARE(cli::lossText(0.0000123), std::string("1.23e-05"));
    QCOMPARE(cli::columnsOf("λ = 1"), std::size_t{5});
  }
};

QTEST_GUILESS_MAIN(ProgressTest)
#include "progress_test.moc"
