#pragma once

#include <bit>
#include <cstdint>

// Level arithmetic of the Fenwick tree: the one place that says which level a source token has, seen from a query
// token, and how many levels a sequence needs. Tokens are counted from 0 and s <= t.
//
//   level(t, s) = bit_width(t XOR s)         0 where s = t
//   level l >= 1 of t is non-empty iff bit l-1 of t is set; it then covers [(t >> l) << l, ((t >> l) << l) + 2^(l-1))
//
// Example t = 6: level 0 {6}, level 2 {4, 5}, level 3 {0 … 3}; levels 1 and 4 are empty ("inert").
// Guo et al., "Log-Linear Attention", arXiv 2506.04761, section 3.

namespace fenwick::kernels {

// The level of source s seen from query t.
constexpr int levelOf(std::int64_t t, std::int64_t s) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(t ^ s)));
}

// How many levels the tokens 0 … length-1 can see: 1 → 1, 2 → 2, 64 → 7, 65 → 8. Zero tokens need none.
constexpr int levelCount(std::int64_t length) { return length <= 0 ? 0 : 1 + levelOf(length - 1, 0); }

// Whether the level holds any source for query t. In an inert cell lambda multiplies an empty state.
constexpr bool isActive(std::int64_t t, int level) { return level == 0 || ((t >> (level - 1)) & 1) != 0; }

// How many levels of query t hold sources.
constexpr int activeLevels(std::int64_t t) { return 1 + std::popcount(static_cast<std::uint64_t>(t)); }

struct SourceRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;  // one past the last; equal to begin where the level is inert
  constexpr std::int64_t size() const { return end - begin; }
  constexpr bool contains(std::int64_t s) const { return begin <= s && s < end; }
};

// The sources that query t sees at this level.
constexpr SourceRange sourceRange(std::int64_t t, int level) {
  if (level == 0) return {t, t + 1};
  const std::int64_t begin = (t >> level) << level;
  return {begin, isActive(t, level) ? begin + (std::int64_t{1} << (level - 1)) : begin};
}

// Before token t >= 1 is taken in, the states of the levels below this one are added into it and cleared: the carry of
// a binary counter.
constexpr int carryLevel(std::int64_t t) { return 1 + std::countr_zero(static_cast<std::uint64_t>(t)); }

namespace proof {

// The levels of every query split its past into disjoint ranges, and each range is what levelOf says.
constexpr bool levelsPartitionThePast(std::int64_t length) {
  for (std::int64_t t = 0; t < length; ++t) {
    std::int64_t covered = 0;
    int active = 0;
    for (int level = 0; level < levelCount(length); ++level) {
      const SourceRange range = sourceRange(t, level);
      if ((range.size() > 0) != isActive(t, level)) return false;
      for (std::int64_t s = range.begin; s < range.end; ++s) {
        if (s > t || levelOf(t, s) != level) return false;
      }
      covered += range.size();
      active += isActive(t, level) ? 1 : 0;
    }
    if (covered != t + 1 || active != activeLevels(t)) return false;
  }
  return true;
}

// What the carry moves is what the next query sees there.
constexpr bool carriesKeepTheRanges(std::int64_t length) {
  for (std::int64_t t = 1; t < length; ++t) {
    const int carry = carryLevel(t);
    std::int64_t moved = 0;
    for (int level = 0; level < carry; ++level) moved += sourceRange(t - 1, level).size();
    if (isActive(t - 1, carry) || moved != sourceRange(t, carry).size()) return false;
    for (int level = carry + 1; level < levelCount(length); ++level) {
      if (isActive(t - 1, level) != isActive(t, level)) return false;
    }
  }
  return true;
}

static_assert(levelsPartitionThePast(70));
static_assert(carriesKeepTheRanges(130));
static_assert(levelCount(1) == 1 && levelCount(2) == 2 && levelCount(3) == 3 && levelCount(4) == 3 &&
              levelCount(5) == 4);
static_assert(levelCount(64) == 7 && levelCount(65) == 8 && levelCount(128) == 8 && levelCount(256) == 9);
static_assert(levelCount(1024) == 11 && levelCount(1025) == 12);

}  // namespace proof

}  // namespace fenwick::kernels
