#include "model/training/bench.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "model/training/example_cache.h"
#include "model/training/run_setup.h"

namespace fenwick::model {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace

TrainingBench benchTraining(const Config& config, const DeviceOptions& device, int repeats, int warmup) {
  if (repeats < 1) throw std::invalid_argument("repeats: at least 1, got " + std::to_string(repeats));
  RunSetup ours = setUp(config, device);
  Trainer dense(ours.trainer->options(), optimizerOptions(config), device.threads, Trainer::Attention::Dense);
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
  for (int which = 0; which < 2; ++which) {
    const double middle = median(milliseconds[which]);
    bench.rows.push_back({names[which], 1000 / middle, middle, *std::min_element(milliseconds[which].begin(), milliseconds[which].end())});
  }
  return bench;
}

}  // namespace fenwick::model
