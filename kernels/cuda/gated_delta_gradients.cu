#include "kernels/cuda/gated_delta_chunk.h"

// Gated DeltaNet backward: the gradients of states from the last chunk to the first, then all others chunk by chunk, from the last definition of
// kernels/cpu/gated_delta_chunk.cpp to the first.

namespace fenwick::kernels::cuda {
namespace {

constexpr int kRow = kChunk + 1;  // of a matrix in shared memory, so that a column lies in different banks
constexpr int kColumns = 64;      // of a tile
constexpr int kThreads = 4 * kColumns;
constexpr int kSlice = 32;  // columns of the state gradients that one block follows through the chunks

// A block for each slice of columns of each head.
template <class T>
__global__ void __launch_bounds__(4 * kSlice) stateGradientsKernel(const __grid_constant__ DeltaProblem<T> p, int slices) {
  __shared__ TileMemory<kSlice> memory;
  __shared__ ChunkScales scales;
  __shared__ float kept[kChunk][kSlice + 1];
  const int first = static_cast<int>(blockIdx.x % slices) * kSlice;
  const int columns = p.valueDim - first < kSlice ? p.valueDim - first : kSlice;
  for (int i = p.chunks - 1; i > 0; --i) {
    const DeltaChunk<T> chunk(p, blockIdx.x / slices, i);
    chunk.loadScales(scales);
    const auto entryOf = [&](int x, int c) { return std::int64_t{x} * p.valueDim + first + c; };
    const auto addReads = [&](Tile<kSlice>& tile, int e) {
      tile.template add<Form::LeftTransposed>(
          kChunk, [&](int x, int t) { return chunk.lambda(t, kChunkLevels + e) * chunk.readers()[t * p.keyDim + x]; },
          [&](int t, int c) { return chunk.dO(t, first + c); });
    };
    if (!chunk.hasNext()) {
      for (int e = 0; e < p.stateLevels; ++e) {
        if (!chunk.reads(e)) continue;
        forEachTile(memory, p.keyDim, columns, [&](Tile<kSlice>& tile) {
          addReads(tile, e);
          tile.write([&](int x, int c, float sum) { chunk.stateGradient(e)[entryOf(x, c)] = sum; });
        });
      }
      continue;
    }
    forEachMove(chunk, [&](int begin, int end, int next) {
      const float* after = chunk.nextStateGradient(next);
      forEachTile(memory, kChunk, columns, [&](Tile<kSlice>& tile) {
        tile.template add<Form::Plain>(p.keyDim, [&](int t, int x) { return scales.toEnd[t] * chunk.k(t, x); },
                                       [&](int x, int c) { return after[entryOf(x, c)]; });
        tile.write([&](int t, int c, float sum) { kept[t][c] = sum; });
      });
      for (int e = begin; e < end; ++e) {
        forEachTile(memory, p.keyDim, columns, [&](Tile<kSlice>& tile) {
          addReads(tile, e);
          tile.template add<Form::LeftTransposed>(kChunk, [&](int x, int t) { return -chunk.erasers()[t * p.keyDim + x]; },
                                                  [&](int t, int c) { return kept[t][c]; });
          tile.write([&](int x, int c, float sum) {
            chunk.stateGradient(e)[entryOf(x, c)] = scales.whole() * after[entryOf(x, c)] + sum;
          });
        });
      }
    });
  }
}

// --- All other gradients: a block for each chunk of each head ---

enum RowGradient { kOfReaders, kOfErasers, kOfKeysToEnd, kOfWriters, kOfScaledKeys };  // dq~, dW, dB, dkappa / beta, d(beta a K)

struct GradientMemory {
  float *first, *second, *third;  // [64, kRow]
  float* sums;                    // [64] by token, of what is being summed
  float *dBeta, *fromStart;       // [64] the latter: what dgate has of a_t
  float* parts;                   // [kThreads / 32]

  static constexpr int kFloats = 3 * kChunk * kRow + 3 * kChunk + kThreads / 32;
  __device__ explicit GradientMemory(float* memory)
      : first(memory),
        second(first + kChunk * kRow),
        third(second + kChunk * kRow),
        sums(third + kChunk * kRow),
        dBeta(sums + kChunk),
        fromStart(dBeta + kChunk),
        parts(fromStart + kChunk) {}
};

template <class T>
struct Gradient {
  const DeltaChunk<T>& chunk;
  const DeltaProblem<T>& p;
  const ChunkScales& scales;
  const GradientMemory& m;
  TileMemory<kColumns>& tiles;

  __device__ static int thread() { return static_cast<int>(threadIdx.x); }
  __device__ float* rows(RowGradient which) const { return chunk.rowGradient(which); }

  // sums[t] = left(t, x) right(t, x) over x < size, a warp for each row; complete for all threads afterwards.
  template <class Left, class Right>
  __device__ void sumRows(int size, const Left& left, const Right& right) const {
    __syncthreads();
    forEachRow(size, left, right, [&](int t, double sum) { m.sums[t] = static_cast<float>(sum); });
    __syncthreads();
  }

  __device__ void clear() const {
    if (thread() < kChunk) m.dBeta[thread()] = m.fromStart[thread()] = 0;
    if (!chunk.hasPast()) return;
    for (int x = thread(); x < kChunk * p.keyDim; x += kThreads)
      rows(kOfReaders)[x] = rows(kOfErasers)[x] = rows(kOfKeysToEnd)[x] = 0;
  }

  // Pairs inside the chunk. Leaves the gradient of A X in `second`, its diagonal, which is that of A too, in ownPairs.
  __device__ void pairs() const {
    forEachTile(tiles, kChunk, kChunk, [&](Tile<kColumns>& tile) {
      tile.template add<Form::RightTransposed>(p.valueDim, [&](int t, int c) { return chunk.dO(t, c); }, [&](int c, int s) { return chunk.v(s, c); });
      tile.write([&](int t, int s, float back) {
        const bool isPair = s <= t && t < chunk.size;
        m.first[t * kRow + s] = isPair ? chunk.pairs()[t * kChunk + s] * back : 0;
        m.second[t * kRow + s] = isPair ? chunk.lambda(t, levelInChunk(t, s)) * back * scales.beta[s] : 0;
      });
    });
    __syncthreads();
    forEachRow(p.valueDim, [&](int s, int c) { return chunk.dO(s, c); }, [&](int s, int c) { return chunk.v(s, c); }, [&](int s, double back) {
      const double weight = static_cast<double>(chunk.lambda(s, 0)) * static_cast<double>(scales.beta[s]) * back;
      m.first[s * kRow + s] = chunk.pairs()[s * kChunk + s] * static_cast<float>(back);
      m.second[s * kRow + s] = static_cast<float>(weight);
      p.ownPairs[(chunk.bh * p.chunks + chunk.i) * kChunk + s] = weight;
    });
    __syncthreads();
    const int t = thread() % kChunk;
    if (t >= chunk.size) return;
    if (thread() < kChunk) {
      for (int level = 0; level < p.levels; ++level) {
        float sum = 0;
        if (level < kChunkLevels) {
          const SourceRange range = sourceRange(t, level);
          for (int s = static_cast<int>(range.begin); s < static_cast<int>(range.end); ++s) sum += m.first[t * kRow + s] * scales.beta[s];
        }
        chunk.dlambda(t, level) = sum;
      }
    } else if (thread() < 2 * kChunk) {
      float sum = 0;
      for (int later = t; later < chunk.size; ++later) sum += chunk.lambda(later, levelInChunk(later, t)) * m.first[later * kRow + t];
      m.dBeta[t] += sum;
    }
  }

  __device__ void values() const {
    const float* own = chunk.hasNext() ? chunk.nextStateGradient(chunk.target()) : nullptr;
    forEachTile(tiles, kChunk, p.valueDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(
          kChunk,
          [&](int s, int t) {
            return s <= t && t < chunk.size ? chunk.lambda(t, levelInChunk(t, s)) * chunk.pairs()[t * kChunk + s] * scales.beta[s] : 0;
          },
          [&](int t, int c) { return chunk.dO(t, c); });
      if (own != nullptr) {
        tile.template add<Form::Plain>(p.keyDim, [&](int s, int x) { return scales.beta[s] * chunk.writers()[s * p.keyDim + x]; },
                                       [&](int x, int c) { return own[std::int64_t{x} * p.valueDim + c]; });
      }
      tile.write([&](int s, int c, float sum) {
        if (s < chunk.size) assign(p.dv.row(chunk.head.b, chunk.first + s, chunk.head.h)[c], sum);
      });
    });
  }

  // Reads of the states at the chunk's start: dlambda and the gradient of q~.
  __device__ void reads() const {
    float* gradient = rows(kOfScaledKeys);  // not in use yet
    for (int e = 0; e < p.stateLevels; ++e) {
      if (!chunk.reads(e)) continue;
      const float* state = chunk.state(e);
      forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
        tile.template add<Form::RightTransposed>(p.valueDim, [&](int t, int c) { return chunk.dO(t, c); },
                                                 [&](int c, int x) { return state[std::int64_t{x} * p.valueDim + c]; });
        tile.write([&](int t, int x, float sum) {
          gradient[t * p.keyDim + x] = sum;
          rows(kOfReaders)[t * p.keyDim + x] += chunk.lambda(t, kChunkLevels + e) * sum;
        });
      });
      sumRows(p.keyDim, [&](int t, int x) { return chunk.readers()[t * p.keyDim + x]; }, [&](int t, int x) { return gradient[t * p.keyDim + x]; });
      if (thread() < chunk.size) chunk.dlambda(thread(), kChunkLevels + e) = m.sums[thread()];
    }
  }

  // States that go on: a_end S - B^T (W S).
  __device__ void moves() const {
    float *erased = chunk.moved(0), *kept = chunk.moved(1);
    forEachMove(chunk, [&](int begin, int end, int next) {
      const float* after = chunk.nextStateGradient(next);
      const auto entryOf = [&](int x, int c) { return std::int64_t{x} * p.valueDim + c; };
      const auto state = [&](int x, int c) { return sumOfStates(chunk, begin, end, entryOf(x, c)); };
      forEachTile(tiles, kChunk, p.valueDim, [&](Tile<kColumns>& tile) {
        tile.template add<Form::Plain>(p.keyDim, [&](int t, int x) { return chunk.erasers()[t * p.keyDim + x]; }, state);
        tile.write([&](int t, int c, float sum) { erased[t * p.valueDim + c] = sum; });
      });
      forEachTile(tiles, kChunk, p.valueDim, [&](Tile<kColumns>& tile) {
        tile.template add<Form::Plain>(p.keyDim, [&](int t, int x) { return scales.toEnd[t] * chunk.k(t, x); },
                                       [&](int x, int c) { return after[entryOf(x, c)]; });
        tile.write([&](int t, int c, float sum) { kept[t * p.valueDim + c] = sum; });
      });
      forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
        tile.template add<Form::RightTransposed>(p.valueDim, [&](int t, int c) { return kept[t * p.valueDim + c]; },
                                                 [&](int c, int x) { return state(x, c); });
        tile.write([&](int t, int x, float sum) { rows(kOfErasers)[t * p.keyDim + x] -= sum; });
      });
      forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
        tile.template add<Form::RightTransposed>(p.valueDim, [&](int t, int c) { return erased[t * p.valueDim + c]; },
                                                 [&](int c, int x) { return after[entryOf(x, c)]; });
        tile.write([&](int t, int x, float sum) { rows(kOfKeysToEnd)[t * p.keyDim + x] -= sum; });
      });
      addWhole(begin, end, after);
    });
  }

  // The gradient of a_end.
  __device__ void addWhole(int begin, int end, const float* after) const {
    float sum = 0;
    for (std::int64_t x = thread(); x < p.stateSize(); x += kThreads) sum += sumOfStates(chunk, begin, end, x) * after[x];
    const double ofWarp = sumOfWarp(static_cast<double>(sum));
    __syncthreads();
    if (thread() % 32 == 0) m.parts[thread() / 32] = static_cast<float>(ofWarp);
    __syncthreads();
    if (thread() != 0) return;
    float all = 0;
    for (int part = 0; part < kThreads / 32; ++part) all += m.parts[part];
    m.fromStart[kChunk - 1] += scales.whole() * all;
  }

  // The chunk's own state: sum of beta_s writer_s v_s^T.
  __device__ void writers() const {
    const float* own = chunk.nextStateGradient(chunk.target());
    float* gradient = rows(kOfWriters);
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::RightTransposed>(p.valueDim, [&](int s, int c) { return chunk.v(s, c); },
                                               [&](int c, int x) { return own[std::int64_t{x} * p.valueDim + c]; });
      tile.write([&](int s, int x, float sum) { gradient[s * p.keyDim + x] = sum; });
    });
    sumRows(p.keyDim, [&](int s, int x) { return chunk.writers()[s * p.keyDim + x]; }, [&](int s, int x) { return gradient[s * p.keyDim + x]; });
    if (thread() < kChunk) m.dBeta[thread()] += m.sums[thread()];
    float* keys = rows(kOfKeysToEnd);  // B, by writer = X^T B
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::Plain>(kChunk, [&](int t, int s) { return chunk.inverse()[t * kChunk + s]; },
                                     [&](int s, int x) { return scales.beta[s] * gradient[s * p.keyDim + x]; });
      tile.write([&](int t, int x, float sum) { keys[t * p.keyDim + x] = (chunk.hasPast() ? keys[t * p.keyDim + x] : 0) + sum; });
    });
    sumRows(p.keyDim, [&](int t, int x) { return chunk.k(t, x); }, [&](int t, int x) { return keys[t * p.keyDim + x]; });
  }

  // q~ = diag(a) Q - A W and W = X diag(beta a) K.
  __device__ void readersAndErasers() const {
    sumRows(p.keyDim, [&](int t, int x) { return chunk.q(t, x); }, [&](int t, int x) { return rows(kOfReaders)[t * p.keyDim + x]; });
    if (thread() < kChunk) m.fromStart[thread()] += scales.fromStart[thread()] * m.sums[thread()];
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int s, int t) { return chunk.seen()[t * kChunk + s]; },
                                              [&](int t, int x) { return rows(kOfReaders)[t * p.keyDim + x]; });
      tile.write([&](int s, int x, float sum) { rows(kOfErasers)[s * p.keyDim + x] -= sum; });
    });
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int s, int t) { return chunk.inverse()[t * kChunk + s]; },
                                              [&](int t, int x) { return rows(kOfErasers)[t * p.keyDim + x]; });
      tile.write([&](int s, int x, float sum) { rows(kOfScaledKeys)[s * p.keyDim + x] = sum; });
    });
    sumRows(p.keyDim, [&](int s, int x) { return chunk.k(s, x); }, [&](int s, int x) { return rows(kOfScaledKeys)[s * p.keyDim + x]; });
    if (thread() >= kChunk) return;
    const float along = scales.fromStart[thread()] * m.sums[thread()];
    m.dBeta[thread()] += along;
    m.fromStart[thread()] += scales.beta[thread()] * along;
  }

  // From the gradient of A X in `second`: those of A in `first`, without what ownPairs has of it, and of X in `third`.
  __device__ void squares() const {
    const auto inverse = [&](int t, int s) { return chunk.inverse()[t * kChunk + s]; };
    const auto ofRows = [&](RowGradient which) { return [rows = rows(which), size = p.keyDim](int t, int x) { return rows[t * size + x]; }; };
    forEachTile(tiles, kChunk, kChunk, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int r, int t) { return chunk.seen()[t * kChunk + r]; },
                                              [&](int t, int s) { return m.second[t * kRow + s]; });
      if (chunk.hasNext()) {
        tile.template add<Form::RightTransposed>(p.keyDim, [&](int t, int x) { return scales.toEnd[t] * chunk.k(t, x); },
                                                 [&](int x, int s) { return scales.beta[s] * rows(kOfWriters)[s * p.keyDim + x]; });
      }
      if (chunk.hasPast()) {
        tile.template add<Form::RightTransposed>(p.keyDim, ofRows(kOfErasers),
                                                 [&](int x, int s) { return scales.beta[s] * scales.fromStart[s] * chunk.k(s, x); });
      }
      tile.write([&](int r, int s, float sum) { m.third[r * kRow + s] = sum; });
    });
    forEachTile(tiles, kChunk, kChunk, [&](Tile<kColumns>& tile) {
      tile.template add<Form::RightTransposed>(kChunk, [&](int t, int s) { return m.second[t * kRow + s]; },
                                               [&](int s, int r) { return s == r ? 0 : inverse(r, s); });
      if (chunk.hasPast()) {
        tile.template add<Form::RightTransposed>(p.keyDim, [&](int t, int x) { return -rows(kOfReaders)[t * p.keyDim + x]; },
                                                 [&](int x, int r) { return chunk.erasers()[r * p.keyDim + x]; });
      }
      tile.write([&](int t, int r, float sum) { m.first[t * kRow + r] = r < t ? sum + m.second[t * kRow + r] : r == t ? sum : 0; });
    });
  }

  // X = (I + diag(beta) E)^-1: the gradient of diag(beta) E is -X^T dX X^T below the diagonal. Leaves in `first` and `third` those of q_t.k_s and
  // k_t.k_s, in `second` what each pair weighs in the gates between its ends. `sums` holds what B's rows weigh.
  __device__ void scores() const {
    float weightsToEnd = 0;  // dB_s.k_s of the token of this thread
    if (thread() < kChunk && chunk.hasNext()) weightsToEnd = scales.toEnd[thread()] * m.sums[thread()];
    forEachTile(tiles, kChunk, kChunk, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int r, int t) { return chunk.inverse()[t * kChunk + r]; },
                                              [&](int t, int s) { return m.third[t * kRow + s]; });
      tile.write([&](int r, int s, float sum) { m.second[r * kRow + s] = sum; });
    });
    forEachTile(tiles, kChunk, kChunk, [&](Tile<kColumns>& tile) {
      tile.template add<Form::RightTransposed>(kChunk, [&](int t, int s) { return m.second[t * kRow + s]; },
                                               [&](int s, int r) { return chunk.inverse()[r * kChunk + s]; });
      tile.write([&](int t, int s, float sum) { m.third[t * kRow + s] = s < t ? -sum : 0; });
    });
    __syncthreads();
    if (thread() < kChunk) {
      const int t = thread();
      float sum = 0;
      for (int s = 0; s < t; ++s) sum += chunk.erased()[t * kChunk + s] * m.third[t * kRow + s];
      m.dBeta[t] += sum;
    }
    __syncthreads();
    for (int x = thread(); x < kSquare; x += kThreads) {
      const int t = x / kChunk, s = x % kChunk;
      float &ofSeen = m.first[t * kRow + s], &ofErased = m.third[t * kRow + s];
      const float decay = s <= t ? scales.decay(t, s) : 0;
      m.second[t * kRow + s] = chunk.seen()[x] * ofSeen + scales.beta[t] * chunk.erased()[x] * ofErased;
      ofSeen *= decay;
      ofErased *= scales.beta[t] * decay;
    }
    __syncthreads();
    if (thread() < kChunk) m.second[(kChunk - 1) * kRow + thread()] += weightsToEnd;
  }

  // Each weight belongs to the gates that its decay spans: sums of weights, never differences of larger sums.
  __device__ void gates() const {
    __syncthreads();
    if (thread() < kChunk) {
      float* row = m.second + thread() * kRow;
      float before = 0;
      for (int r = 0; r <= thread(); ++r) {
        const float weight = row[r];
        row[r] = before;
        before += weight;
      }
    }
    __syncthreads();
    const int r = thread();
    if (r >= chunk.size) return;
    float sum = 0;
    for (int t = r; t < kChunk; ++t) sum += m.second[t * kRow + r] + m.fromStart[t];
    *p.dgate.row(chunk.head.b, chunk.first + r, chunk.head.h) = sum;
    *p.dbeta.row(chunk.head.b, chunk.first + r, chunk.head.h) = m.dBeta[r];
  }

  // What this head gives to dq and dk.
  __device__ void queriesAndKeys() const {
    const std::int64_t place = (chunk.bh * p.chunks + chunk.i) * kChunk * p.keyDim;
    float *dq = p.headQueries + place, *dk = p.headKeys + place;
    const auto q = [&](int t, int x) { return chunk.q(t, x); };
    const auto k = [&](int t, int x) { return chunk.k(t, x); };
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::Plain>(kChunk, [&](int t, int s) { return m.first[t * kRow + s]; }, k);
      tile.write([&](int t, int x, float sum) {
        dq[t * p.keyDim + x] = sum + (chunk.hasPast() ? scales.fromStart[t] * rows(kOfReaders)[t * p.keyDim + x] : 0);
      });
    });
    forEachTile(tiles, kChunk, p.keyDim, [&](Tile<kColumns>& tile) {
      tile.template add<Form::LeftTransposed>(kChunk, [&](int s, int t) { return m.first[t * kRow + s]; }, q);
      tile.template add<Form::Plain>(kChunk, [&](int t, int s) { return m.third[t * kRow + s]; }, k);
      tile.template add<Form::LeftTransposed>(kChunk, [&](int s, int t) { return m.third[t * kRow + s]; }, k);
      tile.write([&](int s, int x, float sum) {
        if (chunk.hasPast()) sum += scales.beta[s] * scales.fromStart[s] * rows(kOfScaledKeys)[s * p.keyDim + x];
        if (chunk.hasNext()) sum += scales.toEnd[s] * rows(kOfKeysToEnd)[s * p.keyDim + x];
        dk[s * p.keyDim + x] = sum;
      });
    });
  }

  __device__ void all() const {
    clear();
    pairs();
    values();
    if (chunk.hasPast()) reads();
    if (chunk.hasPast() && chunk.hasNext()) moves();
    if (chunk.hasPast()) readersAndErasers();
    if (chunk.hasNext()) writers();
    squares();
    scores();
    queriesAndKeys();
    gates();
  }
};

template <class T>
__global__ void __launch_bounds__(kThreads) gradientsKernel(const __grid_constant__ DeltaProblem<T> p) {
  extern __shared__ float shared[];
  __shared__ TileMemory<kColumns> tiles;
  __shared__ ChunkScales scales;
  const GradientMemory m(shared);
  const DeltaChunk<T> chunk(p, blockIdx.x / p.chunks, static_cast<int>(blockIdx.x % p.chunks));
  chunk.loadScales(scales);
  Gradient<T>{chunk, p, scales, m, tiles}.all();
}

// dq and dk of each group: the sum over its heads, in their order.
template <class T>
__global__ void __launch_bounds__(kThreads) sumHeadsKernel(const __grid_constant__ DeltaProblem<T> p) {
  const std::int64_t entry = std::int64_t{blockIdx.x} * kThreads + threadIdx.x;
  const int x = static_cast<int>(entry % p.keyDim);
  const int g = static_cast<int>(entry / p.keyDim % p.groups);
  const std::int64_t t = entry / p.keyDim / p.groups % p.length;
  const std::int64_t b = entry / p.keyDim / p.groups / p.length;
  if (b >= p.batch) return;
  float dq = 0, dk = 0;
  double own = 0;
  for (int n = 0; n < p.headsPerGroup; ++n) {
    const std::int64_t bh = b * p.heads + g * p.headsPerGroup + n;
    const std::int64_t row = bh * p.chunks * kChunk + t;
    dq += p.headQueries[row * p.keyDim + x];
    dk += p.headKeys[row * p.keyDim + x];
    own += p.ownPairs[row];
  }
  dq += static_cast<float>(own) * toFloat(p.k.row(b, t, g)[x]);
  dk += static_cast<float>(own) * toFloat(p.q.row(b, t, g)[x]);
  assign(p.dq.row(b, t, g)[x], dq);
  assign(p.dk.row(b, t, g)[x], dk);
}

}  // namespace

template <class T>
void deltaStateGradients(const DeltaProblem<T>& p, Stream stream) {
  if (p.chunks == 1) return;
  const int slices = (p.valueDim + kSlice - 1) / kSlice;
  stateGradientsKernel<<<gridOf(p.sequences() * slices), 4 * kSlice, 0, stream>>>(p, slices);
  checkLaunch("deltaStateGradients");
}

template <class T>
void deltaGradients(const DeltaProblem<T>& p, Stream stream) {
  constexpr std::size_t bytes = GradientMemory::kFloats * sizeof(float);
  allowShared(gradientsKernel<T>);
  gradientsKernel<<<gridOf(p.sequences() * p.chunks), kThreads, bytes, stream>>>(p);
  checkLaunch("deltaGradients");
  const std::int64_t entries = p.batch * p.length * p.groups * p.keyDim;
  sumHeadsKernel<<<gridOf((entries + kThreads - 1) / kThreads), kThreads, 0, stream>>>(p);
  checkLaunch("deltaSumHeads");
}

template void deltaStateGradients(const DeltaProblem<float>&, Stream);
template void deltaStateGradients(const DeltaProblem<BFloat16>&, Stream);
template void deltaGradients(const DeltaProblem<float>&, Stream);
template void deltaGradients(const DeltaProblem<BFloat16>&, Stream);

}  // namespace fenwick::kernels::cuda
