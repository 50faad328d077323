// The description of settings, reading and writing of configurations, and every sentence a person gets about a wrong one.

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <set>

#include "model/config/config.h"
#include "model/config/config_file.h"
#include "model/config/lambda_heads.h"
#include "model/config/words.h"
#include "model/tasks/task.h"

using namespace fenwick::model;

namespace {

std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.field + ": " + problem.message + "\n";
  return text;
}

QString shown(const std::vector<Problem>& problems) { return QString::fromStdString(joined(problems)); }

Config with(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) {
    const auto faults = config.setFromText(assignment);
    if (!faults.empty()) qFatal("%s", joined(faults).c_str());
  }
  return config;
}

void writeFile(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

#define COMPARE_TEXT(actual, expected) QCOMPARE(QString::fromStdString(actual), QString::fromUtf8(expected))

class ConfigTest : public QObject {
  Q_OBJECT

 private slots:
  void everySettingIsDescribed() {
    std::set<std::string> paths;
    for (const Field& field : fields()) {
      QVERIFY2(paths.insert(field.path).second, field.path.c_str());
      QVERIFY2(!field.title.empty(), field.path.c_str());
      QVERIFY2(field.help.size() > 10 && field.help.back() == '.', field.path.c_str());
      QVERIFY2(field.help.size() < 160, field.path.c_str());
      if (field.kind == FieldKind::Word) QVERIFY2(!field.words.empty(), field.path.c_str());
      if (field.kind == FieldKind::Integer || field.kind == FieldKind::Number) {
        QVERIFY2(field.minimum && field.maximum, field.path.c_str());
      }
    }
  }

  void theTableHoldsTheFixedKeys() {
    for (const char* path :
         {"task.kind", "task.length", "task.kvPairs", "task.segments", "task.vocabulary", "task.powerLaw", "task.filler", "task.noise",
          "task.pairOffset", "task.examples", "task.validationExamples", "task.testExamples", "task.evaluationLengths", "task.file",
          "task.validationFile", "task.order", "task.seed", "model.mixer", "model.block", "model.groups", "model.levels", "model.layers",
          "model.width", "model.heads", "model.keyDim", "model.chunk", "model.init", "model.gateInit", "model.lambda.head",
          "model.lambda.activation", "model.lambda.hidden", "model.lambda.start", "model.lambda.scale", "train.steps", "train.batch",
          "train.optimizer", "train.learningRate", "train.schedule", "train.warmup", "train.weightDecay", "train.clipNorm",
          "train.precision", "train.seed", "train.orderSeed", "train.evaluateEvery", "train.checkpointEvery", "train.snapshotEvery",
          "train.snapshotSamples", "train.snapshotBudgetMB", "train.keepEvery", "train.stopAt"}) {
      QVERIFY2(findField(path) != nullptr, path);
    }
  }

  void everyDefaultIsPermitted() {
    for (const Field& field : fields()) {
      Config config;
      QCOMPARE(shown(config.set(field.path, field.initial)), QString());
      QVERIFY2(config.value(field.path) == field.initial, field.path.c_str());
    }
    QCOMPARE(shown(problems(Config())), QString());
  }

  void textIsReadBackEqualAndInTheOrderOfTheTable() {
    const Config config = with({"train.learningRate=2e-3", "task.pairOffset=random", "task.evaluationLengths=128,256"});
    std::vector<Problem> faults;
    const Config read = Config::fromJson(Json::parse(config.text()), faults);
    QCOMPARE(shown(faults), QString());
    QVERIFY(read == config);
    COMPARE_TEXT(read.text(), config.text().c_str());
    QVERIFY(config.text().rfind("{\n  \"format\": 1,\n  \"task\": {\n    \"kind\": \"mqar\",\n    \"length\": 64,", 0) == 0);
    QVERIFY(config.text().find("\"train\"") > config.text().find("\"lambda\""));
    const auto ordered = nlohmann::ordered_json::parse(config.text());
    std::vector<std::string> train;
    for (const auto& [key, value] : ordered["train"].items()) train.push_back("train." + key);
    std::vector<std::string> table;
    for (const Field& field : fields()) {
      if (field.path.rfind("train.", 0) == 0) table.push_back(field.path);
    }
    QVERIFY(train == table);
  }

  void wholeNumbersMayBeWrittenAsPowers() {
    QCOMPARE(with({"train.steps=1e3"}).get<std::int64_t>("train.steps"), std::int64_t{1000});
    QCOMPARE(with({"train.steps=1000.0"}).get<std::int64_t>("train.steps"), std::int64_t{1000});
    QCOMPARE(with({"train.seed=9007199254740991"}).get<std::int64_t>("train.seed"), std::int64_t{9007199254740991});
    QVERIFY(with({"train.steps=1e3"}).value("train.steps").is_number_integer());
    QVERIFY(with({"train.clipNorm=2"}).value("train.clipNorm").is_number_float());
  }

  void whatIsNoNumberIsRefused_data() {
    QTest::addColumn<QString>("assignment");
    for (const char* text : {"train.steps=1.5", "train.steps=", "train.steps=abc", "train.steps=1e400", "train.steps=0x10",
                             "train.steps= 5", "train.steps=5 ", "train.steps=1,000", "train.learningRate=0,001", "train.learningRate=inf",
                             "train.learningRate=nan", "train.learningRate=-inf", "train.learningRate=1e400", "train.learningRate=1e-3x",
                             "train.seed=-1", "train.seed=1e16", "train.steps=99999999999999999999", "model.gateInit=often",
                             "task.evaluationLengths=128,x", "task.evaluationLengths=128,,256", "task.evaluationLengths=0",
                             "task.evaluationLengths=[1", "task.segments=64:4", "task.segments=64:4:x", "task.segments=[{}]",
                             "task.segments=[{\"length\":64,\"kvPairs\":4,\"examples\":0}]"}) {
      QTest::newRow(text) << text;
    }
  }
  void whatIsNoNumberIsRefused() {
    QFETCH(QString, assignment);
    Config config;
    const auto faults = config.setFromText(assignment.toStdString());
    QCOMPARE(faults.size(), std::size_t{1});
    QVERIFY2(!faults[0].field.empty() && !faults[0].message.empty(), qPrintable(assignment));
    QVERIFY(config == Config());
  }

  void faultsNameLimitAndNearestPermittedValue() {
    Config config;
    COMPARE_TEXT(joined(config.setFromText("train.steps=0")),
                 "train.steps: must be between 1 and 1000000000 steps, got 0; the nearest permitted value is 1\n");
    COMPARE_TEXT(joined(config.setFromText("train.stopAt=1.5")),
                 "train.stopAt: must be between 0 and 1 of scored tokens, got 1.5; the nearest permitted value is 1\n");
    COMPARE_TEXT(joined(config.setFromText("train.learningRate=0")), "train.learningRate: must be above 0 and at most 10, got 0\n");
    COMPARE_TEXT(joined(config.setFromText("train.steps=many")), "train.steps: must be a whole number, got \"many\"\n");
    COMPARE_TEXT(joined(config.setFromText("model.lambda.hidden=3L")),
                 "model.lambda.hidden: must be a whole number or 2L, got \"3L\"\n");
    COMPARE_TEXT(joined(config.setFromText("train.optimizer=adamv")),
                 "train.optimizer: must be one of adam or adamw, got \"adamv\"; the nearest is adam\n");
    COMPARE_TEXT(joined(config.set("train.steps", "100")), "train.steps: must be a whole number, got \"100\"\n");
    COMPARE_TEXT(joined(config.set("train.steps", true)), "train.steps: must be a whole number, got true\n");
    COMPARE_TEXT(joined(config.set("train.optimizer", Json::object())), "train.optimizer: must be one of adam or adamw, got {}\n");
    COMPARE_TEXT(joined(config.setFromText("steps")),
                 ": a setting is written key=value, such as train.steps=100; got \"steps\"\n");
  }

  void unknownKeysNameTheNearest() {
    Config config;
    COMPARE_TEXT(joined(config.setFromText("train.learningrate=1")),
                 "train.learningrate: there is no such setting; the nearest is train.learningRate\n");
    COMPARE_TEXT(joined(config.setFromText("learningRate=1")),
                 "learningRate: there is no such setting; the nearest is train.learningRate\n");
    COMPARE_TEXT(joined(config.setFromText("task.kvPair=1")), "task.kvPair: there is no such setting; the nearest is task.kvPairs\n");
    COMPARE_TEXT(joined(config.setFromText("model.lambda.haed=x")),
                 "model.lambda.haed: there is no such setting; the nearest is model.lambda.head\n");
    std::vector<Problem> faults;
    Config::fromJson(Json::parse(R"({"trian": {"steps": 5}, "task": {"lenght": 5}, "model": 3})"), faults);
    COMPARE_TEXT(joined(faults),
                 "model: must be an object with settings, got 3\n"
                 "task.lenght: there is no such setting; the nearest is task.length\n"
                 "trian: there is no such group of settings; the nearest is train\n");
  }

  void allFaultsOfATreeAreToldAndTheRestIsTaken() {
    std::vector<Problem> faults;
    const Config config = Config::fromJson(
        Json::parse(R"({"format": 2, "task": {"length": -1, "kvPairs": 2}, "train": {"steps": "x", "batch": 8, "stopp": 1}})"), faults);
    QCOMPARE(faults.size(), std::size_t{4});
    QVERIFY(joined(faults).find("format: is 2, written by a newer version; this version reads up to 1") != std::string::npos);
    QCOMPARE(config.get<std::int64_t>("task.kvPairs"), std::int64_t{2});
    QCOMPARE(config.get<std::int64_t>("train.batch"), std::int64_t{8});
    QCOMPARE(config.get<std::int64_t>("task.length"), std::int64_t{64});
  }

  void aTreeThatIsNoObjectIsReported() {
    std::vector<Problem> faults;
    QVERIFY(Config::fromJson(Json::parse("[1,2]"), faults) == Config());
    COMPARE_TEXT(joined(faults), ": a configuration must be a JSON object, got [1,2]\n");
  }

  void anOlderFileWithoutAFormatIsRead() {
    std::vector<Problem> faults;
    QCOMPARE(Config::fromJson(Json::parse(R"({"train": {"steps": 7}})"), faults).get<std::int64_t>("train.steps"), std::int64_t{7});
    QCOMPARE(shown(faults), QString());
  }

  void anUnknownPathThrows() { QVERIFY_EXCEPTION_THROWN(Config().value("train.nothing"), std::out_of_range); }

  void aTaskBringsItsOwnDefaultsOnce() {
    QCOMPARE(with({"task.kind=mqar-zoology"}).get<int>("task.vocabulary"), 8192);
    QCOMPARE(with({"task.vocabulary=500", "task.kind=mqar-zoology"}).get<int>("task.vocabulary"), 500);
    QCOMPARE(with({"task.kind=mqar-zoology", "task.kind=mqar"}).get<int>("task.vocabulary"), 128);
    QCOMPARE(with({"task.kind=tensors"}).get<double>("train.stopAt"), 0.0);
    QCOMPARE(with({"task.kind=tensors", "train.stopAt=0.9"}).get<double>("train.stopAt"), 0.9);
    std::vector<Problem> faults;  // the order of keys in a file does not matter
    const Config read = Config::fromJson(Json::parse(R"({"task": {"kind": "mqar-zoology", "vocabulary": 128}})"), faults);
    QCOMPARE(read.get<int>("task.vocabulary"), 128);
  }

  void numbersStandForTheWordsThatLookLikeThem() {
    QCOMPARE(QString::fromStdString(with({"model.lambda.scale=L"}).get<std::string>("model.lambda.scale")), QString("L"));
    Config config;
    QCOMPARE(shown(config.set("model.lambda.scale", 1)), QString());
    QCOMPARE(shown(config.set("task.filler", 0)), QString());
    QCOMPARE(shown(config.set("task.filler", "random")), QString());
    QVERIFY(!config.set("task.filler", 7).empty());
  }

  void segmentsAreReadFromJsonAndFromTheShortForm() {
    const Json expected = Json::parse(R"([{"length":64,"kvPairs":4,"examples":1000},{"length":128,"kvPairs":8,"examples":20}])");
    QVERIFY(with({"task.segments=64:4:1e3,128:8:20"}).value("task.segments") == expected);
    QVERIFY(with({"task.segments=" + expected.dump()}).value("task.segments") == expected);
    QVERIFY(with({"task.segments=" + expected.dump(), "task.segments="}).value("task.segments").empty());
    Config config;
    COMPARE_TEXT(joined(config.set("task.segments", Json::parse(R"([{"length":64,"kvPairs":4,"examples":1,"pairs":3}])"))),
                 "task.segments: segment 1: there is no pairs; the nearest is kvPairs\n");
    COMPARE_TEXT(joined(config.set("task.segments", Json::parse(R"([{"length":64,"kvPairs":4}])"))),
                 "task.segments: segment 1 lacks examples\n");
  }

  void autoIsResolved() {
    QCOMPARE(levels(Config()), std::int64_t{7});
    QCOMPARE(levels(with({"task.length=65"})), std::int64_t{8});
    QCOMPARE(levels(with({"task.length=100"})), std::int64_t{8});
    QCOMPARE(levels(with({"task.evaluationLengths=128,1024,64"})), std::int64_t{11});
    QCOMPARE(levels(with({"model.levels=12"})), std::int64_t{12});
    QCOMPARE(lambdaHidden(Config()), std::int64_t{14});
    QCOMPARE(lambdaHidden(with({"model.lambda.hidden=64"})), std::int64_t{64});
    QCOMPARE(taskSeed(with({"train.seed=5"})), std::uint64_t{5});
    QCOMPARE(taskSeed(with({"train.seed=5", "task.seed=6"})), std::uint64_t{6});
    QCOMPARE(orderSeed(with({"train.seed=5"})), std::uint64_t{5});
    QCOMPARE(orderSeed(with({"train.seed=5", "train.orderSeed=7"})), std::uint64_t{7});
    COMPARE_TEXT(lambdaHead(Config()), "mlp-softplus");
    COMPARE_TEXT(lambdaHead(with({"model.mixer=linear"})), "ones");
    COMPARE_TEXT(lambdaHead(with({"model.mixer=gated-delta"})), "mlp-softplus");
    COMPARE_TEXT(lambdaHead(with({"model.mixer=softmax"})), "");
  }

  void relationsBetweenSettingsAreToldAllAtOnce() {
    const Config config = with({"task.length=64", "task.kvPairs=20", "model.width=64", "model.heads=6", "model.groups=4", "model.chunk=50",
                                "model.levels=3", "train.steps=10", "train.warmup=11", "train.weightDecay=0.1", "task.examples=10"});
    COMPARE_TEXT(joined(problems(config)),
                 "task.kvPairs: 20 pairs need 80 tokens (4 for each), and task.length is 64; the largest number that fits is 16\n"
                 "model.heads: 6 heads do not divide model.width 64; the nearest number that does is 4\n"
                 "model.groups: 4 groups do not divide model.heads 6; the nearest number that does is 3\n"
                 "model.chunk: must be 16, 32 or 64, got 50; the nearest permitted value is 64\n"
                 "model.levels: must be at least 7 for sequences of 64 tokens, got 3; auto takes 7\n"
                 "train.warmup: must be at most train.steps 10, got 11; the nearest permitted value is 10\n"
                 "train.weightDecay: must be 0 with the optimizer adam, got 0.1; adamw applies it, or set train.weightDecay=0\n"
                 "train.batch: must be at most task.examples 10, got 64; the nearest permitted value is 10\n");
  }

  void stoppingByAccuracyNeedsValidationData() {
    QVERIFY(shown(problems(with({"task.validationExamples=0"}))).startsWith("train.stopAt: needs validation examples"));
    QCOMPARE(shown(problems(with({"task.validationExamples=0", "train.stopAt=0"}))), QString());
  }

  // What does not matter is left alone, whatever it holds, and makes no other variant.
  void aHeadBesideAMixerWithoutLambdaIsIgnored() {
    const Config other = with({"model.mixer=softmax", "model.lambda.head=ones", "model.lambda.start=0.5", "model.levels=2", "model.gateInit=grid"});
    QCOMPARE(shown(problems(other)), QString());
    QVERIFY(variant(other) == variant(with({"model.mixer=softmax"})));
    QVERIFY(variant(other) != variant(with({"model.mixer=linear"})));
    QCOMPARE(variantLabels({other}), std::vector<std::string>{"softmax"});
    QCOMPARE(shown(problems(with({"model.mixer=linear", "model.levels=2"}))), QString());
    QVERIFY(!problems(with({"model.mixer=gated-delta", "model.levels=2"})).empty());
  }

  void theHeadOnesStartsAtOneAlone() {
    QVERIFY(!problems(with({"model.lambda.head=ones", "model.lambda.start=0.5"})).empty());
    QCOMPARE(shown(problems(with({"model.lambda.head=ones", "model.lambda.start=1"}))), QString());
  }

  void whatDoesNotMatterIsNotShown() {
    const Field* hidden = findField("model.lambda.hidden");
    QVERIFY(isRelevant(*hidden, Config()));
    QVERIFY(!isRelevant(*hidden, with({"model.lambda.head=fixed"})));
    QVERIFY(!isRelevant(*hidden, with({"model.mixer=linear"})));
    QVERIFY(isRelevant(*hidden, with({"model.mixer=gated-delta"})));
    for (const char* lambda : {"model.lambda.head", "model.lambda.start", "model.levels", "model.init"})
      for (const char* mixer : {"model.mixer=linear", "model.mixer=softmax"}) QVERIFY2(!isRelevant(*findField(lambda), with({mixer})), lambda);
    for (const char* gate : {"model.gateInit", "model.chunk"}) {
      QVERIFY(isRelevant(*findField(gate), with({"model.mixer=linear"})));
      QVERIFY(!isRelevant(*findField(gate), with({"model.mixer=softmax"})));
    }
    QVERIFY(isRelevant(*findField("task.kvPairs"), with({"task.kind=mqar-zoology"})));
    QVERIFY(!isRelevant(*findField("task.kvPairs"), with({"task.kind=mqar-zoology", "task.segments=64:4:100"})));
    QVERIFY(!isRelevant(*findField("task.kvPairs"), with({"task.kind=tensors"})));
    QVERIFY(!isRelevant(*findField("task.noise"), with({"task.kind=mqar-zoology"})));
    QVERIFY(isRelevant(*findField("task.file"), with({"task.kind=tensors"})));
    QVERIFY(isRelevant(*findField("model.lambda.scale"), with({"model.lambda.head=mlp-softmax"})));
  }

  void aVariantLeavesOutSeedsCadencesAndWhatHasNoEffect() {
    const Config base;
    for (const char* same : {"train.seed=3", "task.seed=4", "train.orderSeed=5", "train.evaluateEvery=7", "train.checkpointEvery=8",
                             "train.snapshotEvery=9", "train.snapshotSamples=2", "train.keepEvery=10", "task.file=x", "model.lambda.scale=L"}) {
      QVERIFY2(variant(with({same})) == variant(base), same);
    }
    for (const char* other : {"train.steps=3", "task.kvPairs=2", "model.lambda.head=fixed", "train.learningRate=1e-4", "task.noise=unused"}) {
      QVERIFY2(variant(with({other})) != variant(base), other);
    }
    QCOMPARE(variant(base)["model"]["lambda"]["head"].get<std::string>(), std::string("mlp-softplus"));
  }

  void labelsListOnlyWhatDiffers() {
    const auto labels = [](const std::vector<Config>& configs) {
      std::string text;
      for (const std::string& label : variantLabels(configs)) text += label + "\n";
      return text;
    };
    COMPARE_TEXT(labels({with({}), with({"model.lambda.head=fixed"})}), "mlp-softplus\nfixed\n");
    COMPARE_TEXT(labels({with({"task.kvPairs=8", "train.learningRate=2e-3", "train.seed=3"}), with({})}), "k 8 · lr 2e-3\nk 4 · lr 1e-3\n");
    COMPARE_TEXT(labels({with({}), with({"train.seed=1"})}), "mlp-softplus\nmlp-softplus\n");
    COMPARE_TEXT(labels({with({"task.evaluationLengths=128,256"}), with({})}), "evaluationLengths 128,256\nevaluationLengths none\n");
  }

  void headsAreCountedAsTheirFormulasSay() {
    const std::int64_t h = 2, l = 7, m = 14;
    const auto count = [&](const char* name) { return findLambdaHead(name)->parameters(h, l, m); };
    QCOMPARE(count("fixed"), std::int64_t{14});
    QCOMPARE(count("mlp-softplus"), std::int64_t{7 * 14 + 14 + 14 * 7 + 7});
    QCOMPARE(count("mlp-softmax"), count("mlp-softplus"));
    QCOMPARE(count("constant"), std::int64_t{14});
    QCOMPARE(count("fixed-bias"), std::int64_t{28});
    QCOMPARE(count("ones"), std::int64_t{0});
    QVERIFY(std::abs(findLambdaHead("fixed")->naturalStart(l) - 0.6931) < 1e-4);
    QVERIFY(std::abs(findLambdaHead("mlp-softplus")->naturalStart(l) - 1.0) < 1e-2);
    QCOMPARE(findLambdaHead("mlp-softmax")->naturalStart(l), 1.0 / 7);
    QVERIFY(findLambdaHead("nothing") == nullptr);
  }

  void brokenJsonIsToldWithLineAndColumn_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("missing comma") << QByteArray("{\n  \"a\": 1\n  \"b\": 2}") << "f.json: line 3, column 3: this is not JSON from \"b\" on";
    QTest::newRow("ends early") << QByteArray("{\"a\": [1,\n 2") << "f.json: line 2, column 3: the text ends before the JSON is complete";
    QTest::newRow("empty") << QByteArray("") << "f.json: the file is empty";
    QTest::newRow("blank") << QByteArray("\n \n") << "f.json: the file is empty";
    QTest::newRow("unquoted") << QByteArray("{a: 1}") << "f.json: line 1, column 2: this is not JSON from a on";
    QTest::newRow("columns count characters") << QByteArray("{\"λλ\": x}") << "f.json: line 1, column 8: this is not JSON from x on";
    QTest::newRow("literal") << QByteArray("{\"a\": nope}") << "f.json: line 1, column 7: this is not JSON from no on";
    QTest::newRow("comment") << QByteArray("{} // end") << "f.json: line 1, column 4: this is not JSON from / on";
    QTest::newRow("not UTF-8") << QByteArray("{\"a\":\n \"\x92\"}") << "f.json: line 2, column 3: byte 9 is not valid UTF-8";
    QTest::newRow("too large") << QByteArray("{\"a\": 1e999}") << "f.json: holds a number that is too large";
    QTest::newRow("nan") << QByteArray("{\"a\": NaN}") << "f.json: line 1, column 7: this is not JSON from N on";
    QTest::newRow("control") << QByteArray("{\"a\": \"\x01\"}") << "f.json: line 1, column 8: this is not JSON from a control character on";
  }
  void brokenJsonIsToldWithLineAndColumn() {
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    std::vector<Problem> faults;
    QVERIFY(!parseJson(text.toStdString(), "f.json", faults).has_value());
    QCOMPARE(faults.size(), std::size_t{1});
    QVERIFY2(shown(faults).contains(sentence), qPrintable(shown(faults)));
    QVERIFY(!shown(faults).contains("json.exception"));
  }

  void keysThatStandTwiceAreReported() {
    std::vector<Problem> faults;
    QVERIFY(!parseJson(R"({"train": {"steps": 1, "batch": 2, "steps": 3}, "task": {"steps": 1}, "train": {}})", "f.json", faults));
    COMPARE_TEXT(joined(faults),
                 "train.steps: f.json: stands twice; leave one of them\ntrain: f.json: stands twice; leave one of them\n");
  }

  void deepNestingIsSurvived() {
    std::vector<Problem> faults;
    const std::string deep(200000, '[');
    QVERIFY(!parseJson(deep, "f.json", faults).has_value());
    faults.clear();
    // What is read is copied and written by recursion, so that depth is bounded where it is read.
    const auto closed = [](std::size_t depth) { return "{\"task\":" + std::string(depth, '[') + std::string(depth, ']') + "}"; };
    QVERIFY(!parseJson(closed(400000), "f.json", faults).has_value());
    QVERIFY(QString::fromStdString(faults.at(0).message).contains("nested deeper than 200 levels"));
    faults.clear();
    QVERIFY(parseJson(closed(150), "f.json", faults).has_value());
    QVERIFY(faults.empty());
  }

  void filesAreReadOrToldWhyNot() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("Läufe λ.json").toStdString();
    std::vector<Problem> faults;
    readConfigFile(path, faults);
    QCOMPARE(faults.size(), std::size_t{1});
    QVERIFY(shown(faults).contains(QString::fromStdString(path)));
    faults.clear();
    writeFile(path, R"({"train": {"steps": 12}})");
    QCOMPARE(readConfigFile(path, faults).get<int>("train.steps"), 12);
    QCOMPARE(shown(faults), QString());
    writeFile(path, "{\"a\": \"" + std::string(kLargestConfigBytes, 'x') + "\"}");
    readConfigFile(path, faults);
    QCOMPARE(faults.size(), std::size_t{1});
  }

  void numbersAreWrittenShortAndReadBack() {
    COMPARE_TEXT(numberText(0.001), "0.001");
    COMPARE_TEXT(numberText(0.00002), "2e-5");
    COMPARE_TEXT(numberText(64), "64");
    COMPARE_TEXT(numberText(9007199254740991.0), "9007199254740991");
    COMPARE_TEXT(numberText(-0.0), "0");
    for (const double value : {0.1, 1.0 / 3, 1e-30, 1e300, 123456.789, 2e-3}) QCOMPARE(*parseNumber(numberText(value)), value);
  }

  void distancesCountEditsAndSwaps() {
    QCOMPARE(editDistance("", "abc"), std::size_t{3});
    QCOMPARE(editDistance("steps", "stpes"), std::size_t{1});
    QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
    COMPARE_TEXT(nearestWord("mqar-quik", {"mqar-k8-t128", "mqar-quick"}), "mqar-quick");
  }

  void utf8IsTold() {
    QVERIFY(isUtf8("Läufe/λ 実験 \xF0\x9F\x8C\xB2"));
    for (const char* bad : {"\x92", "\xC0\x80", "\xED\xA0\x80", "\xE0\x80\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xFF"}) QVERIFY(!isUtf8(bad));
  }
};

QTEST_GUILESS_MAIN(ConfigTest)
#include "config_test.moc"
