#include <iostream>

#include "app/cli/commands.h"
#include "app/passive_threads.h"

int main(int argc, char** argv) {
  fenwick::waitPassively(argv);
  return fenwick::cli::run(argc, argv, std::cout, std::cerr);
}
