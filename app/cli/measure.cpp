#include "app/cli/measure.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <vector>

namespace fenwick::cli {
namespace {

constexpr double kLongestMs = 10'000;  // a row that takes longer is repeated less often, at least kFewest times
constexpr int kFewest = 3;

}  // namespace

Times measure(int repeats, const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  const auto timed = [&call] {
    const auto start = Clock::now();
    call();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  for (int i = 0; i < kWarmup; ++i) timed();
  std::vector<double> times;
  double total = 0;
  while (static_cast<int>(times.size()) < repeats && (total < kLongestMs || static_cast<int>(times.size()) < kFewest)) {
    times.push_back(timed());
    total += times.back();
  }
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  const double median = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return {median, times.front(), static_cast<int>(times.size())};
}

std::optional<std::int64_t> growthOf(const std::function<void()>& call) {
  const auto read = [](const std::string& key) -> std::optional<std::int64_t> {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
      std::int64_t kilobytes = 0;
      if (word == key && status >> kilobytes) return kilobytes * 1024;
    }
    return {};
  };
  std::ofstream reset("/proc/self/clear_refs");
  reset << 5 << std::flush;  // forgets the peak so far
  const bool forgotten = static_cast<bool>(reset);
  const auto before = read("VmRSS:");
  call();
  const auto peak = read("VmHWM:");
  if (!forgotten || !before || !peak) return {};
  return std::max<std::int64_t>(*peak - *before, 0);
}

void addTimes(model::Json& row, const std::string& key, const Times& times, int wanted, double perUnit) {
  row[key] = times.median / perUnit;
  row[key + "Min"] = times.minimum / perUnit;
  if (times.repeats < wanted) row["repeats"] = times.repeats;
}

}  // namespace fenwick::cli
