// The synthetic study's model: names, shapes, initial values, gradients, and the first losses of a plain re-implementation.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/config/presets.h"
#include "model/torch/trainer.h"
#include "tests/model/probes/torch_probes.h"

using namespace fenwick::model;

namespace {

double softplus(double x) { return std::log1p(std::exp(x)); }

ModelOptions studyOptions(const std::string& head = "mlp-softplus") {
  ModelOptions options;
  options.lambdaHead = head;
  return options;
}

ModelOptions tinyOptions(const std::string& head) {
  ModelOptions options;
  options.vocabulary = 11;
  options.width = 8;
  options.heads = 2;
  options.keyDim = 3;
  options.levels = 5;
  options.chunk = 16;
  options.hidden = 4;
  options.gelu = true;
  options.lambdaHead = head;
  return options;
}

// Random tokens; every third one is scored, and rows differ in how many.
TokenBatch randomBatch(const ModelOptions& options, std::int64_t rows, std::int64_t length, std::uint64_t seed) {
  TokenBatch batch{rows, length, {}, {}, {}};
  RandomStream stream(seed, "batch");
  for (std::int64_t i = 0; i < rows * length; ++i) {
    batch.inputs.push_back(static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(options.vocabulary))));
    const auto target = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(options.vocabulary)));
    batch.targets.push_back(stream.below(3) == 0 ? target : kIgnored);
  }
  batch.targets.back() = 1;
  return batch;
}

// Batches as MQAR has them, without its code: the same number of scored tokens in each row, near its end.
TokenBatch recallBatch(const ModelOptions& options, std::int64_t rows, std::int64_t length, std::uint64_t seed) {
  TokenBatch batch = randomBatch(options, rows, length, seed);
  for (std::int64_t i = 0; i < rows * length; ++i) {
    const std::int64_t t = i % length;
    const bool scored = t >= length - 8 && t % 2 == 0;
    batch.targets[static_cast<std::size_t>(i)] = scored ? (batch.inputs[static_cast<std::size_t>(i - t)] + t) % options.vocabulary : kIgnored;
  }
  return batch;
}

}  // namespace

class SequenceModelTest : public QObject {
  Q_OBJECT

 private slots:
  void parametersHaveTheNamesAndShapesOfTheFiles() {
    ModelOptions o = studyOptions("fixed-bias");
    o.heads = 2;
    o.groups = 2;
    o.layers = 1;
    QStringList lines;
    for (const auto& [name, tensor] : Trainer(o, {}, {.threads = 1}).save(false).tensors)
      lines << QString::fromStdString(name + " " + shapeText(tensor.shape));
    QCOMPARE(lines, QStringList({"embedding.weight [128, 64]", "layers.0.A_log [2]", "layers.0.L [2, 7]", "layers.0.dl_proj.weight [14, 64]",
                                 "layers.0.dt_bias [2]", "layers.0.dt_proj.weight [2, 64]", "layers.0.k_proj.weight [128, 64]",
                                 "layers.0.lambda_bias [2, 7]", "layers.0.norm.bias [64]", "layers.0.norm.weight [64]",
                                 "layers.0.out_proj.weight [64, 64]", "layers.0.q_proj.weight [128, 64]", "layers.0.v_proj.weight [64, 64]",
                                 "lm_head.weight [128, 64]", "norm.bias [64]", "norm.weight [64]"}));
  }

  void theLambdaMlpAddsFourTensorsAndNoScale() {
    const TensorFile file = Trainer(studyOptions(), {}, {.threads = 1}).save(false);
    for (const char* name : {"W1.weight", "W1.bias", "W2.weight", "W2.bias"})
      QVERIFY(file.tensors.contains(std::string("layers.1.lambda_module.") + name));
    QVERIFY(!file.tensors.contains("layers.0.L"));
    QCOMPARE(file.tensors.at("layers.0.lambda_module.W1.weight").shape, std::vector<std::int64_t>({14, 7}));
  }

  void initialValuesHaveTheSpreadOfTheSpecification() {
    for (const ParameterSpec& spec : parameterSpecs(studyOptions())) {
      const std::vector<double> values = initialValues(spec, 3);
      const bool map = spec.name.ends_with("proj.weight") || spec.name == "embedding.weight" || spec.name == "lm_head.weight";
      if (!map) continue;
      const double expected = spec.name.ends_with("out_proj.weight") ? 0.01 : 0.02;
      const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
      const double deviation = std::sqrt(squares / static_cast<double>(values.size()));
      const double tolerance = 4 * expected / std::sqrt(2.0 * static_cast<double>(values.size()));
      QVERIFY2(std::abs(deviation - expected) < tolerance, (spec.name + " " + std::to_string(deviation)).c_str());
    }
  }

  void variantsOfOneSeedShareEveryTensorOfTheSameNameBitForBit() {
    const TensorFile mlp = Trainer(studyOptions("mlp-softplus"), {}, {.threads = 1}).save(false);
    const TensorFile fixed = Trainer(studyOptions("fixed"), {}, {.threads = 1}).save(false);
    int shared = 0;
    for (const auto& [name, tensor] : fixed.tensors) {
      const auto other = mlp.tensors.find(name);
      if (other == mlp.tensors.end()) continue;
      QVERIFY2(other->second.bytes == tensor.bytes, name.c_str());
      ++shared;
    }
    QCOMPARE(shared, 24);
    ModelOptions other = studyOptions("fixed");
    other.seed = 1;
    QVERIFY(Trainer(other, {}, {.threads = 1}).save(false).tensors.at("lm_head.weight").bytes != fixed.tensors.at("lm_head.weight").bytes);
  }

  void lambdaAndGateStartAsSpecified_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<double>("start");
    QTest::newRow("mlp-softplus") << "mlp-softplus" << softplus(0.54);
    QTest::newRow("fixed") << "fixed" << softplus(0);
    QTest::newRow("mlp-softmax") << "mlp-softmax" << 1.0 / 7;
    QTest::newRow("ones") << "ones" << 1.0;
  }
  void lambdaAndGateStartAsSpecified() {
    QFETCH(QString, head);
    QFETCH(double, start);
    ModelOptions o = studyOptions(head.toStdString());
    o.heads = 2;
    o.gateInit = ModelOptions::Gate::Number;
    o.gate = 0.05;
    const Trainer trainer(o, {}, {.threads = 1});
    ForwardCapture capture;
    trainer.capture(randomBatch(o, 4, 64, 1), capture);
    QCOMPARE(capture.lambda.size(), std::size_t{2});
    for (std::size_t layer = 0; layer < 2; ++layer) {
      const auto& lambda = capture.lambda[layer];
      const double mean = std::accumulate(lambda.begin(), lambda.end(), 0.0) / static_cast<double>(lambda.size());
      QVERIFY2(std::abs(mean - start) < 0.01, std::to_string(mean).c_str());
      // g = -exp(A) dt: head 0 has A = log 1, head 1 has A = log 2.
      double sums[2] = {0, 0};
      for (std::size_t i = 0; i < capture.gate[layer].size(); ++i) sums[i % 2] += capture.gate[layer][i];
      QVERIFY(std::abs(sums[0] / 256 + 0.05) < 0.003);
      QVERIFY(std::abs(sums[1] / 256 + 0.10) < 0.006);
    }
  }

  void gateStartsSpanTheRangeOfTheSpecification() {
    ModelOptions o = studyOptions();
    o.heads = 4;
    for (const auto gate : {ModelOptions::Gate::Random, ModelOptions::Gate::Grid}) {
      o.gateInit = gate;
      std::vector<double> steps;
      for (const ParameterSpec& spec : parameterSpecs(o))
        if (spec.name.ends_with("dt_bias"))
          for (const double bias : initialValues(spec, 5)) steps.push_back(softplus(bias));
      QCOMPARE(steps.size(), std::size_t{8});
      for (const double step : steps) QVERIFY(step >= 0.001 - 1e-12 && step <= 0.1 + 1e-12);
      if (gate == ModelOptions::Gate::Grid) {
        QVERIFY(std::abs(steps.front() - 0.001) < 1e-12 && std::abs(steps.back() - 0.1) < 1e-12);
        for (std::size_t i = 1; i < steps.size(); ++i) QVERIFY(std::abs(steps[i] / steps[i - 1] - std::pow(100.0, 1.0 / 7)) < 1e-9);
      }
    }
  }

  void everyGradientAgreesWithFiniteDifferences_data() {
    QTest::addColumn<QString>("head");
    for (const char* head : {"mlp-softplus", "mlp-softmax", "fixed", "fixed-bias", "constant", "ones"}) QTest::newRow(head) << head;
  }
  void everyGradientAgreesWithFiniteDifferences() {
    QFETCH(QString, head);
    const ModelOptions o = tinyOptions(head.toStdString());
    for (const TokenBatch& batch : {randomBatch(o, 2, 13, 4), recallBatch(o, 2, 16, 4)})
      for (const auto& [name, error] : probes::numericGradientErrors(o, batch, 9))
        QVERIFY2(error < 1e-5, (name + " " + std::to_string(error)).c_str());
  }

  void theShortcutsOfTrainingChangeNothing_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<int>("layers");
    QTest::addColumn<bool>("sparse");
    QTest::newRow("look-up and scored tokens alone") << "mlp-softplus" << 2 << true;
    QTest::newRow("a layer between") << "fixed-bias" << 3 << true;
    QTest::newRow("one layer") << "mlp-softmax" << 1 << true;
    QTest::newRow("many scored tokens") << "fixed" << 2 << false;
    QTest::newRow("λ without tokens") << "constant" << 2 << true;
  }
  void theShortcutsOfTrainingChangeNothing() {
    QFETCH(QString, head);
    QFETCH(int, layers);
    QFETCH(bool, sparse);
    ModelOptions o = tinyOptions(head.toStdString());
    o.layers = layers;
    o.levels = 7;
    o.groups = 2;
    TokenBatch batch = sparse ? recallBatch(o, 3, 37, 6) : randomBatch(o, 3, 37, 6);
    if (sparse) std::fill(batch.targets.begin() + 37, batch.targets.begin() + 74, kIgnored);  // an example without a scored token
    for (const auto& [name, error] : probes::shortcutErrors(o, batch, 8))
      QVERIFY2(error < 1e-10, (name + " " + std::to_string(error)).c_str());
  }

  void sharesOfABatchAddUpToTheWhole() {
    const ModelOptions o = studyOptions();
    OptimizerOptions optimizer;
    optimizer.clipNorm = 1;
    Trainer alone(o, optimizer, {.threads = 1}), shared(o, optimizer, {.threads = 3}), again(o, optimizer, {.threads = 3});
    for (std::uint64_t i = 0; i < 4; ++i) {
      const TokenBatch batch = recallBatch(o, 8, 64, i);
      const StepOutcome one = alone.step(batch, 1e-3), three = shared.step(batch, 1e-3);
      again.step(batch, 1e-3);
      QVERIFY(std::abs(one.loss - three.loss) < 1e-5);
      QVERIFY(std::abs(one.gradientNorm - three.gradientNorm) < 1e-4);
      QCOMPARE(one.accuracy, three.accuracy);
    }
    for (const auto& [name, tensor] : shared.save(true).tensors)
      QVERIFY2(again.save(true).tensors.at(name).bytes == tensor.bytes, name.c_str());
  }

  void lossesFollowAPlainReimplementation_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<bool>("float64");
    QTest::addColumn<int>("heads");
    QTest::addColumn<double>("decay");
    QTest::newRow("mlp-softplus, float32") << "mlp-softplus" << false << 1 << 0.0;
    QTest::newRow("mlp-softplus, float64") << "mlp-softplus" << true << 1 << 0.0;
    QTest::newRow("fixed, two heads") << "fixed" << true << 2 << 0.0;
    QTest::newRow("mlp-softmax") << "mlp-softmax" << true << 1 << 0.0;
    QTest::newRow("AdamW") << "mlp-softplus" << true << 1 << 10.0;
    QTest::newRow("AdamW, fixed-bias") << "fixed-bias" << true << 2 << 10.0;
  }
  void lossesFollowAPlainReimplementation() {
    QFETCH(QString, head);
    QFETCH(bool, float64);
    QFETCH(int, heads);
    QFETCH(double, decay);
    ModelOptions o = studyOptions(head.toStdString());
    o.heads = heads;
    o.gelu = true;
    o.asPublished = true;
    std::vector<TokenBatch> batches;
    for (std::uint64_t i = 0; i < 12; ++i) batches.push_back(recallBatch(o, 16, 64, i));
    OptimizerOptions optimizer;
    optimizer.clipNorm = 1;
    optimizer.decoupledDecay = decay > 0;
    optimizer.weightDecay = decay;
    Trainer trainer(o, optimizer, {.threads = 2});
    const std::vector<double> expected = probes::plainLosses(o, trainer.save(false), batches, optimizer, 1e-3, float64);
    for (std::size_t i = 0; i < batches.size(); ++i) {
      const StepOutcome outcome = trainer.step(batches[i], 1e-3);
      QVERIFY2(std::abs(outcome.loss - expected[i]) < 1e-5,
               ("step " + std::to_string(i + 1) + ": " + std::to_string(outcome.loss) + " " + std::to_string(expected[i])).c_str());
    }
    QVERIFY(expected.back() < expected.front());
  }

  void evaluationSeesWhatTrainingSees() {
    const ModelOptions o = studyOptions();
    Trainer trainer(o, {}, {.threads = 2});
    const TokenBatch batch = recallBatch(o, 8, 64, 1);
    for (int i = 0; i < 3; ++i) trainer.step(recallBatch(o, 8, 64, 2), 1e-2);
    const ScoreSums sums = trainer.evaluate(batch);
    ForwardCapture capture;
    const TokenScores scores = trainer.capture(batch, capture);
    const StepOutcome outcome = trainer.step(batch, 1e-3);
    QCOMPARE(sums.scored, std::int64_t{32});
    QVERIFY(std::abs(sums.loss / 32 - outcome.loss) < 1e-5);
    QCOMPARE(static_cast<double>(sums.correct) / 32, outcome.accuracy);
    double captured = 0;
    for (const float logProb : scores.targetLogProb)
      if (!std::isnan(logProb)) captured -= static_cast<double>(logProb);
    QVERIFY(std::abs(captured / 32 - outcome.loss) < 1e-5);
    QCOMPARE(std::accumulate(scores.correct.begin(), scores.correct.end(), std::int64_t{0}), sums.correct);
  }

  void aLaterTokenChangesNothingBefore() {
    const ModelOptions o = studyOptions();
    const Trainer trainer(o, {}, {.threads = 1});
    TokenBatch batch = randomBatch(o, 1, 64, 1);
    ForwardCapture before, after;
    const TokenScores first = trainer.capture(batch, before);
    batch.inputs[40] = (batch.inputs[40] + 1) % o.vocabulary;
    const TokenScores second = trainer.capture(batch, after);
    bool changed = false;
    for (std::size_t t = 0; t < 64; ++t) {
      if (std::isnan(first.targetLogProb[t])) continue;
      if (t < 40) QCOMPARE(second.targetLogProb[t], first.targetLogProb[t]);
      changed = changed || (t > 40 && second.targetLogProb[t] != first.targetLogProb[t]);
    }
    QVERIFY(changed);
  }

  void aWeightThatIsNotFiniteStopsTheStepAndIsNamed() {
    const ModelOptions o = studyOptions();
    Trainer trainer(o, {}, {.threads = 1});
    TensorFile file = trainer.save(false);
    file.tensors.at("layers.1.k_proj.weight").as<float>()[5] = INFINITY;
    trainer.loadWeights(file);
    const StepOutcome outcome = trainer.step(recallBatch(o, 4, 64, 1), 1e-3);
    QCOMPARE(outcome.fault, std::string("layers.1.k_proj.weight"));
    QVERIFY(trainer.save(false).tensors.at("lm_head.weight").bytes == file.tensors.at("lm_head.weight").bytes);
  }

  void missingAndMisshapenWeightsAreRefusedAllAtOnce() {
    Trainer trainer(studyOptions(), {}, {.threads = 1});
    TensorFile file = trainer.save(false);
    const auto before = file.tensors.at("embedding.weight").bytes;
    file.tensors.erase("norm.bias");
    file.tensors.at("lm_head.weight").shape = {64, 128};
    std::fill(file.tensors.at("embedding.weight").bytes.begin(), file.tensors.at("embedding.weight").bytes.end(), std::byte{0});
    try {
      trainer.loadWeights(file);
      QFAIL("accepted");
    } catch (const std::invalid_argument& error) {
      QCOMPARE(QString(error.what()), QString("norm.bias: missing, expected [64]\nlm_head.weight: expected [128, 64], got [64, 128]"));
    }
    QVERIFY(trainer.save(false).tensors.at("embedding.weight").bytes == before);
  }

  void superfluousWeightsAreTold() {
    Trainer trainer(studyOptions(), {}, {.threads = 1});
    TensorFile file = trainer.save(true);
    file.tensors["layers.0.L"] = file.tensors.at("norm.bias");
    QCOMPARE(trainer.loadWeights(file), std::vector<std::string>{"layers.0.L"});
  }
};

QTEST_GUILESS_MAIN(SequenceModelTest)
#include "sequence_model_test.moc"
