// The recall tasks: what every example must be, their limits, and what they draw for ever.

#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "model/config/config.h"
#include "model/config/presets.h"
#include "model/tasks/task.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;

namespace {

struct Example : Tokens {
  std::map<std::int64_t, std::int64_t> bound;  // key → value
  std::size_t firstKey = 0;
};

std::vector<Example> examples(const TokenBatch& batch) {
  std::vector<Example> result;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    Example example{tokensOf(batch, row), {}};
    for (std::size_t t = 0; t + 1 < example.inputs.size(); ++t) {
      if (example.roles[t] != Role::Key) continue;
      if (example.bound.empty()) example.firstKey = t;
      example.bound[example.inputs[t]] = example.inputs[t + 1];
    }
    result.push_back(std::move(example));
  }
  return result;
}

std::int64_t scored(const Example& example) {
  return std::count_if(example.targets.begin(), example.targets.end(), [](std::int64_t t) { return t != kIgnored; });
}

// What holds in both recall tasks.
void checkRecall(const Example& example, std::int64_t pairs, std::int64_t vocabulary) {
  QCOMPARE(static_cast<std::int64_t>(example.bound.size()), pairs);  // keys differ
  std::set<std::int64_t> values, asked;
  for (const auto& [key, value] : example.bound) {
    QVERIFY(key >= 1 && key < vocabulary / 2);
    QVERIFY(value >= vocabulary / 2 && value < vocabulary);
    values.insert(value);
  }
  QCOMPARE(static_cast<std::int64_t>(values.size()), pairs);  // values differ
  QCOMPARE(scored(example), pairs);
  for (std::size_t t = 0; t < example.inputs.size(); ++t) {
    QVERIFY(example.inputs[t] >= 0 && example.inputs[t] < vocabulary);
    QCOMPARE(example.targets[t] != kIgnored, example.roles[t] == Role::Query);
    if (example.roles[t] != Role::Query) continue;
    QVERIFY(asked.insert(example.inputs[t]).second);  // each key once
    QCOMPARE(example.targets[t], example.bound.at(example.inputs[t]));
  }
  for (std::size_t t = 0; t < example.roles.size(); ++t) QCOMPARE(example.roles[t] == Role::Value, t > 0 && example.roles[t - 1] == Role::Key);
}

}  // namespace

class MqarTest : public QObject {
  Q_OBJECT

 private slots:
  void everyExampleBindsKeysAndAsksEachOnce_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("vocabulary");
    QTest::addColumn<QString>("noise");
    QTest::newRow("quick") << 64 << 4 << 128 << "any";
    QTest::newRow("full: no noise between") << 128 << 32 << 128 << "any";
    QTest::newRow("unused noise") << 100 << 16 << 128 << "unused";
    QTest::newRow("smallest") << 4 << 1 << 4 << "any";
    QTest::newRow("smallest, unused") << 4 << 1 << 4 << "unused";
    QTest::newRow("odd vocabulary") << 17 << 2 << 9 << "unused";
    QTest::newRow("all keys") << 253 << 63 << 128 << "any";
  }
  void everyExampleBindsKeysAndAsksEachOnce() {
    QFETCH(int, length);
    QFETCH(int, pairs);
    QFETCH(int, vocabulary);
    QFETCH(QString, noise);
    const Config config = with({"task.length=" + std::to_string(length), "task.kvPairs=" + std::to_string(pairs),
                                "task.vocabulary=" + std::to_string(vocabulary), "task.noise=" + noise.toStdString()});
    QCOMPARE(faults(config), QString());
    for (const Example& example : examples(rows(config, Split::Train, 0, 200))) {
      checkRecall(example, pairs, vocabulary);
      if (QTest::currentTestFailed()) return;
      for (int i = 0; i < pairs; ++i) {
        QCOMPARE(example.roles[static_cast<std::size_t>(2 * i)], Role::Key);
        const auto query = static_cast<std::size_t>(length - 2 * pairs + 2 * i);
        QCOMPARE(example.roles[query], Role::Query);
        QCOMPARE(example.roles[query + 1], Role::Noise);
        QVERIFY(example.inputs[query + 1] != example.targets[query]);
      }
      for (std::size_t t = 0; t < example.inputs.size(); ++t) {
        if (example.roles[t] != Role::Noise) continue;
        QVERIFY(example.inputs[t] >= 1);
        if (noise == "unused") QVERIFY(!example.bound.contains(example.inputs[t]));
      }
    }
  }

  void noiseIsUniformAndMayRepeatAKey() {
    const Config config = with({"task.length=256", "task.kvPairs=4"});
    std::vector<double> counts(128);
    double total = 0, conflicts = 0, queries = 0;
    for (const Example& example : examples(rows(config, Split::Train, 0, 1000))) {
      std::set<std::int64_t> seenInNoise;
      for (std::size_t t = 0; t < example.inputs.size(); ++t) {
        if (example.roles[t] == Role::Query) {
          ++queries;
          conflicts += seenInNoise.contains(example.inputs[t]) ? 1 : 0;
        }
        if (example.roles[t] != Role::Noise) continue;
        seenInNoise.insert(example.inputs[t]);
        ++counts[static_cast<std::size_t>(example.inputs[t])];
        ++total;
      }
    }
    QCOMPARE(counts[0], 0.0);
    double chi = 0;
    const double expected = total / 127;
    for (std::size_t token = 1; token < 128; ++token) chi += (counts[token] - expected) * (counts[token] - expected) / expected;
    QVERIFY2(chi < 126 + 4 * 16, qPrintable(QString::number(chi)));  // mean 126, standard deviation 16
    QVERIFY2(std::abs(conflicts / queries - 0.86) < 0.03, qPrintable(QString::number(conflicts / queries)));  // as published, k = 4
  }

  void queriesComeInRandomOrder() {
    double first = 0;
    for (const Example& example : examples(rows(Config(), Split::Train, 0, 2000))) first += example.inputs[56] == example.inputs[0] ? 1 : 0;
    QVERIFY2(std::abs(first / 2000 - 0.25) < 0.04, qPrintable(QString::number(first)));
  }

  void anOffsetMovesThePairsAndNothingElse() {
    const Config moved = with({"task.pairOffset=5"});
    for (const Example& example : examples(rows(moved, Split::Valid, 0, 100))) {
      checkRecall(example, 4, 128);
      if (QTest::currentTestFailed()) return;
      QCOMPARE(example.firstKey, std::size_t{5});
      for (std::size_t t : {0, 1, 2, 3, 4, 13, 55}) QCOMPARE(example.roles[t], Role::Noise);
      QCOMPARE(example.roles[56], Role::Query);
    }
    const auto before = examples(rows(Config(), Split::Valid, 0, 20)), after = examples(rows(moved, Split::Valid, 0, 20));
    for (std::size_t i = 0; i < before.size(); ++i) QVERIFY(before[i].bound == after[i].bound);
  }

  void aRandomOffsetReachesBothEnds() {
    const Config config = with({"task.length=24", "task.pairOffset=random"});
    QCOMPARE(faults(config), QString());
    std::map<std::size_t, int> seen;
    for (const Example& example : examples(rows(config, Split::Train, 0, 900))) {
      checkRecall(example, 4, 128);
      if (QTest::currentTestFailed()) return;
      ++seen[example.firstKey];
    }
    QCOMPARE(seen.size(), std::size_t{9});
    QCOMPARE(seen.rbegin()->first, std::size_t{8});
    for (const auto& [offset, count] : seen) QVERIFY(count > 60 && count < 150);
  }

  void limitsAreNamed_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("too many for the length") << QStringList{"task.length=64", "task.kvPairs=17"}
                                             << "task.kvPairs: 17 pairs need 68 tokens (4 for each), and task.length is 64; the largest "
                                                "number that fits is 16\n";
    QTest::newRow("too many for the keys") << QStringList{"task.length=512", "task.kvPairs=64"}
                                           << "task.kvPairs: 64 pairs need a vocabulary of 130 (keys are 1 … V/2-1), and task.vocabulary "
                                              "is 128; the largest number that fits is 63\n";
    QTest::newRow("both") << QStringList{"task.length=100", "task.kvPairs=64"}
                          << "task.kvPairs: 64 pairs need 256 tokens (4 for each), and task.length is 100; they need a vocabulary of 130 "
                             "(keys are 1 … V/2-1), and task.vocabulary is 128; the largest number that fits is 25\n";
    QTest::newRow("nothing fits") << QStringList{"task.length=3", "task.kvPairs=1"}
                                  << "task.kvPairs: 1 pair needs 4 tokens (4 for each), and task.length is 3; not even one fits: the length "
                                     "must be at least 4 and the vocabulary at least 4\n";
    QTest::newRow("exactly") << QStringList{"task.length=252", "task.kvPairs=63"} << "";
    QTest::newRow("one less") << QStringList{"task.length=251", "task.kvPairs=63"}
                              << "task.kvPairs: 63 pairs need 252 tokens (4 for each), and task.length is 251; the largest number that fits "
                                 "is 62\n";
    QTest::newRow("offset") << QStringList{"task.pairOffset=49"}
                            << "task.pairOffset: must be at most 48, so that the pairs end before the queries begin (task.length - 4 × "
                               "task.kvPairs), got 49; the nearest permitted value is 48\n";
    QTest::newRow("largest offset") << QStringList{"task.pairOffset=48"} << "";
    QTest::newRow("evaluation length") << QStringList{"task.evaluationLengths=15,128"}
                                       << "task.evaluationLengths: 4 pairs need at least 16 tokens, got the length 15\n";
    QTest::newRow("segments") << QStringList{"task.kind=mqar-zoology", "task.segments=128:4:100,64:17:100"}
                              << "task.segments: segment 1: length must be at most task.length 64, got 128; the nearest permitted value is "
                                 "64\ntask.segments: segment 2: 17 pairs need 68 tokens (4 for each), and its length is 64; the largest "
                                 "number that fits is 16\n";
    QTest::newRow("zoology") << QStringList{"task.kind=mqar-zoology", "task.kvPairs=17"}
                             << "task.kvPairs: 17 pairs need 68 tokens (4 for each), and task.length is 64; the largest number that fits is "
                                "16\n";
  }
  void limitsAreNamed() {
    QFETCH(QStringList, settings);
    QFETCH(QString, sentence);
    QCOMPARE(faults(with(assignmentsOf(settings))), sentence);
  }

  void anExampleDependsOnSeedSplitAndIndexAlone() {
    const Config config = with({"train.seed=3"});
    const TokenBatch together = rows(config, Split::Train, 0, 10);
    const TokenBatch alone = rows(config, Split::Train, 7, 1);
    QVERIFY(std::equal(alone.inputs.begin(), alone.inputs.end(), together.inputs.begin() + 7 * 64));
    QVERIFY(rows(with({"task.seed=3"}), Split::Train, 0, 10).inputs == together.inputs);
    QVERIFY(rows(with({"train.seed=4", "task.seed=3", "task.examples=0", "train.orderSeed=9"}), Split::Train, 0, 10).inputs == together.inputs);
    QVERIFY(rows(config, Split::Valid, 0, 10).inputs != together.inputs);
    QVERIFY(rows(config, Split::Test, 0, 10).inputs != rows(config, Split::Valid, 0, 10).inputs);
    QVERIFY(rows(Config(), Split::Train, 0, 10).inputs != together.inputs);
  }

  void splitsAreAsLargeAsAsked() {
    const Config config = with({"task.examples=100", "task.validationExamples=20", "task.testExamples=0"});
    const auto data = taskKind(config).open(config);
    QCOMPARE(data->examples(Split::Train), std::int64_t{100});
    QCOMPARE(data->examples(Split::Valid), std::int64_t{20});
    QCOMPARE(data->examples(Split::Test), std::int64_t{0});
    TokenBatch batch;
    QVERIFY_EXCEPTION_THROWN(data->fill(Split::Train, std::vector<std::int64_t>{100}, batch), std::out_of_range);
    QVERIFY_EXCEPTION_THROWN(data->fill(Split::Train, std::vector<std::int64_t>{-1}, batch), std::out_of_range);
    const Config fresh = with({"task.examples=0"});
    QCOMPARE(taskKind(fresh).open(fresh)->examples(Split::Train), TaskData::kUnlimited);
    QVERIFY(!rows(fresh, Split::Train, 123456789012, 1).inputs.empty());
  }

  void linesMarkChanceAndTheKnownSetOfValues() {
    const auto lines = taskKind(Config()).open(Config())->referenceLines();
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].accuracy, 1.0 / 64);
    QCOMPARE(QString::fromStdString(lines[0].label), QString("chance 1/64"));
    QCOMPARE(lines[1].accuracy, 1.0 / 4);
    QCOMPARE(QString::fromStdString(lines[1].label), QString("1/k = 1/4"));
  }

  // Whoever changes what is drawn changes every published number: these values are for ever.
  void theFirstThousandExamplesOfEachPresetAreKnown_data() {
    QTest::addColumn<quint64>("train");
    QTest::addColumn<quint64>("valid");
    QTest::newRow("mqar-quick") << quint64{0x6FDDF0EE216F0451} << quint64{0xBF4F398CAFD12BB4};
    QTest::newRow("mqar-k4-t128") << quint64{0xAB37CB89C0D5F1CF} << quint64{0xA71E1FB2331D449B};
    QTest::newRow("mqar-k8-t128") << quint64{0x4D31CEBE8EA5AAE3} << quint64{0x38E480C60FDCF682};
    QTest::newRow("mqar-k16-t128") << quint64{0x51F90E39CF2DDBBC} << quint64{0xD548031DBA9A3D46};
    QTest::newRow("mqar-k32-t128") << quint64{0xEB96DC9AF97FF3F5} << quint64{0x4364461E3DA15E56};
    QTest::newRow("mqar-k32-t256") << quint64{0x2EB9950A8CDB9EF4} << quint64{0x13F11CB0249B8CDB};
  }
  void theFirstThousandExamplesOfEachPresetAreKnown() {
    QFETCH(quint64, train);
    QFETCH(quint64, valid);
    QCOMPARE(firstThousand(presetConfig(QTest::currentDataTag())), sumsText(train, valid));
  }

  void checksumsAreFnvOverInputsThenTargets() {
    class Tiny final : public TaskData {
     public:
      std::int64_t vocabulary() const override { return 2; }
      std::int64_t length() const override { return 1; }
      std::int64_t examples(Split) const override { return 1; }
      void fill(Split, std::span<const std::int64_t> indices, TokenBatch& batch) const override {
        batch = {static_cast<std::int64_t>(indices.size()), 1, {1}, {kIgnored}, {0}};
      }
    };
    // FNV-1a of 01 00 00 00 00 00 00 00 9c ff ff ff ff ff ff ff, computed apart.
    QCOMPARE(Tiny().checksum(Split::Train, 1000), quint64{0xE2822D4EEDC5AD1F});
  }

  // ---- Zoology -----------------------------------------------------------------------------------------------------

  void zoologyAsksAtEvenDistancesBehindThePairs() {
    for (const char* filler : {"0", "random"}) {
      const Config config = with({"task.kind=mqar-zoology", "task.length=128", "task.kvPairs=8", std::string("task.filler=") + filler});
      QCOMPARE(faults(config), QString());
      QCOMPARE(taskKind(config).open(config)->vocabulary(), std::int64_t{8192});
      bool otherThanZero = false;
      for (const Example& example : examples(rows(config, Split::Train, 0, 200))) {
        checkRecall(example, 8, 8192);
        if (QTest::currentTestFailed()) return;
        for (std::size_t t = 0; t < 128; ++t) {
          if (example.roles[t] == Role::Query) QVERIFY(t >= 16 && t % 2 == 0);
          if (example.roles[t] == Role::Noise) otherThanZero = otherThanZero || example.inputs[t] != 0;
        }
      }
      QCOMPARE(otherThanZero, std::string(filler) == "random");
    }
  }

  void zoologyFollowsThePowerLaw() {
    const auto firstSlot = [](const std::string& power) {
      const Config config = with({"task.kind=mqar-zoology", "task.length=64", "task.kvPairs=1", "task.powerLaw=" + power});
      double hits = 0;
      for (const Example& example : examples(rows(config, Split::Train, 0, 4000))) hits += example.roles[2] == Role::Query ? 1 : 0;
      return hits / 4000;
    };
    double sum = 0;  // weights (j+1)^(a-1) over the 31 slots
    for (int j = 1; j <= 31; ++j) sum += std::pow(j, 0.01 - 1);
    QVERIFY2(std::abs(firstSlot("0.01") - 1 / sum) < 0.03, qPrintable(QString::number(firstSlot("0.01"))));
    QVERIFY2(std::abs(firstSlot("1") - 1.0 / 31) < 0.012, qPrintable(QString::number(firstSlot("1"))));
  }

  void zoologyFillsEverySlotWhenItMust() {
    const Config config = with({"task.kind=mqar-zoology", "task.length=64", "task.kvPairs=16"});
    for (const Example& example : examples(rows(config, Split::Train, 0, 50))) {
      checkRecall(example, 16, 8192);
      if (QTest::currentTestFailed()) return;
      for (std::size_t t = 32; t < 64; t += 2) QCOMPARE(example.roles[t], Role::Query);
    }
  }

  void segmentsMixLengthsAndPadWithIgnoredPositions() {
    const Config config = with({"task.kind=mqar-zoology", "task.length=64", "task.segments=16:2:30,64:8:70", "task.vocabulary=128"});
    QCOMPARE(faults(config), QString());
    const auto data = taskKind(config).open(config);
    QCOMPARE(data->examples(Split::Train), std::int64_t{100});
    QCOMPARE(data->length(), std::int64_t{64});
    const auto train = examples(rows(config, Split::Train, 0, 100)), valid = examples(rows(config, Split::Valid, 0, 10));
    for (std::size_t i = 0; i < train.size(); ++i) checkRecall(train[i], i < 30 ? 2 : 8, 128);
    for (std::size_t i = 0; i < valid.size(); ++i) checkRecall(valid[i], i % 2 == 0 ? 2 : 8, 128);
    for (std::size_t t = 16; t < 64; ++t) {
      QCOMPARE(train[0].roles[t], Role::Blank);
      QCOMPARE(train[0].inputs[t], std::int64_t{0});
      QCOMPARE(train[0].targets[t], kIgnored);
    }
  }

  // ---- order -------------------------------------------------------------------------------------------------------

  void aShuffledBatchHasDistinctRowsAndDependsOnStepAndSeed() {
    const Config config = with({"task.examples=100", "train.batch=64"});
    const auto data = taskKind(config).open(config);
    std::map<std::int64_t, int> seen;
    for (std::int64_t step = 1; step <= 300; ++step) {
      const auto batch = batchIndices(config, *data, step);
      QCOMPARE(batch.size(), std::size_t{64});
      QCOMPARE(std::set<std::int64_t>(batch.begin(), batch.end()).size(), std::size_t{64});
      for (const std::int64_t row : batch) ++seen[row];
      QVERIFY(batch == batchIndices(config, *data, step));
    }
    QCOMPARE(seen.size(), std::size_t{100});
    QVERIFY(seen.begin()->first == 0 && seen.rbegin()->first == 99);
    for (const auto& [row, count] : seen) QVERIFY2(count > 150 && count < 235, qPrintable(QString::number(count)));  // 192 expected
    QVERIFY(batchIndices(config, *data, 1) != batchIndices(config, *data, 2));
    const Config other = with({"task.examples=100", "train.batch=64", "train.orderSeed=1"});
    QVERIFY(batchIndices(other, *data, 1) != batchIndices(config, *data, 1));
  }

  void smallBatchesOfLargeSetsAreDistinctToo() {
    const Config config = with({"task.examples=10000", "train.batch=64"});
    const auto data = taskKind(config).open(config);
    const auto batch = batchIndices(config, *data, 17);
    QCOMPARE(std::set<std::int64_t>(batch.begin(), batch.end()).size(), std::size_t{64});
    QVERIFY(*std::max_element(batch.begin(), batch.end()) > 5000);
  }

  void sequentialGoesThroughInOrderAndStartsOver() {
    const Config config = with({"task.examples=10", "train.batch=4", "task.order=sequential"});
    const auto data = taskKind(config).open(config);
    QVERIFY(batchIndices(config, *data, 1) == (std::vector<std::int64_t>{0, 1, 2, 3}));
    QVERIFY(batchIndices(config, *data, 3) == (std::vector<std::int64_t>{8, 9, 0, 1}));
    QVERIFY(batchIndices(config, *data, 4) == (std::vector<std::int64_t>{2, 3, 4, 5}));
    QVERIFY_EXCEPTION_THROWN(batchIndices(config, *data, 0), std::invalid_argument);
  }

  void freshExamplesNeverRepeat() {
    const Config config = with({"task.examples=0", "train.batch=4"});
    const auto data = taskKind(config).open(config);
    QVERIFY(batchIndices(config, *data, 1) == (std::vector<std::int64_t>{0, 1, 2, 3}));
    QVERIFY(batchIndices(config, *data, 1000001) == (std::vector<std::int64_t>{4000000, 4000001, 4000002, 4000003}));
  }
};

QTEST_GUILESS_MAIN(MqarTest)
#include "mqar_test.moc"
