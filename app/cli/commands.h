#pragma once

#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/config/config.h"

namespace CLI {
class App;
}

namespace fenwick::cli {

// Where a command writes: results to `out`, faults and what accompanies them to `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool outIsTerminal = false;
  bool errIsTerminal = false;
};

// "fenwick COMMAND: warning: …", a line each, on `err`.
void tellWarnings(const std::string& command, const std::vector<std::string>& warnings, Console& console);

// Exit codes of every command.
constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// What a person gave cannot be used: every fault at once, one plain sentence each. A command throws it before it has written anything;
// the frame prints the faults and exits with kWrongUsage.
class WrongUsage : public std::runtime_error {
 public:
  explicit WrongUsage(std::vector<model::Problem> problems) : std::runtime_error("wrong usage"), m_problems(std::move(problems)) {}
  explicit WrongUsage(std::string message) : WrongUsage(std::vector<model::Problem>{{"", std::move(message)}}) {}
  const std::vector<model::Problem>& problems() const { return m_problems; }

 private:
  std::vector<model::Problem> m_problems;
};

// One command, in a file of its own. `define` adds options to its part of the command line and returns what runs once they are
// parsed; options live in an object that the returned function holds. What it throws becomes a sentence on `err`: WrongUsage and
// std::invalid_argument exit with kWrongUsage, every other exception with kFailed.
struct Command {
  std::string name;
  std::string summary;  // one line of `fenwick --help`
  std::function<std::function<int(Console&)>(CLI::App& app)> define;
};

// All commands in the order of `fenwick --help`: the one list that a new command is added to (commands.cpp).
const std::vector<Command>& commands();

Command trainCommand();
Command sweepCommand();
Command evalCommand();
Command lambdaCommand();
Command statisticsCommand();
Command generateCommand();
Command compareCommand();
Command presetsCommand();
Command attentionCommand();
Command selftestCommand();
Command benchCommand();
Command doctorCommand();

// The program: parses, runs one command, returns the exit code. Nothing here ends the process, so tests call it too.
int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace fenwick::cli
