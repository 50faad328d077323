#include "app/cli/commands.h"

namespace fenwick::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> list{
      presetsCommand(),
  };
  return list;
}

}  // namespace fenwick::cli
