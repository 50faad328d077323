#include <algorithm>

#include "kernels/cuda/lookup.h"
#include "kernels/cuda/problem.h"

namespace fenwick::kernels::cuda {
namespace {

constexpr int kWarp = 32;
constexpr int kWarps = 16;     // that share the indices of one entry
constexpr int kAhead = 8;      // indices that a lane reads at once
constexpr int kColumns = 128;  // that a block adds up, four for each lane

int totalWidth(const Lookup& lookup) {
  int width = 0;
  for (int i = 0; i < lookup.tableCount; ++i) width += lookup.tables[static_cast<std::size_t>(i)].width;
  return width;
}

// The table of a column of all tables side by side; `column` becomes the column within it.
__device__ const Lookup::Table& tableAt(const Lookup& lookup, int& column) {
  int i = 0;
  while (i + 1 < lookup.tableCount && column >= lookup.tables[i].width) column -= lookup.tables[i++].width;
  return lookup.tables[i];
}

__global__ void lookUpKernel(const __grid_constant__ Lookup lookup, int width, int rowsPerBlock) {
  const std::int64_t first = std::int64_t{blockIdx.x} * rowsPerBlock, end = min(first + rowsPerBlock, lookup.count);
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    int column = c;
    const Lookup::Table& table = tableAt(lookup, column);
    for (std::int64_t n = first; n < end; ++n) table.rows[n * table.width + column] = table.entries[lookup.indices[n] * table.width + column];
  }
}

// A block for each entry and kColumns columns; its warps take the indices in turns and their sums are added in order.
__global__ void addUpKernel(const __grid_constant__ Lookup lookup, int width) {
  __shared__ float sums[kWarps][kColumns];
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  const std::int64_t entry = blockIdx.x;
  const float* from[kColumns / kWarp];
  int stride[kColumns / kWarp];
  float sum[kColumns / kWarp];
  for (int j = 0; j < kColumns / kWarp; ++j) {
    int column = blockIdx.y * kColumns + j * kWarp + lane;
    sum[j] = 0;
    from[j] = nullptr;
    stride[j] = 0;
    if (column >= width) continue;
    const Lookup::Table& table = tableAt(lookup, column);
    from[j] = table.rows + column;
    stride[j] = table.width;
  }
  for (std::int64_t first = std::int64_t{warp} * kWarp; first < lookup.count; first += kAhead * kWarps * kWarp) {
    std::int64_t index[kAhead];  // read together, so that one does not wait for the other
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const std::int64_t mine = first + i * kWarps * kWarp + lane;
      index[i] = mine < lookup.count ? lookup.indices[mine] : -1;
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      unsigned found = __ballot_sync(~0u, index[i] == entry);
      for (; found != 0; found &= found - 1) {
        const std::int64_t n = first + i * kWarps * kWarp + __ffs(found) - 1;
        for (int j = 0; j < kColumns / kWarp; ++j)
          if (from[j] != nullptr) sum[j] += from[j][n * stride[j]];
      }
    }
  }
  for (int j = 0; j < kColumns / kWarp; ++j) sums[warp][j * kWarp + lane] = sum[j];
  __syncthreads();
  for (int c = threadIdx.x; c < kColumns; c += blockDim.x) {
    int column = blockIdx.y * kColumns + c;
    if (column >= width) continue;
    float total = 0;
    for (int w = 0; w < kWarps; ++w) total += sums[w][c];
    const Lookup::Table& table = tableAt(lookup, column);
    table.entries[entry * table.width + column] = total;
  }
}

}  // namespace

void lookUp(const Lookup& lookup, Stream stream) {
  const int width = totalWidth(lookup);
  constexpr int rowsPerBlock = 8;
  const int threads = std::min(256, (width + kWarp - 1) / kWarp * kWarp);
  lookUpKernel<<<gridOf((lookup.count + rowsPerBlock - 1) / rowsPerBlock), threads, 0, stream>>>(lookup, width, rowsPerBlock);
  checkLaunch("lookUp");
}

void addUp(const Lookup& lookup, Stream stream) {
  const int width = totalWidth(lookup);
  const dim3 grid(gridOf(lookup.entries), static_cast<unsigned>((width + kColumns - 1) / kColumns));
  addUpKernel<<<grid, kWarps * kWarp, 0, stream>>>(lookup, width);
  checkLaunch("addUp");
}

}  // namespace fenwick::kernels::cuda
