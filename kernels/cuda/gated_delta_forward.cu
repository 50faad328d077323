#include "kernels/cuda/gated_delta_chunk.h"

// Gated DeltaNet forward: what each chunk does to states, the states from chunk to chunk, the outputs.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kRow = kChunk + 1;  // of a matrix in shared memory, so that a column lies in different banks
constexpr int kColumns = 64;      // of a tile
constexpr int kSlice = 32;        // columns of the states that one block follows through the chunks
constexpr unsigned kAll = 0xffffffffU;

// (I + N)^-1 of a strictly lower matrix, by substitution: each column by four neighbouring threads.
__device__ void invert(const float* lower, float* inverse) {
  const int column = static_cast<int>(threadIdx.x) / 4;
  const int part = static_cast<int>(threadIdx.x) % 4;
  for (int t = 0; t < kChunk; ++t) {
    float sum = 0;
    for (int s = column + part; s < t; s += 4) sum += lower[t * kRow + s] * inverse[s * kRow + column];
    sum += __shfl_xor_sync(kAll, sum, 1);
    sum += __shfl_xor_sync(kAll, sum, 2);
    if (part == 0) inverse[t * kRow + column] = t > column ? -sum : t == column ? 1 : 0;
    __syncwarp();
  }
}

template <class T>
__global__ void __launch_bounds__(4 * kColumns) factorsKernel(const __grid_constant__ DeltaProblem<T> p) {
  extern __shared__ float shared[];
  __shared__ TileMemory<kColumns> memory;
  __shared__ ChunkScales scales;
  float* lower = shared;
  float* inverse = shared + kChunk * kRow;
  const DeltaChunk<T> chunk(p, blockIdx.x / p.chunks, static_cast<int>(blockIdx.x % p.chunks));
  chunk.loadScales(scales);
  const auto k = [&](int t, int x) { return chunk.k(t, x); };
  const auto keyOf = [&](int x, int s) { return chunk.k(s, x); };
  const auto ofInverse = [&](int t, int s) { return inverse[t * kRow + s]; };

  forEachTile(memory, kChunk, kChunk, [&](Tile<kColumns>& tile) {
    tile.template add<Form::RightTransposed>(p.keyDim, k, keyOf);
    tile.write([&](int t, int s, float product) {
      const float erased = s < t ? scales.decay(t, s) * product : 0;
      chunk.erased()[t * kChunk + s] = erased;
      lower[t * kRow + s] = scales.beta[t] * erased;
    });
  });
  __syncthreads();
  invert(lower, inverse);

  float* seen = lower;  // the inversion is over once a product has begun
  forEachTile(memory, kChunk, kChunk, [&](Tile<kColumns>& tile) {
    tile.template add<Form::RightTransposed>(p.keyDim, [&](int t, int x) { return chunk.q(t, x); }, keyOf);
    tile.write([&](int t, int s, float product) {
      const float weight = s <= t ? scales.decay(t, s) * product : 0;
      chunk.inverse()[t * kChunk + s] = inverse[t * kRow + s];
      if (s == t) return;
      chunk.seen()[t * kChunk + s] = weight;
      seen[t * kRow + s] = weight;
    });
  });
  forEachRow(p.keyDim, [&](int t, int x) { return chunk.q(t, x); }, k, [&](int t, double product) {
    chunk.seen()[t * kChunk + t] = static_cast<float>(product);
    seen[t * kRow + t] = static_cast<float>(product);
  });
  forEachTile(memory, kChunk, kChunk, [&](Tile<kColumns>& tile) {
    tile.template add<Form::Plain>(kChunk, [&](int t, int s) { return seen[t * kRow + s]; }, ofInverse);
    tile.write([&](int t, int s, float pair) { chunk.pairs()[t * kChunk + s] = pair; });
  });
  if (chunk.hasPast()) {
    forEachTile(memory, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::Plain>(kChunk, ofInverse, [&](int s, int x) { return scales.beta[s] * scales.fromStart[s] * chunk.k(s, x); });
      tile.write([&](int t, int x, float eraser) { chunk.erasers()[t * p.keyDim + x] = eraser; });
    });
    forEachTile(memory, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::Plain>(kChunk, [&](int t, int s) { return seen[t * kRow + s]; },
                                     [&](int s, int x) { return chunk.erasers()[s * p.keyDim + x]; });
      tile.write([&](int t, int x, float sum) { chunk.readers()[t * p.keyDim + x] = scales.fromStart[t] * chunk.q(t, x) - sum; });
    });
  }
  if (!chunk.hasNext()) return;
  forEachTile(memory, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
    tile.template add<Form::LeftTransposed>(kChunk, [&](int s, int t) { return inverse[t * kRow + s]; },
                                            [&](int t, int x) { return scales.toEnd[t] * chunk.k(t, x); });
    tile.write([&](int s, int x, float writer) { chunk.writers()[s * p.keyDim + x] = writer; });
  });
}

// A block for each slice of columns of each head: the states of every chunk, one chunk after the other.
template <class T>
__global__ void __launch_bounds__(4 * kSlice) statesKernel(const __grid_constant__ DeltaProblem<T> p, int slices) {
  __shared__ TileMemory<kSlice> memory;
  __shared__ ChunkScales scales;
  __shared__ float erased[kChunk][kSlice + 1];
  const int first = static_cast<int>(blockIdx.x % slices) * kSlice;
  const int columns = p.valueDim - first < kSlice ? p.valueDim - first : kSlice;
  for (int i = 0; i + 1 < p.chunks; ++i) {
    const DeltaChunk<T> chunk(p, blockIdx.x / slices, i);
    chunk.loadScales(scales);
    const int z = chunk.target();
    const auto entryOf = [&](int x, int c) { return std::int64_t{x} * p.valueDim + first + c; };
    const auto writeOwn = [&](Tile<kSlice>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int x, int s) { return scales.beta[s] * chunk.writers()[s * p.keyDim + x]; },
                                              [&](int s, int c) { return chunk.v(s, first + c); });
    };
    if (z == 0) {
      forEachTile(memory, p.keyDim, columns, [&](Tile<kSlice>& tile) {
        writeOwn(tile);
        tile.write([&](int x, int c, float sum) { chunk.nextState(z)[entryOf(x, c)] = sum; });
      });
    }
    forEachMove(chunk, [&](int begin, int end, int next) {
      const auto state = [&](int x, int c) { return sumOfStates(chunk, begin, end, entryOf(x, c)); };
      forEachTile(memory, kChunk, columns, [&](Tile<kSlice>& tile) {
        tile.template add<Form::Plain>(p.keyDim, [&](int t, int x) { return chunk.erasers()[t * p.keyDim + x]; }, state);
        tile.write([&](int t, int c, float sum) { erased[t][c] = sum; });
      });
      forEachTile(memory, p.keyDim, columns, [&](Tile<kSlice>& tile) {
        if (next == z) writeOwn(tile);
        tile.template add<Form::LeftTransposed>(kChunk, [&](int x, int s) { return -scales.toEnd[s] * chunk.k(s, x); },
                                                [&](int s, int c) { return erased[s][c]; });
        tile.write([&](int x, int c, float sum) { chunk.nextState(next)[entryOf(x, c)] = scales.whole() * state(x, c) + sum; });
      });
    });
  }
}

// A block for each tile of outputs.
template <class T>
__global__ void __launch_bounds__(4 * kColumns) outputsKernel(const __grid_constant__ DeltaProblem<T> p, int tiles) {
  __shared__ TileMemory<kColumns> memory;
  __shared__ ChunkScales scales;
  const std::int64_t item = blockIdx.x / tiles;
  const DeltaChunk<T> chunk(p, item / p.chunks, static_cast<int>(item % p.chunks));
  chunk.loadScales(scales);
  Tile<kColumns> tile(memory, chunk.size, p.valueDim, 0, static_cast<int>(blockIdx.x % tiles) * kColumns);
  tile.template add<Form::Plain>(
      chunk.size,
      [&](int t, int s) { return s <= t ? chunk.lambda(t, levelInChunk(t, s)) * chunk.pairs()[t * kChunk + s] * scales.beta[s] : 0; },
      [&](int s, int c) { return chunk.v(s, c); });
  for (int e = 0; e < p.stateLevels; ++e) {
    if (!chunk.reads(e)) continue;
    const float* state = chunk.state(e);
    tile.template add<Form::Plain>(p.keyDim, [&](int t, int x) { return chunk.lambda(t, kChunkLevels + e) * chunk.readers()[t * p.keyDim + x]; },
                                   [&](int x, int c) { return state[std::int64_t{x} * p.valueDim + c]; });
  }
  tile.write([&](int t, int c, float sum) { assign(p.o.row(chunk.head.b, chunk.first + t, chunk.head.h)[c], sum); });
}

int parts(int size, int part) { return (size + part - 1) / part; }

}  // namespace

template <class T>
void deltaFactors(const DeltaProblem<T>& p, Stream stream) {
  constexpr std::size_t bytes = 2 * kChunk * kRow * sizeof(float);
  factorsKernel<<<gridOf(p.sequences() * p.chunks), 4 * kColumns, bytes, stream>>>(p);
  checkLaunch("deltaFactors");
}

template <class T>
void deltaStates(const DeltaProblem<T>& p, Stream stream) {
  if (p.chunks == 1) return;
  const int slices = parts(p.valueDim, kSlice);
  statesKernel<<<gridOf(p.sequences() * slices), 4 * kSlice, 0, stream>>>(p, slices);
  checkLaunch("deltaStates");
}

template <class T>
void deltaOutputs(const DeltaProblem<T>& p, Stream stream) {
  const int tiles = parts(p.valueDim, kColumns);
  outputsKernel<<<gridOf(p.sequences() * p.chunks * tiles), 4 * kColumns, 0, stream>>>(p, tiles);
  checkLaunch("deltaOutputs");
}

template void deltaFactors(const DeltaProblem<float>&, Stream);
template void deltaFactors(const DeltaProblem<BFloat16>&, Stream);
template void deltaStates(const DeltaProblem<float>&, Stream);
template void deltaStates(const DeltaProblem<BFloat16>&, Stream);
template void deltaOutputs(const DeltaProblem<float>&, Stream);
template void deltaOutputs(const DeltaProblem<BFloat16>&, Stream);

}  // namespace fenwick::kernels::cuda
