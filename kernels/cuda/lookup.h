#pragma once

#include <array>
#include <cstdint>

#include "kernels/cuda/log_linear_attention.h"

// Rows of tables by index, and the sums of gradients that belong to one row. Queues on the stream and nothing else; the sums are taken in one order,
// so every repeat gives the same bits.

namespace fenwick::kernels::cuda {

inline constexpr int kMostTables = 5;

//   tables | [entries, width] | read row by row
//   rows   | [count, width]   | one row for each index
struct Lookup {
  struct Table {
    float* entries = nullptr;
    float* rows = nullptr;
    int width = 0;
  };
  std::array<Table, kMostTables> tables;
  int tableCount = 0;
  const std::int64_t* indices = nullptr;  // [count], 0 … entries-1
  std::int64_t count = 0, entries = 0;
};

// rows[n] = entries[indices[n]]
void lookUp(const Lookup& lookup, Stream stream);
// entries[i] = sum of rows[n] over all n with indices[n] = i; O(entries * count) comparisons, for vocabularies of a few thousand.
void addUp(const Lookup& lookup, Stream stream);

}  // namespace fenwick::kernels::cuda
