#pragma once

#include <string>
#include <vector>

#include "model/config/config.h"

namespace fenwick::cli::testing {

struct Result {
  int code = 0;
  std::string out, err;
};

// The program in this process.
Result runProgram(const std::vector<std::string>& arguments);

// Settings that train a very small model in a moment.
std::vector<std::string> tinySettings();

std::string readFile(const std::string& path);
void writeFile(const std::string& path, const std::string& text);

// Every file below a folder with its size and time, to see that nothing was written.
std::string listing(const std::string& folder);

}  // namespace fenwick::cli::testing
