// Sweep files: which runs they stand for, what their folders are called, and every fault at once.

#include <QTest>
#include <algorithm>
#include <set>

#include "model/config/presets.h"
#include "model/config/sweep.h"

using namespace fenwick::model;

namespace {

QString joined(const std::vector<Problem>& problems) {
  QString text;
  for (const Problem& problem : problems) text += QString::fromStdString(problem.field + ": " + problem.message + "\n");
  return text;
}

Sweep read(const char* text, QString* faults = nullptr) {
  std::vector<Problem> problems;
  Sweep sweep = readSweep(Json::parse(text), problems);
  if (faults != nullptr) *faults = joined(problems);
  else if (!problems.empty()) qFatal("%s", qPrintable(joined(problems)));
  return sweep;
}

QString names(const Sweep& sweep) {
  QString text;
  for (const SweepRun& run : sweep.runs) text += QString::fromStdString(run.name + " ");
  return text.trimmed();
}

}  // namespace

class SweepTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCombinationIsARunNamedByWhatDiffers() {
    const Sweep sweep = read(R"({"format": 1, "base": "mqar-quick@as-published", "seeds": [0, 7],
      "grid": {"task.kvPairs": [2, 4], "model.lambda.head": ["fixed", "mlp-softplus"], "train.learningRate": [0.002]}})");
    QCOMPARE(names(sweep), QString("fixed-k2-lr2e-3-seed0 mlp-softplus-k2-lr2e-3-seed0 fixed-k4-lr2e-3-seed0 mlp-softplus-k4-lr2e-3-seed0 "
                                   "fixed-k2-lr2e-3-seed7 mlp-softplus-k2-lr2e-3-seed7 fixed-k4-lr2e-3-seed7 mlp-softplus-k4-lr2e-3-seed7"));
    Config expected = presetConfig("mqar-quick@as-published");
    expected.set("task.kvPairs", 4);
    expected.set("model.lambda.head", "mlp-softplus");
    expected.set("train.learningRate", 0.002);
    expected.set("train.seed", 7);
    QVERIFY(sweep.runs.back().config == expected);
    QCOMPARE(sweep.excluded + sweep.repeated, std::int64_t{0});
  }

  void aBaseAloneIsOneRun() {
    const Sweep sweep = read(R"({"base": {"train": {"seed": 3, "steps": 10}}})");
    QCOMPARE(names(sweep), QString("seed3"));
    QCOMPARE(sweep.runs[0].config.get<int>("train.steps"), 10);
  }

  void exclusionsLeaveOutWhatHasAllTheirValues() {
    const Sweep sweep = read(R"({"base": "mqar-quick", "seeds": [0, 1], "grid": {"task.kvPairs": [2, 4], "task.length": [32, 64]},
      "exclude": [{"task.kvPairs": 4, "task.length": 32}, {"train.seed": 1, "task.length": 64.0}]})");
    QCOMPARE(names(sweep), QString("T32-k2-seed0 T64-k2-seed0 T64-k4-seed0 T32-k2-seed1"));
    QCOMPARE(sweep.excluded, std::int64_t{4});
  }

  void settingsWithoutEffectMakeNoSecondRun() {
    const Sweep sweep = read(R"({"base": "mqar-quick", "grid": {"model.lambda.head": ["fixed", "mlp-softmax"], "model.lambda.scale": ["1", "L"]}})");
    QCOMPARE(names(sweep), QString("fixed-lambdascale1-seed0 mlp-softmax-lambdascale1-seed0 mlp-softmax-lambdascaleL-seed0"));
    QCOMPARE(sweep.repeated, std::int64_t{1});
  }

  void theTaskIsSetBeforeWhatBelongsToIt() {
    const Sweep sweep = read(R"({"base": "mqar-quick", "grid": {"task.vocabulary": [128, 64], "task.kind": ["mqar-zoology"]}})");
    QCOMPARE(sweep.runs[0].config.get<int>("task.vocabulary"), 128);  // not the 8,192 that the kind brings
    QCOMPARE(sweep.runs[1].config.get<int>("task.vocabulary"), 64);
  }

  void whatIsSetIsLaidOverTheBase() {
    const Sweep sweep = read(R"({"base": "mqar-quick", "set": {"task.length": 32, "task.kind": "mqar-zoology"}, "grid": {"model.width": [16, 32]}})");
    QCOMPARE(names(sweep), QString("d16-seed0 d32-seed0"));
    QCOMPARE(sweep.runs[1].config.get<std::string>("task.kind"), std::string("mqar-zoology"));
    QCOMPARE(sweep.runs[1].config.get<int>("task.length"), 32);
    QString faults;
    read(R"({"base": "mqar-quick", "set": {"task.lenght": 32, "train.steps": 0}})", &faults);
    QCOMPARE(faults, QString("set.task.lenght: there is no such setting; the nearest is task.length\n"
                             "set.train.steps: must be between 1 and 1000000000 steps, got 0; the nearest permitted value is 1\n"));
    read(R"({"base": "mqar-quick", "set": []})", &faults);
    QCOMPARE(faults, QString("set: must be an object of settings with their values, got []\n"));

    Json file = Json::parse(R"({"base": "mqar-quick", "set": {"train.steps": 7}})");
    std::vector<Problem> problems;
    setInSweep(file, {"train.steps=9", "model.lambda.hidden=2L", "train.batch=x"}, problems);
    QCOMPARE(joined(problems), QString("train.batch: must be a whole number, got \"x\"\n"));
    QVERIFY(file["set"] == Json::parse(R"({"train.steps": 9, "model.lambda.hidden": "2L"})"));
  }

  void namesThatWouldBeTheSameAreToldApart() {
    const Sweep sweep = read(R"({"base": "mqar-quick", "grid": {"train.learningRate": [0.001, 0.0010000001, 0.0010000002]}})");
    std::set<std::string> differing;
    for (const SweepRun& run : sweep.runs) differing.insert(run.name);
    QCOMPARE(differing.size(), std::size_t{3});
  }

  void namesStayShortAndPlain() {
    const std::string path = std::string(300, 'x') + "/λ ü.safetensors";
    std::vector<Problem> problems;
    const Json file{{"base", {{"task", {{"kind", "tensors"}, {"length", 8}}}}}, {"grid", {{"task.file", {path, path + "2"}}}}};
    const Sweep sweep = readSweep(file, problems);
    QCOMPARE(sweep.runs.size(), std::size_t{2});
    QVERIFY(sweep.runs[0].name != sweep.runs[1].name);
    for (const SweepRun& run : sweep.runs) {
      QVERIFY(run.name.size() < 200);
      QVERIFY(std::all_of(run.name.begin(), run.name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.'; }));
    }
  }

  void everyFaultIsToldAtOnce() {
    QString faults;
    read(R"({"format": 2, "base": "mqar-quik", "seed": [1], "seeds": [0, -1], "grid": {"task.kvPairs": [4, "x", 0], "trian.steps": [1],
      "train.seed": [1], "model.lambda.head": ["fixd"], "train.batch": [], "train.steps": [5, 5.0]}, "exclude": [{}, {"task.kvPair": 3}]})", &faults);
    QVERIFY2(faults.contains("format: is 2, written by a newer version; this version reads up to 1\n"), qPrintable(faults));
    QVERIFY(faults.contains("seed: a sweep file has no such key; the nearest is seeds\n"));
    QVERIFY(faults.contains("base: there is no preset mqar-quik; the nearest is mqar-quick"));
    QVERIFY(faults.contains("grid.train.seed: seeds have a list of their own"));
    QVERIFY(faults.contains("grid.task.kvPairs[2]: must be a whole number, got \"x\"\n"));
    QVERIFY(faults.contains("grid.task.kvPairs[3]: must be between 1 and 262144 pairs, got 0; the nearest permitted value is 1\n"));
    QVERIFY(faults.contains("grid.trian.steps: there is no such setting; the nearest is train.steps\n"));
    QVERIFY(faults.contains("grid.model.lambda.head[1]: must be one of"));
    QVERIFY(faults.contains("the nearest is fixed\n"));
    QVERIFY(faults.contains("grid.train.batch: must be a list with at least one value, got []\n"));
    QVERIFY(faults.contains("seeds[2]: must be between 0 and 9007199254740991, got -1; the nearest permitted value is 0\n"));
    QVERIFY(faults.contains("exclude[1]: must be an object with at least one setting, got {}\n"));
    QVERIFY(faults.contains("exclude[2].task.kvPair: there is no such setting; the nearest is task.kvPairs\n"));
    QVERIFY(faults.contains("grid.train.steps[2]: 5.0 stands twice; leave one of them\n"));
    QCOMPARE(faults.count('\n'), 13);
  }

  void relationsAreToldOnceWithARunThatBreaksThem() {
    QString faults;
    read(R"({"base": "mqar-quick", "seeds": [0, 1, 2], "grid": {"task.kvPairs": [4, 17], "train.batch": [64]}})", &faults);
    QCOMPARE(faults, QString("task.kvPairs: 17 pairs need 68 tokens (4 for each), and task.length is 64; the largest number that fits is 16 (in the "
                             "run k17-batch64-seed0 and 2 more; \"exclude\" can leave it out)\n"));
    read(R"({"base": "mqar-quick", "grid": {"train.steps": [5, 5]}})", &faults);
    QCOMPARE(faults, QString("grid.train.steps[2]: 5 stands twice; leave one of them\n"));
    read(R"({"base": "mqar-quick", "exclude": [{"task.kvPairs": 4}]})", &faults);
    QCOMPARE(faults, QString("exclude: leaves no run; take entries out\n"));
    read(R"({"seeds": 3})", &faults);
    QCOMPARE(faults, QString("base: is needed: the name of a preset, such as \"mqar-quick\", or an object of settings\n"
                             "seeds: must be a list with at least one value, got 3\n"));
    read("[]", &faults);
    QVERIFY(faults.startsWith(": a sweep file must be a JSON object"));
  }

  void moreRunsThanAnyoneWaitsForAreRefused() {
    Json seeds = Json::array();
    for (int seed = 0; seed < 101; ++seed) seeds.push_back(seed);
    Json widths = Json::array();
    for (int width = 1; width <= 100; ++width) widths.push_back(width);
    std::vector<Problem> problems;
    const Sweep sweep = readSweep({{"base", "mqar-quick"}, {"seeds", seeds}, {"grid", {{"model.width", widths}}}}, problems);
    QCOMPARE(joined(problems), QString("grid: makes 10100 combinations; the most is 10000, so give fewer values or seeds\n"));
    QVERIFY(sweep.runs.empty());
    for (int seed = 0; seed < 10000; ++seed) seeds.push_back(seed);
    problems.clear();
    readSweep({{"base", "mqar-quick"}, {"seeds", seeds}, {"exclude", std::vector<Json>(10001)}}, problems);
    QCOMPARE(joined(problems), QString("seeds: holds 10101 entries; the most is 10000\nexclude: holds 10001 entries; the most is 10000\n"));
  }

  void builtInSweepsHoldTheRunsThatTheySay_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("controls");
    QTest::newRow("mqar-paper") << 72 << 240;
    QTest::newRow("mqar-t128") << 45 << 135;
    QTest::newRow("selective-copying-paper") << 45 << 105;
    QTest::newRow("mqar-k32") << 80 << 104;
  }
  void builtInSweepsHoldTheRunsThatTheySay() {
    QFETCH(int, runs);
    QFETCH(int, controls);
    const std::string name = QTest::currentDataTag();
    const auto presets = sweepPresets();
    const auto preset = std::find_if(presets.begin(), presets.end(), [&](const Preset& p) { return p.name == name; });
    QVERIFY(preset != presets.end());
    QVERIFY(preset->arms == (std::vector<std::string>{"as-described", "as-published", "controls"}));
    for (const std::string& arm : preset->arms) {
      std::vector<Problem> problems;
      const Sweep sweep = readSweep(sweepPreset(name + "@" + arm), problems);
      QCOMPARE(joined(problems), QString());
      const int expected = arm == "controls" ? controls : runs;
      QCOMPARE(static_cast<int>(sweep.runs.size()), expected);
      QVERIFY2(preset->summary.find(std::to_string(expected) + " runs") != std::string::npos, preset->summary.c_str());
      const std::string init = arm == "as-published" ? arm : "as-described";
      for (const SweepRun& run : sweep.runs) QCOMPARE(run.config.get<std::string>("model.init"), init);
    }
  }

  // Their text comes with --set; the other two have no control arm.
  void furtherSweepsHoldTheRunsThatTheySay_data() {
    QTest::addColumn<int>("runs");
    QTest::newRow("language-paper") << 12;
    QTest::newRow("length-generalisation") << 15;
    QTest::newRow("mqar-mixers") << 12;
    QTest::newRow("mqar-width") << 24;
  }
  void furtherSweepsHoldTheRunsThatTheySay() {
    QFETCH(int, runs);
    const std::string name = QTest::currentDataTag();
    const auto presets = sweepPresets();
    const auto preset = std::find_if(presets.begin(), presets.end(), [&](const Preset& p) { return p.name == name; });
    QVERIFY(preset != presets.end());
    QVERIFY2(preset->summary.find(std::to_string(runs) + " runs") != std::string::npos, preset->summary.c_str());
    for (const std::string& arm : preset->arms) {
      std::vector<Problem> problems;
      Json file = sweepPreset(name + "@" + arm);
      if (name == "language-paper") setInSweep(file, {std::string("task.file=") + FENWICK_SOURCE_DIR + "/README.md", "task.tokenizer=trained"}, problems);
      const Sweep sweep = readSweep(file, problems);
      QCOMPARE(joined(problems), QString());
      QCOMPARE(static_cast<int>(sweep.runs.size()), runs);
      for (const SweepRun& run : sweep.runs) {
        const Config& config = run.config;
        if (name == "language-paper") QCOMPARE(config.get<int>("model.heads") * 64, config.get<int>("model.width"));
        if (name == "length-generalisation") QCOMPARE(levels(config), std::int64_t{10});  // 512 tokens
      }
    }
  }

  // SCIENCE of the synthetic study, "what else could explain the gain": one control at a time.
  void controlsDifferFromTheStudyInOneThing() {
    std::vector<Problem> problems;
    const Sweep study = readSweep(sweepPreset("mqar-t128"), problems), controls = readSweep(sweepPreset("mqar-t128@controls"), problems);
    std::set<std::string> seen;
    for (const SweepRun& control : controls.runs) {
      QStringList differences;
      const std::string head = control.config.get<std::string>("model.lambda.head");
      if (head == "constant" || head == "fixed-bias") differences << QString::fromStdString(head);
      if (!control.config.isWord("model.lambda.start")) differences << "equal start";
      if (control.config.value("model.gateInit") == "grid") differences << "gate grid";
      if (control.config.isWord("task.pairOffset")) differences << "moved pairs";
      QCOMPARE(differences.size(), 1);
      seen.insert(differences[0].toStdString());
      for (const SweepRun& run : study.runs) QVERIFY(!(run.config == control.config));
    }
    QVERIFY(seen == (std::set<std::string>{"constant", "fixed-bias", "equal start", "gate grid", "moved pairs"}));
  }

  void anUnknownSweepIsToldWithTheNearest() {
    QVERIFY_EXCEPTION_THROWN(sweepPreset("mqar-pper"), std::invalid_argument);
    try {
      sweepPreset("mqar-pper@controls");
    } catch (const std::invalid_argument& error) {
      QVERIFY2(QString(error.what()).startsWith("there is no sweep mqar-pper; the nearest is mqar-paper"), error.what());
    }
    QVERIFY(isSweepPreset("mqar-t128@controls"));
    QVERIFY(!isSweepPreset("mqar-quick"));
  }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
