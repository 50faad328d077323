// Every mixer in every block: parameters, gradients, a plain re-implementation, shortcuts, decoding, learning, and runs that go on.

#include <QTest>
#include <cmath>

#include "kernels/fenwick.h"
#include "model/config/mixers.h"
#include "model/torch/decoder.h"
#include "model/torch/trainer.h"
#include "model/training/run_setup.h"
#include "model/training/training_run.h"
#include "tests/model/file_helpers.h"
#include "tests/model/probes/torch_probes.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;
using fenwick::testing::TemporaryFolder;

namespace {

ModelOptions tinyOptions(const QString& mixer, const QString& block) {
  ModelOptions options;
  options.mixer = mixer.toStdString();
  options.block = block.toStdString();
  options.vocabulary = 11;
  options.width = 8;
  options.heads = 2;
  options.keyDim = 3;
  options.levels = 7;
  options.chunk = 16;
  options.hidden = 4;
  options.gelu = true;
  return options;
}

// Random tokens; the answer to the one at t - 2 is expected at every `every`-th token.
TokenBatch echoes(const ModelOptions& options, std::int64_t rows, std::int64_t length, std::uint64_t seed, std::int64_t every) {
  TokenBatch batch{rows, length, {}, {}, {}};
  RandomStream stream(seed, "echoes");
  for (std::int64_t i = 0; i < rows * length; ++i) {
    batch.inputs.push_back(static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(options.vocabulary))));
    const bool scored = i % length >= 2 && i % every == 0;
    batch.targets.push_back(scored ? batch.inputs[static_cast<std::size_t>(i - 2)] : kIgnored);
  }
  return batch;
}

void everyMixerAndBlock() {
  QTest::addColumn<QString>("mixer");
  QTest::addColumn<QString>("block");
  for (const MixerKind& mixer : mixerKinds())
    for (const char* block : {"study", "language"})
      QTest::newRow((mixer.name + ", " + block).c_str()) << QString::fromStdString(mixer.name) << block;
}

// Small, quickly trained and without a file.
Config runConfig(const QString& mixer, const QString& block) {
  return with({"task.length=32", "task.kvPairs=2", "task.vocabulary=32", "task.examples=64", "task.validationExamples=8", "train.batch=8", "train.steps=6",
               "train.evaluateEvery=3", "train.checkpointEvery=3", "train.snapshotSamples=1", "model.width=16", "model.keyDim=8", "model.chunk=16",
               "train.stopAt=0", ("model.mixer=" + mixer).toStdString(), ("model.block=" + block).toStdString()});
}

std::vector<double> trained(TrainingRun& run) {
  while (run.step()) {
  }
  std::vector<double> metrics;
  for (const char* name : {"valid/loss", "valid/accuracy"}) metrics.push_back(run.info().finalMetrics.at(name).get<double>());
  return metrics;
}

}  // namespace

class MixersTest : public QObject {
  Q_OBJECT

 private slots:
  void parametersHaveTheNamesAndShapesOfTheFiles_data() {
    QTest::addColumn<QString>("mixer");
    QTest::addColumn<QString>("block");
    QTest::addColumn<QStringList>("expected");
    const QStringList maps{"k_proj.weight [6, 8]", "out_proj.weight [8, 8]", "q_proj.weight [6, 8]", "v_proj.weight [8, 8]", "norm.bias [8]", "norm.weight [8]"};
    const QStringList gate{"A_log [2]", "dt_bias [2]", "dt_proj.weight [2, 8]"};
    const QStringList lambda{"dl_proj.weight [14, 8]", "lambda_module.W1.bias [4]", "lambda_module.W1.weight [4, 7]", "lambda_module.W2.bias [7]",
                             "lambda_module.W2.weight [7, 4]"};
    const QStringList language{"conv.weight [20, 4]", "conv.bias [20]", "z_proj.weight [8, 8]", "D [2]", "gate_norm.weight [8]", "mlp_norm.weight [8]",
                               "mlp_norm.bias [8]", "mlp.gate_proj.weight [24, 8]", "mlp.up_proj.weight [24, 8]", "mlp.down_proj.weight [8, 24]"};
    QTest::newRow("log-linear") << "log-linear" << "study" << maps + gate + lambda;
    QTest::newRow("gated-delta") << "gated-delta" << "study" << maps + gate + lambda + QStringList{"b_proj.weight [2, 8]"};
    QTest::newRow("linear") << "linear" << "study" << maps + gate;
    QTest::newRow("softmax") << "softmax" << "study" << maps;
    QTest::newRow("language block") << "log-linear" << "language" << maps + gate + lambda + language;
    QTest::newRow("softmax in the language block") << "softmax" << "language" << maps + language;
  }
  void parametersHaveTheNamesAndShapesOfTheFiles() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    QFETCH(QStringList, expected);
    ModelOptions o = tinyOptions(mixer, block);
    o.groups = 2;
    o.layers = 1;
    QStringList lines;
    for (const auto& [name, tensor] : Trainer(o, {}, {.threads = 1}).save(false).tensors)
      if (name.starts_with("layers.0.")) lines << QString::fromStdString(name.substr(9) + " " + shapeText(tensor.shape));
    lines.sort();
    expected.sort();
    QCOMPARE(lines, expected);
  }

  void tensorsOfOneNameAndShapeBeginEqual() {
    const TensorFile reference = Trainer(tinyOptions("log-linear", "study"), {}, {.threads = 1}).save(false);
    for (const char* block : {"study", "language"})
      for (const MixerKind& mixer : mixerKinds()) {
        int shared = 0;
        for (const auto& [name, tensor] : Trainer(tinyOptions(QString::fromStdString(mixer.name), block), {}, {.threads = 1}).save(false).tensors) {
          const auto other = reference.tensors.find(name);
          if (other == reference.tensors.end() || other->second.shape != tensor.shape) continue;
          QVERIFY2(other->second.bytes == tensor.bytes, (mixer.name + " " + block + " " + name).c_str());
          ++shared;
        }
        QVERIFY(shared >= 16);
      }
  }

  void everyGradientAgreesWithFiniteDifferences_data() { everyMixerAndBlock(); }
  void everyGradientAgreesWithFiniteDifferences() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    const ModelOptions o = tinyOptions(mixer, block);
    for (const std::int64_t length : {13, 34})
      for (const auto& [name, error] : probes::numericGradientErrors(o, echoes(o, 2, length, 4, 3), 9))
        QVERIFY2(error < 2e-5, (name + " " + std::to_string(error)).c_str());
  }

  void theShortcutsOfTrainingChangeNothing_data() { everyMixerAndBlock(); }
  void theShortcutsOfTrainingChangeNothing() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    ModelOptions o = tinyOptions(mixer, block);
    o.groups = 2;
    for (const std::int64_t every : {2, 7})
      for (const auto& [name, error] : probes::shortcutErrors(o, echoes(o, 3, 37, 6, every), 8))
        QVERIFY2(error < 1e-10, (name + " " + std::to_string(error)).c_str());
  }

  void lossesFollowAPlainReimplementation_data() { everyMixerAndBlock(); }
  void lossesFollowAPlainReimplementation() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    ModelOptions o = tinyOptions(mixer, block);
    o.width = 16;
    o.keyDim = 9;  // an odd feature has no partner to be turned with
    o.groups = o.mixer == "gated-delta" ? 1 : 2;
    std::vector<TokenBatch> batches;
    for (std::uint64_t i = 0; i < 5; ++i) batches.push_back(echoes(o, 4, 41, i, 3));
    OptimizerOptions optimizer;
    optimizer.clipNorm = 1;
    optimizer.decoupledDecay = true;
    optimizer.weightDecay = 1;
    Trainer trainer(o, optimizer, {.threads = 2});
    const std::vector<double> expected = probes::plainLosses(o, trainer.save(false), batches, optimizer, 1e-2, true);
    for (std::size_t i = 0; i < batches.size(); ++i) {
      const double loss = trainer.step(batches[i], 1e-2).loss;
      QVERIFY2(std::abs(loss - expected[i]) < 2e-5, (std::to_string(i) + ": " + std::to_string(loss) + " " + std::to_string(expected[i])).c_str());
    }
    QVERIFY(expected.back() < expected.front());
  }

  // The comparison with LibTorch's own operations, where there is one.
  void theDenseFormAgrees() {
    for (const char* mixer : {"log-linear", "linear", "softmax"})
      for (const char* block : {"study", "language"}) {
        const ModelOptions o = tinyOptions(mixer, block);
        Trainer ours(o, {}, {.threads = 1}), dense(o, {}, {.threads = 1}, Trainer::Attention::Dense);
        for (std::uint64_t i = 0; i < 3; ++i) {
          const TokenBatch batch = echoes(o, 2, 37, i, 3);
          QVERIFY(std::abs(ours.step(batch, 1e-2).loss - dense.step(batch, 1e-2).loss) < 1e-5);
        }
      }
    const ModelOptions delta = tinyOptions("gated-delta", "study");
    Trainer dense(delta, {}, {.threads = 1}, Trainer::Attention::Dense);
    QVERIFY_EXCEPTION_THROWN(dense.step(echoes(delta, 2, 9, 1, 3), 1e-2), std::invalid_argument);
  }

  void decodingEqualsTheForwardPass_data() { everyMixerAndBlock(); }
  void decodingEqualsTheForwardPass() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    ModelOptions o = tinyOptions(mixer, block);
    o.width = 16;
    o.keyDim = 8;
    o.groups = 2;
    Trainer trainer(o, {}, {.threads = 1});
    for (std::uint64_t i = 0; i < 20; ++i) trainer.step(echoes(o, 8, 33, i, 1), 1e-2);  // away from the small initial values
    const TokenBatch batch = echoes(o, 1, 50, 77, 1);
    ForwardCapture capture;
    const TokenScores scores = trainer.capture(batch, capture);
    Decoder decoder(o, trainer.save(false), 1);
    for (std::size_t t = 0; t < 50; ++t) {
      const std::vector<float>& logits = decoder.step(batch.inputs[t]);
      QCOMPARE(logits.size(), std::size_t{11});
      if (batch.targets[t] == kIgnored) continue;
      double sum = 0;
      for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
      const double logProb = static_cast<double>(logits[static_cast<std::size_t>(batch.targets[t])]) - std::log(sum);
      QVERIFY2(std::abs(logProb - static_cast<double>(scores.targetLogProb[t])) < 1e-4, std::to_string(t).c_str());
    }
    QCOMPARE(decoder.position(), std::int64_t{50});
  }

  // What the form says of the state is what decoding holds; level 0 may be kept as its key and value alone.
  void theStateIsAsLargeAsShown_data() { everyMixerAndBlock(); }
  void theStateIsAsLargeAsShown() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    Config config = runConfig(mixer, block);
    Decoder decoder(modelOptions(config, 32), Trainer(modelOptions(config, 32), {}, {.threads = 1}).save(false), 1);
    for (int t = 0; t < 32; ++t) decoder.step(t);
    const std::int64_t shown = summarize(config).stateFloats;
    QVERIFY2(decoder.stateFloats() <= shown && decoder.stateFloats() > shown * 3 / 4, std::to_string(decoder.stateFloats()).c_str());
    if (!findMixer(mixer.toStdString())->hasLambda) QCOMPARE(decoder.stateFloats(), shown);
    config.set("task.length", 28);  // as many levels as 32 tokens need
    QCOMPARE(summarize(config).stateFloats == shown, mixer != "softmax");
  }

  void aLaterTokenChangesNothingBefore_data() { everyMixerAndBlock(); }
  void aLaterTokenChangesNothingBefore() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    const ModelOptions o = tinyOptions(mixer, block);
    const Trainer trainer(o, {}, {.threads = 1});
    TokenBatch batch = echoes(o, 1, 40, 1, 1);
    ForwardCapture before, after;
    const TokenScores first = trainer.capture(batch, before);
    batch.inputs[20] = (batch.inputs[20] + 1) % o.vocabulary;
    const TokenScores second = trainer.capture(batch, after);
    for (std::size_t t = 2; t < 20; ++t) QCOMPARE(second.targetLogProb[t], first.targetLogProb[t]);
    QVERIFY(second.targetLogProb[20] != first.targetLogProb[20]);
  }

  void lambdaAndGateAreCapturedWhereThereAreSome() {
    for (const MixerKind& mixer : mixerKinds()) {
      const ModelOptions o = tinyOptions(QString::fromStdString(mixer.name), "language");
      ForwardCapture capture;
      Trainer(o, {}, {.threads = 1}).capture(echoes(o, 1, 20, 1, 3), capture);
      QCOMPARE(capture.gate.size(), std::size_t{mixer.hasGate ? 2u : 0u});
      QCOMPARE(capture.lambda.size(), capture.gate.size());
      if (mixer.name == "linear")
        for (const float lambda : capture.lambda[1]) QCOMPARE(lambda, 1.0f);
    }
  }

  void everyMixerLearnsToLookBack_data() { everyMixerAndBlock(); }
  void everyMixerLearnsToLookBack() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    ModelOptions o = tinyOptions(mixer, block);
    o.width = 32;
    o.keyDim = 16;
    OptimizerOptions optimizer;
    optimizer.clipNorm = 1;
    Trainer trainer(o, optimizer, {.threads = 2});
    double loss = 0;
    for (std::uint64_t i = 0; i < 150 && (i < 20 || loss > 0.5); ++i) loss = trainer.step(echoes(o, 16, 24, i, 2), 5e-3).loss;
    QVERIFY2(loss < 0.8 * std::log(11.0), std::to_string(loss).c_str());  // chance is log 11
  }

  void aRunGoesOnWithEqualBits_data() { everyMixerAndBlock(); }
  void aRunGoesOnWithEqualBits() {
    QFETCH(QString, mixer);
    QFETCH(QString, block);
    const TemporaryFolder folder;
    const Config config = runConfig(mixer, block);
    QCOMPARE(faults(config), QString());
    const auto whole = trained(*TrainingRun::create(config, folder / "whole", {"cpu", 1}));
    {
      const auto run = TrainingRun::create(config, folder / "cut", {"cpu", 1});
      for (int i = 0; i < 3; ++i) QVERIFY(run->step());
      run->pause("cut here");
    }
    QCOMPARE(trained(*TrainingRun::resume(folder / "cut", {"cpu", 1})), whole);
    const bool hasScales = findMixer(mixer.toStdString())->hasGate;
    QCOMPARE(!RunFolder(folder / "whole").lambdaSteps().empty(), hasScales);
    if (!hasScales) QVERIFY_EXCEPTION_THROWN(lambdaOf({folder / "whole", ""}, {"cpu", 1}), std::invalid_argument);

    // A model with levels ends where they do; the others go on.
    const auto far = [&] { evaluate({folder / "whole", ""}, Split::Valid, {64}, {"cpu", 1}); };
    if (findMixer(mixer.toStdString())->hasLambda) {
      QVERIFY_EXCEPTION_THROWN(far(), std::invalid_argument);
    } else {
      far();
    }
  }
};

QTEST_GUILESS_MAIN(MixersTest)
#include "mixers_test.moc"
