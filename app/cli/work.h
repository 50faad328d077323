#pragma once

#include <optional>

namespace fenwick::cli {

// A command of ours that works beside us. The destructor asks it to end, and waits.
class Work {
 public:
  virtual ~Work() = default;
  virtual void terminate() = 0;
  // Nothing while it runs; then its exit code.
  virtual std::optional<int> ended() = 0;
};

}  // namespace fenwick::cli
