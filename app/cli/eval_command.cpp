#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/option_values.h"
#include "app/cli/run_argument.h"
#include "app/cli/text_table.h"
#include "model/config/words.h"
#include "model/training/perplexity.h"
#include "model/training/training_run.h"

namespace fenwick::cli {
namespace {

struct Options {
  std::string run, split = "valid", lengths, by, intervene;
  bool json = false;
  DeviceArguments device;
};

model::Split readSplit(const std::string& text, std::vector<model::Problem>& problems) {
  if (text == "valid") return model::Split::Valid;
  if (text == "test") return model::Split::Test;
  problems.push_back({"--split", "must be valid or test, got " + text + model::nearestHint(text, {"valid", "test"})});
  return model::Split::Valid;
}

// Per token, and per word where words are known.
std::string perplexityText(const model::Evaluation& row, double tokens) { return fixedText(std::exp(row.loss * tokens), 2); }

std::string untrainedText(const std::vector<int>& levels) {
  const std::string first = std::to_string(levels.front()), last = std::to_string(levels.back());
  return levels.size() == 1 ? "level " + first + " untrained" : "levels " + first + " to " + last + " untrained";
}

void print(const std::vector<model::Evaluation>& rows, const std::optional<double>& tokensPerWord, Console& console) {
  const auto cell = [&](const std::string& text, std::size_t width) {
    console.out << std::string(width - std::min(width, columnsOf(text)), ' ') << text;
  };
  cell("length", 8), cell("accuracy", 12), cell("loss", 12), cell("scored tokens", 16);
  if (tokensPerWord) cell("perplexity", 14), cell("per word", 14);
  console.out << "\n";
  bool untrained = false;
  for (const model::Evaluation& row : rows) {
    cell(std::to_string(row.length), 8), cell(percentText(row.accuracy), 12), cell(lossText(row.loss), 12), cell(std::to_string(row.scored), 16);
    if (tokensPerWord) cell(perplexityText(row, 1), 14), cell(perplexityText(row, *tokensPerWord), 14);
    if (!row.untrainedLevels.empty()) console.out << "  " << untrainedText(row.untrainedLevels);
    untrained = untrained || !row.untrainedLevels.empty();
    console.out << "\n";
  }
  if (untrained) console.out << "An untrained level held no token in training: what it weighs is λ as the head gives it without having been fitted there.\n";
}

// One row for each group of queries that share what --by names.
void printSlices(const Options& options, const std::vector<model::Evaluation>& rows, Console& console) {
  Table table{{"length", options.by, "queries", "accuracy", "loss"}, {}};
  for (const model::Evaluation& row : rows)
    for (const model::Slice& slice : model::slices(row.queries, options.by))
      table.rows.push_back({std::to_string(row.length), slice.label, std::to_string(slice.queries), percentText(slice.accuracy()), lossText(slice.loss)});
  console.out << "\n" << markdown(table);
}

model::Json slicesJson(const std::vector<model::Query>& queries, const std::string& by) {
  model::Json list = model::Json::array();
  for (const model::Slice& slice : model::slices(queries, by))
    list.push_back({{by, slice.label}, {"queries", slice.queries}, {"accuracy", slice.accuracy()}, {"loss", slice.loss}});
  return list;
}

void printJson(const Options& options, const std::vector<model::Evaluation>& rows, const std::optional<double>& tokensPerWord,
               const model::Intervention& intervention, Console& console) {
  model::Json json{{"run", options.run}, {"split", options.split}, {"lengths", model::Json::array()}};
  if (!intervention.edits.empty()) json["intervention"] = model::interventionJson(intervention);
  for (const model::Evaluation& row : rows) {
    json["lengths"].push_back({{"length", row.length}, {"loss", row.loss}, {"accuracy", row.accuracy}, {"scored", row.scored}, {"untrainedLevels", row.untrainedLevels}});
    if (!options.by.empty()) json["lengths"].back()["by"] = slicesJson(row.queries, options.by);
    if (!tokensPerWord) continue;
    json["lengths"].back()["perplexity"] = std::exp(row.loss);
    json["lengths"].back()["wordPerplexity"] = std::exp(row.loss * *tokensPerWord);
  }
  console.out << json.dump(2, ' ', false, model::Json::error_handler_t::replace) << "\n";
}

model::Intervention readIntervention(const std::string& path, std::vector<model::Problem>& problems) {
  if (path.empty()) return {};
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) problems.push_back({"--intervene", path + " cannot be read"});
  try {
    if (file) return model::parseIntervention(text);
  } catch (const std::invalid_argument& fault) {
    problems.push_back({"--intervene", path + ": " + fault.what()});
  }
  return {};
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::RunReference reference = readRunArgument(options.run, problems);
  const std::vector<std::int64_t> lengths = readLengths(options.lengths, problems);
  const model::Split split = readSplit(options.split, problems);
  if (!options.by.empty()) checkWord("--by", options.by, model::sliceKinds(), problems);
  const model::Intervention intervention = readIntervention(options.intervene, problems);
  const model::DeviceOptions device = options.device.read(problems);
  if (!problems.empty()) throw WrongUsage(problems);
  std::vector<std::string> warnings;
  const std::vector<model::Evaluation> rows = model::evaluate(reference, split, lengths, device, !options.by.empty(), &warnings, intervention);
  tellWarnings("eval", warnings, console);
  const std::optional<double> tokensPerWord = model::tokensPerWord(reference, split);
  for (const model::LambdaEdit& edit : intervention.edits)
    if (!options.json) console.out << "changed: " << model::editText(edit) << "\n";
  options.json ? printJson(options, rows, tokensPerWord, intervention, console) : print(rows, tokensPerWord, console);
  if (!options.by.empty() && !options.json) printSlices(options, rows, console);
  return kDone;
}

}  // namespace

Command evalCommand() {
  return {"eval", "Loss and accuracy of a run's weights, at its own length or at others", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("run", options->run, "The run folder; @STEP names a kept step, best (unless given) or last")->type_name("RUN[@STEP]")->required();
            app.add_option("--lengths", options->lengths, "Lengths with commas between, such as 128,256,512")->type_name("LIST");
            app.add_option("--split", options->split, "valid or test (default valid)")->type_name("NAME");
            app.add_option("--by", options->by,
                           "Also which queries fail: by pair (its index), distance to the answer, level that holds it, conflict (noise repeats "
                           "the key), or size (pairs and length of the example)")
                ->type_name("NAME");
            app.add_option("--intervene", options->intervene,
                           "Change λ on its way to the states: a JSON file as the window's Probe panel exports it (see docs/interventions.md)")
                ->type_name("FILE");
            options->device.define(app);
            app.add_flag("--json", options->json, "One JSON object");
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
