#include "model/analysis/lambda_levels.h"

#include <cmath>
#include <limits>

#include "kernels/fenwick.h"

namespace fenwick::model {

std::vector<LevelMoments> lambdaByLevel(const LambdaSnapshot& snapshot, std::int64_t layer, std::int64_t head, std::optional<Role> role) {
  struct Sums {
    std::int64_t count = 0;
    double mean = 0, squares = 0;  // Welford's
  };
  std::vector<Sums> sums(static_cast<std::size_t>(snapshot.levels));
  for (std::int64_t sample = 0; sample < snapshot.samples; ++sample) {
    for (std::int64_t token = 0; token < snapshot.length; ++token) {
      const auto row = static_cast<std::size_t>(sample * snapshot.length + token);
      if (role && snapshot.roles[row] != static_cast<std::uint8_t>(*role)) continue;
      for (std::int64_t level = 0; level < snapshot.levels; ++level) {
        if (!kernels::isActive(token, static_cast<int>(level))) continue;
        const double value = snapshot.lambdaAt(layer, sample, token, head, level);
        if (!std::isfinite(value)) continue;
        Sums& s = sums[static_cast<std::size_t>(level)];
        const double before = value - s.mean;
        s.mean += before / static_cast<double>(++s.count);
        s.squares += before * (value - s.mean);
      }
    }
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<LevelMoments> levels;
  for (const Sums& s : sums) {
    levels.push_back({s.count, s.count > 0 ? s.mean : kNone, s.count > 1 ? std::sqrt(s.squares / static_cast<double>(s.count - 1)) : kNone});
  }
  return levels;
}

}  // namespace fenwick::model
