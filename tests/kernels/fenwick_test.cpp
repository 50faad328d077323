#include "kernels/fenwick.h"

#include <QTest>
#include <vector>

using namespace fenwick::kernels;

class FenwickTest : public QObject {
  Q_OBJECT

 private slots:
  void levelsAreCountedAtPowersOfTwoAndTheirNeighbours_data() {
    QTest::addColumn<qint64>("length");
    QTest::addColumn<int>("levels");
    const std::vector<std::pair<qint64, int>> known{
        {0, 0},  {1, 1},  {2, 2},   {3, 3},   {4, 3},   {5, 4},     {7, 4},     {8, 4},      {9, 5},     {63, 7},
        {64, 7}, {65, 8}, {127, 8}, {128, 8}, {129, 9}, {1024, 11}, {1025, 12}, {65536, 17}, {65537, 18}};
    for (const auto& [length, levels] : known) QTest::addRow("%lld tokens", length) << length << levels;
  }
  void levelsAreCountedAtPowersOfTwoAndTheirNeighbours() {
    QFETCH(qint64, length);
    QFETCH(int, levels);
    QCOMPARE(levelCount(length), levels);
  }

  void theHighestLevelInUseIsTheLastOneCounted() {
    for (std::int64_t length = 1; length <= 600; ++length) {
      int highest = 0;
      for (std::int64_t s = 0; s < length; ++s) highest = std::max(highest, levelOf(length - 1, s));
      // An earlier query may see further than the last one: the count is over all of them.
      for (std::int64_t t = 0; t < length; ++t) highest = std::max(highest, levelOf(t, 0));
      QCOMPARE(levelCount(length), highest + 1);
    }
  }

  void everyQuerySeesItsPastExactlyOnce() {
    for (std::int64_t t = 0; t < 520; ++t) {
      std::vector<int> seen(static_cast<std::size_t>(t) + 1, 0);
      for (int level = 0; level < levelCount(520); ++level) {
        const SourceRange range = sourceRange(t, level);
        for (std::int64_t s = range.begin; s < range.end; ++s) {
          QVERIFY(range.contains(s));
          QCOMPARE(levelOf(t, s), level);
          ++seen.at(static_cast<std::size_t>(s));
        }
      }
      QVERIFY(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
    }
  }

  void tokenSixSeesWhatThePaperDraws() {
    QCOMPARE(sourceRange(6, 0).begin, 6);
    QCOMPARE(sourceRange(6, 1).size(), 0);
    QCOMPARE(sourceRange(6, 2).begin, 4);
    QCOMPARE(sourceRange(6, 2).end, 6);
    QCOMPARE(sourceRange(6, 3).begin, 0);
    QCOMPARE(sourceRange(6, 3).end, 4);
  }

  void at64TokensThreeSeventhsOfTheCellsAreInert() {
    int inert = 0;
    for (std::int64_t t = 0; t < 64; ++t) {
      for (int level = 0; level < levelCount(64); ++level) inert += isActive(t, level) ? 0 : 1;
    }
    QCOMPARE(inert, 192);
  }

  void theCarryFillsAnEmptyLevelWithAllBelowIt() {
    // A binary counter of states, each a list of its tokens, against what the levels say.
    std::vector<std::vector<std::int64_t>> states(levelCount(300));
    for (std::int64_t t = 0; t < 300; ++t) {
      if (t > 0) {
        const auto target = static_cast<std::size_t>(carryLevel(t));
        QVERIFY(states[target].empty());
        for (std::size_t level = 0; level < target; ++level) {
          states[target].insert(states[target].end(), states[level].begin(), states[level].end());
          states[level].clear();
        }
      }
      states[0].push_back(t);
      for (int level = 0; level < levelCount(300); ++level) {
        const SourceRange range = sourceRange(t, level);
        const auto& state = states[static_cast<std::size_t>(level)];
        QCOMPARE(static_cast<std::int64_t>(state.size()), range.size());
        QVERIFY(std::all_of(state.begin(), state.end(), [&](std::int64_t s) { return range.contains(s); }));
      }
    }
  }
};

QTEST_APPLESS_MAIN(FenwickTest)
#include "fenwick_test.moc"
