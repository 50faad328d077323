#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "model/machine.h"

namespace fenwick::cli {
namespace {

void print(const model::MachineReport& machine, Console& console) {
  const auto line = [&](const char* title, const std::string& text) {
    console.out << title << std::string(18 - std::char_traits<char>::length(title), ' ') << text << "\n";
  };
  line("Fenwick Lab", machine.fenwickVersion);
  line("LibTorch", machine.torchVersion);
  line("Compiler", machine.compiler);
  line("CPU kernels", machine.instructionSet);
  line("Cores", std::to_string(machine.cores));
  line("LibTorch threads", std::to_string(machine.torchThreads));
  line("Built with CUDA", machine.builtWithCuda ? "yes" : "no");
  line("CUDA usable", machine.cudaUsable ? "yes: " + machine.cudaDevice : "no: " + machine.cudaReason);
}

void printJson(const model::MachineReport& machine, Console& console) {
  const model::Json json{{"fenwick", machine.fenwickVersion},
                         {"libtorch", machine.torchVersion},
                         {"compiler", machine.compiler},
                         {"instructionSet", machine.instructionSet},
                         {"cores", machine.cores},
                         {"threads", machine.torchThreads},
                         {"builtWithCuda", machine.builtWithCuda},
                         {"cudaUsable", machine.cudaUsable},
                         {"cudaReason", machine.cudaReason},
                         {"cudaDevice", machine.cudaDevice}};
  console.out << json.dump(2) << "\n";
}

}  // namespace

Command doctorCommand() {
  return {"doctor", "Tell what this machine and this build can do, and why not", [](CLI::App& app) {
            const auto json = std::make_shared<bool>(false);
            app.add_flag("--json", *json, "One JSON object");
            return [json](Console& console) {
              const model::MachineReport machine = model::inspectMachine();
              *json ? printJson(machine, console) : print(machine, console);
              return kDone;
            };
          }};
}

}  // namespace fenwick::cli
