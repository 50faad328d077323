#include "app/cli/text_table.h"

#include <algorithm>
#include <utility>

#include "app/cli/format.h"

namespace fenwick::cli {
namespace {

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

std::string csvText(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replaced(text, {{"\"", "\"\""}}) + "\"";
}

}  // namespace

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
                                                               {"−", "$-$"},
                                                               {"…", "\\dots{}"},
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

std::string csv(const Table& table) {
  std::string text;
  const auto add = [&text](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csvText(row[i]);
    text += "\n";
  };
  add(table.heads);
  for (const Row& row : table.rows) add(row);
  return text;
}

}  // namespace fenwick::cli
