#pragma once

#include <cstdint>
#include <vector>

namespace fenwick::kernels {

// The states of one head in double, [K, V] by level; empty where a level holds nothing.
struct DeltaStates {
  std::vector<std::vector<double>> levels;

  // Token t: k [K], v [V].
  void takeIn(std::int64_t t, const std::vector<double>& k, const std::vector<double>& v, double gate, double beta);
  // What a query sees: o [V] from q [K] and lambda [L].
  void read(const std::vector<double>& q, const double* lambda, double* o) const;

  // The two halves of taking in token t: the levels below its carry become one, then all forget along the key.
  void carry(std::int64_t t);
  void takeInCarried(const std::vector<double>& k, const std::vector<double>& v, double gate, double beta);
};

}  // namespace fenwick::kernels
