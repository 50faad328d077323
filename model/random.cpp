#include "model/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace fenwick::model {
namespace {

__extension__ using Wide = unsigned __int128;

// A bijection of 64-bit words in which every input bit changes every output bit half the time (Stafford's variant 13, as in SplitMix64).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// The key of (seed, name). Every step is a bijection of the state, so two seeds never share a key under one name, nor do two names of
// up to eight bytes under one seed. Fixed for ever: recorded runs are drawn again from it.
std::uint64_t keyOf(std::uint64_t seed, std::string_view name) {
  std::uint64_t key = mixed(seed);
  for (std::size_t begin = 0; begin < name.size(); begin += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = begin; i < std::min(begin + 8, name.size()); ++i) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(name[i])) << (8 * (i - begin));
    }
    key = mixed(key ^ word);
  }
  return mixed(key ^ name.size());
}

void multiply(std::uint32_t a, std::uint32_t b, std::uint32_t& high, std::uint32_t& low) {
  const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
  high = static_cast<std::uint32_t>(product >> 32);
  low = static_cast<std::uint32_t>(product);
}

}  // namespace

void philox4x32(const std::uint32_t key[2], const std::uint32_t counter[4], std::uint32_t out[4]) {
  std::uint32_t k0 = key[0], k1 = key[1];
  std::uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  for (int round = 0; round < 10; ++round) {
    std::uint32_t high0, low0, high1, low1;
    multiply(0xD2511F53u, c0, high0, low0);
    multiply(0xCD9E8D57u, c2, high1, low1);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view name, std::uint64_t index) : m_index(index) {
  const std::uint64_t key = keyOf(seed, name);
  m_key[0] = static_cast<std::uint32_t>(key);
  m_key[1] = static_cast<std::uint32_t>(key >> 32);
}

std::uint32_t RandomStream::next32() {
  if (m_used == 4) {
    const std::uint32_t counter[4] = {static_cast<std::uint32_t>(m_block), static_cast<std::uint32_t>(m_block >> 32),
                                      static_cast<std::uint32_t>(m_index), static_cast<std::uint32_t>(m_index >> 32)};
    philox4x32(m_key, counter, m_words);
    ++m_block;
    m_used = 0;
  }
  return m_words[m_used++];
}

std::uint64_t RandomStream::next64() {
  const std::uint64_t low = next32();
  return low | static_cast<std::uint64_t>(next32()) << 32;
}

// Lemire, "Fast random integer generation in an interval" (2019): the upper half of draw × bound, with the few draws rejected that
// would make some results likelier. Bounds up to 2^32 take one word.
std::uint64_t RandomStream::below(std::uint64_t bound) {
  if (bound == 0) {
    throw std::invalid_argument("bound: expected at least 1, got 0");
  }
  constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
  if (bound <= kWord) {
    const std::uint64_t rejected = kWord % bound;
    while (true) {
      const std::uint64_t product = next32() * bound;
      if (static_cast<std::uint32_t>(product) >= rejected) {
        return product >> 32;
      }
    }
  }
  const std::uint64_t rejected = (0 - bound) % bound;
  while (true) {
    const Wide product = static_cast<Wide>(next64()) * bound;
    if (static_cast<std::uint64_t>(product) >= rejected) {
      return static_cast<std::uint64_t>(product >> 64);
    }
  }
}

double RandomStream::uniform() { return static_cast<double>(next64() >> 11) * 0x1p-53; }

double RandomStream::uniform(double low, double high) {
  const double value = low + (high - low) * uniform();
  return value < high ? value : std::nextafter(high, low);  // rounding may reach the excluded end
}

double RandomStream::normal() {
  if (m_hasSpare) {
    m_hasSpare = false;
    return m_spareNormal;
  }
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));  // 1 - u lies in (0, 1]
  const double angle = 2 * std::numbers::pi * uniform();
  m_spareNormal = radius * std::sin(angle);
  m_hasSpare = true;
  return radius * std::cos(angle);
}

void RandomStream::shuffle(std::vector<std::int64_t>& values) {
  for (std::size_t remaining = values.size(); remaining > 1; --remaining) {
    std::swap(values[remaining - 1], values[below(remaining)]);
  }
}

std::vector<std::int64_t> RandomStream::drawWithoutReplacement(std::int64_t low, std::int64_t high,
                                                               std::int64_t count) {
  if (low > high || count < 0 ||
      static_cast<std::uint64_t>(count) > static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) {
    throw std::invalid_argument("count: " + std::to_string(count) + " different numbers cannot be drawn from " +
                                std::to_string(low) + " … " + std::to_string(high) + " (end excluded)");
  }
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  std::vector<std::int64_t> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  const auto take = [&](std::uint64_t offset) {
    drawn.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset));
  };
  // Fisher-Yates from the front on 0 … range-1. In a range much larger than the draw only the entries that moved are stored.
  if (range <= 16 * static_cast<std::uint64_t>(count) + 256) {
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(range));
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    for (std::size_t place = 0; place < static_cast<std::size_t>(count); ++place) {
      std::swap(numbers[place], numbers[place + below(range - place)]);
      take(numbers[place]);
    }
    return drawn;
  }
  std::unordered_map<std::uint64_t, std::uint64_t> moved;
  const auto at = [&moved](std::uint64_t place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  for (std::uint64_t place = 0; place < static_cast<std::uint64_t>(count); ++place) {
    const std::uint64_t chosen = place + below(range - place);
    take(at(chosen));
    moved[chosen] = at(place);
  }
  return drawn;
}

}  // namespace fenwick::model
