#pragma once

#include <string>
#include <vector>

#include "model/run/run_folder.h"

namespace fenwick::cli {

// RUN[@STEP] of a command; a folder that holds no run goes to `problems`.
model::RunReference readRunArgument(const std::string& text, std::vector<model::Problem>& problems);

}  // namespace fenwick::cli
