// Which queries fail: where a query's answer stands, whether noise repeats its key, and the slices they are counted in.

#include "model/analysis/queries.h"

#include <QTest>
#include <cmath>

#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;

namespace {

// Everything right, with half a nat each.
std::vector<Query> allRight(const TokenBatch& batch) {
  return queriesOf(batch, std::vector<std::uint8_t>(batch.inputs.size(), 1), std::vector<float>(batch.inputs.size(), -0.5f));
}

double conflictShare(int pairs) {
  const TokenBatch batch = rows(with({"task.length=256", "task.kvPairs=" + std::to_string(pairs)}), Split::Valid, 0, 400);
  const std::vector<Query> queries = allRight(batch);
  double conflicts = 0;
  for (const Query& query : queries) conflicts += query.conflict;
  return conflicts / static_cast<double>(queries.size());
}

}  // namespace

class QueriesTest : public QObject {
  Q_OBJECT

 private slots:
  void findsTheAnswerByHand() {
    // key 3 → 70 at 0, key 5 → 71 at 2; noise 5 at 4; both are asked for.
    TokenBatch batch;
    batch.rows = 1;
    batch.length = 8;
    batch.inputs = {3, 70, 5, 71, 5, 9, 5, 3};
    batch.targets = {kIgnored, kIgnored, kIgnored, kIgnored, kIgnored, kIgnored, 71, 70};
    for (const Role role : {Role::Key, Role::Value, Role::Key, Role::Value, Role::Noise, Role::Noise, Role::Query, Role::Query})
      batch.roles.push_back(static_cast<std::uint8_t>(role));
    const std::vector<std::uint8_t> correct{0, 0, 0, 0, 0, 0, 1, 0};
    const std::vector<float> logs{NAN, NAN, NAN, NAN, NAN, NAN, -0.25f, -2.0f};
    const std::vector<Query> queries = queriesOf(batch, correct, logs);
    QCOMPARE(queries.size(), std::size_t{2});
    QCOMPARE(queries[0].answer, 3);
    QCOMPARE(queries[0].item, 1);
    QCOMPARE(queries[0].distance(), 3);
    QCOMPARE(queries[0].level(), 3);  // 6 XOR 3 = 5
    QVERIFY(queries[0].conflict && queries[0].correct);
    QCOMPARE(queries[0].loss, 0.25);
    QCOMPARE(queries[1].answer, 1);
    QCOMPARE(queries[1].item, 0);
    QVERIFY(!queries[1].conflict && !queries[1].correct);
    QCOMPARE(queries[1].pairs, 2);
    QCOMPARE(queries[1].length, 8);
  }

  // As counted for the published task: noise repeats the key before 86, 83, 79 and 67 % of the queries.
  void countsConflictsOfTheTask() {
    for (const auto& [pairs, share] : {std::pair{4, 0.86}, {8, 0.83}, {16, 0.79}, {32, 0.67}})
      QVERIFY2(std::abs(conflictShare(pairs) - share) < 0.03, qPrintable(QString("k = %1: %2").arg(pairs).arg(conflictShare(pairs))));
    for (const Query& query : allRight(rows(with({"task.noise=unused"}), Split::Valid, 0, 50))) QVERIFY(!query.conflict);
  }

  void findsEveryAnswerOfATask_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("perExample");
    QTest::newRow("mqar") << "mqar" << 4;
    QTest::newRow("mqar-zoology") << "mqar-zoology" << 4;
    QTest::newRow("selective-copying") << "selective-copying" << 16;
  }
  void findsEveryAnswerOfATask() {
    QFETCH(QString, kind);
    QFETCH(int, perExample);
    const Config config = with({"task.kind=" + kind.toStdString(), "task.length=128", "task.vocabulary=128"});
    const TokenBatch batch = rows(config, Split::Valid, 0, 20);
    const std::vector<Query> queries = allRight(batch);
    QCOMPARE(queries.size(), static_cast<std::size_t>(20 * perExample));
    for (const Query& query : queries) {
      const auto at = [&](std::int64_t t) { return static_cast<std::size_t>(query.sample * batch.length + t); };
      QCOMPARE(batch.inputs[at(query.answer)], batch.targets[at(query.position)]);
      QVERIFY(query.answer < query.position && query.item < perExample);
    }
  }

  void slicesCountEveryQueryOnce() {
    const Config config = with({"task.kind=mqar-zoology", "task.vocabulary=256", "task.length=128",
                                "task.segments=[{\"length\": 64, \"kvPairs\": 4, \"examples\": 10}, {\"length\": 128, \"kvPairs\": 8, \"examples\": 10}]"});
    std::vector<Query> queries = allRight(rows(config, Split::Valid, 0, 20));
    for (Query& query : queries) query.correct = query.item % 2 == 0;
    for (const std::string& kind : sliceKinds()) {
      std::int64_t count = 0, correct = 0;
      for (const Slice& slice : slices(queries, kind)) {
        count += slice.queries;
        correct += slice.correct;
        QCOMPARE(slice.loss, 0.5);
      }
      QCOMPARE(count, static_cast<std::int64_t>(queries.size()));
      QCOMPARE(correct, 10 * 2 + 10 * 4);
    }
    const std::vector<Slice> sizes = slices(queries, "size");
    QCOMPARE(sizes.size(), std::size_t{2});
    QCOMPARE(sizes[0].label, std::string("k 4, T 64"));
    QCOMPARE(sizes[1].label, std::string("k 8, T 128"));
    QCOMPARE(slices(queries, "pair").size(), std::size_t{8});
    QCOMPARE(slices(queries, "pair")[3].accuracy(), 0.0);
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, slices(queries, "distanc"));
  }
};

QTEST_GUILESS_MAIN(QueriesTest)
#include "queries_test.moc"
