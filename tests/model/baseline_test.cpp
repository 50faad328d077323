// Paired differences with their bootstrap interval, and accuracies by the size of the task.

#include "model/analysis/baseline.h"

#include <QTest>
#include <cmath>

#include "model/analysis/by_size.h"

using namespace fenwick::model;

namespace {

struct Made {
  const char* head;
  std::int64_t pairs, seed;
  double accuracy, loss;
};

// As compareRuns() puts runs together, without folders.
Comparison comparisonOf(const std::vector<Made>& runs) {
  Comparison comparison;
  std::vector<Config> configs;
  for (const Made& made : runs) {
    ComparedRun run;
    run.config.set("model.lambda.head", made.head);
    run.config.set("task.kvPairs", made.pairs);
    run.config.set("train.seed", made.seed);
    run.finalAccuracy = run.bestAccuracy = made.accuracy;
    run.finalLoss = made.loss;
    run.info.solvedStep = made.accuracy >= kSolvedAccuracy ? 100 : -1;
    comparison.runs.push_back(run);
  }
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
    const Json settings = variant(comparison.runs[i].config);
    auto& variants = comparison.variants;
    const auto same = std::find_if(variants.begin(), variants.end(), [&](const ComparedVariant& v) { return v.settings == settings; });
    if (same == variants.end()) {
      variants.emplace_back();
      variants.back().settings = settings;
      variants.back().runs = {i};
      configs.push_back(comparison.runs[i].config);
    } else {
      same->runs.push_back(i);
    }
  }
  const auto labels = variantLabels(configs);
  for (std::size_t i = 0; i < labels.size(); ++i) comparison.variants[i].label = labels[i];
  return comparison;
}

}  // namespace

class BaselineTest : public QObject {
  Q_OBJECT

 private slots:
  void theIntervalIsThatOfTheResampledMeans() {
    // Two differences: their resampled means are 0, 1/2 and 1 with 1/4, 1/2 and 1/4, so 2.5 % and 97.5 % lie at the ends.
    const PairedDifference two = pairedDifference({0, 1});
    QCOMPARE(two.pairs, std::int64_t{2});
    QCOMPARE(two.mean, 0.5);
    QCOMPARE(two.low, 0.0);
    QCOMPARE(two.high, 1.0);
    // Ten zeros and ones: the number of ones in a resample is binomial(10, 1/2), whose 2.5 % and 97.5 % points are 2 and 8.
    const PairedDifference ten = pairedDifference({0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    QCOMPARE(ten.low, 0.2);
    QCOMPARE(ten.high, 0.8);
    QVERIFY(pairedDifference({0.25, 0.5, 0.125}).low == pairedDifference({0.25, 0.5, 0.125}).low);
  }

  void fewPairsHaveNoInterval() {
    const PairedDifference one = pairedDifference({0.25});
    QCOMPARE(one.mean, 0.25);
    QVERIFY(std::isnan(one.low) && std::isnan(one.high));
    const PairedDifference none = pairedDifference({});
    QCOMPARE(none.pairs, std::int64_t{0});
    QVERIFY(std::isnan(none.mean));
  }

  void runsArePairedBySeed() {
    const Comparison comparison = comparisonOf({{"mlp-softplus", 4, 0, 0.9, 1}, {"mlp-softplus", 4, 1, 0.8, 1}, {"mlp-softplus", 4, 2, 0.1, 1},
                                                {"fixed", 4, 1, 0.5, 2}, {"fixed", 4, 0, 0.7, 3}, {"fixed", 4, 9, 0.0, 9}});
    const auto compared = compareWithBaseline(comparison, "fixed");
    QVERIFY(!compared[1].baseline);
    QCOMPARE(*compared[0].baseline, std::size_t{1});
    QCOMPARE(compared[0].finalAccuracy.pairs, std::int64_t{2});
    QVERIFY(std::abs(compared[0].finalAccuracy.mean - 0.25) < 1e-12);  // 0.9-0.7 and 0.8-0.5
    QCOMPARE(compared[0].finalLoss.mean, -1.5);
  }

  void aPartOfTheLabelComparesWithinTheRest() {
    const Comparison comparison = comparisonOf({{"mlp-softplus", 4, 0, 0.9, 1}, {"mlp-softplus", 8, 0, 0.8, 1}, {"fixed", 4, 0, 0.5, 2},
                                                {"fixed", 8, 0, 0.1, 2}, {"constant", 8, 0, 0.3, 2}});
    QCOMPARE(QString::fromStdString(comparison.variants[0].label), QString("mlp-softplus · k 4"));
    const auto compared = compareWithBaseline(comparison, "fixed");
    QCOMPARE(*compared[0].baseline, std::size_t{2});
    QCOMPARE(*compared[1].baseline, std::size_t{3});
    QCOMPARE(*compared[4].baseline, std::size_t{3});
    QVERIFY(!compared[2].baseline && !compared[3].baseline);
    const auto withOne = compareWithBaseline(comparison, "fixed · k 8");
    QCOMPARE(*withOne[0].baseline, std::size_t{3});
    QCOMPARE(*withOne[2].baseline, std::size_t{3});
  }

  void anUnknownBaselineIsToldWithTheNearest() {
    const Comparison comparison = comparisonOf({{"mlp-softplus", 4, 0, 0.9, 1}, {"fixed", 4, 0, 0.5, 2}});
    try {
      compareWithBaseline(comparison, "fixt");
      QFAIL("taken");
    } catch (const std::invalid_argument& error) {
      QCOMPARE(QString(error.what()), QString("--baseline: there is no variant fixt; the nearest is fixed (all: mlp-softplus and fixed)"));
    }
  }

  void accuraciesStandByPairsAndLength() {
    const Comparison comparison = comparisonOf({{"mlp-softplus", 16, 0, 1.0, 1}, {"mlp-softplus", 4, 0, 0.25, 1}, {"mlp-softplus", 4, 1, 0.75, 1}, {"fixed", 4, 0, 0.5, 2}});
    const BySize sizes = bySize(comparison);
    QCOMPARE(sizes.sizes.size(), std::size_t{2});
    QVERIFY(sizes.sizes[0].pairs == 4 && sizes.sizes[1].pairs == 16 && sizes.sizes[0].length == 64);
    QCOMPARE(sizes.rows.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(sizes.rows[0].label), QString("fixed"));
    QCOMPARE(QString::fromStdString(sizes.rows[1].label), QString("mlp-softplus"));
    QCOMPARE(sizes.rows[0].cells[1].runs, std::int64_t{0});
    QCOMPARE(sizes.rows[1].cells[0].runs, std::int64_t{2});
    QCOMPARE(sizes.rows[1].cells[0].finalAccuracy.mean, 0.5);
    QCOMPARE(sizes.rows[1].cells[1].solved, std::int64_t{1});
  }
};

QTEST_GUILESS_MAIN(BaselineTest)
#include "baseline_test.moc"
