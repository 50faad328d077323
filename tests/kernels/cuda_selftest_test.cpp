// The checks of the CUDA operator where there is a GPU; elsewhere skipped, with the reason.

#include <QTest>

#ifdef FENWICK_CUDA
#include <set>
#include <string>

#include "kernels/cuda/log_linear_attention.h"
#include "kernels/cuda/selftest.h"

using namespace fenwick::kernels;
#endif

class CudaSelfTestTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
#ifdef FENWICK_CUDA
    const std::string reason = cuda::whyUnusable();
    if (!reason.empty()) QSKIP(reason.c_str());
    SelfTestOptions options;
    options.loop = threadedLoop(2);
    m_results = cuda::runSelfTest(options);
#else
    QSKIP("this build has no CUDA kernels");
#endif
  }

#ifdef FENWICK_CUDA
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

 private:
  std::vector<CheckResult> m_results;
#endif
};

QTEST_APPLESS_MAIN(CudaSelfTestTest)
#include "cuda_selftest_test.moc"
