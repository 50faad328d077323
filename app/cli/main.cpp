#include <csignal>
#include <iostream>

#include "app/cli/commands.h"
#include "app/passive_threads.h"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that reached the limit of `ulimit -f` is then a failed write with a message, as on a full disk
  fenwick::waitPassively(argv);
  return fenwick::cli::run(argc, argv, std::cout, std::cerr);
}
