#include "kernels/selftest.h"

#include <QTest>
#include <map>
#include <set>

#include "kernels/selftest/cases.h"

using namespace fenwick::kernels;

namespace {

#ifdef FENWICK_UNDER_SANITIZERS
constexpr std::int64_t kLongest = 130;
#else
constexpr std::int64_t kLongest = 1025;
#endif

}  // namespace

class SelfTestTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    SelfTestOptions options;
    options.longest = kLongest;
    options.loop = threadedLoop(2);
    int heard = 0;
    m_results = runSelfTest(options, [&heard](const CheckResult&) { ++heard; });
    QCOMPARE(heard, static_cast<int>(m_results.size()));
  }

  void everyNumericCheckStaysBelowItsLimit_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_results.size(); ++i) {
      QTest::newRow(m_results[i].name.c_str()) << static_cast<int>(i);
    }
  }
  void everyNumericCheckStaysBelowItsLimit() {
    QFETCH(int, index);
    const CheckResult& result = m_results.at(static_cast<std::size_t>(index));
    const QString text = QString("worst %1, limit %2, %3 cases; %4")
                             .arg(result.worst)
                             .arg(result.limit)
                             .arg(result.cases)
                             .arg(QString::fromStdString(result.where));
    QVERIFY2(result.passed(), qPrintable(text));
    QVERIFY(result.cases > 0);
  }

  void namesAreDistinct() {
    std::set<std::string> names;
    for (const CheckResult& result : m_results) names.insert(result.name);
    QCOMPARE(names.size(), m_results.size());
  }

  void theCoveringSetHoldsEveryPairOfValuesInAtMost300Cases() {
    const std::vector<selftest::Case> cases = selftest::coveringCases(1025);
    QVERIFY(cases.size() <= 300);
    std::map<std::string, std::set<std::pair<std::int64_t, std::int64_t>>> pairs;
    for (const selftest::Case& which : cases) {
      const std::map<std::string, std::int64_t> factors{
          {"T", which.shape.length}, {"C", which.chunk},
          {"K", which.shape.keyDim}, {"V", which.shape.valueDim},
          {"H", which.shape.heads},  {"gates", static_cast<std::int64_t>(which.gates)},
          {"apart", which.padded},   {"lambda", static_cast<std::int64_t>(which.lambdas)}};
      for (const auto& [nameA, a] : factors) {
        for (const auto& [nameB, b] : factors) {
          if (nameA < nameB) pairs[nameA + " " + nameB].insert({a, b});
        }
      }
    }
    const std::map<std::string, std::size_t> counts{{"T", 21}, {"C", 3},     {"K", 7},     {"V", 7},
                                                    {"H", 4},  {"gates", 5}, {"apart", 2}, {"lambda", 4}};
    for (const auto& [nameA, a] : counts) {
      for (const auto& [nameB, b] : counts) {
        if (nameA < nameB) QCOMPARE(pairs.at(nameA + " " + nameB).size(), a * b);
      }
    }
  }

 private:
  std::vector<CheckResult> m_results;
};

QTEST_APPLESS_MAIN(SelfTestTest)
#include "selftest_test.moc"
