#pragma once

#include <string>
#include <vector>

namespace fenwick::cli {

constexpr const char* kNothing = "–";  // a cell without a value, for people

using Row = std::vector<std::string>;
struct Table {
  Row heads;
  std::vector<Row> rows;
};

std::string markdown(const Table& table);
// For \usepackage{booktabs}; everything else is plain LaTeX in any encoding of the text.
std::string latex(const Table& table);
std::string csv(const Table& table);

}  // namespace fenwick::cli
