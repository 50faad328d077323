#include "tests/cli/program.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/cli/commands.h"

namespace fenwick::cli::testing {

namespace fs = std::filesystem;

Result runProgram(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"fenwick"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  Result result;
  result.code = run(static_cast<int>(argv.size()), argv.data(), out, err);
  result.out = out.str();
  result.err = err.str();
  return result;
}

std::vector<std::string> tinySettings() {
  std::vector<std::string> arguments;
  for (const char* setting : {"task.length=16", "task.kvPairs=2", "task.vocabulary=16", "task.examples=64", "task.validationExamples=16",
                              "task.testExamples=16", "model.width=8", "model.keyDim=8", "model.layers=1", "train.batch=8", "train.steps=12",
                              "train.evaluateEvery=4", "train.checkpointEvery=5", "train.snapshotEvery=4", "train.snapshotSamples=2",
                              "train.stopAt=0"}) {
    arguments.push_back("--set");
    arguments.push_back(setting);
  }
  return arguments;
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeFile(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string listing(const std::string& folder) {
  std::set<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    lines.insert(entry.path().string() + " " + (entry.is_regular_file() ? std::to_string(entry.file_size()) : "") + " " +
                 std::to_string(entry.last_write_time().time_since_epoch().count()));
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace fenwick::cli::testing
