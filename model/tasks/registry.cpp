#include "model/tasks/kinds.h"

namespace fenwick::model {

const std::vector<std::unique_ptr<TaskKind>>& taskKinds() {
  static const std::vector<std::unique_ptr<TaskKind>> kinds = [] {
    std::vector<std::unique_ptr<TaskKind>> list;
    list.push_back(makeMqarKind());
    list.push_back(makeZoologyKind());
    list.push_back(makeSelectiveCopyingKind());
    list.push_back(makeTensorsKind());
    list.push_back(makeLanguageModelKind());
    return list;
  }();
  return kinds;
}

}  // namespace fenwick::model
