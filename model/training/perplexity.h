#pragma once

#include <optional>

#include "model/run/run_folder.h"
#include "model/tasks/task.h"

namespace fenwick::model {

// Tokens per word of a split, where the run's task is a text: perplexity per token is exp(nats per token), per word
// exp(nats per token × tokens per word). Nothing for other tasks and splits without a word. Reads the run's text.
std::optional<double> tokensPerWord(const RunReference& reference, Split split);

}  // namespace fenwick::model
