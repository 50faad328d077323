#include "app/cli/run_argument.h"

#include "model/config/words.h"

namespace fenwick::cli {

model::RunReference readRunArgument(const std::string& text, std::vector<model::Problem>& problems) {
  const model::RunReference reference = model::parseRunReference(text);
  if (!model::RunFolder::looksLikeRun(reference.folder)) {
    problems.push_back({"RUN", reference.folder.string() + " is no run folder (there is no config.json and run.json in it)"});
  }
  const auto step = model::parseInteger(reference.step);
  if (!reference.step.empty() && reference.step != "best" && reference.step != "last" && (!step || *step < 0)) {
    problems.push_back({"RUN", "after @ stands a step, best or last, got " + reference.step});
  }
  return reference;
}

}  // namespace fenwick::cli
