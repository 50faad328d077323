#include "model/training/bench.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

#include "model/training/example_cache.h"
#include "model/training/optimizer_options.h"
#include "model/training/run_setup.h"

namespace fenwick::model {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

TrainingBenchRow rowOf(const char* name, const std::vector<double>& milliseconds) {
  const double middle = median(milliseconds);
  return {name, 1000 / middle, middle, *std::min_element(milliseconds.begin(), milliseconds.end())};
}

// --- on CUDA ---

constexpr int kStepsTogether = 100;

// One training and its place in the order of batches.
class Course {
 public:
  Course(const Config& config, const TaskData& data, const TrainerPlace& place, Trainer::Attention attention)
      : m_config(config),
        m_data(data),
        m_examples(data, Split::Train),
        m_trainer(modelOptions(config, data.vocabulary()), optimizerOptions(config), place, attention) {}

  void go(int steps) {
    for (int i = 0; i < steps; ++i) {
      ++m_step;
      m_trainer.submit(m_examples, batchIndices(m_config, m_data, m_step), learningRateAt(m_config, m_step));
    }
    for (const StepOutcome& outcome : m_trainer.collect(true))
      if (!outcome.fault.empty()) throw std::runtime_error("a measured step was not finite: " + outcome.fault);
  }

 private:
  const Config& m_config;
  const TaskData& m_data;
  ExampleCache m_examples;
  Trainer m_trainer;
  std::int64_t m_step = 0;
};

double millisecondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

TrainingBenchRow alone(const char* name, const Config& config, const TaskData& data, const TrainerPlace& place, Trainer::Attention attention,
                       int warmup, int repeats) {
  Course course(config, data, place, attention);
  std::vector<double> times;
  for (int i = 0; i < warmup + repeats; ++i) {
    const double time = millisecondsOf([&] { course.go(kStepsTogether); }) / kStepsTogether;
    if (i >= warmup) times.push_back(time);
  }
  return rowOf(name, times);
}

// All begin a repeat together and it ends with the last of them.
TrainingBenchRow together(const char* name, const Config& config, const TaskData& data, const TrainerPlace& place, int runs, int warmup, int repeats) {
  std::vector<double> times;
  std::barrier gate(runs + 1);
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(runs));
  for (int run = 0; run < runs; ++run)
    threads.emplace_back([&, run] {
      std::unique_ptr<Course> course;
      for (int i = 0; i < warmup + repeats; ++i) {
        gate.arrive_and_wait();
        try {
          if (!course) course = std::make_unique<Course>(config, data, place, Trainer::Attention::Own);
          if (!failures[static_cast<std::size_t>(run)]) course->go(kStepsTogether);
        } catch (...) {
          failures[static_cast<std::size_t>(run)] = std::current_exception();
        }
        gate.arrive_and_wait();
      }
    });
  for (int i = 0; i < warmup + repeats; ++i) {
    gate.arrive_and_wait();
    const double time = millisecondsOf([&] { gate.arrive_and_wait(); }) / (kStepsTogether * runs);
    if (i >= warmup) times.push_back(time);
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return rowOf(name, times);
}

TrainingBench benchOnCuda(const Config& config, const RunSetup& setup, int threads, int repeats, const std::vector<std::string>& only, int warmup) {
  const TrainerPlace graph{.cuda = true, .threads = threads}, eager{.cuda = true, .threads = threads, .graph = false};
  const TaskData& data = *setup.data;
  TrainingBench bench{setup.trainer->threads(), warmup, repeats, {}};
  const auto wanted = [&only](const char* name) { return only.empty() || std::find(only.begin(), only.end(), name) != only.end(); };
  if (wanted("ours")) bench.rows.push_back(alone("ours", config, data, graph, Trainer::Attention::Own, warmup, repeats));
  if (wanted("ours-4-runs")) bench.rows.push_back(together("ours-4-runs", config, data, graph, 4, warmup, repeats));
  if (wanted("ours-eager")) bench.rows.push_back(alone("ours-eager", config, data, eager, Trainer::Attention::Own, warmup, repeats));
  if (wanted("torch-dense")) bench.rows.push_back(alone("torch-dense", config, data, graph, Trainer::Attention::Dense, warmup, repeats));
  return bench;
}

}  // namespace

TrainingBench benchTraining(const Config& config, const DeviceOptions& device, int repeats, const std::vector<std::string>& only, int warmup) {
  if (repeats < 1) throw std::invalid_argument("repeats: at least 1, got " + std::to_string(repeats));
  RunSetup ours = setUp(config, device);
  if (ours.trainer->onCuda()) return benchOnCuda(config, ours, device.threads, repeats, only, warmup);
  Trainer dense(ours.trainer->options(), optimizerOptions(config), TrainerPlace{.threads = device.threads}, Trainer::Attention::Dense);
  Trainer* trainers[] = {ours.trainer.get(), &dense};

  ExampleCache examples(*ours.data, Split::Train);
  TokenBatch batch;
  std::vector<double> milliseconds[2];
  for (int i = 1; i <= warmup + repeats; ++i)
    for (int which = 0; which < 2; ++which) {
      const auto begin = std::chrono::steady_clock::now();
      examples.fill(batchIndices(config, *ours.data, i), batch);
      trainers[which]->step(batch, learningRateAt(config, i));
      const auto end = std::chrono::steady_clock::now();
      if (i > warmup) milliseconds[which].push_back(std::chrono::duration<double, std::milli>(end - begin).count());
    }

  TrainingBench bench{ours.trainer->threads(), warmup, repeats, {}};
  const char* names[] = {"ours", "torch-dense"};
  for (int which = 0; which < 2; ++which) bench.rows.push_back(rowOf(names[which], milliseconds[which]));
  return bench;
}

}  // namespace fenwick::model
