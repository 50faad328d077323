#include "kernels/selftest/cases.h"

#include <array>
#include <cstddef>

#include "kernels/fenwick.h"

namespace fenwick::kernels::selftest {

namespace {

constexpr std::array<std::int64_t, 21> kLengths{1,  2,  3,   7,   8,   15,  16,  17,  31,   33,  63,
                                                64, 65, 100, 127, 128, 129, 255, 257, 1000, 1025};
constexpr std::array<int, 3> kChunks{16, 32, 64};
constexpr std::array<std::int64_t, 7> kHeadSizes{1, 8, 24, 40, 64, 80, 128};
struct Heads {
  std::int64_t batch, groups, heads;
};
constexpr std::array<Heads, 5> kHeads{{{1, 1, 1}, {2, 1, 1}, {1, 1, 2}, {1, 2, 4}, {3, 3, 3}}};

// The factors of a case as indices into the lists above, so that pairs can be counted.
enum Factor { kLength, kChunk, kKeyDim, kValueDim, kHeadCounts, kGates, kLambdas, kPadded, kSpareLevels, kFactors };
using Choice = std::array<int, kFactors>;

std::array<int, kFactors> factorSizes(std::int64_t longest) {
  int lengths = 0;
  while (lengths < static_cast<int>(kLengths.size()) && kLengths[lengths] <= longest) ++lengths;
  return {lengths, kChunks.size(), kHeadSizes.size(), kHeadSizes.size(), kHeads.size(), 5, 4, 2, 2};
}

Case caseOf(const Choice& choice) {
  Case result;
  const std::int64_t length = kLengths[choice[kLength]];
  Heads heads = kHeads[choice[kHeadCounts]];
  if (length >= 1000) heads.batch = 1;  // the dense form takes its time
  result.shape = {heads.batch,
                  length,
                  heads.groups,
                  heads.heads,
                  kHeadSizes[choice[kKeyDim]],
                  kHeadSizes[choice[kValueDim]],
                  levelCount(length) + 2 * choice[kSpareLevels]};
  result.chunk = kChunks[choice[kChunk]];
  result.gates = static_cast<GateKind>(choice[kGates]);
  result.lambdas = static_cast<LambdaKind>(choice[kLambdas]);
  result.padded = choice[kPadded] == 1;
  result.seed = 1;
  for (const int index : choice) result.seed = result.seed * 31 + static_cast<std::uint64_t>(index);
  return result;
}

// Which pairs of values have met, over all pairs of factors.
class PairCounter {
 public:
  explicit PairCounter(const std::array<int, kFactors>& sizes) {
    for (int a = 0; a < kFactors; ++a) {
      for (int b = a + 1; b < kFactors; ++b) {
        m_open[a][b].assign(static_cast<std::size_t>(sizes[a] * sizes[b]), true);
        m_width[a][b] = sizes[b];
      }
    }
  }
  bool isOpen(int a, int valueA, int b, int valueB) const {
    return a < b ? m_open[a][b][valueA * m_width[a][b] + valueB] : m_open[b][a][valueB * m_width[b][a] + valueA];
  }
  void close(const Choice& choice) {
    for (int a = 0; a < kFactors; ++a) {
      for (int b = a + 1; b < kFactors; ++b) m_open[a][b][choice[a] * m_width[a][b] + choice[b]] = false;
    }
  }

 private:
  std::vector<bool> m_open[kFactors][kFactors];
  int m_width[kFactors][kFactors] = {};
};

// Starts from one pair that has not met and chooses the other values one by one, each so that it meets the most new ones;
// among equals, the start of the search moves with the case's number, so that values take turns.
Choice completed(const PairCounter& pairs, const std::array<int, kFactors>& sizes, int a, int valueA, int b, int valueB,
                 int turn) {
  Choice choice{};
  std::array<bool, kFactors> isChosen{};
  choice[a] = valueA;
  choice[b] = valueB;
  isChosen[a] = isChosen[b] = true;
  for (int factor = 0; factor < kFactors; ++factor) {
    if (isChosen[factor]) continue;
    int bestCount = -1;
    for (int tried = 0; tried < sizes[factor]; ++tried) {
      const int value = (tried + turn) % sizes[factor];
      int count = 0;
      for (int other = 0; other < kFactors; ++other) {
        if (isChosen[other] && pairs.isOpen(other, choice[other], factor, value)) ++count;
      }
      if (count > bestCount) {
        bestCount = count;
        choice[factor] = value;
      }
    }
    isChosen[factor] = true;
  }
  return choice;
}

const char* nameOf(GateKind kind) {
  constexpr const char* names[] = {"mild", "open", "mixed", "strong", "steep"};
  return names[static_cast<int>(kind)];
}
const char* nameOf(LambdaKind kind) {
  constexpr const char* names[] = {"positive", "signed", "one", "zero"};
  return names[static_cast<int>(kind)];
}

}  // namespace

std::string Case::text() const {
  const auto number = [](const char* name, std::int64_t value) { return name + std::to_string(value); };
  return number("B=", shape.batch) + number(" T=", shape.length) + number(" G=", shape.groups) +
         number(" H=", shape.heads) + number(" K=", shape.keyDim) + number(" V=", shape.valueDim) +
         number(" L=", shape.levels) + number(" chunk ", chunk) + ", " + nameOf(gates) + " gates, lambda " +
         nameOf(lambdas) + (padded ? ", rows apart" : "");
}

std::vector<Case> coveringCases(std::int64_t longest) {
  const std::array<int, kFactors> sizes = factorSizes(longest);
  PairCounter pairs(sizes);
  std::vector<Case> cases;
  for (int a = 0; a < kFactors; ++a) {
    for (int b = a + 1; b < kFactors; ++b) {
      for (int valueA = 0; valueA < sizes[a]; ++valueA) {
        for (int valueB = 0; valueB < sizes[b]; ++valueB) {
          if (!pairs.isOpen(a, valueA, b, valueB)) continue;
          const Choice choice = completed(pairs, sizes, a, valueA, b, valueB, static_cast<int>(cases.size()));
          pairs.close(choice);
          cases.push_back(caseOf(choice));
        }
      }
    }
  }
  return cases;
}

std::vector<Case> allCases(std::int64_t longest) {
  const std::array<int, kFactors> sizes = factorSizes(longest);
  std::vector<Case> cases;
  Choice choice{};
  for (choice[kLength] = 0; choice[kLength] < sizes[kLength]; ++choice[kLength]) {
    for (choice[kChunk] = 0; choice[kChunk] < sizes[kChunk]; ++choice[kChunk]) {
      for (choice[kKeyDim] = 0; choice[kKeyDim] < sizes[kKeyDim]; ++choice[kKeyDim]) {
        for (choice[kValueDim] = 0; choice[kValueDim] < sizes[kValueDim]; ++choice[kValueDim]) {
          const int turn = static_cast<int>(cases.size());
          int rest = turn * 7 + turn / 49;  // the other factors take turns, not in step with the head sizes
          for (int factor = kHeadCounts; factor < kFactors; ++factor) {
            choice[factor] = rest % sizes[factor];
            rest = rest / sizes[factor] + turn;
          }
          cases.push_back(caseOf(choice));
        }
      }
    }
  }
  return cases;
}

}  // namespace fenwick::kernels::selftest
