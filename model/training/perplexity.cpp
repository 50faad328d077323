#include "model/training/perplexity.h"

#include "model/tasks/text_data.h"

namespace fenwick::model {

std::optional<double> tokensPerWord(const RunReference& reference, Split split) {
  const Config config = RunFolder(reference.folder).readConfig();
  if (config.value("task.kind") != "language-model") return {};
  const std::unique_ptr<TaskData> data = taskKind(config).open(config);
  const auto* text = dynamic_cast<const TextData*>(data.get());
  if (text == nullptr || text->words(split) < 1) return {};
  return static_cast<double>(text->tokens(split)) / static_cast<double>(text->words(split));
}

}  // namespace fenwick::model
