#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/run_argument.h"
#include "model/config/words.h"
#include "model/training/generation.h"

namespace fenwick::cli {
namespace {

constexpr std::int64_t kMostTokens = 1 << 20;

struct Options {
  std::string run, prompt, tokens, temperature = "1", topK, seed;
  bool json = false;
  std::string threads;
};

model::GenerationOptions read(const Options& options, std::vector<model::Problem>& problems) {
  model::GenerationOptions generation;
  readCount("--tokens", options.tokens, kMostTokens, generation.tokens, problems);
  readCount("--top-k", options.topK, kMostTokens, generation.topK, problems);
  if (const auto temperature = model::parseNumber(options.temperature); temperature && *temperature >= 0 && *temperature <= 100) {
    generation.temperature = *temperature;
  } else {
    problems.push_back({"--temperature", "must be a number between 0 and 100, got " + options.temperature});
  }
  generation.seed = static_cast<std::uint64_t>(readIndex("--seed", options.seed, problems).value_or(0));
  return generation;
}

void printJson(const Options& options, const model::Generation& generation, Console& console) {
  const model::Json json{{"run", options.run},
                         {"prompt", options.prompt},
                         {"text", generation.text},
                         {"promptTokens", generation.promptTokens},
                         {"tokens", generation.tokens},
                         {"msPerToken", generation.secondsPerToken * 1000},
                         {"stateBytes", generation.stateFloats * static_cast<std::int64_t>(sizeof(float))}};
  console.out << json.dump(2, ' ', false, model::Json::error_handler_t::replace) << "\n";
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::RunReference reference = readRunArgument(options.run, problems);
  const model::GenerationOptions generation = read(options, problems);
  std::int64_t threads = 1;  // one token is little work
  readCount("--threads", options.threads, 1024, threads, problems);
  if (!problems.empty()) throw WrongUsage(problems);

  const Interrupt interrupt;
  const auto hear = [&](std::string_view piece) {
    if (!options.json) console.out << piece << std::flush;
    return !interrupt.requested();
  };
  const model::Generation result = model::generate(reference, options.prompt, generation, {"cpu", static_cast<int>(threads)}, hear);
  tellWarnings("generate", result.warnings, console);
  options.json ? printJson(options, result, console) : static_cast<void>(console.out << "\n");
  return interrupt.requested() ? kFailed : kDone;
}

}  // namespace

Command generateCommand() {
  return {"generate", "Go on with a text by a language model's run, token by token", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("run", options->run, "The run folder; @STEP names a kept step, best (unless given) or last")->type_name("RUN[@STEP]")->required();
            app.add_option("--prompt", options->prompt, "What the text begins with")->type_name("TEXT")->required();
            app.add_option("--tokens", options->tokens, "How many tokens follow (default 200)")->type_name("N");
            app.add_option("--temperature", options->temperature, "0 takes the most likely token; 1 (default) draws as the model says, more draws wilder")->type_name("X");
            app.add_option("--top-k", options->topK, "Draw from the K most likely tokens alone")->type_name("K");
            app.add_option("--seed", options->seed, "Names the draws: the same seed gives the same text (default 0)")->type_name("N");
            app.add_option("--threads", options->threads, "CPU threads (default 1)")->type_name("N");
            app.add_flag("--json", options->json, "One JSON object at the end");
            app.footer("\nDecoding is in the recurrent form on the CPU. Ctrl+C ends it behind the present token.");
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
