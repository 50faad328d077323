#include <iostream>

#include "app/cli/commands.h"

int main(int argc, char** argv) { return fenwick::cli::run(argc, argv, std::cout, std::cerr); }
