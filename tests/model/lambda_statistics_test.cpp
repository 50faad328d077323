// What λ does, told from snapshots whose λ is made of known parts.

#include "model/analysis/lambda_statistics.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>
#include <functional>
#include <set>

#include "kernels/fenwick.h"
#include "model/random.h"

using namespace fenwick::model;
namespace kernels = fenwick::kernels;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kLength = 32, kLevels = 6, kTokens = 16;

double normal(RandomStream& stream) {
  return std::sqrt(-2 * std::log(1 - stream.uniform())) * std::cos(2 * std::numbers::pi * stream.uniform());
}

using LambdaOf = std::function<double(std::int64_t token, std::int64_t position, std::int64_t level)>;

// One layer, one head; tokens drawn at random; NaN in every inert cell.
LambdaSnapshot snapshotOf(std::int64_t samples, const LambdaOf& lambda) {
  LambdaSnapshot s;
  s.layers = s.heads = 1;
  s.samples = samples;
  s.length = kLength;
  s.levels = kLevels;
  RandomStream stream(1, "test/tokens");
  for (std::int64_t i = 0; i < samples; ++i)
    for (std::int64_t t = 0; t < kLength; ++t) {
      s.tokens.push_back(static_cast<std::int64_t>(stream.below(kTokens)));
      s.targets.push_back(kIgnored);
      s.roles.push_back(static_cast<std::uint8_t>(Role::Noise));
      s.correct.push_back(0);
      s.targetLogProb.push_back(kNaN);
      s.gate.push_back(0);
      for (std::int64_t level = 0; level < kLevels; ++level)
        s.lambda.push_back(kernels::isActive(t, static_cast<int>(level)) ? static_cast<float>(lambda(s.tokens.back(), t, level)) : kNaN);
    }
  return s;
}

LambdaStatistics only(const LambdaSnapshot& snapshot) { return lambdaStatistics(snapshot).at(0); }
bool near(double value, double expected, double off) { return std::abs(value - expected) < off; }

}  // namespace

class LambdaStatisticsTest : public QObject {
  Q_OBJECT

 private slots:
  void aWeightPerLevelIsRigid() {
    const LambdaStatistics s = only(snapshotOf(8, [](auto, auto, std::int64_t level) { return 1.0 + 0.25 * static_cast<double>(level); }));
    QCOMPARE(s.levelShare, 1.0);
    QCOMPARE(s.tokenShare, 0.0);
    QCOMPARE(s.positionShare, 0.0);
    QCOMPARE(s.variation, 0.0);
    const LambdaStatistics flat = only(snapshotOf(8, [](auto, auto, auto) { return 1.0; }));
    QVERIFY(std::isnan(flat.levelShare) && std::isnan(flat.tokenShare));
    QCOMPARE(flat.mean, 1.0);
  }

  void tellsTokenFromPosition() {
    const LambdaStatistics token = only(snapshotOf(16, [](std::int64_t w, auto, auto) { return 1.0 + 0.1 * static_cast<double>(w); }));
    QVERIFY(near(token.tokenShare, 1, 0.01) && near(token.levelShare, 0, 0.01) && near(token.positionShare, 0, 0.03));
    const LambdaStatistics position = only(snapshotOf(16, [](auto, std::int64_t t, auto) { return 1.0 + 0.1 * static_cast<double>(t % 7); }));
    QVERIFY(near(position.positionShare + position.levelShare, 1, 0.01) && near(position.tokenShare, 0, 0.03));
  }

  // Without the correction the 95 groups of level × token alone would explain a seventh of pure noise, and level × position a sixth.
  void noiseIsExplainedByNothing() {
    RandomStream stream(2, "test/noise");
    const LambdaStatistics s = only(snapshotOf(6, [&](auto, auto, auto) { return 1 + 0.1 * normal(stream); }));
    QVERIFY2(near(s.levelShare, 0, 0.04) && near(s.tokenShare, 0, 0.06) && near(s.positionShare, 0, 0.06),
             qPrintable(QString("%1 %2 %3").arg(s.levelShare).arg(s.tokenShare).arg(s.positionShare)));
    QVERIFY(near(s.variation, 0.1, 0.01));
  }

  void rolesAndFineLevels() {
    LambdaSnapshot snapshot = snapshotOf(4, [](auto, auto, std::int64_t level) { return level < 3 ? 2.0 : 1.0; });
    for (std::size_t i = 0; i < snapshot.roles.size(); i += 2) snapshot.roles[i] = static_cast<std::uint8_t>(Role::Key);
    const LambdaStatistics s = only(snapshot);
    QCOMPARE(s.roles.size(), std::size_t{2});
    QCOMPARE(s.roles[1].first, Role::Key);
    // Level 1 of an even token is empty.
    QCOMPARE(s.roles[1].second[1].cells, 0);
    QVERIFY(std::isnan(s.roles[1].second[1].mean));
    QCOMPARE(s.roles[1].second[0].mean, 2.0);
    QCOMPARE(s.roles[1].second[5].mean, 1.0);
    QCOMPARE(s.fineLead, 1 / s.mean);
    QVERIFY(std::isnan(only(snapshotOf(4, [](auto, auto, auto) { return 1.0; })).fineLead));  // noise alone has no content
  }

  void weightOnTheAnswersLevel() {
    LambdaSnapshot snapshot = snapshotOf(1, [](auto, auto, std::int64_t level) { return level == 5 ? 3.0 : 1.0; });
    snapshot.tokens[4] = 99;  // the answer, seen from 22 = 10110 on level 5 with the tokens 0 … 15
    snapshot.roles[4] = static_cast<std::uint8_t>(Role::Value);
    snapshot.targets[22] = 99;
    LambdaStatistics s = only(snapshot);
    QCOMPARE(s.queries, 1);
    QCOMPARE(s.flatAnswerShare, 16.0 / 23);
    QCOMPARE(s.answerShare, 48.0 / 55);
    // A gate behind token 10 halves everything up to it … and leaves 11 … 15 whole.
    snapshot.gate[11] = static_cast<float>(-std::numbers::ln2);
    s = only(snapshot);
    QVERIFY(near(s.flatAnswerShare, (11 * 0.5 + 5) / (11 * 0.5 + 12), 1e-7));
  }

  void meansLeaveOutWhatIsUnknown() {
    LambdaStatistics a, b;
    a.mean = 1, a.tokenShare = 0.5, a.answerShare = std::numeric_limits<double>::quiet_NaN();
    b.mean = 3, b.tokenShare = std::numeric_limits<double>::quiet_NaN(), b.answerShare = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [name, value] : meanLambdaMeasures({a, b})) {
      if (name == "mean") QCOMPARE(value, 2.0);
      if (name == "token_share") QCOMPARE(value, 0.5);
      if (name == "answer_share") QVERIFY(std::isnan(value));
    }
    a.answerShare = 0.2, b.layer = 1, b.answerShare = 0.6;
    for (const auto& [name, value] : meanLambdaMeasures({a, b}))
      if (name == "answer_share") QCOMPARE(value, 0.6);  // of the last layer
    QVERIFY(lambdaStatistics({}).empty());
  }
};

QTEST_GUILESS_MAIN(LambdaStatisticsTest)
#include "lambda_statistics_test.moc"
