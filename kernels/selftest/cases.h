#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/log_linear_attention.h"

// The shapes and kinds of values that the numeric contract is checked on.

namespace fenwick::kernels::selftest {

// Open: all 0; Mixed: one in ten -1e4; Strong: all -1e4; Steep: from -0.001 to -300.
enum class GateKind { Mild, Open, Mixed, Strong, Steep };
enum class LambdaKind { Positive, Signed, Ones, Zeros };

struct Case {
  Shape shape;
  int chunk = 64;
  GateKind gates = GateKind::Mild;
  LambdaKind lambdas = LambdaKind::Positive;
  bool padded = false;  // rows with gaps between them instead of one after the other
  bool bfloat16 = false;  // q, k, v and dO hold only what bfloat16 can tell
  std::uint64_t seed = 0;
  std::string text() const;  // "B=1 T=129 G=1 H=2 K=24 V=40 L=9 chunk 32, mixed gates, …"
};

// A set in which every two values of every two factors meet, or the whole product of length, chunk and head sizes.
std::vector<Case> coveringCases(std::int64_t longest);
std::vector<Case> allCases(std::int64_t longest);

}  // namespace fenwick::kernels::selftest
