#pragma once

#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/selftest.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/sample.h"

// What the checks of all devices share: how a result is noted, and what it is held against.

namespace fenwick::kernels::selftest {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What the numeric contract permits on the CPU.
inline constexpr double kLimitF64 = 1e-10, kLimitF32 = 1e-5;
template <class T>
constexpr double limitOf() {
  return std::is_same_v<T, double> ? kLimitF64 : kLimitF32;
}

// Of a tensor of type T; below the type's smallest normal number it has no digits to keep.
template <class T>
double errorOf(const std::vector<double>& values, const std::vector<double>& expected) {
  return relativeError(values, expected, static_cast<double>(std::numeric_limits<T>::min()));
}

CheckResult named(const std::string& name, double limit);

// Keeps the error if it is the worst so far; an error that is no number is.
void note(CheckResult& result, double error, const std::string& where);

// Holds all results of the sample against the expected ones, its guards and its inert cells.
template <class T>
void compare(CheckResult& result, const Sample<T>& sample, const Results& expected, const std::string& where) {
  ++result.cases;
  const Results found = sample.results();
  for (std::size_t i = 0; i < found.size(); ++i) {
    note(result, errorOf<T>(found[i], expected[i]), std::string(kResultNames[i]) + " at " + where);
  }
  if (!sample.isIntact()) note(result, kInfinity, "written outside of a tensor at " + where);
  if (!sample.inertGradientsAreZero()) note(result, kInfinity, "dlambda of an inert cell at " + where);
}

// The dense form in double.
Results reference(const Case& which, const ParallelFor& loop);

// The recurrent form in double, where the dense form is too slow.
Results longReference(const Case& which, const ParallelFor& loop);

// The state of plain gated linear attention: S decays, takes in k v^T, and is read.
std::vector<double> gatedLinearAttention(const Sample<double>& sample, const Shape& shape);

// Two sequences with two heads that share q and k.
Case small(std::int64_t length, int chunk, std::uint64_t seed);

// Makes the entries of q, k, v and dO small whole numbers, so that every sum is exact.
template <class T>
void makeWhole(Sample<T>& sample) {
  for (auto* tensor : {&sample.q, &sample.k, &sample.v, &sample.dO}) {
    tensor->forEach([](T& entry) { entry = std::round(2 * entry); });
  }
}

}  // namespace fenwick::kernels::selftest
