// What holds for every command: help, faults as sentences, exit codes; and the commands that need no run.

#include <QRegularExpression>
#include <QTest>

#include "app/cli/commands.h"
#include "model/config/config.h"
#include "model/config/presets.h"
#include "tests/cli/program.h"

using namespace fenwick;
using cli::testing::runProgram;
using cli::testing::Result;

namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }

}  // namespace

class FrameTest : public QObject {
  Q_OBJECT

 private slots:
  void helpListsEveryCommand() {
    const Result result = runProgram({"--help"});
    QCOMPARE(result.code, 0);
    QCOMPARE(text(result.err), QString());
    for (const cli::Command& command : cli::commands()) {
      QVERIFY2(result.out.find("  " + command.name) != std::string::npos, command.name.c_str());
      QVERIFY2(result.out.find(command.summary.substr(0, 20)) != std::string::npos, command.name.c_str());
    }
  }

  void everyCommandHasHelp() {
    for (const cli::Command& command : cli::commands()) {
      const Result result = runProgram({command.name, "--help"});
      QCOMPARE(result.code, 0);
      QVERIFY2(result.out.find("Usage: fenwick " + command.name) != std::string::npos, result.out.c_str());
      QCOMPARE(text(result.err), QString());
    }
  }

  void theVersionIsPrinted() {
    const Result result = runProgram({"--version"});
    QCOMPARE(result.code, 0);
    QVERIFY(QRegularExpression("^fenwick \\d+\\.\\d+\\.\\d+\\n$").match(text(result.out)).hasMatch());
  }

  void wrongUsageExitsWithTwoAndNamesTheNearest_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringList{} << "Usage: fenwick";
    QTest::newRow("unknown command") << QStringList{"trian"} << "fenwick: there is no command trian; the nearest is train\n";
    QTest::newRow("unknown command with options") << QStringList{"preset", "--json"} << "fenwick: there is no command preset; the nearest is presets\n";
    QTest::newRow("unknown option") << QStringList{"--hlep"} << "fenwick: there is no option --hlep; the nearest is --help\n";
    QTest::newRow("unknown option of a command") << QStringList{"doctor", "--jsn"}
                                                 << "fenwick doctor: there is no option --jsn; the nearest is --json\n";
    QTest::newRow("one argument too many") << QStringList{"doctor", "now"} << "fenwick doctor: the argument now is one too many\n";
    QTest::newRow("unknown preset") << QStringList{"presets", "mqar-quik"}
                                    << "fenwick presets: there is no preset mqar-quik; the nearest is mqar-quick";
    QTest::newRow("unknown arm") << QStringList{"presets", "mqar-quick@x"}
                                 << "fenwick presets: the preset mqar-quick has no arm x; it has as-described and as-published\n";
    QTest::newRow("missing argument") << QStringList{"eval"} << "fenwick eval: run is needed\n";
    QTest::newRow("missing value") << QStringList{"train", "--out"} << "fenwick train: --out needs a value\n";
    QTest::newRow("given twice") << QStringList{"eval", "x", "--split", "test", "--split", "valid"}
                                 << "fenwick eval: --split is given more than once\n";
  }
  void wrongUsageExitsWithTwoAndNamesTheNearest() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    std::vector<std::string> words;
    for (const QString& argument : arguments) words.push_back(argument.toStdString());
    const Result result = runProgram(words);
    QCOMPARE(result.code, 2);
    QCOMPARE(text(result.out), QString());
    QVERIFY2(text(result.err).contains(sentence), result.err.c_str());
    QVERIFY(!text(result.err).contains("exception"));
  }

  void presetsAreListedWithSummaryAndArms() {
    const Result result = runProgram({"presets"});
    QCOMPARE(result.code, 0);
    for (const model::Preset& preset : model::presets()) {
      QVERIFY(result.out.find(preset.name) != std::string::npos);
      QVERIFY(result.out.find(preset.summary) != std::string::npos);
    }
    const auto json = model::Json::parse(runProgram({"presets", "--json"}).out);
    QCOMPARE(json.size(), model::presets().size());
    QCOMPARE(json[0]["name"].get<std::string>(), std::string("mqar-quick"));
    QCOMPARE(json[0]["arms"].size(), std::size_t{2});
  }

  void aPresetIsItsWholeConfiguration() {
    const Result result = runProgram({"presets", "mqar-k8-t128@as-published"});
    QCOMPARE(result.code, 0);
    const auto json = model::Json::parse(result.out);
    for (const model::Field& field : model::fields()) {
      model::Json node = json;
      for (const QString& part : text(field.path).split('.')) node = node[part.toStdString()];
      QVERIFY2(!node.is_null(), field.path.c_str());
    }
    std::vector<model::Problem> problems;
    QVERIFY(model::Config::fromJson(json, problems) == model::presetConfig("mqar-k8-t128@as-published"));
    QVERIFY(problems.empty());
  }

  void theDoctorTellsTheMachineAndWhyCudaCannotBeUsed() {
    const Result result = runProgram({"doctor"});
    QCOMPARE(result.code, 0);
    for (const char* word : {"LibTorch", "Cores", "threads", "CUDA usable"}) QVERIFY2(result.out.find(word) != std::string::npos, word);
    const auto json = model::Json::parse(runProgram({"doctor", "--json"}).out);
    QVERIFY(json["libtorch"].get<std::string>().rfind("2.", 0) == 0);
    QVERIFY(json["cores"].get<int>() >= 1);
    QVERIFY(json["threads"].get<int>() >= 1);
    if (!json["cudaUsable"].get<bool>()) QVERIFY(json["cudaReason"].get<std::string>().size() > 10);
  }
};

QTEST_GUILESS_MAIN(FrameTest)
#include "frame_test.moc"
