#include "app/cli/commands.h"

namespace fenwick::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> list{
      trainCommand(),     sweepCommand(), evalCommand(),     lambdaCommand(),  statisticsCommand(), generateCommand(), compareCommand(),
      attentionCommand(), benchCommand(), selftestCommand(), presetsCommand(), doctorCommand(),
  };
  return list;
}

}  // namespace fenwick::cli
