#include "app/cli/compare_tables.h"

#include <cmath>
#include <optional>

#include "app/cli/format.h"
#include "model/config/words.h"

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
                               {"solved_step", "solvedStep", &ComparedVariant::solvedStep}};

constexpr const char* kNothing = "–";

using Row = std::vector<std::string>;
struct Table {
  Row heads;
  std::vector<Row> rows;
};

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

Table variantTable(const Comparison& comparison) {
  Table table{{"variant", "n", "solved", "solved at step, median", "final accuracy, %", "median", "min–max",
               "best accuracy, %", "final loss", "best loss"},
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
                          spread(variant.bestAccuracy, percent), spread(variant.finalLoss, lossText),
                          spread(variant.bestLoss, lossText)});
  }
  return table;
}

std::string seedOf(const ComparedRun& run) { return run.config.value("train.seed").dump(); }

Table runTable(const Comparison& comparison) {
  Table table{{"run", "variant", "seed", "state", "step", "final accuracy, %", "best accuracy, %", "final loss",
               "best loss", "solved at step", "training time"},
              {}};
  for (const ComparedRun& run : comparison.runs) {
    table.rows.push_back(
        {run.folder.string(), comparison.variants[run.variant].label, seedOf(run), model::runStateName(run.info.state),
         std::to_string(run.info.step), cell(run.finalAccuracy, percent), cell(run.bestAccuracy, percent),
         cell(run.finalLoss, lossText), cell(run.bestLoss, lossText),
         run.solved() ? std::to_string(run.info.solvedStep) : kNothing, durationText(run.info.activeSeconds)});
  }
  return table;
}

// ---- tables for people: Markdown, LaTeX ----------------------------------------------------------------------------

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 1;
    std::string with = text.substr(at, 1);
    for (const auto& [from, to] : pairs) {
      if (text.compare(at, from.size(), from) == 0) {
        length = from.size();
        with = to;
        break;
      }
    }
    result += with;
    at += length;
  }
  return result;
}

std::string markdown(const Table& table) {
  std::vector<Row> rows{table.heads};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.heads.size(), 3);
  for (Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = replaced(row[i], {{"|", "\\|"}, {"\n", " "}});
      widths[i] = std::max(widths[i], columnsOf(row[i]));
    }
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string blanks(widths[i] - columnsOf(rows[r][i]), ' ');
      text += "| " + (i == 0 ? rows[r][i] + blanks : blanks + rows[r][i]) + " ";
    }
    text += "|\n";
    if (r > 0) continue;
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += i == 0 ? "|:" + std::string(widths[i] + 1, '-') : "|" + std::string(widths[i] + 1, '-') + ":";
    text += "|\n";
  }
  return text;
}

// For \usepackage{booktabs}; everything else is plain LaTeX in any encoding of the text.
std::string latex(const Table& table) {
  const std::vector<std::pair<std::string, std::string>> pairs{{"\\", "\\textbackslash{}"},
                                                               {"&", "\\&"},
                                                               {"%", "\\%"},
                                                               {"$", "\\$"},
                                                               {"#", "\\#"},
                                                               {"_", "\\_"},
                                                               {"{", "\\{"},
                                                               {"}", "\\}"},
                                                               {"~", "\\textasciitilde{}"},
                                                               {"^", "\\textasciicircum{}"},
                                                               {"±", "$\\pm$"},
                                                               {"–", "--"},
                                                               {"·", "$\\cdot$"},
                                                               {"λ", "$\\lambda$"},
                                                               {"Λ", "$\\Lambda$"},
                                                               {"≥", "$\\ge$"},
                                                               {"\n", " "}};
  std::string text = "\\begin{tabular}{l" + std::string(table.heads.size() - 1, 'r') + "}\n\\toprule\n";
  const auto add = [&](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : " & ") + replaced(row[i], pairs);
    text += " \\\\\n";
  };
  add(table.heads);
  text += "\\midrule\n";
  for (const Row& row : table.rows) add(row);
  return text + "\\bottomrule\n\\end{tabular}\n";
}

// ---- tables for programs: CSV, JSON --------------------------------------------------------------------------------

std::string csvText(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replaced(text, {{"\"", "\"\""}}) + "\"";
}
std::string csvNumber(double value) { return std::isnan(value) ? "" : model::numberText(value); }
std::string csvMetric(const std::optional<double>& value) { return value ? cell(value, model::numberText) : ""; }

std::string csv(const Row& heads, const std::vector<Row>& rows) {
  std::string text;
  const auto add = [&text](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csvText(row[i]);
    text += "\n";
  };
  add(heads);
  for (const Row& row : rows) add(row);
  return text;
}

std::string variantCsv(const Comparison& comparison) {
  Row heads{"variant", "n", "unfinished", "solved", "share_solved"};
  for (const Column& column : kColumns) {
    for (const char* end : {"n", "not_finite", "mean", "std", "median", "min", "max"})
      heads.push_back(std::string(column.csv) + "_" + end);
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
    rows.push_back(std::move(row));
  }
  return csv(heads, rows);
}

std::string runCsv(const Comparison& comparison) {
  std::vector<Row> rows;
  for (const ComparedRun& run : comparison.runs) {
    rows.push_back({run.folder.string(), run.info.id, run.info.name, comparison.variants[run.variant].label,
                    seedOf(run), model::runStateName(run.info.state), std::to_string(run.info.step),
                    csvMetric(run.finalAccuracy), csvMetric(run.bestAccuracy), csvMetric(run.finalLoss),
                    csvMetric(run.bestLoss), run.solved() ? std::to_string(run.info.solvedStep) : "",
                    csvNumber(run.info.activeSeconds), run.info.stopReason});
  }
  return csv({"folder", "id", "name", "variant", "seed", "state", "step", "final_accuracy", "best_accuracy",
              "final_loss", "best_loss", "solved_step", "active_seconds", "stop_reason"},
             rows);
}

// null where there is no number; NaN and infinities, which JSON does not have, as text.
Json jsonMetric(const std::optional<double>& value) {
  if (!value) return nullptr;
  if (std::isfinite(*value)) return *value;
  return std::isnan(*value) ? "NaN" : *value > 0 ? "Infinity" : "-Infinity";
}
Json jsonStatistic(const Statistic& s) {
  const auto number = [](double value) { return std::isnan(value) ? Json() : Json(value); };
  return {{"n", s.count},
          {"notFinite", s.notFinite},
          {"mean", number(s.mean)},
          {"std", number(s.std)},
          {"median", number(s.median)},
          {"min", number(s.minimum)},
          {"max", number(s.maximum)}};
}

std::string json(const Comparison& comparison) {
  Json tree{{"variants", Json::array()}, {"runs", Json::array()}, {"skipped", Json::array()}};
  for (const ComparedVariant& variant : comparison.variants) {
    Json entry{{"label", variant.label},   {"settings", variant.settings},
               {"n", variant.runs.size()}, {"unfinished", variant.unfinished},
               {"solved", variant.solved}, {"shareSolved", jsonMetric(variant.shareSolved())}};
    for (const Column& column : kColumns) entry[column.json] = jsonStatistic(variant.*column.statistic);
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
                            {"solvedStep", run.solved() ? Json(run.info.solvedStep) : Json()},
                            {"activeSeconds", run.info.activeSeconds},
                            {"stopReason", run.info.stopReason}});
  }
  for (const auto& [folder, reason] : comparison.skipped)
    tree["skipped"].push_back({{"folder", folder.string()}, {"reason", reason}});
  return tree.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string variantMarkdown(const model::Comparison& comparison) { return markdown(variantTable(comparison)); }

std::string comparisonText(const model::Comparison& comparison, bool byRun, const std::string& format) {
  if (format == "json") return json(comparison);
  if (format == "csv") return byRun ? runCsv(comparison) : variantCsv(comparison);
  const Table table = byRun ? runTable(comparison) : variantTable(comparison);
  return format == "latex" ? latex(table) : markdown(table);
}

}  // namespace fenwick::cli
