#include "model/training/device_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <thread>

#include "model/config/lambda_heads.h"
#include "model/config/mixers.h"
#include "model/config/presets.h"
#include "model/torch/trainer.h"
#include "model/training/example_cache.h"
#include "model/training/optimizer_options.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/device.h"
#endif

namespace fenwick::model {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr TrainerPlace kGpu{.cuda = true, .threads = 2};
constexpr TrainerPlace kCpu{.threads = 2};

// A training without a folder: the updates that a run of this configuration makes.
class Course {
 public:
  Course(const Config& config, const TrainerPlace& place)
      : m_config(config),
        m_data(taskKind(config).open(config)),
        m_trainer(modelOptions(config, m_data->vocabulary()), optimizerOptions(config), place),
        m_examples(*m_data, Split::Train) {}

  std::vector<StepOutcome> go(int steps) {
    for (int i = 0; i < steps; ++i) {
      ++m_step;
      m_trainer.submit(m_examples, batchIndices(m_config, *m_data, m_step), learningRateAt(m_config, m_step));
    }
    return m_trainer.collect(true);
  }
  void adopt(const TensorFile& file, std::int64_t step) {
    m_trainer.loadWeights(file);
    if (!m_trainer.loadOptimizer(file)) throw std::logic_error("the optimiser's state was not taken");
    m_step = step;
  }
  TensorFile state() const { return m_trainer.save(true); }
  std::int64_t step() const { return m_step; }
  Trainer& trainer() { return m_trainer; }

 private:
  Config m_config;
  std::unique_ptr<TaskData> m_data;
  Trainer m_trainer;
  ExampleCache m_examples;
  std::int64_t m_step = 0;
};

Config configOf(const char* preset, std::int64_t seed = 0) {
  Config config = presetConfig(preset);
  config.set("train.seed", seed);
  return config;
}

// Takes in differences and keeps the worst.
class Worst {
 public:
  Worst(std::string name, double limit) {
    m_result.name = std::move(name);
    m_result.limit = limit;
  }
  void take(double difference, const std::string& where) {
    ++m_result.cases;
    if (std::isnan(difference)) difference = kInfinite;
    if (difference <= m_result.worst) return;
    m_result.worst = difference;
    m_result.where = where;
  }
  void demand(bool holds, const std::string& where) { take(holds ? 0 : kInfinite, where); }
  void takeLosses(const std::vector<StepOutcome>& one, const std::vector<StepOutcome>& other, const std::string& name = {}) {
    demand(one.size() == other.size() && !one.empty(), name + "number of updates");
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
      take(std::abs(one[i].loss - other[i].loss), name + "loss " + std::to_string(i + 1));
  }
  // Bit for bit.
  void demandEqual(const TensorFile& one, const TensorFile& other, const std::string& prefix = {}) {
    demand(one.tensors.size() == other.tensors.size(), prefix + "number of tensors");
    for (const auto& [name, tensor] : one.tensors) {
      const auto found = other.tensors.find(name);
      demand(found != other.tensors.end() && found->second.bytes == tensor.bytes, prefix + name);
    }
    demand(one.metadata == other.metadata, prefix + "metadata");
  }
  kernels::CheckResult result() const { return m_result; }

 private:
  kernels::CheckResult m_result;
};

kernels::CheckResult graphAndEager() {
  Worst worst("training step: one graph and operation by operation, equal bits", 0);
  TrainerPlace eager = kGpu;
  eager.graph = false;
  const auto compare = [&](const Config& config, const std::string& name) {
    Course one(config, kGpu), other(config, eager);
    worst.takeLosses(one.go(40), other.go(40), name);
    worst.demandEqual(one.state(), other.state(), name);
  };
  for (const char* precision : {"f32", "tf32", "bf16"}) {
    for (const char* preset : {"mqar-quick", "mqar-k8-t128"}) {
      Config config = configOf(preset);
      config.set("train.precision", precision);
      compare(config, std::string(preset) + " in " + precision + ", ");
    }
    Config erasing = configOf("mqar-k8-t128");
    erasing.set("model.mixer", "gated-delta");
    erasing.set("train.precision", precision);
    compare(erasing, std::string("gated-delta in ") + precision + ", ");
    Config language = configOf("mqar-quick");
    language.set("model.block", "language");
    language.set("task.vocabulary", std::int64_t{3000});  // more entries than the look-up's own sums take
    language.set("train.precision", precision);
    compare(language, std::string("language block in ") + precision + ", ");
  }
  return worst.result();
}

// Every mixer in every block.
kernels::CheckResult mixersAndBlocks() {
  Worst worst("20 losses of every mixer and block: CPU and GPU, one graph and operation by operation", 1e-3);
  for (const MixerKind& mixer : mixerKinds()) {
    for (const char* block : {"study", "language"}) {
      Config config = configOf("mqar-quick");
      config.set("model.mixer", mixer.name);
      config.set("model.block", block);
      TrainerPlace eager = kGpu;
      eager.graph = false;
      const auto losses = Course(config, kGpu).go(20);
      worst.takeLosses(Course(config, kCpu).go(20), losses);
      worst.takeLosses(Course(config, eager).go(20), losses);
    }
  }
  return worst.result();
}

kernels::CheckResult resumes() {
  Worst worst("training goes on: GPU to CPU and back", 1e-3);
  const Config config = configOf("mqar-quick");
  Course gpu(config, kGpu), cpu(config, kCpu), again(config, kGpu);
  gpu.go(20);
  cpu.adopt(gpu.state(), gpu.step());
  worst.demandEqual(gpu.state(), cpu.state());
  worst.takeLosses(gpu.go(20), cpu.go(20));
  again.adopt(cpu.state(), cpu.step());
  worst.demandEqual(cpu.state(), again.state());
  worst.takeLosses(cpu.go(20), again.go(20));
  return worst.result();
}

kernels::CheckResult firstLosses() {
  Worst worst("first 50 losses of mqar-k8-t128 on CPU and GPU, log-linear and gated-delta", 1e-3);
  for (const char* mixer : {"log-linear", "gated-delta"}) {
    Config config = configOf("mqar-k8-t128");
    config.set("model.mixer", mixer);
    Course cpu(config, kCpu), gpu(config, kGpu);
    worst.takeLosses(cpu.go(50), gpu.go(50), std::string(mixer) + ", ");
  }
  return worst.result();
}

// Each λ head, and examples that are drawn anew.
kernels::CheckResult everyVariant() {
  Worst worst("first 15 losses of every lambda head and of fresh examples, CPU and GPU", 1e-3);
  constexpr int steps = 15;
  const auto compare = [&](const Config& config, const std::string& name) {
    Course cpu(config, kCpu), gpu(config, kGpu);
    worst.takeLosses(cpu.go(steps), gpu.go(steps), name + ", ");
  };
  for (const LambdaHeadKind& head : lambdaHeadKinds()) {
    Config config = configOf("mqar-quick@as-published");
    config.set("model.lambda.head", head.name);
    compare(config, head.name);
  }
  Config fresh = configOf("mqar-quick");
  fresh.set("task.examples", std::int64_t{0});
  compare(fresh, "fresh examples");
  return worst.result();
}

// Products in tf32 and bf16 move the losses by little.
kernels::CheckResult otherNumbers() {
  Worst worst("first 40 losses in tf32 and bf16 beside float32", 3e-2);
  const auto compare = [&](Config config, const std::string& name) {
    const std::vector<StepOutcome> exact = Course(config, kGpu).go(40);
    for (const char* precision : {"tf32", "bf16"}) {
      config.set("train.precision", precision);
      for (const bool graph : {true, false}) {
        TrainerPlace place = kGpu;
        place.graph = graph;
        worst.takeLosses(exact, Course(config, place).go(40), name + precision + (graph ? ", " : " operation by operation, "));
      }
    }
  };
  for (const char* preset : {"mqar-quick", "mqar-k8-t128"}) compare(configOf(preset), {});
  Config erasing = configOf("mqar-quick");
  erasing.set("model.mixer", "gated-delta");
  compare(erasing, "gated-delta, ");
  return worst.result();
}

kernels::CheckResult severalAtOnce() {
  Worst worst("four runs at once, each as it is alone", 0);
  constexpr int runs = 4, steps = 200;
  std::vector<TensorFile> alone(runs), together(runs);
  std::vector<std::string> failures(runs);
  const auto train = [&](int run, TensorFile& state) {
    Course course(configOf("mqar-quick", run), kGpu);
    course.go(steps);
    state = course.state();
  };
  for (int run = 0; run < runs; ++run) train(run, alone[static_cast<std::size_t>(run)]);
  std::vector<std::thread> threads;
  for (int run = 0; run < runs; ++run)
    threads.emplace_back([&, run] {
      const auto i = static_cast<std::size_t>(run);
      try {
        train(run, together[i]);
      } catch (const std::exception& error) {
        failures[i] = error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < runs; ++i) {
    worst.demand(failures[i].empty(), "run " + std::to_string(i) + ": " + failures[i]);
    worst.demandEqual(alone[i], together[i]);
  }
  return worst.result();
}

// Threads that begin, capture, compute operation by operation and end beside others of other sizes.
kernels::CheckResult severalSizesAtOnce() {
  Worst worst("runs of several sizes at once, each as it is alone", 0);
  constexpr std::size_t threadCount = 4, turns = 3;
  const char* presets[threadCount] = {"mqar-quick", "mqar-k8-t128", "mqar-k32-t256", "selective-copying-t512"};
  const auto train = [&](std::size_t which) {
    Config config = configOf(presets[which % threadCount]);
    config.set("task.examples", std::int64_t{256});
    Course course(config, TrainerPlace{.cuda = true, .threads = 1, .graph = which % 2 == 0});
    course.go(10);
    return course.state();
  };
  std::vector<TensorFile> alone, together(threadCount * turns);
  for (std::size_t i = 0; i < threadCount; ++i) alone.push_back(train(i));
  std::vector<std::string> failures(threadCount);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < threadCount; ++i)
    threads.emplace_back([&, i] {
      try {
        for (std::size_t turn = 0; turn < turns; ++turn) together[i * turns + turn] = train(i + turn);
      } catch (const std::exception& error) {
        failures[i] = error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < threadCount; ++i) {
    worst.demand(failures[i].empty(), failures[i]);
    for (std::size_t turn = 0; turn < turns && failures[i].empty(); ++turn) worst.demandEqual(alone[(i + turn) % threadCount], together[i * turns + turn]);
  }
  return worst.result();
}

kernels::CheckResult faults() {
  Worst worst("a step that is not finite is not made, nor any after it", 0);
  Course course(configOf("mqar-quick"), kGpu);
  course.go(3);
  const TensorFile good = course.state();
  TensorFile bad = good;
  const std::string name = "layers.1.q_proj.weight";
  bad.tensors.at(name).as<float>()[5] = std::numeric_limits<float>::quiet_NaN();
  course.adopt(bad, 3);
  const std::vector<StepOutcome> outcomes = course.go(5);
  worst.demand(outcomes.size() == 1, "updates behind the fault have no outcome");
  worst.demand(!outcomes.empty() && outcomes.back().fault == name, "the fault names " + name);
  worst.demandEqual(bad, course.state());
  course.adopt(good, 3);
  for (const StepOutcome& outcome : course.go(5)) worst.demand(outcome.fault.empty(), "goes on with good weights: " + outcome.fault);
  return worst.result();
}

kernels::CheckResult outOfMemory() {
  Worst worst("out of memory: told with its bytes, nothing changed, a smaller step works", 0);
#ifdef FENWICK_CUDA
  Config large = configOf("mqar-k8-t128");
  large.set("train.batch", std::int64_t{8192});
  Course small(configOf("mqar-k8-t128"), kGpu), big(large, kGpu);
  small.go(2);
  const TensorFile before = big.state();
  const cuda::MemoryLimit limit(2LL << 30);
  const std::int64_t held = cuda::allocatedBytes();
  std::string message;
  try {
    big.go(1);
  } catch (const OutOfDeviceMemory& error) {
    message = error.what();
  }
  worst.demand(message.find("needed") != std::string::npos && message.find("GiB are free") != std::string::npos, "message: " + message);
  worst.demandEqual(before, big.state());
  worst.demand(cuda::allocatedBytes() - held < (256 << 20), "memory held after it: " + std::to_string(cuda::allocatedBytes() - held));
  for (const StepOutcome& outcome : small.go(5)) worst.demand(outcome.fault.empty(), outcome.fault);
#endif
  return worst.result();
}

}  // namespace

const std::vector<DeviceCheck>& deviceChecks() {
  static const std::vector<DeviceCheck> checks{{"graph and eager", graphAndEager},
                                               {"CPU and GPU resume", resumes},
                                               {"first losses", firstLosses},
                                               {"every head", everyVariant},
                                               {"tf32 and bf16", otherNumbers},
                                               {"mixers and blocks", mixersAndBlocks},
                                               {"several runs at once", severalAtOnce},
                                               {"several sizes at once", severalSizesAtOnce},
                                               {"faults", faults},
                                               {"out of memory", outOfMemory}};
  return checks;
}

}  // namespace fenwick::model
