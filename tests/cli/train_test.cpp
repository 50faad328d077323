// Training by the command line: what is wrong is told at once and leaves nothing behind; what is right trains, goes on, forks,
// is evaluated and exported.

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "model/config/config.h"
#include "model/config/config_file.h"
#include "model/io/event_log.h"
#include "model/io/tensor_file.h"
#include "model/run/run_folder.h"
#include "model/training/lambda_snapshot.h"
#include "tests/cli/program.h"

using namespace fenwick;
using cli::testing::runProgram;
using cli::testing::listing;
using cli::testing::readFile;
using cli::testing::Result;
using cli::testing::tinySettings;
using cli::testing::writeFile;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

QString text(const std::string& value) { return QString::fromStdString(value); }

model::HostTensor integers(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values) {
  model::HostTensor tensor{model::DType::I64, std::move(shape), std::vector<std::byte>(values.size() * sizeof(std::int64_t))};
  std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

}  // namespace

class TrainTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  std::string m_run;  // twelve steps, finished

  std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
  Result train(const std::vector<std::string>& arguments) {
    const bool threads = std::find(arguments.begin(), arguments.end(), "--threads") != arguments.end();
    return runProgram(joined(threads ? std::vector<std::string>{"train"} : std::vector<std::string>{"train", "--threads", "1"}, arguments));
  }
  Result trainTiny(const std::string& out, const std::vector<std::string>& more = {}) {
    return train(joined(joined({"--preset", "mqar-quick", "--out", out}, tinySettings()), more));
  }
  std::vector<std::int64_t> stepsOf(const std::string& run, const char* tag) {
    std::vector<std::int64_t> steps;
    for (const model::Scalar& scalar : model::EventLogReader(run).readNew()) {
      if (scalar.tag == tag) steps.push_back(scalar.step);
    }
    return steps;
  }

 private slots:
  void initTestCase() {
    m_run = path("Läufe λ 実験");
    const Result result = trainTiny(m_run);
    QVERIFY2(result.code == 0, result.err.c_str());
  }

  // ---- what is wrong ------------------------------------------------------------------------------------------------

  void wrongInputIsToldAndNothingIsWritten_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("sentences");
    const auto row = [](const char* name, QStringList arguments, QStringList sentences) { QTest::newRow(name) << arguments << sentences; };
    row("nothing", {}, {"fenwick train: one of --preset NAME, --config FILE, --from RUN or --resume is needed", "fenwick train: --out: is needed"});
    row("two sources", {"--preset", "mqar-quick", "--config", "x.json", "--out", "OUT"}, {"only one of --preset and --config can be given"});
    row("unknown preset", {"--preset", "mqar-quik", "--out", "OUT"}, {"--preset: there is no preset mqar-quik; the nearest is mqar-quick"});
    row("missing file", {"--config", "/nowhere/c.json", "--out", "OUT"}, {"/nowhere/c.json"});
    row("no run", {"--from", "/nowhere", "--out", "OUT"}, {"--from: /nowhere is no run folder"});
    row("unknown key", {"--preset", "mqar-quick", "--set", "train.step=5", "--out", "OUT"},
        {"fenwick train: train.step: there is no such setting; the nearest is train.steps\n"});
    row("all at once",
        {"--preset", "mqar-quick", "--set", "train.steps=-1", "--set", "task.kvPairs=17", "--set", "model.lambda.head=mlp", "--set", "x",
         "--threads", "-2", "--device", "gpu", "--init", "/nowhere/w"},
        {"train.steps: must be between 1 and 1000000000 steps, got -1; the nearest permitted value is 1\n",
         "task.kvPairs: 17 pairs need 68 tokens (4 for each), and task.length is 64; the largest number that fits is 16\n",
         "model.lambda.head: must be one of fixed, mlp-softplus, mlp-softmax, constant, fixed-bias or ones, got \"mlp\"",
         "a setting is written key=value", "--threads: must be a whole number between 0 and 1024, got -2; the nearest permitted value is 0\n",
         "--device: must be auto, cpu or cuda, got gpu; the nearest is cpu\n", "--init: there is no file /nowhere/w\n", "--out: is needed"});
    row("no such mixer", {"--preset", "mqar-quick", "--set", "model.mixer=softmx", "--out", "OUT"},
        {"model.mixer: must be one of log-linear, gated-delta, linear or softmax, got \"softmx\"; the nearest is softmax"});
    row("own data without a file", {"--preset", "mqar-quick", "--set", "task.kind=tensors", "--out", "OUT"}, {"task.file: is needed"});
    row("broken json", {"--config", "BROKEN", "--out", "OUT"}, {"broken.json: line 2, column 3: this is not JSON from "});
    row("wrong json", {"--config", "WRONG", "--out", "OUT"},
        {"format: is 9, written by a newer version", "task.lenght: there is no such setting; the nearest is task.length",
         "train.steps: must be a whole number, got \"many\""});
    row("twice in json", {"--config", "TWICE", "--out", "OUT"}, {"train.steps: ", "stands twice"});
    row("outside the vocabulary", {"--preset", "mqar-quick", "--set", "task.kind=tensors", "--set", "task.file=DATA", "--out", "OUT"},
        {"inputs[0, 3] is 200, outside 0 … 127"});
    row("stopping without validation",
        {"--preset", "mqar-quick", "--set", "task.kind=tensors", "--set", "task.file=DATA", "--set", "train.stopAt=0.9", "--out", "OUT"},
        {"train.stopAt: needs a task.validationFile"});
    row("weights that do not fit", {"--preset", "mqar-quick", "--init", "DATA", "--out", "OUT"}, {"embedding.weight"});
    row("init with from", {"--from", "RUN", "--init", "DATA", "--out", "OUT"}, {"--init: cannot be given with --from"});
    row("step that is not kept", {"--from", "RUN@7", "--out", "OUT"}, {"7"});
    row("no step", {"--from", "RUN@seven", "--out", "OUT"}, {"@seven is no run folder"});
    row("existing run", {"--preset", "mqar-quick", "--out", "RUN"},
        {"holds a run already, which is never started over; go on with `fenwick train --resume --out '", "or fork it with --from"});
    row("folder in use", {"--preset", "mqar-quick", "--out", "FULL"}, {"is not empty; name a folder that does not exist yet"});
    row("file in the way", {"--preset", "mqar-quick", "--out", "BROKEN"}, {"is no folder; name a folder that does not exist yet"});
    row("below a file", {"--preset", "mqar-quick", "--out", "BROKEN/run"}, {"broken.json"});
    row("resume nothing", {"--resume", "--out", "OUT"}, {"is no run folder"});
    row("resume without out", {"--resume"}, {"--out: is needed: the folder of the run to go on with"});
    row("resume and from", {"--resume", "--from", "RUN", "--init", "x", "--out", "RUN"},
        {"--from: makes a new run and cannot be given with --resume", "--init: begins a new run and cannot be given with --resume"});
    row("resume with a change", {"--resume", "--out", "RUN", "--set", "train.learningRate=2e-3", "--set", "train.seed=4"},
        {"train.learningRate: is 0.001 in this run and cannot become 0.002 when it goes on; fork it with --from",
         "train.seed: is 0 in this run and cannot become 4"});
    row("resume with another preset", {"--resume", "--out", "RUN", "--preset", "mqar-k8-t128"}, {"task.length: is 16 in this run and cannot become 128"});
    row("resume backwards", {"--resume", "--out", "RUN", "--set", "train.steps=3"},
        {"train.steps: must be at least 12, the step that the run has reached, got 3; the nearest permitted value is 12\n"});
    row("resume with nonsense", {"--resume", "--out", "RUN", "--set", "train.steps=x"}, {"train.steps: must be a whole number, got \"x\""});
  }
  void wrongInputIsToldAndNothingIsWritten() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, sentences);
    QDir().mkpath(m_folder.filePath("full"));
    writeFile(path("full/file"), "x");
    writeFile(path("broken.json"), "{\n  x\n}");
    writeFile(path("wrong.json"), R"({"format": 9, "task": {"lenght": 3}, "train": {"steps": "many"}})");
    writeFile(path("twice.json"), R"({"train": {"steps": 3, "steps": 4}})");
    model::TensorFile data;
    data.tensors = {{"inputs", integers({1, 4}, {1, 2, 3, 200})}, {"targets", integers({1, 4}, {-100, -100, -100, 5})}};
    model::writeSafetensors(path("data.safetensors"), data);
    std::vector<std::string> words;
    for (QString argument : arguments) {
      argument.replace("OUT", m_folder.filePath("out")).replace("BROKEN", m_folder.filePath("broken.json"));
      argument.replace("WRONG", m_folder.filePath("wrong.json")).replace("TWICE", m_folder.filePath("twice.json"));
      argument.replace("DATA", m_folder.filePath("data.safetensors")).replace("FULL", m_folder.filePath("full")).replace("RUN", text(m_run));
      words.push_back(argument.toStdString());
    }
    const std::string before = listing(m_folder.path().toStdString());
    const Result result = train(words);
    QCOMPARE(result.code, 2);
    QCOMPARE(text(result.out), QString());
    for (const QString& sentence : sentences) QVERIFY2(text(result.err).contains(sentence), result.err.c_str());
    for (const QString& line : text(result.err).split('\n', Qt::SkipEmptyParts)) QVERIFY2(line.startsWith("fenwick train: "), qPrintable(line));
    QVERIFY(!text(result.err).contains("exception"));
    QCOMPARE(text(listing(m_folder.path().toStdString())), text(before));
  }

  // ---- what is right --------------------------------------------------------------------------------------------------

  void aRunLeavesItsFolder() {
    QVERIFY(model::RunFolder::looksLikeRun(m_run));
    const model::RunFolder folder(m_run);
    const model::RunInfo info = folder.readInfo();
    QCOMPARE(info.state, model::RunState::Finished);
    QCOMPARE(info.step, std::int64_t{12});
    QVERIFY2(text(info.stopReason).contains("12"), info.stopReason.c_str());
    QCOMPARE(folder.readConfig().get<int>("task.length"), 16);
    QVERIFY(folder.lambdaSteps() == (std::vector<std::int64_t>{0, 4, 8, 12}));
    QVERIFY(!folder.checkpointSteps().empty() && folder.checkpointSteps().back() == 12);
    std::vector<std::int64_t> every(12);
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = static_cast<std::int64_t>(i) + 1;
    QVERIFY(stepsOf(m_run, "train/loss") == every);
    QVERIFY(stepsOf(m_run, "valid/accuracy") == (std::vector<std::int64_t>{4, 8, 12}));
  }

  void theLastLinesSayStateAccuracyFolderAndReason() {
    const std::string out = path("said");
    const Result result = trainTiny(out);
    QCOMPARE(result.code, 0);
    QCOMPARE(text(result.err), QString());
    const QStringList lines = text(result.out).trimmed().split('\n');
    QVERIFY2(QRegularExpression("^finished at step 12, validation accuracy \\d+\\.\\d % \\(best \\d+\\.\\d % at step (4|8|12)\\), after \\d+ s of training: ")
                 .match(lines[lines.size() - 2])
                 .hasMatch(),
             result.out.c_str());
    QVERIFY(lines[lines.size() - 2].endsWith(text(out)));
    QVERIFY2(lines.last().contains("train.steps"), result.out.c_str());
    QVERIFY(lines.first().startsWith("step "));
  }

  void jsonIsOneObjectOnStandardOutput() {
    const std::string out = path("json");
    const Result result = trainTiny(out, {"--json"});
    QCOMPARE(result.code, 0);
    const auto json = model::Json::parse(result.out);
    QCOMPARE(json["state"].get<std::string>(), std::string("finished"));
    QCOMPARE(json["step"].get<int>(), 12);
    QCOMPARE(json["steps"].get<int>(), 12);
    QCOMPARE(json["folder"].get<std::string>(), out);
    QVERIFY(json["final"]["valid/accuracy"].is_number());
    QVERIFY(json["best"]["valid/accuracy"].is_number());
    QVERIFY(json["solvedStep"].is_null() || json["solvedStep"].is_number());
    QVERIFY(json["id"].get<std::string>().size() == 36);
    QVERIFY(text(result.err).contains("step "));
  }

  void twoRunsOfOneSeedAreEqualAndOfAnotherAreNot() {
    const auto weights = [&](const std::string& run) { return model::readSafetensors(model::RunFolder(run).weightsPath(12)).tensors.at("lm_head.weight").bytes; };
    const std::string same = path("same"), other = path("other");
    QCOMPARE(trainTiny(same).code, 0);
    QCOMPARE(trainTiny(other, {"--set", "train.seed=1"}).code, 0);
    QVERIFY(weights(same) == weights(m_run));
    QVERIFY(weights(other) != weights(m_run));
  }

  void aConfigurationFileTrainsTheSame() {
    const std::string out = path("from file");
    const Result result = train({"--config", m_run + "/config.json", "--out", out});
    QVERIFY2(result.code == 0, result.err.c_str());
    QCOMPARE(text(readFile(out + "/config.json")), text(readFile(m_run + "/config.json")));
  }

  void aFinishedRunGoesOnWithMoreSteps() {
    const std::string out = path("longer");
    QCOMPARE(trainTiny(out).code, 0);
    const Result again = train({"--resume", "--out", out});
    QVERIFY2(again.code == 0, again.err.c_str());
    QVERIFY2(text(again.out).contains("finished at step 12"), again.out.c_str());
    const Result more = train(joined(joined({"--resume", "--out", out, "--preset", "mqar-quick"}, tinySettings()), {"--set", "train.steps=18"}));
    QVERIFY2(more.code == 0, more.err.c_str());
    QCOMPARE(model::RunFolder(out).readInfo().step, std::int64_t{18});
    QCOMPARE(model::RunFolder(out).readConfig().get<int>("train.steps"), 18);
    QCOMPARE(stepsOf(out, "train/loss").size(), std::size_t{18});
    const std::string whole = path("whole");
    QCOMPARE(trainTiny(whole, {"--set", "train.steps=18"}).code, 0);
    QVERIFY(readFile(model::RunFolder(out).weightsPath(18).string()).size() > 0);
    const auto a = model::readSafetensors(model::RunFolder(out).weightsPath(18)).tensors, b = model::readSafetensors(model::RunFolder(whole).weightsPath(18)).tensors;
    for (const auto& [name, tensor] : a) QVERIFY2(tensor.bytes == b.at(name).bytes, name.c_str());
  }

  void aForkGoesOnFromAKeptStepWithOtherSettings() {
    const std::string out = path("fork");
    const Result result = train({"--from", m_run + "@8", "--set", "train.learningRate=1e-4", "--set", "train.steps=14", "--out", out});
    QVERIFY2(result.code == 0, result.err.c_str());
    const model::RunInfo info = model::RunFolder(out).readInfo();
    QCOMPARE(info.parentId, model::RunFolder(m_run).readInfo().id);
    QCOMPARE(info.parentStep, std::int64_t{8});
    QCOMPARE(info.step, std::int64_t{14});
    QVERIFY(stepsOf(out, "train/loss") == (std::vector<std::int64_t>{9, 10, 11, 12, 13, 14}));
    QCOMPARE(model::RunFolder(out).readConfig().get<double>("train.learningRate"), 1e-4);
  }

  void ownWeightsAndOwnDataTrain() {
    model::TensorFile data;
    std::vector<std::int64_t> inputs, targets;
    for (std::int64_t i = 0; i < 6 * 16; ++i) {
      inputs.push_back(i % 16);
      targets.push_back(i % 3 == 0 ? i % 16 : -100);
    }
    data.tensors = {{"inputs", integers({6, 16}, inputs)}, {"targets", integers({6, 16}, targets)}};
    const std::string file = path("own.safetensors"), out = path("own");
    model::writeSafetensors(file, data);
    const Result result = trainTiny(out, {"--set", "task.kind=tensors", "--set", "task.file=" + file, "--set", "task.order=sequential", "--init",
                                          model::RunFolder(m_run).weightsPath(0).string()});
    QVERIFY2(result.code == 0, result.err.c_str());
    QVERIFY(stepsOf(out, "valid/loss").empty());
    QCOMPARE(stepsOf(out, "train/loss").size(), std::size_t{12});
  }

  void theLengthOfOwnDataNeedNotBeGiven() {
    model::TensorFile data;
    data.tensors = {{"inputs", integers({1, 5}, {1, 2, 3, 4, 5})}, {"targets", integers({1, 5}, {-100, -100, 1, 2, 3})}};
    const std::string file = path("five.safetensors"), out = path("five");
    model::writeSafetensors(file, data);
    const Result result = train({"--preset", "mqar-quick", "--set", "task.file=" + file, "--set", "task.kind=tensors", "--set", "train.batch=1", "--set",
                                 "train.steps=2", "--out", out});
    QVERIFY2(result.code == 0, result.err.c_str());
    QCOMPARE(model::RunFolder(out).readConfig().get<int>("task.length"), 5);
    const std::string refused = path("refused");
    const Result wrong = train({"--preset", "mqar-quick", "--set", "task.file=" + file, "--set", "task.kind=tensors", "--set", "task.length=6", "--set",
                                "train.batch=1", "--out", refused});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(text(wrong.err).contains("holds rows of 5 tokens, and task.length is 6; set task.length=5"), wrong.err.c_str());
    QVERIFY(!fs::exists(refused));
  }

  // ---- eval --------------------------------------------------------------------------------------------------------------

  void evaluationRepeatsTheRecordedAccuracy() {
    const Result result = runProgram({"eval", m_run + "@12", "--json", "--threads", "1"});
    QVERIFY2(result.code == 0, result.err.c_str());
    const auto json = model::Json::parse(result.out);
    QCOMPARE(json["split"].get<std::string>(), std::string("valid"));
    QCOMPARE(json["lengths"].size(), std::size_t{1});
    QCOMPARE(json["lengths"][0]["length"].get<int>(), 16);
    QCOMPARE(json["lengths"][0]["scored"].get<int>(), 32);
    QCOMPARE(json["lengths"][0]["accuracy"].get<double>(), model::RunFolder(m_run).readInfo().finalMetrics["valid/accuracy"].get<double>());
  }

  void evaluationSlicesItsQueries() {
    for (const char* by : {"pair", "distance", "level", "conflict", "size"}) {
      const Result result = runProgram({"eval", m_run, "--by", by, "--json", "--threads", "1"});
      QVERIFY2(result.code == 0, result.err.c_str());
      const model::Json length = model::Json::parse(result.out).at("lengths").at(0);
      double correct = 0, queries = 0;
      for (const model::Json& slice : length.at("by")) {
        queries += slice.at("queries").get<double>();
        correct += slice.at("queries").get<double>() * slice.at("accuracy").get<double>();
        QVERIFY(slice.at(by).is_string());
      }
      QCOMPARE(queries, length.at("scored").get<double>());
      QVERIFY(std::abs(correct / queries - length.at("accuracy").get<double>()) < 1e-9);
    }
    const Result table = runProgram({"eval", m_run, "--by", "level", "--threads", "1"});
    QVERIFY2(QString::fromStdString(table.out).contains("| length | level | queries |"), table.out.c_str());
    const Result wrong = runProgram({"eval", m_run, "--by", "levle"});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(QString::fromStdString(wrong.err).contains("--by: must be pair, distance, level, conflict or size, got levle; the nearest is level"), wrong.err.c_str());
  }

  void statisticsTellWhatLambdaDoes() {
    const Result json = runProgram({"statistics", m_run, "--json"});
    QVERIFY2(json.code == 0, json.err.c_str());
    const model::Json heads = model::Json::parse(json.out).at("heads");
    QVERIFY(!heads.empty());
    for (const model::Json& head : heads) {
      QVERIFY(head.at("token_share").is_number() && head.at("answer_share").get<double>() > 0 && head.at("roles").contains("query"));
    }
    const QString table = QString::fromStdString(runProgram({"statistics", m_run, "--step", "0"}).out);
    QVERIFY2(table.startsWith("λ at step 0") && table.contains("answer level, %") && table.contains("| 0, 0 "), qPrintable(table));
    QVERIFY(QString::fromStdString(runProgram({"statistics", m_run, "--format", "csv"}).out).contains(",0,0,mean,query,0,"));
    const Result wrong = runProgram({"statistics", m_run, "--step", "5000"});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(QString::fromStdString(wrong.err).contains("--step: neither λ nor weights of step 5000"), wrong.err.c_str());
  }

  void otherLengthsAndSplitsAreEvaluated() {
    const Result result = runProgram({"eval", m_run, "--lengths", "8,12,16", "--split", "test", "--threads", "1"});
    QVERIFY2(result.code == 0, result.err.c_str());
    const QStringList lines = text(result.out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0].simplified(), QString("length accuracy loss scored tokens"));
    QVERIFY(QRegularExpression("^12 \\d+\\.\\d % \\d+\\.\\d+ 32$").match(lines[2].simplified()).hasMatch());
  }

  void wrongEvaluationsAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no run") << QStringList{"eval", "/nowhere"} << "RUN: /nowhere is no run folder";
    QTest::newRow("beyond the levels") << QStringList{"eval", "RUN", "--lengths", "16,32"} << "16";
    QTest::newRow("no number") << QStringList{"eval", "RUN", "--lengths", "16,x"} << "--lengths: must be whole numbers of at least 1 with commas between";
    QTest::newRow("zero") << QStringList{"eval", "RUN", "--lengths", "0"} << "--lengths: must be whole numbers of at least 1";
    QTest::newRow("no split") << QStringList{"eval", "RUN", "--split", "tset"} << "--split: must be valid or test, got tset; the nearest is test";
    QTest::newRow("no device") << QStringList{"eval", "RUN", "--device", "tpu"} << "--device: must be auto, cpu or cuda, got tpu";
    QTest::newRow("lambda ending") << QStringList{"lambda", "RUN", "--out", "OUT.txt"} << "--out: must end in .npz or .csv, got ";
    QTest::newRow("lambda folder") << QStringList{"lambda", "RUN", "--out", "/nowhere/a.csv"} << "--out: there is no folder /nowhere";
    QTest::newRow("lambda step") << QStringList{"lambda", "RUN", "--step", "3", "--out", "OUT.csv"}
                                 << "--step: neither λ nor weights of step 3 are kept; λ is recorded at 0, 4, 8 and 12";
    QTest::newRow("lambda step word") << QStringList{"lambda", "RUN", "--step", "x", "--out", "OUT.csv"} << "--step: must be a whole number of at least 0, got x";
    QTest::newRow("lambda sample") << QStringList{"lambda", "RUN", "--sample", "2", "--out", "OUT.csv"} << "--sample: must be at most 1, got 2";
  }
  void wrongEvaluationsAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    std::vector<std::string> words;
    for (QString argument : arguments) words.push_back(argument.replace("RUN", text(m_run)).replace("OUT", m_folder.filePath("export")).toStdString());
    const Result result = runProgram(words);
    QVERIFY2(result.code == 2, result.err.c_str());
    QCOMPARE(text(result.out), QString());
    QVERIFY2(text(result.err).contains(sentence), result.err.c_str());
    QVERIFY(!fs::exists(path("export.csv")) && !fs::exists(path("export.txt")));
  }

  // ---- lambda --------------------------------------------------------------------------------------------------------------

  void lambdaIsExportedAsRecorded() {
    const std::string out = path("λ.npz");
    const Result result = runProgram({"lambda", m_run, "--out", out});
    QVERIFY2(result.code == 0, result.err.c_str());
    const model::LambdaSnapshot written = model::readLambdaSnapshot(out), recorded = model::readLambdaSnapshot(model::RunFolder(m_run).lambdaPath(12));
    QVERIFY(written.lambda == recorded.lambda);
    QVERIFY(written.tokens == recorded.tokens);
    QCOMPARE(written.samples, std::int64_t{2});
  }

  void oneSampleAndOneStepCanBeChosen() {
    const std::string out = path("one.npz");
    QCOMPARE(runProgram({"lambda", m_run, "--step", "4", "--sample", "1", "--out", out}).code, 0);
    const model::LambdaSnapshot one = model::readLambdaSnapshot(out), all = model::readLambdaSnapshot(model::RunFolder(m_run).lambdaPath(4));
    QCOMPARE(one.samples, std::int64_t{1});
    for (std::int64_t token = 0; token < 16; ++token) {
      QCOMPARE(one.tokens[static_cast<std::size_t>(token)], all.tokens[static_cast<std::size_t>(16 + token)]);
      for (std::int64_t level = 0; level < all.levels; ++level) QCOMPARE(one.lambdaAt(0, 0, token, 0, level), all.lambdaAt(0, 1, token, 0, level));
    }
  }

  void lambdaOfKeptWeightsIsComputed() {
    const std::string out = path("two.npz");  // step 2: weights are kept, λ was not recorded
    const Result result = runProgram({"lambda", m_run, "--step", "2", "--out", out, "--threads", "1"});
    QVERIFY2(result.code == 0, result.err.c_str());
    QCOMPARE(model::readLambdaSnapshot(out).step, std::int64_t{2});
  }

  void csvNamesEveryCellAndWhetherItIsActive() {
    const std::string out = path("cells.csv");
    QCOMPARE(runProgram({"lambda", m_run, "--sample", "1", "--out", out}).code, 0);
    const QStringList lines = text(readFile(out)).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines[0], QString("layer,sample,token,head,level,lambda,active"));
    const model::LambdaSnapshot all = model::readLambdaSnapshot(model::RunFolder(m_run).lambdaPath(12));
    QCOMPARE(lines.size(), 1 + static_cast<int>(all.layers * all.length * all.heads * all.levels));
    for (int i = 1; i < lines.size(); ++i) {
      const QStringList cells = lines[i].split(',');
      QCOMPARE(cells.size(), 7);
      QCOMPARE(cells[1], QString("1"));
      const int token = cells[2].toInt(), level = cells[4].toInt();
      QCOMPARE(cells[5].toFloat(), all.lambdaAt(cells[0].toInt(), 1, token, cells[3].toInt(), level));
      QCOMPARE(cells[6], QString(level == 0 || (token >> (level - 1)) % 2 == 1 ? "1" : "0"));
    }
  }
};

QTEST_GUILESS_MAIN(TrainTest)
#include "train_test.moc"
