// Statistics over runs: known answers, faulty numbers, and which folders are compared.

#include "model/analysis/compare.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "model/random.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Written {
  std::string head = "mlp-softplus";
  std::int64_t seed = 0;
  RunState state = RunState::Finished;
  double finalAccuracy = 0.5, bestAccuracy = 0.6, finalLoss = 1, bestLoss = 0.9;
  std::int64_t solvedStep = -1;
  std::string id = newUuid();
};

void write(const fs::path& folder, const Written& run) {
  fs::create_directories(folder);
  Config config;
  if (!config.set("model.lambda.head", run.head).empty() || !config.set("train.seed", run.seed).empty()) qFatal("unknown setting");
  RunInfo info;
  info.id = run.id;
  info.state = run.state;
  info.solvedStep = run.solvedStep;
  info.finalMetrics = {{"valid/accuracy", run.finalAccuracy}, {"valid/loss", run.finalLoss}, {"step", 100}};
  info.bestMetrics = {{"valid/accuracy", run.bestAccuracy}, {"valid/loss", run.bestLoss}, {"step", 90}};
  RunFolder(folder).writeConfig(config);
  RunFolder(folder).writeInfo(info);
}

std::string folders(const Comparison& comparison) {
  std::string text;
  for (const ComparedRun& run : comparison.runs) text += run.folder.filename().string() + " ";
  return text;
}

std::string labels(const Comparison& comparison) {
  std::string text;
  for (const ComparedVariant& variant : comparison.variants) text += variant.label + " ";
  return text;
}

}  // namespace

class CompareTest : public QObject {
  Q_OBJECT

 private slots:
  void statisticsGiveKnownAnswers() {
    const Statistic s = statistic({4, 2, 5, 4, 4, 5, 7, 9});
    QCOMPARE(s.count, std::int64_t{8});
    QCOMPARE(s.mean, 5.0);
    QCOMPARE(s.std, std::sqrt(32.0 / 7));  // of the sample
    QCOMPARE(s.median, 4.5);
    QCOMPARE(s.minimum, 2.0);
    QCOMPARE(s.maximum, 9.0);
    QCOMPARE(statistic({3, 1, 2}).median, 2.0);
    QCOMPARE(statistic({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}).std, std::sqrt(30.0));  // sums of squares would lose this
    // What the published history of five seeds gives: 60.9 ± 46.7.
    QCOMPARE(std::round(10 * statistic({99.5, 99.4, 3.2, 3.0, 99.4}).mean) / 10, 60.9);
  }

  void equalValuesHaveExactlyTheirOwnMeanAndNoSpread() {
    const Statistic s = statistic(std::vector<double>(7, 0.1));
    QVERIFY(s.mean == 0.1 && s.std == 0 && s.median == 0.1);
  }

  void fewValuesHaveWhatTheyCanHave() {
    const Statistic none = statistic({});
    QCOMPARE(none.count, std::int64_t{0});
    for (const double value : {none.mean, none.std, none.median, none.minimum, none.maximum}) QVERIFY(std::isnan(value));
    const Statistic one = statistic({0.25});
    QCOMPARE(one.mean, 0.25);
    QVERIFY(std::isnan(one.std));
  }

  void valuesThatAreNotFiniteAreCountedAndHideNothing() {
    const Statistic s = statistic({kNaN, 1, kInfinity, 3, -kInfinity});
    QCOMPARE(s.count, std::int64_t{2});
    QCOMPARE(s.notFinite, std::int64_t{3});
    QCOMPARE(s.mean, 2.0);
    QCOMPARE(s.maximum, 3.0);
    QCOMPARE(statistic({kNaN}).count, std::int64_t{0});
  }

  void statisticsDoNotDependOnTheOrder() {
    RandomStream random(1, "statistic");
    std::vector<double> values;
    for (int i = 0; i < 30; ++i) values.push_back(random.normal());
    const Statistic forward = statistic(values);
    std::reverse(values.begin(), values.end());
    const Statistic backward = statistic(values);
    QVERIFY(std::abs(forward.mean - backward.mean) < 1e-15 && std::abs(forward.std - backward.std) < 1e-15);
    QVERIFY(forward.mean >= forward.minimum && forward.mean <= forward.maximum);
  }

  void theOrderIsTotalWithNaNLast() {
    std::vector<double> values = {kNaN, 1, -kInfinity, kNaN, kInfinity, 0, -1};
    std::sort(values.begin(), values.end(), lessNaNLast);
    QCOMPARE(values[0], -kInfinity);
    QCOMPARE(values[4], kInfinity);
    QVERIFY(std::isnan(values[5]) && std::isnan(values[6]));
    for (const double a : values) {
      QVERIFY(!lessNaNLast(a, a));
      for (const double b : values) QVERIFY(!(lessNaNLast(a, b) && lessNaNLast(b, a)));
    }
  }

  void runsOfOneVariantMakeOneRow() {
    TemporaryFolder folder;
    write(folder / "c", {.head = "fixed", .seed = 1, .finalAccuracy = 0.1, .bestAccuracy = 0.2, .finalLoss = 3, .bestLoss = 2});
    write(folder / "a", {.seed = 1, .finalAccuracy = 0.99, .bestAccuracy = 1, .finalLoss = 0.1, .bestLoss = 0.1, .solvedStep = 900});
    write(folder / "b", {.seed = 0, .finalAccuracy = 0.97, .bestAccuracy = 0.99, .finalLoss = 0.3, .bestLoss = 0.2, .solvedStep = 1100});
    write(folder / "d", {.seed = 10, .state = RunState::Paused, .finalAccuracy = 0.5, .finalLoss = kNaN});
    const Comparison comparison = compareRuns({folder.path()});
    QVERIFY(comparison.skipped.empty());
    QCOMPARE(labels(comparison), std::string("mlp-softplus fixed "));
    QCOMPARE(folders(comparison), std::string("b a d c "));  // by variant, then seed as a number
    const ComparedVariant& first = comparison.variants.front();
    QCOMPARE(first.runs, (std::vector<std::size_t>{0, 1, 2}));
    QCOMPARE(comparison.runs[3].variant, std::size_t{1});
    QCOMPARE(first.unfinished, std::int64_t{1});
    QCOMPARE(first.solved, std::int64_t{2});
    QCOMPARE(first.shareSolved().value(), 2.0 / 3);
    QCOMPARE(first.solvedStep.median, 1000.0);
    QCOMPARE(first.finalAccuracy.mean, (0.99 + 0.97 + 0.5) / 3);
    QCOMPARE(first.bestAccuracy.median, 0.99);
    QCOMPARE(first.finalLoss.count, std::int64_t{2});
    QCOMPARE(first.finalLoss.notFinite, std::int64_t{1});
    QCOMPARE(first.bestLoss.minimum, 0.1);
    QCOMPARE(comparison.variants[1].shareSolved().value(), 0.0);
    QVERIFY(!first.settings.dump().empty() && first.settings.dump().find("seed") == std::string::npos);
  }

  void aVariantWithoutAnyAccuracyComesLast() {
    TemporaryFolder folder;
    write(folder / "a", {.head = "ones", .finalAccuracy = kNaN, .finalLoss = kNaN});
    write(folder / "b", {.head = "fixed", .finalAccuracy = 0.1});
    write(folder / "c", {.head = "constant", .finalAccuracy = 0.2});
    QCOMPARE(labels(compareRuns({folder.path()})), std::string("constant fixed ones "));
  }

  void aRunThatRecordedNoEvaluationHasNoShare() {
    TemporaryFolder folder;
    write(folder / "a", {});
    RunInfo info = RunFolder(folder / "a").readInfo();
    info.finalMetrics = info.bestMetrics = Json::object();
    RunFolder(folder / "a").writeInfo(info);
    const Comparison comparison = compareRuns({folder / "a"});
    QVERIFY(!comparison.variants.front().shareSolved());
    QVERIFY(!comparison.runs.front().finalAccuracy);
    QCOMPARE(comparison.variants.front().finalAccuracy.count, std::int64_t{0});
  }

  void runsAreFoundAtAnyDepthAndCountOnce() {
    TemporaryFolder folder;
    write(folder / "x" / "y" / "deep", {.seed = 1});
    write(folder / "x" / "near", {.seed = 2});
    write(folder / "x" / ".hidden", {.seed = 3});
    write(folder / "x" / "near" / "inside", {.seed = 4});  // of a run: not looked at
    fs::create_directory_symlink(folder / "x", folder / "x" / "loop");
    const Comparison comparison = compareRuns({folder / "x", folder / "x" / "near", folder / "x" / "y" / ".."});
    QCOMPARE(folders(comparison), std::string("deep near "));
    QVERIFY(comparison.skipped.empty());
    QCOMPARE(folders(compareRuns({folder / "x" / ".hidden"})), std::string(".hidden "));  // one that is named is meant
  }

  void aCopyOfARunCountsOnceAndIsTold() {
    TemporaryFolder folder;
    write(folder / "a", {.id = "one"});
    write(folder / "b", {.id = "one"});
    const Comparison comparison = compareRuns({folder.path()});
    QCOMPARE(folders(comparison), std::string("a "));
    QCOMPARE(comparison.skipped.size(), std::size_t{1});
    VERIFY_HOLDS(comparison.skipped.front().reason, (folder / "b").string() + ": is a copy of " + (folder / "a").string());
  }

  void whatCannotBeReadIsToldAndTheRestIsCompared() {
    TemporaryFolder folder;
    write(folder / "good", {});
    write(folder / "torn", {});
    put(folder / "torn" / "run.json", "{\"format\": 1,");
    write(folder / "newer", {});
    put(folder / "newer" / "config.json", R"({"format": 7})");
    fs::create_directory(folder / "no config");
    put(folder / "no config" / "run.json", "{}");
    fs::create_directory(folder / "empty");
    const Comparison comparison = compareRuns({folder.path(), folder / "empty"});
    QCOMPARE(folders(comparison), std::string("good "));
    std::string told;
    for (const SkippedFolder& skipped : comparison.skipped) told += skipped.reason + "\n";
    VERIFY_HOLDS(told, (folder / "torn" / "run.json").string());
    VERIFY_HOLDS(told, (folder / "newer" / "config.json").string());
    VERIFY_HOLDS(told, (folder / "no config" / "config.json").string());
    VERIFY_HOLDS(told, (folder / "empty").string() + ": there is no run folder in it");
    QCOMPARE(comparison.skipped.size(), std::size_t{4});
  }

  void placesThatAreNoFoldersAreAllToldAtOnce() {
    TemporaryFolder folder;
    put(folder / "file", "");
    const std::string told = fault<std::invalid_argument>([&] { compareRuns({folder / "file", folder.path(), folder / "missing"}); });
    VERIFY_HOLDS(told, (folder / "file").string() + ": is no folder\n" + (folder / "missing").string() + ": is no folder");
  }
};

QTEST_APPLESS_MAIN(CompareTest)
#include "compare_test.moc"
