#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/analysis/baseline.h"
#include "model/analysis/compare.h"
#include "model/analysis/stability.h"

namespace fenwick::model {

// What one run's last recorded λ and its curves say, as far as the papers' claims need it. NaN where it was not recorded.
struct Behaviour {
  double variation, tokenShare, fineLead, answerShare, flatAnswerShare;  // as in meanLambdaMeasures
  Stability stability;
  double accuracy = 0;        // final, on validation data
  double lambdaOverhead = 0;  // parameters of the λ head over all others
};
// Throws std::runtime_error naming a file that cannot be read.
Behaviour behaviourOf(const ComparedRun& run);

enum class Verdict { Held, NotHeld, Open };
const char* verdictName(Verdict verdict);  // "held", "not held", "open"

// A claim about λ made by "Adaptive Memory Decay for Log-Linear Attention" (arXiv 2605.06946), and what runs say to it.
struct ClaimResult {
  std::string claim;     // "λ of the MLP follows the token"
  std::string measure;   // what was computed, in words
  std::string of;        // "mlp-softplus" or "mlp-softplus − fixed", with the variant's other settings where several are compared
  PairedDifference value;  // its mean over runs or pairs, 95 % bootstrap interval
  double unit = 1;         // what the number is multiplied by for people (100: percent or points)
  Verdict verdict = Verdict::Open;  // open: the interval holds 0, or fewer than six seeds were seen
};

// Every claim for which there are runs: those of mlp-softplus, and their pairs with `fixed` of the same seeds and otherwise least different
// settings. What cannot be read is appended to `faults`, one sentence each, and left out.
std::vector<ClaimResult> checkClaims(const Comparison& comparison, std::vector<std::string>& faults);

}  // namespace fenwick::model
