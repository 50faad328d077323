// The differentiable operator against the dense formula in LibTorch operations.

#include <QTest>

#include "tests/model/probes/torch_probes.h"

using namespace fenwick::model::probes;

class AttentionOpTest : public QObject {
  Q_OBJECT

 private slots:
  void outputAndEveryGradientEqualTheDenseForm_data() {
    QTest::addColumn<AttentionCase>("c");
    QTest::newRow("T=1") << AttentionCase{1, 1, 1, 1, 3, 2, 1, 16, false};
    QTest::newRow("T=2, spare levels") << AttentionCase{2, 2, 1, 1, 8, 8, 4, 32, false};
    QTest::newRow("several chunks, shared groups") << AttentionCase{2, 70, 2, 4, 8, 5, 8, 16, false};
    QTest::newRow("T=64, chunk 64") << AttentionCase{3, 64, 1, 1, 64, 64, 7, 64, false};
    QTest::newRow("T=129, chunk 64") << AttentionCase{1, 129, 1, 2, 16, 24, 9, 64, false};
  }
  void outputAndEveryGradientEqualTheDenseForm() {
    QFETCH(AttentionCase, c);
    check(attentionErrors(c, 1));
  }

  void slicesOfOneProjectionAreReadInPlace() {
    AttentionCase c;
    c.strided = true;
    check(attentionErrors(c, 2));
  }

 private:
  static void check(const std::map<std::string, double>& errors) {
    QCOMPARE(errors.size(), std::size_t{6});
    for (const auto& [name, error] : errors)
      QVERIFY2(error <= 1e-10, (name + " differs by " + std::to_string(error)).c_str());
  }
};

QTEST_GUILESS_MAIN(AttentionOpTest)
#include "attention_op_test.moc"
