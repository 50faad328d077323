#pragma once

#include "model/tasks/task.h"

namespace fenwick::model {

// Data that are a text: what perplexity needs beside the loss.
class TextData : public TaskData {
 public:
  virtual std::int64_t tokens(Split split) const = 0;
  virtual std::int64_t words(Split split) const = 0;  // runs of anything but blanks, in the text that the tokens stand for
};

}  // namespace fenwick::model
