#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fenwick::model {

// Randomness that is named, not sequential: what is drawn depends on (seed, name, index) and on nothing drawn before, so two
// processes, two variants or a resumed run draw the same, in any order, on any thread.
//
// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011). Key: 64-bit hash of seed and name.
// Counter: index in the upper 64 bits, the position within the stream (in blocks of four words) in the lower 64.
// What a (seed, name, index) draws is fixed for ever: tests/model/random_test.cpp holds known answers.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name, std::uint64_t index = 0);

  std::uint32_t next32();
  std::uint64_t next64();
  // Uniform in 0 … bound-1 without bias; bound >= 1.
  // One 32-bit word for bounds up to 2^32 (a few more when a draw is rejected), two above. Throws std::invalid_argument for 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1) with 53 random bits.
  double uniform();
  double uniform(double low, double high);
  // Standard normal (Box-Muller on two uniforms; the second value is kept for the next call).
  double normal();
  // Fisher-Yates from the end: after the call the first `count` entries are a uniform draw without replacement.
  void shuffle(std::vector<std::int64_t>& values);
  // `count` different numbers of low … high-1 in random order; memory grows with count, not with the range.
  std::vector<std::int64_t> drawWithoutReplacement(std::int64_t low, std::int64_t high, std::int64_t count);

 private:
  std::uint32_t m_key[2];
  std::uint64_t m_index;
  std::uint64_t m_block = 0;
  std::uint32_t m_words[4];
  int m_used = 4;
  double m_spareNormal = 0;
  bool m_hasSpare = false;
};

// One Philox 4x32-10 block, exposed for known-answer tests and for the CUDA twin.
void philox4x32(const std::uint32_t key[2], const std::uint32_t counter[4], std::uint32_t out[4]);

}  // namespace fenwick::model
