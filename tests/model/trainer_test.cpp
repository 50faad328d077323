// Updates that are handed over and collected: on the CPU the same as made one by one.

#include <QTest>

#include "model/config/presets.h"
#include "model/torch/trainer.h"
#include "model/training/example_cache.h"
#include "model/training/optimizer_options.h"

using namespace fenwick::model;

namespace {

struct Course {
  Course() : config(presetConfig("mqar-quick")), data(taskKind(config).open(config)), examples(*data, Split::Train) {}
  Trainer trainer() const { return {modelOptions(config, data->vocabulary()), optimizerOptions(config), {.threads = 2}}; }
  std::vector<std::int64_t> batch(std::int64_t step) const { return batchIndices(config, *data, step); }

  Config config;
  std::unique_ptr<TaskData> data;
  ExampleCache examples;
};

}  // namespace

class TrainerTest : public QObject {
  Q_OBJECT

 private slots:
  void updatesHandedOverAreThoseMadeOneByOne() {
    Course course;
    Trainer ahead = course.trainer(), alone = course.trainer();
    constexpr int steps = 5;
    for (int step = 1; step <= steps; ++step) ahead.submit(course.examples, course.batch(step), 1e-3);
    const std::vector<StepOutcome> outcomes = ahead.collect(true);
    QCOMPARE(outcomes.size(), std::size_t{steps});
    TokenBatch batch;
    for (int step = 1; step <= steps; ++step) {
      course.examples.fill(course.batch(step), batch);
      const StepOutcome one = alone.step(batch, 1e-3);
      const StepOutcome& other = outcomes[static_cast<std::size_t>(step - 1)];
      QCOMPARE(other.loss, one.loss);
      QCOMPARE(other.accuracy, one.accuracy);
      QCOMPARE(other.gradientNorm, one.gradientNorm);
    }
    const TensorFile first = ahead.save(true), second = alone.save(true);
    for (const auto& [name, tensor] : first.tensors) QVERIFY2(second.tensors.at(name).bytes == tensor.bytes, name.c_str());
    QVERIFY(first.metadata == second.metadata);
  }

  void anOutcomeIsCollectedOnce() {
    Course course;
    Trainer trainer = course.trainer();
    QVERIFY(trainer.collect(true).empty());
    trainer.submit(course.examples, course.batch(1), 1e-3);
    QCOMPARE(trainer.collect(false).size(), std::size_t{1});
    QVERIFY(trainer.collect(true).empty());
  }

  void theCpuComputesWithF32Alone() {
    Course course;
    for (const char* precision : {"tf32", "bf16"}) {
      QVERIFY(course.config.setFromText(std::string("train.precision=") + precision).empty());
      try {
        course.trainer();
        QFAIL("it took the precision");
      } catch (const std::invalid_argument& error) {
        QVERIFY2(std::string(error.what()).starts_with("train.precision: "), error.what());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TrainerTest)
#include "trainer_test.moc"
