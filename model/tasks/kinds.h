#pragma once

#include <memory>

#include "model/tasks/task.h"

namespace fenwick::model {

// One maker per task file; registry.cpp lists them.
std::unique_ptr<TaskKind> makeMqarKind();
std::unique_ptr<TaskKind> makeZoologyKind();
std::unique_ptr<TaskKind> makeSelectiveCopyingKind();
std::unique_ptr<TaskKind> makeTensorsKind();
std::unique_ptr<TaskKind> makeLanguageModelKind();

}  // namespace fenwick::model
