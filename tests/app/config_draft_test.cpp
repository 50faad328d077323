#include "app/core/config_draft.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include "app/core/command_line.h"
#include "model/config/presets.h"

using namespace fenwick;

namespace {

// Lets a real shell split the line, then reads it as `fenwick train` does.
model::Config configOf(const QString& line) {
  QProcess shell;
  shell.start(QStringLiteral("sh"),
              {QStringLiteral("-c"), QStringLiteral("fenwick() { printf '%s\\n' \"$@\"; }; ") + line});
  shell.waitForFinished();
  const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(QLatin1Char('\n'));
  model::Config config;
  for (int i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == QLatin1String("--preset")) config = model::presetConfig(words[i + 1].toStdString());
  }
  for (int i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != QLatin1String("--set")) continue;
    for (const model::Problem& problem : config.setFromText(words[i + 1].toStdString())) {
      qWarning("%s: %s", problem.field.c_str(), problem.message.c_str());
    }
  }
  return config;
}

}  // namespace

class ConfigDraftTest : public QObject {
  Q_OBJECT

 private slots:
  void whatDiffersFromThePresetIsKnownAndCanBeReset();
  void aRefusedValueIsAFaultAndTheLastGoodOneStays();
  void editsAreUndoneAndDoneAgain();
  void relationsBetweenSettingsAreFaults();
  void everyPresetIsValid();
  void theCommandLineReproducesEveryPresetAndArm();
  void theCommandLineReproducesChangedSettings();
  void theCommandLineReproducesAnotherTask();
  void anUnknownPresetIsReplacedByTheNearest();
  void shellWordsSurviveTheShell();
};

void ConfigDraftTest::whatDiffersFromThePresetIsKnownAndCanBeReset() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  QVERIFY(draft.differences().isEmpty());
  QSignalSpy changed(&draft, &app::ConfigDraft::changed);
  const auto rate = draft.config().get<double>("train.learningRate");
  draft.set(QStringLiteral("train.learningRate"), rate * 2);
  QCOMPARE(changed.count(), 1);
  QCOMPARE(draft.differences(), QStringList{QStringLiteral("train.learningRate")});
  draft.reset(QStringLiteral("train.learningRate"));
  QVERIFY(draft.differences().isEmpty());
  QCOMPARE(draft.config().get<double>("train.learningRate"), rate);
}

void ConfigDraftTest::aRefusedValueIsAFaultAndTheLastGoodOneStays() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  const auto batch = draft.config().get<std::int64_t>("train.batch");
  draft.set(QStringLiteral("train.batch"), 0);
  QVERIFY(!draft.valid());
  QCOMPARE(draft.problemsOf(QStringLiteral("train.batch")).size(), 1);
  QCOMPARE(draft.config().get<std::int64_t>("train.batch"), batch);
  QVERIFY(draft.differs(QStringLiteral("train.batch")));
  draft.refuse(QStringLiteral("train.batch"), QStringLiteral("a whole number is needed here"));
  QCOMPARE(draft.problemsOf(QStringLiteral("train.batch")),
           QStringList{QStringLiteral("a whole number is needed here")});
  draft.set(QStringLiteral("train.batch"), batch);
  QVERIFY(draft.valid());
}

void ConfigDraftTest::editsAreUndoneAndDoneAgain() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  draft.forgetEdits();
  QVERIFY(draft.undoText().isEmpty());
  const QString length = QStringLiteral("task.length"), seed = QStringLiteral("train.seed");
  const model::Config before = draft.config();
  draft.set(length, draft.config().value("task.length"));  // nothing changes: nothing to undo
  QVERIFY(draft.undoText().isEmpty());
  for (const int typed : {1, 12, 128}) draft.set(length, typed);  // letter by letter: one edit
  draft.set(seed, 7);
  draft.refuse(seed, QStringLiteral("is no number"));
  draft.usePreset(QStringLiteral("mqar-k8-t128"));
  const model::Config after = draft.config();

  QCOMPARE(draft.undoText(), QStringLiteral("Preset"));
  draft.undo();
  QCOMPARE(draft.preset(), QStringLiteral("mqar-quick"));
  QVERIFY(draft.isRefused(seed));
  draft.undo();  // of the seed, the refused text included
  QVERIFY(!draft.isRefused(seed));
  QCOMPARE(draft.config().get<std::int64_t>("task.length"), 128);
  QCOMPARE(draft.undoText(), QStringLiteral("Length"));
  draft.undo();
  QVERIFY(draft.config() == before && draft.undoText().isEmpty());
  draft.undo();
  QVERIFY(draft.config() == before);
  while (!draft.redoText().isEmpty()) draft.redo();
  QVERIFY(draft.config() == after);
  QCOMPARE(draft.preset(), QStringLiteral("mqar-k8-t128"));

  draft.undo();
  draft.set(length, 64);  // another way: what was undone is gone
  QVERIFY(draft.redoText().isEmpty());
}

void ConfigDraftTest::relationsBetweenSettingsAreFaults() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  draft.set(QStringLiteral("task.kvPairs"), 40);  // 4k <= T
  QVERIFY(!draft.valid());
  QVERIFY(draft.problems().front().message.find("16") != std::string::npos);  // the largest that fits 64 tokens
}

void ConfigDraftTest::everyPresetIsValid() {
  app::ConfigDraft draft;
  for (const model::Preset& preset : model::presets()) {
    for (const std::string& arm : preset.arms) {
      draft.usePreset(QString::fromStdString(preset.name + "@" + arm));
      for (const model::Problem& problem : draft.problems())  // only a file that a person has to name may be missing
        QVERIFY2(model::findField(problem.field)->kind == model::FieldKind::File, preset.name.c_str());
      QCOMPARE(draft.presetName(), QString::fromStdString(preset.name));
      QCOMPARE(draft.arm(), QString::fromStdString(arm));
    }
  }
}

void ConfigDraftTest::theCommandLineReproducesEveryPresetAndArm() {
  for (const model::Preset& preset : model::presets()) {
    for (const std::string& arm : preset.arms) {
      const QString name = QString::fromStdString(preset.name + "@" + arm);
      const model::Config config = model::presetConfig(name.toStdString());
      const QString line = app::commandLine(app::trainArguments(config, name, QStringLiteral("runs/x")));
      QCOMPARE(line, QStringLiteral("fenwick train --preset %1 --out runs/x").arg(name));
      QVERIFY(configOf(line) == config);
    }
  }
}

void ConfigDraftTest::theCommandLineReproducesChangedSettings() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  draft.set(QStringLiteral("train.learningRate"), 0.00123456789012345);
  draft.set(QStringLiteral("train.steps"), 777);
  draft.set(QStringLiteral("model.lambda.hidden"), 24);
  draft.set(QStringLiteral("task.pairOffset"), "random");
  draft.set(QStringLiteral("task.evaluationLengths"), model::Json::array({128, 256}));
  draft.set(QStringLiteral("model.gateInit"), 0.05);
  QVERIFY2(draft.valid(), draft.valid() ? "" : draft.problems().front().message.c_str());
  const QString line = app::commandLine(app::trainArguments(draft.config(), draft.preset(), QStringLiteral("/tmp/my runs/λ 'x'")));
  const model::Config read = configOf(line);
  QCOMPARE(QString::fromStdString(read.text()), QString::fromStdString(draft.config().text()));
}

void ConfigDraftTest::theCommandLineReproducesAnotherTask() {
  app::ConfigDraft draft;
  draft.usePreset(QStringLiteral("mqar-quick"));
  // The new task brings its own defaults; some are then set back to what the preset has.
  draft.set(QStringLiteral("task.kind"), "mqar-zoology");
  draft.set(QStringLiteral("task.vocabulary"), 128);
  draft.set(QStringLiteral("task.segments"), model::Json::array({{{"length", 64}, {"kvPairs", 4}, {"examples", 100}}}));
  const model::Config read = configOf(app::commandLine(app::trainArguments(draft.config(), draft.preset(), QStringLiteral("x"))));
  QCOMPARE(QString::fromStdString(read.text()), QString::fromStdString(draft.config().text()));
}

void ConfigDraftTest::anUnknownPresetIsReplacedByTheNearest() {
  model::Config config = model::presetConfig("mqar-quick");
  config.set("train.seed", 5);
  const QString line = app::commandLine(app::trainArguments(config, QStringLiteral("of-another-version"), QStringLiteral("x")));
  QCOMPARE(line, QStringLiteral("fenwick train --preset mqar-quick --set train.seed=5 --out x"));
}

void ConfigDraftTest::shellWordsSurviveTheShell() {
  for (const QString& word : {QStringLiteral("plain"), QStringLiteral("two words"), QStringLiteral("it's"),
                              QStringLiteral("$HOME `x` \"q\" \\"), QStringLiteral("λ*?"), QString()}) {
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s' ") + app::shellQuoted(word)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), word);
  }
}

QTEST_GUILESS_MAIN(ConfigDraftTest)
#include "config_draft_test.moc"
