// `fenwick eval --intervene`: what a file changes, and what a wrong one is told.

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "model/config/config.h"
#include "tests/cli/program.h"

using namespace fenwick;
using namespace fenwick::cli::testing;

class InterveneTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  std::string m_run, m_file;

  Result eval(const std::string& intervention, std::vector<std::string> more) {
    writeFile(m_file, intervention);
    more.insert(more.begin(), {"eval", m_run + "@last", "--intervene", m_file});
    return runProgram(more);
  }
  static model::Json lengths(const Result& result) { return model::Json::parse(result.out).at("lengths").at(0); }

 private slots:
  void initTestCase() {
    m_run = m_folder.filePath("run").toStdString();
    m_file = m_folder.filePath("λ.json").toStdString();
    std::vector<std::string> arguments{"train", "--preset", "mqar-quick", "--out", m_run, "--threads", "1"};
    for (const std::string& setting : tinySettings()) arguments.insert(arguments.end(), {setting});
    const Result result = runProgram(arguments);
    QVERIFY2(result.code == 0, result.err.c_str());
  }

  void aFileChangesWhatIsMeasuredAndIsTold() {
    const Result plain = runProgram({"eval", m_run + "@last", "--json"});
    const Result neutral = eval("{\"format\": 1, \"edits\": [{\"action\": \"scale\", \"factor\": 1}]}", {"--json"});
    const Result raised = eval("{\"format\": 1, \"edits\": [{\"action\": \"scale\", \"factor\": 1e9}]}", {"--json"});
    QCOMPARE(raised.code, 0);
    const double before = lengths(plain).at("loss"), same = lengths(neutral).at("loss"), after = lengths(raised).at("loss");
    QVERIFY(std::abs(before - same) < 1e-5);
    QVERIFY(std::abs(before - after) > 1e-5);
    QVERIFY(model::Json::parse(raised.out).at("intervention").at("edits").at(0).at("factor") == 1e9);
    const Result told = eval("{\"format\": 1, \"edits\": [{\"action\": \"remove\", \"level\": 1, \"tokens\": \"query\"}]}", {});
    QVERIFY2(told.out.starts_with("changed: level 1, query tokens: removed\n"), told.out.c_str());
  }

  void aWrongFileIsRefusedByName() {
    const Result unknown = eval("{\"format\": 1, \"edits\": [{\"action\": \"halve\"}]}", {});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.find("edits[0].action") != std::string::npos, unknown.err.c_str());
    const Result beyond = eval("{\"format\": 1, \"edits\": [{\"action\": \"remove\", \"level\": 99}]}", {});
    QVERIFY(beyond.code != 0);
    QVERIFY2(beyond.err.find("edits[0].level: must be 0 to") != std::string::npos, beyond.err.c_str());
    const Result missing = runProgram({"eval", m_run, "--intervene", m_folder.filePath("none.json").toStdString()});
    QCOMPARE(missing.code, 2);
    QVERIFY(missing.err.find("cannot be read") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(InterveneTest)
#include "intervene_test.moc"
