// The commands around mixers and language models: bench complexity, generate, sweep --set, eval beyond the trained levels, sizes in presets.

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

#include "app/cli/commands.h"
#include "model/config/mixers.h"
#include "model/config/presets.h"
#include "tests/cli/program.h"

using namespace fenwick;
using namespace fenwick::cli::testing;

namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

}  // namespace

class ModelsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
    std::string words;
    for (int i = 0; i < 300; ++i) words += "the quick brown fox jumps over the lazy dog\n";
    writeFile(path("text.txt"), words);
    const Result trained = runProgram({"train", "--preset", "mqar-quick", "--set", "task.kind=language-model", "--set", "task.file=" + path("text.txt"), "--set",
                                       "task.length=32", "--set", "train.batch=4", "--set", "train.steps=40", "--set", "train.learningRate=0.01", "--set",
                                       "model.block=language", "--set", "model.width=16", "--set", "model.keyDim=8", "--set", "task.vocabulary=256", "--set",
                                       "train.stopAt=0", "--set", "task.evaluationLengths=128", "--out", path("run"), "--threads", "1", "--json"});
    QVERIFY2(trained.code == 0, trained.err.c_str());
    const auto json = model::Json::parse(trained.out);
    QVERIFY(json.at("parameters") > json.at("lambdaParameters"));
    QVERIFY(json.at("lambdaParameters") > 0 && json.at("stateFloats") > 0);
  }

  void complexityHasARowForEveryMixerAndLength() {
    const std::vector<std::string> call{"bench", "complexity", "--lengths", "16,64", "--repeats", "1", "--key-dim", "8", "--value-dim", "8", "--threads", "1"};
    std::vector<std::string> asJson = call, asCsv = call;
    asJson.push_back("--json");
    asCsv.push_back("--csv");
    const auto json = model::Json::parse(runProgram(asJson).out);
    QCOMPARE(json.at("what").get<std::string>(), std::string("complexity"));
    const auto& rows = json.at("rows");
    QCOMPARE(rows.size(), 2 * model::mixerKinds().size());
    std::map<std::pair<std::string, int>, model::Json> byName;
    for (const auto& row : rows) {
      byName[{row.at("name"), row.at("length")}] = row;
      for (const char* key : {"forwardMs", "forwardBackwardMs", "decodeMsPerToken", "decodeStateBytes", "parameters"}) QVERIFY2(row.at(key) > 0, key);
    }
    const auto state = [&](const char* mixer, int length) { return byName.at({mixer, length}).at("decodeStateBytes").get<int>(); };
    QCOMPARE(state("linear", 16), 8 * 8 * 4);
    QCOMPARE(state("linear", 64), 8 * 8 * 4);
    QCOMPARE(state("softmax", 16), 16 * 16 * 4);
    QCOMPARE(state("softmax", 64), 64 * 16 * 4);
    QVERIFY(state("log-linear", 64) > state("log-linear", 16));
    QVERIFY(state("log-linear", 64) <= 7 * 8 * 8 * 4);
    QCOMPARE(byName.at({"softmax", 16}).at("parameters").get<int>(), 4 * 8 * 8 + 16);
    QCOMPARE(byName.at({"log-linear", 16}).at("lambdaParameters").get<int>(), 2 * 10 * 5 + 10 + 5);

    const auto table = lines(runProgram(asCsv).out);
    QCOMPARE(table.size(), rows.size() + 1);
    QCOMPARE(text(table[0]), QString("name,length,forwardMs,forwardBackwardMs,extraBytes,decodeMsPerToken,decodeStateBytes,parameters,lambdaParameters"));
    for (const std::string& line : table) QCOMPARE(text(line).count(','), 8);
    const auto plain = lines(runProgram(call).out);
    QCOMPARE(plain.size(), rows.size() + 2);
    QVERIFY2(plain[2].starts_with("log-linear"), plain[2].c_str());
  }

  void complexityRefusesWhatItDoesNotTake() {
    const Result result = runProgram({"bench", "complexity", "--length", "64", "--lengths", "16,x", "--dtype", "f64", "--only", "chunkwise"});
    QCOMPARE(result.code, 2);
    for (const char* part : {"--length: is --lengths for bench complexity", "--lengths: must be whole numbers of at least 1", "--dtype: complexity is measured in f32",
                             "--only: must be log-linear, gated-delta, linear or softmax, got chunkwise"})
      QVERIFY2(result.err.find(part) != std::string::npos, result.err.c_str());
    const Result other = runProgram({"bench", "decode", "--lengths", "16", "--csv"});
    QCOMPARE(other.code, 2);
    QVERIFY(other.err.find("--csv: is for bench complexity") != std::string::npos && other.err.find("--lengths: is for bench complexity") != std::string::npos);
  }

  void aTextGoesOn() {
    const std::vector<std::string> call{"generate", path("run"), "--prompt", "the qu", "--tokens", "30", "--temperature", "0"};
    const Result plain = runProgram(call);
    QVERIFY2(plain.code == 0, plain.err.c_str());
    QCOMPARE(plain.err, std::string());
    std::vector<std::string> asJson = call;
    asJson.push_back("--json");
    const auto json = model::Json::parse(runProgram(asJson).out);
    QCOMPARE(json.at("text").get<std::string>() + "\n", plain.out);
    QCOMPARE(json.at("promptTokens").get<int>(), 6);
    QCOMPARE(json.at("tokens").get<int>(), 30);
    QVERIFY(json.at("msPerToken") > 0 && json.at("stateBytes") > 0);
  }

  void wrongValuesAreToldAtOnce() {
    const Result result = runProgram({"generate", path("none"), "--prompt", "x", "--tokens", "0", "--temperature", "-1", "--top-k", "x", "--seed", "-2"});
    QCOMPARE(result.code, 2);
    for (const char* part : {"is no run folder", "--tokens: must be a whole number between 1", "--temperature: must be a number between 0 and 100, got -1",
                             "--top-k: must be a whole number", "--seed: must be a whole number of at least 0, got -2"})
      QVERIFY2(result.err.find(part) != std::string::npos, result.err.c_str());
    const Result far = runProgram({"generate", path("run"), "--prompt", "the", "--tokens", "1000"});
    QCOMPARE(far.code, 2);
    QVERIFY2(far.err.find("--tokens: the model has 8 levels, enough for 128 tokens") != std::string::npos, far.err.c_str());
  }

  void levelsBeyondTheTrainedOnesAreMarked() {
    const Result result = runProgram({"eval", path("run"), "--lengths", "32,64,128", "--threads", "1"});
    QVERIFY2(result.code == 0, result.err.c_str());
    QVERIFY(!QRegularExpression("^ +32 .*untrained", QRegularExpression::MultilineOption).match(text(result.out)).hasMatch());
    QVERIFY(QRegularExpression("^ +64 .*level 6 untrained$", QRegularExpression::MultilineOption).match(text(result.out)).hasMatch());
    QVERIFY(QRegularExpression("^ +128 .*levels 6 to 7 untrained$", QRegularExpression::MultilineOption).match(text(result.out)).hasMatch());
    const auto json = model::Json::parse(runProgram({"eval", path("run"), "--lengths", "32,128", "--threads", "1", "--json"}).out).at("lengths");
    QVERIFY(json[0].at("untrainedLevels") == model::Json::array());
    QVERIFY(json[1].at("untrainedLevels") == model::Json::array({6, 7}));
  }

  void aSweepTakesSettingsForAllItsRuns() {
    const Result result = runProgram({"sweep", "--preset", "language-paper@small-text", "--set", "task.file=" + path("text.txt"), "--set", "train.steps=107", "--dry-run"});
    QVERIFY2(result.code == 0, result.err.c_str());
    QVERIFY(result.out.find("12 runs, up to 1284 steps in all") != std::string::npos);
    const Result without = runProgram({"sweep", "--preset", "language-paper", "--dry-run"});
    QCOMPARE(without.code, 2);
    QVERIFY(without.err.find("task.file: is needed") != std::string::npos);
    QCOMPARE(runProgram({"sweep", "--preset", "mqar-t128", "--set", "train.stps=7", "--dry-run"}).code, 2);
  }

  void presetsTellTheSizeOfTheirModels() {
    const auto json = model::Json::parse(runProgram({"presets", "--json"}).out);
    for (const auto& preset : json) QVERIFY(preset.at("parameters") > 10000 && preset.at("stateFloats") > 0 && preset.at("lambdaParameters") > 0);
    QVERIFY(json[0].at("parameters") == 50998);
    QVERIFY(runProgram({"presets"}).out.find("50998 parameters, of which the λ head adds 0.86 %; decoding keeps 57344 numbers of 64 tokens") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
