#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/option_values.h"
#include "app/cli/recorded_lambda.h"
#include "app/cli/run_argument.h"
#include "kernels/fenwick.h"
#include "model/config/words.h"
#include "model/io/durable_file.h"
#include "model/training/lambda_snapshot.h"
#include "model/training/training_run.h"

namespace fenwick::cli {
namespace {

namespace fs = std::filesystem;
using model::LambdaSnapshot;

struct Options {
  std::string run, step, sample, out;
  DeviceArguments device;
};

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void checkOut(const std::string& out, std::vector<model::Problem>& problems) {
  if (!endsWith(out, ".npz") && !endsWith(out, ".csv")) {
    problems.push_back({"--out", "must end in .npz or .csv, got " + out});
  }
  const fs::path folder = fs::path(out).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error)) problems.push_back({"--out", "there is no folder " + folder.string()});
}

template <class T>
std::vector<T> part(const std::vector<T>& values, std::int64_t outer, std::int64_t samples, std::int64_t sample) {
  const std::size_t inner = values.size() / static_cast<std::size_t>(outer * samples);
  std::vector<T> result;
  for (std::int64_t i = 0; i < outer; ++i) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i * samples + sample) * inner);
    result.insert(result.end(), begin, begin + static_cast<std::ptrdiff_t>(inner));
  }
  return result;
}

LambdaSnapshot oneSample(const LambdaSnapshot& all, std::int64_t sample) {
  LambdaSnapshot one = all;
  one.samples = 1;
  one.lambda = part(all.lambda, all.layers, all.samples, sample);
  one.gate = part(all.gate, all.layers, all.samples, sample);
  one.tokens = part(all.tokens, 1, all.samples, sample);
  one.targets = part(all.targets, 1, all.samples, sample);
  one.roles = part(all.roles, 1, all.samples, sample);
  one.correct = part(all.correct, 1, all.samples, sample);
  one.targetLogProb = part(all.targetLogProb, 1, all.samples, sample);
  return one;
}

std::string floatText(float value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

std::string csv(const LambdaSnapshot& s, std::int64_t firstSample) {
  std::string text = "layer,sample,token,head,level,lambda,active\n";
  for (std::int64_t layer = 0; layer < s.layers; ++layer) {
    for (std::int64_t sample = 0; sample < s.samples; ++sample) {
      for (std::int64_t token = 0; token < s.length; ++token) {
        for (std::int64_t head = 0; head < s.heads; ++head) {
          for (std::int64_t level = 0; level < s.levels; ++level) {
            for (const std::int64_t index : {layer, sample + firstSample, token, head, level}) text += std::to_string(index) + ",";
            text += floatText(s.lambdaAt(layer, sample, token, head, level));
            text += kernels::isActive(token, static_cast<int>(level)) ? ",1\n" : ",0\n";
          }
        }
      }
    }
  }
  return text;
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::RunReference reference = readRunArgument(options.run, problems);
  const auto step = readLambdaStep(options.step, reference, problems);
  const auto sample = readIndex("--sample", options.sample, problems);
  checkOut(options.out, problems);
  const model::DeviceOptions device = options.device.read(problems);
  if (!problems.empty()) throw WrongUsage(problems);

  std::vector<std::string> warnings;
  LambdaSnapshot snapshot = recordedLambda(reference, step, device, warnings);
  tellWarnings("lambda", warnings, console);
  if (sample && *sample >= snapshot.samples) {
    throw WrongUsage(std::vector<model::Problem>{{"--sample", "must be at most " + std::to_string(snapshot.samples - 1) + ", got " +
                                                                  std::to_string(*sample) + "; the samples are counted from 0"}});
  }
  if (sample) snapshot = oneSample(snapshot, *sample);
  if (endsWith(options.out, ".npz")) {
    model::writeLambdaSnapshot(options.out, snapshot);
  } else {
    model::writeDurably(options.out, csv(snapshot, sample.value_or(0)));
  }
  console.out << "wrote λ at step " << snapshot.step << " (" << countText(snapshot.layers, "layer") << ", "
              << countText(snapshot.samples, "sample") << ", " << countText(snapshot.length, "token") << ", "
              << countText(snapshot.heads, "head") << ", " << countText(snapshot.levels, "level") << ") to " << options.out << "\n";
  return kDone;
}

}  // namespace

Command lambdaCommand() {
  return {"lambda", "Write λ of the probe examples at a step as .npz or .csv", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("run", options->run, "The run folder; @best or @last takes those weights")->type_name("RUN")->required();
            app.add_option("--step", options->step, "A step with recorded λ or kept weights; the last recorded unless given")->type_name("S");
            app.add_option("--sample", options->sample, "Only this probe example, counted from 0")->type_name("I");
            app.add_option("--out", options->out,
                           "FILE.npz (lambda [layer, sample, token, head, level] and its tokens), or FILE.csv with the columns "
                           "layer,sample,token,head,level,lambda,active")
                ->type_name("FILE")
                ->required();
            options->device.define(app);
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
