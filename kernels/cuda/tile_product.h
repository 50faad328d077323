#pragma once

#include <cuda_runtime.h>

// Products of matrices by one block of threads in float32 on the ordinary units, for any sizes. The factors are functions of two indices, so that
// masks, weights and number types belong to the caller; the block's tiles of them go through shared memory.

namespace fenwick::kernels::cuda {

// Which index of a factor runs along memory: of the left one the depth unless it is transposed, of the right one the column unless it is.
enum class Form { Plain, LeftTransposed, RightTransposed };

inline constexpr int kTileRows = 64;
inline constexpr int kTileDepth = 16;

template <int Columns>
struct TileMemory {
  alignas(16) float left[kTileDepth][kTileRows + 4];
  alignas(16) float right[kTileDepth][Columns + 4];
};

// kTileRows x Columns entries of a matrix [rows, columns], a square of 4 x 4 by each thread of a block of kThreads.
template <int Columns>
class Tile {
 public:
  static constexpr int kThreads = 4 * Columns;

  __device__ Tile(TileMemory<Columns>& memory, int rows, int columns, int firstRow, int firstColumn)
      : m_memory(memory), m_rows(rows), m_columns(columns), m_row(firstRow), m_column(firstColumn) {}

  // Adds the sum over d < depth of left(row, d) * right(d, column). All threads of the block call it; what they wrote before it can be read by
  // the factors.
  template <Form form, class Left, class Right>
  __device__ void add(int depth, const Left& left, const Right& right) {
    for (int first = 0; first < depth; first += kTileDepth) {
      __syncthreads();
      load<form>(first, depth, left, right);
      __syncthreads();
#pragma unroll 4
      for (int d = 0; d < kTileDepth; ++d) multiply(d);
    }
  }

  // Calls use(row, column, sum) for this thread's entries.
  template <class Use>
  __device__ void write(const Use& use) const {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        if (row() + i < m_rows && column() + j < m_columns) use(row() + i, column() + j, m_sums[i][j]);
  }

 private:
  __device__ static int ownRow() { return 4 * (static_cast<int>(threadIdx.x) / (Columns / 4)); }
  __device__ static int ownColumn() { return 4 * (static_cast<int>(threadIdx.x) % (Columns / 4)); }
  __device__ int row() const { return m_row + ownRow(); }
  __device__ int column() const { return m_column + ownColumn(); }

  template <Form form, class Left, class Right>
  __device__ void load(int first, int depth, const Left& left, const Right& right) {
    for (int x = static_cast<int>(threadIdx.x); x < kTileRows * kTileDepth; x += kThreads) {
      const int r = form == Form::LeftTransposed ? x % kTileRows : x / kTileDepth;
      const int d = form == Form::LeftTransposed ? x / kTileRows : x % kTileDepth;
      m_memory.left[d][r] = m_row + r < m_rows && first + d < depth ? left(m_row + r, first + d) : 0;
    }
    for (int x = static_cast<int>(threadIdx.x); x < Columns * kTileDepth; x += kThreads) {
      const int c = form == Form::RightTransposed ? x / kTileDepth : x % Columns;
      const int d = form == Form::RightTransposed ? x % kTileDepth : x / Columns;
      m_memory.right[d][c] = m_column + c < m_columns && first + d < depth ? right(first + d, m_column + c) : 0;
    }
  }

  __device__ void multiply(int d) {
    const float4 a = *reinterpret_cast<const float4*>(&m_memory.left[d][ownRow()]);
    const float4 b = *reinterpret_cast<const float4*>(&m_memory.right[d][ownColumn()]);
    const float left[4] = {a.x, a.y, a.z, a.w};
    const float right[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) m_sums[i][j] += left[i] * right[j];
  }

  TileMemory<Columns>& m_memory;
  int m_rows, m_columns, m_row, m_column;
  float m_sums[4][4] = {};
};

// Calls use(tile) for every tile of a matrix [rows, columns].
template <int Columns, class Use>
__device__ void forEachTile(TileMemory<Columns>& memory, int rows, int columns, const Use& use) {
  for (int row = 0; row < rows; row += kTileRows)
    for (int column = 0; column < columns; column += Columns) {
      Tile<Columns> tile(memory, rows, columns, row, column);
      use(tile);
    }
}

}  // namespace fenwick::kernels::cuda
