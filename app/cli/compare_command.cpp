#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/compare_tables.h"
#include "app/cli/option_values.h"
#include "model/analysis/compare.h"

namespace fenwick::cli {
namespace {

struct Options {
  std::vector<std::string> places;
  std::string by = "variant", format = "md", baseline;
  bool formatGiven = false;
  bool json = false, claims = false;
};

// ---- the command ---------------------------------------------------------------------------------------------------

int showClaims(const model::Comparison& comparison, const std::string& format, Console& console) {
  std::vector<std::string> faults;
  const std::vector<model::ClaimResult> claims = model::checkClaims(comparison, faults);
  for (const std::string& fault : faults) console.err << "fenwick compare: left out: " << fault << "\n";
  if (claims.empty()) throw std::runtime_error("there is no run of mlp-softplus, which the claims are about");
  console.out << claimsText(claims, format);
  return kDone;
}

int execute(const Options& options, Console& console) {
  std::vector<model::Problem> problems;
  checkWord("--by", options.by, {"variant", "run", "size", "model"}, problems);
  checkWord("--format", options.format, {"md", "csv", "latex", "json"}, problems);
  if (options.json && options.formatGiven && options.format != "json") {
    problems.push_back({"--json", "and --format " + options.format + " cannot be given together"});
  }
  if (!options.baseline.empty() && options.by != "variant") {
    problems.push_back({"--baseline", "compares variants and cannot be given with --by " + options.by});
  }
  if (options.claims && (options.by != "variant" || !options.baseline.empty())) {
    problems.push_back({"--claims", "has a table of its own and cannot be given with --by or --baseline"});
  }
  if (!problems.empty()) throw WrongUsage(problems);

  const model::Comparison comparison = model::compareRuns({options.places.begin(), options.places.end()});
  for (const model::SkippedFolder& skipped : comparison.skipped)
    console.err << "fenwick compare: left out: " << skipped.reason << "\n";
  if (comparison.runs.empty()) throw std::runtime_error("there is no run to compare");
  const std::string format = options.json ? "json" : options.format;
  if (options.claims) return showClaims(comparison, format, console);
  console.out << comparisonText(comparison, {options.by, format, options.baseline});
  return kDone;
}

}  // namespace

Command compareCommand() {
  return {"compare", "Statistics of several runs: solved, final and best, by variant or by run", [](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            app.add_option("places", options->places, "Run folders, or folders that hold some")
                ->type_name("RUN|DIR")
                ->required();
            app.add_option("--by", options->by,
                           "variant (default: runs that differ in nothing but seeds and cadences make one row, mean ± "
                           "std with n−1), run, size (accuracy by key-value pairs and length across), or model (parameters, the λ head's share, decode state)")
                ->type_name("NAME");
            app.add_option("--baseline", options->baseline,
                           "A variant's label or a part of it, such as fixed: adds each variant's difference to it, paired by seed, with a "
                           "bootstrap interval")
                ->type_name("LABEL");
            app.add_flag("--claims", options->claims,
                         "What the runs say to each claim of the papers about λ: its figure, a 95 % interval over seeds, held or not");
            CLI::Option* format =
                app.add_option("--format", options->format, "md (default), csv, latex (for booktabs) or json")
                    ->type_name("NAME");
            app.add_flag("--json", options->json, "The same as --format json");
            return [options, format](Console& console) {
              options->formatGiven = format->count() > 0;
              return execute(*options, console);
            };
          }};
}

}  // namespace fenwick::cli
