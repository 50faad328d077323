#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>

#include "app/cli/commands.h"
#include "model/config/words.h"

namespace fenwick::cli {
namespace {

constexpr const char* kDescription = "Fenwick Lab, the laboratory for log-linear attention";
constexpr const char* kFooter =
    "\nExit codes: 0 done, 1 failed or interrupted, 2 wrong usage (nothing was written).\n`fenwick COMMAND --help` tells a command's options.";

struct Entry {
  const Command* command;
  CLI::App* app;
  std::function<int(Console&)> action;
};

// Several faults may stand in one message, a line each.
void print(std::ostream& err, const std::string& name, const std::string& message) {
  for (std::size_t begin = 0; begin <= message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    err << name << ": " << message.substr(begin, end - begin) << "\n";
    begin = end + 1;
  }
}

void print(std::ostream& err, const std::string& name, const std::vector<model::Problem>& problems) {
  for (const model::Problem& problem : problems) {
    print(err, name, problem.field + (problem.field.empty() ? "" : ": ") + problem.message);
  }
}

std::string withoutEnd(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  return text;
}

// What CLI11 says about the number of values, in our words.
std::string plainText(const CLI::ParseError& error) {
  const std::string text = withoutEnd(error.what());
  const std::string option = text.substr(0, text.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return option + (text.find("received") != std::string::npos ? " is given more than once" : " needs a value");
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return text.substr(0, text.find(' ')) + " is needed";
  }
  return text;
}

// Names an unknown command or option with the nearest one that exists.
std::string unknownArgument(const std::string& argument, const CLI::App& app, bool inCommand) {
  std::vector<std::string> known;
  if (argument.rfind('-', 0) == 0) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    return "there is no option " + argument + model::nearestHint(argument, known);
  }
  if (inCommand) return "the argument " + argument + " is one too many";
  for (const Command& command : commands()) known.push_back(command.name);
  return "there is no command " + argument + model::nearestHint(argument, known);
}

int reportParseError(const CLI::ParseError& error, const CLI::App& program, const std::vector<Entry>& entries, const char* typed,
                     Console& console) {
  const CLI::App* app = &program;
  std::string name = "fenwick";
  for (const Entry& entry : entries) {
    if (entry.app->parsed()) {
      app = entry.app;
      name += " " + entry.command->name;
    }
  }
  const auto* help = dynamic_cast<const CLI::CallForHelp*>(&error);
  if (help != nullptr) {
    console.out << app->help(app == &program ? "" : "fenwick");
    return kDone;
  }
  if (const auto* version = dynamic_cast<const CLI::CallForVersion*>(&error)) {
    console.out << version->what() << "\n";
    return kDone;
  }
  const bool inCommand = app != &program;
  if (!inCommand && typed == nullptr) {
    console.err << app->help();
    return kWrongUsage;
  }
  const std::vector<std::string> rest = app->remaining(false);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || (!inCommand && !rest.empty())) {
    for (const std::string& argument : rest) console.err << name << ": " << unknownArgument(argument, *app, inCommand) << "\n";
  } else if (!inCommand && typed != nullptr && typed[0] != '-') {
    console.err << name << ": " << unknownArgument(typed, *app, false) << "\n";
  } else {
    console.err << name << ": " << plainText(error) << "\n";
  }
  console.err << "`" << name << " --help` tells how it is used.\n";
  return kWrongUsage;
}

int runCommand(const Entry& entry, Console& console) {
  const std::string name = "fenwick " + entry.command->name;
  try {
    return entry.action(console);
  } catch (const WrongUsage& wrong) {
    print(console.err, name, wrong.problems());
    return kWrongUsage;
  } catch (const std::invalid_argument& wrong) {
    print(console.err, name, std::string(wrong.what()));
    return kWrongUsage;
  } catch (const std::bad_alloc&) {
    print(console.err, name, std::string("there is not enough memory"));
  } catch (const std::exception& failure) {
    print(console.err, name, std::string(failure.what()));
  }
  return kFailed;
}

}  // namespace

void tellWarnings(const std::string& command, const std::vector<std::string>& warnings, Console& console) {
  for (const std::string& warning : warnings) print(console.err, "fenwick " + command + ": warning", warning);
}

int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  Console console{out, err, &out == &std::cout && isatty(STDOUT_FILENO) != 0, &err == &std::cerr && isatty(STDERR_FILENO) != 0};
  CLI::App program(kDescription, "fenwick");
  program.footer(kFooter);
  program.require_subcommand(1);
  program.set_version_flag("--version", "fenwick " FENWICK_VERSION, "Print the version");
  std::vector<Entry> entries;
  for (const Command& command : commands()) {
    CLI::App* app = program.add_subcommand(command.name, command.summary);
    entries.push_back({&command, app, command.define(*app)});
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return reportParseError(error, program, entries, argc > 1 ? argv[1] : nullptr, console);
  }
  for (const Entry& entry : entries) {
    if (entry.app->parsed()) return runCommand(entry, console);
  }
  return kWrongUsage;
}

}  // namespace fenwick::cli
