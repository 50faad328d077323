// Presets run what they say.

#include <QTest>

#include "model/config/config.h"
#include "model/config/presets.h"

using namespace fenwick::model;

class PresetsTest : public QObject {
  Q_OBJECT

 private slots:
  void theQuickOneComesFirstAndAllArePermittedInBothArms() {
    QCOMPARE(presets().front().name, std::string("mqar-quick"));
    for (const Preset& preset : presets()) {
      QVERIFY2(preset.summary.size() > 20 && preset.summary.back() == '.', preset.name.c_str());
      QVERIFY(preset.arms == (std::vector<std::string>{"as-described", "as-published"}));
      // Only a file that a person has to name may be missing.
      for (const std::string& arm : preset.arms)
        for (const Problem& problem : problems(presetConfig(preset.name + "@" + arm)))
          QVERIFY2(findField(problem.field)->kind == FieldKind::File, (preset.name + ": " + problem.field + " " + problem.message).c_str());
    }
  }

  void namesSayPairsAndLength_data() {
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("length");
    QTest::newRow("mqar-quick") << 4 << 64;
    QTest::newRow("mqar-k4-t128") << 4 << 128;
    QTest::newRow("mqar-k8-t128") << 8 << 128;
    QTest::newRow("mqar-k16-t128") << 16 << 128;
    QTest::newRow("mqar-k32-t128") << 32 << 128;
    QTest::newRow("mqar-k32-t256") << 32 << 256;
  }
  void namesSayPairsAndLength() {
    QFETCH(int, pairs);
    QFETCH(int, length);
    const Config config = presetConfig(QTest::currentDataTag());
    QCOMPARE(config.get<int>("task.kvPairs"), pairs);
    QCOMPARE(config.get<int>("task.length"), length);
    // The study as published: SCIENCE of the synthetic study, section "the model" and "tasks".
    QCOMPARE(config.get<std::string>("task.kind"), std::string("mqar"));
    QCOMPARE(config.get<int>("task.vocabulary"), 128);
    QCOMPARE(config.get<int>("task.examples"), 10000);
    QCOMPARE(config.get<int>("task.validationExamples"), 1000);
    QCOMPARE(config.get<int>("model.layers"), 2);
    QCOMPARE(config.get<int>("model.width"), 64);
    QCOMPARE(config.get<int>("model.heads"), 1);
    QCOMPARE(config.get<int>("model.keyDim"), 64);
    QCOMPARE(config.get<int>("train.steps"), 5000);
    QCOMPARE(config.get<int>("train.batch"), 64);
    QCOMPARE(config.get<double>("train.learningRate"), 1e-3);
    QCOMPARE(config.get<double>("train.clipNorm"), 1.0);
    QCOMPARE(config.get<double>("train.weightDecay"), 0.0);
    QCOMPARE(config.get<double>("train.stopAt"), 0.99);
    QCOMPARE(config.get<std::string>("train.optimizer"), std::string("adam"));
    QCOMPARE(config.get<std::string>("train.schedule"), std::string("constant"));
  }

  void languageModelsAreThePapers_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("heads");
    QTest::newRow("language-d256") << 256 << 4;
    QTest::newRow("language-d512") << 512 << 8;
  }
  void languageModelsAreThePapers() {
    QFETCH(int, width);
    QFETCH(int, heads);
    const Config config = presetConfig(QTest::currentDataTag());
    QCOMPARE(problems(config).size(), std::size_t{3});  // the text and GPT-2's two files
    const auto number = [&config](const char* path) { return config.get<int>(path); };
    QCOMPARE(number("model.width"), width);
    QCOMPARE(number("model.heads"), heads);
    QCOMPARE(number("model.layers"), 6);
    QCOMPARE(number("model.keyDim"), 128);
    QCOMPARE(number("model.levels"), 15);
    QCOMPARE(number("task.length"), 512);
    QCOMPARE(number("task.vocabulary"), 50257);
    QCOMPARE(number("train.steps"), 40000);
    QCOMPARE(number("train.batch"), 8);
    QCOMPARE(number("train.warmup"), 500);
    QCOMPARE(config.get<double>("train.learningRate"), 3e-4);
    QCOMPARE(config.get<double>("train.weightDecay"), 0.1);
    QCOMPARE(config.get<std::string>("train.optimizer"), std::string("adamw"));
    QCOMPARE(config.get<std::string>("train.schedule"), std::string("cosine"));
    QCOMPARE(config.get<std::string>("model.block"), std::string("language"));
    QCOMPARE(config.get<std::string>("task.tokenizer"), std::string("gpt2"));
  }

  void theArmsDifferInWhatTextAndCodeOfThePaperDifferIn() {
    const Config described = presetConfig("mqar-k8-t128@as-described"), published = presetConfig("mqar-k8-t128@as-published");
    QVERIFY(described == presetConfig("mqar-k8-t128"));
    for (const Field& field : fields()) {
      const bool differs = described.value(field.path) != published.value(field.path);
      const bool expected = field.path == "model.init" || field.path == "model.lambda.activation" || field.path == "model.lambda.hidden";
      QVERIFY2(differs == expected, field.path.c_str());
    }
    QCOMPARE(described.get<std::string>("model.init"), std::string("as-described"));
    QCOMPARE(described.get<std::string>("model.lambda.activation"), std::string("identity"));
    QCOMPARE(described.get<std::string>("model.lambda.hidden"), std::string("2L"));
    QCOMPARE(published.get<std::string>("model.init"), std::string("as-published"));
    QCOMPARE(published.get<std::string>("model.lambda.activation"), std::string("gelu"));
    QCOMPARE(published.get<int>("model.lambda.hidden"), 64);
  }

  void anUnknownNameOrArmIsToldWithWhatThereIs() {
    const auto told = [](const char* name) {
      try {
        presetConfig(name);
        return QString("taken");
      } catch (const std::invalid_argument& error) {
        return QString(error.what());
      }
    };
    QVERIFY2(told("mqar-quik").startsWith("there is no preset mqar-quik; the nearest is mqar-quick (all: mqar-quick, "),
             qPrintable(told("mqar-quik")));
    QCOMPARE(told("mqar-quick@controls"), QString("the preset mqar-quick has no arm controls; it has as-described and as-published"));
    QVERIFY(told("").startsWith("there is no preset without a name"));
    QVERIFY(told("mqar-quick@").startsWith("the preset mqar-quick has no arm"));
  }
};

QTEST_GUILESS_MAIN(PresetsTest)
#include "presets_test.moc"
