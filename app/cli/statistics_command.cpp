#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/format.h"
#include "app/cli/option_values.h"
#include "app/cli/recorded_lambda.h"
#include "app/cli/run_argument.h"
#include "app/cli/text_table.h"
#include "model/analysis/lambda_statistics.h"
#include "model/config/words.h"

namespace fenwick::cli {
namespace {

using model::Json;
using model::LambdaStatistics;

struct Options {
  std::string run, step, format = "md";
  bool json = false;
  DeviceArguments device;
};

std::string number(double value) { return std::isnan(value) ? kNothing : fixedText(value, 3); }
std::string percent(double value) { return std::isnan(value) ? kNothing : fixedText(100 * value, 1); }

Table shares(const std::vector<LambdaStatistics>& all) {
  Table table{{"layer, head", "active cells", "mean λ", "std within levels, % of mean", "level, %", "token, %", "position, %", "fine − deep, % of mean",
               "answer level, %", "with equal λ, %", "queries"},
              {}};
  for (const LambdaStatistics& s : all)
    table.rows.push_back({std::to_string(s.layer) + ", " + std::to_string(s.head), std::to_string(s.cells), number(s.mean), percent(s.variation), percent(s.levelShare),
                          percent(s.tokenShare), percent(s.positionShare), percent(s.fineLead), percent(s.answerShare), percent(s.flatAnswerShare),
                          std::to_string(s.queries)});
  return table;
}

Table roles(const std::vector<LambdaStatistics>& all) {
  Table table{{"layer, head", "role"}, {}};
  for (std::size_t level = 0; !all.empty() && level < all[0].roles.at(0).second.size(); ++level) table.heads.push_back("level " + std::to_string(level));
  for (const LambdaStatistics& s : all)
    for (const auto& [role, levels] : s.roles) {
      Row row{std::to_string(s.layer) + ", " + std::to_string(s.head), model::roleName(role)};
      for (const model::RoleLevel& level : levels) row.push_back(number(level.mean));
      table.rows.push_back(std::move(row));
    }
  return table;
}

Json jsonNumber(double value) { return std::isfinite(value) ? Json(value) : Json(); }

std::string json(const std::string& run, std::int64_t step, const std::vector<LambdaStatistics>& all) {
  Json tree{{"run", run}, {"step", step}, {"heads", Json::array()}};
  for (const LambdaStatistics& s : all) {
    Json entry{{"layer", s.layer}, {"head", s.head}, {"cells", s.cells}, {"queries", s.queries}, {"roles", Json::object()}};
    for (const auto& [name, value] : model::lambdaMeasures(s)) entry[name] = jsonNumber(value);
    for (const auto& [role, levels] : s.roles)
      for (const model::RoleLevel& level : levels) entry["roles"][model::roleName(role)].push_back({{"cells", level.cells}, {"mean", jsonNumber(level.mean)}});
    tree["heads"].push_back(std::move(entry));
  }
  return tree.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// One row for each number, so that the file grows with heads and levels downwards.
std::string csvText(std::int64_t step, const std::vector<LambdaStatistics>& all) {
  const auto text = [](double value) { return std::isfinite(value) ? model::numberText(value) : std::string(); };
  Table table{{"step", "layer", "head", "measure", "role", "level", "value"}, {}};
  for (const LambdaStatistics& s : all) {
    const Row place{std::to_string(step), std::to_string(s.layer), std::to_string(s.head)};
    const auto add = [&](const Row& rest) {
      table.rows.push_back(place);
      table.rows.back().insert(table.rows.back().end(), rest.begin(), rest.end());
    };
    for (const auto& [name, value] : model::lambdaMeasures(s)) add({name, "", "", text(value)});
    for (const auto& [role, levels] : s.roles)
      for (std::size_t level = 0; level < levels.size(); ++level)
        add({"mean", model::roleName(role), std::to_string(level), text(levels[level].mean)});
  }
  return csv(table);
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  const model::RunReference reference = readRunArgument(options.run, problems);
  const auto step = readLambdaStep(options.step, reference, problems);
  checkWord("--format", options.format, {"md", "csv", "latex", "json"}, problems);
  const model::DeviceOptions device = options.device.read(problems);
  if (!problems.empty()) throw WrongUsage(problems);

  std::vector<std::string> warnings;
  const model::LambdaSnapshot snapshot = recordedLambda(reference, step, device, warnings);
  tellWarnings("statistics", warnings, console);
  const std::vector<LambdaStatistics> all = model::lambdaStatistics(snapshot);
  if (all.empty()) throw std::runtime_error("the run's mixer has no λ");
  const std::string format = options.json ? "json" : options.format;
  if (format == "json") {
    console.out << json(options.run, snapshot.step, all);
  } else if (format == "csv") {
    console.out << csvText(snapshot.step, all);
  } else {
    const auto write = format == "latex" ? latex : markdown;
    console.out << (format == "latex" ? "% " : "") << "λ at step " << snapshot.step << ", " << countText(snapshot.samples, "sample") << " of "
                << countText(snapshot.length, "token") << ", active cells only\n\n"
                << write(shares(all)) << "\n" << write(roles(all));
  }
  return kDone;
}

}  // namespace

Command statisticsCommand() {
  return {"statistics", "What λ does at a step: shares of its variance, λ by role and level, weight on the answer's level", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("run", options->run, "The run folder; @best or @last takes those weights")->type_name("RUN")->required();
            app.add_option("--step", options->step, "A step with recorded λ or kept weights; the last recorded unless given")->type_name("S");
            app.add_option("--format", options->format, "md (default), csv, latex (for booktabs) or json")->type_name("NAME");
            app.add_flag("--json", options->json, "The same as --format json");
            options->device.define(app);
            return [options](Console& console) { return execute(*options, console); };
          }};
}

}  // namespace fenwick::cli
