#pragma once

#include "model/config/config.h"

namespace fenwick::model {

// What the tasks on own files share; the form shows one help for all of them.
inline Field trainingFileField() {
  return {.path = "task.file",
          .title = "Training file",
          .help = "Own data: safetensors with inputs and targets [rows, length]. Language model: a UTF-8 text, or the folder of wiki.train.raw and its like.",
          .unit = "",
          .kind = FieldKind::File,
          .initial = ""};
}
inline Field validationFileField() {
  return {.path = "task.validationFile",
          .title = "Validation file",
          .help = "The same for validation; without it own data have none, and a text keeps its last tenth for validation and test.",
          .unit = "",
          .kind = FieldKind::File,
          .initial = ""};
}

}  // namespace fenwick::model
