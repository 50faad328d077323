// What the training settings say about rates and decay.

#include "model/training/optimizer_options.h"

#include <QTest>
#include <cmath>

using namespace fenwick::model;

namespace {

Config settings(const Json& train) {
  std::vector<Problem> faults;
  Config config = Config::fromJson(Json{{"train", train}}, faults);
  if (!faults.empty()) throw std::invalid_argument(faults[0].field + ": " + faults[0].message);
  return config;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

}  // namespace

class OptimizerOptionsTest : public QObject {
  Q_OBJECT

 private slots:
  void withoutScheduleTheRateIsConstant() {
    const Config config = settings({{"learningRate", 2e-3}, {"steps", 100}});
    for (const std::int64_t step : {1, 50, 100}) QVERIFY(near(learningRateAt(config, step), 2e-3));
  }

  void warmUpRisesLinearlyToTheRate() {
    const Config config = settings({{"learningRate", 1e-3}, {"steps", 100}, {"warmup", 10}});
    QVERIFY(near(learningRateAt(config, 1), 1e-4));
    QVERIFY(near(learningRateAt(config, 5), 5e-4));
    QVERIFY(near(learningRateAt(config, 10), 1e-3));
    QVERIFY(near(learningRateAt(config, 11), 1e-3));
  }

  void theCosineFallsFromTheRateToNothing() {
    const Config config = settings({{"learningRate", 1e-3}, {"steps", 110}, {"warmup", 10}, {"schedule", "cosine"}});
    QVERIFY(near(learningRateAt(config, 11), 1e-3));
    QVERIFY(near(learningRateAt(config, 61), 5e-4));
    QVERIFY(near(learningRateAt(config, 36), 1e-3 * (2 + std::sqrt(2.0)) / 4));
    double last = learningRateAt(config, 11);
    for (std::int64_t step = 12; step <= 110; ++step) {
      const double rate = learningRateAt(config, step);
      QVERIFY(rate < last && rate > 0);
      last = rate;
    }
    QVERIFY(last < 1e-6);
  }

  void onlyAdamWDecays() {
    const OptimizerOptions adamw = optimizerOptions(settings({{"optimizer", "adamw"}, {"weightDecay", 0.1}, {"clipNorm", 0.5}}));
    QVERIFY(adamw.decoupledDecay);
    QCOMPARE(adamw.weightDecay, 0.1);
    QCOMPARE(adamw.clipNorm, 0.5);
    const OptimizerOptions adam = optimizerOptions(settings({{"optimizer", "adam"}}));
    QVERIFY(!adam.decoupledDecay);
    QCOMPARE(adam.weightDecay, 0.0);
  }
};

QTEST_GUILESS_MAIN(OptimizerOptionsTest)
#include "optimizer_options_test.moc"
