#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/config/config.h"

namespace fenwick::cli {

constexpr int kWarmup = 2;  // calls before the timed ones

struct Times {
  double median = 0, minimum = 0;  // ms
  int repeats = 0;
};

// Times of `repeats` calls; of fewer, but some, where they would take more than ten seconds.
Times measure(int repeats, const std::function<void()>& call);

// How far the process grows during a call beyond what it holds before, in bytes, where the system tells (Linux).
std::optional<std::int64_t> growthOf(const std::function<void()>& call);

// Into a row of `bench --json`: KEY the median, KEYMin the minimum, and the repeats where they were fewer than wanted.
void addTimes(model::Json& row, const std::string& key, const Times& times, int wanted, double perUnit = 1);

}  // namespace fenwick::cli
