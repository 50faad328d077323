// `fenwick compare`: every format with known numbers, and what a person gets who asks for the wrong thing.

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>

#include "model/run/run_folder.h"
#include "tests/cli/program.h"

using namespace fenwick;
using namespace fenwick::cli::testing;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& folder, const char* head, std::int64_t seed, double accuracy, double loss, std::int64_t solvedStep, const char* name = "") {
  fs::create_directories(folder);
  model::Config config;
  if (!config.set("model.lambda.head", head).empty() || !config.set("train.seed", seed).empty()) qFatal("unknown setting");
  model::RunInfo info;
  info.id = folder.filename().string();
  info.name = name;
  info.state = model::RunState::Finished;
  info.step = 1500;
  info.activeSeconds = 40;
  info.solvedStep = solvedStep;
  info.finalMetrics = {{"valid/accuracy", accuracy}, {"valid/loss", loss}};
  info.bestMetrics = {{"valid/accuracy", accuracy + 0.01}, {"valid/loss", loss / 2}, {"test/accuracy", accuracy + 0.005}};
  model::RunFolder(folder).writeConfig(config);
  model::RunFolder(folder).writeInfo(info);
}

QString shown(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

class CompareCommandTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  std::string m_runs;

  Result compare(std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", m_runs});
    return runProgram(more);
  }

 private slots:
  void initTestCase() {
    m_runs = (fs::path(m_folder.path().toStdString()) / "Läufe").string();
    write(fs::path(m_runs) / "a_1", "mlp-softplus", 0, 0.98, 0.25, 900, "x, \"y\"");
    write(fs::path(m_runs) / "a_2", "mlp-softplus", 1, 0.96, 0.75, 1100);
    write(fs::path(m_runs) / "b_1", "fixed", 0, 0.03125, std::nan(""), -1);
  }

  void theTableOfVariantsIsMarkdown() {
    const Result result = compare({});
    QCOMPARE(result.code, 0);
    QCOMPARE(shown(result.err), QString());
    const QStringList lines = shown(result.out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith("| variant      |"));
    QVERIFY(lines[1].startsWith("|:-------------|--"));
    QCOMPARE(lines[2].simplified(),
             QString("| mlp-softplus | 2 | 2/2 = 100 % | 1000 (900–1100) | 97.0 ± 1.4 | 97.0 | 96.0–98.0 | 98.0 ± 1.4 | 97.5 ± 1.4 | 0.5000 ± 0.3536 | 0.2500 ± 0.1768 |"));
    QCOMPARE(lines[3].simplified(),
             QString("| fixed | 1 | 0/1 = 0 % | – | 3.1 | 3.1 | 3.1–3.1 | 4.1 | 3.6 | – (1 not finite) | – (1 not finite) |"));
    for (const QString& line : lines) QCOMPARE(line.size(), lines[0].size());
    QCOMPARE(compare({"--by", "variant", "--format", "md"}).out, result.out);
  }

  void differencesToABaselineArePairedAndSaidHow() {
    const Result result = compare({"--baseline", "fixed"});
    QCOMPARE(result.code, 0);
    const QStringList lines = shown(result.out).split('\n', Qt::SkipEmptyParts);
    QVERIFY2(lines[2].simplified().endsWith("| fixed | +94.9, n = 1 | – |"), qPrintable(lines[2]));  // seed 0 alone stands on both sides
    QVERIFY2(lines[3].simplified().endsWith("| – | – | – |"), qPrintable(lines[3]));
    QCOMPARE(lines[4], QString("Differences are to fixed, paired by seed, with a 95 % interval: percentiles 2.5 and 97.5 of 10000 bootstrap resamples "
                               "of the pairs, seed 0."));
    const model::Json tree = model::Json::parse(compare({"--baseline", "fixed", "--json"}).out);
    QCOMPARE(tree["variants"][0]["difference"]["finalAccuracy"]["mean"].get<double>(), 0.98 - 0.03125);
    QVERIFY(tree["variants"][0]["difference"]["finalAccuracy"]["low"].is_null());
    QVERIFY(tree["variants"][1]["difference"].is_null());
    QCOMPARE(tree["bootstrap"]["resamples"].get<int>(), 10000);
    const QStringList csv = shown(compare({"--baseline", "fixed", "--format", "csv"}).out).split('\n', Qt::SkipEmptyParts);
    QVERIFY(csv[0].endsWith(",baseline,final_accuracy_difference_pairs,final_accuracy_difference_mean,final_accuracy_difference_low,"
                            "final_accuracy_difference_high,best_accuracy_difference_pairs,best_accuracy_difference_mean,"
                            "best_accuracy_difference_low,best_accuracy_difference_high,final_loss_difference_pairs,final_loss_difference_mean,"
                            "final_loss_difference_low,final_loss_difference_high"));
    QVERIFY2(csv[1].contains(",fixed,1,0.94875,,,1,"), qPrintable(csv[1]));
    for (const QString& line : csv) QCOMPARE(line.count(','), csv[0].count(','));
    QVERIFY(shown(compare({"--baseline", "fixed", "--format", "latex"}).out).endsWith("seed 0.\n"));
    const Result unknown = compare({"--baseline", "fixt"});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(shown(unknown.err).contains("--baseline: there is no variant fixt; the nearest is fixed"), qPrintable(shown(unknown.err)));
    QCOMPARE(compare({"--baseline", "fixed", "--by", "run"}).code, 2);
  }

  void sizesStandAcross() {
    const QStringList lines = shown(compare({"--by", "size"}).out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0].simplified(), QString("| final accuracy, % (solved) | k 4, T 64 |"));
    QCOMPARE(lines[2].simplified(), QString("| fixed | 3.1 (0/1) |"));
    QCOMPARE(lines[3].simplified(), QString("| mlp-softplus | 97.0 ± 1.4 (2/2) |"));
    QVERIFY(shown(compare({"--by", "size", "--format", "csv"}).out).contains("\nfixed,4,64,1,0,0.03125,,0.03125,0.03125,0.03125\n"));
    QVERIFY(shown(compare({"--by", "size", "--format", "latex"}).out).contains("mlp-softplus & 97.0 $\\pm$ 1.4 (2/2)"));
    QCOMPARE(model::Json::parse(compare({"--json"}).out)["sizes"][1]["n"].get<int>(), 2);
  }

  void modelsAreComparedByTheirSize() {
    const QString table = shown(compare({"--by", "model", "--format", "csv"}).out);
    QVERIFY2(table.contains("variant,parameters,lambda_parameters,lambda_overhead,state_floats,length\n"), qPrintable(table));
    QVERIFY2(table.contains("\nmlp-softplus,50998,434,"), qPrintable(table));
    QVERIFY2(table.contains("\nfixed,50578,14,") && table.contains(",57344,64\n"), qPrintable(table));
    const QString markdown = shown(compare({"--by", "model"}).out);
    QVERIFY2(markdown.contains("0.858") && markdown.contains("λ head, % of the rest"), qPrintable(markdown));
    const auto json = model::Json::parse(compare({"--json"}).out);
    QVERIFY(json.at("variants")[0].at("model").at("parameters") == 50998);
  }

  void theTableOfRunsNamesEach() {
    const QStringList lines = shown(compare({"--by", "run"}).out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[2].simplified(), "| " + shown(m_runs) + "/a_1 | mlp-softplus | 0 | finished | 1500 | 98.0 | 99.0 | 98.5 | 0.2500 | 0.1250 | 900 | 40 s |");
    QVERIFY(lines[4].simplified().endsWith("| fixed | 0 | finished | 1500 | 3.1 | 4.1 | 3.6 | nan | nan | – | 40 s |"));
  }

  void csvHoldsFractionsInFullAndLeavesAbsentNumbersOut() {
    const QStringList lines = shown(compare({"--format", "csv"}).out).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    const QStringList heads = lines[0].split(','), first = lines[1].split(','), second = lines[2].split(',');
    QCOMPARE(first.size(), heads.size());
    QCOMPARE(second.size(), heads.size());
    const auto value = [&heads](const QStringList& row, const char* name) { return row[heads.indexOf(QLatin1String(name))]; };
    QCOMPARE(value(first, "variant"), QString("mlp-softplus"));
    QCOMPARE(value(first, "n"), QString("2"));
    QCOMPARE(value(first, "share_solved"), QString("1"));
    QCOMPARE(value(first, "final_accuracy_mean").toDouble(), 0.97);
    QCOMPARE(value(first, "final_accuracy_std").toDouble(), std::sqrt(0.0002));
    QCOMPARE(value(first, "solved_step_median"), QString("1000"));
    QCOMPARE(value(second, "final_loss_mean"), QString());
    QCOMPARE(value(second, "final_loss_not_finite"), QString("1"));
    QCOMPARE(value(second, "final_accuracy_mean"), QString("0.03125"));
    QCOMPARE(value(second, "final_accuracy_std"), QString());
    const QString runs = shown(compare({"--by", "run", "--format", "csv"}).out);
    QVERIFY(runs.contains(",a_1,\"x, \"\"y\"\"\",mlp-softplus,0,finished,1500,0.98,"));
    QVERIFY(runs.contains(",b_1,,fixed,0,finished,1500,0.03125,0.04125,nan,nan,,0.03625,,40,"));
  }

  void latexIsEscapedAndWhole() {
    const QString text = shown(compare({"--format", "latex"}).out);
    QVERIFY(text.startsWith("\\begin{tabular}{lrrrrrrrrrr}\n\\toprule\nvariant & n & solved & "));
    QVERIFY(text.contains("mlp-softplus & 2 & 2/2 = 100 \\% & 1000 (900--1100) & 97.0 $\\pm$ 1.4 & 97.0 & 96.0--98.0 & "));
    QVERIFY(text.endsWith("\\\\\n\\bottomrule\n\\end{tabular}\n"));
    QVERIFY(shown(compare({"--by", "run", "--format", "latex"}).out).contains("/a\\_1 & "));
  }

  void claimsHaveATableOfTheirOwn() {
    const QString text = shown(compare({"--claims"}).out);
    QVERIFY2(text.contains("recall stops collapsing") && text.contains("mlp-softplus − fixed") && text.contains("n = 1"), qPrintable(text));
    const model::Json claims = model::Json::parse(compare({"--claims", "--json"}).out).at("claims");
    const auto recall = std::find_if(claims.begin(), claims.end(), [](const model::Json& claim) { return claim["claim"] == "recall stops collapsing"; });
    QVERIFY(recall != claims.end());
    QCOMPARE((*recall)["mean"].get<double>(), 0.98 - 0.03125);  // seed 0 of both
    QCOMPARE((*recall)["verdict"].get<std::string>(), std::string("open"));
    QVERIFY(shown(compare({"--claims", "--format", "csv"}).out).startsWith("claim,of,measure,n,mean,low,high,verdict\n"));
    QVERIFY(shown(compare({"--claims", "--format", "latex"}).out).startsWith("\\begin{tabular}{lrrrr}"));
    const Result both = compare({"--claims", "--baseline", "fixed"});
    QCOMPARE(both.code, 2);
    QVERIFY2(shown(both.err).contains("--claims"), both.err.c_str());
    const Result none = runProgram({"compare", m_runs + "/b_1", "--claims"});
    QCOMPARE(none.code, 1);
    QVERIFY2(shown(none.err).contains("no run of mlp-softplus"), none.err.c_str());
  }

  void jsonHoldsVariantsRunsAndWhatWasLeftOut() {
    fs::create_directories(fs::path(m_runs) / "torn");
    writeFile(m_runs + "/torn/run.json", "{");
    writeFile(m_runs + "/torn/config.json", "{}");
    const Result result = compare({"--json"});
    fs::remove_all(fs::path(m_runs) / "torn");
    QCOMPARE(result.code, 0);
    QVERIFY2(shown(result.err).startsWith("fenwick compare: left out: " + shown(m_runs) + "/torn/config.json") ||
                 shown(result.err).startsWith("fenwick compare: left out: " + shown(m_runs) + "/torn/run.json"),
             result.err.c_str());
    const model::Json json = model::Json::parse(result.out);
    QCOMPARE(json["variants"].size(), std::size_t{2});
    QVERIFY(json["variants"][0]["finalAccuracy"]["mean"] == 0.97);
    QVERIFY(json["variants"][0]["shareSolved"] == 1);
    QVERIFY(json["variants"][0]["settings"]["model"]["lambda"]["head"] == "mlp-softplus");
    QVERIFY(json["variants"][1]["finalLoss"]["mean"].is_null());
    QVERIFY(json["variants"][1]["finalAccuracy"]["std"].is_null());
    QCOMPARE(json["runs"].size(), std::size_t{3});
    QVERIFY(json["runs"][2]["finalLoss"] == "NaN");
    QVERIFY(json["runs"][2]["solvedStep"].is_null());
    QCOMPARE(json["skipped"].size(), std::size_t{1});
    QCOMPARE(compare({"--format", "json"}).code, 0);
  }

  void wrongUsageIsToldAllAtOnce() {
    Result result = compare({"--by", "varient", "--format", "tex"});
    QCOMPARE(result.code, 2);
    QVERIFY(result.out.empty());
    QVERIFY2(shown(result.err).contains("--by: must be variant, run, size or model, got varient; the nearest is variant\n"), result.err.c_str());
    QVERIFY2(shown(result.err).contains("--format: must be md, csv, latex or json, got tex"), result.err.c_str());
    result = runProgram({"compare", m_runs + "/none", m_runs + "/neither"});
    QCOMPARE(result.code, 2);
    QCOMPARE(shown(result.err), "fenwick compare: " + shown(m_runs) + "/none: is no folder\nfenwick compare: " + shown(m_runs) + "/neither: is no folder\n");
    QCOMPARE(runProgram({"compare"}).code, 2);
    QCOMPARE(compare({"--json", "--format", "csv"}).code, 2);
  }

  void aFolderWithoutRunsFails() {
    fs::create_directories(fs::path(m_runs) / "empty");
    const Result result = runProgram({"compare", m_runs + "/empty"});
    QCOMPARE(result.code, 1);
    QVERIFY(result.out.empty());
    QVERIFY2(shown(result.err).contains("/empty: there is no run folder in it\nfenwick compare: there is no run to compare\n"), result.err.c_str());
  }

  void nothingIsWritten() {
    const std::string before = listing(m_runs);
    compare({});
    compare({"--json"});
    QCOMPARE(shown(listing(m_runs)), shown(before));
  }
};

QTEST_APPLESS_MAIN(CompareCommandTest)
#include "compare_command_test.moc"
