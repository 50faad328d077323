// λ heads against their formulas, written here in plain arithmetic (SCIENCE.md §3), and their starts.

#include <QTest>
#include <cmath>
#include <numbers>

#include "model/config/lambda_heads.h"
#include "model/torch/lambda_head_recipe.h"
#include "tests/model/probes/torch_probes.h"

using namespace fenwick::model;

namespace {

using Values = std::vector<double>;

double softplus(double x) { return std::log1p(std::exp(x)); }
double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); }

constexpr std::int64_t kTokens = 5;

ModelOptions smallOptions(const std::string& head) {
  ModelOptions options;
  options.heads = 2;
  options.levels = 3;
  options.hidden = 4;
  options.lambdaHead = head;
  return options;
}

Values drawn(const std::string& name, std::size_t count) {
  RandomStream stream(7, name);
  Values values(count);
  for (double& value : values) value = stream.normal();
  return values;
}

// Random values for every parameter of the head, so that no term hides behind a zero.
std::map<std::string, Values> drawnParameters(const ModelOptions& options) {
  std::map<std::string, Values> all;
  for (const ParameterSpec& spec : lambdaHeadRecipe(options.lambdaHead).parameters(options))
    all[spec.name] = drawn(spec.name, static_cast<std::size_t>(spec.size()));
  return all;
}

Values mlpScores(const ModelOptions& o, const std::map<std::string, Values>& p, const Values& d) {
  const Values &w1 = p.at("lambda_module.W1.weight"), &b1 = p.at("lambda_module.W1.bias");
  const Values &w2 = p.at("lambda_module.W2.weight"), &b2 = p.at("lambda_module.W2.bias");
  const auto levels = static_cast<std::size_t>(o.levels), hidden = static_cast<std::size_t>(o.hidden);
  Values scores(d.size());
  for (std::size_t row = 0; row < d.size() / levels; ++row) {
    Values h(hidden);
    for (std::size_t j = 0; j < hidden; ++j) {
      h[j] = b1[j];
      for (std::size_t l = 0; l < levels; ++l) h[j] += w1[j * levels + l] * d[row * levels + l];
      if (o.gelu) h[j] = gelu(h[j]);
    }
    for (std::size_t l = 0; l < levels; ++l) {
      scores[row * levels + l] = b2[l];
      for (std::size_t j = 0; j < hidden; ++j) scores[row * levels + l] += w2[l * hidden + j] * h[j];
    }
  }
  return scores;
}

void compare(const Values& got, const Values& expected) {
  QCOMPARE(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) QVERIFY2(std::abs(got[i] - expected[i]) < 1e-12, std::to_string(i).c_str());
}

double mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

class LambdaHeadsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyHeadOfTheFormIsBuiltAndNoOther() {
    QStringList described, built;
    for (const LambdaHeadKind& kind : lambdaHeadKinds()) described << QString::fromStdString(kind.name);
    for (const LambdaHeadRecipe& recipe : lambdaHeadRecipes()) built << QString::fromStdString(recipe.name);
    described.sort();
    built.sort();
    QCOMPARE(built, described);
  }

  void theFormCountsTheParametersThatAreBuilt() {
    for (const LambdaHeadRecipe& recipe : lambdaHeadRecipes()) {
      const ModelOptions o = smallOptions(recipe.name);
      std::int64_t count = 0;
      for (const ParameterSpec& spec : recipe.parameters(o)) count += spec.size();
      QCOMPARE(count, findLambdaHead(recipe.name)->parameters(o.heads, o.levels, o.hidden));
    }
  }

  void elementwiseHeadsFollowTheirFormulas() {
    for (const std::string head : {"fixed", "fixed-bias", "constant", "ones"}) {
      const ModelOptions o = smallOptions(head);
      const auto parameters = drawnParameters(o);
      const std::size_t cells = static_cast<std::size_t>(o.heads * o.levels);
      const Values d = drawn("d", cells * kTokens);
      Values expected(d.size());
      for (std::size_t i = 0; i < d.size(); ++i) {
        const double scaled = parameters.contains("L") ? parameters.at("L")[i % cells] * d[i] : 0;
        const double bias = parameters.contains("lambda_bias") ? parameters.at("lambda_bias")[i % cells] : 0;
        expected[i] = head == "ones" ? 1 : softplus(scaled + bias);
      }
      compare(probes::lambdaOf(o, parameters, d, kTokens), expected);
    }
  }

  void mlpHeadsFollowTheirFormulas_data() {
    QTest::addColumn<bool>("gelu");
    QTest::newRow("identity") << false;
    QTest::newRow("gelu") << true;
  }
  void mlpHeadsFollowTheirFormulas() {
    QFETCH(bool, gelu);
    ModelOptions o = smallOptions("mlp-softplus");
    o.gelu = gelu;
    const auto parameters = drawnParameters(o);
    const Values d = drawn("d", static_cast<std::size_t>(o.heads * o.levels * kTokens));
    const Values scores = mlpScores(o, parameters, d);
    Values plus(scores.size()), max(scores.size());
    const auto levels = static_cast<std::size_t>(o.levels);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      plus[i] = softplus(scores[i]);
      double sum = 0;
      for (std::size_t l = 0; l < levels; ++l) sum += std::exp(scores[i / levels * levels + l]);
      max[i] = std::exp(scores[i]) / sum;
    }
    compare(probes::lambdaOf(o, parameters, d, kTokens), plus);
    o.lambdaHead = "mlp-softmax";
    compare(probes::lambdaOf(o, parameters, d, kTokens), max);
    o.lambdaScale = static_cast<double>(o.levels);
    for (double& value : max) value *= o.lambdaScale;
    compare(probes::lambdaOf(o, parameters, d, kTokens), max);
  }

  void headsStartWhereThePaperSays_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<bool>("asPublished");
    QTest::addColumn<double>("start");
    QTest::newRow("fixed") << "fixed" << false << softplus(0);
    QTest::newRow("mlp-softplus") << "mlp-softplus" << false << softplus(0.54);
    QTest::newRow("mlp-softplus as published") << "mlp-softplus" << true << softplus(0);
    QTest::newRow("mlp-softmax") << "mlp-softmax" << false << 1.0 / 3;
    QTest::newRow("constant") << "constant" << false << softplus(0.54);
    QTest::newRow("fixed-bias") << "fixed-bias" << false << softplus(0.54);
    QTest::newRow("ones") << "ones" << false << 1.0;
  }
  void headsStartWhereThePaperSays() {
    QFETCH(QString, head);
    QFETCH(bool, asPublished);
    QFETCH(double, start);
    ModelOptions o = smallOptions(head.toStdString());
    o.asPublished = asPublished;
    // d as dl_proj gives it at the start: small.
    Values d = drawn("d", static_cast<std::size_t>(o.heads * o.levels * 400));
    for (double& value : d) value *= 0.02;
    const double got = mean(probes::lambdaOf(o, {}, d, 400));
    QVERIFY2(std::abs(got - start) < 2e-3, std::to_string(got).c_str());
  }

  void aGivenStartHoldsForEveryHead() {
    for (const LambdaHeadRecipe& recipe : lambdaHeadRecipes()) {
      ModelOptions o = smallOptions(recipe.name);
      o.lambdaStart = recipe.name == "ones" ? 1 : 0.3;
      Values d = drawn("d", static_cast<std::size_t>(o.heads * o.levels * 400));
      for (double& value : d) value *= 0.02;
      const double got = mean(probes::lambdaOf(o, {}, d, 400));
      QVERIFY2(std::abs(got - *o.lambdaStart) < 2e-3, (recipe.name + " starts at " + std::to_string(got)).c_str());
    }
  }
};

QTEST_GUILESS_MAIN(LambdaHeadsTest)
#include "lambda_heads_test.moc"
