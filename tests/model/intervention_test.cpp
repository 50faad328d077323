// λ changed on its way to the states, and a run opened to be asked.

#include "model/training/intervention.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "kernels/fenwick.h"
#include "kernels/log_linear_attention.h"
#include "model/random.h"
#include "model/training/probe.h"
#include "tests/model/task_helpers.h"

using namespace fenwick;
using namespace fenwick::model;
using namespace fenwick::model::testing;
namespace fs = std::filesystem;

namespace {

const DeviceOptions kDevice{"cpu", 2};

template <class Call>
QString refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return QString::fromUtf8(error.what());
  }
  return "nothing was thrown";
}

LambdaEdit scale(double factor) {
  LambdaEdit edit;
  edit.factor = factor;
  return edit;
}

}  // namespace

class InterventionTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  fs::path m_run;
  std::unique_ptr<Probe> m_probe;

  LambdaShape shape() const { return m_probe->shape(); }

 private slots:
  void initTestCase() {
    m_run = fs::path(m_folder.path().toStdString()) / "run";
    const Config config = with({"task.length=32", "task.kvPairs=4", "task.vocabulary=32", "task.examples=256", "task.validationExamples=100", "model.width=16",
                                "model.keyDim=8", "model.heads=2", "model.groups=1", "train.batch=32", "train.steps=60", "train.learningRate=0.01",
                                "train.snapshotSamples=2", "train.stopAt=0"});
    auto run = TrainingRun::create(config, m_run, kDevice);
    while (run->step()) {
    }
    m_probe = Probe::open({m_run, "last"}, kDevice);
  }
  void cleanupTestCase() { m_probe.reset(); }

  void aNeutralChangeChangesNoBit() {
    const TokenBatch one = m_probe->example(3);
    LambdaEdit clamp;
    clamp.action = LambdaEdit::Action::Clamp;
    clamp.lower = -1e30, clamp.upper = 1e30;
    const ProbedSequence plain = m_probe->look(one, {}), neutral = m_probe->look(one, {{scale(1), clamp}});
    QVERIFY(plain.snapshot->lambda == neutral.snapshot->lambda);
    QVERIFY(plain.predicted == neutral.predicted);
    for (std::size_t i = 0; i < plain.snapshot->targetLogProb.size(); ++i) {
      if (one.targets[i] != kIgnored) QCOMPARE(plain.snapshot->targetLogProb[i], neutral.snapshot->targetLogProb[i]);
    }
    // Nor anything that an evaluation tells, whichever way it computes.
    const Evaluation before = evaluate({m_run, "last"}, Split::Valid, {}, kDevice).at(0);
    const Evaluation after = evaluate({m_run, "last"}, Split::Valid, {}, kDevice, false, nullptr, {{scale(1)}}).at(0);
    QCOMPARE(after.accuracy, before.accuracy);
    QVERIFY(std::abs(after.loss - before.loss) < 1e-5);
    const Evaluation raised = evaluate({m_run, "last"}, Split::Valid, {}, kDevice, true, nullptr, {{scale(1000)}}).at(0);
    QVERIFY(std::abs(raised.loss - before.loss) > 1e-3);
    QCOMPARE(raised.queries.size(), static_cast<std::size_t>(raised.scored));
  }

  void aScaledLevelIsScaledAndTheOthersOfItsLayerStay() {
    const TokenBatch one = m_probe->example(0);
    LambdaEdit edit = scale(0.5);
    edit.layer = 0, edit.head = 1, edit.level = 3;
    const auto plain = m_probe->look(one, {}).snapshot, changed = m_probe->look(one, {{edit}}).snapshot;
    for (std::int64_t token = 0; token < 32; ++token) {
      for (std::int64_t head = 0; head < 2; ++head) {
        for (std::int64_t level = 0; level < plain->levels; ++level) {
          const float factor = head == 1 && level == 3 ? 0.5f : 1.0f;
          QCOMPARE(changed->lambdaAt(0, 0, token, head, level), factor * plain->lambdaAt(0, 0, token, head, level));
        }
      }
    }
    QVERIFY(plain->targetLogProb != changed->targetLogProb);
  }

  void classesAndSingleTokensAreMetAlone() {
    const TokenBatch one = m_probe->example(1);
    LambdaEdit queries, cell;
    queries.action = cell.action = LambdaEdit::Action::Remove;
    queries.role = Role::Query;
    cell.token = 5, cell.level = 1, cell.layer = 0;
    const auto plain = m_probe->look(one, {}).snapshot;
    const auto noQueries = m_probe->look(one, {{queries}}).snapshot, noCell = m_probe->look(one, {{cell}}).snapshot;
    for (std::int64_t token = 0; token < 32; ++token) {
      const bool query = one.roles[static_cast<std::size_t>(token)] == static_cast<std::uint8_t>(Role::Query);
      for (std::int64_t level = 0; level < plain->levels; ++level) {
        const float before = plain->lambdaAt(0, 0, token, 0, level);
        QCOMPARE(noQueries->lambdaAt(0, 0, token, 0, level), query ? 0.0f : before);
        QCOMPARE(noCell->lambdaAt(0, 0, token, 0, level), token == 5 && level == 1 ? 0.0f : before);
      }
    }
  }

  void manyEditsActAsOneAfterTheOther() {
    const TokenBatch one = m_probe->example(2);
    const LambdaShape s = shape();
    RandomStream random(11, "edits");
    for (int round = 0; round < 30; ++round) {
      Intervention intervention;
      for (int i = 0; i < 4; ++i) {
        LambdaEdit edit = scale(random.uniform() * 3 - 1);  // a factor below 0 turns floor and ceiling round
        edit.action = static_cast<LambdaEdit::Action>(static_cast<int>(random.uniform() * 2.2));
        edit.lower = random.uniform() - 0.5, edit.upper = edit.lower + random.uniform();
        if (random.uniform() < 0.5) edit.level = static_cast<std::int64_t>(random.uniform() * static_cast<double>(s.levels));
        intervention.edits.push_back(edit);
      }
      const LambdaBounds bounds = lambdaBounds(intervention, s, one).at(0);
      for (std::int64_t level = 0; level < s.levels; ++level) {
        for (const float lambda : {-0.7f, 0.0f, 0.3f, 0.99f, 2.5f}) {
          float wanted = lambda;
          for (const LambdaEdit& edit : intervention.edits) {
            if (edit.level && *edit.level != level) continue;
            if (edit.action == LambdaEdit::Action::Scale) wanted *= static_cast<float>(edit.factor);
            if (edit.action == LambdaEdit::Action::Clamp) wanted = std::clamp(wanted, static_cast<float>(edit.lower), static_cast<float>(edit.upper));
            if (edit.action == LambdaEdit::Action::Remove) wanted = 0;
          }
          const auto at = static_cast<std::size_t>(level);
          const float got = std::min(std::max(lambda * bounds.scale[at], bounds.lower[at]), bounds.upper[at]);
          QVERIFY2(std::abs(got - wanted) < 1e-5f, qPrintable(QString("round %1, level %2: %3, wanted %4").arg(round).arg(level).arg(double(got)).arg(double(wanted))));
        }
      }
    }
  }

  void aFileReadsBackAsItWas() {
    Intervention intervention;
    LambdaEdit a = scale(0.25), b, c;
    a.layer = 1, a.level = 4, a.role = Role::Query;
    b.action = LambdaEdit::Action::Clamp;
    b.head = 1, b.token = 7, b.lower = 0.125, b.upper = 2;
    c.action = LambdaEdit::Action::Remove;
    intervention.edits = {a, b, c};
    QVERIFY(parseIntervention(interventionJson(intervention).dump()) == intervention);
    QCOMPARE(QString::fromStdString(editText(a)), QString("layer 1, level 4, query tokens: λ × 0.25"));
  }

  void faultsAreNamedAllAtOnce() {
    const QString read = refusal([] {
      parseIntervention("{\"format\": 1, \"edits\": [{\"action\": \"scal\"}, {\"action\": \"scale\", \"factor\": \"x\", \"tokens\": \"querry\"}, {\"action\": \"remove\", \"lvel\": 2}]}");
    });
    for (const char* told : {"edits[0].action", "nearest is scale", "edits[1].factor", "edits[1].tokens", "nearest is query", "edits[2].lvel", "nearest is level"})
      QVERIFY2(read.contains(told), qPrintable(read));
    QVERIFY(refusal([] { parseIntervention("{"); }).contains("no JSON"));
    QVERIFY(refusal([] { parseIntervention("{\"format\": 2, \"edits\": []}"); }).contains("format"));
    LambdaEdit beyond = scale(1);
    beyond.layer = 2, beyond.level = 6, beyond.token = 32;
    const QString refused = refusal([&] { m_probe->look(m_probe->example(0), {{beyond}}); });
    for (const char* told : {"edits[0].layer: must be 0 to 1, got 2", "edits[0].level: must be 0 to 5, got 6", "edits[0].tokens: must be 0 to 31, got 32"})
      QVERIFY2(refused.contains(told), qPrintable(refused));
    LambdaEdit turned;
    turned.action = LambdaEdit::Action::Clamp;
    turned.lower = 2, turned.upper = 1;
    QVERIFY(problems({{turned}}, shape()).at(0).message.find("at most upper, 1, got 2") != std::string::npos);
  }

  void levelsAddUpToTheOutputOfTheDenseForm() {
    const ProbedSequence probed = m_probe->look(m_probe->example(4), {});
    QCOMPARE(probed.heads.size(), std::size_t{4});
    for (std::size_t i = 0; i < probed.heads.size(); ++i) {
      const HeadParts& head = probed.heads[i];
      const auto doubled = [](const std::vector<float>& values) { return std::vector<double>(values.begin(), values.end()); };
      const std::vector<double> q = doubled(head.q), k = doubled(head.k), v = doubled(head.v), g = doubled(head.gate), lambda = doubled(head.lambda);
      std::vector<double> o(v.size());
      const std::int64_t T = head.length;
      const auto four = [&](const double* data, std::int64_t size) {
        return kernels::TensorView<const double, 4>(data, {1, T, 1, size});
      };
      const kernels::Inputs<double> inputs{four(q.data(), head.keyDim), four(k.data(), head.keyDim), four(v.data(), head.valueDim),
                                           kernels::TensorView<const double, 3>(g.data(), {1, T, 1}), four(lambda.data(), head.levels)};
      kernels::denseForward<double>(inputs, kernels::TensorView<double, 4>(o.data(), {1, T, 1, head.valueDim}));
      const WeightMatrices matrices = weightMatrices(head);
      for (std::int64_t t = 0; t < T; ++t) {
        double largest = 0, worst = 0, share = 0;
        for (std::int64_t x = 0; x < head.valueDim; ++x) {
          double sum = 0;
          for (std::int64_t s = 0; s < T; ++s)
            sum += static_cast<double>(matrices.weights[static_cast<std::size_t>(t * T + s)]) * v[static_cast<std::size_t>(s * head.valueDim + x)];
          const double wanted = o[static_cast<std::size_t>(t * head.valueDim + x)];
          largest = std::max(largest, std::abs(wanted));
          worst = std::max(worst, std::abs(sum - wanted));
        }
        QVERIFY(worst <= 1e-5 * largest);
        for (std::int64_t level = 0; level < head.levels; ++level) {
          const auto at = static_cast<std::size_t>(t * head.levels + level);
          share += static_cast<double>(probed.outputs[i].share[at]);
          if (!kernels::isActive(t, static_cast<int>(level))) QCOMPARE(probed.outputs[i].norm[at], 0.0f);
        }
        QVERIFY(std::abs(share - 1) < 1e-4);
        // Masked by what comes later; on the diagonal λ of level 0 alone.
        if (t + 1 < T) QCOMPARE(matrices.mask[static_cast<std::size_t>(t * T + t + 1)], 0.0f);
        QCOMPARE(matrices.mask[static_cast<std::size_t>(t * T + t)], head.lambda[static_cast<std::size_t>(t * head.levels)]);
      }
    }
  }

  void aSplitIsScoredBatchByBatchToTheSameNumbers() {
    SplitScore score;
    std::int64_t next = 0;
    int batches = 0;
    while (next >= 0) {
      next = m_probe->score({}, next, score);
      ++batches;
    }
    QCOMPARE(batches, 4);
    const Evaluation whole = evaluate({m_run, "last"}, Split::Valid, {}, kDevice).at(0);
    QCOMPARE(score.scored, whole.scored);
    QCOMPARE(score.accuracy(), whole.accuracy);
    QCOMPARE(score.samples.size(), std::size_t{100});
    std::int64_t correct = 0;
    for (const SampleScore& sample : score.samples) correct += sample.correct;
    QCOMPARE(correct, score.correct);
    QCOMPARE(score.samples[99].sample, std::int64_t{99});
    QCOMPARE(score.queries.size(), static_cast<std::size_t>(score.scored));
  }

  void anExchangedValueIsWhatIsAskedFor() {
    const TokenBatch one = m_probe->example(0);
    const std::int64_t before = one.inputs[1];  // the first pair's value
    const TokenBatch changed = withToken(one, 1, before == 31 ? 30 : 31, 32);
    QCOMPARE(changed.inputs[1], before == 31 ? 30 : 31);
    for (std::size_t i = 0; i < one.targets.size(); ++i) QCOMPARE(changed.targets[i], one.targets[i] == before ? changed.inputs[1] : one.targets[i]);
    const TokenBatch key = withToken(one, 0, 1, 32);
    QVERIFY(key.targets == one.targets);
    QVERIFY(refusal([&] { withToken(one, 32, 1, 32); }).contains("0 to 31, got 32"));
    QVERIFY(refusal([&] { withToken(one, 0, 32, 32); }).contains("token: must be 0 to 31, got 32"));
  }

  void aRunWithoutLambdaIsToldSo() {
    const fs::path folder = fs::path(m_folder.path().toStdString()) / "softmax";
    const Config config = with({"task.length=16", "task.kvPairs=2", "task.vocabulary=16", "task.examples=32", "task.validationExamples=8", "model.mixer=softmax",
                                "model.width=8", "model.keyDim=8", "train.batch=8", "train.steps=1"});
    TrainingRun::create(config, folder, kDevice)->step();
    const QString told = refusal([&] { evaluate({folder, "last"}, Split::Valid, {}, kDevice, false, nullptr, {{scale(0)}}); });
    QVERIFY2(told.contains("softmax has no λ"), qPrintable(told));
    const auto probe = Probe::open({folder, "last"}, kDevice);
    const ProbedSequence probed = probe->look(probe->example(0), {});
    QVERIFY(probed.heads.empty() && probed.snapshot->lambda.empty());
    QCOMPARE(probe->shape().levels, std::int64_t{0});
  }
};

QTEST_APPLESS_MAIN(InterventionTest)
#include "intervention_test.moc"
