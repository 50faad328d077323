#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/parallel_for.h"

// The operator's numeric contract as named checks, so that `fenwick selftest` on any machine and the tests run the same.
// Every form is held against the dense form in double, on buffers with NaN around and between the rows.

namespace fenwick::kernels {

struct CheckResult {
  std::string name;  // "chunkwise f32 AVX-512"
  double worst =
      0;  // largest error found, relative to the largest entry of its tensor; infinite where that is no number
  double limit = 0;
  std::string where;  // the case and tensor of the worst error; empty where all is exact
  std::int64_t cases = 0;
  bool passed() const { return worst <= limit; }
};

struct SelfTestOptions {
  bool full = false;            // every shape instead of a set that covers every pair of values
  std::int64_t longest = 1025;  // cases with more tokens are left out
  std::string only;             // part of a group's name, such as "decoding"; empty: every group
  std::function<void(const std::string&)> heard;  // if given, hears the name of every group, asked for or not
  ParallelFor loop = serialLoop();

  bool asksFor(const std::string& group) const {
    if (heard) heard(group);
    return group.find(only) != std::string::npos;
  }
};

// Runs groups of checks by name, those that are asked for, and hands on what each finds as soon as it is known.
class CheckRunner {
 public:
  using Report = std::function<void(const CheckResult&)>;
  CheckRunner(const SelfTestOptions& options, Report report) : m_options(options), m_report(std::move(report)) {}

  void one(const std::string& group, const std::function<CheckResult()>& check) {
    if (m_options.asksFor(group)) take(check());
  }
  void several(const std::string& group, const std::function<std::vector<CheckResult>()>& checks) {
    if (!m_options.asksFor(group)) return;
    for (CheckResult& result : checks()) take(std::move(result));
  }
  std::vector<CheckResult> results() const { return m_results; }

 private:
  void take(CheckResult result) {
    if (m_report) m_report(result);
    m_results.push_back(std::move(result));
  }

  const SelfTestOptions& m_options;
  Report m_report;
  std::vector<CheckResult> m_results;
};

// Runs all checks and returns them in order; `finished`, if given, hears of each as soon as it is done, in the calling thread.
std::vector<CheckResult> runSelfTest(const SelfTestOptions& options,
                                     const std::function<void(const CheckResult&)>& finished = {});

}  // namespace fenwick::kernels
