#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/tasks/task.h"

namespace fenwick::model {

// Data that are a text: what perplexity needs beside the loss.
class TextData : public TaskData {
 public:
  bool choosesByLoss() const override { return true; }  // perplexity is what is reported
  virtual std::int64_t tokens(Split split) const = 0;
  virtual std::int64_t words(Split split) const = 0;  // runs of anything but blanks, in the text that the tokens stand for
};

// Between texts and the tokens of a language model.
class TextTokens {
 public:
  virtual ~TextTokens() = default;
  virtual std::int64_t size() const = 0;  // tokens 0 … size-1 stand for bytes
  virtual std::vector<std::int64_t> encode(std::string_view text) const = 0;
  virtual const std::string& bytesOf(std::int64_t token) const = 0;
};
// As task.tokenizer says; of the task's files only those that it needs are read. Throws std::runtime_error as TaskKind::open does.
std::unique_ptr<const TextTokens> textTokens(const Config& config);

}  // namespace fenwick::model
