#include "app/cli/run_argument.h"

namespace fenwick::cli {

model::RunReference readRunArgument(const std::string& text, std::vector<model::Problem>& problems) {
  const model::RunReference reference = model::parseRunReference(text);
  if (!model::RunFolder::looksLikeRun(reference.folder)) {
    problems.push_back({"RUN", reference.folder.string() + " is no run folder (there is no config.json and run.json in it)"});
  }
  return reference;
}

}  // namespace fenwick::cli
