#include "app/cli/compare_tables.h"

#include <cmath>
#include <optional>

#include "app/cli/format.h"
#include "app/cli/text_table.h"
#include "model/analysis/by_size.h"
#include "model/config/words.h"
#include "model/training/training_run.h"

namespace fenwick::cli {
namespace {

using model::ComparedRun;
using model::ComparedVariant;
using model::Comparison;
using model::Json;
using model::Statistic;

// The statistics of a variant under the names that CSV and JSON give them.
struct Column {
  const char* csv;
  const char* json;
  Statistic ComparedVariant::*statistic;
};
constexpr Column kColumns[] = {{"final_accuracy", "finalAccuracy", &ComparedVariant::finalAccuracy},
                               {"best_accuracy", "bestAccuracy", &ComparedVariant::bestAccuracy},
                               {"final_loss", "finalLoss", &ComparedVariant::finalLoss},
                               {"best_loss", "bestLoss", &ComparedVariant::bestLoss},
                               {"final_test_accuracy", "finalTestAccuracy", &ComparedVariant::finalTestAccuracy},
                               {"best_test_accuracy", "bestTestAccuracy", &ComparedVariant::bestTestAccuracy},
                               {"solved_step", "solvedStep", &ComparedVariant::solvedStep}};

// ---- cells for people --------------------------------------------------------------------------------------------

std::string percent(double fraction) { return fixedText(100 * fraction, 1); }
std::string whole(double number) { return fixedText(number, 0); }

using Writer = std::string (*)(double);

std::string withFaults(std::string text, const Statistic& s) {
  return s.notFinite == 0 ? text : text + " (" + std::to_string(s.notFinite) + " not finite)";
}
std::string spread(const Statistic& s, Writer write) {
  if (s.count == 0) return withFaults(kNothing, s);
  return withFaults(s.count == 1 ? write(s.mean) : write(s.mean) + " ± " + write(s.std), s);
}
std::string median(const Statistic& s, Writer write) { return s.count == 0 ? kNothing : write(s.median); }
std::string range(const Statistic& s, Writer write) {
  return s.count == 0 ? kNothing : write(s.minimum) + "–" + write(s.maximum);
}
std::string cell(const std::optional<double>& value, Writer write) {
  if (!value) return kNothing;
  return std::isfinite(*value) ? write(*value) : std::isnan(*value) ? "nan" : *value > 0 ? "inf" : "-inf";
}

using Differences = std::vector<model::ComparedWithBaseline>;  // empty where no baseline was asked for

// "+3.1 (−0.5 … 6.7), n = 3"
std::string difference(const model::PairedDifference& d, double unit, int digits) {
  const auto number = [&](double value) {
    const std::string text = fixedText(std::abs(unit * value), digits);
    const bool isZero = text.find_first_not_of("0.") == std::string::npos;
    return (isZero ? "" : value < 0 ? "−" : "+") + text;
  };
  if (d.pairs == 0) return kNothing;
  const std::string interval = std::isnan(d.low) ? "" : " (" + number(d.low) + " … " + number(d.high) + ")";
  return number(d.mean) + interval + ", n = " + std::to_string(d.pairs);
}

std::string bootstrapNote(const std::string& baseline) {
  return "Differences are to " + baseline + ", paired by seed, with a 95 % interval: percentiles 2.5 and 97.5 of " +
         std::to_string(model::kBootstrapResamples) + " bootstrap resamples of the pairs, seed " + std::to_string(model::kBootstrapSeed) + ".";
}

void addDifferences(Table& table, const Comparison& comparison, const Differences& differences) {
  table.heads.insert(table.heads.end(), {"compared with", "final accuracy, difference in points", "final loss, difference"});
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const auto& [baseline, finalAccuracy, bestAccuracy, finalLoss] = differences[i];
    table.rows[i].insert(table.rows[i].end(), {baseline ? comparison.variants[*baseline].label : kNothing,
                                               baseline ? difference(finalAccuracy, 100, 1) : kNothing,
                                               baseline ? difference(finalLoss, 1, 4) : kNothing});
  }
}

Table variantTable(const Comparison& comparison) {
  Table table{{"variant", "n", "solved", "solved at step, median", "final accuracy, %", "median", "min–max",
               "best accuracy, %", "test accuracy of the best, %", "final loss", "best loss"},
              {}};
  for (const ComparedVariant& variant : comparison.variants) {
    std::string count = std::to_string(variant.runs.size());
    if (variant.unfinished > 0) count += " (" + std::to_string(variant.unfinished) + " unfinished)";
    const auto share = variant.shareSolved();
    const std::string solved = share ? std::to_string(variant.solved) + "/" + std::to_string(variant.runs.size()) +
                                           " = " + fixedText(100 * *share, 0) + " %"
                                     : kNothing;
    std::string step = median(variant.solvedStep, whole);
    if (variant.solvedStep.count > 1) step += " (" + range(variant.solvedStep, whole) + ")";
    table.rows.push_back({variant.label, count, solved, step, spread(variant.finalAccuracy, percent),
                          median(variant.finalAccuracy, percent), range(variant.finalAccuracy, percent),
                          spread(variant.bestAccuracy, percent), spread(variant.bestTestAccuracy, percent), spread(variant.finalLoss, lossText),
                          spread(variant.bestLoss, lossText)});
  }
  return table;
}

std::string seedOf(const ComparedRun& run) { return run.config.value("train.seed").dump(); }

Table runTable(const Comparison& comparison) {
  Table table{{"run", "variant", "seed", "state", "step", "final accuracy, %", "best accuracy, %", "test accuracy of the best, %",
               "final loss", "best loss", "solved at step", "training time"},
              {}};
  for (const ComparedRun& run : comparison.runs) {
    table.rows.push_back(
        {run.folder.string(), comparison.variants[run.variant].label, seedOf(run), model::runStateName(run.info.state),
         std::to_string(run.info.step), cell(run.finalAccuracy, percent), cell(run.bestAccuracy, percent),
         cell(run.bestTestAccuracy, percent), cell(run.finalLoss, lossText), cell(run.bestLoss, lossText),
         run.solved() ? std::to_string(run.info.solvedStep) : kNothing, durationText(run.info.activeSeconds)});
  }
  return table;
}

std::string sizeText(const model::TaskSize& size) {
  return (size.pairs ? "k " + std::to_string(*size.pairs) + ", " : "") + "T " + std::to_string(size.length);
}

Table sizeTable(const model::BySize& sizes) {
  Table table{{"final accuracy, % (solved)"}, {}};
  for (const model::TaskSize& size : sizes.sizes) table.heads.push_back(sizeText(size));
  for (const model::SizeRow& row : sizes.rows) {
    Row cells{row.label};
    for (const model::SizeCell& cell : row.cells) {
      const std::string share = " (" + std::to_string(cell.solved) + "/" + std::to_string(cell.runs) + ")";
      cells.push_back(cell.runs == 0 ? kNothing : spread(cell.finalAccuracy, percent) + share);
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// ---- tables for programs: CSV, JSON --------------------------------------------------------------------------------

std::string csvNumber(double value) { return std::isnan(value) ? "" : model::numberText(value); }
std::string csvMetric(const std::optional<double>& value) { return value ? cell(value, model::numberText) : ""; }

constexpr std::pair<const char*, model::PairedDifference model::ComparedWithBaseline::*> kDifferences[] = {
    {"final_accuracy", &model::ComparedWithBaseline::finalAccuracy},
    {"best_accuracy", &model::ComparedWithBaseline::bestAccuracy},
    {"final_loss", &model::ComparedWithBaseline::finalLoss}};

std::string sizeCsv(const model::BySize& sizes) {
  std::vector<Row> rows;
  for (const model::SizeRow& row : sizes.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const model::SizeCell& cell = row.cells[i];
      const model::TaskSize& size = sizes.sizes[i];
      const Statistic& s = cell.finalAccuracy;
      Row texts{row.label, size.pairs ? std::to_string(*size.pairs) : "", std::to_string(size.length), std::to_string(cell.runs),
                std::to_string(cell.solved)};
      for (const double value : {s.mean, s.std, s.median, s.minimum, s.maximum}) texts.push_back(csvNumber(value));
      rows.push_back(std::move(texts));
    }
  }
  return csv({{"variant", "kv_pairs", "length", "n", "solved", "final_accuracy_mean", "final_accuracy_std", "final_accuracy_median",
              "final_accuracy_min", "final_accuracy_max"},
              std::move(rows)});
}

// Sizes of each variant's model; CSV in plain numbers.
Table modelTable(const Comparison& comparison, bool plain) {
  Table table{{"variant", "parameters", "of the λ head", "λ head, % of the rest", "decode state, numbers", "at tokens"}, {}};
  if (plain) table.heads = {"variant", "parameters", "lambda_parameters", "lambda_overhead", "state_floats", "length"};
  for (const ComparedVariant& variant : comparison.variants) {
    const model::Config& config = comparison.runs[variant.runs.front()].config;
    const model::ModelSummary size = model::summarize(config);
    table.rows.push_back({variant.label, std::to_string(size.parameters), std::to_string(size.lambdaParameters),
                          plain ? csvNumber(size.lambdaOverhead) : fixedText(size.lambdaOverhead * 100, 3), std::to_string(size.stateFloats),
                          std::to_string(config.get<std::int64_t>("task.length"))});
  }
  return table;
}

std::string variantCsv(const Comparison& comparison, const Differences& differences) {
  Row heads{"variant", "n", "unfinished", "solved", "share_solved"};
  for (const Column& column : kColumns) {
    for (const char* end : {"n", "not_finite", "mean", "std", "median", "min", "max"})
      heads.push_back(std::string(column.csv) + "_" + end);
  }
  if (!differences.empty()) heads.push_back("baseline");
  for (const auto& [name, member] : kDifferences) {
    for (const char* end : {"pairs", "mean", "low", "high"}) {
      if (!differences.empty()) heads.push_back(std::string(name) + "_difference_" + end);
    }
  }
  std::vector<Row> rows;
  for (const ComparedVariant& variant : comparison.variants) {
    const auto share = variant.shareSolved();
    Row row{variant.label, std::to_string(variant.runs.size()), std::to_string(variant.unfinished),
            std::to_string(variant.solved), share ? csvNumber(*share) : ""};
    for (const Column& column : kColumns) {
      const Statistic& s = variant.*column.statistic;
      row.insert(row.end(), {std::to_string(s.count), std::to_string(s.notFinite)});
      for (const double value : {s.mean, s.std, s.median, s.minimum, s.maximum}) row.push_back(csvNumber(value));
    }
    if (!differences.empty()) {
      const model::ComparedWithBaseline& own = differences[rows.size()];
      row.push_back(own.baseline ? comparison.variants[*own.baseline].label : "");
      for (const auto& [name, member] : kDifferences) {
        const model::PairedDifference& d = own.*member;
        if (own.baseline) row.insert(row.end(), {std::to_string(d.pairs), csvNumber(d.mean), csvNumber(d.low), csvNumber(d.high)});
        else row.insert(row.end(), 4, "");
      }
    }
    rows.push_back(std::move(row));
  }
  return csv({heads, rows});
}

std::string runCsv(const Comparison& comparison) {
  std::vector<Row> rows;
  for (const ComparedRun& run : comparison.runs) {
    rows.push_back({run.folder.string(), run.info.id, run.info.name, comparison.variants[run.variant].label,
                    seedOf(run), model::runStateName(run.info.state), std::to_string(run.info.step),
                    csvMetric(run.finalAccuracy), csvMetric(run.bestAccuracy), csvMetric(run.finalLoss),
                    csvMetric(run.bestLoss), csvMetric(run.finalTestAccuracy), csvMetric(run.bestTestAccuracy), run.solved() ? std::to_string(run.info.solvedStep) : "",
                    csvNumber(run.info.activeSeconds), run.info.stopReason});
  }
  return csv({{"folder", "id", "name", "variant", "seed", "state", "step", "final_accuracy", "best_accuracy",
              "final_loss", "best_loss", "final_test_accuracy", "best_test_accuracy", "solved_step", "active_seconds", "stop_reason"},
              std::move(rows)});
}

// null where there is no number; NaN and infinities, which JSON does not have, as text.
Json jsonMetric(const std::optional<double>& value) {
  if (!value) return nullptr;
  if (std::isfinite(*value)) return *value;
  return std::isnan(*value) ? "NaN" : *value > 0 ? "Infinity" : "-Infinity";
}
// NaN says that there was nothing to take it of.
Json numberOrNull(double value) { return std::isnan(value) ? Json() : Json(value); }

Json jsonStatistic(const Statistic& s) {
  return {{"n", s.count},
          {"notFinite", s.notFinite},
          {"mean", numberOrNull(s.mean)},
          {"std", numberOrNull(s.std)},
          {"median", numberOrNull(s.median)},
          {"min", numberOrNull(s.minimum)},
          {"max", numberOrNull(s.maximum)}};
}

Json jsonDifference(const Comparison& comparison, const model::ComparedWithBaseline& own) {
  if (!own.baseline) return nullptr;
  Json tree{{"baseline", comparison.variants[*own.baseline].label}};
  const auto add = [&](const char* name, const model::PairedDifference& d) {
    tree[name] = {{"pairs", d.pairs}, {"mean", numberOrNull(d.mean)}, {"low", numberOrNull(d.low)}, {"high", numberOrNull(d.high)}};
  };
  add("finalAccuracy", own.finalAccuracy);
  add("bestAccuracy", own.bestAccuracy);
  add("finalLoss", own.finalLoss);
  return tree;
}

Json jsonSizes(const model::BySize& sizes) {
  Json list = Json::array();
  for (const model::SizeRow& row : sizes.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const model::TaskSize& size = sizes.sizes[i];
      list.push_back({{"label", row.label},
                      {"kvPairs", size.pairs ? Json(*size.pairs) : Json()},
                      {"length", size.length},
                      {"n", row.cells[i].runs},
                      {"solved", row.cells[i].solved},
                      {"finalAccuracy", jsonStatistic(row.cells[i].finalAccuracy)}});
    }
  }
  return list;
}

std::string json(const Comparison& comparison, const Differences& differences) {
  Json tree{{"variants", Json::array()}, {"runs", Json::array()}, {"skipped", Json::array()}};
  for (const ComparedVariant& variant : comparison.variants) {
    Json entry{{"label", variant.label},   {"settings", variant.settings},
               {"n", variant.runs.size()}, {"unfinished", variant.unfinished},
               {"solved", variant.solved}, {"shareSolved", jsonMetric(variant.shareSolved())}};
    for (const Column& column : kColumns) entry[column.json] = jsonStatistic(variant.*column.statistic);
    const model::ModelSummary size = model::summarize(comparison.runs[variant.runs.front()].config);
    entry["model"] = {{"parameters", size.parameters}, {"lambdaParameters", size.lambdaParameters}, {"lambdaOverhead", size.lambdaOverhead}, {"stateFloats", size.stateFloats}};
    if (!differences.empty()) entry["difference"] = jsonDifference(comparison, differences[tree["variants"].size()]);
    tree["variants"].push_back(std::move(entry));
  }
  for (const ComparedRun& run : comparison.runs) {
    tree["runs"].push_back({{"folder", run.folder.string()},
                            {"id", run.info.id},
                            {"name", run.info.name},
                            {"variant", comparison.variants[run.variant].label},
                            {"seed", run.config.value("train.seed")},
                            {"state", model::runStateName(run.info.state)},
                            {"step", run.info.step},
                            {"finalAccuracy", jsonMetric(run.finalAccuracy)},
                            {"bestAccuracy", jsonMetric(run.bestAccuracy)},
                            {"finalLoss", jsonMetric(run.finalLoss)},
                            {"bestLoss", jsonMetric(run.bestLoss)},
                            {"finalTestAccuracy", jsonMetric(run.finalTestAccuracy)},
                            {"bestTestAccuracy", jsonMetric(run.bestTestAccuracy)},
                            {"solvedStep", run.solved() ? Json(run.info.solvedStep) : Json()},
                            {"activeSeconds", run.info.activeSeconds},
                            {"stopReason", run.info.stopReason}});
  }
  tree["sizes"] = jsonSizes(model::bySize(comparison));
  if (!differences.empty()) tree["bootstrap"] = {{"resamples", model::kBootstrapResamples}, {"seed", model::kBootstrapSeed}, {"interval", 0.95}};
  for (const auto& [folder, reason] : comparison.skipped)
    tree["skipped"].push_back({{"folder", folder.string()}, {"reason", reason}});
  return tree.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Table claimsTable(const std::vector<model::ClaimResult>& claims) {
  Table table{{"claim", "of", "measured", "value (95 % interval)", "verdict"}, {}};
  for (const model::ClaimResult& claim : claims)
    table.rows.push_back({claim.claim, claim.of, claim.measure, difference(claim.value, claim.unit, claim.unit == 1 ? 2 : 3), model::verdictName(claim.verdict)});
  return table;
}

Table claimsForPrograms(const std::vector<model::ClaimResult>& claims) {
  Table table{{"claim", "of", "measure", "n", "mean", "low", "high", "verdict"}, {}};
  for (const model::ClaimResult& claim : claims)
    table.rows.push_back({claim.claim, claim.of, claim.measure, std::to_string(claim.value.pairs), csvNumber(claim.value.mean), csvNumber(claim.value.low),
                          csvNumber(claim.value.high), model::verdictName(claim.verdict)});
  return table;
}

std::string claimsJson(const std::vector<model::ClaimResult>& claims) {
  Json list = Json::array();
  for (const model::ClaimResult& claim : claims)
    list.push_back({{"claim", claim.claim},
                    {"of", claim.of},
                    {"measure", claim.measure},
                    {"n", claim.value.pairs},
                    {"mean", numberOrNull(claim.value.mean)},
                    {"low", numberOrNull(claim.value.low)},
                    {"high", numberOrNull(claim.value.high)},
                    {"verdict", model::verdictName(claim.verdict)}});
  return Json{{"claims", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string claimsText(const std::vector<model::ClaimResult>& claims, const std::string& format) {
  if (format == "json") return claimsJson(claims);
  if (format == "csv") return csv(claimsForPrograms(claims));
  return format == "latex" ? latex(claimsTable(claims)) : markdown(claimsTable(claims));
}

std::string comparisonText(const model::Comparison& comparison, const ComparisonView& view) {
  const Differences differences = view.baseline.empty() ? Differences() : model::compareWithBaseline(comparison, view.baseline);
  if (view.format == "json") return json(comparison, differences);
  const bool csvAsked = view.format == "csv";
  if (csvAsked && view.by == "run") return runCsv(comparison);
  if (csvAsked && view.by == "model") return csv(modelTable(comparison, true));
  if (csvAsked) return view.by == "size" ? sizeCsv(model::bySize(comparison)) : variantCsv(comparison, differences);
  Table table = view.by == "run"     ? runTable(comparison)
                : view.by == "size"  ? sizeTable(model::bySize(comparison))
                : view.by == "model" ? modelTable(comparison, false)
                                     : variantTable(comparison);
  const bool compared = !differences.empty() && view.by == "variant";
  if (compared) addDifferences(table, comparison, differences);
  if (view.format == "latex") return latex(table) + (compared ? "% " + bootstrapNote(view.baseline) + "\n" : "");
  return markdown(table) + (compared ? "\n" + bootstrapNote(view.baseline) + "\n" : "");
}

}  // namespace fenwick::cli
