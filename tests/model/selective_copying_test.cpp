// Selective copying: what every example must be, its limits, and what it draws for ever.

#include <QTest>
#include <algorithm>
#include <set>

#include "model/config/presets.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;

namespace {

// Data stand in order before the separator, and are asked for in that order from the separator on.
void check(const Tokens& example, std::size_t copied, std::int64_t vocabulary) {
  const std::size_t length = example.inputs.size(), separator = length - copied - 1;
  std::vector<std::int64_t> data;
  for (std::size_t t = 0; t < separator; ++t) {
    QVERIFY(example.roles[t] == Role::Data || example.roles[t] == Role::Noise);
    const std::int64_t token = example.inputs[t];
    if (example.roles[t] == Role::Data) {
      QVERIFY(token >= 3 && token <= vocabulary / 2 + 1);
      data.push_back(token);
    } else {
      QVERIFY(token >= vocabulary / 2 + 3 && token < vocabulary);
    }
    QCOMPARE(example.targets[t], kIgnored);
  }
  QCOMPARE(data.size(), copied);
  QCOMPARE(std::set<std::int64_t>(data.begin(), data.end()).size(), copied);
  QCOMPARE(example.inputs[separator], std::int64_t{1});
  QCOMPARE(example.roles[separator], Role::Separator);
  for (std::size_t i = 0; i < copied; ++i) {
    QCOMPARE(example.targets[separator + i], data[i]);
    QCOMPARE(example.inputs[separator + 1 + i], std::int64_t{2});  // never what was right
    QCOMPARE(example.roles[separator + 1 + i], Role::Blank);
  }
  QCOMPARE(example.targets[length - 1], kIgnored);
}

const std::vector<std::string> kCopying{"task.kind=selective-copying", "task.length=256"};

Config copying(std::vector<std::string> more) {
  more.insert(more.begin(), kCopying.begin(), kCopying.end());
  return with(more);
}

}  // namespace

class SelectiveCopyingTest : public QObject {
  Q_OBJECT

 private slots:
  void dataAreAskedForInTheirOrder_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("copied");
    QTest::addColumn<int>("vocabulary");
    QTest::newRow("as published") << 256 << 16 << 128;
    QTest::newRow("no noise between") << 33 << 16 << 128;
    QTest::newRow("smallest") << 3 << 1 << 7;
    QTest::newRow("odd vocabulary") << 40 << 3 << 9;
    QTest::newRow("all data") << 130 << 63 << 128;
  }
  void dataAreAskedForInTheirOrder() {
    QFETCH(int, length);
    QFETCH(int, copied);
    QFETCH(int, vocabulary);
    const Config config = copying({"task.length=" + std::to_string(length), "task.copyTokens=" + std::to_string(copied),
                                   "task.vocabulary=" + std::to_string(vocabulary)});
    QCOMPARE(faults(config), QString());
    const TokenBatch batch = rows(config, Split::Train, 0, 200);
    for (std::int64_t row = 0; row < 200; ++row) {
      check(tokensOf(batch, row), static_cast<std::size_t>(copied), vocabulary);
      if (QTest::currentTestFailed()) return;
    }
  }

  void tokensAndPlacesAreUniform() {
    const TokenBatch batch = rows(copying({"task.length=64"}), Split::Train, 0, 4000);
    std::vector<double> tokens(128), places(64);
    for (std::size_t i = 0; i < batch.inputs.size(); ++i) {
      const Role role = static_cast<Role>(batch.roles[i]);
      if (role == Role::Data || role == Role::Noise) ++tokens[static_cast<std::size_t>(batch.inputs[i])];
      if (role == Role::Data) ++places[i % 64];
    }
    const auto chi = [](const std::vector<double>& counts, std::size_t begin, std::size_t end, double total) {
      double sum = 0;
      const double expected = total / static_cast<double>(end - begin);
      for (std::size_t i = begin; i < end; ++i) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
      return sum;
    };
    // Draws without replacement spread less than chance would, so the usual bound holds all the more.
    QVERIFY(chi(tokens, 3, 66, 4000 * 16) < 62 + 4 * 11.2);
    QVERIFY(chi(tokens, 67, 128, 4000 * 31) < 60 + 4 * 11);
    QVERIFY(chi(places, 0, 47, 4000 * 16) < 46 + 4 * 9.6);
    QCOMPARE(tokens[66], 0.0);
  }

  void limitsAreNamed_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("too short") << QStringList{"task.length=32"}
                               << "task.length: must be at least 33 for 16 data tokens, as many blanks and the separator, got 32; the nearest "
                                  "permitted value is 33\n";
    QTest::newRow("exactly") << QStringList{"task.length=33"} << "";
    QTest::newRow("one token") << QStringList{"task.length=2", "task.copyTokens=1"}
                               << "task.length: must be at least 3 for 1 data token, its blank and the separator, got 2; the nearest permitted "
                                  "value is 3\n";
    QTest::newRow("more than there are") << QStringList{"task.copyTokens=64"}
                                         << "task.copyTokens: must be at most the 63 data tokens (task.vocabulary is 128), since they differ, got "
                                            "64; the nearest permitted value is 63\n";
    QTest::newRow("vocabulary") << QStringList{"task.vocabulary=6", "task.copyTokens=1"}
                                << "task.vocabulary: must be at least 7, so that there are data and noise, got 6; the nearest permitted value is "
                                   "7\n";
    QTest::newRow("evaluation length") << QStringList{"task.evaluationLengths=512,30"}
                                       << "task.evaluationLengths: must be at least 33 for 16 data tokens, as many blanks and the separator, got "
                                          "30; the nearest permitted value is 33\n";
  }
  void limitsAreNamed() {
    QFETCH(QStringList, settings);
    QFETCH(QString, sentence);
    QCOMPARE(faults(copying(assignmentsOf(settings))), sentence);
  }

  void anExampleDependsOnSeedSplitAndIndexAlone() {
    const TokenBatch together = rows(copying({"train.seed=3"}), Split::Train, 0, 10);
    const TokenBatch alone = rows(copying({"task.seed=3"}), Split::Train, 7, 1);
    QVERIFY(std::equal(alone.inputs.begin(), alone.inputs.end(), together.inputs.begin() + 7 * 256));
    QVERIFY(rows(copying({"train.seed=3"}), Split::Valid, 0, 10).inputs != together.inputs);
    QVERIFY(rows(copying({"train.seed=3"}), Split::Test, 0, 10).inputs != rows(copying({"train.seed=3"}), Split::Valid, 0, 10).inputs);
    QVERIFY(rows(copying({}), Split::Train, 0, 10).inputs != together.inputs);
  }

  void linesMarkChanceAndTheKnownSet() {
    const auto data = taskKind(copying({})).open(copying({}));
    const auto lines = data->referenceLines();
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].accuracy, 1.0 / 63);
    QCOMPARE(QString::fromStdString(lines[0].label), QString("chance 1/63"));
    QCOMPARE(lines[1].accuracy, 1.0 / 16);
    QCOMPARE(QString::fromStdString(lines[1].label), QString("set known 1/16"));
    QCOMPARE(QString::fromStdString(data->tokenLabel(1) + " " + data->tokenLabel(2) + " " + data->tokenLabel(66)), QString("separator blank 66"));
  }

  // Whoever changes what is drawn changes every published number: these values are for ever.
  void theFirstThousandExamplesOfEachPresetAreKnown_data() {
    QTest::addColumn<quint64>("train");
    QTest::addColumn<quint64>("valid");
    QTest::newRow("selective-copying-t256") << quint64{0x8109FDADB3989994} << quint64{0x8A952AF34C686A8C};
    QTest::newRow("selective-copying-t512") << quint64{0x4490F7DB8CE5306C} << quint64{0x57733930B64E145E};
    QTest::newRow("selective-copying-t1024") << quint64{0x520BA8408C894EA4} << quint64{0xF585796E06AC36FB};
  }
  void theFirstThousandExamplesOfEachPresetAreKnown() {
    QFETCH(quint64, train);
    QFETCH(quint64, valid);
    QCOMPARE(firstThousand(presetConfig(QTest::currentDataTag())), sumsText(train, valid));
  }

  void presetsAreAsPublished_data() {
    QTest::addColumn<int>("length");
    for (const int length : {256, 512, 1024}) QTest::addRow("selective-copying-t%d", length) << length;
  }
  void presetsAreAsPublished() {
    QFETCH(int, length);
    for (const char* arm : {"@as-described", "@as-published"}) {
      const Config config = presetConfig(std::string(QTest::currentDataTag()) + arm);
      QCOMPARE(config.get<int>("task.length"), length);
      QCOMPARE(config.get<int>("task.copyTokens"), 16);
      QCOMPARE(config.get<int>("task.vocabulary"), 128);
      QCOMPARE(config.get<int>("train.steps"), 30000);
      QCOMPARE(config.get<double>("train.learningRate"), 1e-3);
      QCOMPARE(config.get<int>("train.evaluateEvery"), 100);
    }
  }
};

QTEST_GUILESS_MAIN(SelectiveCopyingTest)
#include "selective_copying_test.moc"
