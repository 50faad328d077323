// The papers' claims about λ, answered from run folders whose λ and curves are made by hand; and how smoothly a run trained.

#include "model/analysis/claims.h"

#include <QTest>
#include <cmath>

#include "model/training/lambda_snapshot.h"
#include "tests/model/file_helpers.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

struct Made {
  std::string head = "mlp-softplus";
  std::int64_t seed = 0, width = 64;
  double accuracy = 0.9;
  double tokenSpread = 0.2;  // how far λ moves with the token
  double onAnswer = 1;       // λ on the level of the answer, over that of the others
  std::vector<double> accuracies = {0.1, 0.9};
};

LambdaSnapshot lambdaOf(const Made& made) {
  LambdaSnapshot s;
  s.step = 100;
  s.layers = s.heads = 1;
  s.samples = 2;
  s.length = 16;
  s.levels = 5;
  for (std::int64_t sample = 0; sample < s.samples; ++sample)
    for (std::int64_t t = 0; t < s.length; ++t) {
      const bool value = t == 1, query = t == 14;
      s.tokens.push_back(value ? 90 : (7 * t + 3 * sample) % 5);
      s.targets.push_back(query ? 90 : kIgnored);
      s.roles.push_back(static_cast<std::uint8_t>(value ? Role::Value : query ? Role::Query : Role::Noise));
      s.correct.push_back(query);
      s.targetLogProb.push_back(query ? -0.1f : NAN);
      s.gate.push_back(-0.01f);
      for (std::int64_t level = 0; level < s.levels; ++level) {
        const double moved = 1 + made.tokenSpread * (static_cast<double>(s.tokens.back() % 5) / 4 - 0.5);
        s.lambda.push_back(static_cast<float>(moved * (level == 4 ? made.onAnswer : 1)));  // 14 sees 1 on level 4
      }
    }
  return s;
}

void write(const fs::path& folder, const Made& made) {
  fs::create_directories(folder / "lambda");
  const Config config =
      with({"model.lambda.head=" + made.head, "train.seed=" + std::to_string(made.seed), "model.width=" + std::to_string(made.width)});
  RunInfo info;
  info.id = newUuid();
  info.state = RunState::Finished;
  info.finalMetrics = {{"step", 100}, {"valid/accuracy", made.accuracy}, {"valid/loss", 1.0}};
  info.bestMetrics = info.finalMetrics;
  const RunFolder run(folder);
  run.writeConfig(config);
  run.writeInfo(info);
  writeLambdaSnapshot(run.lambdaPath(100), lambdaOf(made));
  EventLogWriter log(folder);
  std::vector<Scalar> scalars;
  for (std::size_t i = 0; i < made.accuracies.size(); ++i) scalars.push_back({"valid/accuracy", static_cast<std::int64_t>(i), 0, made.accuracies[i]});
  for (std::int64_t step = 1; step <= 10; ++step) scalars.push_back({"train/grad_norm", step, 0, step == 10 ? 4.0 : 0.5});
  log.append(scalars);
}

const ClaimResult* find(const std::vector<ClaimResult>& claims, const std::string& claim, const std::string& of = {}) {
  for (const ClaimResult& result : claims)
    if (result.claim.find(claim) != std::string::npos && (of.empty() || result.of.find(of) != std::string::npos)) return &result;
  return nullptr;
}

}  // namespace

class ClaimsTest : public QObject {
  Q_OBJECT

 private slots:
  void stabilityFromCurves() {
    std::vector<Scalar> scalars;
    const double accuracies[] = {0.2, 0.7, 0.4, 0.9, 0.85};
    for (int i = 0; i < 5; ++i) scalars.push_back({"valid/accuracy", i, 0, accuracies[i]});
    scalars.push_back({"valid/accuracy", 2, 0, 0.0});  // step 2 told twice
    for (int i = 1; i <= 101; ++i) scalars.push_back({"train/grad_norm", i, 0, i / 101.0});
    const Stability s = stability(scalars, 0.5);
    QVERIFY(std::abs(s.largestDrop - 0.3) < 1e-12);
    QVERIFY(std::abs(s.gradientNormMedian - 51 / 101.0) < 1e-12);
    QVERIFY(std::abs(s.gradientNorm99 - 100 / 101.0) < 1e-12);
    QVERIFY(std::abs(s.clippedShare - 51 / 101.0) < 1e-12);
    QCOMPARE(stability(scalars, 0).clippedShare, 0.0);
    QVERIFY(std::isnan(stability({}, 1).largestDrop) && std::isnan(stability({}, 1).gradientNorm99));
    QCOMPARE(quantile({3, NAN, 1}, 0.5), 2.0);
  }

  void answersWithFigures() {
    const TemporaryFolder folder;
    for (std::int64_t seed = 0; seed < 6; ++seed) {
      const double off = 0.005 * static_cast<double>(seed);
      write(folder / ("mlp" + std::to_string(seed)), {"mlp-softplus", seed, 64, 0.95 + off, 0.4, 3.0 + off, {0.1, 0.95 + off}});
      write(folder / ("fixed" + std::to_string(seed)), {"fixed", seed, 64, seed < 3 ? 0.1 : 0.9, 0.01, 1, {0.6, 0.3 + off, 0.9}});
    }
    std::vector<std::string> faults;
    const std::vector<ClaimResult> claims = checkClaims(compareRuns({folder.path()}), faults);
    QVERIFY(faults.empty());
    for (const char* held : {"λ of the MLP moves", "routes queries", "recall stops", "seeds agree"}) {
      const ClaimResult* result = find(claims, held);
      QVERIFY2(result && result->verdict == Verdict::Held && result->value.pairs == 6, held);
      QVERIFY(result->of.starts_with("mlp-softplus"));
    }
    QVERIFY(std::abs(find(claims, "recall stops")->value.mean - 0.4625) < 1e-9);
    const ClaimResult* fine = find(claims, "fine levels");  // the deepest level is the highest here
    QVERIFY(fine && fine->verdict == Verdict::NotHeld && fine->value.mean < 0);
    const ClaimResult* cost = find(claims, "0.007 %");
    QVERIFY(cost && cost->verdict == Verdict::NotHeld && cost->value.mean > 0.00007);  // a small model
    QCOMPARE(find(claims, "more stable")->verdict, Verdict::Held);
    for (const ClaimResult& claim : claims)
      if (claim.measure.find("clipped") != std::string::npos) QCOMPARE(claim.verdict, Verdict::Open);  // equal in all
    QVERIFY(!find(claims, "grows with the model"));
  }

  void comparesWidths() {
    const TemporaryFolder folder;
    for (const std::int64_t width : {16, 64})
      for (std::int64_t seed = 0; seed < 6; ++seed) {
        const std::string end = std::to_string(width) + "-" + std::to_string(seed);
        write(folder / ("mlp" + end), {"mlp-softplus", seed, width, width == 64 ? 0.9 : 0.3, 0.2, 1, {0.1}});
        write(folder / ("fixed" + end), {"fixed", seed, width, 0.2, 0.1, 1, {0.1}});
      }
    std::vector<std::string> faults;
    const std::vector<ClaimResult> claims = checkClaims(compareRuns({folder.path()}), faults);
    const ClaimResult* growth = find(claims, "grows with the model");
    QVERIFY(growth && growth->verdict == Verdict::Held);
    QCOMPARE(growth->of, std::string("width 64 − width 16"));
    QVERIFY(std::abs(growth->value.mean - 0.6) < 1e-9);
    QVERIFY(find(claims, "recall stops", " 16") && find(claims, "recall stops", " 64"));
  }

  void fewSeedsGiveNoVerdict() {
    const TemporaryFolder folder;
    for (std::int64_t seed = 0; seed < 5; ++seed) {
      write(folder / ("mlp" + std::to_string(seed)), {"mlp-softplus", seed, 64, 0.9, 0.4, 1, {0.1}});
      write(folder / ("fixed" + std::to_string(seed)), {"fixed", seed, 64, 0.1, 0.1, 1, {0.1}});
    }
    std::vector<std::string> faults;
    const std::vector<ClaimResult> claims = checkClaims(compareRuns({folder.path()}), faults);
    const ClaimResult* recall = find(claims, "recall stops");
    QVERIFY(recall && recall->value.low > 0.7);
    QCOMPARE(recall->verdict, Verdict::Open);
  }

  void aDamagedFileIsNamedAndLeftOut() {
    const TemporaryFolder folder;
    for (std::int64_t seed = 0; seed < 2; ++seed) write(folder / ("mlp" + std::to_string(seed)), {"mlp-softplus", seed});
    put(RunFolder(folder / "mlp1").lambdaPath(100), "PK not a snapshot");
    std::vector<std::string> faults;
    const std::vector<ClaimResult> claims = checkClaims(compareRuns({folder.path()}), faults);
    QCOMPARE(faults.size(), std::size_t{1});
    VERIFY_HOLDS(faults[0], "step-00000100.npz");
    const ClaimResult* routed = find(claims, "routes queries");
    QVERIFY(routed && routed->value.pairs == 1);
    QCOMPARE(routed->verdict, Verdict::Open);  // one run has no interval
  }
};

QTEST_GUILESS_MAIN(ClaimsTest)
#include "claims_test.moc"
